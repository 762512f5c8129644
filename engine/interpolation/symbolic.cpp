#include "engine/interpolation/symbolic.h"

#include <algorithm>

#include "engine/compile/lowering.h"
#include "parser/interpreter/arithmetic.h"
#include "parser/work_limits.h"

namespace orbita::interpolation {

namespace {

constexpr std::uint32_t most_steps = 100'000;

bool is_process_member(const Expr& expr) {
  return expr.kind == ExprKind::member && expr.args[0]->type != nullptr && expr.args[0]->type->is(TypeKind::process);
}

bool is_number(const Type* type) {
  return type != nullptr && (type->is_integral() || type->is(TypeKind::scalar) || type->is(TypeKind::string));
}

bool is_boolean_operator(ExprKind kind) {
  return is_comparison(kind) || kind == ExprKind::logical_and || kind == ExprKind::logical_or ||
         kind == ExprKind::logical_xor || kind == ExprKind::imply || kind == ExprKind::logical_not ||
         kind == ExprKind::forall || kind == ExprKind::exists;
}

unsigned plain_cost(AtomId) { return 1; }

}  // namespace

void Symbolic::begin(Row row, std::uint32_t process) {
  row_ = row;
  process_ = process;
  steps_ = 0;
  depends_ = open_locations_ = false;
  conditions_.clear();
  writes_.clear();
  bound_.clear();
  frames_.clear();
  values_.clear();
}

void Symbolic::step() {
  poll_limits();
  if (++steps_ > most_steps) throw NotExpressible();
}

void Symbolic::bind_selects(const Edge& edge, const Edge* branch, std::span<const std::int32_t> values) {
  bound_.clear();
  for (const Edge* each : {&edge, branch}) {
    if (each == nullptr) continue;
    for (const Binder& binder : each->selects) {
      bound_.push_back({binder.symbol, terms_.constant(values[bound_.size()])});
    }
  }
}

void Symbolic::need(const Test& test) {
  if (!test.truth) conditions_.push_back(test.atom);
  else if (!*test.truth) throw NotExpressible();  // a run-time error, which the engine's own steps report
}

std::int64_t Symbolic::known(SumId sum) {
  if (const auto value = terms_.constant_of(sum)) return *value;
  const std::int64_t value = value_of(sum);
  need(terms_.test(Relation::equal, terms_.add(sum, terms_.constant(value), -1)));
  return value;
}

bool Symbolic::decide(const Formula& formula) {
  const std::optional<bool> value = interpolation::truth(terms_, formula, row_);
  if (!value) throw NotExpressible();
  depends_ |= open_locations_ && tests_locations(formula);
  implicant(terms_, *value ? formula : negation(terms_, formula), row_, plain_cost, conditions_);
  return *value;
}

// Operators of the user wrap around at 32 bits, sums do not.
SumId Symbolic::fitting(SumId sum) const {
  const Range r = terms_.range(sum);
  if (r.low < INT32_MIN || r.high > INT32_MAX) throw NotExpressible();
  return sum;
}

void Symbolic::pin(std::uint32_t process) {
  for (std::uint32_t k = 0; k < cast_.parameter_count(process); ++k) {
    if (!cast_.is_constant_parameter(process, k)) continue;
    known(terms_.of({Term::Kind::parameter, process, k, {}}));
  }
}

// --------------------------------------------------------------------- numbers

SumId Symbolic::number(const Expr& expr) {
  step();
  if (is_boolean_operator(expr.kind)) return terms_.constant(decide(truth(expr)));
  const auto& args = expr.args;
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::boolean:
    case ExprKind::string: return terms_.constant(expr.value);
    case ExprKind::name:
      if (const Bound* bound = bound_to(*expr.symbol)) return bound->value;
      return read(place(expr));
    case ExprKind::index: return read(place(expr));
    case ExprKind::member:
      if (is_process_member(expr) && (expr.symbol == nullptr || expr.symbol->kind == SymbolKind::location)) {
        return terms_.constant(decide(truth(expr)));
      }
      return read(place(expr));
    case ExprKind::call: {
      if (expr.symbol != nullptr && expr.symbol->kind == SymbolKind::builtin) {
        if (expr.symbol->name != "abs" || !is_number(expr.args[1]->type)) throw NotExpressible();
        const SumId value = number(*args[1]);
        const Test negative = terms_.test(Relation::at_most, terms_.add(value, terms_.constant(1)));
        return fitting(decide(Formula::of(negative)) ? terms_.scale(value, -1) : value);
      }
      const Local result = call(expr);
      if (result.cells.size() != 1) throw NotExpressible();
      return result.cells.front();
    }
    case ExprKind::plus: return number(*args[0]);
    case ExprKind::minus: return fitting(terms_.scale(number(*args[0]), -1));
    case ExprKind::conditional: return number(decide(truth(*args[0])) ? *args[1] : *args[2]);
    case ExprKind::sum: return quantified_sum(expr);
    case ExprKind::comma: execute(*args[0]); return number(*args[1]);
    default: break;
  }
  if (is_assignment(expr.kind) || is_increment(expr.kind)) return assigned(expr);
  if (args.size() != 2 || !is_number(args[0]->type) || !is_number(args[1]->type)) throw NotExpressible();
  const SumId a = number(*args[0]);
  const SumId b = number(*args[1]);
  return operation(expr, a, b);
}

