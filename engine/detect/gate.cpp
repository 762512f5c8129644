#include "engine/detect/gate.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <set>

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
  bool stays_within(const Interval& domain, std::uint32_t position) const;
  void test_objects();
  void test_process(ProcessId p);
  void test_locations(ProcessId p);
  void test_edges(ProcessId p);
  void test_hooks();
  void test_broadcasts();
  using Hearing = std::map<std::int64_t, std::vector<const NormalEdge*>>;  // by channel
  bool hears_beyond(ProcessId process) const;
  std::vector<std::int64_t> heard(const NormalEdge& edge) const;
  using HearingOfAll = IdVector<ProcessId, Hearing>;
  void test_order(ProcessId p, ProcessId q, const HearingOfAll& hearing);
  std::vector<Renamer::Start> after_sending(std::int64_t channel, ProcessId p, ProcessId q,
                                            const HearingOfAll& hearing);
  bool is_untouched(ProcessId process) const;
  Obstacle explain(const NormalEdge& edge, ProcessId image);

  NormalNetwork& normal_;
  const Network& network_;
  const Exchange& g_;
  Renamer renamer_;
  bool all_;
  std::vector<Obstacle> obstacles_;
};

// Does what the position may hold stay in its domain? Ids that are exchanged are all in it, or none is.
bool Test::stays_within(const Interval& domain, std::uint32_t position) const {
  const auto stays = [&](std::int64_t value) {
    const std::int64_t image = g_.contents(position, value);
    return image >= domain.low && image <= domain.high;
  };
  if (domain.high - domain.low >= Diagrams::most_values)
    return !g_.holds_sets(position) && stays(domain.low) && stays(domain.high);
  for (std::int64_t value = domain.low; value <= domain.high; ++value) {
    if (!stays(value)) return false;
  }
  return true;
}

void Test::test_objects() {
  for (std::uint32_t v = static_cast<std::uint32_t>(network_.processes.size()); v < network_.value_count(); ++v) {
    const SlotId s = network_.slot_at(v), image = network_.slot_at(g_.value(v));
    const Slot &from = network_.slots[s], &to = network_.slots[image];
    const Interval &d = normal_.domains()[v], &e = normal_.domains()[g_.value(v)];
    const bool same = from.low == to.low && from.high == to.high && d.low == e.low && d.high == e.high;
    if (same && (!g_.changes_contents(v) || stays_within(d, v))) continue;
    const bool is_wide = same && g_.holds_sets(v);
    add({Obstacle::Kind::range, none, none, none, s, Cause::other,
         from.name +
             (is_wide ? " holds sets of ids, and may hold too many to be compared" : " has a range of its own")});
  }
  for (const ChannelId c : network_.channels.ids()) {
    const Channel &from = network_.channels[c], &to = network_.channels[g_.channel(c)];
    if (from.urgent != to.urgent || from.broadcast != to.broadcast || from.priority != to.priority)
      add({Obstacle::Kind::channel, none, none, none, none, Cause::other,
           from.name + " and " + to.name + " are different channels"});
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
  const auto clock_moves = [&](NetClockId x) { return g_.clock(x) != x; };
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
  for (const LocationId l : network_.processes[p].locations.ids()) {
    if (done()) return;
    const NetLocation &from = network_.processes[p].locations[l], &to = network_.processes[q].locations[l];
    const NormalLocation &mine = normal_.locations(p)[l], &theirs = normal_.locations(q)[l];
    const bool same = from.urgent == to.urgent && from.committed == to.committed &&
                      renamer_.code(mine.invariant) == renamer_.plain_code(theirs.invariant) &&
                      renamer_.code(mine.rates) == renamer_.plain_code(theirs.rates);
    if (same) continue;
    add({Obstacle::Kind::location, p, none, l, none, Cause::other,
         "the invariant of " + from.name + " of " + network_.processes[p].name + " and that of " +
             network_.processes[q].name + " are not images of each other"});
  }
}

// The edge of the image that should have been its image: same template edge if there is one.
Obstacle Test::explain(const NormalEdge& edge, ProcessId image) {
  const NetEdge& tree = network_.edges[edge.edge];
  const NetProcess& process = network_.processes[tree.process];
  Obstacle result{Obstacle::Kind::edge, tree.process, edge.edge, none, none, Cause::other, ""};
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
  if (closest == nullptr) {
    result.text += " has no image in " + of_image;
    return result;
  }
  const Difference difference = renamer_.describe_difference(edge, *closest);
  result.text += difference.text;
  result.slot = difference.slot;
  result.cause = difference.cause;
  return result;
}

// Some power of an exchange is the identity, and different labels have different images: if going round a cycle of
// processes every edge has an image, then none has an edge without a counterpart.
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
    return add({Obstacle::Kind::process, p, none, none, none, Cause::other, pair + " are of different templates"});
  }
  if (from.priority != to.priority)
    return add({Obstacle::Kind::process, p, none, none, none, Cause::other, pair + " have different priorities"});
  if (!normal_.beyond(p).empty() || !normal_.beyond(q).empty()) {
    if (is_untouched(p)) return;
    const std::string& reason = normal_.beyond(p).empty() ? normal_.beyond(q) : normal_.beyond(p);
    return add(
        {Obstacle::Kind::process, p, none, none, none, Cause::other, from.name + " cannot be compared: " + reason});
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
      add({Obstacle::Kind::hook, none, none, none, none, Cause::other,
           "the update hooks cannot be compared: " + normal_.beyond_hooks()});
    return;
  }
  for (const NormalUpdate& hook : normal_.hooks()) {
    if (renamer_.code(hook) != renamer_.plain_code(hook))
      add({Obstacle::Kind::hook, none, none, none, none, Cause::other, "an update hook tells the two apart"});
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
        add({Obstacle::Kind::broadcast, p, none, none, none, Cause::other,
             "what " + network_.processes[p].name + " and " + network_.processes[q].name +
                 " do when they hear a broadcast cannot be compared"});
      } else {
        test_order(p, q, hearing);
      }
    }
  }
}

