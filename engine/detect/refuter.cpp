#include "engine/detect/refuter.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/detect/diagram.h"
#include "parser/work_limits.h"

namespace orbita::detection {

namespace {

constexpr std::size_t states_tried = 10;
constexpr int steps_walked = 20;
constexpr std::uint64_t most_runs = 60'000;
constexpr std::uint64_t steps_of_a_run = 2'000;
constexpr std::int32_t most_selected = 40;
constexpr std::int64_t has_failed = -1'000'000'007;

}  // namespace

Refuter::Refuter(const Network& network, const Placement& placement)
    : network_(network), placement_(placement), machine_(network, steps_of_a_run), runs_left_(most_runs) {
  make_states();
}

// The initial one, and others in which variables that are written hold anything in their ranges. Those with a wide
// range hold what steps from such states leave in them: for the gate, too, their domain is no larger than that.
void Refuter::make_states() {
  std::vector<bool> is_wide(network_.slots.size(), false), written(network_.slots.size(), false);
  for (const NetEdge& edge : network_.edges) {
    for (const SlotId s : edge.writes) written[s.value] = true;
  }
  for (const SlotId s : network_.hook_writes) written[s.value] = true;
  for (const SlotId s : network_.slots.ids())
    is_wide[s.value] = std::int64_t{network_.slots[s].high} - network_.slots[s].low >= Diagrams::most_values;
  std::mt19937 random(1);
  const Row initial = network_.initial_values();
  Row last = initial;
  states_.push_back(initial);
  while (states_.size() < states_tried) {
    Row row = initial;
    for (const ProcessId p : network_.processes.ids())
      row[p.value] =
          static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(network_.processes[p].locations.size()));
    for (const SlotId s : network_.slots.ids()) {
      const Slot& slot = network_.slots[s];
      const std::uint32_t v = network_.slot_value(s);
      const bool stays = states_.size() % 2 == 1 && random() % 2 == 0;
      if (!written[s.value] || stays) continue;
      row[v] =
          is_wide[s.value]
              ? last[v]
              : slot.low + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(slot.high - slot.low + 1));
    }
    for (int step = 0; step < steps_walked && !network_.edges.empty(); ++step) take_step(row, random);
    states_.push_back(row);
    last = std::move(row);
  }
}

// What some edge does where its guard holds, whoever would have to take part; nothing where it fails.
void Refuter::take_step(Row& row, std::mt19937& random) {
  const EdgeId e{static_cast<std::uint32_t>(random() % network_.edges.size())};
  const NetEdge& edge = network_.edges[e];
  for (const SelectRange& range : edge.selects) {
    if (range.high < range.low) return;
    machine_.bind(range.frame, range.low + static_cast<std::int32_t>(
                                               random() % static_cast<std::uint32_t>(range.high - range.low + 1)));
  }
  bool failed = false;
  if (edge.update == no_code || (edge.guard.data != no_code && evaluate(edge.guard.data, row, failed) == 0)) return;
  evaluate(edge.update, row, failed);
  const bool fits = !failed && std::ranges::all_of(edge.writes, [&](SlotId s) {
    const std::int32_t held = scratch_[network_.slot_value(s)];
    return held >= network_.slots[s].low && held <= network_.slots[s].high;
  });
  if (fits) row = scratch_;
}

bool Refuter::refutes(SetId set, std::int32_t first, std::int32_t second) {
  return refutes(Exchange(network_, placement_, set, first, second));
}

bool Refuter::refutes(const Exchange& g) {
  if (!g.problem().empty() || differ_statically(g)) return true;
  std::vector<ProcessId> concerned;
  for (const ProcessId p : network_.processes.ids()) {
    if (is_concerned(g, p)) concerned.push_back(p);
  }
  Row image(network_.value_count());
  for (const Row& row : states_) {
    check_limits();
    for (std::uint32_t v = 0; v < row.size(); ++v) image[g.value(v)] = static_cast<std::int32_t>(g.contents(v, row[v]));
    for (const ProcessId p : concerned) {
      if (runs_left_ == 0) return false;
      if (differ(g, p, row, image)) return true;
    }
  }
  return false;
}

bool Refuter::differ_statically(const Exchange& g) const {
  for (const SlotId s : network_.slots.ids()) {
    const Slot &from = network_.slots[s], &to = network_.slots[network_.slot_at(g.value(network_.slot_value(s)))];
    if (from.low != to.low || from.high != to.high) return true;
  }
  for (const ProcessId p : network_.processes.ids()) {
    const NetProcess &from = network_.processes[p], &to = network_.processes[g.process(p)];
    if (from.origin->templ != to.origin->templ || from.locations.size() != to.locations.size() ||
        from.priority != to.priority)
      return true;
  }
  return false;
}

// Is there anything about the process that moves? Where two are exchanged, one of them is enough.
bool Refuter::is_concerned(const Exchange& g, ProcessId process) const {
  if (g.process(process) != process) return process < g.process(process);
  const auto moves = [&](SlotId s) {
    const std::uint32_t v = network_.slot_value(s);
    return g.value(v) != v || g.changes_contents(v);
  };
  return std::ranges::any_of(network_.processes[process].locations, [&](const NetLocation& location) {
    return std::ranges::any_of(location.invariant.reads, moves) || std::ranges::any_of(location.edges, [&](EdgeId e) {
             const NetEdge& edge = network_.edges[e];
             return std::ranges::any_of(edge.reads, moves) || std::ranges::any_of(edge.writes, moves) ||
                    std::ranges::any_of(edge.channels(), [&](ChannelId c) { return g.channel(c) != c; });
           });
  });
}

