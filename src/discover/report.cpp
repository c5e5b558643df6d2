// What was found, as text and as JSON.
#include <nlohmann/json.hpp>

#include "src/discover/meaning.h"
#include "src/movie/buttons.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::discover {

namespace {

// "22-25:T 60-61:A", as --press takes it.
std::string pressText(const Script& script) {
  std::string text;
  for (size_t first = 0; first < script.size();) {
    size_t end = first + 1;
    while (end < script.size() && script[end] == script[first]) ++end;
    if (script[first] != 0) {
      std::string letters = movie::buttonsText(script[first]);
      std::erase(letters, '.');
      text.append(text.empty() ? "" : " ").append(std::to_string(first)).append("-");
      text.append(std::to_string(end - 1)).append(":").append(letters);
    }
    first = end;
  }
  return text;
}

std::string situationsText(const WayIn& way) {
  return std::to_string(way.situations) + (way.situations == 1 ? " situation was" : " situations were") +
         " tried";
}

// "A and B were tried"
std::string buttonsTried(const WayIn& way) {
  std::string text;
  size_t count = 0;
  for (const Buttons button : {button_a, button_b, button_up, button_select})
    if (way.tried & button) text.append(count++ == 0 ? "" : " and ").append(buttonName(button));
  return text + (count == 1 ? " was tried" : " were tried");
}

}  // namespace

std::string buttonName(Buttons button) {
  std::string letters = movie::buttonsText(button);
  std::erase(letters, '.');
  return letters == "U" ? "Up" : letters == "S" ? "Select" : letters;
}

std::string whyNoJump(const Discovery& discovery) {
  const WayIn& way = discovery.way_in;
  std::string words = discovery.cut.empty() ? "" : "cut " + discovery.cut + ": ";
  words.append("no jump on A, B, Up or Select was recognised (" + situationsText(way));
  if (way.in_control > 0)
    words.append(", and in " + std::to_string(way.in_control) +
                 " of them sprites answer to Left or Right: a puzzle, a shooter or a menu?");
  words.append(")");
  if (way.thrust != 0)
    words.append("; " + buttonName(way.thrust) + " lifts sprites as long as it is held: thrust, no jump");
  if (!discovery.cut.empty())
    words.append("; " + (way.tried == 0 ? std::string() : "in the next one, " + buttonsTried(way) + "; ") +
                 "there is more to try: a larger --budget, or a movie that reaches the game (--movie)");
  else if (way.in_control == 0)
    words.append(
        "; no way in was found, since no sprite answers to Left or Right: a movie that reaches the game "
        "helps (--movie)");
  return words;
}

std::string discoveryText(const Discovery& discovery) {
  const JumpScene& jump = *discovery.way_in.jump;
  std::string text = "jump: " + std::string(jump.on_release ? "letting go of " : "") +
                     buttonName(jump.button) + (jump.on_release ? ", pressed" : "") + " in frame " +
                     std::to_string(jump.start.frame) + " lifts sprites by " + std::to_string(jump.arc.rise) +
                     " px";
  text.append(jump.arc.ground ? "" : "; without it they sink").append("\n");
  const std::string presses = pressText(jump.way);
  text.append("way in: ").append(presses.empty() ? "waiting" : presses).append("\n\nfound\n");
  for (const trace::Watch& watch : discovery.watches) {
    text.append("  ")
        .append(watch.name)
        .append(std::string(watch.name.size() < 8 ? 8 - watch.name.size() : 1, ' '));
    text.append(watchText(watch, "  ")).append("\n");
    text.append("          ").append(watch.meaning).append("\n");
  }
  if (discovery.screen)
    text.append("  screen  the middle of the feet is ")
        .append(std::to_string(discovery.screen->feet_x))
        .append(" px right of x and ")
        .append(std::to_string(discovery.screen->feet_y))
        .append(" px below y")
        .append(discovery.screen->scrolls ? ", less the scroll position\n" : "\n");
  if (discovery.routine)
    text.append("  routine ")
        .append(trace::addressText(*discovery.routine))
        .append(
            ", the innermost subroutine that is called once a frame and writes all bytes of the motion\n");
  if (discovery.watches.empty()) text.append("  nothing\n");
  if (!discovery.undecided.empty()) text.append("\nundecided\n");
  for (const std::string& line : discovery.undecided) text.append("  ").append(line).append("\n");
  if (!discovery.rises.empty()) text.append("\n  held  rises        frames\n");
  for (const Rise& rise : discovery.rises) {
    std::string held = std::to_string(rise.hold), height = rise.height + " px";
    text.append(held.size() < 6 ? 6 - held.size() : 0, ' ').append(held).append("  ").append(height);
    text.append(height.size() < 13 ? 13 - height.size() : 1, ' ')
        .append(std::to_string(rise.frames))
        .append("\n");
  }
  if (!discovery.path.empty())
    text.append("\nthe height moves, frame by frame, by\n  ").append(discovery.path).append("\n");
  if (!discovery.cut.empty())
    text.append("\ncut ")
        .append(discovery.cut)
        .append(", in the experiments on ")
        .append(discovery.doing)
        .append("; those after it were not made: a larger --budget makes them\n");
  return text;
}

nlohmann::ordered_json discoveryJson(const Discovery& discovery) {
  using nlohmann::ordered_json;
  ordered_json json{{"jump", discovery.way_in.jump.has_value()},
                    {"situations", discovery.way_in.situations},
                    {"in_control", discovery.way_in.in_control},
                    {"complete", discovery.complete},
                    {"frames", discovery.frames}};
  if (!discovery.cut.empty()) json["cut"] = discovery.cut;
  if (!discovery.way_in.jump) {
    json["reason"] = whyNoJump(discovery);
    return json;
  }
  const JumpScene& jump = *discovery.way_in.jump;
  json["button"] = buttonName(jump.button);
  json["frame"] = jump.start.frame;
  if (jump.on_release) json["on_release"] = true;
  json["press_to_play"] = pressText(jump.way);
  json["ground"] = jump.arc.ground;
  json["positive"] = discovery.up_positive ? "up" : "down";
  json["watches"] = ordered_json::array();
  for (const trace::Watch& watch : discovery.watches) json["watches"].push_back(trace::watchToJson(watch));
  json["undecided"] = discovery.undecided;
  json["rises"] = ordered_json::array();
  for (const Rise& rise : discovery.rises)
    json["rises"].push_back({{"hold", rise.hold}, {"height", rise.height}, {"frames", rise.frames}});
  if (!discovery.path.empty()) json["path"] = discovery.path;
  return json;
}

}  // namespace jumpscope::discover
