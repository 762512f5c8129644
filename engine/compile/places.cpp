// Where things are.
#include <algorithm>

#include "engine/compile/lowering.h"
#include "parser/real.h"

namespace orbita {

using ir::Node;
using ir::Op;

namespace {

// Intervals of table look-ups are worked out entry by entry up to this size.
constexpr std::uint64_t max_table_scan = 4096;

std::int32_t low_of(const ConcreteType& leaf) { return leaf.kind == TypeKind::integer ? leaf.low : 0; }
std::int32_t high_of(const ConcreteType& leaf) { return leaf.kind == TypeKind::boolean ? 1 : leaf.high; }

}  // namespace

const Lowering::Binding* Lowering::find(const Symbol& symbol) const {
  for (std::size_t i = bindings_.size(); i > 0; --i) {
    if (bindings_[i - 1].symbol == &symbol) return &bindings_[i - 1];
  }
  return nullptr;
}

void Lowering::bind(const Symbol& symbol, std::int32_t value) { bindings_.push_back({&symbol, {}, true, value}); }

void Lowering::bind_cell(const Symbol& symbol, std::uint32_t cell, const ConcreteType& type) {
  NetPlace place;
  place.type = &type;
  place.at = nodes_.address(Segment::frame, cell);
  bindings_.push_back({&symbol, place, false, 0});
}

BinderRange Lowering::range(const Binder& binder) {
  const Type& type = *binder.symbol->type;
  BinderRange result;
  if (type.dynamic) {
    result.low = value(*type.low);
    result.high = value(*type.high);
    ConcreteType known;
    known.low = result.low->low;
    known.high = std::max(result.high->high, known.low);
    result.type = state_.own_types.add(known);
  } else {
    result.type = concrete(type);
    result.low = nodes_.constant(low_of(*result.type));
    result.high = nodes_.constant(high_of(*result.type));
  }
  return result;
}

NetPlace Lowering::object_place(const NetObject& object, Sort sort) {
  NetPlace place;
  place.sort = sort;
  place.type = object.type;
  if (object.cells) {
    place.cells = object.cells;
    return place;
  }
  const std::uint32_t base = object.base[static_cast<int>(sort)];
  place.at = nodes_.constant(static_cast<std::int32_t>(base));
  place.extent = nodes_.extent(Segment::values, {base}, {}, state_.cells_of(*object.type, sort));
  return place;
}

NetPlace Lowering::name_place(const Symbol& symbol, ProcessId owner, Sort sort, Span span) {
  if (const Binding* binding = find(symbol)) {
    if (!binding->is_value) {
      if (binding->place.sort != sort) {
        refuse(span, "refused", "a struct of clocks and data cannot be passed by reference");
      }
      return binding->place;
    }
    NetPlace place;
    place.type = symbol.type->dynamic ? nullptr : concrete(*symbol.type);
    if (!place.type) {
      ConcreteType known;
      known.low = known.high = binding->value;
      place.type = state_.own_types.add(known);
    }
    const std::uint32_t at = state_.constant_cells(&binding->value, 1);
    place.at = nodes_.address(Segment::constants, at);
    place.extent = nodes_.extent(Segment::constants, {at}, {}, 1);
    return place;
  }
  if (const NetObject* object = state_.objects->find(symbol, owner)) return object_place(*object, sort);
  // A predeclared constant that a query is the first to mention.
  if (const auto late = state_.model.global_index.find(&symbol); late != state_.model.global_index.end()) {
    const GlobalObject& global = state_.model.globals[late->second];
    NetObject object;
    object.symbol = &symbol;
    object.type = global.type;
    object.cells = global.value.data();
    return object_place(object, sort);
  }
  refuse(span, "refused", "'" + std::string(symbol.name) + "' has no value here");
}

// Constants get an address when they are indexed by something that is not known.
void Lowering::materialise(NetPlace& place) {
  if (!place.cells) return;
  const std::uint32_t at = state_.constant_cells(place.cells, place.type->cells);
  place.at = nodes_.address(Segment::constants, at);
  place.extent = nodes_.extent(Segment::constants, {at}, {}, place.type->cells);
  place.cells = nullptr;
}

NetPlace Lowering::element_place(const NetPlace& array, Node* index, Span span) {
  const ConcreteType& type = *array.type;
  NetPlace result = array;
  result.type = type.element;
  const std::int64_t last = std::int64_t{type.first_index} + type.count - 1;
  const bool known = index->is_constant() && index->value >= type.first_index && index->value <= last;
  if (known && array.cells) {
    result.cells += static_cast<std::uint32_t>(index->value - type.first_index) * type.element->cells;
    return result;
  }
  if (result.cells) {
    if (state_.cells_of(type, Sort::data) != type.cells) {
      refuse(span, "refused", "an array with doubles can be indexed by constants only");
    }
    result.type = array.type;
    materialise(result);
    result.type = type.element;
  }
  const std::uint32_t stride = state_.cells_of(*type.element, array.sort);
  result.at = nodes_.element(result.at, index, type.first_index, type.count, stride, span);
  if (result.extent) {
    const std::int64_t from = std::max<std::int64_t>(index->low, type.first_index);
    const std::int64_t to = std::min<std::int64_t>(index->high, last);
    const bool any = from <= to;  // otherwise it always fails
    result.extent = nodes_.narrow(result.extent, stride, any ? static_cast<std::uint32_t>(from - type.first_index) : 0,
                                  any ? static_cast<std::uint32_t>(to - from + 1) : 1, stride);
  }
  return result;
}

NetPlace Lowering::field_place(const NetPlace& whole, std::uint32_t field) {
  const ConcreteType& type = *whole.type;
  NetPlace result = whole;
  result.type = type.fields[field].type;
  if (whole.cells) {
    result.cells += type.fields[field].offset;
    return result;
  }
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < field; ++i) before += state_.cells_of(*type.fields[i].type, whole.sort);
  result.at = nodes_.offset(whole.at, before);
  if (whole.extent) {
    result.extent = nodes_.narrow(whole.extent, 1, before, 1, state_.cells_of(*result.type, whole.sort));
  }
  return result;
}