SumId Symbolic::operation(const Expr& expr, SumId a, SumId b) {
  const ExprKind kind = is_assignment(expr.kind) ? operator_inside(expr.kind) : expr.kind;
  switch (kind) {
    case ExprKind::add: return fitting(terms_.add(a, b));
    case ExprKind::subtract: return fitting(terms_.add(a, b, -1));
    case ExprKind::multiply:
      if (terms_.constant_of(b)) return fitting(terms_.scale(a, *terms_.constant_of(b)));
      return fitting(terms_.scale(b, known(a)));
    case ExprKind::modulo: {
      const std::int64_t divisor = known(b);
      if (divisor > 0 && terms_.range(a).low >= 0) return terms_.remainder(a, divisor);
      break;
    }
    case ExprKind::minimum:
    case ExprKind::maximum: {
      const bool a_smaller = decide(Formula::of(terms_.test(Relation::at_most, terms_.add(a, b, -1))));
      return a_smaller == (kind == ExprKind::minimum) ? a : b;
    }
    default: break;
  }
  try {
    return terms_.constant(apply(kind, known(a), known(b), expr.span));
  } catch (const EvaluationError&) {
    throw NotExpressible();
  }
}

SumId Symbolic::quantified_sum(const Expr& expr) {
  SumId total = terms_.constant(0);
  for_each_instance(expr, [&](const Formula& inside) {
    if (decide(inside)) total = fitting(terms_.add(total, number(*expr.args[0])));
  });
  return total;
}

SumId Symbolic::assigned(const Expr& expr) {
  const Place target = place(*expr.args[0]);
  if (is_increment(expr.kind)) {
    const bool up = expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::post_increment;
    const SumId before = read(target);
    const SumId after = fitting(terms_.add(before, terms_.constant(up ? 1 : -1)));
    store(target, after);
    return expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::pre_decrement ? after : before;
  }
  assign(target, *expr.args[1], expr.kind);
  return target.type->kind == TypeKind::clock || !target.type->is_leaf() ? terms_.constant(0) : read(target);
}

void Symbolic::execute(const Expr& update) {
  step();
  if (update.kind == ExprKind::comma) {
    execute(*update.args[0]);
    execute(*update.args[1]);
  } else if (update.kind == ExprKind::call &&
             !(update.symbol != nullptr && update.symbol->kind == SymbolKind::builtin)) {
    call(update);
  } else {
    number(update);
  }
}

// ---------------------------------------------------------------------- truths

