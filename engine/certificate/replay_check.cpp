#include "engine/certificate/replay_check.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "dbm/federation.h"
#include "engine/replay/semantics.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw CertificateFault(3, what); }

// A clock's value in a state: that of clock `origin` where the step began (0: the reference clock), plus a constant.
struct SymbolicValue {
  std::uint32_t origin = 0;
  std::int64_t constant = 0;
};
constexpr std::int64_t origin_unit = std::int64_t{1} << 40;

Rational encode(std::uint32_t clock) { return clock * origin_unit; }

SymbolicValue decode(const Rational& value) {
  const std::int64_t origin = (value + Rational(origin_unit / 2)).floor() / origin_unit;
  return {static_cast<std::uint32_t>(origin), value.floor() - origin * origin_unit};
}

std::int32_t clock_constant(std::int64_t value) {
  if (std::abs(value) > largest_clock_bound) refuse("clocks are compared with, or set to, numbers this large");
  return static_cast<std::int32_t>(value);
}

class ReplayCheck {
 public:
  ReplayCheck(const Model& model, const FlatModel& outline, const CertificateRecords& records, const Query& query)
      : model_(model),
        outline_(outline),
        records_(records),
        query_(query),
        semantics_(model),
        initial_(semantics_.initial()) {
    semantics_.set_oracle([this](const Rational& left, const Rational& right, std::int64_t shift, ExprKind comparison) {
      return compare(decode(left), decode(right), shift, comparison);
    });
  }

  void run() {
    check_kind();
    check_clocks();
    check_initial();
    for (const CertificateRecords::Node& node : records_.nodes) {
      poll_limits();
      line_ = node.line;
      check_node(node);
    }
  }

 private:
  [[noreturn]] void reject(const std::string& why) const {
    throw CertificateFault(1, "line " + std::to_string(line_) + ": " + why);
  }

  void check_kind() const {
    const bool plain = records_.includes_zones && records_.sets.empty() && !records_.has_twins && !records_.has_pending;
    if (!plain) refuse("symmetry, abstraction by simulation and ranks");
    const bool safety = query_.kind == QueryKind::reachable || query_.kind == QueryKind::invariantly;
    if (!safety || records_.header.value("kind", "") != "safety") refuse("queries about runs");
  }
  void check_clocks() const {
    std::uint32_t clocks = 0;
    for (const LayoutCell& cell : semantics_.layout().cells()) {
      if (cell.type->kind != TypeKind::clock) continue;
      if (cell.type->hybrid || cell.initial != static_cast<std::int32_t>(clocks)) refuse("hybrid clocks");
      ++clocks;
    }
  }
  std::uint32_t dimension() const { return static_cast<std::uint32_t>(initial_.clocks.size()) + 1; }

  // ---- comparisons of clocks

