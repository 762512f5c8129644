// The transitions of sets of states.
//
// Nothing here knows the language: guards, updates and invariants are run on short vectors (short_vectors.h) by the
// same machine that explores states one by one, and joined as semantics/expand.h joins them. Time passes in steps of
// one.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/bdd/assignment.h"
#include "engine/bdd/encoding.h"
#include "engine/bdd/short_vectors.h"
#include "engine/network/network.h"
#include "engine/network/partial_row.h"

namespace orbita::bdds {

// A runtime error of the model, the first met, and all states met in which a transition ends with one.
struct Failing {
  Failure failure;
  bdd states;
};

// What an edge's guard says of the states that agree on all it reads.
struct GuardEffect {
  bool enabled = false;
  Failure failure{};
  ChannelId channel;
  bdd clocks = bddtrue;  // the clock tests; of a failure: those before it

  bool is_same(const GuardEffect& other) const {
    return enabled == other.enabled && !failure && !other.failure && channel == other.channel && clocks == other.clocks;
  }
};

struct UpdateEffect {
  Failure failure{};
  Assignment assignment;
};

class Steps {
 public:
  // All arguments must outlive the object. The cell of clock x is clock_cell(network, x).
  Steps(const Network& network, const Encoding& encoding);
  static std::uint32_t clock_cell(const Network& network, NetClockId clock) {
    return network.value_count() + clock.value - 1;
  }

  // Called with states that have a transition, the states these lead to, and the assignment that does it. A broadcast
  // that is taken one receiver at a time has none.
  using Visit = std::function<void(const bdd& from, const bdd& to, const Assignment* how)>;

  // The transitions that a process takes alone or sends. With `exactly` each state of `from` has a transition into
  // `to`, and there always is an assignment; otherwise the invariants of the targets may have ruled some out.
  void expand(const bdd& states, ProcessId process, bool exactly, const Visit& visit);
  bdd image(const bdd& states, ProcessId process);
  // By one unit of time, where that may pass.
  bdd after_delay(const bdd& states);
  bool has_clocks() const { return network_.clocks.size() > 1; }
  // States in which neither a location nor a synchronisation is urgent.
  bdd may_wait(const bdd& states);

  // Errors met in all calls since the last take_failing().
  const std::optional<Failing>& failing() const { return failing_; }
  std::optional<Failing> take_failing() { return std::exchange(failing_, std::nullopt); }

  // Splits states by the result of an expression of a query: visit(value, states). Errors are noted.
  template <class VisitValue>
  void evaluate(CodeRef code, const Programs& programs, const bdd& states, const VisitValue& visit);
  bdd holds(NetClockId x, NetClockId y, bool strict, std::int32_t bound) const;  // x - y <= bound, or <

 private:
  struct Candidate {  // an edge with values for its selects
    EdgeId edge;
    std::vector<std::int32_t> selects;
    bool committed = false;
    bool always_enabled = false;  // no guard to run, no channel to compute
    std::unique_ptr<ShortVectors<GuardEffect>> guard{};
  };
  struct InvariantEffect {
    bool possible = false;
    Failure failure{};
    bdd clocks = bddtrue;

    bool is_same(const InvariantEffect& other) const {
      return possible == other.possible && !failure && !other.failure && clocks == other.clocks;
    }
  };
  struct Value {  // of an expression
    std::int32_t value = 0;
    Failure failure{};

    bool is_same(const Value& other) const { return value == other.value && !failure && !other.failure; }
  };
  struct Invariant {
    ProcessId process;
    LocationId location;
    std::unique_ptr<ShortVectors<InvariantEffect>> effects{};
  };
  using Updates = ShortVectors<UpdateEffect>;
  using Values = ShortVectors<Value>;

