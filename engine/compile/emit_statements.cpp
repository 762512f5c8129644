// Nodes that leave no value: stores, clocks, control flow.
#include <cassert>

#include "engine/compile/emit_nodes.h"

namespace orbita::ir {

namespace {

bool has_value(const Node& node) {
  switch (node.op) {
    case Op::call: return node.callee->has_value;
    case Op::sequence: return has_value(*node.args.back());
    default: return node.op < Op::store;
  }
}

}  // namespace

void Emitter::sequence(const Node& node, bool with_value) {
  for (std::size_t i = 0; i + 1 < node.args.size(); ++i) effect(*node.args[i]);
  if (with_value) value(*node.args.back());
  else effect(*node.args.back());
}

void Emitter::effect(const Node& node) {
  switch (node.op) {
    case Op::nothing: return;
    case Op::store: return store(node);
    case Op::real_store: {
      const std::uint32_t cell = offset_of(word(node.args[0]->value));
      value(*node.args[1]);
      emit(Opcode::store_f, {cell + 1});
      return emit(Opcode::store_f, {cell});
    }
    case Op::copy:
      value(*node.args[0]);
      value(*node.args[1]);
      return emit(Opcode::copy, {node.count});
    case Op::clock_set: return clock_set(node);
    case Op::clock_copy:
      for (const Node* arg : node.args) value(*arg);
      return emit(Opcode::clock_copy, {site(node.span)});
    case Op::drop: return effect(*node.args[0]);
    case Op::sequence: return sequence(node, false);
    case Op::if_: return if_statement(node);
    case Op::while_:
    case Op::do_while: return while_loop(node);
    case Op::for_range: return range_loop(node);
    case Op::return_:
      if (!node.args.empty()) {
        value(*node.args[0]);
        depth_ -= words(*node.args[0]);
      }
      programs_.code.push_back(static_cast<std::uint32_t>(Opcode::ret));
      return;
    case Op::assert_: {
      Label good;
      branch(*node.args[0], true, good);
      emit(Opcode::fail, {static_cast<std::uint32_t>(RunError::assertion), site(node.span)});
      return place(good);
    }
    case Op::call:
      call(node);
      for (std::uint32_t i = 0; i < node.callee->words(); ++i) emit(Opcode::pop);
      return;
    case Op::conditional: return if_statement(node);
    default: break;
  }
  if (node.is_pure()) return;  // its value is not used
  assert(has_value(node));
  value(node);
  for (std::uint32_t i = 0; i < words(node); ++i) emit(Opcode::pop);
}

// Assignments of constants and increments of known cells.
bool Emitter::short_store(const Node& node) {
  const Node& address = *node.args[0];
  const Node& v = *node.args[1];
  if (!address.is_constant()) return false;
  const std::uint32_t cell = offset_of(word(address.value));
  const bool in_state = segment_of(word(address.value)) == Segment::values;
  if (v.is_constant()) {
    emit(in_state ? Opcode::set_v : Opcode::set_f, {cell, word(v.value)});
    return true;
  }
  const Node& sum = v.op == Op::check ? *v.args[0] : v;
  if (sum.op != Op::add && sum.op != Op::subtract) return false;
  const Node& old = *sum.args[0];
  const Node& step = *sum.args[1];
  const bool own = old.op == Op::load && old.args[0]->is_constant(address.value);
  if (!own || !step.is_constant() || sum.fails || step.value == INT32_MIN) return false;
  const std::int32_t by = sum.op == Op::add ? step.value : -step.value;
  const bool checked = v.op == Op::check;
  const std::int32_t low = checked ? v.range_low : INT32_MIN, high = checked ? v.range_high : INT32_MAX;
  emit(in_state ? Opcode::add_v : Opcode::add_f, {cell, word(by), word(low), word(high), site(v.span, low, high)});
  return true;
}

void Emitter::store(const Node& node) {
  if (short_store(node)) return;
  const Node& address = *node.args[0];
  const Node& v = *node.args[1];
  if (address.is_constant()) {
    value(v);
    const bool in_state = segment_of(word(address.value)) == Segment::values;
    return emit(in_state ? Opcode::store_v : Opcode::store_f, {offset_of(word(address.value))});
  }
  if (is_simple_element(address) && v.is_pure() && segment_of(word(address.args[0]->value)) == Segment::values) {
    value(*address.args[1]);
    value(v);
    return emit(Opcode::store_element_v, {offset_of(word(address.args[0]->value)), word(address.first), address.count,
                                          site(address.span, address.range_low, address.range_high)});
  }
  value(address);
  value(v);
  emit(Opcode::store_at);
}

void Emitter::clock_set(const Node& node) {
  const Node& clock = *node.args[0];
  const Node& v = *node.args[1];
  if (clock.is_constant() && v.is_constant() && v.value >= 0) {
    return emit(Opcode::clock_set_k, {word(clock.value), word(v.value)});
  }
  value(clock);
  value(v);
  emit(Opcode::clock_set, {site(node.span)});
}

void Emitter::if_statement(const Node& node) {
  Label otherwise, end;
  branch(*node.args[0], false, otherwise);
  effect(*node.args[1]);
  if (node.args.size() > 2 && node.args[2]->op != Op::nothing) {
    emit_jump(Opcode::jump, {}, end);
    place(otherwise);
    effect(*node.args[2]);
  } else {
    place(otherwise);
  }
  place(end);
}

void Emitter::while_loop(const Node& node) {
  Label head, end;
  place(head);
  if (node.op == Op::while_) branch(*node.args[0], false, end);
  effect(*node.args[1]);
  if (node.op == Op::do_while) branch(*node.args[0], false, end);
  if (node.op == Op::while_ && node.args.size() > 2) effect(*node.args[2]);
  programs_.code.push_back(static_cast<std::uint32_t>(Opcode::repeat));
  use(head);
  programs_.code.push_back(site(node.span));
  place(end);
}

void Emitter::range_loop(const Node& node) {
  Label head, end;
  start_loop(node, end);
  place(head);
  effect(*node.args[2]);
  next_round(node, head);
  place(end);
}

}  // namespace orbita::ir