  // Calls visit(part) for parts that make up the zone, each after an evaluation during which it decided everything.
  void for_each_part(const Zone& zone, const std::function<void()>& evaluate,
                     const std::function<void(const Zone&)>& visit) {
    std::vector<Zone> waiting;
    waiting.push_back(zone);
    for (std::size_t parts = 0; !waiting.empty(); ++parts) {
      if (parts > 100'000) refuse("so many cases of one zone");
      part_ = std::move(waiting.back());
      waiting.pop_back();
      split_.clear();
      evaluate();
      const Zone part = std::move(part_);
      for (Zone& other : split_) waiting.push_back(std::move(other));
      visit(part);
    }
  }

  // Is left - right + shift <comparison> 0 in the part? Where both are possible the part shrinks to one.
  bool compare(const SymbolicValue& left, const SymbolicValue& right, std::int64_t shift, ExprKind comparison) {
    const std::int32_t c = clock_constant(right.constant - left.constant - shift);  // x - y <comparison> c
    const ClockIndex x{left.origin}, y{right.origin};
    std::vector<Constraint> all;
    const bool at_most =
        comparison == ExprKind::less_equal || comparison == ExprKind::equal || comparison == ExprKind::not_equal;
    const bool at_least =
        comparison == ExprKind::greater_equal || comparison == ExprKind::equal || comparison == ExprKind::not_equal;
    if (at_most) all.push_back({x, y, Bound::weak(c)});
    if (at_least) all.push_back({y, x, Bound::weak(-c)});
    if (comparison == ExprKind::less) all.push_back({x, y, Bound::strict(c)});
    if (comparison == ExprKind::greater) all.push_back({y, x, Bound::strict(-c)});
    if (all.empty()) refuse("this comparison of clocks");
    return decide(all) != (comparison == ExprKind::not_equal);
  }

  bool decide(const std::vector<Constraint>& all) {
    if (all.front().x == all.front().y) {  // two constants
      return std::ranges::all_of(all, [](const Constraint& c) { return c.bound >= le_zero; });
    }
    Zone inside = part_;
    std::vector<Zone> outside;
    bool possible = true;
    for (const Constraint& c : all) {
      Zone rest = inside;
      if (rest.constrain({c.y, c.x, c.bound.complement()})) outside.push_back(std::move(rest));
      possible = inside.constrain(c);
      if (!possible) break;
    }
    if (!possible) {  // one of the outside parts is looked at now
      part_ = std::move(outside.back());
      outside.pop_back();
    } else {
      part_ = std::move(inside);
    }
    for (Zone& other : outside) split_.push_back(std::move(other));
    return possible;
  }

  // ---- states

  ConcreteState state_of(const std::vector<std::int32_t>& row) const {
    ConcreteState state = initial_;
    const std::size_t processes = state.locations.size();
    for (std::size_t p = 0; p < processes; ++p) state.locations[p] = static_cast<std::uint32_t>(row[p]);
    for (std::size_t cell = 0; cell < state.cells.size(); ++cell) {
      if (outline_.slot_of_cell[cell] == no_flat_cell) continue;
      const std::int32_t value = row[processes + outline_.slot_of_cell[cell]];
      if (value == open_value) refuse("values that are left open");
      state.cells[cell] = value;
    }
    stand_for_themselves(state);
    return state;
  }
  static void stand_for_themselves(ConcreteState& state) {
    for (std::uint32_t x = 0; x < state.clocks.size(); ++x) state.clocks[x] = encode(x + 1);
  }
  Zone zone_of(const CertificateRecords::Node& node) const {
    Zone zone = Zone::universal(dimension());
    if (!zone.constrain(records_.zones[node.zone])) reject("a node whose zone is empty");
    return zone;
  }
  // The values that the clocks of the state have where the clocks they come from are in `from`.
  Zone moved(const Zone& from, const ConcreteState& state) const {
    std::vector<SymbolicValue> values{{}};
    for (const Rational& value : state.clocks) values.push_back(decode(value));
    Zone zone = Zone::universal(dimension());
    std::vector<Constraint> constraints;
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      for (std::uint32_t j = 0; j < values.size(); ++j) {
        const Bound bound = values[i].origin == values[j].origin
                                ? le_zero
                                : from(ClockIndex{values[i].origin}, ClockIndex{values[j].origin});
        if (i == j || bound.is_infinite()) continue;
        const std::int32_t shift = clock_constant(values[i].constant - values[j].constant);
        constraints.push_back({ClockIndex{i}, ClockIndex{j}, bound + Bound::weak(shift)});
      }
    }
    if (!zone.constrain(constraints)) reject("a clock is set to a negative value");
    return zone;
  }

  // ---- rules 1 and 2: the state, after any delay, lies in the zone of the node that the cover names

  void check_cover(ConcreteState state, const Zone& entered, const CertificateRecords::Cover& cover) {
    if (cover.node >= records_.nodes.size() || !cover.permutations.empty()) reject("a cover of no node");
    const CertificateRecords::Node& node = records_.nodes[cover.node];
    stand_for_themselves(state);
    if (std::ranges::any_of(state.rates, [](std::int8_t rate) { return rate != 1; })) refuse("stopwatches");
    if (!state_of(node.row).same_discrete(state)) reject("node " + std::to_string(cover.node) + " is another state");
    Zone zone = entered;
    if (may_delay(state, zone)) zone.delay();
    const Zone big = zone_of(node);
    for_each_allowed(state, zone, [&](const Zone& part) {
      if (!big.includes(part)) reject("node " + std::to_string(cover.node) + " does not cover the zone");
    });
  }
  bool may_delay(ConcreteState& state, const Zone& zone) {
    bool result = false, blocked = false, some = false, other = false;
    for_each_part(
        zone, [&] { blocked = !semantics_.blocked_time(state).empty(); },
        [&](const Zone&) {
          other |= some && result == blocked;
          result = !blocked;
          some = true;
        });
    if (other) refuse("clock guards on urgent channels");
    return result;
  }
  // The parts of the zone that the invariants allow.
  void for_each_allowed(ConcreteState& state, const Zone& zone, const std::function<void(const Zone&)>& visit) {
    std::vector<Zone> allowed;
    bool holds = false;
    for_each_part(
        zone, [&] { holds = semantics_.violated_invariant(state).empty(); },
        [&](const Zone& part) {
          if (holds) allowed.push_back(part);
        });
    for (const Zone& part : allowed) visit(part);
  }
  void check_initial() {
    line_ = 1;
    ConcreteState state = initial_;
    bool holds = false;
    const Zone all = Zone::universal(dimension());
    for_each_part(
        all, [&] { holds = semantics_.violated_invariant(state).empty(); }, [](const Zone&) {});
    if (holds) check_cover(state, moved(all, state), records_.initial);
  }

