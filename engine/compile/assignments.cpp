// Assignments, of numbers, clocks and whole objects.
#include <algorithm>

#include "engine/compile/lowering.h"

namespace orbita {

using ir::Node;
using ir::Op;

namespace {

// Every value of the source is a value of the target.
bool fits_into(const ConcreteType& source, const ConcreteType& target) {
  if (target.kind == TypeKind::array) return fits_into(*source.element, *target.element);
  if (target.kind == TypeKind::structure) {
    for (std::size_t i = 0; i < target.fields.size(); ++i) {
      if (!fits_into(*source.fields[i].type, *target.fields[i].type)) return false;
    }
    return true;
  }
  if (target.kind == TypeKind::boolean) return source.kind == TypeKind::boolean;
  return target.kind != TypeKind::integer || source.kind == TypeKind::boolean ||
         (source.low >= target.low && source.high <= target.high);
}

}  // namespace

// A value as a variable of this type keeps it.
Node* Lowering::converted(Node* value, const ConcreteType& leaf, Span span) {
  if (leaf.kind == TypeKind::floating) return nodes_.to_real(value);
  if (leaf.kind == TypeKind::boolean) return nodes_.truth(value);
  if (leaf.kind == TypeKind::scalar) return nodes_.check(value, 0, leaf.high, span);
  return nodes_.check(value, leaf.low, leaf.high, span);
}

Node* Lowering::store(const NetPlace& target, Node* converted_value) {
  if (target.type->kind == TypeKind::floating) {
    require_frame(target);
    return nodes_.make(Op::real_store, {target.at, converted_value});
  }
  Node* node = nodes_.make(Op::store, {target.at, converted_value});
  node->extent = target.extent;
  return node;
}

void Lowering::settle(NetPlace& place, std::vector<Node*>& before) {
  if (place.cells || place.at->is_constant()) return;
  Node* cell = nodes_.address(Segment::frame, frame_cells(1));
  before.push_back(nodes_.make(Op::store, {cell, place.at}));
  place.at = nodes_.load(cell, nullptr, INT32_MIN, INT32_MAX);
}

Node* Lowering::assign(const Expr& expr, NetPlace& target, bool again) {
  const Type* type = expr.args[0]->type;
  const std::size_t mark = before_.size();
  if (is_aggregate(type)) {
    const bool only_clocks = contains(*type, TypeKind::clock) && !contains(*type, TypeKind::integer) &&
                             !contains(*type, TypeKind::boolean) && !contains(*type, TypeKind::scalar);
    if (only_clocks) {
      target = place(*expr.args[0], Sort::clock);
      const NetPlace source = place(*expr.args[1], Sort::clock);
      return with_before(mark, copy_clocks(target, source, expr.span));
    }
    target = place(*expr.args[0], Sort::data);
    // The place is found first: a call on the right may change its indices.
    if (again || expr.args[1]->kind == ExprKind::call) settle(target, before_);
    Node* cells = assign_cells(expr, target);
    if (contains(*type, TypeKind::clock)) {
      const NetPlace clocks = place(*expr.args[0], Sort::clock);
      const NetPlace source = place(*expr.args[1], Sort::clock);
      cells = nodes_.sequence({cells, copy_clocks(clocks, source, expr.span)});
    }
    return with_before(mark, cells);
  }
  if (type && type->is(TypeKind::clock)) {
    target.sort = Sort::clock;
    if (type->hybrid) return nodes_.make(Op::nothing, {});  // hybrid clocks play no part
    target = place(*expr.args[0], Sort::clock);
    return with_before(mark, assign_clock(target, *expr.args[1], expr.span));
  }
  return assign_leaf(expr, target, again);
}

Node* Lowering::assign_leaf(const Expr& expr, NetPlace& target, bool again) {
  const std::size_t mark = before_.size();
  target = place(*expr.args[0], Sort::data);
  const bool compound = expr.kind != ExprKind::assign;
  if (compound || again) settle(target, before_);
  Node* right = value(*expr.args[1]);
  if (compound && target.type->kind == TypeKind::floating) {
    right = real_compound(expr, target, nodes_.to_real(right));
  } else if (compound) {
    if (right->effects) {  // the old value counts after the right side has run
      Node* cell = nodes_.address(Segment::frame, frame_cells(1));
      before_.push_back(nodes_.make(Op::store, {cell, right}));
      right = nodes_.load(cell, nullptr, right->low, right->high);
    }
    right = nodes_.wrapping(operation_of(operator_inside(expr.kind)), load(target), right, expr.span);
  }
  return with_before(mark, store(target, converted(right, *target.type, expr.span)));
}

// The old value counts after the right side has run.
Node* Lowering::real_compound(const Expr& expr, const NetPlace& target, Node* right) {
  if (right->effects) {
    NetPlace kept = target;
    kept.at = nodes_.address(Segment::frame, frame_cells(2));
    before_.push_back(store(kept, right));
    right = load(kept);
  }
  const Op op = expr.kind == ExprKind::assign_add        ? Op::real_add
                : expr.kind == ExprKind::assign_subtract ? Op::real_subtract
                : expr.kind == ExprKind::assign_multiply ? Op::real_multiply
                                                         : Op::real_divide;
  return nodes_.real(op, {load(target), right}, expr.span);
}

Node* Lowering::assign_step(const Expr& expr, NetPlace& target, bool again) {
  const std::size_t mark = before_.size();
  target = place(*expr.args[0], Sort::data);
  if (again || !target.at->is_constant()) settle(target, before_);
  const bool up = expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::post_increment;
  Node* result = nodes_.wrapping(up ? Op::add : Op::subtract, load(target), nodes_.constant(1), expr.span);
  return with_before(mark, store(target, converted(result, *target.type, expr.span)));
}

Node* Lowering::assign_cells(const Expr& expr, const NetPlace& target) {
  const std::size_t mark = before_.size();
  const NetPlace source = place(*expr.args[1], Sort::data);
  // The value is there before the store, also when source and target are the same object.
  return with_before(mark, copy(target, source, expr.span));
}

Node* Lowering::copy(const NetPlace& target, const NetPlace& source, Span span) {
  const std::uint32_t count = state_.cells_of(*target.type, Sort::data);
  NetPlace from = source;
  if (fits_into(*source.type, *target.type)) {
    materialise(from);
    Node* node = nodes_.make(Op::copy, {target.at, from.at});
    node->count = count;
    node->extent = target.extent;
    node->source = from.extent;
    return node;
  }
  // Ranges differ: cell by cell, each checked.
  std::vector<Node*> all;
  NetPlace to = target;
  settle(to, all);
  settle(from, all);
  const auto each = [&](auto& self, const NetPlace& t, const NetPlace& s) -> void {
    if (t.type->kind == TypeKind::array) {
      for (std::uint32_t i = 0; i < t.type->count; ++i) {
        Node* ti = nodes_.constant(t.type->first_index + static_cast<std::int32_t>(i));
        Node* si = nodes_.constant(s.type->first_index + static_cast<std::int32_t>(i));
        self(self, element_place(t, ti, span), element_place(s, si, span));
      }
    } else if (t.type->kind == TypeKind::structure) {
      for (std::uint32_t i = 0; i < t.type->fields.size(); ++i) self(self, field_place(t, i), field_place(s, i));
    } else if (state_.cells_of(*t.type, Sort::data) > 0) {
      all.push_back(store(t, converted(load(s), *t.type, span)));
    }
  };
  each(each, to, from);
  return nodes_.sequence(all);
}

Node* Lowering::copy_clocks(const NetPlace& target, const NetPlace& source, Span span) {
  std::vector<Node*> all;
  NetPlace to = target, from = source;
  settle(to, all);
  settle(from, all);
  const std::uint32_t count = state_.cells_of(*target.type, Sort::clock);
  for (std::uint32_t i = 0; i < count; ++i) {
    Node* node =
        nodes_.make(Op::clock_copy, {nodes_.offset(to.at, i), nodes_.offset(from.at, i), nodes_.constant(0)}, span);
    node->extent = nodes_.narrow(to.extent, 1, i, 1, 1);
    node->source = nodes_.narrow(from.extent, 1, i, 1, 1);
    all.push_back(node);
  }
  return nodes_.sequence(all);
}

Node* Lowering::assign_clock(const NetPlace& target, const Expr& expr, Span span) {
  if (!is_clock_type(expr.type)) {
    Node* number = value(expr);
    Node* node = nodes_.make(Op::clock_set, {target.at, number}, span);
    node->extent = target.extent;
    node->fails |= number->low < 0;
    return node;
  }
  const ClockSum sum = clock_sum(expr);
  if (!sum.plus || sum.minus)
    refuse(expr.span, "refused", "a clock can be set to an integer or to another clock plus an integer");
  Node* node = nodes_.make(Op::clock_copy, {target.at, sum.plus->at, sum.shift}, span);
  node->extent = target.extent;
  node->source = sum.plus->extent;
  return node;
}

Node* Lowering::set_default(const NetPlace& target) {
  if (target.type->kind == TypeKind::floating) return store(target, nodes_.real_constant(0));
  std::vector<std::int32_t> values(target.type->cells, 0);
  for_each_leaf(*target.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
    values[offset] = default_value(leaf);
  });
  if (values.size() == 1) return store(target, nodes_.constant(values[0]));
  NetPlace source;
  source.type = target.type;
  source.cells = values.data();
  materialise(source);
  return copy(target, source, {});
}