bool Refuter::differ(const Exchange& g, ProcessId process, const Row& row, const Row& image) {
  Codes mine, theirs;
  is_unknown_ = false;
  if (!codes_of(process, row, &g, mine) || !codes_of(g.process(process), image, nullptr, theirs)) return false;
  return !is_unknown_ && mine != theirs;
}

bool Refuter::codes_of(ProcessId process, const Row& row, const Exchange* g, Codes& codes) {
  const NetProcess& of = network_.processes[process];
  for (const LocationId l : of.locations.ids()) {
    const NetLocation& location = of.locations[l];
    Code code{-1, l.value, location.urgent, location.committed};
    add_condition(location.invariant, row, g, code);
    codes.push_back(std::move(code));
    for (const EdgeId e : location.edges) {
      if (!add_edge(network_.edges[e], 0, row, g, codes)) return false;
    }
  }
  std::ranges::sort(codes);
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return true;
}

// For every choice of the selects from this one on. False: there are too many.
bool Refuter::add_edge(const NetEdge& edge, std::size_t select, const Row& row, const Exchange* g, Codes& codes) {
  if (select < edge.selects.size()) {
    const SelectRange& range = edge.selects[select];
    if (std::int64_t{range.high} - range.low >= most_selected) return false;
    for (std::int32_t v = range.low; v <= range.high; ++v) {
      machine_.bind(range.frame, v);
      if (!add_edge(edge, select + 1, row, g, codes)) return false;
    }
    return true;
  }
  if (runs_left_ == 0) return false;
  Code code{edge.source.value, edge.target.value, static_cast<std::int64_t>(edge.direction)};
  if (!add_condition(edge.guard, row, g, code)) return true;  // not enabled
  std::int64_t channel = -1;
  if (edge.direction != SyncDirection::none) {
    bool failed = false;
    const std::int32_t index = edge.channel_index == no_code ? 0 : evaluate(edge.channel_index, row, failed);
    channel = failed ? has_failed : std::int64_t{edge.channel.value} + index;
    if (g != nullptr && channel >= 0 && channel < static_cast<std::int64_t>(network_.channels.size()))
      channel = g->channel(ChannelId{static_cast<std::uint32_t>(channel)}).value;
  }
  code.push_back(channel);
  add_update(edge, row, g, code);
  codes.push_back(std::move(code));
  return true;
}

std::int32_t Refuter::evaluate(CodeRef program, const Row& row, bool& failed) {
  runs_left_ -= runs_left_ > 0;
  scratch_ = row;
  std::int32_t result = 0;
  actions_.clear();
  machine_.clear_failure();
  log_.clear(scratch_.size());
  if (machine_.record(program, scratch_, actions_, log_, result) && !log_.outside) return result;
  is_unknown_ = is_unknown_ || machine_.failure().error == RunError::step_limit;
  failed = true;
  return 0;
}

// False where the data part is false.
bool Refuter::add_condition(const Condition& condition, const Row& row, const Exchange* g, Code& code) {
  bool failed = false;
  const bool holds = condition.data == no_code || evaluate(condition.data, row, failed) != 0;
  code.push_back(failed ? has_failed : holds);
  if (!failed && !holds) return false;
  std::vector<Code> atoms;
  failed = false;
  for (const ClockAtom& atom : condition.atoms) {
    if (atom.condition != no_code && evaluate(atom.condition, row, failed) == 0) continue;
    const auto number_of = [&](const ClockTerm& term) -> std::int64_t {
      const std::int32_t x =
          term.code == no_code ? static_cast<std::int32_t>(term.clock.value) : evaluate(term.code, row, failed);
      if (x < 0 || static_cast<std::size_t>(x) >= network_.clocks.size()) failed = true;
      return failed || g == nullptr ? x : g->clock(clock_numbered(x)).value;
    };
    const std::int64_t x = number_of(atom.x), y = number_of(atom.y);
    atoms.push_back({x, y, atom.strict, atom.bound == no_code ? atom.constant : evaluate(atom.bound, row, failed)});
  }
  if (failed) {
    code.push_back(has_failed);
    return true;
  }
  std::ranges::sort(atoms);
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  for (const Code& atom : atoms) code.insert(code.end(), atom.begin(), atom.end());
  return true;
}

// Ids are left out: they may be dead afterwards, and then it does not matter what they are.
void Refuter::add_update(const NetEdge& edge, const Row& row, const Exchange* g, Code& code) {
  if (edge.update == no_code) return;
  bool failed = false;
  evaluate(edge.update, row, failed);
  if (failed) {
    code.push_back(has_failed);
    return;
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> values;
  for (const SlotId s : edge.writes) {
    const std::uint32_t v = network_.slot_value(s);
    if (scratch_[v] == row[v] || placement_.contents[s.value].set != none || network_.slots[s].value_set != none)
      continue;
    values.emplace_back(g != nullptr ? g->value(v) : v, scratch_[v]);
  }
  std::ranges::sort(values);
  for (const auto& [position, held] : values) code.insert(code.end(), {position, held});
  std::map<NetClockId, std::pair<NetClockId, std::int64_t>> clocks;  // clock := clock + number
  for (const ClockAction& action : actions_) {
    const auto from = clocks.find(action.source);
    if (action.source == reference_net_clock || from == clocks.end())
      clocks[action.clock] = {action.source, action.value};
    else clocks[action.clock] = {from->second.first, from->second.second + action.value};
  }
  Codes written;
  for (const auto& [clock, held] : clocks) {
    if (held == std::pair(clock, std::int64_t{0})) continue;
    const auto renamed = [&](NetClockId x) -> std::int64_t { return (g != nullptr ? g->clock(x) : x).value; };
    written.push_back({-1, renamed(clock), renamed(held.first), held.second});
  }
  std::ranges::sort(written);
  for (const Code& write : written) code.insert(code.end(), write.begin(), write.end());
}

}  // namespace orbita::detection
