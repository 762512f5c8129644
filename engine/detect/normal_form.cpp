#include "engine/detect/normal_form.h"

#include <algorithm>
#include <functional>

#include "engine/detect/dead_ids.h"
#include "engine/detect/nobody.h"
#include "engine/detect/symbolic_run.h"
#include "parser/work_limits.h"

namespace orbita::detection {

namespace {

constexpr std::uint64_t steps_per_label = 100'000;
constexpr std::size_t most_choices = 4096;

// Locations and single variables, then elements of arrays.
std::vector<std::uint32_t> selectors_first(const Network& network) {
  std::vector<std::uint32_t> order, elements;
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) order.push_back(p);
  for (const SlotId s : network.slots.ids()) {
    const bool is_element = network.slots[s].name.find('[') != std::string::npos;
    (is_element ? elements : order).push_back(network.slot_value(s));
  }
  order.insert(order.end(), elements.begin(), elements.end());
  return order;
}

// Calls visit(bindings) for every choice of the edge's selects.
void for_each_choice(const NetEdge& edge, const std::function<void(const Bindings&)>& visit) {
  std::size_t choices = 1;
  for (const SelectRange& select : edge.selects) {
    choices *= static_cast<std::size_t>(std::max<std::int64_t>(std::int64_t{select.high} - select.low + 1, 0));
    if (choices > most_choices) throw Beyond("a select over very many values");
  }
  Bindings chosen;
  const std::function<void(std::size_t)> next = [&](std::size_t k) {
    if (k == edge.selects.size()) return visit(chosen);
    for (std::int32_t v = edge.selects[k].low; v <= edge.selects[k].high; ++v) {
      chosen.emplace_back(edge.selects[k].frame, v);
      next(k + 1);
      chosen.pop_back();
    }
  };
  next(0);
}

}  // namespace

NormalNetwork::NormalNetwork(const Network& network, std::vector<Interval> domains, std::uint64_t steps)
    : network_(network),
      domains_(std::move(domains)),
      diagrams_(domains_, selectors_first(network)),
      edges_(network.processes.size()),
      locations_(network.processes.size()),
      beyond_(network.processes.size()) {
  diagrams_.allow_in_all(steps);
  for (const EdgeId e : network.edges.ids()) {
    check_limits();
    const NetEdge& edge = network.edges[e];
    if (!beyond_[edge.process].empty()) continue;
    try {
      add_edges(edge, e);
    } catch (const Beyond& problem) {
      beyond_[edge.process] = problem.what();
    }
  }
  for (const ProcessId p : network.processes.ids()) {
    try {
      add_locations(p);
    } catch (const Beyond& problem) {
      beyond_[p] = problem.what();
    }
  }
  try {
    for (const CodeRef hook : {network.before_update, network.after_update}) hooks_.push_back(update(hook, {}));
  } catch (const Beyond& problem) {
    beyond_hooks_ = problem.what();
  }
}

DiagramId NormalNetwork::evaluate(const Programs& programs, CodeRef code, const Bindings& selects) {
  const SymbolicResult result =
      run_symbolically(diagrams_, programs, code, selects, without_nobody(diagrams_, network_, domains_));
  return diagrams_.choose(result.completed, result.value, diagrams_.failure());
}

void NormalNetwork::add_atom(const Programs& programs, const ClockAtom& atom, const Bindings& selects,
                             NormalCondition& result) {
  Diagrams& d = diagrams_;
  const auto number_of = [&](const ClockTerm& term) {
    return term.code == no_code ? d.number(term.clock.value) : evaluate(programs, term.code, selects);
  };
  const DiagramId applies =
      atom.condition == no_code ? d.number(1) : d.truth(evaluate(programs, atom.condition, selects));
  const DiagramId x = number_of(atom.x), y = number_of(atom.y);
  const DiagramId bound = atom.bound == no_code ? d.number(atom.constant) : evaluate(programs, atom.bound, selects);
  for (const DiagramId part : {applies, d.choose(applies, x, d.number(0)), d.choose(applies, y, d.number(0)),
                               d.choose(applies, bound, d.number(0))}) {
    if (!d.is_number(d.has_failed(part), 0)) result.ordered = true;
  }
  for (const TermId first : d.leaves(x)) {
    for (const TermId second : d.leaves(y)) {
      if (!d.terms()[first].is_number() || !d.terms()[second].is_number()) throw Beyond("a clock that is not known");
      const std::int64_t a = d.terms()[first].constant, b = d.terms()[second].constant;
      const DiagramId here = d.conjunction(d.conjunction(applies, d.apply(Opcode::equal, x, d.number(a))),
                                           d.apply(Opcode::equal, y, d.number(b)));
      const DiagramId limit = d.choose(here, bound, d.number(no_clock_bound));
      if (d.is_number(limit, no_clock_bound)) continue;
      result.atoms.push_back({clock_numbered(a), clock_numbered(b), atom.strict, limit});
    }
  }
}

