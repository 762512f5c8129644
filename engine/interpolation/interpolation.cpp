#include "engine/interpolation/interpolation.h"

#include <algorithm>
#include <cassert>

#include "parser/work_limits.h"

namespace orbita {

using interpolation::Formula;
using interpolation::Obligations;
using interpolation::StepId;

namespace {

// Where clocks are compared with each other, bounds are not the same for all processes.
std::vector<std::uint32_t> parts_of(const interpolation::Cast& cast, const Expr& goal, bool compares_clocks,
                                    const InterpolationOptions& options) {
  if (!options.parts.empty()) return options.parts;
  if (!compares_clocks) return interpolation::interchangeable(cast, goal);
  std::vector<std::uint32_t> alone(cast.size());
  for (std::uint32_t p = 0; p < alone.size(); ++p) alone[p] = p;
  return alone;
}

}  // namespace

InterpolationExplorer::InterpolationExplorer(ZoneGraph& graph, GoalTester& tester, const BoundsAnalysis& bounds,
                                             const Coverage& coverage, const Predicate& predicate, const Expr& goal,
                                             bool negated, InterpolationOptions options)
    : graph_(graph),
      network_(graph.network()),
      coverage_(coverage),
      predicate_(predicate),
      goal_(goal),
      negated_(negated),
      options_(options),
      has_clocks_(network_.clocks.size() > 1),
      learns_bounds_(may_learn_bounds(bounds)),
      check_(graph, tester),
      cast_(network_),
      terms_(cast_),
      moves_(terms_),
      precondition_(terms_),
      matching_(terms_, parts_of(cast_, goal, !bounds.diagonals().empty() || !bounds.diagonals_known(), options),
                options.budget) {
  make_bounds(bounds);
  const auto dimension = static_cast<std::uint32_t>(network_.clocks.size());
  if (learns_bounds_) any_valuation_ = graph_.zones().intern(Zone::universal(dimension).view());
}

// ---------------------------------------------------------------- the search

SearchOutcome InterpolationExplorer::run(Goals& goals, const Limits& limits) {
  Watch watch(limits);
  SearchOutcome outcome;
  assert(goals.size() == 1);
  const Stop first = limit_met_by([&] {
    if (const std::optional<SymbolicState> initial = graph_.initial())
      waiting_.push_back(add({*initial, none, none}, none, goals));
  });
  outcome.stop = first;
  while (outcome.stop.empty() && goals.open() > 0 && !outcome.error && (!stack_.empty() || !waiting_.empty())) {
    const auto step = [&] {
      advance(goals, outcome);
      return true;
    };
    if (!within_limits(outcome, step)) break;
    const Progress progress{stored(), outcome.explored, stack_.size() + waiting_.size(), outcome.transitions, memory(),
                            0};
    if (watch.check(progress) != StopReason::none) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && !outcome.error;
  outcome.seconds = watch.seconds();
  return outcome;
}

// One node further.
void InterpolationExplorer::advance(Goals& goals, SearchOutcome& outcome) {
  if (stack_.empty()) {
    const NodeId node = waiting_.back();
    waiting_.pop_back();
    if (at(node).status == Status::waiting || at(node).status == Status::fresh) begin(node, outcome);
    return;
  }
  Frame& frame = stack_.back();
  if (frame.next == frame.children.size()) {
    const Frame ended = std::move(frame);
    stack_.pop_back();
    return finish(ended);
  }
  const Child child = frame.children[frame.next++];
  const NodeId node = add(child, frame.node, goals);
  if (goals.open() > 0) begin(node, outcome);
}

NodeId InterpolationExplorer::add(const Child& child, NodeId parent, Goals& goals) {
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  Node node;
  node.state = child.state;
  node.row.resize(graph_.row_size());
  graph_.values(child.state.discrete, node.row);
  node.parent = parent;
  node.step = child.step;
  node.op = child.op;
  nodes_.push_back(node);
  if (parent != none) at(parent).children.push_back(id);
  bytes_ += sizeof(Node) + sizeof(NodeId) + sizeof(std::int32_t) * graph_.row_size();
  check_.test(goals, child.state, id);
  return id;
}

void InterpolationExplorer::begin(NodeId node, SearchOutcome& outcome) {
  if (try_cover(node)) return;
  ++outcome.explored;
  at(node).status = Status::open;
  const Row here = row(node);
  expanded_[places(here)].push_back(node);
  const SymbolicState state = at(node).state;
  Frame frame;
  frame.node = node;
  std::vector<Transition> taken;
  UnreducedSpace& space = graph_.unreduced();
  const std::vector<UnreducedStep> steps = space.steps(here, learns_bounds_ ? any_valuation_ : state.zone);
  for (const UnreducedStep& step : steps) {
    const ZoneId zone = graph_.zones().apply(state.zone, step.op);
    if (zone == Zones::empty) {
      if (learns_bounds_) keep_disabled_by_clocks(node, graph_.zones().op(step.op));
      continue;
    }
    ++outcome.transitions;
    if (step.discrete == none) {
      outcome.error = {node};
      return;
    }
    frame.children.push_back({{step.discrete, zone}, none, step.op});
    taken.push_back(step.transition);
  }
  std::vector<const Transition*> pointers;
  for (const Transition& transition : taken) pointers.push_back(&transition);
  Obligations kept, away;
  look_at(here, pointers, kept, away);
  for (std::size_t i = 0; i < frame.children.size(); ++i) frame.children[i].step = kept.steps[i];
  for (const AtomId atom : kept.needed) require({node, atom});
  for (const AtomId atom : away.needed) require({node, atom});
  for (const Formula& formula : away.reasons) {
    std::vector<AtomId> atoms;
    interpolation::implicant(terms_, formula, here, cost_given(node, {}), atoms);
    for (const AtomId atom : atoms) require({node, atom});
  }
  frame.reasons = std::move(kept.reasons);
  stack_.push_back(std::move(frame));
}

void InterpolationExplorer::look_at(Row row, std::span<const Transition* const> taken, Obligations& moves,
                                    Obligations& goal) {
  moves = moves_.look_at(row, taken);
  keep_away(row, goal);
}

// After the children, whose atoms are in the label and can be used again.
void InterpolationExplorer::finish(const Frame& frame) {
  keep_disabled(frame.node, frame.reasons);
  at(frame.node).status = Status::done;
  if (at(frame.node).parent == none) return;
  std::vector<Demand> work;
  const std::vector<AtomId> label = at(frame.node).label;
  for (const AtomId atom : label) {
    tell_parent(frame.node, atom, work);
    for (std::size_t i = 0; i < work.size(); ++i) require(work[i]);
    work.clear();
  }
  if (learns_bounds_ && pull_back_bounds(frame.node)) bounds_rose(at(frame.node).parent);
}

// A greedy hitting set: the reason that keeps most transitions disabled, for each atom it adds.
void InterpolationExplorer::keep_disabled(NodeId node, const std::vector<Formula>& reasons) {
  struct Alternative {
    std::vector<AtomId> atoms, missing;  // missing: that the label does not imply
  };
  std::vector<std::vector<Alternative>> open;
  for (const Formula& formula : reasons) {
    std::vector<Alternative> choices;
    for (auto& atoms : interpolation::alternatives(terms_, formula, row(node), cost_given(node, {}))) {
      std::vector<AtomId> missing = atoms;
      std::erase_if(missing, [&](AtomId atom) { return implied(at(node).label, atom); });
      choices.push_back({std::move(atoms), std::move(missing)});
    }
    open.push_back(std::move(choices));
  }
  const auto is_kept = [](const Alternative& a) { return a.missing.empty(); };
  while (true) {
    poll_limits();
    std::erase_if(open, [&](const auto& choices) { return std::ranges::any_of(choices, is_kept); });
    if (open.empty()) return;
    std::map<std::vector<AtomId>, std::size_t> count;
    for (const auto& choices : open) {
      for (const Alternative& a : choices) ++count[a.atoms];
    }
    const Alternative* best = nullptr;
    double most = 0;
    for (const auto& choices : open) {
      for (const Alternative& a : choices) {
        const double worth = static_cast<double>(count[a.atoms]) / static_cast<double>(a.missing.size());
        if (best != nullptr && worth <= most) continue;
        best = &a;
        most = worth;
      }
    }
    const std::vector<AtomId> chosen = best->atoms;
    std::erase_if(open, [&](const auto& choices) {
      return std::ranges::any_of(choices, [&](const Alternative& a) { return a.atoms == chosen; });
    });
    for (const AtomId atom : chosen) require({node, atom});
    for (auto& choices : open) {
      for (Alternative& a : choices) std::erase_if(a.missing, [&](AtomId atom) { return implied(chosen, atom); });
    }
  }
}

// -------------------------------------------------------------------- covering

std::vector<std::uint64_t> InterpolationExplorer::places(Row row) const {
  std::vector<std::uint64_t> result;
  for (std::uint32_t p = 0; p < cast_.size(); ++p) {
    result.push_back((std::uint64_t{matching_.part()[p]} << 32) | static_cast<std::uint32_t>(row[p]));
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool InterpolationExplorer::try_cover(NodeId node) {
  const Row here = row(node);
  const auto candidates = expanded_.find(places(here));
  if (candidates == expanded_.end()) return false;
  matching_.aim_at(here);
  NodeId cover;
  bool any_zone = true;
  const interpolation::Matching::Accept accept = [&](const Exchange& exchange) {
    return any_zone || is_zone_covered(node, cover, exchange);
  };
  for (auto k = candidates->second.rbegin(); k != candidates->second.rend(); ++k) {
    cover = *k;
    ++tries_;
    any_zone = !has_clocks_ || (learns_bounds_ && at(cover).bounds.are_trivial());
    std::optional<interpolation::Matching::Plan>& plan = at(cover).plan;
    if (!plan) {
      plan = matching_.plan(at(cover).label, row(cover));
      bytes_ += plan->memory();
    }
    Exchange exchange;
    if (!matching_.find(*plan, !any_zone, accept, exchange)) continue;
    Node& covered = at(node);
    covered.cover = cover;
    covered.exchange = std::move(exchange);
    covered.status = Status::covered;
    at(cover).clients.push_back(node);
    bytes_ += sizeof(NodeId) + sizeof(std::uint32_t) * cast_.size();
    ++covered_;
    // Requiring may reach the cover itself, strengthen it, and undo this. What is apart stays so under other names.
    const std::vector<AtomId> label = at(cover).label;
    const bool is_new = at(node).added == 0;
    for (std::uint32_t i = 0; i < label.size() && at(node).cover == cover; ++i) {
      require({node, from_cover(label[i], at(node).exchange), is_new && at(node).added == i});
    }
    if (learns_bounds_ && at(node).cover == cover && raise_like(node, at(cover).bounds, at(node).exchange)) {
      bounds_rose(node);
    }
    return true;
  }
  return false;
}

bool InterpolationExplorer::is_zone_covered(NodeId node, NodeId by, const Exchange& exchange) {
  return claims_zone(by, exchange, graph_.zones().load(at(node).state.zone, zone_));
}

bool InterpolationExplorer::claims_zone(NodeId node, const Exchange& exchange, ConstMatrix small) {
  std::vector<ClockIndex> places;
  for (const NetClockId clock : cast_.renamed_clocks(exchange)) places.push_back(place_among_all(clock));
  const Zone big = Zone(graph_.zones().load(at(node).state.zone, cover_zone_)).permuted(places);
  use_bounds_of(node, exchange);
  return coverage_.covers(big.view(), small, {ClockList(clock_list_), lower_, upper_});
}

// The largest bounds of any process of a role, so that they are the same after every exchange.
void InterpolationExplorer::make_bounds(const BoundsAnalysis& bounds) {
  const auto raise = [](std::vector<RoleTest>& tests, const RoleTest& test) {
    for (RoleTest& known : tests) {
      if (known.is_global != test.is_global || known.clock != test.clock) continue;
      known.lower = std::max(known.lower, test.lower);
      known.upper = std::max(known.upper, test.upper);
      return;
    }
    tests.push_back(test);
  };
  const auto relative = [&](const ClockTest& test) {
    const bool global = network_.clocks[test.clock].process == none;
    return RoleTest{global, global ? test.clock.value : cast_.clock_position(test.clock), test.lower, test.upper};
  };
  tests_.resize(cast_.role_count());
  for (std::uint32_t p = 0; p < cast_.size(); ++p) {
    auto& by_location = tests_[cast_.role(p)];
    by_location.resize(network_.processes[ProcessId{p}].locations.size());
    for (std::uint32_t l = 0; l < by_location.size(); ++l) {
      for (const ClockTest& test : bounds.at(ProcessId{p}, LocationId{l})) {
        assert(network_.clocks[test.clock].process == none || network_.clocks[test.clock].process.value == p);
        raise(by_location[l], relative(test));
      }
    }
  }
  for (const ClockTest& test : bounds.everywhere()) {
    const ProcessId owner = network_.clocks[test.clock].process;
    if (owner == none) {
      raise(everywhere_, relative(test));
      continue;
    }
    for (auto& location : tests_[cast_.role(owner.value)]) raise(location, relative(test));
  }
  for (const NetClockId c : network_.proper_clocks()) clock_list_.push_back(c.value);
}

// Those of the node's own processes are also those of the processes in their places.
void InterpolationExplorer::use_bounds_of(NodeId node, const Exchange& exchange) {
  if (!learns_bounds_) static_bounds_at(row(node));
  const Bounds& learned = at(node).bounds;
  if (learns_bounds_ && learned.are_trivial()) {
    lower_.assign(network_.clocks.size(), no_bound);
    upper_ = lower_;
    return;
  }
  const std::vector<std::int32_t> lower = learns_bounds_ ? learned.lower : lower_;
  const std::vector<std::int32_t> upper = learns_bounds_ ? learned.upper : upper_;
  const IdVector<NetClockId, NetClockId> to = cast_.renamed_clocks(exchange);
  lower_.resize(to.size());
  upper_.resize(to.size());
  for (const NetClockId c : to.ids()) {
    lower_[to[c].value] = lower[c.value];
    upper_[to[c].value] = upper[c.value];
  }
}

void InterpolationExplorer::static_bounds_at(Row row) {
  lower_.assign(network_.clocks.size(), no_bound);
  upper_.assign(network_.clocks.size(), no_bound);
  const auto raise = [&](NetClockId clock, const RoleTest& test) {
    lower_[clock.value] = std::max(lower_[clock.value], test.lower);
    upper_[clock.value] = std::max(upper_[clock.value], test.upper);
  };
  for (const RoleTest& test : everywhere_) raise({test.clock}, test);
  for (std::uint32_t p = 0; p < cast_.size(); ++p) {
    for (const RoleTest& test : tests_[cast_.role(p)][static_cast<std::size_t>(row[p])]) {
      raise(test.is_global ? NetClockId{test.clock} : cast_.clocks_of(p)[test.clock], test);
    }
  }
  lower_[0] = upper_[0] = 0;
  const BoundsMode mode = graph_.options().bounds;
  for (std::size_t c = 1; c < lower_.size(); ++c) {
    if (mode == BoundsMode::maximum) lower_[c] = upper_[c] = std::max(lower_[c], upper_[c]);
    if (mode == BoundsMode::exact) lower_[c] = upper_[c] = unlimited;
  }
}

// ------------------------------------------------------------- what it has kept

Explorer::Path InterpolationExplorer::path_to(const Hit& hit) {
  Path path;
  for (NodeId n = hit.node; n != none; n = at(n).parent) path.push_back(at(n).state);
  std::reverse(path.begin(), path.end());
  return path;
}

std::size_t InterpolationExplorer::memory() const {
  return graph_.memory() + bytes_ + terms_.memory() + matching_.memory();
}

Statistics InterpolationExplorer::statistics() const {
  Statistics statistics;
  statistics.stored = stored();
  statistics.bytes = memory();
  add_space(statistics, graph_);
  statistics.labels = label_statistics();
  return statistics;
}

LabelStatistics InterpolationExplorer::label_statistics() const {
  LabelStatistics result;
  result.visited = nodes_.size();
  result.covered = covered_;
  result.reopened = reopened_;
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    result.longest_label = std::max<std::uint64_t>(result.longest_label, nodes_[n].label.size());
  result.capped = capped_;
  result.cover_tries = tries_;
  result.exchange_steps = matching_.steps();
  result.exchange_budget_hits = matching_.budget_hits();
  std::map<std::uint32_t, std::vector<std::string>> parts;
  for (std::uint32_t p = 0; p < cast_.size(); ++p)
    parts[matching_.part()[p]].push_back(network_.processes[ProcessId{p}].name);
  for (auto& [first, names] : parts) {
    if (names.size() > 1) result.interchangeable.push_back(std::move(names));
  }
  for (const auto& [edge, count] : moves_.exact_edges()) {
    const NetProcess& process = network_.processes[ProcessId{edge.process}];
    const auto& locations = process.locations;
    const std::string target =
        edge.edge->target < locations.size() ? locations[LocationId{edge.edge->target}].name : "branchpoint";
    result.exact_edges.push_back(process.name + ": " + locations[LocationId{edge.edge->source}].name + " -> " + target);
  }
  if (nodes_.size() > 0) result.root_label = label_text(NodeId{0});
  return result;
}

void InterpolationExplorer::for_each_state(const Visit& visit) const {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].cover == none) visit(graph_, nodes_[n].state, {NodeId{n}});
  }
}

std::vector<std::string> InterpolationExplorer::label_text(NodeId node) const {
  std::vector<std::string> result;
  for (const AtomId atom : at(node).label) result.push_back(terms_.text(atom));
  return result;
}

}  // namespace orbita
