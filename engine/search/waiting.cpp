#include "engine/search/waiting.h"

#include <algorithm>
#include <cassert>

namespace orbita {

void FifoWaiting::push(NodeId node, const Hint& hint) {
  assert(node >= front_ && node < passed_.end() && "the queue is Passed itself");
  if (!strict_ && hint.covers_expanded && passed_.wasted() > passed_.stored()) repairs_.push_back(node);
}

// Every fourth time the ordinary queue has its turn: where zones grow in many small steps, only it leads to
// the large ones (CSMA/CD with 50 stations: 1398 instead of 18 798 expansions).
std::optional<NodeId> FifoWaiting::pop_repair() {
  if (popped_ % 4 == 0) return std::nullopt;
  while (repair_front_ < repairs_.size()) {
    const NodeId node = repairs_[repair_front_++];
    if (!adds_nothing(node)) return node;
  }
  repairs_.clear();
  repair_front_ = 0;
  return std::nullopt;
}

std::optional<NodeId> FifoWaiting::pop() {
  std::optional<NodeId> node = pop_repair();
  for (const NodeId end = std::min(end_, passed_.end()); !node && front_ < end; ++front_.value) {
    if (strict_ && front_ == passed_.layer()) passed_.begin_layer();
    if (!adds_nothing(front_)) node = front_;
  }
  popped_ += node ? 1 : 0;
  return node;
}

std::optional<NodeId> StackWaiting::pop() {
  while (!stack_.empty()) {
    const NodeId node = stack_.back();
    stack_.pop_back();
    if (!adds_nothing(node)) return node;
  }
  return std::nullopt;
}

void StackWaiting::arrange(std::vector<SymbolicState>& targets) {
  std::reverse(targets.begin(), targets.end());  // the stack turns them round again
}

void RandomStackWaiting::arrange(std::vector<SymbolicState>& targets) {
  for (std::size_t i = targets.size(); i > 1; --i) std::swap(targets[i - 1], targets[random() % i]);
}

std::uint64_t RandomStackWaiting::random() {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return state_ >> 11;
}

std::optional<NodeId> EarliestWaiting::pop() {
  while (!queue_.empty()) {
    const NodeId node{~queue_.top().second};
    queue_.pop();
    if (!adds_nothing(node)) return node;
  }
  return std::nullopt;
}

std::unique_ptr<Waiting> make_waiting(Order order, Passed& passed, bool strict, std::uint64_t seed) {
  switch (order) {
    case Order::breadth_first: return std::make_unique<FifoWaiting>(passed, strict);
    case Order::depth_first: return std::make_unique<StackWaiting>(passed);
    case Order::random_depth_first: return std::make_unique<RandomStackWaiting>(passed, seed);
    case Order::earliest: return std::make_unique<EarliestWaiting>(passed);
  }
  return nullptr;
}

}  // namespace orbita
