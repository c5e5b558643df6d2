// Engines for tests, and what they are judged by.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <functional>
#include <string>

#include "src/engine/compare.h"
#include "src/physics/smb_jump.h"
#include "src/trace/profile.h"
#include "tests/support/jumplab.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {

// The program ignores this signal; here a child that closes its input may not end the tests.
struct NoSigpipe : testing::Test {
  NoSigpipe() { signal(SIGPIPE, SIG_IGN); }
};

inline engine::Engine program(std::vector<std::string> words, double timeout = 20) {
  return engine::programEngine({std::move(words), "", timeout});
}
inline engine::Engine shell(const std::string& script, double timeout = 20) {
  return program({"/bin/sh", "-c", script}, timeout);
}

inline std::string errorOf(const std::function<void()>& what) {
  try {
    what();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

// The routine of the profile smb, as a function: what may be changed of it makes mutants.
inline engine::Engine routine(const physics::SmbTables& tables = {}) {
  struct Runner {
    physics::SmbJumpState state;
    physics::SmbInput input;
    static uint8_t byte(double value) { return static_cast<uint8_t>(static_cast<int>(value)); }
    void surroundings(const double* read) {
      input.x_speed_abs = byte(read[0]);
      input.swimming = read[1] != 0;
      input.whirlpool = read[2] != 0;
    }
    void seed(uint8_t buttons, const double* v) {
      state = {};
      state.y_position = byte(v[0]), state.y_page = byte(v[1]), state.y_subpixel = byte(v[2]);
      state.y_speed = static_cast<int8_t>(v[3]), state.y_speed_fraction = byte(v[4]);
      state.gravity = byte(v[5]), state.gravity_fall = byte(v[6]);
      surroundings(v + 7);
      state.player_state = byte(v[10]), state.jump_origin_y = byte(v[11]), state.swim_timer = byte(v[12]);
      state.a_previous = (buttons & 1) != 0;
    }
    void frame(uint8_t buttons, const double* read, const physics::SmbTables& constants, double* out) {
      input.a_down = (buttons & 1) != 0;
      // The game has masked it already.
      if (input.swimming && physics::smbMasksButtons(state, input)) input.a_down = false;
      state = physics::smbBeforeMotion(state, input, constants);
      if (state.player_state == 1 || state.player_state == 2) physics::smbMove(state, constants);
      state.a_previous = input.a_down;
      surroundings(read);
      const double values[] = {double(state.y_position),       double(state.y_page),
                               double(state.y_subpixel),       double(state.y_speed),
                               double(state.y_speed_fraction), double(state.gravity),
                               double(state.gravity_fall)};
      std::copy(std::begin(values), std::end(values), out);
    }
  };
  return {
      "the routine",
      [](const engine::Hello&) {
        return engine::Ready{
            {"y_position", "y_page", "y_subpixel", "y_speed", "y_speed_fraction", "gravity", "gravity_fall"},
            {"x_speed_abs", "swimming", "whirlpool", "player_state", "jump_origin_y", "swim_timer"}};
      },
      [tables](const engine::Plan& plan) {
        Runner runner;
        std::vector<double> answers(plan.frames * plan.computes.size());
        double* next = answers.data();
        for (const engine::Plan::Step& step : plan.steps) {
          const double* values = plan.values.data() + step.values;
          if (step.seed) {
            runner.seed(step.buttons, values);
          } else {
            runner.frame(step.buttons, values, tables, next);
            next += plan.computes.size();
          }
        }
        return answers;
      }};
}

inline const Recording& recordingOf(const std::string& movie) {
  static std::map<std::string, Recording> recordings;
  if (const auto found = recordings.find(movie); found != recordings.end()) return found->second;
  for (const BundledMovie& one : bundledMovies())
    if (one.name == movie)
      return recordings.emplace(movie, recordJumplab(jumplabCartridge(), one.inputs)).first->second;
  throw std::runtime_error("no movie " + movie);
}

inline diff::DiffResult judged(const Recording& recording, const engine::Engine& engine,
                               const engine::Options& options = {}) {
  return engine::compareWith(recording.trace, trace::builtinProfile("smb"), recording.writes, engine,
                             options);
}

}  // namespace jumpscope::tests
