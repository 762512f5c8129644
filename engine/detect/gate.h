// The gate: a proof that exchanging two elements is an automorphism of the network, or where it is not.
//
// Every edge of every process, renamed, must be an edge of the renamed process; likewise invariants, rates, hooks, and
// what processes, channels and ranges say of themselves. Where the exchange changes the order of processes that may
// hear one broadcast, their updates must commute. Labels are compared in normal form (normal_form.h), for all states
// at once: nothing is sampled. What cannot be compared is refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/detect/exchange.h"
#include "engine/detect/normal_form.h"
#include "engine/detect/renamed.h"

namespace orbita::detection {

// One reason why two elements cannot be exchanged.
struct Obstacle {
  enum class Kind : std::uint8_t { partner, process, location, edge, channel, hook, range, broadcast };
  Kind kind = Kind::edge;
  ProcessId process = none;    // whose
  EdgeId edge = none;          // Network::edges
  LocationId location = none;  // of the process
  SlotId slot;                 // where the values differ
  Cause cause = Cause::other;
  std::string text;  // "edge Occ -> Free of Gate: list[0] becomes 0 where its image needs 1"
};

struct GateResult {
  SetId set = none;
  std::int32_t first = 0, second = 0;  // the two elements
  std::vector<Obstacle> obstacles;     // all of them, one per edge or location; empty: proved
  bool proved() const { return obstacles.empty(); }
};

class Gate {
 public:
  Gate(NormalNetwork& normal, const Placement& placement) : normal_(normal), placement_(placement) {}

  // `all`: look for every obstacle; otherwise the first is enough.
  GateResult test(SetId set, std::int32_t first, std::int32_t second, bool all = false);
  // What keeps another renaming, some power of which is the identity, from being an automorphism; empty: proved.
  std::vector<Obstacle> test(const Exchange& exchange);

 private:
  NormalNetwork& normal_;
  const Placement& placement_;
};

// Can a predicate (or a measure) tell whether the two elements are exchanged? "" if not, else what tells.
std::string told_apart(NormalNetwork& normal, const Placement& placement, SetId set, std::int32_t first,
                       std::int32_t second, const Predicate& predicate);
std::string told_apart(NormalNetwork& normal, const Placement& placement, SetId set, std::int32_t first,
                       std::int32_t second, const Measure& measure);

// Does the exchange take one predicate (or measure) to the other? Not, where they cannot be compared.
bool is_image(NormalNetwork& normal, const Exchange& exchange, const Predicate& of, const Predicate& predicate);
bool is_invariant(NormalNetwork& normal, const Exchange& exchange, const Measure& measure);

}  // namespace orbita::detection
