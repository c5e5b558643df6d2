#include "src/lift/names.h"

#include <array>
#include <cctype>

#include "src/trace/watch.h"

namespace jumpscope::lift {
namespace {

// Words of C++ and C#, and what the lifted file itself defines.
constexpr const char* reserved[] = {"abstract",  "alignas",
                                    "alignof",   "and",
                                    "as",        "asm",
                                    "auto",      "base",
                                    "bool",      "break",
                                    "byte",      "case",
                                    "catch",     "char",
                                    "checked",   "class",
                                    "compl",     "concept",
                                    "const",     "constexpr",
                                    "continue",  "decimal",
                                    "default",   "delegate",
                                    "delete",    "do",
                                    "double",    "else",
                                    "enum",      "event",
                                    "explicit",  "export",
                                    "extern",    "false",
                                    "finally",   "fixed",
                                    "float",     "for",
                                    "foreach",   "friend",
                                    "goto",      "if",
                                    "implicit",  "in",
                                    "inline",    "int",
                                    "interface", "internal",
                                    "is",        "lock",
                                    "long",      "mutable",
                                    "namespace", "new",
                                    "noexcept",  "not",
                                    "null",      "nullptr",
                                    "object",    "operator",
                                    "or",        "out",
                                    "override",  "params",
                                    "private",   "protected",
                                    "public",    "readonly",
                                    "ref",       "register",
                                    "requires",  "return",
                                    "sbyte",     "sealed",
                                    "short",     "signed",
                                    "sizeof",    "stackalloc",
                                    "static",    "string",
                                    "struct",    "switch",
                                    "template",  "this",
                                    "throw",     "true",
                                    "try",       "typedef",
                                    "typeid",    "typename",
                                    "typeof",    "uint",
                                    "ulong",     "unchecked",
                                    "union",     "unsafe",
                                    "unsigned",  "ushort",
                                    "using",     "virtual",
                                    "void",      "volatile",
                                    "while",     "xor",
                                    "a",         "x",
                                    "y",         "c",
                                    "z",         "n",
                                    "v",         "ram",
                                    "board",     "rom",
                                    "read",      "write",
                                    "u8",        "s8",
                                    "State",     "step",
                                    "Step",      "register_value",
                                    "buttons",   "state",
                                    "before",    "std",
                                    "System",    "lifted",
                                    "Lifted",    "index",
                                    "u16",       "u24",
                                    "sum"};

std::string identifier(const std::string& text) {
  std::string name;
  for (const char letter : text) name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name.insert(0, "_");
  for (const char* word : reserved)
    if (name == word) return name + "_";
  // "__" and "_A" belong to the compiler.
  for (size_t at = name.find("__"); at != std::string::npos; at = name.find("__")) name.erase(at, 1);
  if (name[0] == '_') name.insert(0, "l");
  return name;
}

std::string hex(uint16_t address) { return trace::addressText(address).substr(1); }

// "y_speed_high" and "y_speed_low" for the bytes of a watch of two.
std::string partName(const trace::Watch& watch, size_t byte) {
  if (watch.addresses.size() == 1) return watch.name;
  if (watch.addresses.size() == 2) return watch.name + (byte == 0 ? "_high" : "_low");
  return watch.name + "_" + std::to_string(watch.addresses.size() - 1 - byte);
}

}  // namespace

Names::Names(const trace::Profile* profile, const trace::Symbols& symbols) : symbols_(symbols) {
  if (profile)
    for (const trace::Watch& watch : profile->watches) {
      if (watch.take != trace::Take::Value) continue;
      for (size_t i = 0; i < watch.addresses.size(); ++i) {
        const uint16_t address = trace::foldMirror(watch.addresses[i]);
        if (address >= 0x800 || ram_.contains(address)) continue;
        ram_[address] = unique(identifier(partName(watch, i)), address);
        if (i == 0 && trace::isSigned(watch.type)) signed_.insert(address);
        meanings_[address] = watch.meaning;
      }
    }
  for (const trace::Symbol& symbol : symbols.all()) {
    const uint16_t address = trace::foldMirror(symbol.address);
    if (address < 0x800 && symbol.is_address && !ram_.contains(address))
      ram_[address] = unique(identifier(symbol.name), address);
  }
}

std::string Names::unique(std::string name, uint16_t address) {
  if (!taken_.insert(name).second) {
    name += "_" + hex(address);
    taken_.insert(name);
  }
  return name;
}

std::string Names::ram(uint16_t address) const {
  const auto found = ram_.find(address);
  return found == ram_.end() ? "" : found->second;
}

std::string Names::meaning(uint16_t address) const {
  const auto found = meanings_.find(address);
  return found == meanings_.end() ? "" : found->second;
}

std::string Names::code(std::map<uint16_t, std::string>& names, uint16_t address,
                        const std::string& otherwise) {
  const auto found = names.find(address);
  if (found != names.end()) return found->second;
  const std::string label = symbols_.nameOf(address);
  const bool whole = !label.empty() && label.find('+') == std::string::npos;
  return names[address] = unique(whole ? identifier(label) : otherwise + hex(address), address);
}

std::string Names::function(uint16_t address) { return code(functions_, address, "sub_"); }
std::string Names::table(uint16_t address) { return code(tables_, address, "table_"); }

}  // namespace jumpscope::lift
