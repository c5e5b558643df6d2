#include "src/discover/meaning.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

#include "src/models/binding.h"
#include "src/trace/watch.h"

namespace jumpscope::discover {

namespace {

using trace::Watch;

// "1/16 px/frame": what the unit counts, and how much of it.
struct Unit {
  uint64_t numerator = 1, denominator = 1;
  std::string base;
};
Unit unitOf(const Watch& watch) {
  constexpr uint64_t most = 0xFFFF;
  const char *at = watch.unit.data(), *const end = at + watch.unit.size();
  Unit unit;
  if (const auto [after, error] = std::from_chars(at, end, unit.numerator); error == std::errc()) {
    at = after;
    if (at != end && *at == '/') at = std::from_chars(at + 1, end, unit.denominator).ptr;
    while (at != end && *at == ' ') ++at;
  }
  unit.base.assign(at, end);
  if (unit.numerator - 1 >= most || unit.denominator - 1 >= most) return {1, 1, watch.unit};
  return unit;
}

// Whether a * 2^-a_bits = b * 2^-b_bits.
bool sameWeight(const Unit& a, int a_bits, const Unit& b, int b_bits) {
  const uint64_t left = a.numerator * b.denominator, right = b.numerator * a.denominator;
  const int shift = b_bits - a_bits;
  if (std::abs(shift) > 32) return false;
  return shift >= 0 ? left << shift == right : left == right << -shift;
}

// The index in `found` of the first of the claimed bytes, where those that they share are in the same order, and no other
// is in both; negative where a claimed one is above them.
std::optional<int> offsetOf(const std::vector<uint16_t>& claimed, const std::vector<uint16_t>& found) {
  const int count = static_cast<int>(claimed.size()), all = static_cast<int>(found.size());
  const auto fits = [&](int offset) {
    for (int i = 0; i < count; ++i) {
      const uint16_t byte = claimed[static_cast<size_t>(i)];
      const int at = i + offset;
      const bool inside = at >= 0 && at < all;
      if (inside ? found[static_cast<size_t>(at)] != byte
                 : std::find(found.begin(), found.end(), byte) != found.end())
        return false;
    }
    return true;
  };
  for (int offset = 1 - count; offset < all; ++offset)
    if (fits(offset)) return offset;
  return std::nullopt;
}

bool isInteger(const Watch& watch) { return trace::traitsOf(watch.type).bits != 0; }

std::string shownValue(const Watch& watch, std::optional<int64_t> raw) {
  return raw ? trace::formatValue(watch, *raw) : "nothing";
}

// Where the two read different values, whose least bits weigh 2^shift to 1: "reads 3, not 4". Empty: nowhere.
std::string differenceIn(const Frames& frames, const Watch& claimed, const Watch& found, int shift) {
  for (const Shot& shot : frames.shots()) {
    const std::optional<int64_t> is = frames.raw(claimed, shot), was = frames.raw(found, shot);
    if (is && was && *is >> std::max(-shift, 0) == *was >> std::max(shift, 0)) continue;
    return "in a frame it reads " + shownValue(claimed, is) + " where that reads " + shownValue(found, was);
  }
  return "";
}

// Gathers what there is to say of a claim.
class Remarks {
 public:
  void deny(const std::string& words) { add(Standing::Denied, words); }
  void leaveOpen(const std::string& words) { add(Standing::Open, words); }
  void note(const std::string& words) { add(Standing::Holds, words); }
  bool denied() const { return finding_.standing == Standing::Denied; }
  Finding finding() const { return finding_; }

