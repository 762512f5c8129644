#include "engine/analysis/flagged_scalars.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "engine/analysis/prober.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// Cells of all tables, values of a flag: beyond these the analysis does without.
constexpr std::size_t most_cells = std::size_t{1} << 24;
constexpr std::int64_t widest_flag = 64;
constexpr std::uint32_t any = none;

std::int64_t range_of(const Slot& slot) { return std::int64_t{slot.high} - slot.low + 1; }

void insert_all(std::set<SlotId>& into, const std::vector<SlotId>& slots) { into.insert(slots.begin(), slots.end()); }

std::vector<SlotId> reads_of(const NetEdge& edge) {
  std::set<SlotId> all(edge.reads.begin(), edge.reads.end());
  insert_all(all, edge.guard.reads);
  return {all.begin(), all.end()};
}

bool contains(const std::vector<SlotId>& sorted, SlotId slot) {
  return std::binary_search(sorted.begin(), sorted.end(), slot);
}

// Drops the pairs (scalar, flag) that renaming takes to a pair that is not there.
void keep_whole_orbits(const Network& network, const CellOrbits& orbits, IdVector<SlotId, std::set<SlotId>>& flags) {
  OrbitNumbers orbit(orbits);
  std::map<std::uint32_t, std::uint64_t> members;
  for (const SlotId v : flags.ids()) {
    for (const SlotId w : flags[v]) ++members[orbit.of({network.slot_value(v), network.slot_value(w)})];
  }
  for (const SlotId v : flags.ids()) {
    std::erase_if(flags[v], [&](SlotId w) {
      const std::uint32_t scalar = network.slot_value(v), flag = network.slot_value(w);
      return members[orbit.of({scalar, flag})] != orbits.size({scalar, flag});
    });
  }
}

}  // namespace

// ----------------------------------------------------------------------- rules

FlaggedScalars::FlaggedScalars(const Network& network, const std::vector<const Predicate*>& predicates,
                               const std::vector<SlotId>& observed, const CellOrbits& orbits)
    : network_(network) {
  for (const NetProcess& process : network.processes) {
    first_.push_back(places_);
    places_ += process.locations.size();
  }
  choose_rules(predicates, observed, orbits);
  if (rules_.empty()) return;
  live_.assign(rules_.back().table + places_ * rules_.back().range, 0);
  Prober prober(network);
  for (const NetEdge& edge : network.edges) {
    if (prober.is_tired()) break;
    study_edge(prober, edge);
  }
  if (!prober.is_tired()) study_locations(prober);
  if (!prober.is_tired()) study_predicates(prober, predicates);
  if (prober.is_tired()) {
    rules_.clear();
    return;
  }
  solve();
  if (!orbits.is_trivial()) forget_names(orbits);
  find_never_live();
}

// A scalar goes with every plain variable that is tested where it is read.
void FlaggedScalars::choose_rules(const std::vector<const Predicate*>& predicates, const std::vector<SlotId>& observed,
                                  const CellOrbits& orbits) {
  std::vector<bool> fixed(network_.slots.size(), false);  // no scalar to look at
  for (const SlotId s : observed) fixed[s.value] = true;
  for (const SlotId s : network_.hook_reads) fixed[s.value] = true;
  for (const SlotId s : network_.hook_writes) fixed[s.value] = true;
  mark_orbits(orbits, network_.slot_value(SlotId{0}), fixed);
  const auto is_scalar = [&](SlotId s) {
    const SetId set = network_.slots[s].value_set;  // detected ids: engine/detect/dead_ids.h
    return set != none && !network_.set(set).detected && !fixed[s.value];
  };
  const auto is_flag = [&](SlotId s) {
    const Slot& slot = network_.slots[s];
    const bool by_hook =
        std::find(network_.hook_writes.begin(), network_.hook_writes.end(), s) != network_.hook_writes.end();
    const bool is_plain = slot.value_set == none && slot.bits_of == none;
    return is_plain && !by_hook && range_of(slot) >= 2 && range_of(slot) <= widest_flag;
  };
  IdVector<SlotId, std::set<SlotId>> flags(network_.slots.size());
  const auto pair_up = [&](const std::vector<SlotId>& scalars, const std::vector<SlotId>& tested) {
    for (const SlotId v : scalars) {
      if (!is_scalar(v)) continue;
      for (const SlotId w : tested) {
        if (is_flag(w)) flags[v].insert(w);
      }
    }
  };
  for (const NetEdge& edge : network_.edges) pair_up(reads_of(edge), edge.guard.reads);
  for (const Predicate* predicate : predicates) pair_up(predicate->reads, predicate->reads);
  if (!orbits.is_trivial()) keep_whole_orbits(network_, orbits, flags);
  std::size_t cells = 0;
  for (const SlotId s : network_.slots.ids()) {
    if (!is_scalar(s)) continue;
    cells += places_;
    for (const SlotId w : flags[s]) cells += places_ * static_cast<std::size_t>(range_of(network_.slots[w]));
  }
  if (cells > most_cells) return;
  rules_of_.resize(network_.slots.size());
  is_flag_.resize(network_.slots.size(), false);
  for (const SlotId s : network_.slots.ids()) {
    if (!is_scalar(s)) continue;
    add_rule(s, none);
    for (const SlotId w : flags[s]) add_rule(s, w);
  }
}

