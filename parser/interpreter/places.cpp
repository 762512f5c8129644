// Places of variables, and stores to them.
#include <algorithm>

#include "parser/interpreter/arithmetic.h"
#include "parser/interpreter/interpreter_state.h"
#include "parser/interpreter/make_concrete.h"
#include "parser/real.h"
#include "parser/work_limits.h"

namespace orbita {
namespace {

std::string range_text(const ConcreteType& type) {
  return "[" + std::to_string(type.low) + "," + std::to_string(type.high) + "]";
}

// Constants are never written through the Place: the checker ensures it.
std::int32_t* writable(const std::vector<std::int32_t>& cells) { return const_cast<std::int32_t*>(cells.data()); }

bool is_data_leaf(TypeKind kind) {
  return kind == TypeKind::integer || kind == TypeKind::boolean || kind == TypeKind::scalar;
}

}  // namespace

Place Interpreter::State::place_of(const Symbol& symbol, const Process* owner, Span where) {
  if (symbol.kind == SymbolKind::bound) {
    for (std::size_t i = bound.size(); i > 0; --i) {
      if (bound[i - 1].symbol == &symbol) return {concrete(*symbol.type), &bound[i - 1].value};
    }
  }
  if (symbol.function) {
    if (!frames.empty()) {
      const auto& places = frames.back().places;
      const auto found =
          std::find_if(places.rbegin(), places.rend(), [&](const auto& p) { return p.first == &symbol; });
      if (found != places.rend()) return found->second;
    }
  } else if (symbol.kind == SymbolKind::parameter && symbol.owner) {
    return parameter_place(symbol, owner, where);
  } else if (symbol.kind == SymbolKind::variable && symbol.is_const) {
    return constant_place(symbol, owner, where);
  }
  const Place found = environment.place(symbol, symbol.owner ? owner : nullptr);
  if (!found.cells) throw EvaluationError(where, "the value of '" + std::string(symbol.name) + "' is not known here");
  return found;
}

Place Interpreter::State::parameter_place(const Symbol& symbol, const Process* owner, Span where) {
  if (owner && symbol.index < owner->arguments.size()) {
    const Argument& argument = owner->arguments[symbol.index];
    if (argument.is_reference) return reference_place(argument.reference, where);
    if (symbol.is_const) return {argument.type, writable(argument.value)};
  }
  const Place found = environment.place(symbol, owner);
  if (!found.cells) throw EvaluationError(where, "the value of '" + std::string(symbol.name) + "' is not known here");
  return found;
}

Place Interpreter::State::reference_place(const Reference& reference, Span where) {
  const Place object = place_of(*reference.object, nullptr, where);
  return {reference.type, object.cells + reference.offset};
}

Place Interpreter::State::constant_place(const Symbol& symbol, const Process* owner, Span where) {
  if (symbol.owner) {
    if (const auto known = model.template_constants.find(&symbol); known != model.template_constants.end()) {
      return {known->second.type, writable(known->second.value)};
    }
    const Place here = environment.place(symbol, owner);
    if (here.cells) return here;
    const LocalObject* constant = owner ? process_constant(model, symbol, *owner) : nullptr;
    if (constant) return {constant->type, writable(constant->value)};
  } else if (const auto known = model.global_index.find(&symbol); known != model.global_index.end()) {
    const GlobalObject& object = model.globals[known->second];
    return {object.type, writable(object.value)};
  }
  throw EvaluationError(where, "the value of '" + std::string(symbol.name) + "' is not known here");
}

std::uint32_t Interpreter::State::process_number(const Expr& expr) {
  const Symbol& symbol = *expr.symbol;
  if (expr.kind != ExprKind::call) return symbol.index;
  std::uint32_t position = 0;
  for (std::size_t i = 0; i < symbol.set->types.size(); ++i) {
    const ConcreteType& type = *symbol.set->types[i];
    const std::int32_t value = evaluate(*expr.args[i + 1]);
    if (value < type.low || value > type.high) {
      throw EvaluationError(expr.args[i + 1]->span, "'" + std::string(symbol.name) + "' has no process number " +
                                                        std::to_string(value) + ": its range is " + range_text(type));
    }
    position =
        position * static_cast<std::uint32_t>(type.high - type.low + 1) + static_cast<std::uint32_t>(value - type.low);
  }
  return symbol.set->first + position;
}

Place Interpreter::State::index_place(const Expr& expr) {
  const Place array = place(*expr.args[0]);
  const std::int32_t index = evaluate(*expr.args[1]);
  const std::int64_t position = std::int64_t{index} - array.type->first_index;
  if (position < 0 || position >= std::int64_t{array.type->count}) {
    const std::int64_t last = std::int64_t{array.type->first_index} + array.type->count - 1;
    throw EvaluationError(expr.args[1]->span, "array index " + std::to_string(index) + " is outside [" +
                                                  std::to_string(array.type->first_index) + "," + std::to_string(last) +
                                                  "]");
  }
  return {array.type->element, array.cells + static_cast<std::size_t>(position) * array.type->element->cells};
}

Place Interpreter::State::place(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::name: return place_of(*expr.symbol, process, expr.span);
    case ExprKind::index: return index_place(expr);
    case ExprKind::member: {
      if (expr.args[0]->type && expr.args[0]->type->is(TypeKind::process)) {
        return place_of(*expr.symbol, &model.processes[process_number(*expr.args[0])], expr.span);
      }
      const Place whole = place(*expr.args[0]);
      const auto& field = whole.type->fields[expr.field_index];
      return {field.type, whole.cells + field.offset};
    }
    case ExprKind::conditional: return place(evaluate(*expr.args[0]) != 0 ? *expr.args[1] : *expr.args[2]);
    case ExprKind::comma: cells(*expr.args[0]); return place(*expr.args[1]);
    case ExprKind::call: {  // f().field, f()[i] of a returned value
      call(expr);
      if (frames.empty()) frames.emplace_back();
      frames.back().storage.push_back(last_result);
      return {concrete(*expr.type), frames.back().storage.back().data()};
    }
    default: break;
  }
  if (expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::pre_decrement) {
    evaluate(expr);
    return place(*expr.args[0]);
  }
  if (is_assignment(expr.kind)) {
    return assign(expr);
  }
  throw EvaluationError(expr.span, "this expression is not a variable");
}

