#include "parser/interpreter/interpreter.h"

#include "parser/interpreter/arithmetic.h"
#include "parser/interpreter/interpreter_state.h"
#include "parser/interpreter/make_concrete.h"
#include "parser/real.h"
#include "parser/work_limits.h"

namespace orbita {
namespace {

// The grammar yields no deeper trees than this, but nested function calls add up.
constexpr std::uint32_t max_nesting = 3000;

[[noreturn]] void not_here(Span where, const std::string& what) {
  throw EvaluationError(where, what + " cannot be evaluated here");
}

bool involves_clocks(const Type* type) { return type && (type->is(TypeKind::clock) || type->is(TypeKind::difference)); }

}  // namespace

bool Environment::in_location(std::uint32_t, std::uint32_t, Span where) { not_here(where, "a location"); }
std::int32_t Environment::current_location(std::uint32_t, Span where) { not_here(where, "a location"); }
void Environment::assign_clock(std::int32_t*, std::int32_t, Span where) { not_here(where, "a clock reset"); }
void Environment::copy_clock(std::int32_t*, std::int32_t*, std::int32_t, Span where) {
  not_here(where, "a clock copy");
}
bool Environment::compare_clocks(const std::int32_t*, const std::int32_t*, std::int64_t, ExprKind, Span where) {
  not_here(where, "a clock constraint");
}
bool Environment::deadlocked(Span where) { not_here(where, "deadlock"); }

Interpreter::Interpreter(const Model& model, Environment& environment, const Process* process, std::uint64_t max_steps)
    : state_(std::make_unique<State>(model, environment, process, max_steps)) {}
Interpreter::~Interpreter() = default;

std::int32_t Interpreter::evaluate(const Expr& expr) {
  return state_->guarded([&] { return state_->evaluate(expr); });
}
std::vector<std::int32_t> Interpreter::evaluate_cells(const Expr& expr) {
  return state_->guarded([&] { return state_->cells(expr); });
}
std::vector<std::int32_t> Interpreter::evaluate_cells(const Expr& expr, const ConcreteType& type) {
  return state_->guarded([&] { return state_->cells_as(type, expr); });
}
bool Interpreter::holds(const Expr& predicate) { return evaluate(predicate) != 0; }
Place Interpreter::place(const Expr& expr) {
  return state_->guarded([&] { return state_->place(expr); });
}
const ConcreteType* Interpreter::concrete(const Type& type) {
  return state_->guarded([&] { return state_->concrete(type); });
}
std::uint32_t Interpreter::process_number(const Expr& process) {
  return state_->guarded([&] { return state_->process_number(process); });
}
std::vector<std::int32_t> Interpreter::initial_value(const ConcreteType& type, const Expr* init) {
  return state_->guarded([&] { return state_->initial(type, init); });
}

void Interpreter::execute(const Expr& update) {
  std::vector<const Expr*> items;  // a comma list is left-associative and may be long
  const Expr* rest = &update;
  for (; rest->kind == ExprKind::comma; rest = rest->args[0]) items.push_back(rest->args[1]);
  items.push_back(rest);
  for (auto item = items.rbegin(); item != items.rend(); ++item) evaluate_cells(**item);
}

void Interpreter::bind(const Symbol& variable, std::int32_t value) { state_->bound.push_back({&variable, value}); }

void Interpreter::unbind(const Symbol& variable) {
  for (auto i = state_->bound.size(); i > 0; --i) {
    if (state_->bound[i - 1].symbol == &variable) {
      state_->bound.erase(state_->bound.begin() + static_cast<std::ptrdiff_t>(i) - 1);
      return;
    }
  }
}

void Interpreter::State::enter(Span where) {
  if (++depth > max_nesting) throw EvaluationError(where, "calls and expressions are nested too deeply");
}

void Interpreter::State::step(Span where) {
  poll_limits();
  if (steps_left == 0) {
    throw EvaluationError(where, "evaluation takes more than " + std::to_string(max_steps) + " steps");
  }
  --steps_left;
}

const ConcreteType* Interpreter::State::concrete(const Type& type) {
  if (!type.parametric) return make_concrete(model, type);
  if (const auto known = types.find({process, &type}); known != types.end()) return known->second;
  const ConcreteType* made = make_concrete(model, type, [this](const Expr& e) { return evaluate(e); });
  if (!type.dynamic) types.emplace(std::pair(process, &type), made);
  return made;
}

std::int32_t Interpreter::State::evaluate(const Expr& expr) {
  step(expr.span);
  enter(expr.span);
  const std::int32_t value = evaluate_node(expr);
  --depth;
  return value;
}

std::int32_t Interpreter::State::evaluate_node(const Expr& expr) {
  const auto& args = expr.args;
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::boolean:
    case ExprKind::string: return fit(expr.value, expr.span);
    case ExprKind::name: {
      const Place found = place_of(*expr.symbol, process, expr.span);
      if (involves_clocks(expr.type)) not_here(expr.span, "the value of a clock");
      return *found.cells;
    }
    case ExprKind::index: {
      const Place found = place(expr);
      if (involves_clocks(expr.type)) not_here(expr.span, "the value of a clock");
      return *found.cells;
    }
    case ExprKind::member: return evaluate_member(expr);
    case ExprKind::call:
      if (expr.symbol && expr.symbol->kind == SymbolKind::builtin) return evaluate_builtin(expr);
      call(expr);
      return last_result.empty() ? 0 : last_result.front();
    case ExprKind::deadlock: return environment.deadlocked(expr.span);
    case ExprKind::plus: return evaluate(*args[0]);
    case ExprKind::minus:
      // The literal itself may be 2147483648, which fits only with its sign.
      if (args[0]->kind == ExprKind::integer) return fit(-args[0]->value, expr.span);
      return fit(-std::int64_t{evaluate(*args[0])}, expr.span);
    case ExprKind::logical_not: return evaluate(*args[0]) == 0;
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement:
    case ExprKind::post_increment:
    case ExprKind::post_decrement: return evaluate_step(expr);
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater_equal:
    case ExprKind::greater:
    case ExprKind::equal:
    case ExprKind::not_equal: return evaluate_comparison(expr);
    case ExprKind::logical_and: return evaluate(*args[0]) != 0 && evaluate(*args[1]) != 0;
    case ExprKind::logical_or: return evaluate(*args[0]) != 0 || evaluate(*args[1]) != 0;
    case ExprKind::imply: return evaluate(*args[0]) == 0 || evaluate(*args[1]) != 0;
    case ExprKind::conditional: return evaluate(evaluate(*args[0]) != 0 ? *args[1] : *args[2]);
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::sum: return evaluate_quantifier(expr);
    case ExprKind::comma: cells(*args[0]); return evaluate(*args[1]);
    case ExprKind::floating:
    case ExprKind::rate:
    case ExprKind::list:
    case ExprKind::spawn:
    case ExprKind::exit_:
    case ExprKind::num_of:
    case ExprKind::foreach_dynamic: not_here(expr.span, "this expression");
    default: break;
  }
  if (is_assignment(expr.kind)) {
    const Place target = assign(expr);
    return target.type->kind == TypeKind::clock ? 0 : *target.cells;
  }
  const std::int64_t left = evaluate(*args[0]);
  const std::int64_t right = evaluate(*args[1]);
  return apply(expr.kind, left, right, expr.span);
}