NetPlace Lowering::index_place(const Expr& expr, Sort sort) {
  const NetPlace array = place(*expr.args[0], sort);
  return element_place(array, value(*expr.args[1]), expr.args[1]->span);
}

Node* Lowering::process_number(const Expr& process) {
  if (process.kind != ExprKind::call) return nodes_.constant(0);
  const ProcessSet& set = *process.symbol->set;
  Node* position = nodes_.constant(0);
  for (std::size_t i = 0; i < set.types.size(); ++i) {
    const ConcreteType& type = *set.types[i];
    const Expr& argument = *process.args[i + 1];
    Node* number = nodes_.check(value(argument), low_of(type), type.high, argument.span);
    number = nodes_.binary(Op::subtract, number, nodes_.constant(low_of(type)), argument.span);
    Node* size = nodes_.constant(type.high - low_of(type) + 1);
    position =
        nodes_.binary(Op::add, nodes_.binary(Op::multiply, position, size, argument.span), number, argument.span);
  }
  return position;
}

Node* Lowering::table(const std::vector<std::int32_t>& entries, Node* position) {
  const auto size = static_cast<std::uint32_t>(entries.size());
  const std::uint32_t at = state_.constant_cells(entries.data(), size);
  return nodes_.element(nodes_.address(Segment::constants, at), position, 0, size, 1, {});
}

// P.x and P(i).x: one process, or a table over the members of the set.
NetPlace Lowering::process_member(const Expr& expr, Sort sort) {
  const Symbol& process = *expr.args[0]->symbol;
  Node* position = process_number(*expr.args[0]);
  const std::uint32_t first = expr.args[0]->kind == ExprKind::call ? process.set->first : process.index;
  if (position->is_constant()) {
    return name_place(*expr.symbol, ProcessId{first + static_cast<std::uint32_t>(position->value)}, sort, expr.span);
  }
  std::vector<std::int32_t> entries;
  std::vector<std::uint32_t> bases;
  NetPlace result;
  bool leaves = true;
  for (std::uint32_t p = 0; p < process.set->size; ++p) {
    NetPlace one = name_place(*expr.symbol, ProcessId{first + p}, sort, expr.span);
    if (one.cells && one.type->is_leaf()) {
      entries.push_back(*one.cells);
    } else {
      leaves = false;
      materialise(one);
      entries.push_back(one.at->value);
      bases.push_back(offset_of(static_cast<std::uint32_t>(one.at->value)));
    }
    if (p == 0) result = one;
  }
  result.at = table(entries, position);
  const std::uint32_t at = state_.constant_cells(entries.data(), static_cast<std::uint32_t>(entries.size()));
  const auto count = static_cast<std::uint32_t>(entries.size());
  const ir::Extent* whole_table = nodes_.extent(Segment::constants, {at}, {{1, count}}, 1);
  if (leaves) {
    result.extent = whole_table;
  } else {
    result.at = nodes_.load(result.at, whole_table, INT32_MIN, INT32_MAX);
    const Segment segment = result.extent ? result.extent->segment : Segment::values;
    result.extent = nodes_.extent(segment, bases, {}, state_.cells_of(*result.type, sort));
  }
  result.cells = nullptr;
  return result;
}

