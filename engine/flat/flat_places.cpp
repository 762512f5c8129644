#include "engine/flat/flattener.h"
#include "parser/interpreter/elaborate.h"

namespace orbita {

std::int32_t FlatTables::set_number(const ScalarSet& set, std::int32_t count) {
  if (set.owner != nullptr) return -1;
  const auto [found, added] = flat.sets.try_emplace(&set, static_cast<std::int32_t>(flat.sets.size()));
  if (added) flat.document["sets"].push_back({{"name", set.name}, {"count", count}});
  return found->second;
}

std::optional<FlatPlace> Flattener::constant_place(const Symbol& symbol, std::uint32_t process) {
  FlatPlace result;
  if (process != no_process) {
    for (const Argument& argument : model_.processes[process].arguments) {
      if (argument.parameter != &symbol || !symbol.is_const) continue;
      result.type = argument.type;
      result.constants = &argument.value;
      return result;
    }
  }
  if (!symbol.is_const) return std::nullopt;
  if (const auto global = model_.global_index.find(&symbol); global != model_.global_index.end()) {
    const GlobalObject& object = model_.globals[global->second];
    result.type = object.type;
    result.constants = &object.value;
    return result;
  }
  if (const auto known = model_.template_constants.find(&symbol); known != model_.template_constants.end()) {
    result.type = known->second.type;
    result.constants = &known->second.value;
    return result;
  }
  if (process == no_process) return std::nullopt;
  if (locals_of_ != process) {
    locals_ = elaborate_locals(model_, model_.processes[process]);
    locals_of_ = process;
  }
  for (const LocalObject& local : locals_) {
    if (local.symbol != &symbol) continue;
    result.type = local.type;
    result.constants = &tables_.kept_constants.emplace_back(local.value);
    return result;
  }
  return std::nullopt;
}

FlatPlace Flattener::symbol_place(const Symbol& symbol, std::uint32_t process, Span where) {
  if (symbol.by_reference && process != no_process) {
    for (const Argument& argument : model_.processes[process].arguments) {
      if (argument.parameter != &symbol) continue;
      FlatPlace result = symbol_place(*argument.reference.object, no_process, where);
      result.type = argument.reference.type;
      result.offset += argument.reference.offset;
      return result;
    }
  }
  if (std::optional<FlatPlace> constant = constant_place(symbol, process)) return *constant;
  const bool is_local = symbol.scope == Scope::template_ || symbol.kind == SymbolKind::parameter;
  FlatPlace result;
  const Layout::Object* object = tables_.flat.layout.find(symbol, is_local ? process : no_process);
  if (object == nullptr) refuse_flat(where, "'" + std::string(symbol.name) + "'");
  result.type = object->type;
  result.first = object->first;
  return result;
}

std::int32_t Flattener::index_set(const ConcreteType& array) {
  if (array.index_set == nullptr) return -1;
  return tables_.set_number(*array.index_set, static_cast<std::int32_t>(array.count));
}

void Flattener::index(FlatPlace& place, const Expr& index) {
  const ConcreteType& array = *place.type;
  FlatJson at = value(index);
  place.type = array.element;
  const bool is_known = at.is_number() || (at.is_array() && at[0] == "el");
  if (is_known) {
    const std::int64_t position = (at.is_number() ? at : at[2]).get<std::int64_t>() - array.first_index;
    if (position < 0 || position >= std::int64_t{array.count}) place.failed = true;
    else place.offset += static_cast<std::uint32_t>(position) * array.element->cells;
    return;
  }
  place.dimensions.push_back({std::move(at), array.first_index, array.count, array.element->cells, index_set(array)});
}

FlatPlace Flattener::place(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::name: return symbol_place(*expr.symbol, process_, expr.span);
    case ExprKind::index: {
      FlatPlace result = place(*expr.args[0]);
      index(result, *expr.args[1]);
      return result;
    }
    case ExprKind::member: {
      const Type* whole = expr.args[0]->type;
      if (whole == nullptr || !whole->is(TypeKind::structure)) {  // of a process, in a query
        return symbol_place(*expr.symbol, interpreter_.process_number(*expr.args[0]), expr.span);
      }
      FlatPlace result = place(*expr.args[0]);
      const ConcreteType::Field& field = result.type->fields[expr.field_index];
      result.type = field.type;
      result.offset += field.offset;
      return result;
    }
    default: refuse_flat(expr.span, "this kind of place");
  }
}

FlatJson Flattener::leaf_constant(const FlatPlace& place, std::int32_t value) {
  const bool is_scalar = place.type->kind == TypeKind::scalar;
  const std::int32_t set = is_scalar ? tables_.set_number(*place.type->set, place.type->high + 1) : -1;
  if (set < 0) return value;
  return FlatJson::array({"el", set, value});
}

// An array of the document: dimensions, and what its cells are.
FlatJson Flattener::array_of(const FlatPlace& place, char sort, const FlatJson& cells) {
  FlatJson dimensions = FlatJson::array();
  for (const FlatPlace::Dimension& d : place.dimensions) dimensions.push_back({d.low, d.count, d.set});
  const FlatJson array = {{"sort", std::string(1, sort)}, {"dimensions", dimensions}, {"cells", cells}};
  FlatJson& arrays = tables_.flat.document["arrays"];
  const auto [found, added] = tables_.arrays.try_emplace(array.dump(), static_cast<std::uint32_t>(arrays.size()));
  if (added) arrays.push_back(array);
  return found->second;
}

// What the place denotes: the number of a slot ('s'), clock ('x') or channel ('c'), or a constant ('k').
FlatJson Flattener::cell_reference(const FlatPlace& place, char sort) {
  const auto one = [&](std::uint32_t offset) -> FlatJson {
    if (sort == 'k') return leaf_constant(place, (*place.constants)[offset]);
    const std::uint32_t cell = place.first + offset;
    if (sort == 's') return tables_.flat.slot_of_cell[cell];
    return sort == 'x' ? tables_.clock_of_cell[cell] : tables_.channel_of_cell[cell];
  };
  if (place.failed) return FlatJson::array({"error"});
  if (place.dimensions.empty()) return one(place.offset);
  std::vector<std::uint32_t> offsets = {place.offset};
  for (const FlatPlace::Dimension& d : place.dimensions) {
    std::vector<std::uint32_t> inner;
    for (const std::uint32_t base : offsets) {
      for (std::uint32_t i = 0; i < d.count; ++i) inner.push_back(base + i * d.stride);
    }
    offsets = std::move(inner);
    if (offsets.size() > 1'000'000) refuse_flat({}, "an array of more than a million cells");
  }
  FlatJson cells = FlatJson::array();
  for (const std::uint32_t offset : offsets) cells.push_back(one(offset));
  FlatJson result = FlatJson::array({"at", array_of(place, sort, cells)});
  for (const FlatPlace::Dimension& d : place.dimensions) result.push_back(d.index);
  return result;
}

FlatJson Flattener::load(const FlatPlace& place) {
  if (!place.type->is_leaf()) refuse_flat({}, "a whole array or struct as a value");
  if (place.type->kind == TypeKind::floating) refuse_flat({}, "a floating-point variable");
  FlatJson cell = cell_reference(place, place.constants != nullptr ? 'k' : 's');
  if (place.constants != nullptr || cell.is_array()) return cell;
  return FlatJson::array({"v", cell});
}

FlatJson Flattener::channel(const Expr& expr) { return cell_reference(place(expr), 'c'); }

}  // namespace orbita
