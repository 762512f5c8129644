// Individualisation and refinement (docs/theory/symmetry.md, "References"): the canonical map of a state, and the size
// of its stabiliser on the way.
//
// The discrete part comes first: cells are refined by values alone until the members of each are
// alike as far as values go, and only then by clocks. So states that differ in their zones only
// mostly get the same discrete representative, which is what subsumption needs. Where values leave
// a choice between elements that are not twins, the ones with the rarest clock ranks are tried.
//
// Branches are cut by automorphisms: twins, and every map between two leaves with the same image.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/facts.h"
#include "symmetry/orbits/image.h"
#include "symmetry/orbits/keys.h"
#include "symmetry/orbits/moved_cells.h"
#include "symmetry/orbits/partition.h"
#include "symmetry/orbits/twin_classes.h"

namespace orbita::symmetry {

// Disjoint sets of vertices.
class Orbits {
 public:
  void start(const MovedCells& plan) { parent_ = plan.identity(); }  // each alone
  VertexId find(VertexId v);
  void join(VertexId v, VertexId w) { parent_[find(v)] = find(w); }

 private:
  VertexMap parent_;
};

class CanonicalSearch {
 public:
  explicit CanonicalSearch(const MovedCells& plan);

  // Looks at no more than `leaves` leaves. `matrix`: compare whole zones, not only clock ranks.
  void run(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone, bool matrix,
           std::uint32_t leaves);

  const VertexMap& best() const { return best_.to; }
  bool finished() const { return finished_; }  // within the budget: best() is canonical
  bool refined() const { return refined_; }    // keys did not tell all elements apart
  bool branched() const { return leaves_ > 1; }
  // Number of vertex maps that leave the state as it is; only when finished().
  double stabiliser() const { return stabiliser_; }

 private:
  struct Level {
    Partition partition;
    bool values_done = false;  // cells of twins as far as values go: now refined by clocks
    std::vector<VertexId> candidates, tried;
    Orbits orbits;  // under the automorphisms that fix what was chosen before
  };
  struct Leaf {
    std::vector<VertexId> path;
    VertexMap to;
    std::vector<std::int32_t> row;
  };

  void cut_by(const Keys& keys, Partition& partition) const;
  void find_value_twins(const Partition& partition);
  void find_twins(const Partition& partition);
  void start_clocks(Level& level);
  std::uint32_t target_cell(const Level& level) const;
  void choose_candidates(Level& level, std::uint32_t cell);
  bool equivalent_was_tried(Level& level, VertexId vertex) const;
  // These say at which depth to go on.
  std::int32_t search(std::uint32_t depth);
  std::int32_t leaf(std::uint32_t depth);
  std::int32_t merge(const Leaf& other);
  void descend(std::uint32_t depth, VertexId vertex);
  void count_orbit(std::uint32_t depth);
  const Facts& facts_of(const Level& level) const { return level.values_done ? clock_facts_ : value_facts_; }

  const MovedCells* plan_;
  Keys value_keys_, keys_;  // without and with clock ranks
  TwinTest twin_test_;
  Images images_;
  Refiner refiner_;
  Facts value_facts_, clock_facts_;
  std::vector<std::uint32_t> ranks_;
  VertexMap value_twin_of_, twin_of_;  // the first twin found
  std::deque<Level> levels_;           // addresses stay
  std::vector<VertexId> path_;
  Leaf first_, best_, here_;
  VertexMap inverse_;
  Partition fine_;

  std::span<const std::int32_t> values_;
  std::span<const std::uint32_t> active_;
  const Zone* zone_ = nullptr;
  bool matrix_ = false, clocks_ready_ = false, finished_ = true, refined_ = false;
  std::uint32_t leaves_ = 0, most_leaves_ = 0;
  double stabiliser_ = 1;
};

}  // namespace orbita::symmetry