  void add_candidates();
  void add_candidate(EdgeId edge, std::vector<std::int32_t> selects);
  void add_invariants();
  void bind(const Candidate& candidate);
  bool run_guard(const Candidate& candidate, PartialRow& row, GuardEffect& effect);
  bool run_clock_atoms(const std::vector<ClockAtom>& atoms, PartialRow& row, bool& possible, Failure& failure,
                       bdd& clocks);
  bool run_term(const ClockTerm& term, PartialRow& row, NetClockId& clock);
  bool run_invariant(const NetLocation& at, PartialRow& row, InvariantEffect& effect);
  bool run_updates(const std::vector<std::uint32_t>& taken, PartialRow& row, UpdateEffect& effect);
  void make_assignment(const std::vector<std::uint32_t>& taken, const std::vector<ClockAction>& actions,
                       PartialRow& row, UpdateEffect& effect) const;
  Updates& updates_of(const std::vector<std::uint32_t>& taken);

  bdd at_source(const Candidate& candidate) const;
  const bdd& at(ProcessId process, LocationId location) const {
    return encoding_.equals(process.value, static_cast<std::int32_t>(location.value));
  }
  // Parts of the states in which the candidate is enabled: visit(channel, part).
  template <class VisitPart>
  void enabled(Candidate& candidate, const bdd& states, const VisitPart& visit);
  template <class VisitPart>
  void enabled_at(Candidate& candidate, const bdd& here, const VisitPart& visit);  // states at the edge's source
  bdd enabled_on(Candidate& candidate, const bdd& states, ChannelId channel);
  bdd allowed(const bdd& states, bool committed) const { return committed ? states : states - committed_; }
  bdd synchronising(Candidate& sender, const bdd& states);
  bdd with_invariants(const bdd& states, const bdd& from);
  void note(const Failure& failure, const bdd& states);
  void take(const std::vector<std::uint32_t>& taken, const bdd& states, bool exactly, const Visit& visit);

  void binary(std::uint32_t sender, ChannelId channel, const bdd& states, bool exactly, const Visit& visit);
  std::span<const std::uint32_t> receivers(ChannelId channel) const { return receivers_[channel]; }
  void broadcast(std::uint32_t sender, ChannelId channel, const bdd& states, bool exactly, const Visit& visit);
  void choose_receivers(ChannelId channel, std::size_t position, std::vector<std::uint32_t>& taken, const bdd& states,
                        bool exactly, const Visit& visit);
  bool are_guards_untouched(std::uint32_t sender, ChannelId channel) const;
  bdd allowed_broadcast(std::uint32_t sender, ChannelId channel, const bdd& states);
  void broadcast_in_turn(std::uint32_t sender, ChannelId channel, const bdd& states, const Visit& visit);
  bdd updated(const std::vector<std::uint32_t>& taken, const bdd& states);

  const Network& network_;
  const Encoding& encoding_;
  Machine machine_;
  PartialRow row_;
  std::vector<Candidate> candidates_;
  IdVector<ProcessId, std::vector<std::uint32_t>> candidates_of_;
  IdVector<ChannelId, std::vector<std::uint32_t>> receivers_;  // candidates, in process order
  std::vector<Invariant> invariants_;
  std::map<std::vector<std::uint32_t>, std::unique_ptr<Updates>> updates_;
  std::map<std::pair<const Programs*, CodeRef>, std::unique_ptr<Values>> values_;
  bdd committed_ = bddfalse, urgent_ = bddfalse;
  std::optional<Failing> failing_;
};

template <class VisitValue>
void Steps::evaluate(CodeRef code, const Programs& programs, const bdd& states, const VisitValue& visit) {
  std::unique_ptr<Values>& values = values_[{&programs, code}];
  if (!values) {
    values = std::make_unique<Values>([this, code, &programs](PartialRow& row, Value& out) {
      machine_.load(programs);
      machine_.clear_failure();
      const bool good = machine_.evaluate_partially(code, row, out.value);
      out.failure = machine_.failure();
      machine_.load(network_.programs);
      return good || row.wanted() == PartialRow::nothing;
    });
  }
  const auto all = [](const Value&) { return true; };
  values->split_by_effect(encoding_, row_, states, all, [&](const Value& out, const bdd& part) {
    if (out.failure) note(out.failure, part);
    else visit(out.value, part);
  });
}

}  // namespace orbita::bdds
