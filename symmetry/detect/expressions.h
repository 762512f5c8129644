// Questions about checked expressions and statements that need no context.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "parser/ast.h"
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

bool is_assignment(ExprKind kind);      // = += … >>=
bool is_increment(ExprKind kind);       // ++ and --, before and after
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
