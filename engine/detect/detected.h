// Symmetry nobody declared: found (placement.h), proved (gate.h), and written into the network.
//
//   const auto detected = DetectedSymmetry::find(*network);   // before anything explores it
//   const DetectedSymmetry::Use use = detected->use_for({&predicate}, {}, true);
//   plan_symmetry(*network, …, use.cells);
//
// Every set of ids is cut into cells of elements that may be exchanged with each other: being exchangeable is an
// equivalence, so one test per element and cell decides. find() adds the sets to Network::sets and says of every
// process, slot and clock where it is found; a network without any stays as it is. Scalars that are declared profit
// from what is known about dead ids.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/detect/dead_ids.h"
#include "engine/detect/gate.h"
#include "engine/detect/normal_form.h"
#include "engine/detect/placement.h"
#include "engine/detect/refuter.h"
#include "engine/detect/rotation.h"
#include "engine/network/network.h"
#include "engine/network/predicate.h"

namespace orbita {

class DetectedSymmetry {
 public:
  // The network must outlive the result. Limits of the work scope apply. `explained`: says of every pair that cannot be
  // exchanged what is in the way, which may take longer than finding all that can.
  static std::shared_ptr<DetectedSymmetry> find(Network& network, bool explained = false);

  struct Set {
    SetId set;
    std::vector<std::uint32_t> cells;            // by element; a cell of its own for what nothing can be exchanged with
    std::vector<detection::GateResult> refused;  // pairs of elements of different cells, each with what breaks it
    std::string note;                            // why a proved exchange is not used
  };
  const std::vector<Set>& sets() const { return sets_; }
  const detection::Placement& placement() const { return placement_; }
  // What a user might change: one line each, the same once (hints.cpp).
  std::vector<std::string> hints(const Set& set) const;
  bool is_trivial() const;  // no two elements can be exchanged
  // Rings that can be turned although their elements cannot be exchanged; nullopt: none.
  const std::optional<detection::TurnedRings>& rings() const { return rings_; }

  // What queries leave of it: the partition into elements that neither the model nor they can tell apart, and the ids
  // that are dead for them. Not for several threads.
  struct Use {
    SetCells cells;
    std::shared_ptr<const detection::DeadIds> dead;  // nullptr: none. Needed for the cells to be right
    std::shared_ptr<const CyclicGroup> rotations;    // instead of cells and dead ids; nullptr: none
    friend bool operator==(const Use&, const Use&) = default;
  };
  // `forgets`: whether dead data is normalised at all.
  // Are some elements apart that the model leaves together?
  bool tells_apart(const Use& use) const;
  // Does the first tell more apart than the second?
  static bool is_finer(const Use& first, const Use& second);
  Use use_for(const std::vector<const Predicate*>& predicates, const std::vector<const Measure*>& measures,
              bool forgets);
  // "P(0) and P(1)": two elements whose exchange leaves the initial state as it is, and takes the predicates of one
  // query to those of another, so that both have the same verdict. "" if there are none. With what the queries leave.
  struct Asked {
    std::vector<const Predicate*> predicates;
    const SetCells& cells;
  };
  std::string exchanged_in(const Asked& of, const Asked& query);
  // A predicate about some elements, as one about all that these can be exchanged with where the initial state stays as
  // it is: all of the images hold (`all`), or any does. `E<> p` is the same for both, and so is `A[] p`. nullopt: there
  // are none, or too many, or they cannot be written down. `programs`: of all queries.
  std::optional<Predicate> over_cells(const Predicate& predicate, bool all, const Programs& programs);

 private:
  struct Found {
    std::shared_ptr<const detection::DeadIds> dead;
    std::vector<Set> sets;
  };
  explicit DetectedSymmetry(Network& network) : network_(network) {}
  void find_sets();
  void find_rings();
  std::shared_ptr<const CyclicGroup> rotations_for(const std::vector<const Predicate*>& predicates,
                                                   const std::vector<const Measure*>& measures);
  std::set<SlotId> dead_among(const std::vector<SlotId>& slots);
  bool keeps_start(const detection::Exchange& exchange, const Found& found) const;
  const Found& found_with(const std::set<SlotId>& live);  // `live`: id variables that are never dead
  std::map<SlotId, std::int32_t> candidates(const std::set<SlotId>& live) const;
  std::vector<Set> proved_sets();
  bool keep_symmetric(detection::DeadIds& dead, const std::vector<Set>& sets) const;
  void find_cells(Set& set);
  bool some_pair_is_left();
  bool some_ring_is_left();
  void explain();
  void drop_incomplete(std::vector<Set>& sets) const;
  void annotate();

  Network& network_;
  detection::Placement placement_;
  std::unique_ptr<detection::Refuter> refuter_;
  std::unique_ptr<detection::NormalNetwork> normal_;
  std::vector<Set> sets_;
  std::optional<detection::TurnedRings> rings_;
  std::map<std::size_t, std::shared_ptr<const CyclicGroup>> rotations_;  // by shift
  std::set<SlotId> plain_;  // variables of sets without exchanges: no value of theirs stands for nobody
  std::map<std::set<SlotId>, Found> found_;
};

}  // namespace orbita
