// Conditions as jumps, and the loops of quantifiers and ranges.
#include <algorithm>

#include "engine/compile/emit_nodes.h"

namespace orbita::ir {

// Compare-and-jump in one instruction, where there is one.
bool Emitter::branch_comparison(const Node& node, bool when, Label& target) {
  if (!is_comparison(node.op)) return false;
  const Node* a = node.args[0];
  const Node* b = node.args[1];
  Op op = when ? node.op : inverse(node.op);
  if (a->is_constant()) {
    std::swap(a, b);
    op = mirrored(op);
  }
  if (!b->is_constant()) return false;
  if (is_load_from(*a, Segment::values)) {
    emit_jump(at_row(Opcode::jump_equal_vk, op), {cell_of(*a), word(b->value)}, target);
  } else if (is_load_from(*a, Segment::frame)) {
    emit_jump(at_row(Opcode::jump_equal_fk, op), {cell_of(*a), word(b->value)}, target);
  } else {
    return false;
  }
  return true;
}

void Emitter::branch(const Node& node, bool when, Label& target) {
  switch (node.op) {
    case Op::constant:
      if ((node.value != 0) == when) emit_jump(Opcode::jump, {}, target);
      return;
    case Op::logical_not: return branch(*node.args[0], !when, target);
    case Op::truth: return branch(*node.args[0], when, target);
    case Op::logical_and:
    case Op::logical_or: {
      const bool decides = node.op == Op::logical_or;  // the truth of the left side that settles it
      if (when == decides) {
        branch(*node.args[0], when, target);
        branch(*node.args[1], when, target);
      } else {
        Label skip;
        branch(*node.args[0], decides, skip);
        branch(*node.args[1], when, target);
        place(skip);
      }
      return;
    }
    case Op::forall:
    case Op::exists: return quantifier_branch(node, when, target);
    default: break;
  }
  if (branch_comparison(node, when, target)) return;
  value(node);
  emit_jump(when ? Opcode::jump_nonzero : Opcode::jump_zero, {}, target);
}

// 0 or 1 of what is decided by jumping.
void Emitter::truth_value(const Node& node) {
  Label no, end;
  const Node* last = &node;
  if (node.op == Op::logical_and) {
    branch(*node.args[0], false, no);
    last = node.args[1];
  } else if (node.op == Op::logical_or) {
    branch(*node.args[0], true, no);
    last = node.args[1];
  } else {
    branch(node, false, no);
  }
  if (last != &node) {
    value(*last);
    if (last->low < 0 || last->high > 1) emit(Opcode::truth);
  } else {
    emit(Opcode::push, {1});
  }
  emit_jump(Opcode::jump, {}, end);
  --depth_;
  place(no);
  emit(Opcode::push, {node.op == Op::logical_or ? 1u : 0u});
  place(end);
}

void Emitter::start_loop(const Node& node, Label& end) {
  const Node& low = *node.args[0];
  const Node& high = *node.args[1];
  if (low.is_constant()) {
    emit(Opcode::set_f, {node.cell, word(low.value)});
  } else {
    value(low);
    emit(Opcode::store_f, {node.cell});
  }
  if (high.is_constant()) {
    if (low.high > high.value) emit_jump(Opcode::jump_greater_fk, {node.cell, word(high.value)}, end);
    return;
  }
  value(high);
  emit(Opcode::store_f, {node.limit_cell});
  if (low.high > high.low) {
    emit(Opcode::load_f, {node.cell});
    emit(Opcode::load_f, {node.limit_cell});
    emit(Opcode::greater);
    emit_jump(Opcode::jump_nonzero, {}, end);
  }
}

void Emitter::next_round(const Node& node, Label& head) {
  const Node& high = *node.args[1];
  const bool known = high.is_constant();
  programs_.code.push_back(static_cast<std::uint32_t>(known ? Opcode::next_k : Opcode::next_f));
  programs_.code.push_back(node.cell);
  programs_.code.push_back(known ? word(high.value) : node.limit_cell);
  use(head);
  programs_.code.push_back(site(node.span));
}

void Emitter::quantifier_branch(const Node& node, bool when, Label& target) {
  const bool decides = node.op == Op::exists;  // the truth of a body that settles it
  Label head, end, settled;
  Label& found = when == decides ? target : settled;
  start_loop(node, when == decides ? end : target);
  place(head);
  branch(*node.args[2], decides, found);
  next_round(node, head);
  if (when != decides) emit_jump(Opcode::jump, {}, target);
  place(settled);
  place(end);
}

}  // namespace orbita::ir