// What is known when receivers act: numbers that the sender, somebody else than p and q, has just stored, and that no
// receiver stores anything into. One entry per sender.
std::vector<Renamer::Start> Test::after_sending(std::int64_t channel, ProcessId p, ProcessId q,
                                                const HearingOfAll& hearing) {
  Diagrams& d = normal_.diagrams();
  for (const ProcessId r : network_.processes.ids()) {
    if (!normal_.beyond(r).empty()) return {{}};
  }
  std::set<std::uint32_t> stored;  // by receivers
  for (const Hearing& heard_by : hearing) {
    const auto edges = heard_by.find(channel);
    if (edges == heard_by.end()) continue;
    for (const NormalEdge* edge : edges->second) {
      for (const auto& [position, held] : edge->update.values) stored.insert(position);
    }
  }
  std::set<Renamer::Start> starts;
  for (const ProcessId r : network_.processes.ids()) {
    for (const NormalEdge& edge : normal_.edges(r)) {
      if (r == p || r == q || edge.direction != SyncDirection::send) continue;
      const std::vector<TermId> channels = d.leaves(edge.channel);
      if (std::none_of(channels.begin(), channels.end(),
                       [&](TermId t) { return !d.terms()[t].is_number() || d.terms()[t].constant == channel; }))
        continue;
      Renamer::Start start;
      for (const auto& [position, held] : edge.update.values) {
        const std::vector<TermId> leaves = d.leaves(d.choose(edge.update.completed, held, d.failure()));
        if (leaves.size() == 1 && d.terms()[leaves[0]].is_number() && !stored.contains(position))
          start.emplace(position, d.number(d.terms()[leaves[0]].constant));
      }
      starts.insert(std::move(start));
    }
  }
  return {starts.begin(), starts.end()};
}

void Test::test_order(ProcessId p, ProcessId q, const HearingOfAll& hearing) {
  normal_.diagrams().allow(steps_per_comparison);
  for (const auto& [channel, edges] : hearing[p]) {
    const auto others = hearing[q].find(channel);
    if (others == hearing[q].end()) continue;
    std::optional<std::vector<Renamer::Start>> starts;
    for (const NormalEdge* a : edges) {
      for (const NormalEdge* b : others->second) {
        normal_.diagrams().spend(1);
        if (renamer_.are_independent(*a, *b)) continue;
        if (!starts) starts = after_sending(channel, p, q, hearing);
        if (renamer_.commute(*a, *b, *starts)) continue;
        return add({Obstacle::Kind::broadcast, p, a->edge, none, none, Cause::other,
                    network_.processes[p].name + " and " + network_.processes[q].name + " may both hear " +
                        network_.channels[ChannelId{static_cast<std::uint32_t>(channel)}].name +
                        ", and what they do then depends on their order"});
      }
    }
  }
}

std::vector<Obstacle> Test::run() {
  if (!g_.problem().empty()) return {{Obstacle::Kind::partner, none, none, none, none, Cause::other, g_.problem()}};
  test_objects();
  for (const ProcessId p : network_.processes.ids()) {
    if (done()) break;
    check_limits();
    normal_.diagrams().allow(steps_per_comparison);
    try {
      test_process(p);
    } catch (const Beyond& problem) {
      add({Obstacle::Kind::process, p, none, none, none, Cause::other,
           network_.processes[p].name + " cannot be compared: " + problem.what()});
    }
  }
  if (done()) return std::move(obstacles_);
  normal_.diagrams().allow(steps_per_comparison);
  try {
    test_hooks();
    if (!done()) test_broadcasts();
  } catch (const Beyond& problem) {
    add({Obstacle::Kind::hook, none, none, none, none, Cause::other,
         std::string("updates cannot be compared: ") + problem.what()});
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

std::vector<Obstacle> Gate::test(const Exchange& exchange) { return Test(normal_, exchange, false).run(); }

}  // namespace orbita::detection
