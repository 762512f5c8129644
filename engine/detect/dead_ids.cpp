#include "engine/detect/dead_ids.h"

#include <algorithm>

#include "parser/work_limits.h"

namespace orbita::detection {

namespace {

constexpr std::int64_t widest_flag = 64;
constexpr std::size_t most_flags = 3;  // per variable
constexpr std::uint64_t steps_per_edge = 200'000;
bool touches(const NetEdge& edge, SlotId slot) {
  return std::binary_search(edge.reads.begin(), edge.reads.end(), slot) ||
         std::binary_search(edge.writes.begin(), edge.writes.end(), slot);
}

constexpr std::int64_t nobody_leaf = std::int64_t{1} << 42;  // no int32: what is dead, in diagrams

}  // namespace

DeadIds::DeadIds(NormalNetwork& normal, std::map<SlotId, std::int32_t> candidates)
    : network_(normal.network()), candidates_(std::move(candidates)) {
  if (candidates_.empty()) return;
  for (const NetProcess& process : network_.processes) {
    first_.push_back(places_);
    locations_.push_back(process.locations.ids());
    places_ += static_cast<std::uint32_t>(process.locations.size());
  }
  try {
    choose_rules(normal);
    solve(normal);
  } catch (const Beyond&) {
    rules_.clear();  // for all or for none: which programs are too long must not decide about names
    known_.clear();
  }
  drop_useless_rules();
}

// Drops the rules by which nothing is ever dead, and notes who watches the others.
void DeadIds::drop_useless_rules() {
  std::erase_if(rules_, [](const Rule& rule) { return std::count(rule.live.begin(), rule.live.end(), 0) == 0; });
  for (Rule& rule : rules_) {
    rule.watchers.clear();
    for (const ProcessId p : network_.processes.ids()) {
      const auto begin = rule.live.begin() + static_cast<std::ptrdiff_t>(first_[p] * rule.range);
      if (std::find(begin, begin + static_cast<std::ptrdiff_t>(locations_[p].size() * rule.range), 1) !=
          begin + static_cast<std::ptrdiff_t>(locations_[p].size() * rule.range))
        rule.watchers.push_back(p);
    }
  }
}

std::set<SlotId> DeadIds::slots() const {
  std::set<SlotId> result;
  for (const Rule& rule : rules_) result.insert(rule.slot);
  return result;
}

// A variable goes with the single plain variables of its scope that are used where it is.
void DeadIds::choose_rules(NormalNetwork& normal) {
  for (const auto& [slot, unused] : candidates_) {
    std::set<SlotId> flags;
    for (const NetEdge& edge : network_.edges) {
      const auto has = [](const std::vector<SlotId>& list, SlotId s) {
        return std::binary_search(list.begin(), list.end(), s);
      };
      if (!has(edge.reads, slot) && !has(edge.writes, slot)) continue;
      for (const SlotId w : edge.reads) {
        const Interval& domain = normal.domains()[network_.slot_value(w)];
        const Slot& flag = network_.slots[w];
        const bool declared = flag.value_set != none && !network_.set(flag.value_set).detected;
        const bool fits = !declared && domain.high - domain.low >= 1 && domain.high - domain.low < widest_flag;
        if (fits && !candidates_.contains(w) && !has(network_.hook_writes, w) &&
            flag.process == network_.slots[slot].process && flag.name.find('[') == std::string::npos)
          flags.insert(w);
      }
    }
    Rule rule;
    rule.slot = slot;
    rule.live.assign(places_, 0);
    rules_.push_back(rule);
    if (flags.size() > most_flags) continue;
    for (const SlotId w : flags) {
      const Interval& domain = normal.domains()[network_.slot_value(w)];
      rule.flag = w;
      rule.low = domain.low;
      rule.range = static_cast<std::uint32_t>(domain.high - domain.low + 1);
      rule.live.assign(std::size_t{places_} * rule.range, 0);
      rules_.push_back(rule);
    }
  }
}

DeadIds::Facts DeadIds::facts_of(NormalNetwork& normal, const NormalEdge& edge, SlotId flag, std::int64_t value) const {
  Diagrams& d = normal.diagrams();
  d.allow(steps_per_edge);
  d.spend(20 + edge.update.values.size());
  const auto here = [&](DiagramId a) { return flag == none ? a : d.restricted(a, network_.slot_value(flag), value); };
  Facts facts;
  // A receiver's update runs after the sender's, and every update after the hook: the guard may no longer hold.
  const bool acts_first = network_.before_update == no_code &&
                          (edge.direction == SyncDirection::none || edge.direction == SyncDirection::send);
  const DiagramId asked = here(edge.guard.data), guard = acts_first ? asked : d.number(1);
  facts.enabled = !d.is_number(guard, 0);
  if (!facts.enabled) return facts;
  std::set<std::uint32_t> uses;
  const auto use = [&](DiagramId a) {
    for (const std::uint32_t v : d.support(a)) uses.insert(v);
  };
  const auto under_guard = [&](DiagramId a) { return d.choose(guard, here(a), d.number(0)); };
  use(asked);
  use(d.choose(asked, here(edge.channel), d.number(0)));
  for (const NormalAtom& atom : edge.guard.atoms) use(d.choose(asked, here(atom.bound), d.number(0)));
  use(under_guard(edge.update.completed));
  for (const auto& [clock, held] : edge.update.clocks) use(under_guard(held));
  for (const auto& [position, held] : edge.update.values) {
    const SlotId slot = network_.slot_at(position);
    // Where the update fails the run ends, and nobody asks for what was there before.
    if (candidates_.contains(slot))
      facts.sources[slot] = d.support(under_guard(d.choose(edge.update.completed, held, d.failure())));
    else use(under_guard(held));
  }
  facts.uses.assign(uses.begin(), uses.end());
  if (flag == none) {
    facts.flag_after = {0};
    return facts;
  }
  const auto after = edge.update.values.find(network_.slot_value(flag));
  if (after == edge.update.values.end()) {
    facts.flag_after = {value};
    return facts;
  }
  for (const TermId leaf : d.leaves(d.choose(guard, here(after->second), d.failure()))) {
    if (!d.terms()[leaf].is_number()) throw Beyond("a counter that is not known");
    facts.flag_after.push_back(d.terms()[leaf].constant);
  }
  return facts;
}

bool DeadIds::make_live(Rule& rule, ProcessId process, LocationId location, std::uint32_t x) {
  std::uint8_t& cell = rule.live[(first_[process] + location.value) * rule.range + x];
  if (cell != 0) return false;
  cell = 1;
  return true;
}

// Dead for the process at the location, and for all others wherever they are.
bool DeadIds::is_dead_after(const Rule& rule, ProcessId process, LocationId location, std::uint32_t x) const {
  if (is_live(rule, process, location, x)) return false;
  for (const ProcessId q : locations_.ids()) {
    if (q == process) continue;
    for (const LocationId l : locations_[q]) {
      if (is_live(rule, q, l, x)) return false;
    }
  }
  return true;
}

bool DeadIds::is_live_after(SlotId slot, SlotId flag, std::int64_t value, ProcessId process,
                            LocationId location) const {
  return std::none_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    if (rule.slot != slot || (rule.flag != none && rule.flag != flag)) return false;
    const std::int64_t x = rule.flag == none ? 0 : value - rule.low;
    return x >= 0 && x < rule.range && is_dead_after(rule, process, location, static_cast<std::uint32_t>(x));
  });
}

