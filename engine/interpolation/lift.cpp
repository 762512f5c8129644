#include "engine/interpolation/lift.h"

#include <algorithm>

#include "parser/interpreter/elaborate.h"

namespace orbita::interpolation {

namespace {

bool covers(const Cast& cast, const Lift& lift, std::int32_t low, std::int32_t high) {
  if (!cast.is_constant_parameter(cast.members(lift.role).front(), lift.position)) return false;
  if (!cast.tells_apart(lift.role, lift.position)) return false;
  std::int64_t inside = 0;
  for (const std::uint32_t p : cast.members(lift.role)) {
    const std::int32_t value = cast.parameter(p, lift.position);
    inside += low <= value && value <= high;
  }
  return inside == std::int64_t{high} - low + 1;
}

bool is_exact(const Cast& cast, const Lift& lift, std::int32_t low, std::int32_t high) {
  return static_cast<std::int64_t>(cast.members(lift.role).size()) == std::int64_t{high} - low + 1;
}

// The set P of the first `P(i)` with the bound variable alone.
const ProcessSet* named_set(const Expr& expr, const Symbol& bound) {
  if (expr.kind == ExprKind::call && expr.symbol != nullptr && expr.symbol->kind == SymbolKind::process &&
      expr.args.size() == 2 && expr.args[1]->kind == ExprKind::name && expr.args[1]->symbol == &bound) {
    return expr.symbol->set;
  }
  for (const Expr* arg : expr.args) {
    if (const ProcessSet* found = named_set(*arg, bound)) return found;
  }
  return nullptr;
}

}  // namespace

std::uint32_t process_of(const ProcessSet& set, std::int32_t value) {
  return set.first + static_cast<std::uint32_t>(value - set.types.front()->low);
}

bool names_itself(const Cast& cast, const ProcessSet& set, const Lift& lift) {
  if (set.types.size() != 1) return false;
  return std::ranges::all_of(cast.members(lift.role), [&](std::uint32_t p) {
    const std::int32_t value = cast.parameter(p, lift.position);
    return value >= set.types[0]->low && value <= set.types[0]->high && process_of(set, value) == p;
  });
}

std::optional<Lift> lift_of(const Cast& cast, const Binder& binder, const Expr& body, std::uint32_t process) {
  const Type& type = *binder.symbol->type;
  if (type.parametric || type.dynamic) return std::nullopt;
  const ConcreteType* range = elaborate_type(cast.model(), type, nullptr);
  if (range->low > range->high) return std::nullopt;
  const ProcessSet* named = named_set(body, *binder.symbol);
  const std::uint32_t own = process == none ? none : cast.role(process);
  std::optional<Lift> best;
  int best_rank = 0;
  for (std::uint32_t role = 0; role < cast.role_count(); ++role) {
    const std::size_t positions = cast.parameter_count(cast.members(role).front());
    for (std::uint32_t position = 0; position < positions; ++position) {
      const Lift lift{role, position};
      if (!covers(cast, lift, range->low, range->high)) continue;
      if (named != nullptr && !names_itself(cast, *named, lift)) continue;
      const int rank = 1 + 2 * is_exact(cast, lift, range->low, range->high) + (role == own);
      if (rank <= best_rank) continue;
      best = lift;
      best_rank = rank;
    }
  }
  return best;
}

}  // namespace orbita::interpolation
