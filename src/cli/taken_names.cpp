// SPDX-License-Identifier: BSD-3-Clause
#include "cli/taken_names.hpp"

#include <algorithm>
#include <string_view>

namespace fubini::cli {
namespace {

// clang-format off
// Keywords of C++20, other spellings of operators, and words that are keywords in some places
constexpr std::string_view kOfTheLanguage[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char8_t", "char16_t", "char32_t", "class", "compl", "concept",
    "const", "consteval", "constexpr", "constinit", "const_cast", "continue", "co_await",
    "co_return", "co_yield", "decltype", "default", "delete", "do", "double", "dynamic_cast",
    "else", "enum", "explicit", "export", "extern", "false", "final", "float", "for", "friend",
    "goto", "if", "import", "inline", "int", "long", "module", "mutable", "namespace", "new",
    "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "override", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "return", "short",
    "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template",
    "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union",
    "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    "typeof"};
// Macros, and namespaces that a struct would hide
constexpr std::string_view kOfLibraries[] = {
    "alloca", "assert", "boost", "complex", "eigen_assert", "errno", "fmt", "likely", "linux",
    "main", "major", "makedev", "minor", "nlohmann", "offsetof", "oneapi", "setjmp", "stan", "std",
    "stderr", "stdin", "stdout", "tbb", "unix", "unlikely", "va_arg", "va_copy", "va_end",
    "va_start", "abs", "ceil", "cos", "cosh", "erf", "erfc", "fabs", "floor", "fma", "hypot",
    "isfinite", "isinf", "isnan", "lgamma", "log2", "log10", "max", "min", "pow", "round", "sin",
    "sinh", "tan", "tgamma"};
// Words of the program, and members that it looks for in a struct, which cannot have its name
constexpr std::string_view kOfFubini[] = {
    "all", "arguments", "backward", "by_number", "check", "cli", "detail", "example", "forward",
    "generated", "moments", "options", "own", "parse", "rate", "select", "stage_potential", "step",
    "takes_l1", "usage", "value"};
// clang-format on
// What headers declare and what the templates hold: CMake reads them.
constexpr std::string_view kDeclared[] = {
#include "taken_names.inc"
};

}  // namespace

std::optional<std::string> who_needs(const std::string& name) {
  const auto in = [&name](const auto& names) { return std::ranges::count(names, name) > 0; };
  if (in(kOfTheLanguage)) return "C++ needs";
  if (in(kOfLibraries)) return "a library needs";
  if (in(kOfFubini) || in(kDeclared)) return "Fubini needs";
  return std::nullopt;
}

}  // namespace fubini::cli
