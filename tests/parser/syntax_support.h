// Small helpers for tests of the lexer, the grammar and the printer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser/grammar/grammar.h"
#include "parser/print/printer.h"

namespace orbita::syntax_test {

// A document with a grammar context, fed with one text after the other.
class Workshop {
 public:
  explicit Workshop(Syntax syntax = Syntax::v4) : context{document, diagnostics, syntax} {}

  std::uint32_t add(std::string text) {
    TextBlock block;
    block.file = "test";
    block.text = std::move(text);
    return document.sources.add(std::move(block));
  }
  // "1:5 error code: message | …" in source order; "" if there are none.
  std::string problems() const {
    std::string out;
    for (const Diagnostic& item : diagnostics.sorted()) {
      const Position at = document.sources.locate(item.where);
      if (!out.empty()) out += " | ";
      out += std::to_string(at.line) + ":" + std::to_string(at.column) + " ";
      out += item.severity == Severity::error ? "error " : item.severity == Severity::warning ? "warning " : "note ";
      out += item.code + ": " + item.message;
    }
    return out;
  }
  std::string first_hint() const {
    const auto items = diagnostics.sorted();
    return items.empty() ? "" : items.front().hint;
  }

  Document document;
  Diagnostics diagnostics;
  GrammarContext context;
};

// Every operator in parentheses: the shape of the tree.
std::string shape(const Expr& expr);

inline std::string shape_of(const std::string& text, Syntax syntax = Syntax::v4) {
  Workshop shop(syntax);
  const Expr* expr = parse_expression(shop.context, shop.add(text));
  return expr && shop.problems().empty() ? shape(*expr) : "problems: " + shop.problems();
}

inline std::string problems_of_declarations(const std::string& text, Syntax syntax = Syntax::v4) {
  Workshop shop(syntax);
  parse_declarations(shop.context, shop.add(text));
  return shop.problems();
}

inline std::string syntax_problems_of_xta(const std::string& text, Syntax syntax = Syntax::v4) {
  Workshop shop(syntax);
  parse_xta(shop.context, shop.add(text));
  return shop.problems();
}

inline std::string problems_of_query(const std::string& text) {
  Workshop shop;
  parse_query(shop.context, shop.add(text));
  return shop.problems();
}

}  // namespace orbita::syntax_test
