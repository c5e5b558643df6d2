#include "jumpscope/movie.h"

#include <algorithm>
#include <stdexcept>

#include "src/library/impl.h"
#include "src/movie/bk2.h"
#include "src/movie/press.h"
#include "src/movie/record.h"

namespace jumpscope {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!word.empty()) found.emplace_back(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return found;
}

namespace {

void requirePowerOn(const Movie::Impl& impl) {
  if (impl.input.start)
    throw std::runtime_error(
        "the movie " + impl.input.movie_name +
        " starts from a save state of FCEUX; record() plays it, frame by frame only movies that "
        "start from power-on are played");
}

std::unique_ptr<Movie::Impl> pressing(const std::vector<movie::Press>& presses) {
  auto impl = std::make_unique<Movie::Impl>();
  impl->input.player.addPresses(presses);
  impl->input.frames = impl->input.player.frames();
  return impl;
}

}  // namespace

Movie::Movie() : impl_(std::make_unique<Impl>()) {}
Movie::Movie(const Movie& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Movie::Movie(Movie&&) noexcept = default;
Movie& Movie::operator=(const Movie& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
Movie& Movie::operator=(Movie&&) noexcept = default;
Movie::~Movie() = default;

Movie Movie::open(const std::string& path) {
  Movie movie;
  movie.impl_->input = session::playMovie(session::readMovie(path));
  return movie;
}

Movie Movie::parse(std::span<const uint8_t> file, const std::string& name) {
  Movie movie;
  movie.impl_->input = session::playMovie(movie::parseMovie(file, name));
  return movie;
}

Movie Movie::press(const std::string& script) {
  Movie movie;
  movie.impl_ = pressing(movie::parsePress(script));
  return movie;
}

Movie Movie::buttons(std::span<const uint8_t> buttons) {
  requireFrames(buttons.size());
  std::vector<movie::Press> presses;
  for (size_t first = 0; first < buttons.size();) {
    size_t end = first;
    while (end < buttons.size() && buttons[end] == buttons[first]) ++end;
    movie::Press press;
    press.first = first;
    press.last = end - 1;
    press.buttons = buttons[first];
    if (press.buttons != 0) presses.push_back(press);
    first = end;
  }
  Movie movie;
  movie.impl_ = pressing(presses);
  movie.impl_->input.frames = buttons.size();
  return movie;
}

uint64_t Movie::frames() const { return impl_->input.frames; }

uint8_t Movie::at(uint64_t frame, int pad) const {
  requirePad(pad);
  return impl_->input.player.at(frame).pads[static_cast<size_t>(pad)];
}

Options Movie::fitted(const Options& options) const {
  Options fitted = options;
  const session::RecordedOn& recorded_on = impl_->input.recorded_on;
  if (recorded_on.pal && fitted.region == Region::Auto) fitted.region = Region::Pal;
  if (recorded_on.devices && fitted.devices.empty()) fitted.devices = words(toString(*recorded_on.devices));
  return fitted;
}

void Movie::apply(Console& console) const {
  requirePowerOn(*impl_);
  Console::Impl& target = console.impl();
  const movie::FrameInput input = impl_->input.player.at(target.console.frame());
  movie::latch(target.console, input);
  target.buttons = input.pads;
}

std::string Movie::fm2(const Cartridge& cartridge, const Options& options, uint64_t frames) const {
  requirePowerOn(*impl_);
  requireFrames(frames);
  const console::Cartridge& rom = *cartridge.impl().cartridge;
  session::Input input = impl_->input;
  if (frames > 0) input.frames = frames;
  if (input.frames == 0)
    throw std::runtime_error("the movie presses nothing; say how many frames it is to last");
  return session::recordedMovie(input, rom, machineOptions(options, rom, input.recorded_on));
}

}  // namespace jumpscope