// Returns whether anything new became live.
bool DeadIds::apply(const Known& known, Rule& rule) {
  const Facts& facts = known.facts;
  const auto x = static_cast<std::uint32_t>(known.value - rule.low);
  const std::uint32_t position = network_.slot_value(rule.slot);
  const auto among = [&](const std::vector<std::uint32_t>& list) {
    return std::binary_search(list.begin(), list.end(), position);
  };
  const auto make_live_before = [&] { return make_live(rule, known.process, known.source, x); };
  bool changed = false;
  if (among(facts.uses)) changed |= make_live_before();
  const auto own = facts.sources.find(rule.slot);
  const bool is_kept = own == facts.sources.end() || among(own->second);
  for (const std::int64_t after : facts.flag_after) {
    const std::int64_t y64 = rule.flag == none ? 0 : after - rule.low;
    if (y64 < 0 || y64 >= rule.range) continue;  // the update fails
    const auto y = static_cast<std::uint32_t>(y64);
    if (is_kept && is_live(rule, known.process, known.target, y)) changed |= make_live_before();
    if (is_kept && x != y) {
      for (const ProcessId q : locations_.ids()) {
        if (q == known.process) continue;
        for (const LocationId l : locations_[q]) {
          if (is_live(rule, q, l, y)) changed |= make_live(rule, q, l, x);
        }
      }
    }
    for (const auto& [target, sources] : facts.sources) {
      if (target == rule.slot || !among(sources)) continue;
      if (is_live_after(target, rule.flag, after, known.process, known.target)) changed |= make_live_before();
    }
  }
  return changed;
}

