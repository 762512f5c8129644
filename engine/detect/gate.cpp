#include "engine/detect/gate.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>

#include "engine/detect/renamed.h"
#include "engine/detect/symbolic_run.h"
#include "parser/work_limits.h"

namespace orbita::detection {

namespace {

constexpr std::uint64_t steps_per_comparison = 200'000;

// One test of one exchange.
class Test {
 public:
  Test(NormalNetwork& normal, const Exchange& exchange, bool all)
      : normal_(normal), network_(normal.network()), g_(exchange), renamer_(normal, exchange), all_(all) {}

  std::vector<Obstacle> run();

 private:
  bool done() const { return !all_ && !obstacles_.empty(); }
  void add(Obstacle obstacle) { obstacles_.push_back(std::move(obstacle)); }
  void test_objects();
  void test_process(ProcessId p);
  void test_locations(ProcessId p);
  void test_edges(ProcessId p);
  void test_hooks();
  void test_broadcasts();
  using Hearing = std::map<std::int64_t, std::vector<const NormalEdge*>>;  // by channel
  bool hears_beyond(ProcessId process) const;
  std::vector<std::int64_t> heard(const NormalEdge& edge) const;
  void test_order(ProcessId p, ProcessId q, const Hearing& first, const Hearing& second);
  bool is_untouched(ProcessId process) const;
  Obstacle explain(const NormalEdge& edge, ProcessId image);

