#include "engine/counted/query_copies.h"

#include <algorithm>
#include <map>

#include "engine/counted/number_ids.h"
#include "parser/model.h"
#include "parser/operators.h"

namespace orbita {

bool ranges_over_elements(const Binder& binder, const NumberIds* numbers) {
  if (binder.symbol == nullptr || binder.symbol->type == nullptr) return false;
  const Type& type = *binder.symbol->type;
  return type.is(TypeKind::scalar) || (numbers != nullptr && numbers->contains(type));
}

std::uint32_t bounded_sum(const Expr& expr, const NumberIds* numbers) {
  if (!is_comparison(expr.kind)) return 0;
  for (const std::size_t side : {0u, 1u}) {
    const Expr &sum = *expr.args[side], &number = *expr.args[1 - side];
    if (sum.kind != ExprKind::sum || !ranges_over_elements(*sum.binder, numbers) || number.kind != ExprKind::integer)
      continue;
    const Type* type = sum.args[0]->type;
    const bool is_truth = type != nullptr && (type->is(TypeKind::boolean) || type->is(TypeKind::location));
    if (is_truth && number.value >= 0 && number.value < 100) return static_cast<std::uint32_t>(number.value) + 1;
  }
  return 0;
}

std::uint32_t quantifier_depth(const Expr* expr, const NumberIds* numbers) {
  if (expr == nullptr) return 0;
  std::uint32_t deepest = 0;
  for (const Expr* arg : expr->args) deepest = std::max(deepest, quantifier_depth(arg, numbers));
  const bool quantifies = expr->kind == ExprKind::forall || expr->kind == ExprKind::exists;
  if (quantifies && ranges_over_elements(*expr->binder, numbers)) ++deepest;
  deepest += bounded_sum(*expr, numbers);
  if (expr->kind == ExprKind::call && expr->symbol != nullptr && expr->symbol->kind == SymbolKind::function &&
      expr->symbol->function != nullptr) {
    deepest += quantifier_depth(expr->symbol->function->body, numbers);
  }
  return deepest;
}

std::uint32_t quantifier_depth(const Stmt* stmt, const NumberIds* numbers) {
  if (stmt == nullptr) return 0;
  std::uint32_t deepest = std::max({quantifier_depth(stmt->init, numbers), quantifier_depth(stmt->condition, numbers),
                                    quantifier_depth(stmt->step, numbers)});
  for (const Stmt* part : stmt->body) deepest = std::max(deepest, quantifier_depth(part, numbers));
  for (const Decl* decl : stmt->decls) {
    for (const Declarator& d : decl->declarators) deepest = std::max(deepest, quantifier_depth(d.init, numbers));
  }
  return deepest;
}

namespace {

bool is_clock_term(const Expr& expr) {
  return expr.type != nullptr && (expr.type->is(TypeKind::clock) || expr.type->is(TypeKind::difference));
}

bool has_clocks(const Expr& expr) {
  return is_clock_term(expr) ||
         std::any_of(expr.args.begin(), expr.args.end(), [](const Expr* arg) { return has_clocks(*arg); });
}

// The clock a comparison is about: its declaration, whoever owns it.
const Symbol* clock_in(const Expr& expr) {
  if (expr.symbol != nullptr && is_clock_term(expr)) return expr.symbol;
  for (const Expr* arg : expr.args) {
    if (const Symbol* found = clock_in(*arg)) return found;
  }
  return nullptr;
}

constexpr std::uint32_t most_types = 1000;

// What the part of a formula that is about clocks asks for.
struct Asks {
  std::uint32_t witnesses = 0;   // elements that must exist at once
  bool for_all = false;          // something is asked of all elements
  std::uint32_t data_depth = 0;  // of quantifiers in parts without clocks
  bool unknown = false;          // quantifies over numbers: each of them may ask for other elements
};

Asks both(const Asks& a, const Asks& b) {
  return {a.witnesses + b.witnesses, a.for_all || b.for_all, std::max(a.data_depth, b.data_depth),
          a.unknown || b.unknown};
}
Asks one_of(const Asks& a, const Asks& b) {
  return {std::max(a.witnesses, b.witnesses), a.for_all || b.for_all, std::max(a.data_depth, b.data_depth),
          a.unknown || b.unknown};
}

Asks asks_of(const Expr& expr, bool negated, const NumberIds* numbers) {
  if (!has_clocks(expr)) return {0, false, quantifier_depth(&expr, numbers), false};
  switch (expr.kind) {
    case ExprKind::logical_not: return asks_of(*expr.args[0], !negated, numbers);
    case ExprKind::logical_and:
    case ExprKind::logical_or: {
      const Asks a = asks_of(*expr.args[0], negated, numbers), b = asks_of(*expr.args[1], negated, numbers);
      return (expr.kind == ExprKind::logical_and) != negated ? both(a, b) : one_of(a, b);
    }
    case ExprKind::imply: {
      const Asks a = asks_of(*expr.args[0], !negated, numbers), b = asks_of(*expr.args[1], negated, numbers);
      return negated ? both(a, b) : one_of(a, b);
    }
    case ExprKind::forall:
    case ExprKind::exists: {
      Asks body = asks_of(*expr.args[0], negated, numbers);
      if (!ranges_over_elements(*expr.binder, numbers)) {
        body.unknown = true;
      } else if ((expr.kind == ExprKind::exists) != negated) {
        ++body.witnesses;
      } else {
        body.for_all = true;
      }
      return body;
    }
    default:
      // A comparison of a clock asks nothing more. Anything else is looked at both ways.
      if (is_comparison(expr.kind) && quantifier_depth(&expr, numbers) == 0) return {};
      Asks all{0, quantifier_depth(&expr, numbers) > 0, 0, quantifier_depth(&expr, numbers) > 0};
      for (const Expr* arg : expr.args)
        all = both(all, both(asks_of(*arg, false, numbers), asks_of(*arg, true, numbers)));
      return all;
  }
}

// The same number in every element: what is compared with a clock does not depend on a quantified element.
bool is_same_for_all(const Expr& expr) {
  if (is_clock_term(expr)) return true;
  if (expr.kind == ExprKind::index || expr.kind == ExprKind::call || expr.kind == ExprKind::member) return false;
  return std::all_of(expr.args.begin(), expr.args.end(), [](const Expr* arg) { return is_same_for_all(*arg); });
}

void count_comparisons(const Expr& expr, std::map<const Symbol*, std::uint32_t>& comparisons) {
  if (is_comparison(expr.kind) && has_clocks(expr)) {
    if (!is_same_for_all(expr)) comparisons[nullptr] = most_types;
    const bool two_sided = expr.kind == ExprKind::equal || expr.kind == ExprKind::not_equal;
    comparisons[clock_in(expr)] += two_sided ? 2 : 1;
  }
  for (const Expr* arg : expr.args) count_comparisons(*arg, comparisons);
}

}  // namespace

std::uint32_t copies_for(const Expr& predicate, bool negated, const NumberIds* numbers) {
  const std::uint32_t depth = quantifier_depth(&predicate, numbers);
  if (!has_clocks(predicate)) return depth;
  const Asks asks = asks_of(predicate, negated, numbers);
  if (asks.unknown) return most_types;
  if (!asks.for_all) return asks.witnesses + asks.data_depth;
  // c half-lines cut the values of one clock into c + 1 pieces at most.
  std::map<const Symbol*, std::uint32_t> comparisons;
  count_comparisons(predicate, comparisons);
  std::uint64_t types = 1;
  for (const auto& [clock, count] : comparisons) types = std::min<std::uint64_t>(types * (count + 1), most_types);
  return static_cast<std::uint32_t>(types) * std::max<std::uint32_t>(depth, 3);
}

}  // namespace orbita