void FlaggedScalars::add_rule(SlotId scalar, SlotId flag) {
  assert(rules_.empty() || rules_.back().scalar <= scalar);  // normalise() looks at those of one scalar together
  Rule rule{scalar, flag, 0, 1, rules_.empty() ? 0 : rules_.back().table + places_ * rules_.back().range};
  if (flag != none) {
    is_flag_[flag] = true;
    rule.low = network_.slots[flag].low;
    rule.range = static_cast<std::uint32_t>(range_of(network_.slots[flag]));
  }
  rules_of_[scalar].push_back(static_cast<std::uint32_t>(rules_.size()));
  rules_.push_back(rule);
}

// ----------------------------------------------------------------------- facts

void FlaggedScalars::use(SlotId slot, ProcessId process, LocationId location, const Prober* prober) {
  for (const std::uint32_t r : rules_of_[slot]) {
    const Rule& rule = rules_[r];
    const bool known = rule.flag != none && prober != nullptr && prober->asked(rule.flag);
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      if (known && prober->value_before(rule.flag) - rule.low != static_cast<std::int32_t>(x)) continue;
      live_[cell(rule, place(process, location), x)] = 1;
    }
  }
}

void FlaggedScalars::use_everywhere(SlotId slot, const Prober* prober) {
  for (const ProcessId p : network_.processes.ids()) {
    for (const LocationId l : network_.processes[p].locations.ids()) use(slot, p, l, prober);
  }
}

// Does the edge have to do with any rule?
bool FlaggedScalars::concerns(const NetEdge& edge) const {
  const auto in_rule = [&](SlotId s) { return is_flag_[s] || !rules_of_[s].empty(); };
  const std::vector<SlotId> reads = reads_of(edge);
  return std::any_of(reads.begin(), reads.end(), in_rule) ||
         std::any_of(edge.writes.begin(), edge.writes.end(), in_rule);
}

void FlaggedScalars::study_edge(Prober& prober, const NetEdge& edge) {
  if (!concerns(edge)) {
    assume_worst(edge);
    return;
  }
  // A receiver's update runs after the sender's: its guard need not hold any more by then.
  if (edge.direction == SyncDirection::receive) {
    study_condition(prober, edge, false);
    Prober::Task update;
    update.update = edge.update;
    update.selects = &edge.selects;
    const bool done = prober.for_each(update, [&](Prober& p) {
      for (const SlotId v : p.scalars()) {
        const Prober::Dependence found = p.dependence(v);
        if (found.visible) use(v, edge.process, edge.source, &p);
        for (const SlotId t : found.scalars) {
          if (t != v) add_copy(edge, p, v, t);
        }
      }
      if (p.outcome().taken) add_moves(edge, p);
    });
    if (!done) assume_worst(edge);
    return;
  }
  study_condition(prober, edge, true);
}

void FlaggedScalars::study_condition(Prober& prober, const NetEdge& edge, bool with_update) {
  Prober::Task task;
  task.conditions = {&edge.guard};
  if (edge.direction != SyncDirection::none) task.channel = edge.channel_index;
  if (with_update) task.update = edge.update;
  task.selects = &edge.selects;
  const bool done = prober.for_each(task, [&](Prober& p) {
    for (const SlotId v : p.scalars()) {
      const Prober::Dependence found = p.dependence(v);
      if (found.visible) use(v, edge.process, edge.source, &p);
      for (const SlotId t : found.scalars) {
        if (t != v) add_copy(edge, p, v, t);
      }
    }
    if (with_update && p.outcome().taken) add_moves(edge, p);
  });
  if (!done) assume_worst(edge);
}

