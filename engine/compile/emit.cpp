#include "engine/compile/emit.h"

#include <algorithm>
#include <cassert>

#include "parser/real.h"
#include "parser/work_limits.h"

namespace orbita::ir {

namespace {

std::uint32_t word(std::int32_t value) { return static_cast<std::uint32_t>(value); }

// The opcode at the same place of a row of six comparisons, in the order of Op::equal ….
Opcode at_row(Opcode first, Op comparison) {
  return static_cast<Opcode>(static_cast<std::uint32_t>(first) +
                             (static_cast<std::uint32_t>(comparison) - static_cast<std::uint32_t>(Op::equal)));
}

// a < b is b > a.
Op mirrored(Op comparison) {
  switch (comparison) {
    case Op::less: return Op::greater;
    case Op::less_equal: return Op::greater_equal;
    case Op::greater: return Op::less;
    case Op::greater_equal: return Op::less_equal;
    default: return comparison;
  }
}

// A load from a known cell of this segment.
bool is_load_from(const Node& node, Segment segment) {
  return node.op == Op::load && node.args[0]->is_constant() && segment_of(word(node.args[0]->value)) == segment;
}

std::uint32_t cell_of(const Node& load) { return offset_of(word(load.args[0]->value)); }

// An element of a known array with one cell per element.
bool is_simple_element(const Node& node) {
  return node.op == Op::element && node.args[0]->is_constant() && node.stride == 1;
}

std::uint32_t words(const Node& node) { return node.real ? 2 : 1; }

bool has_value(const Node& node) {
  switch (node.op) {
    case Op::call: return node.callee->has_value;
    case Op::sequence: return has_value(*node.args.back());
    default: return node.op < Op::store;
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

Emitter::Emitter(const Network& network, Programs& programs) : network_(network), programs_(programs) {
  if (programs_.error_sites.empty()) programs_.error_sites.push_back({});  // site 0: no place
}

Emitter::Emitter(const Emitter& base, Programs& programs)
    : network_(base.network_), programs_(programs), sites_(base.sites_) {}

void Emitter::begin() { depth_ = max_depth_ = calls_ = 0; }

CodeRef Emitter::finish(CodeRef start, Opcode last, [[maybe_unused]] unsigned results) {
  emit(last);
  programs_.stack_size = std::max(programs_.stack_size, max_depth_);
  programs_.call_depth = std::max(programs_.call_depth, calls_);
#ifndef NDEBUG
  const std::string problem = find_code_problem(network_, programs_, start, results);
  if (!problem.empty()) throw std::logic_error(problem + "\n" + disassemble(network_, programs_, start));
#endif
  return start;
}

CodeRef Emitter::expression(const Node& node) {
  begin();
  const auto start = static_cast<CodeRef>(programs_.code.size());
  value(node);
  return finish(start, Opcode::halt, 1);
}

CodeRef Emitter::update(const Node& node) {
  begin();
  const auto start = static_cast<CodeRef>(programs_.code.size());
  effect(node);
  return finish(start, Opcode::halt, 0);
}

void Emitter::function(const Node& body, FunctionCode& into) {
  begin();
  into.code = static_cast<CodeRef>(programs_.code.size());
  effect(body);
  for (std::uint32_t i = 0; i < into.words(); ++i) emit(Opcode::push, {0});  // only reached where no path should lead
  finish(into.code, Opcode::ret, into.words());
  into.stack = max_depth_;
  into.depth = calls_;
}

CodeRef Emitter::failure(RunError error, Span span) {
  begin();
  const auto start = static_cast<CodeRef>(programs_.code.size());
  emit(Opcode::fail, {static_cast<std::uint32_t>(error), site(span)});
  return start;
}

void Emitter::emit(Opcode op, std::initializer_list<std::uint32_t> operands) {
  poll_limits();
  const OpcodeInfo& info = opcode_info[static_cast<std::uint32_t>(op)];
  assert(operands.size() == info.operands && depth_ >= info.pops);
  programs_.code.push_back(static_cast<std::uint32_t>(op));
  programs_.code.insert(programs_.code.end(), operands);
  depth_ = depth_ - info.pops + info.pushes;
  max_depth_ = std::max(max_depth_, depth_);
}

void Emitter::use(Label& label) {
  programs_.code.push_back(label.at);
  if (label.at == no_code) label.uses.push_back(static_cast<std::uint32_t>(programs_.code.size() - 1));
}

void Emitter::emit_jump(Opcode op, std::initializer_list<std::uint32_t> operands, Label& target) {
  const OpcodeInfo& info = opcode_info[static_cast<std::uint32_t>(op)];
  programs_.code.push_back(static_cast<std::uint32_t>(op));
  programs_.code.insert(programs_.code.end(), operands);
  use(target);
  depth_ -= info.pops;
}

void Emitter::place(Label& label) {
  label.at = static_cast<std::uint32_t>(programs_.code.size());
  for (const std::uint32_t use : label.uses) programs_.code[use] = label.at;
}

std::uint32_t Emitter::site(Span span, std::int32_t low, std::int32_t high) {
  const ErrorSite wanted{span, low, high};
  const auto [found, added] = sites_.try_emplace(wanted, static_cast<std::uint32_t>(programs_.error_sites.size()));
  if (added) programs_.error_sites.push_back(wanted);
  return found->second;
}

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
    case Op::add: return safe ? emit(Opcode::add_unchecked) : emit(Opcode::add, {site(node.span)});
    case Op::subtract: return safe ? emit(Opcode::subtract_unchecked) : emit(Opcode::subtract, {site(node.span)});
    case Op::multiply: return safe ? emit(Opcode::multiply_unchecked) : emit(Opcode::multiply, {site(node.span)});
    case Op::wrap_add: return emit(Opcode::add_unchecked);
    case Op::wrap_subtract: return emit(Opcode::subtract_unchecked);
    case Op::wrap_multiply: return emit(Opcode::multiply_unchecked);
    case Op::divide: return emit(Opcode::divide, {site(node.span)});
    case Op::modulo: return emit(Opcode::modulo, {site(node.span)});
    case Op::power: return emit(Opcode::power, {site(node.span)});
    case Op::shift_left: return emit(Opcode::shift_left, {site(node.span)});
    case Op::shift_right: return emit(Opcode::shift_right, {site(node.span)});
    case Op::minimum: return emit(Opcode::minimum);
    case Op::maximum: return emit(Opcode::maximum);
    case Op::bit_and: return emit(Opcode::bit_and);
    case Op::bit_or: return emit(Opcode::bit_or);
    case Op::bit_xor: return emit(Opcode::bit_xor);
    default: assert(false);
  }
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
  if (node.is_pure()) return;  // a value nobody wants
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
