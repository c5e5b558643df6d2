// The keys that suites and sweeps share: cartridge, machine, watches.
#pragma once

#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/json_value.h"
#include "src/session/machine.h"
#include "src/suite/suite.h"
#include "src/trace/trace.h"

namespace jumpscope::suite {

// All of these throw std::runtime_error naming file, place and what belongs there.

std::string pathFrom(const base::JsonValue& value);
std::string sha1From(const base::JsonValue& value);
std::string wordFrom(const base::JsonValue& value, std::initializer_list<std::string_view> words);
RomWanted romFrom(const base::JsonValue& value);
std::span<const std::string_view> romKeys();
std::vector<trace::Watch> watchesFrom(const base::JsonValue& value);

// One text, or a list of texts.
std::vector<base::JsonValue> oneOrMore(const base::JsonValue& value);

// The keys patch, battery, region, devices, ram_init, alignment and policy of an object.
void readMachine(const base::JsonValue& value, std::vector<std::string>& patches,
                 session::MachineChoice& machine);

// Adds the place in this file to the error of another parser.
template <class Parse>
auto parsedAt(const base::JsonValue& value, const Parse& parse) {
  try {
    return parse(value.string());
  } catch (const std::runtime_error& error) {
    value.fail("a valid value: " + std::string(error.what()));
  }
}

}  // namespace jumpscope::suite