std::int32_t Interpreter::State::evaluate_comparison(const Expr& expr) {
  const Type* left = expr.args[0]->type;
  const Type* right = expr.args[1]->type;
  // The rate of a clock concerns delays only.
  if ((left && left->is(TypeKind::rate)) || (right && right->is(TypeKind::rate))) return 1;
  if (involves_clocks(left) || involves_clocks(right)) return compare_clocks(expr);
  if (left && (left->is(TypeKind::structure) || left->is(TypeKind::array))) {
    const bool same = cells(*expr.args[0]) == cells(*expr.args[1]);
    return expr.kind == ExprKind::equal ? same : !same;
  }
  if ((left && left->is(TypeKind::floating)) || (right && right->is(TypeKind::floating))) return compare_reals(expr);
  const std::int64_t a = evaluate(*expr.args[0]);
  const std::int64_t b = evaluate(*expr.args[1]);
  return apply(expr.kind, a, b, expr.span);
}

std::int32_t Interpreter::State::evaluate_quantifier(const Expr& expr) {
  const Expr& body = *expr.args[0];
  std::int64_t total = 0;
  bool all = true;
  for_each(*expr.binder, [&] {
    const std::int32_t value = evaluate(body);
    if (expr.kind == ExprKind::sum) {
      total = fit(total + value, expr.span);
      return true;
    }
    all = expr.kind == ExprKind::forall ? value != 0 : value == 0;
    return all;
  });
  if (expr.kind == ExprKind::sum) return static_cast<std::int32_t>(total);
  return expr.kind == ExprKind::forall ? all : !all;
}

std::int32_t Interpreter::State::evaluate_member(const Expr& expr) {
  const Type* left = expr.args[0]->type;
  if (left && left->is(TypeKind::process)) {
    const std::uint32_t number = process_number(*expr.args[0]);
    if (!expr.symbol) return environment.current_location(number, expr.span);
    if (expr.symbol->kind == SymbolKind::location) {
      return environment.in_location(number, expr.symbol->index, expr.span);
    }
  }
  const Place found = place(expr);
  if (involves_clocks(expr.type)) not_here(expr.span, "the value of a clock");
  return *found.cells;
}

std::int32_t Interpreter::State::evaluate_step(const Expr& expr) {
  const Place target = place(*expr.args[0]);
  const std::int32_t before = *target.cells;
  const bool up = expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::post_increment;
  const std::int32_t after = wrap(std::int64_t{before} + (up ? 1 : -1));
  store_leaf(*target.type, target.cells, after, expr.span);
  const bool prefix = expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::pre_decrement;
  return prefix ? after : before;
}

std::int32_t Interpreter::State::evaluate_builtin(const Expr& expr) {
  if (expr.symbol->name != "abs") {
    const double value = real_builtin(expr);
    const auto whole = whole_part(value);
    if (!whole) throw EvaluationError(expr.span, "the floating-point number does not fit into an integer");
    return *whole;
  }
  const std::int64_t value = evaluate(*expr.args[1]);
  return fit(value < 0 ? -value : value, expr.span);
}

std::vector<std::int32_t> Interpreter::State::cells(const Expr& expr) {
  const Type* type = expr.type;
  const bool aggregate = type && (type->is(TypeKind::structure) || type->is(TypeKind::array));
  if (expr.kind == ExprKind::call && (aggregate || (type && type->is(TypeKind::void_)))) {
    step(expr.span);
    call(expr);
    return last_result;
  }
  if (expr.kind == ExprKind::conditional && aggregate) {
    return cells(evaluate(*expr.args[0]) != 0 ? *expr.args[1] : *expr.args[2]);
  }
  if (type && type->is(TypeKind::floating)) {
    std::vector<std::int32_t> words(2);
    put_real(real(expr), words.data());
    return words;
  }
  if (!aggregate) return {evaluate(expr)};
  const Place found = place(expr);
  return {found.cells, found.cells + found.type->cells};
}

}  // namespace orbita
