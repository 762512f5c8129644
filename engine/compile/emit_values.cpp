// Expressions: one value (two words for a double) on the stack.
#include <algorithm>
#include <cassert>

#include "engine/compile/emit_nodes.h"
#include "parser/real.h"

namespace orbita::ir {

namespace {

// The instruction of an operator of the language (operator_table.h).
Opcode opcode_of(Op op) {
  switch (op) {
#define ORBITA_CASE(name, ...) \
  case Op::name: return Opcode::name;
    ORBITA_CHECKED_OPERATORS(ORBITA_CASE)
    ORBITA_EXTREMUM_OPERATORS(ORBITA_CASE)
    ORBITA_BIT_OPERATORS(ORBITA_CASE)
#undef ORBITA_CASE
    default: assert(false); return Opcode::fail;
  }
}

// The intervals of the operands rule out that the node's own operation leaves 32 bits.
bool cannot_overflow(const Node& node) {
  const std::int64_t al = node.args[0]->low, ah = node.args[0]->high;
  const std::int64_t bl = node.args[1]->low, bh = node.args[1]->high;
  std::int64_t low = 0, high = 0;
  switch (node.op) {
    case Op::add:
      low = al + bl;
      high = ah + bh;
      break;
    case Op::subtract:
      low = al - bh;
      high = ah - bl;
      break;
    case Op::multiply:
      low = std::min({al * bl, al * bh, ah * bl, ah * bh});
      high = std::max({al * bl, al * bh, ah * bl, ah * bh});
      break;
    default: return false;
  }
  return low >= INT32_MIN && high <= INT32_MAX;
}

bool check_needed(const Node& element) {
  const Node& index = *element.args[1];
  return index.low < element.first || std::int64_t{index.high} >= std::int64_t{element.first} + element.count;
}

}  // namespace

void Emitter::value(const Node& node) {
  switch (node.op) {
    case Op::constant: emit(Opcode::push, {word(node.value)}); break;
    case Op::load: load(node); break;
    case Op::element: element(node); break;
    case Op::negate:
      value(*node.args[0]);
      emit(Opcode::negate, {site(node.span)});
      break;
    case Op::absolute:
      value(*node.args[0]);
      emit(Opcode::absolute, {site(node.span)});
      break;
    case Op::logical_not:
      value(*node.args[0]);
      emit(Opcode::logical_not);
      break;
    case Op::truth:
      value(*node.args[0]);
      emit(Opcode::truth);
      break;
    case Op::logical_and:
    case Op::logical_or:
    case Op::forall:
    case Op::exists: truth_value(node); break;
    case Op::conditional: conditional(node); break;
    case Op::sum: sum(node); break;
    case Op::equal_cells:
      value(*node.args[0]);
      value(*node.args[1]);
      emit(Opcode::equal_cells, {node.count});
      break;
    case Op::check:
      value(*node.args[0]);
      emit(Opcode::check,
           {word(node.range_low), word(node.range_high), site(node.span, node.range_low, node.range_high)});
      break;
    case Op::call: call(node); break;
    case Op::sequence: sequence(node, true); break;
    case Op::real_constant: {
      std::int32_t words[2];
      put_real(node.number, words);
      emit(Opcode::push, {word(words[0])});
      emit(Opcode::push, {word(words[1])});
      break;
    }
    case Op::real_load:
      emit(Opcode::load_f, {cell_of(node)});
      emit(Opcode::load_f, {cell_of(node) + 1});
      break;
    case Op::real_function:
      for (const Node* arg : node.args) value(*arg);
      emit(node.args.size() == 1   ? Opcode::real_function_1
           : node.args.size() == 2 ? Opcode::real_function_2
                                   : Opcode::real_function_3,
           {node.count});
      break;
    case Op::to_whole:
      value(*node.args[0]);
      emit(Opcode::to_whole, {site(node.span)});
      break;
    case Op::to_real:
    case Op::real_negate:
      value(*node.args[0]);
      emit(node.op == Op::to_real ? Opcode::to_real : Opcode::real_negate);
      break;
    case Op::real_add:
    case Op::real_subtract:
    case Op::real_multiply:
    case Op::real_divide:
    case Op::real_minimum:
    case Op::real_maximum:
    case Op::real_equal:
    case Op::real_not_equal:
    case Op::real_less:
    case Op::real_less_equal:
    case Op::real_greater:
    case Op::real_greater_equal: real_binary(node); break;
    default:
      if (is_comparison(node.op)) return comparison(node);
      assert(node.op < Op::store);
      binary(node);
  }
}

void Emitter::load(const Node& node) {
  const Node& address = *node.args[0];
  if (is_load_from(node, Segment::values)) return emit(Opcode::load_v, {cell_of(node)});
  if (is_load_from(node, Segment::frame)) return emit(Opcode::load_f, {cell_of(node)});
  if (is_simple_element(address)) {
    const std::uint32_t base = word(address.args[0]->value);
    const Segment segment = segment_of(base);
    if (segment != Segment::frame) {
      const bool in_state = segment == Segment::values;
      value(*address.args[1]);
      if (check_needed(address)) {
        emit(in_state ? Opcode::load_element_v : Opcode::load_element_k,
             {offset_of(base), word(address.first), address.count,
              site(address.span, address.range_low, address.range_high)});
      } else {
        emit(in_state ? Opcode::load_offset_v : Opcode::load_offset_k, {offset_of(base) - word(address.first)});
      }
      return;
    }
  }
  value(address);
  emit(Opcode::load_at);
}

void Emitter::element(const Node& node) {
  const Node& base = *node.args[0];
  const Node& index = *node.args[1];
  if (check_needed(node)) {
    value(base);
    value(index);
    emit(Opcode::element,
         {word(node.first), node.count, node.stride, site(node.span, node.range_low, node.range_high)});
  } else if (index.is_constant()) {
    value(base);
    emit(Opcode::add_k, {(word(index.value) - word(node.first)) * node.stride});
  } else if (base.is_constant()) {
    // Everything wraps around: base - first * stride + index * stride is right in the end.
    emit(Opcode::push, {word(base.value) - word(node.first) * node.stride});
    value(index);
    emit(Opcode::element_unchecked, {node.stride});
  } else {
    value(base);
    if (node.first != 0) emit(Opcode::add_k, {0u - word(node.first) * node.stride});
    value(index);
    emit(Opcode::element_unchecked, {node.stride});
  }
}

void Emitter::binary(const Node& node) {
  const Node& a = *node.args[0];
  const Node& b = *node.args[1];
  const bool safe = cannot_overflow(node);
  value(a);
  if (safe && b.is_constant() && (node.op == Op::add || node.op == Op::subtract)) {
    return emit(Opcode::add_k, {node.op == Op::add ? word(b.value) : 0u - word(b.value)});
  }
  value(b);
  switch (node.op) {
    case Op::wrap_add: return emit(Opcode::add_unchecked);
    case Op::wrap_subtract: return emit(Opcode::subtract_unchecked);
    case Op::wrap_multiply: return emit(Opcode::multiply_unchecked);
    case Op::add:
      if (safe) return emit(Opcode::add_unchecked);
      break;
    case Op::subtract:
      if (safe) return emit(Opcode::subtract_unchecked);
      break;
    case Op::multiply:
      if (safe) return emit(Opcode::multiply_unchecked);
      break;
    default: break;
  }
  const Opcode op = opcode_of(node.op);
  if (is_checked_operator(op)) emit(op, {site(node.span)});
  else emit(op);
}

void Emitter::real_binary(const Node& node) {
  value(*node.args[0]);
  value(*node.args[1]);
  switch (node.op) {
    case Op::real_add: return emit(Opcode::real_add);
    case Op::real_subtract: return emit(Opcode::real_subtract);
    case Op::real_multiply: return emit(Opcode::real_multiply);
    case Op::real_divide: return emit(Opcode::real_divide, {site(node.span)});
    case Op::real_minimum: return emit(Opcode::real_minimum);
    case Op::real_maximum: return emit(Opcode::real_maximum);
    case Op::real_equal: return emit(Opcode::real_equal);
    case Op::real_not_equal: return emit(Opcode::real_not_equal);
    case Op::real_less: return emit(Opcode::real_less);
    case Op::real_less_equal: return emit(Opcode::real_less_equal);
    case Op::real_greater: return emit(Opcode::real_greater);
    default: return emit(Opcode::real_greater_equal);
  }
}

void Emitter::comparison(const Node& node) {
  const Node* a = node.args[0];
  const Node* b = node.args[1];
  Op op = node.op;
  if (a->is_constant()) {
    std::swap(a, b);
    op = mirrored(op);
  }
  if (b->is_constant() && is_load_from(*a, Segment::values)) {
    return emit(at_row(Opcode::equal_vk, op), {cell_of(*a), word(b->value)});
  }
  value(*a);
  if (b->is_constant()) return emit(at_row(Opcode::equal_k, op), {word(b->value)});
  value(*b);
  emit(at_row(Opcode::equal, op));
}

void Emitter::conditional(const Node& node) {
  Label otherwise, end;
  branch(*node.args[0], false, otherwise);
  value(*node.args[1]);
  emit_jump(Opcode::jump, {}, end);
  depth_ -= words(node);
  place(otherwise);
  value(*node.args[2]);
  place(end);
}

void Emitter::sum(const Node& node) {
  Label head, end;
  emit(Opcode::push, {0});
  start_loop(node, end);
  place(head);
  value(*node.args[2]);
  if (node.low == INT32_MIN || node.high == INT32_MAX) emit(Opcode::add, {site(node.span)});
  else emit(Opcode::add_unchecked);
  next_round(node, head);
  place(end);
}

void Emitter::call(const Node& node) {
  const FunctionCode& callee = *node.callee;
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    const auto& parameter = callee.parameters[i];
    if (parameter.copied > 0) emit(Opcode::push, {make_address(Segment::frame, parameter.cell)});
    value(*node.args[i]);
  }
  for (std::size_t i = node.args.size(); i-- > 0;) {
    const auto& parameter = callee.parameters[i];
    if (parameter.copied > 0) {
      emit(Opcode::copy, {parameter.copied});
      continue;
    }
    if (parameter.real) emit(Opcode::store_f, {parameter.cell + 1});
    emit(Opcode::store_f, {parameter.cell});
  }
  max_depth_ = std::max(max_depth_, depth_ + callee.stack);
  calls_ = std::max(calls_, callee.depth + 1);
  emit(Opcode::call, {callee.code, callee.words()});
  depth_ += callee.words();
  max_depth_ = std::max(max_depth_, depth_);
}

}  // namespace orbita::ir