  NormalNetwork& normal_;
  const Network& network_;
  const Exchange& g_;
  Renamer renamer_;
  bool all_;
  std::vector<Obstacle> obstacles_;
};

void Test::test_objects() {
  for (std::uint32_t v = static_cast<std::uint32_t>(network_.processes.size()); v < network_.value_count(); ++v) {
    const SlotId s = network_.slot_at(v), image = network_.slot_at(g_.value(v));
    const Slot &from = network_.slots[s], &to = network_.slots[image];
    const Interval &d = normal_.domains()[v], &e = normal_.domains()[g_.value(v)];
    bool same = from.low == to.low && from.high == to.high && d.low == e.low && d.high == e.high;
    if (g_.changes_contents(v)) {
      for (const std::int64_t bound : {d.low, d.high, std::int64_t{from.low}, std::int64_t{from.high}}) {
        // A range has both of the two values, or neither.
        same = same &&
               (g_.contents(v, bound) == bound || (g_.contents(v, bound) >= d.low && g_.contents(v, bound) <= d.high));
      }
    }
    if (!same) add({Obstacle::Kind::range, none, none, none, s, from.name + " has a range of its own"});
  }
  for (const ChannelId c : network_.channels.ids()) {
    const Channel &from = network_.channels[c], &to = network_.channels[g_.channel(c)];
    if (from.urgent != to.urgent || from.broadcast != to.broadcast || from.priority != to.priority)
      add({Obstacle::Kind::channel, none, none, none, none, from.name + " and " + to.name + " are different channels"});
  }
}

// Nothing the process does is about anything that moves: then even labels beyond diagrams are the same.
bool Test::is_untouched(ProcessId process) const {
  if (g_.process(process) != process) return false;
  const auto moves = [&](const std::vector<SlotId>& slots) {
    return std::any_of(slots.begin(), slots.end(), [&](SlotId s) {
      const std::uint32_t v = network_.slot_value(s);
      return g_.value(v) != v || g_.changes_contents(v);
    });
  };
  const auto clock_moves = [&](std::uint32_t x) { return g_.clock(x) != x; };
  const auto atoms_move = [&](const Condition& condition) {
    return std::any_of(condition.atoms.begin(), condition.atoms.end(), [&](const ClockAtom& atom) {
      return std::any_of(atom.x_candidates.begin(), atom.x_candidates.end(), clock_moves) ||
             std::any_of(atom.y_candidates.begin(), atom.y_candidates.end(), clock_moves);
    });
  };
  for (const NetLocation& location : network_.processes[process].locations) {
    if (moves(location.invariant.reads) || atoms_move(location.invariant)) return false;
    if (!location.rates.empty()) return false;
  }
  for (const NetEdge& edge : network_.edges) {
    if (edge.process != process) continue;
    if (moves(edge.reads) || moves(edge.writes) || atoms_move(edge.guard)) return false;
    for (const ClockWrite& write : edge.clock_writes) {
      for (const auto& list : {write.targets, write.sources}) {
        if (std::any_of(list.begin(), list.end(), clock_moves)) return false;
      }
    }
    for (const ChannelId c : edge.channels()) {
      if (g_.channel(c) != c) return false;
    }
  }
  return true;
}

void Test::test_locations(ProcessId p) {
  const ProcessId q = g_.process(p);
  for (std::uint32_t l = 0; l < network_.processes[p].locations.size() && !done(); ++l) {
    const NetLocation &from = network_.processes[p].locations[l], &to = network_.processes[q].locations[l];
    const NormalLocation &mine = normal_.locations(p)[l], &theirs = normal_.locations(q)[l];
    const bool same = from.urgent == to.urgent && from.committed == to.committed &&
                      renamer_.code(mine.invariant) == renamer_.plain_code(theirs.invariant) &&
                      renamer_.code(mine.rates) == renamer_.plain_code(theirs.rates);
    if (same) continue;
    add({Obstacle::Kind::location, p, none, l, none,
         "the invariant of " + from.name + " of " + network_.processes[p].name + " and that of " +
             network_.processes[q].name + " are not images of each other"});
  }
}

// The edge of the image that should have been its image: same template edge if there is one.
Obstacle Test::explain(const NormalEdge& edge, ProcessId image) {
  const NetEdge& tree = network_.edges[edge.edge];
  const NetProcess& process = network_.processes[tree.process];
  Obstacle result{Obstacle::Kind::edge, tree.process, edge.edge, none, none, ""};
  result.text = "edge " + process.locations[tree.source].name + " -> " + process.locations[tree.target].name + " of " +
                process.name;
  const NormalEdge* closest = nullptr;
  std::size_t least = static_cast<std::size_t>(-1);
  for (const NormalEdge& other : normal_.edges(image)) {
    if (other.source != edge.source || other.target != edge.target) continue;
    const std::size_t differences = renamer_.differences(edge, other) + (network_.edges[other.edge].tree != tree.tree);
    if (differences < least) {
      least = differences;
      closest = &other;
    }
  }
  const std::string of_image = image == tree.process ? "itself" : network_.processes[image].name;
  if (closest == nullptr) result.text += " has no image in " + of_image;
  else result.text += renamer_.describe_difference(edge, *closest, result.slot);
  return result;
}

// An exchange is its own inverse: edges of q without a counterpart in p are found when q is tested.
void Test::test_edges(ProcessId p) {
  const ProcessId q = g_.process(p);
  std::vector<std::vector<std::uint64_t>> theirs;
  for (const NormalEdge& edge : normal_.edges(q)) theirs.push_back(renamer_.plain_code(edge));
  std::sort(theirs.begin(), theirs.end());
  for (const NormalEdge& edge : normal_.edges(p)) {
    if (std::binary_search(theirs.begin(), theirs.end(), renamer_.code(edge))) continue;
    // One obstacle per edge of the network.
    if (obstacles_.empty() || obstacles_.back().edge != edge.edge) add(explain(edge, q));
    if (done()) return;
  }
}

void Test::test_process(ProcessId p) {
  const ProcessId q = g_.process(p);
  const NetProcess &from = network_.processes[p], &to = network_.processes[q];
  const std::string pair = from.name + " and " + to.name;
  if (from.origin->templ != to.origin->templ || from.locations.size() != to.locations.size()) {
    return add({Obstacle::Kind::process, p, none, none, none, pair + " are of different templates"});
  }
  if (from.priority != to.priority)
    return add({Obstacle::Kind::process, p, none, none, none, pair + " have different priorities"});
  if (!normal_.beyond(p).empty() || !normal_.beyond(q).empty()) {
    if (is_untouched(p)) return;
    const std::string& reason = normal_.beyond(p).empty() ? normal_.beyond(q) : normal_.beyond(p);
    return add({Obstacle::Kind::process, p, none, none, none, from.name + " cannot be compared: " + reason});
  }
  test_locations(p);
  if (!done()) test_edges(p);
}

void Test::test_hooks() {
  const auto touches = [&](const std::vector<SlotId>& slots) {
    return std::any_of(slots.begin(), slots.end(), [&](SlotId s) {
      const std::uint32_t v = network_.slot_value(s);
      return g_.value(v) != v || g_.changes_contents(v);
    });
  };
  if (!normal_.beyond_hooks().empty()) {
    const bool clocks = !network_.hook_clock_writes.empty();
    if (clocks || touches(network_.hook_reads) || touches(network_.hook_writes))
      add({Obstacle::Kind::hook, none, none, none, none,
           "the update hooks cannot be compared: " + normal_.beyond_hooks()});
    return;
  }
  for (const NormalUpdate& hook : normal_.hooks()) {
    if (renamer_.code(hook) != renamer_.plain_code(hook))
      add({Obstacle::Kind::hook, none, none, none, none, "an update hook tells the two apart"});
  }
}

// The broadcast channels an edge may hear.
std::vector<std::int64_t> Test::heard(const NormalEdge& edge) const {
  std::vector<std::int64_t> result;
  if (edge.direction != SyncDirection::receive) return result;
  const Diagrams& d = normal_.diagrams();
  for (const TermId leaf : d.leaves(edge.channel)) {
    if (!d.terms()[leaf].is_number()) throw Beyond("a channel that is not known");
    const std::int64_t channel = d.terms()[leaf].constant;
    if (channel >= 0 && network_.channels[ChannelId{static_cast<std::uint32_t>(channel)}].broadcast)
      result.push_back(channel);
  }
  return result;
}

// Has the process labels beyond diagrams, and may it hear a broadcast?
bool Test::hears_beyond(ProcessId process) const {
  return !normal_.beyond(process).empty() &&
         std::any_of(network_.edges.begin(), network_.edges.end(), [&](const NetEdge& edge) {
           return edge.process == process && edge.direction == SyncDirection::receive &&
                  network_.channels[edge.channel].broadcast;
         });
}

// Receivers act in the order of processes. Where the exchange turns the order of two of them, it must not matter.
void Test::test_broadcasts() {
  const IdRange<ProcessId> processes = network_.processes.ids();
  IdVector<ProcessId, Hearing> hearing(processes.size());
  for (const ProcessId p : processes) {
    for (const NormalEdge& edge : normal_.edges(p)) {
      for (const std::int64_t channel : heard(edge)) hearing[p][channel].push_back(&edge);
    }
  }
  for (const ProcessId p : processes) {
    for (const ProcessId q : processes) {
      if (done()) break;
      if (q <= p || g_.process(p) < g_.process(q)) continue;
      if (hears_beyond(p) || hears_beyond(q)) {
        add({Obstacle::Kind::broadcast, p, none, none, none,
             "what " + network_.processes[p].name + " and " + network_.processes[q].name +
                 " do when they hear a broadcast cannot be compared"});
      } else {
        test_order(p, q, hearing[p], hearing[q]);
      }
    }
  }
}

void Test::test_order(ProcessId p, ProcessId q, const Hearing& first, const Hearing& second) {
  for (const auto& [channel, edges] : first) {
    const auto others = second.find(channel);
    if (others == second.end()) continue;
    for (const NormalEdge* a : edges) {
      for (const NormalEdge* b : others->second) {
        normal_.diagrams().spend(1);
        if (renamer_.commute(*a, *b)) continue;
        return add({Obstacle::Kind::broadcast, p, a->edge, none, none,
                    network_.processes[p].name + " and " + network_.processes[q].name + " may both hear " +
                        network_.channels[ChannelId{static_cast<std::uint32_t>(channel)}].name +
                        ", and what they do then depends on their order"});
      }
    }
  }
}

std::vector<Obstacle> Test::run() {
  if (!g_.problem().empty()) return {{Obstacle::Kind::partner, none, none, none, none, g_.problem()}};
  test_objects();
  for (const ProcessId p : network_.processes.ids()) {
    if (done()) break;
    check_limits();
    normal_.diagrams().allow(steps_per_comparison);
    try {
      test_process(p);
    } catch (const Beyond& problem) {
      add({Obstacle::Kind::process, p, none, none, none,
           network_.processes[p].name + " cannot be compared: " + problem.what()});
    }
  }
  if (done()) return std::move(obstacles_);
  normal_.diagrams().allow(steps_per_comparison);
  try {
    test_hooks();
    if (!done()) test_broadcasts();
  } catch (const Beyond& problem) {
    add({Obstacle::Kind::hook, none, none, none, none, std::string("updates cannot be compared: ") + problem.what()});
  }
  return std::move(obstacles_);
}

}  // namespace

GateResult Gate::test(SetId set, std::int32_t first, std::int32_t second, bool all) {
  const Exchange exchange(normal_.network(), placement_, set, first, second);
  GateResult result{set, first, second, {}};
  result.obstacles = Test(normal_, exchange, all).run();
  return result;
}

// --------------------------------------------------------------------- queries

std::string told_apart(NormalNetwork& normal, const Placement& placement, SetId set, std::int32_t first,
                       std::int32_t second, const Predicate& predicate) {
  const Exchange exchange(normal.network(), placement, set, first, second);
  Renamer renamer(normal, exchange);
  try {
    bool may_fail = false;
    // A node and its children, as a word; children of `and` and `or` in any order, unless evaluating may fail.
    const std::function<std::string(std::uint32_t, bool)> code = [&](std::uint32_t k, bool renamed) -> std::string {
      const Predicate::Node& node = predicate.nodes[k];
      std::string text = std::to_string(static_cast<int>(node.kind)) + "(";
      if (node.kind == Predicate::Kind::data && node.data != no_code) {
        Diagrams& d = normal.diagrams();
        const DiagramId data = d.truth(normal.data(*predicate.programs, node.data));
        may_fail = may_fail || !d.is_number(d.has_failed(data), 0);
        text += std::to_string((renamed ? renamer.plain(data) : data).value);
      }
      if (node.kind == Predicate::Kind::atom) {
        const NormalCondition atom = normal.atom(*predicate.programs, node.atom);
        may_fail = may_fail || atom.ordered;
        for (const std::uint64_t word : renamed ? renamer.code(atom) : renamer.plain_code(atom))
          text += std::to_string(word) + ",";
      }
      std::vector<std::string> children;
      for (const std::uint32_t child : node.children) children.push_back(code(child, renamed));
      const bool any_order = node.kind == Predicate::Kind::conjunction || node.kind == Predicate::Kind::disjunction;
      if (any_order && !may_fail) std::sort(children.begin(), children.end());
      for (const std::string& child : children) text += child + ";";
      return text + ")";
    };
    if (!predicate.nodes.empty()) code(0, false);  // finds out whether evaluating may fail
    if (predicate.nodes.empty() || code(0, false) == code(0, true)) return "";
    return "the query tells them apart";
  } catch (const Beyond& problem) {
    return std::string("the query cannot be compared: ") + problem.what();
  }
}

std::string told_apart(NormalNetwork& normal, const Placement& placement, SetId set, std::int32_t first,
                       std::int32_t second, const Measure& measure) {
  const Exchange exchange(normal.network(), placement, set, first, second);
  Renamer renamer(normal, exchange);
  try {
    Diagrams& d = normal.diagrams();
    const DiagramId data = measure.data == no_code ? d.number(0) : normal.data(*measure.programs, measure.data);
    if (renamer.plain(data) != data) return "the query tells them apart";
    if (!measure.is_clock) return "";
    const DiagramId clock = measure.clock.code == no_code ? d.number(measure.clock.clock)
                                                          : normal.data(*measure.programs, measure.clock.code);
    return renamer.clock_number(clock) == clock ? "" : "the query tells them apart";
  } catch (const Beyond& problem) {
    return std::string("the query cannot be compared: ") + problem.what();
  }
}

}  // namespace orbita::detection
