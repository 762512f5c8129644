// Do exchanging elements and taking a step commute? Tried out on states met during a run.
//
// The theory behind representatives needs that for every permutation g of the group and every state q the
// successors of g·q are those of q, moved by g; and that queries cannot tell q from g·q. The static check
// (symmetry/detect/violations.h) proves it, this one tries: it knows only the unreduced steps of the graph.
#pragma once

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/space/predicate_eval.h"
#include "engine/space/zone_graph.h"
#include "symmetry/orbits/permutation.h"

namespace orbita {

// The state and the permutation that do not commute, as text.
class SymmetryBroken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class SymmetryCheck {
 public:
  // `predicates` must not depend on names either. `errors_depend_on_names`: some loop may end in a runtime
  // error in one order of the elements and not in another, as the user has been told (V14); then only what
  // ends without one is compared.
  SymmetryCheck(ZoneGraph& graph, std::vector<const Predicate*> predicates, std::uint64_t seed,
                bool errors_depend_on_names);

  // Tries a random permutation on the state: always at first, now and then later. Throws SymmetryBroken.
  void test(const SymbolicState& node);
  std::uint64_t checked() const { return checked_; }

 private:
  using Image = std::vector<std::int32_t>;  // a state as one row: values, clocks, matrix
  // A member of the group.
  struct Move {
    Permutation permutation;  // of the sets of the layout
    std::uint32_t power = 0;  // of the rotations, if there are any
  };
  Move random_move();
  bool is_identity(const Move& g) const;
  void apply_to(const Move& g, std::vector<std::int32_t>& row) const;
  void apply_to(const Move& g, std::vector<std::uint32_t>& active, Zone& zone) const;
  Image image_of(const SymbolicState& node, const Move& g) const;
  // All targets moved by g, sorted; an empty one for each runtime error.
  std::vector<Image> targets(const SymbolicState& node, const Move& g);
  std::string describe(const SymbolicState& node, const Move& g, const std::string& difference) const;

  ZoneGraph& graph_;
  std::vector<const Predicate*> predicates_;
  PredicateEvaluator evaluator_;
  std::mt19937_64 random_;
  bool errors_depend_on_names_;
  std::uint64_t met_ = 0, checked_ = 0;
};

}  // namespace orbita
