// Finds the stored state that covers a given one, and the permutation between the two.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/search/coverage.h"
#include "engine/space/zone_graph.h"
#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/match.h"
#include "symmetry/orbits/sort.h"

namespace orbita {

class CoverFinder {
 public:
  struct Node {
    StateId discrete;
    ZoneId zone;
  };
  struct Cover {
    std::uint32_t node = 0;
    Permutation element_map{};  // takes the node to the state; only with symmetry
  };

  // All arguments must outlive the finder.
  CoverFinder(ZoneGraph& graph, const Coverage& coverage);

  void add(const SymbolicState& state);  // numbered 0, 1, …
  const std::vector<Node>& nodes() const { return nodes_; }
  // Nodes with numbers from `first` to before `end`.
  struct Range {
    std::uint32_t first = 0, end = UINT32_MAX;
  };
  // A node of the range covering the state with this normalised row and zone; nullopt: there is none.
  std::optional<Cover> find(std::vector<std::int32_t> row, const Shape& shape, Zone zone, Range among);

 private:
  // The representative; returns the permutation that leads to it.
  Permutation reduce(std::vector<std::int32_t>& row, const Shape& shape, Zone& zone);
  std::span<const std::uint32_t> nodes_of(StateId discrete, Range among) const;
  std::optional<std::uint32_t> covering_node(StateId discrete, ConstMatrix zone, Range among);
  void dbm_probe(Zone& probe, const Zone& zone, const Shape& shape) const;
  std::optional<Cover> match_ties(StateId discrete, const Zone& zone, const Permutation& applied, Range among);

  ZoneGraph& graph_;
  const Coverage& coverage_;
  const StateLayout& layout_;
  std::vector<Node> nodes_;
  absl::flat_hash_map<StateId, std::vector<std::uint32_t>> by_state_;
  std::optional<ValueSorter> values_sorter_;  // where two-phase sorting is used
  ZoneSorter zone_sorter_;
  std::unique_ptr<Canonicaliser> canonicaliser_;
  Zone room_;
};

Permutation inverse(const StateLayout& layout, const Permutation& g);

}  // namespace orbita