void FlaggedScalars::study_locations(Prober& prober) {
  for (const ProcessId p : network_.processes.ids()) {
    for (const LocationId l : network_.processes[p].locations.ids()) {
      const NetLocation& at = network_.processes[p].locations[l];
      if (at.invariant.reads.empty() && at.rates.empty()) continue;
      Prober::Task task;
      task.conditions = {&at.invariant};
      for (const RateAtom& rate : at.rates) {
        if (rate.rate != no_code) task.codes.push_back(rate.rate);
      }
      const bool done = prober.for_each(task, [&](Prober& found) {
        for (const SlotId v : found.scalars()) {
          if (found.dependence(v).visible) use(v, p, l, &found);
        }
      });
      if (done) continue;
      for (const SlotId s : network_.slots.ids()) use(s, p, l, nullptr);
    }
  }
}

void FlaggedScalars::study_predicates(Prober& prober, const std::vector<const Predicate*>& predicates) {
  for (const Predicate* predicate : predicates) {
    const auto has_rules = [&](SlotId s) { return !rules_of_[s].empty(); };
    if (std::none_of(predicate->reads.begin(), predicate->reads.end(), has_rules)) continue;
    if (predicate->programs) prober.load(*predicate->programs);
    bool done = true;
    for (const Predicate::Node& node : predicate->nodes) {
      Prober::Task task;
      Condition condition;
      if (node.kind == Predicate::Kind::data) {
        condition.data = node.data;
      } else if (node.kind == Predicate::Kind::atom) {
        condition.atoms.push_back(node.atom);
      } else {
        continue;
      }
      task.conditions = {&condition};
      done = done && prober.for_each(task, [&](Prober& found) {
        for (const SlotId v : found.scalars()) {
          if (found.dependence(v).visible) use_everywhere(v, &found);
        }
      });
    }
    if (done) continue;
    for (const SlotId s : predicate->reads) use_everywhere(s, nullptr);
  }
}

// Too many valuations: everything the edge may read is used, everything it may write may become anything.
void FlaggedScalars::assume_worst(const NetEdge& edge) {
  for (const SlotId s : reads_of(edge)) use(s, edge.process, edge.source, nullptr);
  for (std::uint32_t r = 0; r < rules_.size(); ++r) {
    const Rule& rule = rules_[r];
    if (contains(edge.certain_writes, rule.scalar)) continue;
    const bool changes = rule.flag != none && contains(edge.writes, rule.flag);
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      for (std::uint32_t y = 0; y < rule.range; ++y) {
        if (x == y || changes) moves_.push_back({r, edge.process, edge.source, edge.target, x, y});
      }
    }
  }
}

// The scalars this transition leaves as they are, with their flags before and after.
void FlaggedScalars::add_moves(const NetEdge& edge, const Prober& prober) {
  for (std::uint32_t r = 0; r < rules_.size(); ++r) {
    const Rule& rule = rules_[r];
    // Overwritten in any case: a value that depends on the old one would have been seen as a copy of it.
    if (prober.wrote(rule.scalar) && !prober.asked(rule.scalar)) continue;
    if (rule.flag == none) {
      moves_.push_back({r, edge.process, edge.source, edge.target, 0, 0});
      continue;
    }
    const bool asked = prober.asked(rule.flag), wrote = prober.wrote(rule.flag);
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      if (asked && prober.value_before(rule.flag) - rule.low != static_cast<std::int32_t>(x)) continue;
      const std::uint32_t y = wrote ? static_cast<std::uint32_t>(prober.value_after(rule.flag) - rule.low) : x;
      assert(y < rule.range && "updates stay inside the ranges of variables, or fail");
      moves_.push_back({r, edge.process, edge.source, edge.target, x, y});
    }
  }
  if (moves_.size() > (std::size_t{1} << 20)) {
    std::sort(moves_.begin(), moves_.end());
    moves_.erase(std::unique(moves_.begin(), moves_.end()), moves_.end());
  }
}

void FlaggedScalars::add_copy(const NetEdge& edge, const Prober& prober, SlotId from, SlotId to) {
  if (rules_of_[to].empty()) {  // the target has no rule: always live
    use(from, edge.process, edge.source, &prober);
    return;
  }
  Copy copy;
  copy.process = edge.process;
  copy.source = edge.source;
  copy.target = edge.target;
  copy.slot = to;
  for (const std::uint32_t r : rules_of_[to]) {
    const Rule& rule = rules_[r];
    const bool known = rule.flag == none || prober.asked(rule.flag) || prober.wrote(rule.flag);
    const std::uint32_t y =
        rule.flag == none ? 0 : static_cast<std::uint32_t>(prober.value_after(rule.flag) - rule.low);
    copy.after.emplace_back(r, known ? y : any);
  }
  for (const std::uint32_t r : rules_of_[from]) {
    const Rule& rule = rules_[r];
    const bool known = rule.flag != none && prober.asked(rule.flag);
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      if (known && prober.value_before(rule.flag) - rule.low != static_cast<std::int32_t>(x)) continue;
      copy.rule = r;
      copy.x = x;
      copies_.push_back(copy);
    }
  }
}

