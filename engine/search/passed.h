// The passed/waiting list: every symbolic state met so far, as antichains.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/chunked.h"
#include "engine/options.h"
#include "engine/search/antichain.h"
#include "engine/search/coverage.h"
#include "engine/space/graph.h"

namespace orbita {

// Nodes of one discrete state hang together, in a list while they are few, else in an Antichain. A node
// covered by a later, larger one is unlinked but stays, because its descendants' traces lead through it.
class Passed {
 public:
  struct Node {
    std::uint32_t discrete = none, zone = none;
    std::uint32_t parent = none;
    std::uint32_t next = none;  // of the same discrete state, in a list
  };

  using Joining = orbita::Joining;
  Passed(Graph& graph, const Coverage& coverage, Joining joining)
      : graph_(graph), coverage_(coverage), joining_(joining), probe_(graph.zones(), coverage) {}

  // Adds the state unless a stored one covers it, and drops those it covers. Returns the new node,
  // whose zone is larger than the state's where it was joined with others.
  std::optional<std::uint32_t> add(const GraphNode& state, std::uint32_t parent);

  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  // The states on the way to the node, by parents.
  std::vector<GraphNode> path_to(std::uint32_t node) const;
  // The two nodes whose union a joined node is.
  struct Parts {
    std::uint32_t first = none, second = none;
  };
  std::optional<Parts> parts_of(std::uint32_t node) const;
  bool is_covered(std::uint32_t node) const { return (marks_[node] & covered) != 0; }
  bool is_expanded(std::uint32_t node) const { return (marks_[node] & expanded) != 0; }
  void mark_expanded(std::uint32_t node) { marks_[node] |= expanded; }
  // What is added from now on lies behind more steps than what was added before, so a node of before that is covered
  // from now on is only overtaken: a shortest path may lead through it.
  void begin_layer() { layer_ = size(); }
  std::uint32_t layer() const { return layer_; }  // the first node of what was added since
  bool is_overtaken(std::uint32_t node) const { return (marks_[node] & overtaken) != 0; }
  // Expanded nodes that a later one covers: work done too early.
  std::uint64_t wasted() const { return wasted_count_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint64_t stored() const { return nodes_.size() - covered_count_; }
  std::size_t memory() const;
  // Calls visit(node) for every node that is not covered, in the order they were added.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint32_t n = 0; n < size(); ++n) {
      if (!is_covered(n)) visit(n);
    }
  }

 private:
  static constexpr std::uint8_t covered = 1, expanded = 2, overtaken = 4;
  static constexpr std::uint32_t many = 0x80000000u;
  Antichain* antichain(std::uint32_t discrete);  // nullptr: it is a list
  // Calls visit(node) from the newest to the oldest node of the discrete state until it says yes.
  template <class Visit>
  bool any_node(std::uint32_t discrete, Visit&& visit);
  // Is the zone itself there? `length`: how many nodes were looked at.
  bool contains(const GraphNode& state, std::size_t& length);
  // These two ask about the zone the probe was prepared for.
  bool has_covering(std::uint32_t discrete);
  void drop_covered(std::uint32_t discrete);
  void mark_covered(std::uint32_t node);
  void make_antichain(std::uint32_t discrete);
  void add_to(Antichain& chain, std::uint32_t node);
  std::uint32_t hull_with_stored(const GraphNode& state);
  std::uint32_t push(const GraphNode& state, std::uint32_t parent);
  std::uint32_t join_exactly(std::uint32_t node);
  std::uint32_t find_partner(std::uint32_t node);

  Graph& graph_;
  const Coverage& coverage_;
  const Joining joining_;
  CoverProbe probe_;
  Chunked<Node> nodes_;
  Chunked<std::uint8_t> marks_;
  Chunked<std::uint32_t> first_;  // by discrete state: its newest node, or `many` plus a place in antichains_
  std::deque<Antichain> antichains_;
  std::size_t antichain_bytes_ = 0;
  std::uint64_t covered_count_ = 0, wasted_count_ = 0;
  std::uint32_t layer_ = 0;
  std::unordered_map<std::uint32_t, Parts> joined_;
  Zone mine_, other_, both_;
  std::vector<packed_t> packed_mine_, packed_other_;
};

}  // namespace orbita
