// What a fit of a law found, for people and programs.
#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/fit/law_fit.h"
#include "src/fit/law_open.h"
#include "src/fit/numbers.h"

namespace jumpscope::fit {
namespace {

using nlohmann::ordered_json;
using physics::Law;
using physics::LawNumber;
using physics::LawStep;

// "-1024 (-4 px/frame)"
std::string speedText(const Law& law, int64_t speed) {
  return std::to_string(speed) + " (" + shortText(double(speed) / double(int64_t{1} << law.speed.fraction)) +
         " px/frame)";
}

std::string numberText(const LawNumber& number) {
  std::string text;
  for (const LawNumber::Part& part : number.parts) text += (text.empty() ? "" : " ") + part.watch;
  return (text.empty() ? "not watched" : text) + ", " + base::counted(size_t(number.bits), "bit") +
         (number.fraction ? ", " + std::to_string(number.fraction) + " of them below the pixel" : "");
}

std::string choiceText(const Law& law) {
  const Law::Choice& choice = law.choice;
  std::string text;
  if (choice.apex) text = "at a speed of " + speedText(law, *choice.apex) + " or more";
  if (choice.release) {
    text += text.empty() ? "" : ", or ";
    text += choice.anew ? "without the button, now or in the frame before" : "without the button";
    if (choice.rise > 0) text += ", after a rise of " + std::to_string(choice.rise) + " px";
    if (choice.released) text += " (gravity " + std::to_string(*choice.released) + " until it falls)";
  }
  if (choice.after > 0)
    text += (text.empty() ? "" : ", or ") + base::counted(size_t(choice.after), "frame") + " after the start";
  return text + (choice.stays ? "; it stays until the next start" : "; only while that lasts");
}

std::string cutText(const Law& law) {
  const Law::Cut& cut = *law.cut;
  std::string text = "without the button, a speed below " + speedText(law, cut.limit);
  if (cut.kind == Law::Cut::Kind::Set) text += " becomes " + speedText(law, cut.value);
  if (cut.keeps_fraction) text += " and keeps its fraction";
  if (cut.kind == Law::Cut::Kind::Shift)
    text += " is shifted right by " + base::counted(size_t(cut.value), "bit");
  if (cut.kind == Law::Cut::Kind::Add) text += " grows by " + std::to_string(cut.value);
  if (cut.from > 0) text += ", from " + base::counted(size_t(cut.from), "frame") + " after the start on";
  if (cut.until < 256) text += ", before " + base::counted(size_t(cut.until), "frame") + " after the start";
  return text + (cut.once ? ", once" : "");
}

// Equal numbers in a row are told once: "4 times -8, -7".
std::string liftText(const Law::Lift& lift) {
  std::string text;
  for (size_t i = 0, end = 0; i < lift.speeds.size(); i = end) {
    while (end < lift.speeds.size() && lift.speeds[end] == lift.speeds[i]) ++end;
    text += (i == 0 ? "" : ", ") + (end - i > 1 ? std::to_string(end - i) + " times " : std::string()) +
            std::to_string(lift.speeds[i]);
  }
  if (lift.to > 0) {
    text += " to the speed, frame by frame from the start on; without the button" +
            std::string(lift.late ? " in the frame before" : "") + " from frame " +
            std::to_string(lift.from) + " on ";
    return text +
           (lift.by >= lift.to ? ""
                               : "by " + base::counted(size_t(lift.by), "further frame") + " in each, ") +
           "to frame " + std::to_string(lift.to) + (lift.stands ? ", after a frame at rest" : "");
  }
  return text + " to the speed, frame by frame from the start on" +
         (lift.always ? ", whatever the button does" : " while the button is down");
}

std::string terminalText(const Law& law) {
  const Law::Terminal& terminal = *law.terminal;
  std::string text = "a speed of " + speedText(law, terminal.from) + " or more";
  if (terminal.by_fraction) text += ", compared in pixels and fraction separately,";
  if (terminal.kind == Law::Terminal::Kind::Stop) return text + " gets no gravity";
  text += " becomes " + speedText(law, terminal.to);
  return text + (terminal.kind == Law::Terminal::Kind::Clamp ? " after gravity" : " instead of gravity");
}

// An end beyond what the speed's bits hold is none.
std::string hangText(const Law& law) {
  const Law::Hang& hang = *law.hang;
  const int64_t highest = (int64_t{1} << (law.speed.bits - 1)) - 1;
  const bool begins = hang.from > -highest - 1, ends = hang.below <= highest;
  std::string text = "gravity " + std::to_string(hang.gravity);
  if (begins) text += " from the speed " + std::to_string(hang.from) + (ends ? " to" : " on");
  if (ends) text += std::string(begins ? " below " : " below the speed ") + std::to_string(hang.below);
  return text + (hang.held ? ", with the button" : "");
}

std::string rangeText(const OpenConstant& open) {
  const auto end = [](const std::optional<int64_t>& value, const char* otherwise) {
    return value ? std::to_string(*value) : std::string(otherwise);
  };
  return end(open.lowest, "anything below") + " to " + end(open.highest, "anything above");
}

}  // namespace

std::string lawWords(const Law& law) {
  std::string text = "  position  " + numberText(law.y) + (law.up ? ", up positive" : "") + "\n  speed     " +
                     numberText(law.speed) + "\n  a frame   " + orderText(law) + "\n";
  const bool chooses = law.has(LawStep::Choose);
  for (const Law::Tier& tier : law.tiers) {
    text += "  start     ";
    if (law.tiers.size() > 1) text += "from " + std::to_string(tier.from) + " to the side on: ";
    text += speedText(law, tier.start) + ", gravity " + std::to_string(tier.gravity);
    if (chooses) text += ", falling " + std::to_string(tier.fall);
    text += "\n";
  }
  if (law.latency > 0) text += "  latency   " + base::counted(size_t(law.latency), "frame") + "\n";
  if (law.air_jumps > 0)
    text += "  in air    " + base::counted(size_t(law.air_jumps), "further start") + " before the landing\n";
  if (law.coyote > 0)
    text += "  edge      a press starts up to " + base::counted(size_t(law.coyote), "frame") +
            " after the ground is gone\n";
  if (law.buffer > 0)
    text += "  buffer    a press starts up to " + base::counted(size_t(law.buffer), "frame") +
            " later, at the landing\n";
  if (law.clears_fraction) text += "            a start clears the fraction of the position\n";
  if (chooses) text += "  falling   " + choiceText(law) + "\n";
  if (law.cut) text += "  release   " + cutText(law) + "\n";
  if (law.lift) text += "  lift      " + liftText(*law.lift) + "\n";
  if (law.terminal) text += "  limit     " + terminalText(law) + "\n";
  if (law.hang) text += "  hang      " + hangText(law) + "\n";
  if (law.turn) text += "  apex      a rise that gravity ends becomes " + speedText(law, *law.turn) + "\n";
  if (law.every > 1)
    text += "  every     " + std::to_string(law.every) + " frames gravity acts, first " +
            base::counted(size_t(law.first), "frame") + " after the start\n";
  if (law.landing)
    text += "  landing   on " + std::to_string(law.landing->at) + " of every " +
            std::to_string(law.landing->tile) + " px, from less than " + std::to_string(law.landing->depth) +
            " px deep, speed 0" + (law.landing->clears_fraction ? ", without fraction" : "") + "\n";
  for (const Law::Ceiling& ceiling : law.ceilings)
    text += "  ceiling   the speed becomes " + speedText(law, ceiling.speed) +
            (ceiling.keeps_fraction ? " and keeps its fraction" : "") +
            (ceiling.tile > 0
                 ? ", on the next pixel below that is " + std::to_string(ceiling.at) + " of every " +
                       std::to_string(ceiling.tile) + (ceiling.clears_fraction ? ", without fraction" : "")
                 : "") +
            "\n";
  if (!law.count.parts.empty())
    text += "  count     " + law.count.parts.front().watch + ", " + std::to_string(law.counts.first) +
            " after the frame of the start, " + (law.counts.step > 0 ? "one more" : "one less") +
            " in each frame after it\n";
  return text;
}

std::string lawText(const LawFit& fit) {
  std::string text =
      "law: " + base::counted(fit.rows, "row") + ", " + std::to_string(fit.wrong) + " differ\n";
  text += lawWords(fit.law);
  if (!fit.exact()) {
    text += "differing frames:";
    for (size_t i = 0; i < std::min<size_t>(fit.wrong_frames.size(), 10); ++i)
      text += " " + std::to_string(fit.wrong_frames[i]);
    text += fit.wrong_frames.size() > 10 ? " …\n" : "\n";
    if (fit.place_of && !fit.wrong_frames.empty())
      text += "the first is " + fit.place_of(fit.wrong_frames.front()) + "\n";
  }
  for (const OpenConstant& open : fit.open) {
    const auto input = partingInput(fit.law, withEnd(fit.law, open));
    text += "undetermined: " + open.name + " = " + std::to_string(open.value) + "; " + rangeText(open) +
            " leave no differing row either" + (input ? " (" + inputText(*input) + ")" : "") + "\n";
  }
  for (const OtherLaw& other : fit.others) {
    const auto input = partingInput(fit.law, other.law);
    text += "undetermined: or " + other.words + (input ? " (" + inputText(*input) + ")" : "") + "\n";
  }
  for (const std::string& unseen : fit.unseen) text += "undetermined: " + unseen + "\n";
  for (const std::string& what : fit.not_tried)
    text += (&what == &fit.not_tried.front() ? "not tried: " : "; ") + what +
            (&what == &fit.not_tried.back() ? "\n" : "");
  for (const auto& [frame, what] : fit.aside)
    text += "not judged: " + (fit.place_of ? fit.place_of(frame) : "frame " + std::to_string(frame)) + ", " +
            what + "\n";
  return text;
}

ordered_json lawFitJson(const LawFit& fit) {
  ordered_json json{{"rows", fit.rows}, {"differing", fit.wrong}, {"exact", fit.exact()}};
  json["differing_frames"] = fit.wrong_frames;
  json["undetermined"] = ordered_json::array();
  for (const OpenConstant& open : fit.open) {
    ordered_json one{{"constant", open.name}, {"value", open.value}};
    one["lowest"] = open.lowest ? ordered_json(*open.lowest) : ordered_json(nullptr);
    one["highest"] = open.highest ? ordered_json(*open.highest) : ordered_json(nullptr);
    json["undetermined"].push_back(one);
  }
  json["alternatives"] = ordered_json::array();
  for (const OtherLaw& other : fit.others) json["alternatives"].push_back(other.words);
  json["not_seen"] = fit.unseen;
  json["not_tried"] = fit.not_tried;
  json["not_judged"] = ordered_json::array();
  for (const auto& [frame, what] : fit.aside)
    json["not_judged"].push_back({{"frame", frame}, {"what", what}});
  return json;
}

}  // namespace jumpscope::fit