// -------------------------------------------------------------------- solution

bool FlaggedScalars::raise(std::size_t cell) {
  if (live_[cell] != 0) return false;
  live_[cell] = 1;
  return true;
}

// One rule says it is dead for all moves of the other processes.
bool FlaggedScalars::dead_after(const Copy& copy) const {
  return std::any_of(copy.after.begin(), copy.after.end(), [&](const auto& entry) {
    const Rule& rule = rules_[entry.first];
    for (std::uint32_t y = 0; y < rule.range; ++y) {
      if (entry.second != any && entry.second != y) continue;
      if (live_[cell(rule, place(copy.process, copy.target), y)] != 0) return false;
      for (const ProcessId p : network_.processes.ids()) {
        if (p == copy.process) continue;
        for (const LocationId l : network_.processes[p].locations.ids()) {
          if (live_[cell(rule, place(p, l), y)] != 0) return false;
        }
      }
    }
    return true;
  });
}

void FlaggedScalars::solve() {
  std::sort(moves_.begin(), moves_.end());
  moves_.erase(std::unique(moves_.begin(), moves_.end()), moves_.end());
  for (bool changed = true; changed;) {
    changed = false;
    for (const Move& move : moves_) {
      check_limits();
      const Rule& rule = rules_[move.rule];
      if (live_[cell(rule, place(move.process, move.target), move.y)] != 0) {
        changed |= raise(cell(rule, place(move.process, move.source), move.x));
      }
      if (move.x == move.y) continue;
      for (std::size_t at = 0; at < places_; ++at) {
        const bool own =
            at >= first_[move.process] && at < first_[move.process] + network_.processes[move.process].locations.size();
        if (!own && live_[cell(rule, at, move.y)] != 0) changed |= raise(cell(rule, at, move.x));
      }
    }
    for (const Copy& copy : copies_) {
      poll_limits();
      const std::size_t here = cell(rules_[copy.rule], place(copy.process, copy.source), copy.x);
      if (live_[here] == 0 && !dead_after(copy)) changed |= raise(here);
    }
  }
  moves_.clear();
  copies_.clear();
}

void FlaggedScalars::find_never_live() {
  for (const Rule& rule : rules_) {
    never_at_.push_back(never_.size());
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      bool found = false;
      for (std::size_t at = 0; at < places_ && !found; ++at) found = live_[cell(rule, at, x)] != 0;
      never_.push_back(!found);
    }
  }
}

void FlaggedScalars::normalise(std::span<std::int32_t> values) const {
  const auto dead = [&](std::uint32_t r) {
    const Rule& rule = rules_[r];
    std::uint32_t x = 0;
    if (rule.flag != none) x = static_cast<std::uint32_t>(values[network_.slot_value(rule.flag)] - rule.low);
    assert(x < rule.range && "a flag lies in its range");
    if (never_[never_at_[r] + x] != 0) return true;
    for (const ProcessId p : network_.processes.ids()) {
      if (live_[cell(rule, place(p, location_of(values, p)), x)] != 0) return false;
    }
    return true;
  };
  for (std::uint32_t r = 0; r < rules_.size();) {
    const SlotId scalar = rules_[r].scalar;
    std::int32_t& value = values[network_.slot_value(scalar)];
    const std::int32_t nothing = network_.slots[scalar].high + 1;
    for (; r < rules_.size() && rules_[r].scalar == scalar; ++r) {
      if (value != nothing && dead(r)) value = nothing;
    }
  }
}

std::vector<DeadSlot> FlaggedScalars::rules() const {
  std::vector<DeadSlot> result;
  for (const Rule& rule : rules_) {
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      DeadSlot dead{
          rule.scalar, network_.slots[rule.scalar].high + 1, rule.flag, rule.low + static_cast<std::int32_t>(x), {}};
      for (const ProcessId p : network_.processes.ids()) {
        for (const LocationId l : network_.processes[p].locations.ids()) {
          if (live_[cell(rule, place(p, l), x)] != 0) dead.live_at.emplace_back(p, l);
        }
      }
      result.push_back(std::move(dead));
    }
  }
  return result;
}

}  // namespace orbita