 private:
  void add(Standing standing, const std::string& words) {
    if (standing < finding_.standing) return;
    if (standing > finding_.standing) finding_ = {standing, ""};
    finding_.words.append(finding_.words.empty() ? "" : "; ").append(words);
  }
  Finding finding_;
};

std::string bytesText(const std::vector<uint16_t>& addresses) {
  std::string text;
  for (const uint16_t address : addresses)
    text.append(text.empty() ? "" : ",").append(trace::addressText(address));
  return text;
}

// The bytes of `of` that are not among `others`.
std::vector<uint16_t> without(const std::vector<uint16_t>& of, const std::vector<uint16_t>& others) {
  std::vector<uint16_t> rest;
  for (const uint16_t byte : of)
    if (std::find(others.begin(), others.end(), byte) == others.end()) rest.push_back(byte);
  return rest;
}

constexpr std::array<std::string_view, 6> bases = {"px",         "px/frame",    "px/update",
                                                   "px/frame^2", "px/update^2", "frames"};

// `below`: the bytes of what was found that are below the claimed ones, less those that are claimed below it.
void compareWeights(Remarks& remarks, const Watch& claimed, const Watch& found, int below) {
  const Unit is = unitOf(claimed), was = unitOf(found);
  const int bits = found.fraction_bits - 8 * below;
  const std::string units = "the unit differs";
  if (claimed.unit.empty() && !found.unit.empty()) {
    const Unit plain{1, 1, was.base};
    if (!sameWeight(plain, claimed.fraction_bits, was, bits)) remarks.leaveOpen("it has no unit");
  } else if (is.base != was.base) {
    const bool both = !found.unit.empty() && std::find(bases.begin(), bases.end(), is.base) != bases.end();
    both ? remarks.deny(units) : remarks.leaveOpen(units);
  } else if (!sameWeight(is, claimed.fraction_bits, was, bits)) {
    remarks.deny("the binary point or the unit differs");
  }
}

void compareTypes(Remarks& remarks, const Frames& frames, const Watch& claimed, const Watch& found,
                  int below) {
  const bool whole = claimed.addresses.front() == found.addresses.front();
  const bool sign = trace::isSigned(found.type);
  if (isInteger(claimed) && trace::isSigned(claimed.type) == sign && (whole || !sign)) return;
  Watch part = found;
  if (!sign) part.addresses = without(found.addresses, without(found.addresses, claimed.addresses));
  const std::string difference = differenceIn(frames, claimed, part, sign ? 8 * below : 0);
  if (difference.empty())
    remarks.leaveOpen("the type differs, and in all " + std::to_string(frames.shots().size()) +
                      " frames it reads the same");
  else
    remarks.deny("the type differs: " + difference);
}

// Bytes that are other ones may be copies.
void compareOtherBytes(Remarks& remarks, const Frames& frames, const Watch& claimed, const Watch& found) {
  int shift = 0;
  for (int bits = -48; bits <= 48; ++bits)
    if (sameWeight(unitOf(claimed), claimed.fraction_bits, unitOf(found), found.fraction_bits - bits))
      shift = bits;
  const std::string difference = differenceIn(frames, claimed, found, shift);
  if (difference.empty())
    remarks.leaveOpen("in all " + std::to_string(frames.shots().size()) +
                      " frames it reads the same, as a copy would");
  else
    remarks.deny("the bytes differ: " + difference);
}

// The column of the state, and the other watches of a rule, in rows of their own.
class RuleRows {
 public:
  explicit RuleRows(const trace::Profile& profile) {
    trace_.header.watches = profile.watches;
    rule_.emplace(trace::TraceView(trace_), profile.jump_when);
  }
  bool holds(const std::function<int64_t(const Watch&)>& valueOf) const {
    trace::Row row;
    for (const Watch& watch : trace_.header.watches) row.values.push_back(valueOf(watch));
    return rule_->hold(row);
  }

