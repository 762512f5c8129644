// Which abstraction, which explorer: what was asked for, as far as it is sound. The soundness table of the tool.
//
// Pure functions of the options and of features of the network and of the queries that are explored together. There are
// two steps, because whether symmetry can be reduced depends on the zones, and how to explore depends on symmetry.
#pragma once

#include <cstdint>

#include "engine/network/network.h"
#include "engine/options.h"
#include "engine/search/coverage.h"
#include "engine/semantics/shape.h"
#include "engine/semantics/zone_op.h"

namespace orbita {

// Differences of clocks that guards, invariants or queries compare.
enum class ComparedDifferences : std::uint8_t {
  absent,
  known,   // finitely many, and no transition leads from one of them to another one
  unknown  // nothing can be forgotten about clocks
};

struct Features {
  // The network.
  bool has_priorities = false;  // of channels or processes
  bool has_stopwatches = false;
  bool resets_to_zero_only = true;
  ComparedDifferences differences = ComparedDifferences::absent;
  // The queries.
  bool mentions_deadlock = false;  // some predicate does
  bool is_about_data = false;      // all predicates are: neither clocks nor deadlocks
  bool measures_clocks = false;    // sup, inf or bounds of a clock
  // The exploration.
  bool needs_deadlocks = false;       // whether something cannot happen counts: LU bounds do not tell
  bool proves_deadlock_free = false;  // LU bounds for predicates with deadlocks too; Goal::undecided says where that is
                                      // not enough
  bool looks_for_runs = false;        // maximal runs, not states
  bool looks_for_best_run = false;    // the verdict is known: the best run to one goal, past transitions that fail
  bool earliest_first = false;        // … the earliest states first
  bool may_join = false;              // zones may be joined where their union is one
  bool visits_states = false;         // every state is measured as it is stored, in one order
  Approximation approximation = Approximation::exact;
  unsigned threads = 1;       // that may share the exploration
  bool interpolates = false;  // Engine::interpolation

  bool is_hashed() const { return approximation == Approximation::hash || approximation == Approximation::bits; }
};

// Those of the network alone; differences depend on queries too.
Features network_features(const Network& network);

// Which zones are kept, and when one covers another.
struct AbstractionPlan {
  BoundsMode bounds = BoundsMode::lower_upper;
  Extrapolation extrapolation = Extrapolation::off;
  Subsumption subsumption = Subsumption::simulation;
  bool ends = true;  // of each discrete state finitely many zones are stored, if all bounds of clocks are finite
  bool prunes_by_simulation = false;  // transitions of twins may be left out in zones where a twin simulates another
  bool is_exact = true;               // zones are what is reachable, as sorting symmetric states needs it
  friend bool operator==(const AbstractionPlan&, const AbstractionPlan&) = default;
};

AbstractionPlan plan_abstraction(const Features& features, const VerifyOptions& options);

enum class ExplorerKind : std::uint8_t { reachability, lazy, hashed, distributed, interpolation };

// How the states are explored.
struct ExplorerPlan {
  ExplorerKind kind = ExplorerKind::reachability;
  unsigned members = 1;  // ExplorerKind::distributed
  Order order = Order::breadth_first;
  bool strict = false;  // breadth first to the letter
  bool dives = false;   // random dives on the side
  Joining joining = Joining::off;
  bool past_errors = false;      // transitions that fail are left out
  bool checks_symmetry = false;  // VerifyOptions::check_symmetry
  bool shows_states = false;     // everything is explored, and VerifyOptions::explored is called
  friend bool operator==(const ExplorerPlan&, const ExplorerPlan&) = default;
};

ExplorerPlan plan_explorer(const Features& features, const VerifyOptions& options, const AbstractionPlan& abstraction,
                           bool reduces_symmetry);

// aLU merges states that differ in whether they are deadlocked. Most discrete states never are, whatever the
// clocks: then it is enough, and far smaller than aM (Fischer with 6 processes: 54 instead of 89 states).
bool can_prove_deadlock_free(const Features& network, const VerifyOptions& options);

}  // namespace orbita