void DeadIds::add_known(NormalNetwork& normal, const NormalEdge& edge, const std::set<SlotId>& flags) {
  const NetEdge& label = network_.edges[edge.edge];
  const Facts always = facts_of(normal, edge, none, 0);
  for (const SlotId flag : flags) {
    check_limits();
    const Interval domain = flag == none ? Interval{0, 0} : normal.domains()[network_.slot_value(flag)];
    const bool matters = flag != none && touches(label, flag);
    for (std::int64_t value = domain.low; value <= domain.high; ++value) {
      Facts facts = matters ? facts_of(normal, edge, flag, value) : always;
      if (!matters) facts.flag_after = {value};
      if (facts.enabled) known_.push_back({label.process, edge.source, edge.target, flag, value, std::move(facts)});
    }
  }
}

// About an edge beyond diagrams nothing is known but what it may read and write.
void DeadIds::add_worst(NormalNetwork& normal, const NetEdge& edge, const std::set<SlotId>& flags) {
  Facts facts;
  facts.enabled = true;
  for (const SlotId s : edge.reads) facts.uses.push_back(network_.slot_value(s));
  std::sort(facts.uses.begin(), facts.uses.end());
  for (const SlotId flag : flags) {
    const Interval domain = flag == none ? Interval{0, 0} : normal.domains()[network_.slot_value(flag)];
    const bool written = flag != none && std::binary_search(edge.writes.begin(), edge.writes.end(), flag);
    for (std::int64_t value = domain.low; value <= domain.high; ++value) {
      facts.flag_after = {value};
      if (written) facts.flag_after.clear();
      for (std::int64_t after = domain.low; written && after <= domain.high; ++after) facts.flag_after.push_back(after);
      known_.push_back({edge.process, edge.source, edge.target, flag, value, facts});
    }
  }
}

void DeadIds::use_location(NormalNetwork& normal, ProcessId process, LocationId location) {
  const NetLocation& label = network_.processes[process].locations[location];
  std::set<std::uint32_t> uses;
  if (normal.beyond(process).empty()) {
    const NormalLocation& found = normal.locations(process)[location];
    const auto use = [&](DiagramId a) {
      for (const std::uint32_t v : normal.diagrams().support(a)) uses.insert(v);
    };
    use(found.invariant.data);
    for (const NormalAtom& atom : found.invariant.atoms) use(atom.bound);
    for (const auto& [clock, rate] : found.rates) use(rate);
  } else {
    if (!label.rates.empty()) throw Beyond(normal.beyond(process));
    for (const SlotId s : label.invariant.reads) uses.insert(network_.slot_value(s));
  }
  for (Rule& rule : rules_) {
    if (!uses.contains(network_.slot_value(rule.slot))) continue;
    for (std::uint32_t x = 0; x < rule.range; ++x) make_live(rule, process, location, x);
  }
}

void DeadIds::solve(NormalNetwork& normal) {
  std::set<SlotId> flags{none};
  for (const Rule& rule : rules_) flags.insert(rule.flag);
  for (const ProcessId p : locations_.ids()) {
    if (normal.beyond(p).empty()) {
      for (const NormalEdge& edge : normal.edges(p)) add_known(normal, edge, flags);
    }
    for (const LocationId l : locations_[p]) use_location(normal, p, l);
  }
  for (const NetEdge& edge : network_.edges) {
    if (!normal.beyond(edge.process).empty()) add_worst(normal, edge, flags);
  }
  for (bool changed = true; changed;) {
    changed = false;
    normal.diagrams().allow(known_.size() * rules_.size());
    for (const Known& known : known_) {
      normal.diagrams().spend(rules_.size());
      for (Rule& rule : rules_) {
        if (rule.flag == known.flag) changed |= apply(known, rule);
      }
    }
  }
  known_.clear();
}

