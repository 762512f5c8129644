// Tokens of model and query text.
#pragma once

#include <cstdint>
#include <string_view>

#include "parser/operator_table.h"

namespace orbita {

enum class TokenKind : std::uint8_t {
  end,
  identifier,
  keyword,
  natural,
  floating,
  string,
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  comma,
  semicolon,
  colon,
  dot,
  prime,
  question,
  exclamation,
  assign,  // = and :=
  // clang-format off
  ORBITA_COMPOUND_ASSIGNMENTS(ORBITA_OPERATOR_NAME)
#define ORBITA_TOKEN(name, token, ...) token,
  ORBITA_SIGN_OPERATORS(ORBITA_TOKEN)
#undef ORBITA_TOKEN
  // clang-format on
  old_less_equal,
  old_greater_equal,  // =< and =>: 3.x spellings
  increment,
  decrement,
  arrow,
  uncontrollable_arrow,
  leads_to,
  always_globally,
  always_finally,
  exists_globally,
  exists_finally,  // A[] A<> E[] E<>
  box,
  diamond,
  conjunction,
  disjunction,  // [] <> /\ \/
  hash
};

// Words with a meaning of their own. Which of them are reserved depends on the kind of text; see keywords.h.
enum class Word : std::uint8_t {
  none,
  // reserved in every model text
  const_,
  guard,
  sync,
  assign,
  process,
  state,
  init,
  trans,
  urgent,
  commit,
  broadcast,
  system,
  true_,
  false_,
  and_,
  or_,
  not_,
  imply,
  bool_,
  int_,
  chan,
  clock,
  void_,
  scalar,
  // reserved in 4.x and later
  for_,
  while_,
  do_,
  if_,
  else_,
  return_,
  typedef_,
  struct_,
  meta,
  // understood where they make sense, names elsewhere
  select,
  probability,
  branchpoint,
  xor_,
  default_,
  import_,
  before_update,
  after_update,
  progress,
  gantt,
  assert_,
  io,
  forall,
  exists,
  sum,
  priority,
  double_,
  string_,
  hybrid,
  dynamic,
  spawn,
  exit_,
  query,
  location,
  // queries
  deadlock,
  num_of,
  foreach_
};

struct Token {
  TokenKind kind = TokenKind::end;
  Word word = Word::none;      // keywords, and identifiers that have a meaning in some places
  bool after_newline = false;  // a newline (not inside a comment, not continued) separates it from the previous token
  std::uint32_t begin = 0;     // bytes [begin, end) of the block
  std::uint32_t end = 0;

  bool is(TokenKind k) const { return kind == k; }
  bool is(Word w) const { return word == w; }
};

// The spelling of a symbol: "';'"; for messages.
std::string_view spelling(TokenKind kind);

}  // namespace orbita
