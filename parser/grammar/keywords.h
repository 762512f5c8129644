// Reserved words per kind of text.
//
// Three kinds of text have three sets of keywords. A `soft` word is lexed as an identifier that remembers its special
// meaning, and the grammar decides by the tokens that follow: models older than the keyword keep loading. The policy is
// written down in docs/language-support.md.
#pragma once

#include <string_view>

#include "parser/grammar/token.h"

namespace orbita {

enum class TextKind : std::uint8_t { model, old_model, query };

enum class Standing : std::uint8_t { name, soft, reserved };

struct WordInfo {
  Word word = Word::none;
  Standing standing = Standing::name;
};

WordInfo look_up(std::string_view text, TextKind kind);

// The word's standing in 4.x text: tells model authors which names to avoid.
inline Standing standing_in_models(std::string_view text) { return look_up(text, TextKind::model).standing; }

}  // namespace orbita
