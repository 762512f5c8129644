#include "engine/compile/effects.h"
#include "parser/work_limits.h"

#include <algorithm>
#include <iterator>

namespace orbita::ir {

void EffectWalk::Cells::add(std::uint32_t cell) {
  if (cell >= mark_.size()) mark_.resize(cell + 1, 0);
  if (mark_[cell] == round_) return;
  mark_[cell] = round_;
  list_.push_back(cell);
}

void EffectWalk::Cells::shrink(std::size_t size) {
  for (std::size_t i = size; i < list_.size(); ++i) mark_[list_[i]] = 0;
  list_.resize(size);
}

std::vector<std::uint32_t> EffectWalk::Cells::take() {
  std::vector<std::uint32_t> result = list_;
  std::sort(result.begin(), result.end());
  list_.clear();
  ++round_;
  return result;
}

namespace {

std::vector<std::uint32_t> intersection(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

std::vector<NetClockId> candidates(const Extent* extent) {
  std::vector<NetClockId> result;
  if (extent) for_each_cell(*extent, [&](std::uint32_t c) { result.push_back({c}); });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

Effects EffectWalk::take() {
  std::vector<std::uint32_t> certain = certain_.take();
  if (has_exit_) certain = returned_ ? exit_ : intersection(certain, exit_);
  maybe_ = 0;
  loops_.clear();
  returned_ = may_return_ = has_exit_ = false;
  Effects result{read_.take(), first_.take(), written_.take(), std::move(certain), std::move(clocks_)};
  clocks_.clear();
  return result;
}

void EffectWalk::read_cell(std::uint32_t cell) {
  read_.add(cell);
  if (!certain_.has(cell)) first_.add(cell);
}

void EffectWalk::read(const Extent* extent) {
  if (extent && extent->segment == Segment::values) {
    for_each_cell(*extent, [this](std::uint32_t cell) { read_cell(cell); });
  }
}

void EffectWalk::write(const Extent* extent, std::int32_t low, std::int32_t high) {
  if (!extent || extent->segment != Segment::values) return;
  for_each_cell(*extent, [&](std::uint32_t cell) {
    written_.add(cell);
    if (cell >= stored_.size()) stored_.resize(cell + 1);
    stored_[cell].add(low, high);
  });
  // A whole object at a known place; an element at a computed one may be any of them.
  if (extent->bases.size() == 1 && extent->dimensions.empty()) {
    for (std::uint32_t i = 0; i < extent->cells; ++i) certain_.add(extent->bases[0] + i);
  }
}

std::vector<std::uint32_t> EffectWalk::cut(std::size_t mark) {
  std::vector<std::uint32_t> result(certain_.list().begin() + static_cast<std::ptrdiff_t>(mark), certain_.list().end());
  certain_.shrink(mark);
  std::sort(result.begin(), result.end());
  return result;
}

void EffectWalk::walk_args(const Node& node) {
  for (const Node* arg : node.args) walk(*arg);
}

void EffectWalk::walk_maybe(const Node& node) { walk_branches(node, nullptr); }

void EffectWalk::walk_branches(const Node& then, const Node* otherwise) {
  ++maybe_;
  const std::size_t mark = certain_.size();
  const bool before = returned_;
  walk(then);
  const bool then_returned = returned_;
  const std::vector<std::uint32_t> first = cut(mark);
  returned_ = before;
  std::vector<std::uint32_t> second;
  if (otherwise) {
    walk(*otherwise);
    second = cut(mark);
  }
  const bool otherwise_returned = returned_;
  const std::vector<std::uint32_t> both = then_returned        ? second
                                          : otherwise_returned ? first
                                                               : intersection(first, second);
  for (const std::uint32_t cell : both) certain_.add(cell);
  returned_ = then_returned && otherwise_returned;
  --maybe_;
}

void EffectWalk::walk_call(const FunctionCode& callee) {
  for (const std::uint32_t cell : callee.effects.first_reads) read_cell(cell);
  for (const std::uint32_t cell : callee.effects.reads) read_.add(cell);
  for (const std::uint32_t cell : callee.effects.writes) written_.add(cell);
  for (const std::uint32_t cell : callee.effects.certain) certain_.add(cell);
  for (ClockWrite write : callee.effects.clocks) {
    write.certain = write.certain && maybe_ == 0 && !may_return_;
    clocks_.push_back(std::move(write));
  }
}

void EffectWalk::walk_return() {
  std::vector<std::uint32_t> here = certain_.list();
  std::sort(here.begin(), here.end());
  exit_ = has_exit_ ? intersection(exit_, here) : std::move(here);
  has_exit_ = true;
  returned_ = may_return_ = true;
}

// The address depends on the variable of the innermost loop and on nothing else, and every round gets here.
bool EffectWalk::covered_by_loop(const Node& address, const Extent* extent) const {
  if (loops_.empty() || loops_.back().maybe != maybe_ || may_return_) return false;
  if (!extent || extent->bases.size() != 1 || extent->dimensions.size() != 1) return false;
  const Node* part = &address;
  while (part->op == Op::element && part->args[1]->is_constant()) part = part->args[0];
  if (part->op != Op::element || !part->args[0]->is_constant() || part->fails) return false;
  const Node& index = *part->args[1];
  return index.op == Op::load &&
         index.args[0]->is_constant(static_cast<std::int32_t>(make_address(Segment::frame, loops_.back().cell)));
}

void EffectWalk::walk_loop(const Node& node) {
  walk(*node.args[0]);
  walk(*node.args[1]);
  const bool runs = node.args[0]->high <= node.args[1]->low;  // at least once
  if (!runs) return walk_maybe(*node.args[2]);
  if (!node.args[0]->is_constant() || !node.args[1]->is_constant()) return walk(*node.args[2]);
  loops_.push_back({node.cell, maybe_, {}});
  const std::size_t first_clock = clocks_.size();
  walk(*node.args[2]);
  const Loop loop = std::move(loops_.back());
  loops_.pop_back();
  if (may_return_) {  // later rounds may not happen
    for (std::size_t i = first_clock; i < clocks_.size(); ++i) clocks_[i].certain = false;
    return;
  }
  for (const std::uint32_t cell : loop.covered) certain_.add(cell);
}

void EffectWalk::clock_write(const Node& node) {
  ClockWrite write;
  write.targets = candidates(node.extent);
  if (covered_by_loop(*node.args[0], node.extent)) {  // one definite write each
    const Node& value = *node.args.back();
    for (const NetClockId target : write.targets) {
      ClockWrite one;
      one.targets = {target};
      one.certain = maybe_ == 0;
      one.from_clock = node.op == Op::clock_copy;
      if (one.from_clock) one.sources = candidates(node.source);
      one.low = one.from_clock ? value.low : std::max(value.low, 0);
      one.high = std::max(value.high, one.low);
      clocks_.push_back(std::move(one));
    }
    return;
  }
  write.certain = write.targets.size() == 1 && maybe_ == 0 && !may_return_;
  write.from_clock = node.op == Op::clock_copy;
  if (write.from_clock) write.sources = candidates(node.source);
  const Node& value = *node.args.back();
  write.low = write.from_clock ? value.low : std::max(value.low, 0);
  write.high = std::max(value.high, write.low);
  clocks_.push_back(std::move(write));
}

void EffectWalk::walk(const Node& node) {
  poll_limits();
  switch (node.op) {
    case Op::load:
      walk_args(node);
      read(node.extent);
      break;
    case Op::equal_cells:
      walk_args(node);
      read(node.extent);
      read(node.source);
      break;
    case Op::store:
      walk_args(node);
      write(node.extent, node.args[1]->low, node.args[1]->high);
      if (covered_by_loop(*node.args[0], node.extent)) {
        for_each_cell(*node.extent, [this](std::uint32_t cell) { loops_.back().covered.push_back(cell); });
      }
      break;
    case Op::copy:
      walk_args(node);
      read(node.source);
      write(node.extent, INT32_MIN, INT32_MAX);
      break;
    case Op::clock_set:
    case Op::clock_copy:
      walk_args(node);
      clock_write(node);
      break;
    case Op::logical_and:
    case Op::logical_or:
      walk(*node.args[0]);
      walk_maybe(*node.args[1]);
      break;
    case Op::conditional:
    case Op::if_:
      walk(*node.args[0]);
      walk_branches(*node.args[1], node.args.size() > 2 ? node.args[2] : nullptr);
      break;
    case Op::while_:
      walk(*node.args[0]);
      walk_maybe(*node.args[1]);
      if (node.args.size() > 2) walk_maybe(*node.args[2]);
      break;
    case Op::do_while:
      walk(*node.args[1]);
      walk(*node.args[0]);
      break;
    case Op::forall:
    case Op::exists:
    case Op::sum:
    case Op::for_range: walk_loop(node); break;
    case Op::call:
      walk_args(node);
      for (std::size_t i = 0; i < node.args.size(); ++i) {
        if (node.callee->parameters[i].copied > 0) read(node.args[i]->extent);
      }
      walk_call(*node.callee);
      break;
    case Op::return_:
      walk_args(node);
      walk_return();
      break;
    default: walk_args(node); break;
  }
}

}  // namespace orbita::ir
