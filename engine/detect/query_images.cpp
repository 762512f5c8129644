#include "engine/detect/query_images.h"

#include <algorithm>
#include <iterator>

#include "engine/network/opcode.h"

namespace orbita::detection {

namespace {

// Which of its operands is the target of a jump; -1: none.
int target_operand(Opcode op) {
  switch (op) {
    case Opcode::jump:
    case Opcode::repeat:
    case Opcode::jump_zero:
    case Opcode::jump_nonzero: return 0;
    case Opcode::next_k:
    case Opcode::next_f: return 2;
    default: return op >= Opcode::jump_equal_vk && op <= Opcode::jump_greater_equal_fk ? 2 : -1;
  }
}

bool compares_cell(Opcode op) {
  return (op >= Opcode::equal_vk && op <= Opcode::greater_equal_vk) ||
         (op >= Opcode::jump_equal_vk && op <= Opcode::jump_greater_equal_vk);
}

template <class T>
void add_all(std::vector<T>& into, const std::vector<T>& more) {
  into.insert(into.end(), more.begin(), more.end());
  std::ranges::sort(into);
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

}  // namespace

PredicateImages::PredicateImages(const Network& network, const Programs& programs)
    : network_(network), programs_(std::make_shared<Programs>(programs)) {}

Predicate PredicateImages::adopted(Predicate predicate) const {
  predicate.programs = programs_;
  return predicate;
}

// Up to the first `halt`, with jumps inside of the program.
std::optional<CodeRef> PredicateImages::copied(CodeRef code, const Exchange& g) {
  if (code == no_code) return no_code;
  const auto first = static_cast<CodeRef>(programs_->code.size());
  Code copy;
  CodeRef last_target = code;
  std::uint32_t loaded = none;  // the cell on top of the stack
  for (CodeRef at = code;;) {
    if (at >= first) return std::nullopt;
    const auto op = static_cast<Opcode>(programs_->code[at]);
    const std::uint32_t operands = opcode_info[static_cast<std::size_t>(op)].operands;
    const auto begin = programs_->code.begin() + at;
    Code instruction(begin, begin + 1 + operands);
    const auto rename_value = [&](std::uint32_t cell, std::uint32_t& held) {
      held = static_cast<std::uint32_t>(static_cast<std::int32_t>(g.contents(cell, static_cast<std::int32_t>(held))));
    };
    if (const int k = target_operand(op); k >= 0) {
      std::uint32_t& target = instruction[static_cast<std::size_t>(k) + 1];
      if (target < code) return std::nullopt;
      last_target = std::max(last_target, target);
      target = target - code + first;
    }
    if (compares_cell(op)) {
      rename_value(instruction[1], instruction[2]);
      instruction[1] = g.value(instruction[1]);
    } else if ((op == Opcode::equal_k || op == Opcode::not_equal_k) && loaded != none) {
      rename_value(loaded, instruction[1]);
    }
    loaded = op == Opcode::load_v ? instruction[1] : std::uint32_t{none};
    if (op == Opcode::load_v) instruction[1] = g.value(instruction[1]);
    copy.insert(copy.end(), instruction.begin(), instruction.end());
    at += 1 + operands;
    if (op != Opcode::halt) continue;
    if (last_target >= at) return std::nullopt;
    break;
  }
  programs_->code.insert(programs_->code.end(), copy.begin(), copy.end());
  return first;
}

bool PredicateImages::rename(ClockTerm& term, std::vector<NetClockId>& candidates, const Exchange& g) {
  const std::optional<CodeRef> code = copied(term.code, g);
  if (!code) return false;
  term.code = *code;
  if (term.code == no_code) term.clock = g.clock(term.clock);
  // A computed one may still mean what it meant before.
  std::vector<NetClockId> renamed;
  for (const NetClockId x : candidates) renamed.push_back(g.clock(x));
  if (term.code == no_code) candidates.clear();
  add_all(candidates, renamed);
  return true;
}

std::optional<Predicate> PredicateImages::image(const Predicate& predicate, const Exchange& g) {
  Predicate result = adopted(predicate);
  for (Predicate::Node& node : result.nodes) {
    for (CodeRef* code : {&node.data, &node.atom.condition, &node.atom.bound}) {
      const std::optional<CodeRef> copy = copied(*code, g);
      if (!copy) return std::nullopt;
      *code = *copy;
    }
    if (!rename(node.atom.x, node.atom.x_candidates, g) || !rename(node.atom.y, node.atom.y_candidates, g))
      return std::nullopt;
  }
  // As if programs might look at what they looked at before as well.
  std::vector<SlotId> reads;
  std::vector<NetClockId> clocks;
  std::vector<ProcessId> processes;
  for (const SlotId s : predicate.reads) reads.push_back(network_.slot_at(g.value(network_.slot_value(s))));
  for (const NetClockId x : predicate.clocks) clocks.push_back(g.clock(x));
  for (const ProcessId p : predicate.location_reads) processes.push_back(g.process(p));
  add_all(result.reads, reads);
  add_all(result.clocks, clocks);
  add_all(result.location_reads, processes);
  return result;
}

Predicate PredicateImages::joined(const std::vector<Predicate>& predicates, bool all) const {
  Predicate result = adopted({});
  Predicate::Node root;
  root.kind = all ? Predicate::Kind::conjunction : Predicate::Kind::disjunction;
  result.nodes.push_back(std::move(root));
  for (const Predicate& predicate : predicates) {
    const auto first = static_cast<std::uint32_t>(result.nodes.size());
    result.nodes[0].children.push_back(first);
    for (Predicate::Node node : predicate.nodes) {
      for (std::uint32_t& child : node.children) child += first;
      result.nodes.push_back(std::move(node));
    }
    result.has_clocks |= predicate.has_clocks;
    result.has_deadlock |= predicate.has_deadlock;
    add_all(result.reads, predicate.reads);
    add_all(result.clocks, predicate.clocks);
    add_all(result.location_reads, predicate.location_reads);
  }
  return result;
}

}  // namespace orbita::detection