void Interpreter::State::store_leaf(const ConcreteType& type, std::int32_t* cell, std::int32_t value, Span where) {
  if (type.kind == TypeKind::boolean) value = value != 0;
  if (is_data_leaf(type.kind) && (value < type.low || value > type.high)) {
    throw EvaluationError(where, "value " + std::to_string(value) + " is outside " + range_text(type));
  }
  *cell = value;
}

void Interpreter::State::store(const Place& target, const std::int32_t* values, Span where) {
  poll_limits();
  if (target.type->kind == TypeKind::array) {
    for (std::uint32_t i = 0; i < target.type->count; ++i) {
      const std::uint32_t offset = i * target.type->element->cells;
      store({target.type->element, target.cells + offset}, values + offset, where);
    }
  } else if (target.type->kind == TypeKind::structure) {
    for (const auto& field : target.type->fields) {
      store({field.type, target.cells + field.offset}, values + field.offset, where);
    }
  } else if (target.type->kind == TypeKind::clock) {
    environment.copy_clock(target.cells, const_cast<std::int32_t*>(values), 0, where);
  } else if (target.type->kind == TypeKind::floating) {
    std::copy(values, values + 2, target.cells);
  } else {
    store_leaf(*target.type, target.cells, *values, where);
  }
}

// Left to right: the place with its indices first, then the value, then the store.
Place Interpreter::State::assign(const Expr& expr) {
  const Expr& value = *expr.args[1];
  const Type* type = expr.args[0]->type;
  const Place target = place(*expr.args[0]);
  if (type && (type->is(TypeKind::structure) || type->is(TypeKind::array))) {
    if (contains(*type, TypeKind::clock)) {  // needs the clocks' own cells, not a copy
      store(target, place(value).cells, expr.span);
    } else {
      const auto values = cells(value);
      store(target, values.data(), expr.span);
    }
  } else if (type && type->is(TypeKind::clock)) {
    assign_clock_value(target, value, expr.span);
  } else if (target.type->kind == TypeKind::floating) {
    const double right = real(value);
    const double old = real_of(target.cells);
    put_real(expr.kind == ExprKind::assign ? right : apply_real(operator_inside(expr.kind), old, right, expr.span),
             target.cells);
  } else {
    const std::int32_t right = evaluate(value);
    const std::int32_t result =
        expr.kind == ExprKind::assign ? right : apply(operator_inside(expr.kind), *target.cells, right, expr.span);
    store_leaf(*target.type, target.cells, result, expr.span);
  }
  return target;
}