NormalCondition NormalNetwork::condition(const Programs& programs, const Condition& condition,
                                         const Bindings& selects) {
  diagrams_.allow(steps_per_label);
  NormalCondition result;
  result.data = diagrams_.number(1);
  if (condition.data != no_code) result.data = diagrams_.truth(evaluate(programs, condition.data, selects));
  for (const ClockAtom& atom : condition.atoms) add_atom(programs, atom, selects, result);
  return result;
}

NormalCondition NormalNetwork::atom(const Programs& programs, const ClockAtom& atom) {
  diagrams_.allow(steps_per_label);
  NormalCondition result;
  result.data = diagrams_.number(1);
  add_atom(programs, atom, {}, result);
  return result;
}

DiagramId NormalNetwork::data(const Programs& programs, CodeRef code) {
  diagrams_.allow(steps_per_label);
  return evaluate(programs, code, {});
}

NormalUpdate NormalNetwork::update(CodeRef code, const Bindings& selects) {
  diagrams_.allow(steps_per_label);
  NormalUpdate result;
  result.completed = diagrams_.number(1);
  if (code == no_code) return result;
  SymbolicResult run =
      run_symbolically(diagrams_, network_.programs, code, selects, without_nobody(diagrams_, network_, domains_));
  result.completed = run.completed;
  for (const auto& [position, after] : run.values) {
    const DiagramId before = diagrams_.variable(position);
    const DiagramId held = diagrams_.choose(run.completed, after, before);
    if (held != before) result.values.emplace(position, held);
  }
  for (const auto& [clock, after] : run.clocks) {
    const DiagramId before = diagrams_.term(diagrams_.terms().clock(clock));
    const DiagramId held = diagrams_.choose(run.completed, after, before);
    if (held != before) result.clocks.emplace(clock, held);
  }
  return result;
}

void NormalNetwork::add_edges(const NetEdge& edge, EdgeId number) {
  for_each_choice(edge, [&](const Bindings& selects) {
    NormalEdge result;
    result.edge = number;
    result.selects = selects;
    result.source = edge.source;
    result.target = edge.target;
    result.direction = edge.direction;
    result.guard = condition(network_.programs, edge.guard, selects);
    if (diagrams_.is_number(result.guard.data, 0)) return;
    result.channel = diagrams_.number(-1);
    if (edge.direction != SyncDirection::none) {
      result.channel = diagrams_.number(edge.channel.value);
      if (edge.channel_index != no_code) {
        const DiagramId index = evaluate(network_.programs, edge.channel_index, selects);
        result.channel = diagrams_.apply(Opcode::add_unchecked, index, diagrams_.number(edge.channel.value));
      }
    }
    result.update = update(edge.update, selects);
    result.seen = result.update;
    edges_[edge.process].push_back(std::move(result));
  });
}

void NormalNetwork::forget(const DeadIds* dead) {
  for (const ProcessId p : edges_.ids()) {
    for (NormalEdge& edge : edges_[p]) edge.seen = dead != nullptr ? dead->seen_after(*this, p, edge) : edge.update;
  }
}

void NormalNetwork::add_locations(ProcessId process) {
  for (const NetLocation& location : network_.processes[process].locations) {
    NormalLocation result;
    result.invariant = condition(network_.programs, location.invariant, {});
    for (const RateAtom& rate : location.rates) {
      result.rates.emplace_back(rate.clock, evaluate(network_.programs, rate.rate, {}));
    }
    locations_[process].push_back(std::move(result));
  }
}

// --------------------------------------------------------------------- domains

