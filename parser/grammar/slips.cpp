#include "parser/grammar/slips.h"

#include <utility>

namespace orbita::internal {
namespace {

using Slip = std::pair<std::string_view, std::string_view>;

constexpr std::string_view implication = "write 'imply' for 'if … then …'";
constexpr std::string_view and_words = "write 'and' or '&&'";
constexpr std::string_view or_words = "write 'or' or '||'";
constexpr std::string_view not_words = "write 'not' or '!'";

constexpr Slip slips[] = {
    {"implies", implication}, {"IMPLY", implication},
    {"IMPLIES", implication}, {"->", "write 'imply' for 'if … then …', or '-->' for 'leads to'"},
    {"AND", and_words},       {"And", and_words},
    {"/\\", and_words},       {"OR", or_words},
    {"Or", or_words},         {"\\/", or_words},
    {"NOT", not_words},       {"Not", not_words},
    {"XOR", "write 'xor'"},   {"iff", "write '==' for 'if and only if'"},
    {"mod", "write '%'"},     {"div", "write '/'"},
};

// Operators of CTL and of other tools.
constexpr Slip path_slips[] = {{"AG", "A[]"}, {"AF", "A<>"}, {"EG", "E[]"}, {"EF", "E<>"}, {"G", "A[]"}, {"F", "A<>"}};

std::string_view meaning_in(std::string_view word, const auto& table) {
  for (const auto& [slip, meant] : table)
    if (slip == word) return meant;
  return "";
}

}  // namespace

std::string slip_hint(std::string_view found) { return std::string(meaning_in(found, slips)); }

std::string_view path_operator_of(std::string_view word) { return meaning_in(word, path_slips); }

}  // namespace orbita::internal
