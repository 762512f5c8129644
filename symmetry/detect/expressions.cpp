#include "symmetry/detect/expressions.h"

#include <algorithm>

#include "parser/work_limits.h"

namespace orbita::violations {

bool same_expression(const Expr& a, const Expr& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.args.size() != b.args.size() || a.binder || b.binder) return false;
  if (a.symbol != b.symbol || a.value != b.value || a.number != b.number || a.field_index != b.field_index)
    return false;
  if (a.kind == ExprKind::name && !a.symbol && a.name != b.name) return false;
  for (std::size_t k = 0; k < a.args.size(); ++k) {
    if (!same_expression(*a.args[k], *b.args[k])) return false;
  }
  return true;
}

void for_each_expression(const TypeExpr& type, const std::function<void(const Expr&)>& visit) {
  for (const Expr* part : {type.low, type.high, type.size}) {
    if (part) for_each_expression(*part, visit);
  }
  for (const Field& field : type.fields) {
    if (field.type) for_each_expression(*field.type, visit);
  }
}

void for_each_expression(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  poll_limits();
  visit(expr);
  if (expr.binder && expr.binder->type) for_each_expression(*expr.binder->type, visit);
  for (const Expr* arg : expr.args) {
    if (arg) for_each_expression(*arg, visit);
  }
}

void for_each_statement(const Stmt& stmt, const std::function<void(const Stmt&)>& visit) {
  visit(stmt);
  for (const Stmt* part : stmt.body) {
    if (part) for_each_statement(*part, visit);
  }
}

void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit) {
  for_each_statement(stmt, [&](const Stmt& part) {
    for (const Expr* expr : {part.init, part.condition, part.step}) {
      if (expr) for_each_expression(*expr, visit);
    }
    if (part.binder && part.binder->type) for_each_expression(*part.binder->type, visit);
    for (const Decl* decl : part.decls) {
      if (decl->type) for_each_expression(*decl->type, visit);
      for (const Declarator& declarator : decl->declarators) {
        if (declarator.init) for_each_expression(*declarator.init, visit);
        for (const ArrayDim& dim : declarator.dims) {
          if (dim.size) for_each_expression(*dim.size, visit);
          if (dim.index_type) for_each_expression(*dim.index_type, visit);
        }
      }
    }
  });
}

bool is_place(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::name: return true;
    case ExprKind::member:
    case ExprKind::index: return is_place(*expr.args[0]);
    case ExprKind::conditional: return is_place(*expr.args[1]) && is_place(*expr.args[2]);
    case ExprKind::comma: return is_place(*expr.args[1]);
    case ExprKind::call: return expr.symbol && expr.symbol->kind == SymbolKind::process;  // P(i).x in a query
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement: return true;
    default: return is_assignment(expr.kind);
  }
}

bool contains_write(const Expr& expr) {
  bool found = false;
  for_each_expression(expr, [&](const Expr& part) { found |= is_assignment(part.kind) || is_increment(part.kind); });
  return found;
}

bool contains_call(const Expr& expr) {
  bool found = false;
  for_each_expression(expr, [&](const Expr& part) { found |= part.kind == ExprKind::call; });
  return found;
}

bool mentions(const Expr& expr, const std::set<const Symbol*>& symbols) {
  bool found = false;
  for_each_expression(expr, [&](const Expr& part) { found |= part.symbol && symbols.contains(part.symbol); });
  return found;
}

std::set<const Symbol*> declared_inside(const Stmt& stmt) {
  std::set<const Symbol*> symbols;
  for_each_statement(stmt, [&](const Stmt& part) {
    if (part.binder && part.binder->symbol) symbols.insert(part.binder->symbol);
    for (const Decl* decl : part.decls) {
      for (const Declarator& declarator : decl->declarators) {
        if (declarator.symbol) symbols.insert(declarator.symbol);
      }
    }
  });
  return symbols;
}

const Stmt* single_statement(const Stmt& stmt) {
  if (stmt.kind == StmtKind::expression) return &stmt;
  if (stmt.kind == StmtKind::block && stmt.decls.empty() && stmt.body.size() == 1)
    return single_statement(*stmt.body[0]);
  return nullptr;
}

const ScalarSet* scalar_set(const Binder& binder) {
  const Type* type = binder.symbol ? binder.symbol->type : nullptr;
  return type && type->is(TypeKind::scalar) ? type->set : nullptr;
}

void collect_sets(const Type& type, std::set<const ScalarSet*>& sets) {
  if (type.set) sets.insert(type.set);
  if (type.index && type.index->set) sets.insert(type.index->set);
  if (type.element) collect_sets(*type.element, sets);
  for (const StructField& field : type.fields) {
    if (field.type) collect_sets(*field.type, sets);
  }
}

}  // namespace orbita::violations
