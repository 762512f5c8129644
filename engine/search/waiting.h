// The nodes that are still to be expanded, and in which order: push and pop.
//
// A node that was covered or expanded meanwhile has nothing to add, and pop() does not return it. The exception: where
// shortest paths are looked for, a node that was only overtaken (Passed::begin_layer) is returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/options.h"
#include "engine/search/passed.h"

namespace orbita {

class Waiting {
 public:
  explicit Waiting(Passed& passed) : passed_(passed) {}
  virtual ~Waiting() = default;

  struct Hint {
    bool covers_expanded = false;  // the node covers one that was expanded before
    std::int32_t minus_time = 0;   // raw bound on minus the least time at which the node is reached
  };
  // Nodes are pushed in the order in which Passed made them.
  virtual void push(NodeId node, const Hint& hint) = 0;
  virtual std::optional<NodeId> pop() = 0;
  // The order in which the targets of one node are to be stored and pushed.
  virtual void arrange(std::vector<SymbolicState>&) {}
  virtual std::size_t memory() const = 0;  // bytes

 protected:
  bool adds_nothing(NodeId node) const {
    return passed_.is_expanded(node) || (passed_.is_covered(node) && !passed_.is_overtaken(node));
  }

  Passed& passed_;
};

// First in, first out, with repairs. The queue itself is Passed: nodes are made in the order they are expanded.
//
// Breadth first, a small zone may be expanded long before a larger one of the same discrete state is met, and then
// everything behind it is done again: on a token ring 2^N times. Where more expansions are wasted than states stored, a
// node that covers an expanded one jumps the queue, so that it overtakes the smaller zone's offspring (cf. Herbreteau
// and Tran, FORMATS 2015).
class FifoWaiting final : public Waiting {
 public:
  // `strict`: breadth first to the letter, without repairs; the first path found is a shortest one.
  explicit FifoWaiting(Passed& passed, bool strict = false) : Waiting(passed), strict_(strict) {}

  void push(NodeId node, const Hint& hint) override;
  std::optional<NodeId> pop() override;
  std::size_t memory() const override { return repairs_.capacity() * sizeof(NodeId); }
  // Only repairs and nodes before this one are returned, until told otherwise.
  void stop_before(NodeId end) { end_ = end; }

 private:
  std::optional<NodeId> pop_repair();

  const bool strict_;
  NodeId front_{0};
  NodeId end_ = none;
  std::vector<NodeId> repairs_;
  std::size_t repair_front_ = 0;
  std::uint64_t popped_ = 0;
};

// Last in, first out: the first target of a node is the next one.
class StackWaiting final : public Waiting {
 public:
  using Waiting::Waiting;
  void push(NodeId node, const Hint&) override { stack_.push_back(node); }
  std::optional<NodeId> pop() override;
  void arrange(std::vector<SymbolicState>& targets) override;
  std::size_t memory() const override { return stack_.capacity() * sizeof(NodeId); }

 private:
  std::vector<NodeId> stack_;
};

// Last in, first out, with the targets of a node in random order.
class RandomStackWaiting final : public Waiting {
 public:
  RandomStackWaiting(Passed& passed, std::uint64_t seed)
      : Waiting(passed), stack_(passed), state_(seed * 0x9E3779B97F4A7C15ull + 1) {}
  void push(NodeId node, const Hint& hint) override { stack_.push(node, hint); }
  std::optional<NodeId> pop() override { return stack_.pop(); }
  void arrange(std::vector<SymbolicState>& targets) override;
  std::size_t memory() const override { return stack_.memory(); }

 private:
  std::uint64_t random();

  StackWaiting stack_;
  std::uint64_t state_;
};

// The node that is reached after the least time first; of several the oldest.
class EarliestWaiting final : public Waiting {
 public:
  using Waiting::Waiting;
  void push(NodeId node, const Hint& hint) override { queue_.emplace(hint.minus_time, ~node.value); }
  std::optional<NodeId> pop() override;
  std::size_t memory() const override { return queue_.size() * sizeof(Entry); }

 private:
  using Entry = std::pair<std::int32_t, std::uint32_t>;  // larger is earlier; the complement of the node's number
  std::priority_queue<Entry> queue_;
};

std::unique_ptr<Waiting> make_waiting(Order order, Passed& passed, bool strict, std::uint64_t seed);

}  // namespace orbita