NetPlace Lowering::member_place(const Expr& expr, Sort sort) {
  if (expr.args[0]->type && expr.args[0]->type->is(TypeKind::process)) return process_member(expr, sort);
  return field_place(place(*expr.args[0], sort), expr.field_index);
}

NetPlace Lowering::conditional_place(const Expr& expr, Sort sort) {
  Node* choice = condition(*expr.args[0]);
  if (choice->is_constant()) return place(*expr.args[choice->value != 0 ? 1 : 2], sort);
  const std::size_t mark = before_.size();
  NetPlace a = place(*expr.args[1], sort);
  NetPlace b = place(*expr.args[2], sort);
  if (before_.size() != mark) refuse(expr.span, "refused", "this choice between variables has side effects");
  materialise(a);
  materialise(b);
  a.at = nodes_.conditional(choice, a.at, b.at);
  a.extent = nodes_.join(a.extent, b.extent);
  return a;
}

NetPlace Lowering::temporary(const ConcreteType& type) {
  NetPlace result;
  result.type = &type;
  result.at = nodes_.address(Segment::frame, frame_cells(type.cells));
  return result;
}

Node* Lowering::with_before(std::size_t mark, Node* node) {
  if (before_.size() == mark) return node;
  std::vector<Node*> all(before_.begin() + static_cast<std::ptrdiff_t>(mark), before_.end());
  before_.resize(mark);
  all.push_back(node);
  return nodes_.sequence(all);
}

NetPlace Lowering::place(const Expr& expr, Sort sort) {
  switch (expr.kind) {
    case ExprKind::name: return name_place(*expr.symbol, process_, sort, expr.span);
    case ExprKind::index: return index_place(expr, sort);
    case ExprKind::member: return member_place(expr, sort);
    case ExprKind::conditional: return conditional_place(expr, sort);
    case ExprKind::comma: before_.push_back(effect(*expr.args[0])); return place(*expr.args[1], sort);
    case ExprKind::call: {
      std::optional<NetPlace> result;
      Node* node = call(expr, result);
      if (!result) break;
      before_.push_back(node);
      return *result;
    }
    default: break;
  }
  NetPlace target;
  if (is_assignment(expr.kind)) {
    before_.push_back(assign(expr, target, true));
    return target;
  }
  if (expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::pre_decrement) {
    before_.push_back(assign_step(expr, target, true));
    return target;
  }
  refuse(expr.span, "refused", "this expression is not a variable");
}

// Doubles are locals of functions and constants; the checker turns everything else away.
void Lowering::require_frame(const NetPlace& place) {
  if (place.at && place.at->is_constant() && segment_of(static_cast<std::uint32_t>(place.at->value)) == Segment::frame)
    return;
  refuse({}, "refused", "a double that is no constant and no local variable of a function cannot be used");
}

Node* Lowering::load(const NetPlace& place) {
  if (place.type->kind == TypeKind::floating) {
    if (place.cells) return nodes_.real_constant(real_of(place.cells));
    require_frame(place);
    Node* node = nodes_.make(Op::real_load, {place.at});
    node->real = true;
    return node;
  }
  if (place.cells) return nodes_.constant(*place.cells);
  std::int32_t low = low_of(*place.type), high = high_of(*place.type);
  if (place.extent && place.extent->segment == Segment::constants && cell_count(*place.extent) <= max_table_scan) {
    low = INT32_MAX;
    high = INT32_MIN;
    for_each_cell(*place.extent, [&](std::uint32_t cell) {
      low = std::min(low, state_.programs.constants[cell]);
      high = std::max(high, state_.programs.constants[cell]);
    });
    if (low == high && !place.at->fails && !place.at->effects) return nodes_.constant(low);
  }
  const bool known = place.extent && place.extent->segment == Segment::values && !state_.value_ranges.empty();
  if (known && cell_count(*place.extent) <= max_table_scan) {
    ir::ValueRange range;
    for_each_cell(*place.extent, [&](std::uint32_t cell) {
      range.add(state_.value_ranges[cell].low, state_.value_ranges[cell].high);
    });
    low = std::max(low, range.low);
    high = std::min(high, range.high);
  }
  return nodes_.load(place.at, place.extent, low, high);
}

}  // namespace orbita