void Interpreter::State::assign_clock_value(const Place& target, const Expr& value, Span where) {
  if (target.type->hybrid) return;  // ignored
  if (value.type && value.type->is(TypeKind::clock)) {
    const ClockTerm term = clock_term(value);
    environment.copy_clock(target.cells, term.positive, fit(term.shift, where), where);
    return;
  }
  const std::int32_t number = evaluate(value);
  if (number < 0) throw EvaluationError(where, "negative value " + std::to_string(number) + " for a clock");
  environment.assign_clock(target.cells, number, where);
}

Interpreter::State::ClockTerm Interpreter::State::clock_term(const Expr& expr) {
  const bool clock = expr.type && expr.type->is(TypeKind::clock);
  const bool difference = expr.type && expr.type->is(TypeKind::difference);
  if (!clock && !difference) return {nullptr, nullptr, evaluate(expr)};
  if (expr.kind == ExprKind::add || expr.kind == ExprKind::subtract) {
    ClockTerm left = clock_term(*expr.args[0]);
    ClockTerm right = clock_term(*expr.args[1]);
    if (expr.kind == ExprKind::subtract) {
      std::swap(right.positive, right.negative);
      right.shift = -right.shift;
    }
    return {left.positive ? left.positive : right.positive, left.negative ? left.negative : right.negative,
            left.shift + right.shift};
  }
  return {place(expr).cells, nullptr, 0};
}

bool Interpreter::State::compare_clocks(const Expr& expr) {
  const ClockTerm left = clock_term(*expr.args[0]);
  const ClockTerm right = clock_term(*expr.args[1]);
  return environment.compare_clocks(left.positive ? left.positive : right.negative,
                                    left.negative ? left.negative : right.positive, left.shift - right.shift, expr.kind,
                                    expr.span);
}

std::vector<std::int32_t> Interpreter::State::initial(const ConcreteType& type, const Expr* init) {
  std::vector<std::int32_t> result(type.cells, 0);
  fill(type, init, result.data());
  return result;
}

void Interpreter::State::fill(const ConcreteType& type, const Expr* init, std::int32_t* target) {
  if (init && init->kind == ExprKind::list) return fill_list(type, *init, target);
  if (type.kind == TypeKind::array || type.kind == TypeKind::structure) {
    if (init) {
      const auto values = cells(*init);
      store({&type, target}, values.data(), init->span);
    } else {
      for_each_leaf(type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
        target[offset] = default_value(leaf);
      });
    }
    return;
  }
  if (type.kind == TypeKind::floating) return put_real(init ? real(*init) : 0, target);
  const bool number = is_data_leaf(type.kind) || type.kind == TypeKind::string || type.kind == TypeKind::clock;
  if (!number || !init) {
    *target = default_value(type);
  } else if (type.kind == TypeKind::clock && init->type && !init->type->is_integral()) {
    *target = 0;  // hybrid clock x = 2.5: ignored
  } else {
    const std::int32_t value = evaluate(*init);
    if (type.kind == TypeKind::clock && value < 0) {
      throw EvaluationError(init->span, "negative value " + std::to_string(value) + " for a clock");
    }
    store_leaf(type, target, value, init->span);
  }
}

void Interpreter::State::fill_list(const ConcreteType& type, const Expr& list, std::int32_t* target) {
  if (type.kind == TypeKind::array) {
    if (list.args.size() != type.count) {
      throw EvaluationError(list.span, "array of " + std::to_string(type.count) + " elements initialised with " +
                                           std::to_string(list.args.size()));
    }
    for (std::uint32_t i = 0; i < type.count; ++i) fill(*type.element, list.args[i], target + i * type.element->cells);
    return;
  }
  for (std::size_t i = 0; i < list.args.size() && i < type.fields.size(); ++i) {
    const std::string_view name = list.field_names.empty() ? std::string_view() : list.field_names[i];
    const auto field = name.empty() ? type.fields.begin() + static_cast<std::ptrdiff_t>(i)
                                    : std::find_if(type.fields.begin(), type.fields.end(),
                                                   [name](const auto& f) { return f.name == name; });
    if (field != type.fields.end()) fill(*field->type, list.args[i], target + field->offset);
  }
}

}  // namespace orbita
