// The rules of docs/theory/zones.md, "One symbolic step", on concrete states: possible delays and transitions, and the
// states they lead to.
//
// The slow, obvious reading of the specification that the engine is checked against.
// Run-time errors of the model (division by zero, out of range, …) are EvaluationErrors.
//
// Readings where the specification leaves a choice:
// - a delay d is stopped by an urgent synchronisation enabled somewhere in [0, d), by guards alone;
// - meta variables keep their values as others do: models pass values from one transition to the next in them;
// - priorities: only a transition that exists (target invariants included, allowed by the
//   committed rule) blocks others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/replay/state.h"
#include "engine/trace/trace.h"

namespace orbita {

// One edge with all choices fixed.
struct EdgeChoice {
  std::uint32_t process = 0;
  std::uint32_t edge = 0;  // Template::edges
  std::uint32_t branch = no_branch;
  std::vector<std::int32_t> selects;  // of the edge, then of the branch
  friend bool operator==(const EdgeChoice&, const EdgeChoice&) = default;
};

inline constexpr std::uint32_t no_channel = 0xffffffffu;

// An action transition: an internal edge; or sender, then receivers in process order.
struct Move {
  std::vector<EdgeChoice> edges;
  std::uint32_t channel = no_channel;  // Layout::channels
  friend bool operator==(const Move&, const Move&) = default;
};

// Why a step is not possible; empty if it is.
using Reason = std::string;

class Semantics {
 public:
  explicit Semantics(const Model& model);
  ~Semantics();

  const Model& model() { return model_; }
  const Layout& layout() const { return layout_; }

  // Initial locations and values. They may violate invariants: see violated_invariant.
  ConcreteState initial();
  // Empty if the invariants hold at this moment.
  Reason violated_invariant(ConcreteState& state);
  bool holds(ConcreteState& state, const Expr& predicate);

  // ---- delays
  // Urgent and committed locations, urgent synchronisations: why time may not pass now.
  Reason blocked_time(ConcreteState& state);
  // How a pass over the delay successors ends.
  enum class DelayEnd { reached, stopped, blocked, for_ever };
  struct Passage {
    DelayEnd end = DelayEnd::reached;
    Rational elapsed;  // up to the end; for_ever: to the last moment anything changes
    Rational until;    // blocked: no delay is longer; itself possible only if equal to `elapsed`
    Reason reason;     // blocked
  };
  // Visits the delay successors of the state in order, at most to `limit`, as far as invariants and urgency allow, and
  // calls look(state, elapsed, open) for the state itself and then alternately for the open stretch after a moment
  // (open: evaluate with the environment looking just after `state`; all calls of this class do) and for the next
  // moment at which the outcome of an evaluation changes. look returns false to stop. The state is left at the last
  // moment visited.
  using Look = std::function<bool(ConcreteState& state, const Rational& elapsed, bool open)>;
  Passage pass_time(ConcreteState& state, const std::optional<Rational>& limit, const Look& look);
  // Delays by exactly `duration`, or returns why that is not possible (the state is then undefined).
  Reason delay(ConcreteState& state, const Rational& duration);

  // ---- transitions
  // All transitions possible at this moment: enabled, target invariants hold, committed rule,
  // not blocked by priority. `limit` ends the enumeration early.
  std::vector<Move> moves(ConcreteState& state, std::size_t limit = SIZE_MAX);
  bool can_move(ConcreteState& state) { return !moves(state, 1).empty(); }
  // Checks one transition by all rules and takes it. Move::channel is ignored, and the choices may be nonsense: all are
  // checked. If it returns a reason the state is unchanged.
  Reason take(ConcreteState& state, const Move& move);
  // No transition possible now or after any delay.
  bool deadlocked(const ConcreteState& state);

