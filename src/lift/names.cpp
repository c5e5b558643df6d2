#include "src/lift/names.h"

#include <algorithm>
#include <string_view>

#include "src/trace/watch.h"

namespace jumpscope::lift {
namespace {

// clang-format off
// Words of C++ and C#, and macros that compilers define.
constexpr std::string_view words[] = {
    "abstract", "alignas", "alignof", "and", "and_eq", "as", "asm", "auto", "base", "bitand", "bitor",
    "bool", "break", "byte", "case", "catch", "char", "char8_t", "char16_t", "char32_t", "checked", "class",
    "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval",
    "constexpr", "constinit", "continue", "decimal", "decltype", "default", "delegate", "delete", "do",
    "double", "dynamic_cast", "else", "enum", "event", "explicit", "export", "extern", "false", "finally",
    "fixed", "float", "for", "foreach", "friend", "goto", "if", "implicit", "in", "inline", "int",
    "interface", "internal", "is", "linux", "lock", "long", "mutable", "namespace", "new", "noexcept",
    "not", "not_eq", "null", "nullptr", "object", "operator", "or", "or_eq", "out", "override", "params",
    "private", "protected", "public", "readonly", "ref", "register", "reinterpret_cast", "requires",
    "return", "sbyte", "sealed", "short", "signed", "sizeof", "stackalloc", "static", "static_assert",
    "static_cast", "string", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try",
    "typedef", "typeid", "typename", "typeof", "uint", "ulong", "unchecked", "union", "unix", "unsafe",
    "unsigned", "ushort", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq"};
// What the lifted file itself defines, and what State has in C# from its base class.
constexpr std::string_view own_names[] = {
    "Equals", "Finalize", "GetHashCode", "GetType", "InvalidOperationException", "Lifted",
    "MemberwiseClone", "NULL", "ReferenceEquals", "State", "Step", "System", "ToString", "a", "before",
    "board", "buttons", "c", "index", "lifted", "n", "ram", "read", "register_value", "rom", "s8", "state",
    "std", "step", "u16", "u24", "u8", "v", "write", "x", "y", "z"};
// clang-format on

// What local variables may be called: sum, sum2, pushed_a, pushed_c2.
bool isLocal(const std::string& name) {
  const std::string stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
  return stem == "sum" || stem.starts_with("pushed_");
}

bool isReserved(const std::string& name) {
  return std::ranges::find(words, name) != std::end(words) ||
         std::ranges::find(own_names, name) != std::end(own_names) || isLocal(name);
}

std::string identifier(const std::string& text) {
  const auto is_letter = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  };
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  std::string name;
  for (const char letter : text) name += is_letter(letter) || is_digit(letter) ? letter : '_';
  if (name.empty() || is_digit(name[0])) name.insert(0, "_");
  // "__" and "_A" belong to the compiler.
  for (size_t at = name.find("__"); at != std::string::npos; at = name.find("__")) name.erase(at, 1);
  if (name[0] == '_') name.insert(0, "l");
  return isReserved(name) ? name + "_" : name;
}

std::string hex(uint16_t address) { return trace::addressText(address).substr(1); }

// "y_speed_high" and "y_speed_low" for the bytes of a watch of two.
std::string partName(const trace::Watch& watch, size_t byte) {
  if (watch.addresses.size() == 1) return watch.name;
  if (watch.addresses.size() == 2) return watch.name + (byte == 0 ? "_high" : "_low");
  return watch.name + "_" + std::to_string(watch.addresses.size() - 1 - byte);
}

}  // namespace

std::string commentText(std::string text) {
  for (char& letter : text)
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  while (!text.empty() && (text.back() == '\\' || text.back() == ' ')) text.pop_back();
  return text;
}

Names::Names(const trace::Profile* profile, const trace::Symbols& symbols) : symbols_(symbols) {
  if (profile)
    for (const trace::Watch& watch : profile->watches) {
      if (watch.take != trace::Take::Value) continue;
      for (size_t i = 0; i < watch.addresses.size(); ++i) {
        const uint16_t address = trace::foldMirror(watch.addresses[i]);
        if (address >= 0x800 || ram_.contains(address)) continue;
        ram_[address] = unique(identifier(partName(watch, i)), address);
        if (i == 0 && trace::isSigned(watch.type)) signed_.insert(address);
        meanings_[address] = commentText(watch.meaning);
      }
    }
  for (const trace::Symbol& symbol : symbols.all()) {
    const uint16_t address = trace::foldMirror(symbol.address);
    if (address < 0x800 && symbol.is_address && !ram_.contains(address))
      ram_[address] = unique(identifier(symbol.name), address);
  }
}

std::string Names::unique(std::string name, uint16_t address) {
  if (taken_.contains(name)) name += (name.back() == '_' ? "" : "_") + hex(address);
  while (!taken_.insert(name).second) name += "_2";
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