namespace {

std::vector<bool> written_positions(const Network& network) {
  std::vector<bool> written(network.value_count(), false);
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) written[p] = true;
  for (const NetEdge& edge : network.edges) {
    for (const SlotId s : edge.writes) written[network.slot_value(s)] = true;
  }
  for (const SlotId s : network.hook_writes) written[network.slot_value(s)] = true;
  return written;
}

std::vector<Interval> declared_domains(const Network& network) {
  const std::vector<bool> written = written_positions(network);
  const std::vector<std::int32_t> initial = network.initial_values();
  std::vector<Interval> domains;
  for (std::uint32_t v = 0; v < network.value_count(); ++v) {
    if (!written[v]) domains.push_back({initial[v], initial[v]});
    else if (v < network.processes.size())
      domains.push_back({0, static_cast<std::int64_t>(network.processes[ProcessId{v}].locations.size()) - 1});
    else domains.push_back({network.slots[network.slot_at(v)].low, network.slots[network.slot_at(v)].high});
  }
  return domains;
}

bool is_wide(const Interval& domain) { return domain.high - domain.low >= Diagrams::most_values; }

// Guards are tested before anything happens: a receiver's update follows the sender's, and every update a hook.
bool guard_holds_at_update(const Network& network, const NormalEdge& edge) {
  const bool acts_first = edge.direction == SyncDirection::none || edge.direction == SyncDirection::send;
  return acts_first && network.before_update == no_code;
}

void include(Interval& domain, const Interval& more) {
  if (more.low > more.high) return;
  domain = {std::min(domain.low, more.low), std::max(domain.high, more.high)};
}

}  // namespace

// Wide domains start with the initial value and grow with what is stored, until nothing new is; one that keeps growing
// becomes the declared range.
std::vector<Interval> value_domains(const Network& network, std::uint64_t& steps) {
  constexpr int patient_rounds = 4;
  const std::vector<Interval> declared = declared_domains(network);
  std::vector<Interval> domains = declared;
  std::vector<std::uint32_t> wide;
  for (std::uint32_t v = 0; v < declared.size(); ++v) {
    if (!is_wide(declared[v])) continue;
    const std::int32_t initial = network.slots[network.slot_at(v)].initial;
    domains[v] = {initial, initial};
    wide.push_back(v);
  }
  for (int round = 0; !wide.empty(); ++round) {
    NormalNetwork normal(network, domains, steps);
    std::vector<Interval> next = domains;
    const auto add = [&](const NormalUpdate& update, DiagramId guard) {
      Diagrams& d = normal.diagrams();
      d.allow(steps_per_label);
      for (const auto& [position, held] : update.values) {
        try {
          const DiagramId enabled = d.choose(guard, d.number(1), d.number(0));
          const DiagramId stored = d.choose(d.conjunction(update.completed, enabled), held, d.failure());
          include(next[position], d.range(stored));
        } catch (const Beyond&) {
          next[position] = declared[position];
        }
      }
    };
    bool beyond = !normal.beyond_hooks().empty();
    for (const NormalUpdate& hook : normal.hooks()) add(hook, normal.diagrams().number(1));
    for (const ProcessId p : network.processes.ids()) {
      for (const NormalEdge& edge : normal.edges(p)) {
        add(edge.update, guard_holds_at_update(network, edge) ? edge.guard.data : normal.diagrams().number(1));
      }
      if (normal.beyond(p).empty()) continue;
      for (const NetEdge& edge : network.edges) {
        if (edge.process != p) continue;
        for (const SlotId s : edge.writes) next[network.slot_value(s)] = declared[network.slot_value(s)];
      }
    }
    if (beyond) {
      for (const SlotId s : network.hook_writes) next[network.slot_value(s)] = declared[network.slot_value(s)];
    }
    steps = normal.diagrams().steps_left_in_all();
    if (steps == 0) return declared;
    bool changed = false;
    for (const std::uint32_t v : wide) {
      next[v] = {std::max(next[v].low, declared[v].low), std::min(next[v].high, declared[v].high)};
      if (next[v].low == domains[v].low && next[v].high == domains[v].high) continue;
      changed = true;
      domains[v] = round < patient_rounds ? next[v] : declared[v];
    }
    if (!changed) break;
  }
  return domains;
}

}  // namespace orbita::detection
