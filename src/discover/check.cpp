// Makes the experiments of a profile anew, and compares claim by claim.
#include <algorithm>
#include <stdexcept>

#include "src/discover/meaning.h"
#include "src/movie/button_words.h"
#include "src/trace/watch.h"

namespace jumpscope::discover {

namespace {

// The last press of the input is the jump; what comes before is the way to it.
std::optional<JumpScene> lastJump(Bench& bench, const Script& input) {
  size_t end = input.size();
  while (end > 0 && input[end - 1] == 0) --end;
  size_t begin = end;
  while (begin > 0 && input[begin - 1] == input[end - 1]) --begin;
  if (begin == end) return std::nullopt;
  JumpScene jump{Script(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(begin)),
                 {},
                 input[begin],
                 end - begin,
                 {}};
  for (const Buttons button : {button_a, button_b, button_up, button_select})
    if (jump.button == button) {
      jump.start = bench.after(bench.powerOn(), jump.way, jump.way.size());
      const std::optional<Arc> arc = jumpHere(bench, jump.start, jump.button, jump.hold);
      if (!arc) return std::nullopt;
      jump.arc = *arc;
      return jump;
    }
  return std::nullopt;
}

WayIn wayOf(Bench& bench, const Script& input) {
  std::optional<JumpScene> jump = lastJump(bench, input);
  if (!jump) return followInput(bench, input);
  WayIn way;
  way.jump = std::move(jump);
  return way;
}

class Comparison {
 public:
  explicit Comparison(const trace::Profile& profile) : profile_(profile) {}

  // True if the profile may be for this cartridge.
  bool cartridge(const console::Cartridge& cartridge) {
    if (profile_.roms.empty()) return true;
    add("roms", ofCartridge(cartridge));
    return checks_.back().holds || !checks_.back().checked;
  }

  // Of all other claims.
  void nothing(const std::string& why) {
    for (const trace::Watch& watch : profile_.watches) add(watch.name, {Standing::Open, why});
    if (!profile_.height_watch.empty()) add("jump", {Standing::Open, why});
    if (profile_.screen) add("screen", {Standing::Open, why});
  }

  void compare(Laboratory& laboratory, const Frames& frames, const Discovery& found) {
    for (const trace::Watch& watch : profile_.watches)
      if (found.watch(watch.name) || !inRule(watch.name))
        add(watch.name, ofWatch(frames, found, watch.name, watch));
    if (!profile_.height_watch.empty()) ofJump(laboratory, frames, found);
    if (profile_.screen)
      add("screen", found.screen
                        ? sameScreen(frames, *profile_.screen, *found.screen)
                        : Finding{Standing::Open, "the experiments do not show where the sprites are"});
    if (!profile_.model.empty()) add("model", {Standing::Open, "`diff` compares a game with its model"});
    if (!profile_.assume.empty())
      add("assume", {Standing::Open, "`trace --when` shows the frames in which it holds"});
  }

  std::vector<Check> take() { return std::move(checks_); }

 private:
  void add(const std::string& claim, const Finding& finding) {
    checks_.push_back(
        {claim, finding.standing == Standing::Holds, finding.words, finding.standing != Standing::Open});
  }
  const trace::Watch* find(const std::string& name) const {
    for (const trace::Watch& watch : profile_.watches)
      if (watch.name == name) return &watch;
    return nullptr;
  }
  bool holds(const std::string& claim) const {
    return std::any_of(checks_.begin(), checks_.end(),
                       [&](const Check& one) { return one.claim == claim && one.holds; });
  }
  bool inRule(const std::string& name) const {
    return name == profile_.height_watch || name == profile_.subpixel_watch ||
           name == profile_.horizontal_watch || inCondition(name);
  }
  bool inCondition(const std::string& name) const {
    return std::any_of(profile_.jump_when.begin(), profile_.jump_when.end(),
                       [&](const trace::Condition& one) { return one.watch == name; });
  }

  Finding ofCartridge(const console::Cartridge& cartridge) const {
    const std::string &file = cartridge.fileSha1(), &content = cartridge.prgChrSha1();
    const std::string here =
        "this cartridge's SHA-1 is " + (file.empty() ? "" : file + ", of PRG and CHR ") + content;
    bool open = false;
    for (const trace::KnownRom& rom : profile_.roms) {
      const bool same_file = !file.empty() && rom.file_sha1 == file,
                 same_content = rom.prg_chr_sha1 == content;
      if ((same_file || rom.file_sha1.empty()) && (same_content || rom.prg_chr_sha1.empty()) &&
          (same_file || same_content))
        return {Standing::Holds, rom.name + "; " + here};
      if (same_file) return {Standing::Denied, "the SHA-1 of PRG and CHR differs: " + here};
      open |= same_content;
    }
    if (open)
      return {Standing::Open,
              "PRG and CHR are the same, but not the whole file, whose header may differ: " + here};
    return {Standing::Denied, "the profile is for another cartridge: " + here};
  }

