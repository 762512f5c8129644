// A network in normal form: what its labels do, not how they are written.
//
// Constants and variables nobody writes are folded, branches that cannot be reached dropped, loops unrolled, functions
// inlined, selects expanded; an update is one parallel assignment (symbolic_run.h, diagram.h). Two labels that do the
// same for every state of the given domains have the same normal form, unless very large numbers are involved; two that
// have the same normal form do the same.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/detect/diagram.h"
#include "engine/network/network.h"
#include "engine/network/predicate.h"

namespace orbita::detection {

// x - y within a bound where it applies; `no_bound` elsewhere.
struct NormalAtom {
  NetClockId x = reference_net_clock, y = reference_net_clock;
  bool strict = false;
  DiagramId bound;
  friend auto operator<=>(const NormalAtom&, const NormalAtom&) = default;
};

struct NormalCondition {
  DiagramId data;  // 0 or 1, `failure` where evaluating it fails
  std::vector<NormalAtom> atoms;
  bool ordered = false;  // evaluating an atom may fail: their order counts
};

// What a program does to the state; values and clocks it leaves alone are not listed.
struct NormalUpdate {
  DiagramId completed;  // 1 where it ends without an error
  std::map<std::uint32_t, DiagramId> values;
  std::map<NetClockId, DiagramId> clocks;
};

struct NormalEdge {
  EdgeId edge;  // of the network
  std::vector<std::pair<std::uint32_t, std::int32_t>> selects;
  LocationId source, target;
  SyncDirection direction = SyncDirection::none;
  DiagramId channel;  // its number; -1 without one
  NormalCondition guard;
  NormalUpdate update;
  NormalUpdate seen;  // … as far as anybody can tell: NormalNetwork::forget()
};

struct NormalLocation {
  NormalCondition invariant;
  std::vector<std::pair<NetClockId, DiagramId>> rates;
};

// What every position of the row may hold in a run: declared ranges, narrowed to what is stored where they are wide.
// Takes at most `steps`, and takes off what it took.
std::vector<Interval> value_domains(const Network& network, std::uint64_t& steps);

class DeadIds;  // dead_ids.h

class NormalNetwork {
 public:
  // Takes at most `steps` for everything that is ever asked of it; see Diagrams::allow_in_all().
  NormalNetwork(const Network& network, std::vector<Interval> domains, std::uint64_t steps);

  const Network& network() const { return network_; }
  Diagrams& diagrams() { return diagrams_; }
  const std::vector<Interval>& domains() const { return domains_; }

  // By process. An edge that is never enabled is not listed.
  const std::vector<NormalEdge>& edges(ProcessId process) const { return edges_[process]; }
  const IdVector<LocationId, NormalLocation>& locations(ProcessId process) const { return locations_[process]; }
  // Edges and locations of the process, and hooks, that are beyond diagrams; "" if none are.
  const std::string& beyond(ProcessId process) const { return beyond_[process]; }
  const std::string& beyond_hooks() const { return beyond_hooks_; }
  const std::vector<NormalUpdate>& hooks() const { return hooks_; }

  // From now on updates are compared as far as these leave them; nullptr: as they are.
  void forget(const DeadIds* dead);

  // Of a query; its programs begin with the network's. Throws Beyond.
  NormalCondition atom(const Programs& programs, const ClockAtom& atom);
  DiagramId data(const Programs& programs, CodeRef code);

 private:
  NormalCondition condition(const Programs& programs, const Condition& condition,
                            const std::vector<std::pair<std::uint32_t, std::int32_t>>& selects);
  void add_atom(const Programs& programs, const ClockAtom& atom,
                const std::vector<std::pair<std::uint32_t, std::int32_t>>& selects, NormalCondition& result);
  DiagramId evaluate(const Programs& programs, CodeRef code,
                     const std::vector<std::pair<std::uint32_t, std::int32_t>>& selects);
  NormalUpdate update(CodeRef code, const std::vector<std::pair<std::uint32_t, std::int32_t>>& selects);
  void add_edges(const NetEdge& edge, EdgeId number);
  void add_locations(ProcessId process);

  const Network& network_;
  std::vector<Interval> domains_;
  Diagrams diagrams_;
  IdVector<ProcessId, std::vector<NormalEdge>> edges_;
  IdVector<ProcessId, IdVector<LocationId, NormalLocation>> locations_;
  IdVector<ProcessId, std::string> beyond_;
  std::vector<NormalUpdate> hooks_;
  std::string beyond_hooks_;
};

inline constexpr std::int64_t no_clock_bound = std::int64_t{1} << 40;

}  // namespace orbita::detection
