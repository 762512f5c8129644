// Variables, constants and parameters: where they are, what they hold, and stores to them.
#include <algorithm>

#include "engine/compile/lowering.h"
#include "engine/interpolation/symbolic.h"
#include "parser/interpreter/elaborate.h"
#include "parser/interpreter/make_concrete.h"

namespace orbita::interpolation {

namespace {

constexpr std::uint32_t most_copied_cells = 256;

const ConcreteType any_number{};  // of bound variables, which are only read

bool is_ranged(TypeKind kind) { return kind == TypeKind::integer || kind == TypeKind::scalar; }

}  // namespace

// A type that depends on parameters is the same only where they are.
const ConcreteType* Symbolic::concrete(const Type& type) {
  if (type.dynamic) throw NotExpressible();
  if (type.parametric) {
    if (process_ == none) throw NotExpressible();
    pin(process_);
  }
  return elaborate_type(model_, type, process_ == none ? nullptr : &model_.processes[process_]);
}

const ConcreteType* Symbolic::type_of(const Symbol& symbol, std::uint32_t owner) {
  if (owner == none) {
    const auto known = model_.global_index.find(&symbol);
    if (known == model_.global_index.end()) throw NotExpressible();
    return model_.globals[known->second].type;
  }
  if (symbol.kind == SymbolKind::parameter) return model_.processes[owner].arguments[symbol.index].type;
  if (symbol.type->parametric) pin(owner);
  return elaborate_type(model_, *symbol.type, &model_.processes[owner]);
}

Symbolic::Place Symbolic::place(const Expr& expr) {
  step();
  switch (expr.kind) {
    case ExprKind::name: return place_of(*expr.symbol, process_);
    case ExprKind::index: {
      const Place array = place(*expr.args[0]);
      return element(array, number(*expr.args[1]));
    }
    case ExprKind::member: {
      const Type* left = expr.args[0]->type;
      if (left != nullptr && left->is(TypeKind::process)) {
        if (expr.symbol == nullptr) throw NotExpressible();
        return place_of(*expr.symbol, process_number(*expr.args[0]));
      }
      const Place whole = place(*expr.args[0]);
      const auto& field = whole.type->fields[expr.field_index];
      return part(whole, field.offset, field.type);
    }
    case ExprKind::conditional: return place(decide(truth(*expr.args[0])) ? *expr.args[1] : *expr.args[2]);
    case ExprKind::comma: execute(*expr.args[0]); return place(*expr.args[1]);
    case ExprKind::call: {
      values_.push_back(call(expr));
      Place result;
      result.local = &values_.back();
      result.address = terms_.constant(0);
      result.type = values_.back().type;
      return result;
    }
    default: throw NotExpressible();
  }
}

const Symbolic::Bound* Symbolic::bound_to(const Symbol& symbol) const {
  if (symbol.kind != SymbolKind::bound) return nullptr;
  const auto found = std::find_if(bound_.rbegin(), bound_.rend(), [&](const Bound& b) { return b.symbol == &symbol; });
  return found == bound_.rend() ? nullptr : &*found;
}

Symbolic::Place Symbolic::place_of(const Symbol& symbol, std::uint32_t owner) {
  if (const Bound* found = bound_to(symbol)) {
    values_.push_back({nullptr, {found->value}});
    Place result;
    result.local = &values_.back();
    result.address = terms_.constant(0);
    result.type = &any_number;
    return result;
  }
  if (symbol.function != nullptr) {
    if (frames_.empty()) throw NotExpressible();
    const auto& places = frames_.back().places;
    const auto found = std::find_if(places.rbegin(), places.rend(), [&](const auto& p) { return p.first == &symbol; });
    if (found == places.rend()) throw NotExpressible();
    return found->second;
  }
  if (symbol.kind == SymbolKind::parameter && symbol.owner != nullptr) return parameter_place(symbol, owner);
  if (symbol.kind != SymbolKind::variable) throw NotExpressible();
  if (symbol.is_const) return constant_place(symbol, owner);
  Place result;
  result.symbol = &symbol;
  result.owner = symbol.owner != nullptr ? owner : none;
  result.address = terms_.constant(0);
  result.type = type_of(symbol, result.owner);
  return result;
}

Symbolic::Place Symbolic::parameter_place(const Symbol& symbol, std::uint32_t owner) {
  if (owner == none) throw NotExpressible();
  const Argument& argument = model_.processes[owner].arguments[symbol.index];
  if (argument.is_reference) {
    Place object = place_of(*argument.reference.object, none);
    return part(object, argument.reference.offset, argument.reference.type);
  }
  Place result;
  result.address = terms_.constant(0);
  result.type = argument.type;
  if (!symbol.is_const) {
    result.symbol = &symbol;
    result.owner = owner;
  } else if (argument.value.size() == 1) {
    values_.push_back({argument.type, {terms_.of({Term::Kind::parameter, owner, symbol.index, {}})}});
    result.local = &values_.back();
  } else {  // a whole array: tied to this process
    pin(owner);
    result.fixed = argument.value.data();
    result.fixed_count = static_cast<std::uint32_t>(argument.value.size());
  }
  return result;
}

Symbolic::Place Symbolic::constant_place(const Symbol& symbol, std::uint32_t owner) {
  const auto fixed = [&](const ConcreteType* type, const std::vector<std::int32_t>& cells) {
    Place result;
    result.address = terms_.constant(0);
    result.type = type;
    result.fixed = cells.data();
    result.fixed_count = static_cast<std::uint32_t>(cells.size());
    return result;
  };
  if (symbol.owner == nullptr) {
    const auto known = model_.global_index.find(&symbol);
    if (known == model_.global_index.end()) throw NotExpressible();
    return fixed(model_.globals[known->second].type, model_.globals[known->second].value);
  }
  if (const auto known = model_.template_constants.find(&symbol); known != model_.template_constants.end()) {
    return fixed(known->second.type, known->second.value);
  }
  if (owner == none) throw NotExpressible();
  // It depends on parameters: the same computation, with symbols for them.
  if (symbol.init != nullptr && symbol.type->is_integral() && !symbol.type->parametric && owner == process_) {
    const SumId value = number(*symbol.init);
    values_.push_back({concrete(*symbol.type), {value}});
    Place result;
    result.local = &values_.back();
    result.address = terms_.constant(0);
    result.type = values_.back().type;
    store(result, value);  // converts it
    return result;
  }
  const LocalObject* object = process_constant(model_, symbol, model_.processes[owner]);
  if (object == nullptr) throw NotExpressible();
  pin(owner);
  return fixed(object->type, object->value);
}

Symbolic::Place Symbolic::part(const Place& whole, std::uint32_t offset, const ConcreteType* type) {
  Place result = whole;
  result.address = terms_.add(whole.address, terms_.constant(offset));
  result.type = type;
  return result;
}

Symbolic::Place Symbolic::element(const Place& array, SumId index) {
  if (array.type->kind != TypeKind::array) throw NotExpressible();
  const SumId position = terms_.add(index, terms_.constant(array.type->first_index), -1);
  need(terms_.test(Relation::at_most, terms_.scale(position, -1)));
  need(terms_.test(Relation::at_most, terms_.add(position, terms_.constant(std::int64_t{array.type->count} - 1), -1)));
  const std::int64_t at = value_of(position);
  if (at < 0 || at >= array.type->count) throw NotExpressible();  // a run-time error
  Place result = array;
  result.address = terms_.add(array.address, position, array.type->element->cells);
  result.type = array.type->element;
  return result;
}

SumId Symbolic::read(const Place& place) {
  if (!place.type->is_leaf()) throw NotExpressible();
  if (place.local != nullptr) return place.local->cells[static_cast<std::size_t>(known(place.address))];
  if (place.fixed != nullptr) return terms_.table({place.fixed, place.fixed_count}, place.address);
  const std::uint32_t variable = cast_.variable(*place.symbol, place.owner);
  if (variable == none) throw NotExpressible();
  return read_variable(variable, place.address);
}

SumId Symbolic::read_variable(std::uint32_t variable, SumId address) {
  for (auto write = writes_.rbegin(); write != writes_.rend(); ++write) {
    if (write->variable != variable) continue;
    const Test same = terms_.test(Relation::equal, terms_.add(address, write->address, -1));
    if (decide(Formula::of(same))) return write->value;
  }
  const Variable& v = cast_[variable];
  if (!v.is_data) {  // clocks between the cells: fixed addresses only
    const std::int64_t at = known(address);
    if (at < 0 || at >= std::ssize(v.values) || v.values[static_cast<std::size_t>(at)] == none) throw NotExpressible();
    return terms_.cell(variable, terms_.constant(at));
  }
  return terms_.cell(variable, address);
}

void Symbolic::store(const Place& place, SumId value) {
  if (!place.type->is_leaf() || place.fixed != nullptr) throw NotExpressible();
  const TypeKind kind = place.type->kind;
  if (kind == TypeKind::boolean) {
    const Range r = terms_.range(value);
    if (r.low < 0 || r.high > 1) {
      value = terms_.constant(decide(Formula::of(terms_.test(Relation::different, value))));
    }
  } else if (is_ranged(kind)) {
    const std::int64_t now = value_of(value);
    if (now < place.type->low || now > place.type->high) throw NotExpressible();  // a run-time error
    need(terms_.test(Relation::at_most, terms_.add(terms_.constant(place.type->low), value, -1)));
    need(terms_.test(Relation::at_most, terms_.add(value, terms_.constant(place.type->high), -1)));
  } else if (kind != TypeKind::string) {
    throw NotExpressible();
  }
  if (place.local != nullptr) {
    place.local->cells[static_cast<std::size_t>(known(place.address))] = value;
    return;
  }
  const std::uint32_t variable = cast_.variable(*place.symbol, place.owner);
  if (variable == none) throw NotExpressible();
  SumId address = place.address;
  if (!cast_[variable].is_data) address = terms_.constant(known(address));
  writes_.push_back({variable, address, value});
}

void Symbolic::assign(const Place& target, const Expr& value, ExprKind kind) {
  if (target.type->kind == TypeKind::clock) {
    if (kind != ExprKind::assign) throw NotExpressible();
    known(target.address);
    return fix_clocks(value);
  }
  if (target.type->is_leaf()) {
    if (target.type->kind == TypeKind::floating) throw NotExpressible();
    if (kind == ExprKind::assign) return store(target, number(value));
    const SumId right = number(value);
    Expr operation_expr;
    operation_expr.kind = kind;
    operation_expr.span = value.span;
    return store(target, operation(operation_expr, read(target), right));  // the old value counts after the right side
  }
  if (kind != ExprKind::assign) throw NotExpressible();
  store_all(target, value.kind == ExprKind::call ? call(value) : copied(place(value)));
}

Symbolic::Local Symbolic::copied(const Place& source) {
  if (source.type->cells > most_copied_cells) throw NotExpressible();
  Local result{source.type, {}};
  for_each_leaf(*source.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
    if (leaf.kind == TypeKind::clock || leaf.kind == TypeKind::floating) throw NotExpressible();
    result.cells.push_back(read(part(source, offset, &leaf)));
  });
  return result;
}

void Symbolic::store_all(const Place& target, const Local& source) {
  std::size_t next = 0;
  for_each_leaf(*target.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
    if (next >= source.cells.size()) throw NotExpressible();
    store(part(target, offset, &leaf), source.cells[next++]);
  });
}

ChannelPlace Symbolic::channel(const Expr& expr) {
  const Place found = place(expr);
  if (found.symbol == nullptr) throw NotExpressible();
  return {found.symbol, found.owner, found.address};
}

}  // namespace orbita::interpolation