  // ---- for monitoring
  // Evaluates expressions about this state, with the names of queries. Call it again for every state.
  Interpreter& global_scope(ConcreteState& state);
  void set_use(ClockUse* use) {
    use_ = use;
    environment_.set_use(use);
  }
  void set_oracle(StateEnvironment::ClockOracle oracle) { environment_.set_oracle(std::move(oracle)); }
  // The clocks compared at this moment by a predicate, or by the guards of a possible transition and the invariants of
  // the locations it leaves.
  ClockReading tested(ConcreteState& state, const Expr& predicate);
  ClockReading tested(ConcreteState& state, const Move& move);
  std::string describe(const EdgeChoice& choice) const;  // "P(0): wait -> cs, x > 2, go[1]?"
  std::string describe(const Move& move) const;
  const Location& location(const ConcreteState& state, std::uint32_t process) const;
  std::optional<std::uint32_t> find_process(const std::string& name) const;
  // Names for traces, and back. translate() returns a reason for names that do not exist.
  TraceEdge trace_edge(const EdgeChoice& choice) const;
  // The same with the channel it synchronises on in this state.
  TraceEdge trace_edge(ConcreteState& state, const EdgeChoice& choice);
  Reason translate(const std::vector<TraceEdge>& edges, Move& move) const;
  TraceState trace_state(const ConcreteState& state) const;

 private:
  struct Scope;                                    // an interpreter for one process
  struct Offer;                                    // an enabled edge
  using Offers = std::vector<std::vector<Offer>>;  // per process

  Interpreter& interpreter(std::uint32_t process);
  // The clocks compared during `evaluate`.
  ClockReading compared(const ConcreteState& state, const std::function<void()>& evaluate);
  TraceEdge trace_edge(const EdgeChoice& choice, std::string channel) const;

  // semantics.cpp: invariants and rates
  void set_rates(ConcreteState& state);
  void collect_rates(Interpreter& scope, const Expr& invariant, std::vector<std::int8_t>& given);
  std::string values_in(std::uint32_t process, const Expr& expr);

  // delay.cpp
  Reason urgent_synchronisation(ConcreteState& state);
  void advance(ConcreteState& state, const Rational& delay);

  // moves.cpp: enabled edges
  const Edge& edge_of(const EdgeChoice& choice) const;
  const Edge* branch_of(const EdgeChoice& choice) const;
  const Edge& sync_of(const EdgeChoice& choice) const;  // the edge or its branch, whichever synchronises
  bool guard_holds(ConcreteState& state, const EdgeChoice& choice);
  std::uint32_t channel_of(ConcreteState& state, const EdgeChoice& choice);  // no_channel: internal
  using ChoiceVisit = std::function<void(EdgeChoice)>;
  void for_each_choice(std::uint32_t process, std::uint32_t edge, const ChoiceVisit& visit);
  std::vector<Offer> offers(ConcreteState& state, std::uint32_t process);
  Offers offers(ConcreteState& state);
  // Calls visit(move) for all combinations of offers, committed rule applied, until it returns false.
  using MoveVisit = std::function<bool(const Move&)>;
  void for_each_candidate(ConcreteState& state, const MoveVisit& visit);
  bool for_each_broadcast(const ConcreteState& state, const Offers& offers, Move& move, std::uint32_t process,
                          const MoveVisit& visit);
  bool respects_committed(const ConcreteState& state, const Move& move) const;
  std::pair<std::int32_t, std::int32_t> priority_of(const Move& move) const;
  bool exists(const ConcreteState& state, const Move& move);

  // take.cpp: one given transition
  Reason check_choice(const ConcreteState& state, const EdgeChoice& choice);
  Reason check_guards(ConcreteState& state, const Move& move);
  Reason check_synchronisation(ConcreteState& state, Move& move);
  Reason check_receivers(ConcreteState& state, const Move& move);
  Reason check_priority(ConcreteState& state, const Move& move);
  // Applies updates and locations; not invariants and rates.
  void apply(ConcreteState& state, const Move& move);

  const Model& model_;
  Layout layout_;
  StateEnvironment environment_;
  std::vector<std::unique_ptr<Scope>> scopes_;  // per process; the last one is the global scope
  std::unordered_map<std::string, std::uint32_t> process_numbers_;
  // Edges leaving each location or branchpoint, per template.
  std::unordered_map<const Template*, std::vector<std::vector<std::uint32_t>>> outgoing_;
  bool has_urgent_channels_ = false;
  ClockUse* use_ = nullptr;
};

}  // namespace orbita