NormalUpdate DeadIds::seen_after(NormalNetwork& normal, ProcessId process, const NormalEdge& edge) const {
  Diagrams& d = normal.diagrams();
  d.allow(steps_per_edge);
  NormalUpdate result = edge.update;
  const auto held_after = [&](SlotId slot) {
    const auto known = result.values.find(network_.slot_value(slot));
    return known != result.values.end() ? known->second : d.variable(network_.slot_value(slot));
  };
  for (const Rule& rule : rules_) {
    DiagramId dead = d.number(0);
    if (rule.flag == none) {
      dead = d.number(is_dead_after(rule, process, edge.target, 0) ? 1 : 0);
    } else {
      const DiagramId flag = held_after(rule.flag);
      for (std::uint32_t x = 0; x < rule.range; ++x) {
        if (!is_dead_after(rule, process, edge.target, x)) continue;
        dead = d.disjunction(d.apply(Opcode::equal, flag, d.number(rule.low + x)), dead);
      }
    }
    if (d.is_number(dead, 0)) continue;
    const std::uint32_t position = network_.slot_value(rule.slot);
    const DiagramId seen = d.choose(dead, d.number(nobody_leaf), held_after(rule.slot));
    if (seen != d.variable(position)) result.values[position] = seen;
  }
  return result;
}

// An exchange is its own inverse: what is dead here and has a live image is found when the image is looked at, too.
bool DeadIds::keep_symmetric(const Exchange& exchange) {
  const auto image_of = [&](SlotId slot) {
    return slot == none ? slot : network_.slot_at(exchange.value(network_.slot_value(slot)));
  };
  bool changed = false;
  for (Rule& rule : rules_) {
    const SlotId slot = image_of(rule.slot), flag = image_of(rule.flag);
    const auto image = std::find_if(rules_.begin(), rules_.end(),
                                    [&](const Rule& other) { return other.slot == slot && other.flag == flag; });
    const bool fits = image != rules_.end() && image->low == rule.low && image->range == rule.range;
    for (const ProcessId p : locations_.ids()) {
      for (const LocationId l : locations_[p]) {
        for (std::uint32_t x = 0; x < rule.range; ++x) {
          if (is_live(rule, p, l, x)) continue;
          std::int64_t y = x;
          if (rule.flag != none) y = exchange.contents(network_.slot_value(rule.flag), rule.low + x) - rule.low;
          const bool dead = fits && y >= 0 && y < rule.range &&
                            !is_live(*image, exchange.process(p), l, static_cast<std::uint32_t>(y));
          if (!dead) changed |= make_live(rule, p, l, x);
        }
      }
    }
  }
  if (changed) drop_useless_rules();
  return changed;
}

void DeadIds::normalise(std::span<std::int32_t> values) const {
  for (const Rule& rule : rules_) {
    const std::int64_t x = rule.flag == none ? 0 : std::int64_t{values[network_.slot_value(rule.flag)]} - rule.low;
    if (x < 0 || x >= rule.range) continue;
    const bool live = std::any_of(rule.watchers.begin(), rule.watchers.end(), [&](ProcessId p) {
      return is_live(rule, p, location_of(values, p), static_cast<std::uint32_t>(x));
    });
    if (!live) values[network_.slot_value(rule.slot)] = candidates_.at(rule.slot);
  }
}

std::vector<DeadSlot> DeadIds::rules() const {
  std::vector<DeadSlot> result;
  for (const Rule& rule : rules_) {
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      DeadSlot& added = result.emplace_back(rule.slot, candidates_.at(rule.slot), rule.flag);
      if (rule.flag != none) added.flag_value = static_cast<std::int32_t>(rule.low + x);
      for (const ProcessId p : rule.watchers) {
        for (const LocationId l : locations_[p]) {
          if (is_live(rule, p, l, x)) added.live_at.emplace_back(p, l);
        }
      }
    }
  }
  return result;
}

}  // namespace orbita::detection
