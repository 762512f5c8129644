// All states that can be reached, as one set.
//
// Breadth first keeps the rings: ring k holds the states first reached after k steps, so paths can be found again.
// Chained, every process starts from all that the others have just reached: fewer and larger steps, no rings.
// With a reduction all sets hold representatives only.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/bdd/dead_data.h"
#include "engine/bdd/encoding.h"
#include "engine/bdd/reduction.h"
#include "engine/bdd/steps.h"

namespace orbita::bdds {

class Reach {
 public:
  // `dead` and `reduction` may be nullptr. All must outlive the object.
  Reach(const Network& network, const Encoding& encoding, Steps& steps, const DeadData* dead, Reduction* reduction)
      : network_(network), encoding_(encoding), steps_(steps), dead_(dead), reduction_(reduction) {}

  // Called with the states that are new; true: that is enough.
  using AtNew = std::function<bool(const bdd&)>;
  // Both end when there is nothing new, when AtNew says so, or at an error of the model (Steps::failing), unless told
  // to pass errors: then only the steps that end with one are left out.
  void breadth_first(const bdd& start, const AtNew& at_new);
  void chained(const bdd& start, const AtNew& at_new);

  void pass_errors() { passes_errors_ = true; }
  // From now on no state outside of these is reached.
  void stay_in(const bdd& inside) { inside_ = inside; }
  // One step from all of them.
  bdd after(const bdd& states);

  bool complete() const { return complete_; }
  const bdd& reached() const { return reached_; }
  std::uint64_t rounds() const { return rounds_; }
  double representing() const { return representing_; }  // seconds

  // After breadth_first: states, one of each ring, each a step after the one before; the last is in `target`, which
  // meets the last ring.
  std::vector<std::vector<std::int32_t>> path_to(const bdd& target);

 private:
  bdd represent(const bdd& states);
  // One step of a process; with the number of processes: one unit of time.
  bdd step(const bdd& states, std::uint32_t process);
  bool has_failed() const { return !passes_errors_ && steps_.failing(); }
  std::uint32_t group_count() const;
  std::vector<std::int32_t> predecessor(const bdd& ring, const bdd& state);
  bdd narrow(bdd states, std::uint32_t process, const bdd& state);

  const Network& network_;
  const Encoding& encoding_;
  Steps& steps_;
  const DeadData* dead_;
  Reduction* reduction_;
  std::vector<bdd> rings_;
  bdd inside_ = bddtrue;
  bdd reached_ = bddfalse;
  bool complete_ = false, passes_errors_ = false;
  std::uint64_t rounds_ = 0;
  double representing_ = 0;
};

}  // namespace orbita::bdds
