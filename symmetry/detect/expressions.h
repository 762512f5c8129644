// Questions about checked expressions and statements that need no context.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "parser/ast.h"
#include "parser/operators.h"
#include "parser/symbol.h"

namespace orbita::violations {

// Written alike: same operators, symbols and numbers. Equal values when nothing happens between.
bool same_expression(const Expr& a, const Expr& b);

// The expression and everything inside it, outside in.
void for_each_expression(const Expr& expr, const std::function<void(const Expr&)>& visit);
// Every expression of the statement, those of nested statements and declarations included.
void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit);
// The statement and those inside it.
void for_each_statement(const Stmt& stmt, const std::function<void(const Stmt&)>& visit);
// The bounds and sizes a type is written with.
void for_each_expression(const TypeExpr& type, const std::function<void(const Expr&)>& visit);

// Denotes cells that exist already, unlike the result of a call.
bool is_place(const Expr& expr);

// What is evaluated to find a place, in order, without reading the place itself: value(e) for expressions
// whose value is needed, effect(e) for those that only run.
template <class Value, class Effect>
void for_each_in_place(const Expr& place, const Value& value, const Effect& effect) {
  switch (place.kind) {
    case ExprKind::name: return;
    case ExprKind::member: return for_each_in_place(*place.args[0], value, effect);
    case ExprKind::index: for_each_in_place(*place.args[0], value, effect); return value(*place.args[1]);
    case ExprKind::conditional:
      value(*place.args[0]);
      for (const Expr* choice : {place.args[1], place.args[2]}) {
        // Beside the result of a call a place is read as a whole.
        if (is_place(place)) for_each_in_place(*choice, value, effect);
        else value(*choice);
      }
      return;
    case ExprKind::comma: effect(*place.args[0]); return for_each_in_place(*place.args[1], value, effect);
    case ExprKind::call:
      if (!place.symbol || place.symbol->kind != SymbolKind::process) return value(place);
      for (std::size_t k = 1; k < place.args.size(); ++k) value(*place.args[k]);  // P(i).x in a query
      return;
    default: return effect(place);
  }
}

bool contains_write(const Expr& expr);  // an assignment or increment; calls are not looked into
bool contains_call(const Expr& expr);
bool mentions(const Expr& expr, const std::set<const Symbol*>& symbols);

// Variables declared and loop variables bound inside the statement.
std::set<const Symbol*> declared_inside(const Stmt& stmt);
// `stmt` if it is an expression statement, or the only statement of blocks without declarations.
const Stmt* single_statement(const Stmt& stmt);

// The scalarset a binder runs over, or nullptr.
const ScalarSet* scalar_set(const Binder& binder);
// The sets of scalars and of array dimensions inside the type.
void collect_sets(const Type& type, std::set<const ScalarSet*>& sets);

}  // namespace orbita::violations
