// Which symmetry an exploration uses: the group, and how representatives are found.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/network/network.h"
#include "engine/options.h"
#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/cell_orbits.h"
#include "symmetry/orbits/cyclic_group.h"
#include "symmetry/orbits/layout.h"

namespace orbita {

struct SymmetryPlan {
  StateLayout layout;
  bool active = false;  // some set with at least two elements is reduced
  CellOrbits orbits;    // cells that analyses must not tell apart; trivial unless active
  CanonicalOptions options;
  bool sorting = false;                            // two-phase sorting is canonical here and used
  std::shared_ptr<const CyclicGroup> rotations{};  // instead of permutations of the layout's sets; nullptr: none
  std::string group;                               // "S_10 on pid_t"
  std::string strategy;                            // "sort", "refine", …; "off"
  std::string note;                                // why some set is not reduced that no violation speaks of
};

// `excluded`: id sets that must not be permuted (violations found in model or query).
// `diagonal_property`: zones are exact, and clocks only reset to zero or copied.
// `cells`: by set of the network, for detected sets only: the partition that the queries leave; empty: the set's own.
SymmetryPlan plan_symmetry(const Network& network, SymmetryChoice choice, const std::set<IdSetIndex>& excluded,
                           bool diagonal_property, bool literal_sort, const SetCells& cells = {});

// The same cells, but elements apart where numbers stand for sets of them: for what cannot move bits.
SetCells without_sets_as_bits(const Network& network, SetCells cells);

// Uses this group instead, unless the plan has one that is at least as large. nullptr: there is none.
void use_rotations(SymmetryPlan& plan, const Network& network, std::shared_ptr<const CyclicGroup> rotations);

}  // namespace orbita