  // A profile's watch, and the watch of that name that was found.
  Finding ofWatch(const Frames& frames, const Discovery& found, const std::string& name,
                  const trace::Watch& claimed) const {
    const trace::Watch* const same = found.watch(name);
    if (!same) return {Standing::Open, whyNotFound(found, name)};
    Finding finding = sameWatch(frames, claimed, *same);
    if (finding.standing == Standing::Holds)
      finding.words =
          watchText(*same) + (finding.words.empty() ? "" : ", " + finding.words) + "; " + same->meaning;
    // A watch of this name may be of another state than that of the jump.
    if (name == "state" && finding.standing == Standing::Denied && !inCondition("state"))
      finding.standing = Standing::Open;
    return finding;
  }

  static std::string whyNotFound(const Discovery& found, const std::string& name) {
    for (const std::string& line : found.undecided)
      if (line.starts_with(name + ": ")) return "undecided: " + line.substr(name.size() + 2);
    return "the experiments show no " + name;
  }

  void ofJump(Laboratory& laboratory, const Frames& frames, const Discovery& found) {
    role("jump.height", profile_.height_watch, "y", frames, found);
    if (!profile_.subpixel_watch.empty()) subpixel(frames, found);
    if (!profile_.horizontal_watch.empty())
      role("jump.horizontal", profile_.horizontal_watch, "x", frames, found);
    const auto way = [](bool up) { return std::string(up ? "up" : "down"); };
    if (!holds("jump.height"))
      add("jump.positive", {Standing::Open, "needs jump.height"});
    else if (profile_.height_up == found.up_positive)
      add("jump.positive", {Standing::Holds, way(found.up_positive)});
    else
      add("jump.positive",
          {Standing::Denied, "the profile says " + way(profile_.height_up) + ", and " +
                                 profile_.height_watch + " grows " + way(found.up_positive)});
    if (!profile_.jump_when.empty()) add("jump.when", ofRule(frames, found));
    if (!profile_.jump_button.empty()) add("jump.button", ofButton(laboratory));
  }

  // A watch that the jump's rule names, and what it is there.
  void role(const std::string& claim, const std::string& name, const std::string& is, const Frames& frames,
            const Discovery& found) {
    if (name != is) {
      Finding finding = ofWatch(frames, found, is, *find(name));
      finding.words.insert(0, name + ": ");
      return add(claim, finding);
    }
    if (holds(name)) return add(claim, {Standing::Holds, name});
    add(claim, {Standing::Open, "needs " + name});
  }

  // The fraction lies below the height.
  void subpixel(const Frames& frames, const Discovery& found) {
    if (!holds("jump.height")) return add("jump.subpixel", {Standing::Open, "needs jump.height"});
    trace::Watch both = *find(profile_.height_watch);
    const std::vector<uint16_t>& lower = find(profile_.subpixel_watch)->addresses;
    both.addresses.insert(both.addresses.end(), lower.begin(), lower.end());
    both.fraction_bits += static_cast<int>(8 * lower.size());
    add("jump.subpixel", ofWatch(frames, found, "y", both));
  }

  Finding ofRule(const Frames& frames, const Discovery& found) const {
    const trace::Watch* const state = found.watch("state");
    if (!state || !found.air_ground) return {Standing::Open, whyNotFound(found, "state")};
    if (inCondition("state") && !holds("state")) return {Standing::Open, "needs state"};
    return sameRule(frames, profile_, *state, *found.air_ground);
  }

  Finding ofButton(Laboratory& laboratory) const {
    const JumpScene& jump = laboratory.jump;
    const Buttons claimed = movie::parseButtons(profile_.jump_button).value_or(0);
    if (claimed == jump.button) return {Standing::Holds, buttonName(jump.button)};
    const std::string words =
        "the movie jumps with " + buttonName(jump.button) + ", and " + profile_.jump_button;
    if (jumpHere(laboratory.bench, jump.start, claimed, jump.hold))
      return {Standing::Open, words + " lifts sprites there, too"};
    return {Standing::Denied, words + " makes nothing jump there"};
  }

  const trace::Profile& profile_;
  std::vector<Check> checks_;
};

}  // namespace

Recheck::Recheck(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                 const Script& input)
    : cartridge_(std::move(cartridge)), bench_(cartridge_, options) {
  found_.options = options;
  found_.way_in = wayOf(bench_, input);
  if (!found_.way_in.jump) return;
  laboratory_ = std::make_unique<Laboratory>(bench_, *found_.way_in.jump);
  investigate(*laboratory_, found_);
  frames_ = std::make_unique<Frames>(*laboratory_, found_.watches);
}
Recheck::~Recheck() = default;

std::vector<Check> Recheck::compare(const trace::Profile& profile) {
  Comparison comparison(profile);
  const bool may_be_its_cartridge = comparison.cartridge(*cartridge_);
  const std::string nothing = "no press of the movie makes anything jump";
  if (!laboratory_ && may_be_its_cartridge) throw std::runtime_error(nothing);
  if (laboratory_)
    comparison.compare(*laboratory_, *frames_, found_);
  else
    comparison.nothing(nothing);
  return comparison.take();
}

}  // namespace jumpscope::discover
