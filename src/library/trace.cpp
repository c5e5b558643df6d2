#include "jumpscope/trace.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/atomic_file.h"
#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/library/impl.h"
#include "src/session/session.h"
#include "src/session/trace_input.h"
#include "src/trace/profile.h"
#include "src/trace/recorder.h"
#include "src/trace/recording.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/write_log_file.h"

namespace jumpscope {

namespace {

std::vector<Column> toPublic(const std::vector<trace::Watch>& watches) {
  std::vector<Column> columns;
  for (const trace::Watch& watch : watches)
    columns.push_back({watch.name, watch.addresses, std::string(trace::typeName(watch.type)),
                       watch.fraction_bits, watch.unit, watch.meaning});
  return columns;
}

}  // namespace

LoggedWrite toPublic(const trace::Write& write) {
  LoggedWrite shown;
  static_cast<Write&>(shown) = {write.frame,      write.cycle,   write.scanline,  write.dot,
                                write.pc.address, write.address, write.old_value, write.new_value};
  shown.watch = write.watch;
  shown.instruction = write.instruction;
  return shown;
}

Profile::Profile() : impl_(std::make_unique<Impl>()) {}
Profile::Profile(const Profile& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Profile::Profile(Profile&&) noexcept = default;
Profile& Profile::operator=(const Profile& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
Profile& Profile::operator=(Profile&&) noexcept = default;
Profile::~Profile() = default;

Profile Profile::builtin(const std::string& name) {
  Profile profile;
  profile.impl_->profile = trace::builtinProfile(name);
  return profile;
}

std::vector<std::string> Profile::builtinNames() { return trace::builtinProfileNames(); }

Profile Profile::open(const std::string& path) {
  return parse(std::string(base::asText(base::readFile(path))), path);
}

Profile Profile::parse(const std::string& json, const std::string& name) {
  Profile profile;
  profile.impl_->profile = trace::parseProfile(json, name);
  return profile;
}

Profile Profile::watches(const std::vector<std::string>& watches) {
  Profile profile;
  for (const std::string& watch : watches) profile.addWatch(watch);
  return profile;
}

std::optional<Profile> Profile::of(const Cartridge& cartridge) {
  const trace::Profile* known = session::findBuiltinProfile(*cartridge.impl().cartridge);
  if (!known) return std::nullopt;
  Profile profile;
  profile.impl_->profile = *known;
  return profile;
}

std::string Profile::name() const { return impl_->profile.name; }
std::string Profile::title() const { return impl_->profile.title; }
std::string Profile::model() const { return impl_->profile.model; }
std::vector<Column> Profile::columns() const { return toPublic(impl_->profile.watches); }

void Profile::addWatch(const std::string& watch) {
  std::vector<trace::Watch> all = impl_->profile.watches;
  all.push_back(trace::parseWatch(watch, {nullptr, all}));
  trace::requireSound(all, "the watches");
  impl_->profile.watches = std::move(all);
}

bool Profile::knows(const Cartridge& cartridge) const {
  return session::findKnownRom(*cartridge.impl().cartridge, impl_->profile) != nullptr;
}

std::string Profile::json() const { return trace::profileToJson(impl_->profile).dump(2) + "\n"; }

Trace::Trace() : impl_(std::make_unique<Impl>()) {}
Trace::Trace(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Trace::Trace(const Trace& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Trace::Trace(Trace&&) noexcept = default;
Trace& Trace::operator=(const Trace& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
Trace& Trace::operator=(Trace&&) noexcept = default;
Trace::~Trace() = default;

Trace toPublic(trace::Trace trace, std::optional<std::vector<trace::Write>> writes) {
  return Trace(std::make_unique<Trace::Impl>(Trace::Impl{std::move(trace), std::move(writes)}));
}

Trace Trace::open(const std::string& path, const std::string& writes) {
  trace::Trace trace = trace::readTrace(path);
  std::optional<std::vector<trace::Write>> log;
  if (!writes.empty()) log = trace::readWriteLog(writes, trace);
  return toPublic(std::move(trace), std::move(log));
}

Trace Trace::openRecording(const std::string& path, const Profile& profile) {
  const std::string name = base::shownName(path);
  const std::vector<uint8_t> content = base::decompressed(base::readFile(path), name);
  return toPublic(trace::parseRecording(content, name, profile.impl().profile).trace, std::nullopt);
}

void Trace::save(const std::string& path, const std::string& writes) const {
  saveUntil(*this, path, writes, [] { return false; });
}

void saveUntil(const Trace& trace, const std::string& path, const std::string& writes,
               const std::function<bool()>& stop) {
  const Trace::Impl& saved = trace.impl();
  if (path == writes)
    throw std::runtime_error("the trace and its write log would both be " + path + "; give them two names");
  requireAscending(trace);
  if (!writes.empty() && !saved.writes)
    throw std::runtime_error("the trace has no write log to be saved; record it with its writes");
  std::vector<std::unique_ptr<base::AtomicFile>> files;
  const auto put = [&](const std::string& name, const std::string& bytes) {
    files.push_back(std::make_unique<base::AtomicFile>(name));
    files.back()->write(std::string_view(bytes));
  };
  put(path, trace::encodeTrace(saved.trace, trace::traceFormatOf(path)));
  if (!writes.empty() && !stop())
    put(writes, trace::encodeWriteLog(*saved.writes, saved.trace.header.watches, writes.ends_with(".zst")));
  if (stop()) throw std::runtime_error("the trace was not saved: that was stopped");
  for (const auto& file : files) file->finish();
  base::AtomicFile::commitAll(files);
}

size_t Trace::rows() const { return impl_->trace.rows.size(); }
std::vector<Column> Trace::columns() const { return toPublic(impl_->trace.header.watches); }
std::optional<size_t> Trace::find(const std::string& column) const { return impl_->trace.find(column); }

void requireAscending(const Trace& trace) {
  const std::vector<trace::Row>& rows = trace.impl().trace.rows;
  const auto back = std::adjacent_find(
      rows.begin(), rows.end(),
      [](const trace::Row& row, const trace::Row& next) { return next.frame <= row.frame; });
  if (back == rows.end()) return;
  throw std::runtime_error("in the trace frame " + std::to_string(back->frame) + " is followed by frame " +
                           std::to_string(std::next(back)->frame) +
                           ": the console went back in time while it was recorded; clear the recorder "
                           "whenever a state is loaded or the power is switched");
}

namespace {

template <class T>
const T& itemOf(const std::vector<T>& items, size_t index, const char* what) {
  if (index >= items.size())
    throw std::runtime_error("there is no " + std::string(what) + " " + std::to_string(index) +
                             "; the trace has " + std::to_string(items.size()) + ", counted from 0");
  return items[index];
}

const trace::Row& rowOf(const Trace::Impl& impl, size_t row) { return itemOf(impl.trace.rows, row, "row"); }
const trace::Watch& watchOf(const Trace::Impl& impl, size_t column) {
  return itemOf(impl.trace.header.watches, column, "column");
}

}  // namespace

uint64_t Trace::frame(size_t row) const { return rowOf(*impl_, row).frame; }
uint8_t Trace::buttons(size_t row) const { return rowOf(*impl_, row).buttons; }
std::span<const int64_t> Trace::values(size_t row) const { return rowOf(*impl_, row).values; }

double Trace::value(size_t row, size_t column) const {
  const int bits = watchOf(*impl_, column).fraction_bits;
  return std::ldexp(static_cast<double>(rowOf(*impl_, row).values[column]), -bits);
}

std::string Trace::text(size_t row, size_t column) const {
  const trace::Watch& watch = watchOf(*impl_, column);
  return trace::formatValue(watch, rowOf(*impl_, row).values[column]);
}

std::vector<LoggedWrite> Trace::writes() const {
  std::vector<LoggedWrite> shown;
  if (impl_->writes)
    for (const trace::Write& write : *impl_->writes) shown.push_back(toPublic(write));
  return shown;
}

bool Trace::hasWrites() const { return impl_->writes.has_value(); }

namespace {

trace::Header headerOf(const console::Console& console, const trace::Profile& profile) {
  trace::Header header =
      trace::headerOf(console.cartridge(), console.options(), "", profile.name, profile.watches);
  header.banks = trace::banksOf(console);
  header.rule = trace::carriedRule(profile);
  return header;
}

}  // namespace

struct Recorder::Impl {
  Impl(Console& watched, const Profile& profile, bool with_writes)
      : owner(&watched.impl()), with_writes(with_writes) {
    requireUnwatched();
    trace.header = headerOf(owner->console, profile.impl().profile);
    trace::WriteSink sink;
    if (with_writes) sink = [this](const trace::Write& write) { writes.push_back(write); };
    recorder.emplace(
        owner->console, profile.impl().profile.watches, [this](uint64_t) { return owner->buttons[0]; },
        [this](const trace::Row& row) { trace.rows.push_back(row); }, sink, trace::Recorder::Stacks::Keep);
    owner->watcher.set([this] { leave(); });
  }
  ~Impl() {
    if (owner) leave();
  }

  void requireUnwatched() const {
    if (owner->watcher)
      throw std::runtime_error(
          "the console has a recorder already, and has one at a time; end that one first");
    if (owner->console.hooks().on_watched_write)
      throw std::runtime_error(
          "the console has a hook for writes, which a recorder needs; take it away with onWrite({}, {}) "
          "first");
  }
  // What was recorded stays.
  void leave() {
    recorder.reset();
    owner->console.unwatchAll();
    owner->watcher.set({});
    owner = nullptr;
  }

  Console::Impl* owner;  // nullptr: the console has ended
  bool with_writes;
  trace::Trace trace;
  std::vector<trace::Write> writes;
  std::optional<trace::Recorder> recorder;
};

Recorder::Recorder(Console& console, const Profile& profile, bool with_writes)
    : impl_(std::make_unique<Impl>(console, profile, with_writes)) {}
Recorder::~Recorder() = default;

size_t Recorder::rows() const { return impl_->trace.rows.size(); }

std::span<const int64_t> Recorder::lastRow() const {
  if (impl_->trace.rows.empty()) return {};
  return impl_->trace.rows.back().values;
}

Trace Recorder::trace() const {
  std::optional<std::vector<trace::Write>> writes;
  if (impl_->with_writes) writes = impl_->writes;
  return toPublic(impl_->trace, std::move(writes));
}

void Recorder::clear() {
  impl_->trace.rows.clear();
  impl_->writes.clear();
  if (impl_->recorder) impl_->recorder->reader().restart();
}

Trace record(const Cartridge& cartridge, const Movie& movie, const Profile& profile, uint64_t frames,
             const Options& options) {
  return recordUntil(cartridge, movie, profile, frames, options, [] { return false; });
}

Trace recordUntil(const Cartridge& cartridge, const Movie& movie, const Profile& profile, uint64_t frames,
                  const Options& options, const std::function<bool()>& stop) {
  const auto& rom = cartridge.impl().cartridge;
  session::Input input = movie.impl().input;
  if (frames > 0) input.frames = frames;
  if (input.frames == 0)
    throw std::runtime_error(
        "the input has no frame, so that its length does not say how many frames to record; give their "
        "number");
  requireFrames(input.frames);
  const trace::Profile& watched = profile.impl().profile;
  session::Session session(rom, machineOptions(options, *rom, input.recorded_on), input);
  trace::Trace trace{headerOf(session.console, watched), {}};
  trace.header.movie_sha1 = input.movie_sha1;
  std::vector<trace::Write> writes;
  const trace::Recorder recorder(
      session.console, watched.watches, [&](uint64_t) { return session.buttons(); },
      [&](const trace::Row& row) { trace.rows.push_back(row); },
      [&](const trace::Write& write) { writes.push_back(write); }, trace::Recorder::Stacks::Keep);
  while (trace.rows.size() < input.frames) {
    if (stop()) throw std::runtime_error("the recording was stopped");
    session.runFrame();
  }
  return toPublic(std::move(trace), std::move(writes));
}

}  // namespace jumpscope