Formula Symbolic::truth(const Expr& expr) {
  step();
  const auto& args = expr.args;
  switch (expr.kind) {
    case ExprKind::boolean: return Formula::of(expr.value != 0);
    case ExprKind::plus: return truth(*args[0]);
    case ExprKind::logical_not: return negation(terms_, truth(*args[0]));
    case ExprKind::logical_and: return shortcut(truth(*args[0]), false, *args[1]);
    case ExprKind::logical_or: return shortcut(truth(*args[0]), true, *args[1]);
    case ExprKind::imply: return shortcut(negation(terms_, truth(*args[0])), true, *args[1]);
    case ExprKind::logical_xor: {
      const Formula a = truth(*args[0]), b = truth(*args[1]);
      return disjunction({conjunction({a, negation(terms_, b)}), conjunction({negation(terms_, a), b})});
    }
    case ExprKind::forall:
    case ExprKind::exists: return quantifier(expr);
    case ExprKind::conditional: {
      if (mentions_clocks(*args[0])) throw NotExpressible();
      return truth(decide(truth(*args[0])) ? *args[1] : *args[2]);
    }
    case ExprKind::deadlock:
    case ExprKind::rate: throw NotExpressible();
    case ExprKind::member:
      if (is_process_member(expr) && expr.symbol != nullptr && expr.symbol->kind == SymbolKind::location) {
        return location_test(expr);
      }
      break;
    default: break;
  }
  if (is_comparison(expr.kind)) return comparison(expr);
  if (is_clock_type(expr.type)) throw NotExpressible();
  return Formula::of(terms_.test(Relation::different, number(expr)));
}

// Reads of variables and of locations of processes that are named by a bound variable or a number within its range,
// compared and combined: nothing in it can go wrong at run time, whatever the values are.
bool Symbolic::cannot_fail(const Expr& expr) {
  const auto [known, added] = harmless_.try_emplace(&expr, false);
  if (!added) return known->second;
  bool result = false;
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::boolean: return harmless_[&expr] = true;
    case ExprKind::name: return harmless_[&expr] = is_number(expr.type);
    case ExprKind::member:
      result = is_process_member(expr) && expr.symbol != nullptr && expr.symbol->kind == SymbolKind::location;
      if (result && expr.args[0]->kind == ExprKind::call) {
        const ProcessSet& set = *expr.args[0]->symbol->set;
        for (std::size_t i = 1; i < expr.args[0]->args.size() && result; ++i) {
          const Expr& argument = *expr.args[0]->args[i];
          if (argument.kind != ExprKind::name || argument.symbol->kind != SymbolKind::bound) return false;
          const Type& type = *argument.symbol->type;
          if (type.dynamic || type.parametric) return false;
          const ConcreteType* range = concrete(type);
          result = set.types[i - 1]->low <= range->low && range->high <= set.types[i - 1]->high;
        }
      }
      return harmless_[&expr] = result;
    case ExprKind::logical_not:
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::imply: break;
    default:
      if (!is_comparison(expr.kind)) return false;
  }
  for (const Expr* arg : expr.args) {
    if (!cannot_fail(*arg)) return false;
  }
  return harmless_[&expr] = true;
}

// The first operand alone decides when it is `stop`. The second one is looked at also then, as another reason, unless
// that might fail: then the first one has to stay as it is.
Formula Symbolic::shortcut(const Formula& a, bool stop, const Expr& second) {
  // Not only here, but wherever the conditions hold.
  if (a.is(stop ? Formula::Kind::truth : Formula::Kind::falsity) && cannot_fail(second)) return a;
  const bool settled = interpolation::truth(terms_, a, row_) == stop;
  const std::size_t before = conditions_.size();
  const std::size_t written = writes_.size();
  std::optional<Formula> b;
  // In a query processes that trade places may also trade the order of the operands: no operand is left out there.
  const bool may_drop = settled && process_ != none;
  try {
    b = truth(second);
  } catch (const NotExpressible&) {
    if (!may_drop) throw;
  }
  if (writes_.size() != written) throw NotExpressible();
  if (may_drop && conditions_.size() != before) b.reset();
  if (!b) {
    conditions_.resize(before);
    return Formula::of(decide(a));
  }
  return stop ? disjunction({a, *b}) : conjunction({a, *b});
}

