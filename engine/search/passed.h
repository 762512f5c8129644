// The passed/waiting list: every symbolic state met so far, as antichains.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.h"
#include "engine/options.h"
#include "engine/search/antichain.h"
#include "engine/search/coverage.h"
#include "engine/space/state_space.h"

namespace orbita {

// Nodes of one discrete state are linked, in a list while they are few, else in an Antichain. A node
// covered by a later, larger one is unlinked but stays, because its descendants' traces lead through it.
class Passed {
 public:
  struct Node {
    StateId discrete = none;
    ZoneId zone = none;
    NodeId parent = none;
    NodeId next = none;  // of the same discrete state, in a list
  };

  using Joining = orbita::Joining;
  Passed(StateSpace& space, const Coverage& coverage, Joining joining)
      : space_(space), coverage_(coverage), joining_(joining), probe_(space.zones(), coverage) {}

  // Adds the state unless a stored one covers it, and drops those it covers. Returns the new node,
  // whose zone is larger than the state's where it was joined with others.
  std::optional<NodeId> add(const SymbolicState& state, NodeId parent);

  const Node& operator[](NodeId node) const { return nodes_[node]; }
  // The states on the way to the node, by parents; the first is that of node 0.
  std::vector<SymbolicState> path_to(NodeId node) const;
  // The two nodes whose union a joined node is.
  struct Parts {
    NodeId first = none, second = none;
  };
  std::optional<Parts> parts_of(NodeId node) const;
  bool is_covered(NodeId node) const { return (marks_[node] & covered) != 0; }
  bool is_expanded(NodeId node) const { return (marks_[node] & expanded) != 0; }
  void mark_expanded(NodeId node) { marks_[node] |= expanded; }
  // What is added from now on lies behind more steps than what was added before, so a node of before that is covered
  // from now on is only overtaken: a shortest path may lead through it.
  void begin_layer() { layer_ = nodes_.end(); }
  NodeId layer() const { return layer_; }  // the first node of what was added since
  bool is_overtaken(NodeId node) const { return (marks_[node] & overtaken) != 0; }
  // Expanded nodes that a later one covers: work done too early.
  std::uint64_t wasted() const { return wasted_count_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId end() const { return nodes_.end(); }  // one past the newest node
  std::uint64_t stored() const { return nodes_.size() - covered_count_; }
  std::size_t memory() const;
  // Calls visit(node) for every node that is not covered, in the order they were added.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (NodeId n{0}; n < nodes_.end(); ++n.value) {
      if (!is_covered(n)) visit(n);
    }
  }

 private:
  static constexpr std::uint8_t covered = 1, expanded = 2, overtaken = 4;
  static constexpr std::uint32_t many = 0x80000000u;
  Antichain* antichain(StateId discrete);  // nullptr: it is a list
  // Calls visit(node) from the newest to the oldest node of the discrete state until it says yes.
  template <class Visit>
  bool any_node(StateId discrete, Visit&& visit);
  // Is the zone itself there? `length`: how many nodes were looked at.
  bool contains(const SymbolicState& state, std::size_t& length);
  // These two ask about a state for whose zone the probe was prepared.
  bool has_covering(const SymbolicState& state);
  void drop_covered(const SymbolicState& state);
  bool is_antichain(StateId discrete) const;  // no node in the list covers another one: for assert
  void mark_covered(NodeId node);
  void make_antichain(StateId discrete);
  void add_to(Antichain& chain, NodeId node);
  ZoneId hull_with_stored(const SymbolicState& state);
  NodeId push(const SymbolicState& state, NodeId parent);
  NodeId join_exactly(NodeId node);
  NodeId find_partner(NodeId node);

  StateSpace& space_;
  const Coverage& coverage_;
  const Joining joining_;
  CoverProbe probe_;
  ById<NodeId, Node> nodes_;
  ById<NodeId, std::uint8_t> marks_;
  ById<StateId, std::uint32_t> first_;  // by discrete state: its newest node, or `many` plus a place in antichains_
  std::deque<Antichain> antichains_;
  std::size_t antichain_bytes_ = 0;
  std::uint64_t covered_count_ = 0, wasted_count_ = 0;
  NodeId layer_{0};
  std::unordered_map<NodeId, Parts> joined_;
  Zone mine_, other_, both_;
  std::vector<packed_t> packed_mine_, packed_other_;
};

}  // namespace orbita
