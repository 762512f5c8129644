// The parts of the printer; all append to one string.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "parser/ast.h"
#include "parser/operators.h"

namespace orbita::internal {

void append_name(std::string& out, std::string_view name);  // 4.x keywords get a '_'
void append(std::string& out, const Expr& expr, Level level = Level::comma);
void append(std::string& out, const TypeExpr& type);
void append(std::string& out, const Declarator& declarator);
void append(std::string& out, const Binder& binder);
void append(std::string& out, const Parameter& parameter);
void append(std::string& out, std::span<const Parameter> parameters);  // in parentheses
void append(std::string& out, const Decl& decl, int indent);
void append(std::string& out, const Stmt& stmt, int indent);
void append_indent(std::string& out, int indent);

// Appends the items with ", " between them.
template <class Items, class Append>
void append_list(std::string& out, const Items& items, Append&& one) {
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ", ";
    first = false;
    one(item);
  }
}

}  // namespace orbita::internal