Node* Lowering::initialise(const NetPlace& target, const Expr* init) {
  if (!init) return set_default(target);
  if (init->kind == ExprKind::list) return initialise_list(target, *init);
  const std::size_t mark = before_.size();
  if (!target.type->is_leaf()) {
    const NetPlace source = place(*init, Sort::data);
    return with_before(mark, copy(target, source, init->span));
  }
  return store(target, converted(value(*init), *target.type, init->span));
}

Node* Lowering::initialise_list(const NetPlace& target, const Expr& list) {
  std::vector<Node*> all;
  if (target.type->kind == TypeKind::array) {
    for (std::uint32_t i = 0; i < target.type->count && i < list.args.size(); ++i) {
      Node* index = nodes_.constant(target.type->first_index + static_cast<std::int32_t>(i));
      all.push_back(initialise(element_place(target, index, list.span), list.args[i]));
    }
    return nodes_.sequence(all);
  }
  const auto& fields = target.type->fields;
  for (std::size_t i = 0; i < list.args.size() && i < fields.size(); ++i) {
    const std::string_view name = list.field_names.empty() ? std::string_view() : list.field_names[i];
    const auto field = name.empty()
                           ? fields.begin() + static_cast<std::ptrdiff_t>(i)
                           : std::find_if(fields.begin(), fields.end(), [&](auto& f) { return f.name == name; });
    if (field == fields.end()) continue;
    all.push_back(initialise(field_place(target, static_cast<std::uint32_t>(field - fields.begin())), list.args[i]));
  }
  return nodes_.sequence(all);
}

}  // namespace orbita