  // ---- one node

  void check_node(const CertificateRecords::Node& node) {
    ConcreteState state = state_of(node.row);
    const Zone zone = zone_of(node);
    if (!is_about_deadlock()) check_query(state, zone);
    std::vector<std::vector<std::uint32_t>> taken;
    Federation stuck(dimension());
    std::vector<Zone> moving;
    for_each_allowed(state, zone, [&](const Zone& allowed) {
      stuck.add(allowed);
      std::vector<std::pair<Zone, std::vector<Move>>> parts;
      std::vector<Move> moves;
      for_each_part(
          allowed, [&] { moves = semantics_.moves(state); },
          [&](const Zone& part) {
            if (!moves.empty()) parts.emplace_back(part, moves);
          });
      for (const auto& [part, enabled] : parts) {
        for (const Move& move : enabled) taken.push_back(check_step(node, state, part, move));
        moving.push_back(part);
      }
    });
    for (const auto& [edges, cover] : node.covers) {
      if (std::ranges::find(taken, edges) == taken.end()) reject("a cover for a transition that does not exist");
    }
    if (is_about_deadlock()) check_deadlock(state, zone, stuck, moving);
  }

  // One transition from a part of the zone that decides what is possible. Returns its edges.
  std::vector<std::uint32_t> check_step(const CertificateRecords::Node& node, const ConcreteState& state,
                                        const Zone& part, const Move& move) {
    std::vector<std::uint32_t> edges;
    for (const EdgeChoice& choice : move.edges) edges.push_back(flat_edge(choice));
    const auto cover = node.covers.find(edges);
    if (cover == node.covers.end()) reject("no cover for the transition " + semantics_.describe(move));
    std::vector<std::pair<Zone, ConcreteState>> targets;
    ConcreteState target;
    Reason reason;
    for_each_part(
        part,
        [&] {
          target = state;
          reason = semantics_.take(target, move);
        },
        [&](const Zone& piece) {
          if (!reason.empty()) reject("a transition that is listed and cannot be taken: " + reason);
          targets.emplace_back(piece, target);
        });
    for (const auto& [piece, reached] : targets) check_cover(reached, moved(piece, reached), cover->second);
    return edges;
  }
  std::uint32_t flat_edge(const EdgeChoice& choice) const {
    const Template& templ = *model_.processes[choice.process].templ;
    const Edge* branch = choice.branch == no_branch ? nullptr : &templ.edges[choice.branch];
    const auto found = outline_.edge_number.find({choice.process, &templ.edges[choice.edge], branch, choice.selects});
    if (found == outline_.edge_number.end()) refuse("an edge that the outline does not have");
    return found->second;
  }

  // ---- rules 4 and 6: the query

  // A[] not deadlock, or E<> deadlock; deadlock beside anything else cannot be evaluated, and is rejected.
  bool is_about_deadlock() const {
    const Expr& e = *query_.predicate;
    if (query_.kind == QueryKind::reachable) return e.kind == ExprKind::deadlock;
    return e.kind == ExprKind::logical_not && e.args[0]->kind == ExprKind::deadlock;
  }
  void check_query(ConcreteState& state, const Zone& zone) {
    const bool wanted = query_.kind == QueryKind::invariantly;
    for_each_allowed(state, zone, [&](const Zone& allowed) {
      bool holds = false;
      for_each_part(
          allowed, [&] { holds = semantics_.holds(state, *query_.predicate); },
          [&](const Zone&) {
            if (holds != wanted) reject("a state that must not be reachable");
          });
    });
  }
  // Every valuation reaches one that can move by a delay, which stays in the zone: it is closed under delays.
  void check_deadlock(ConcreteState& state, const Zone& zone, Federation& stuck, std::vector<Zone>& moving) {
    if (stuck.parts().size() > 1) refuse("an invariant that is no conjunction");
    const bool delays = may_delay(state, zone);
    for (Zone& part : moving) {
      if (delays) part.past();
      stuck.subtract(part);
    }
    if (!stuck.is_empty()) reject("there may be a deadlock");
  }

  const Model& model_;
  const FlatModel& outline_;
  const CertificateRecords& records_;
  const Query& query_;
  Semantics semantics_;
  const ConcreteState initial_;
  Zone part_;                // being evaluated,
  std::vector<Zone> split_;  // and what was cut off it
  std::size_t line_ = 0;
};

}  // namespace

void check_on_replay(const Model& model, const FlatModel& outline, const CertificateRecords& records,
                     const Query& query) {
  try {
    ReplayCheck(model, outline, records, query).run();
  } catch (const EvaluationError& error) {
    throw CertificateFault(1, std::string("a run-time error: ") + error.what());
  } catch (const BoundOverflow& error) {
    throw CertificateFault(3, error.what());
  }
}

}  // namespace orbita