Formula Symbolic::comparison(const Expr& expr) {
  const Type* left = expr.args[0]->type;
  const Type* right = expr.args[1]->type;
  if (is_clock_type(left) || is_clock_type(right)) {
    fix_clocks(*expr.args[0]);
    fix_clocks(*expr.args[1]);
    return {Formula::Kind::unknown, {}, {}};
  }
  if (is_aggregate(left)) return compare_cells(expr);
  if (!is_number(left) || !is_number(right)) throw NotExpressible();
  const SumId a = number(*expr.args[0]);
  const SumId b = number(*expr.args[1]);
  const SumId difference = terms_.add(a, b, -1);
  const SumId one = terms_.constant(1);
  switch (expr.kind) {
    case ExprKind::less: return Formula::of(terms_.test(Relation::at_most, terms_.add(difference, one)));
    case ExprKind::less_equal: return Formula::of(terms_.test(Relation::at_most, difference));
    case ExprKind::greater: return Formula::of(terms_.test(Relation::at_most, terms_.add(one, difference, -1)));
    case ExprKind::greater_equal: return Formula::of(terms_.test(Relation::at_most, terms_.scale(difference, -1)));
    case ExprKind::equal: return Formula::of(terms_.test(Relation::equal, difference));
    default: return Formula::of(terms_.test(Relation::different, difference));
  }
}

Formula Symbolic::compare_cells(const Expr& expr) {
  const Local a = copied(place(*expr.args[0])), b = copied(place(*expr.args[1]));
  std::vector<Formula> parts;
  for (std::size_t i = 0; i < a.cells.size(); ++i) {
    parts.push_back(Formula::of(terms_.test(Relation::equal, terms_.add(a.cells[i], b.cells[i], -1))));
  }
  const Formula same = conjunction(std::move(parts));
  return expr.kind == ExprKind::equal ? same : negation(terms_, same);
}

// All instances of a quantifier over the parameters that lift_of() finds.
const std::optional<std::vector<Symbolic::Instance>>& Symbolic::lifted(const Expr& quantifier) {
  const Binder& binder = *quantifier.binder;
  const std::uint32_t role = process_ == none ? none : cast_.role(process_);
  const auto [known, added] = lifted_.try_emplace({&quantifier, role});
  const auto lift = added ? lift_of(cast_, binder, *quantifier.args[0], process_) : std::nullopt;
  if (!lift) return known->second;
  const ConcreteType* range = concrete(*binder.symbol->type);
  const SumId low = terms_.constant(range->low), high = terms_.constant(range->high);
  known->second.emplace();
  for (const std::uint32_t p : cast_.members(lift->role)) {
    const SumId value = terms_.of({Term::Kind::parameter, p, lift->position, {}});
    const Test above = terms_.test(Relation::at_most, terms_.add(low, value, -1));
    const Test below = terms_.test(Relation::at_most, terms_.add(value, high, -1));
    known->second->push_back({value, conjunction({Formula::of(above), Formula::of(below)})});
  }
  return known->second;
}

// Binds the variable to every value, as a parameter of a process where lift_of() says so; `inside` is false for
// processes whose parameter is outside of the range.
template <class Visit>
void Symbolic::for_each_instance(const Expr& expr, Visit visit) {
  const Binder& binder = *expr.binder;
  const std::size_t written = writes_.size();
  const auto instance = [&](SumId value, const Formula& inside) {
    step();
    bound_.push_back({binder.symbol, value});
    visit(inside);
    bound_.pop_back();
    if (writes_.size() != written) throw NotExpressible();
  };
  if (const auto& instances = lifted(expr)) {
    for (const Instance& each : *instances) instance(each.value, each.inside);
    return;
  }
  const Type& type = *binder.symbol->type;
  const std::int64_t low = type.dynamic ? known(number(*type.low)) : concrete(type)->low;
  const std::int64_t high = type.dynamic ? known(number(*type.high)) : concrete(type)->high;
  for (std::int64_t v = low; v <= high; ++v) instance(terms_.constant(v), Formula::of(true));
}