 private:
  trace::Trace trace_;
  std::optional<models::Conditions> rule_;
};

// Where on the screen the profile's feet are; nullopt: that cannot be read.
std::optional<std::array<int, 2>> feetIn(const Frames& frames, const trace::OnScreen& screen,
                                         const Shot& shot) {
  const std::optional<int64_t> x = frames.raw(screen.x, shot), y = frames.raw(screen.y, shot);
  if (!x || !y) return std::nullopt;
  const int64_t across =
      (*x >> screen.x.fraction_bits) + screen.feet_x - (screen.scrolls ? shot.scroll_x : 0);
  const int64_t down = (*y >> screen.y.fraction_bits) + screen.feet_y;
  return std::array{static_cast<int>(across & 0xFF), static_cast<int>(down & 0xFF)};
}

}  // namespace

std::string watchText(const Watch& watch, std::string_view gap) {
  std::string text = bytesText(watch.addresses);
  text.append(":").append(trace::typeName(watch.type));
  if (watch.fraction_bits != 0) text.append(".").append(std::to_string(watch.fraction_bits));
  return watch.unit.empty() ? text : text.append(gap).append(watch.unit);
}

Frames::Frames(Laboratory& laboratory, const std::vector<Watch>& found) : places_(laboratory.bench.places()) {
  const auto add = [&](const Film& film) { shots_.insert(shots_.end(), film.begin(), film.end()); };
  add(laboratory.idle);
  for (const Flight& flight : laboratory.flights) add(flight.film);
  for (const Flight& walk : laboratory.walks) add(walk.film);
  played_ = shots_.size();
  constexpr size_t after_change = 4;
  for (const std::optional<Scene>* scene : {&laboratory.flight, &laboratory.walk}) {
    if (!*scene || (*scene)->moments.empty()) continue;
    const Moment& moment = (*scene)->moments[(*scene)->moments.size() / 2];
    const std::vector<uint8_t> before = laboratory.bench.bytesIn(moment.state);
    for (const Watch& watch : found)
      for (const uint16_t address : watch.addresses)
        if (const auto place = places_.at(address)) {
          const Poke poke{*place, static_cast<uint8_t>(before[*place] + 3)};
          add(laboratory.bench.film(moment, (*scene)->script, after_change, {&poke, 1}));
        }
  }
}

std::optional<int64_t> Frames::raw(const Watch& watch, const Shot& shot) const {
  if (watch.take != trace::Take::Value || watch.addresses.empty()) return std::nullopt;
  for (const uint16_t address : watch.addresses)
    if (!places_.at(address)) return std::nullopt;
  return trace::readWatch(watch,
                          [&](uint16_t address) -> int64_t { return shot.bytes[*places_.at(address)]; });
}

Finding sameWatch(const Frames& frames, const Watch& claimed, const Watch& found) {
  if (claimed.take != trace::Take::Value || claimed.addresses.empty())
    return {Standing::Open, "no experiment is about a value of two frames or a lag frame"};
  Remarks remarks;
  if (const std::optional<int> offset = offsetOf(claimed.addresses, found.addresses)) {
    const int below =
        static_cast<int>(found.addresses.size()) - *offset - static_cast<int>(claimed.addresses.size());
    const std::vector<uint16_t> more = without(claimed.addresses, found.addresses);
    const std::vector<uint16_t> fewer = without(found.addresses, claimed.addresses);
    compareWeights(remarks, claimed, found, below);
    if (!more.empty())
      remarks.leaveOpen("no experiment shows that " + bytesText(more) + " belongs to it");
    else
      compareTypes(remarks, frames, claimed, found, below);
    if (!fewer.empty()) remarks.note("without its part in " + bytesText(fewer));
  } else {
    compareOtherBytes(remarks, frames, claimed, found);
  }
  Finding finding = remarks.finding();
  if (finding.standing == Standing::Holds) return finding;
  finding.words = "the profile says " + watchText(claimed) + ", the experiments show " + watchText(found) +
                  "; " + finding.words;
  return finding;
}

Finding sameRule(const Frames& frames, const trace::Profile& claimed, const Watch& state, uint8_t ground) {
  const RuleRows rows(claimed);
  bool own = true;
  for (const trace::Condition& condition : claimed.jump_when)
    for (const Watch& watch : claimed.watches)
      own = own && (watch.name != condition.watch ||
                    (watch.take == trace::Take::Value && watch.addresses == state.addresses));
  const std::string byte = trace::addressText(state.addresses.front());
  for (const Shot& shot : frames.played()) {
    const int64_t value = *frames.raw(state, shot);
    const bool air = value != ground;
    if (rows.holds([&](const Watch& watch) { return frames.raw(watch, shot).value_or(0); }) == air) continue;
    const std::string words = std::string("it is ") + (air ? "false" : "true") + " in a frame in which " +
                              byte + " is " + std::to_string(value) + ", which is " +
                              (air ? "in the air" : "on the ground");
    return {own ? Standing::Denied : Standing::Open,
            own ? words : words + "; it asks other bytes, too, of which no experiment says anything"};
  }
  const std::string frames_text = "in all " + std::to_string(frames.played().size()) +
                                  " frames it says what " + byte + " != " + std::to_string(ground) + " says";
  if (!own) return {Standing::Open, frames_text + ", but it asks other bytes, too"};
  for (int value = 0; value < 256; ++value) {
    const auto read = [&](const Watch& watch) {
      return watch.addresses.empty() ? 0
                                     : trace::readWatch(watch, [&](uint16_t) -> int64_t { return value; });
    };
    if (rows.holds(read) != (value != ground))
      return {Standing::Open, frames_text + ", but not where the byte is " + std::to_string(value) +
                                  ", which no frame shows"};
  }
  return {Standing::Holds, "in the air where " + byte + " is not " + std::to_string(ground)};
}

Finding sameScreen(const Frames& frames, const trace::OnScreen& claimed, const trace::OnScreen& found) {
  const std::string text = "the middle of the feet is " + std::to_string(found.feet_x) +
                           " px right of x and " + std::to_string(found.feet_y) + " px below y" +
                           (found.scrolls ? ", less the scroll position" : "");
  for (const Shot& shot : frames.played()) {
    const auto is = feetIn(frames, claimed, shot), was = feetIn(frames, found, shot);
    if (is == was) continue;
    const auto shown = [](const std::optional<std::array<int, 2>>& feet) {
      return feet ? std::to_string((*feet)[0]) + ", " + std::to_string((*feet)[1]) : "nowhere";
    };
    return {Standing::Denied,
            text + "; in a frame that is " + shown(was) + ", where the profile says " + shown(is)};
  }
  Finding finding{Standing::Holds, text};
  for (const auto& [name, is, was] :
       {std::tuple{"x", claimed.x, found.x}, std::tuple{"y", claimed.y, found.y}}) {
    const Finding part = sameWatch(frames, is, was);
    if (part.standing != Standing::Holds) finding = {Standing::Open, std::string(name) + ": " + part.words};
  }
  if (claimed.scrolls != found.scrolls)
    finding = {Standing::Open, text + "; the picture does not scroll here"};
  return finding;
}

}  // namespace jumpscope::discover