// Processes outside of the range are looked at as another reason, unless that might fail.
Formula Symbolic::quantifier(const Expr& expr) {
  const bool all = expr.kind == ExprKind::forall;
  std::vector<Formula> parts;
  for_each_instance(expr, [&](const Formula& inside) {
    const std::size_t before = conditions_.size();
    const Formula outside = negation(terms_, inside);
    const bool skipped = interpolation::truth(terms_, inside, row_) == false;
    std::optional<Formula> body;
    try {
      body = truth(*expr.args[0]);
    } catch (const NotExpressible&) {
      if (!skipped) throw;
    }
    if (skipped && conditions_.size() != before) body.reset();
    if (!body) {  // the process has to stay outside
      conditions_.resize(before);
      decide(inside);
      return;
    }
    parts.push_back(all ? disjunction({outside, *body}) : conjunction({inside, *body}));
  });
  return all ? conjunction(std::move(parts)) : disjunction(std::move(parts));
}

Formula Symbolic::location_test(const Expr& expr) {
  const std::uint32_t process = process_number(*expr.args[0]);
  if (open_locations_) return {Formula::Kind::at, {}, {}, process, expr.symbol->index};
  depends_ = true;
  return Formula::of(static_cast<std::uint32_t>(row_[process]) == expr.symbol->index);
}

// A process named by the parameter it bears moves with it, and so does one named by a constant: the gate looks at
// those. What is computed otherwise is fixed, and so is the process.
std::uint32_t Symbolic::process_number(const Expr& expr) {
  const Symbol& symbol = *expr.symbol;
  if (expr.kind != ExprKind::call) return symbol.index;
  const ProcessSet& set = *symbol.set;
  std::vector<SumId> arguments;
  for (std::size_t i = 1; i < expr.args.size(); ++i) arguments.push_back(number(*expr.args[i]));
  if (arguments.size() == 1) {
    const Sum& sum = terms_[arguments[0]];
    if (sum.constant == 0 && sum.parts.size() == 1 && sum.parts[0].second == 1) {
      const Term term = terms_[sum.parts[0].first];
      if (term.kind == Term::Kind::parameter) {
        const Lift lift{cast_.role(term.owner), term.number};
        const auto [known, added] = names_itself_.try_emplace({&set, lift.role, lift.position});
        if (added) known->second = names_itself(cast_, set, lift);
        if (known->second) return term.owner;
      }
    }
  }
  std::uint32_t position = 0;
  bool computed = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Expr& argument = *expr.args[i + 1];
    computed |= argument.kind != ExprKind::integer && argument.kind != ExprKind::name;
    computed |= !terms_.constant_of(arguments[i]);
    const std::int64_t value = known(arguments[i]);
    const ConcreteType& type = *set.types[i];
    if (value < type.low || value > type.high) throw NotExpressible();
    position =
        position * static_cast<std::uint32_t>(type.high - type.low + 1) + static_cast<std::uint32_t>(value - type.low);
  }
  if (computed) pin(set.first + position);
  return set.first + position;
}

// Which clocks a constraint is about, and every number in it.
void Symbolic::fix_clocks(const Expr& expr) {
  if (expr.type == nullptr || expr.type->is(TypeKind::rate)) throw NotExpressible();
  if (is_number(expr.type)) {
    known(number(expr));
  } else if (expr.type->is(TypeKind::clock) &&
             (expr.kind == ExprKind::name || expr.kind == ExprKind::index || expr.kind == ExprKind::member)) {
    known(place(expr).address);
  } else if (expr.kind == ExprKind::add || expr.kind == ExprKind::subtract || expr.kind == ExprKind::plus) {
    for (const Expr* arg : expr.args) fix_clocks(*arg);
  } else {
    throw NotExpressible();
  }
}

}  // namespace orbita::interpolation
