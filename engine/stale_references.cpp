#include "engine/stale_references.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "engine/program.h"
#include "engine/valuations.h"

namespace orbita {

namespace {

// Runs of one program, cells of all tables, values of a flag: beyond these the analysis does without.
constexpr std::size_t most_runs = 20'000, most_runs_of_all = 2'000'000;
constexpr std::size_t most_cells = std::size_t{1} << 24;
constexpr std::int64_t widest_flag = 64;
constexpr std::uint32_t any = none;

std::int64_t range_of(const Slot& slot) { return std::int64_t{slot.high} - slot.low + 1; }

void insert_all(std::set<std::uint32_t>& into, const std::vector<std::uint32_t>& slots) {
  into.insert(slots.begin(), slots.end());
}

std::vector<std::uint32_t> reads_of(const NetEdge& edge) {
  std::set<std::uint32_t> all(edge.reads.begin(), edge.reads.end());
  insert_all(all, edge.guard.reads);
  return {all.begin(), all.end()};
}

bool contains(const std::vector<std::uint32_t>& sorted, std::uint32_t slot) {
  return std::binary_search(sorted.begin(), sorted.end(), slot);
}

}  // namespace

// What programs did with one valuation.
struct StaleReferences::Outcome {
  std::vector<std::int64_t> seen;     // everything that can be told from outside, but for the state's values
  bool taken = false;                 // conditions hold, nothing failed
  std::vector<std::int32_t> row;      // afterwards
};

// Runs programs on every valuation of the values they ask for, one after the other: values nobody has asked
// for yet stay open, and are tried out as soon as somebody does.
class StaleReferences::Prober {
 public:
  explicit Prober(const Network& network)
      : network_(network), machine_(network), valuations_(network), other_(network) {}

  struct Task {
    std::vector<const Condition*> conditions;
    CodeRef channel = no_code;
    std::vector<CodeRef> codes;        // whose values can be told
    CodeRef update = no_code;
    const std::vector<SelectRange>* selects = nullptr;
  };

  // Calls study() for every valuation; false when there are too many.
  template <class Study>
  bool for_each(const Task& task, Study&& study) {
    task_ = &task;
    runs_ = 0;
    gave_up_ = false;
    std::vector<std::int32_t> chosen;
    return for_selects(0, chosen, study) && !gave_up_;
  }

  const Outcome& outcome() const { return outcome_; }
  bool is_tired() const { return all_runs_ > most_runs_of_all; }
  bool asked(std::uint32_t slot) const { return log_.was_read(network_.slot_value(slot)); }
  bool wrote(std::uint32_t slot) const { return log_.was_written(network_.slot_value(slot)); }
  std::int32_t value_before(std::uint32_t slot) const { return valuations_.row[network_.slot_value(slot)]; }
  std::int32_t value_after(std::uint32_t slot) const { return outcome_.row[network_.slot_value(slot)]; }
  const std::vector<std::uint32_t>& scalars() const { return scalars_; }  // asked for

  // What the last valuation's outcome owes to the value of a scalar.
  struct Dependence {
    bool visible = false;               // more than the values of scalars differs
    std::vector<std::uint32_t> scalars; // that differ afterwards; itself included if it was written
  };
  // Every value is compared with "nothing".
  Dependence dependence(std::uint32_t slot) {
    const Slot& info = network_.slots[slot];
    const std::int32_t nothing = info.high + 1;
    Dependence found;
    if (value_before(slot) != nothing) {
      compare(slot, nothing, found);
    } else {
      for (std::int32_t value = info.low; value <= info.high; ++value) compare(slot, value, found);
    }
    return found;
  }

 private:
  // The run with the other value may ask for more: that is tried out too.
  void compare(std::uint32_t slot, std::int32_t value, Dependence& found) {
    const std::uint32_t changed = network_.slot_value(slot);
    other_.restart(valuations_.row);
    other_.row[changed] = value;
    const auto is_fixed = [&](std::uint32_t v) { return v == changed || log_.was_read(v); };
    do {
      note_difference(run(other_.row, other_log_), found);
      gave_up_ = gave_up_ || ++runs_ > most_runs || !other_.ask(other_log_.reads, is_fixed);
    } while (!gave_up_ && other_.advance());
  }

  void note_difference(const Outcome& other, Dependence& found) {
    found.visible = found.visible || other.seen != outcome_.seen;
    if (!other.taken || !outcome_.taken) return;
    const auto differs = [&](std::uint32_t v, const AccessLog& log) {
      // Written in one run only: it may differ, whatever it was before.
      if (log.was_written(v) && other.row[v] == outcome_.row[v]) return;
      const std::uint32_t s = v - static_cast<std::uint32_t>(network_.processes.size());
      if (network_.slots[s].value_set == none) found.visible = true;
      else if (std::find(found.scalars.begin(), found.scalars.end(), s) == found.scalars.end()) found.scalars.push_back(s);
    };
    for (const std::uint32_t v : log_.writes) differs(v, other_log_);
    for (const std::uint32_t v : other_log_.writes) differs(v, log_);
  }

  template <class Study>
  bool for_selects(std::size_t k, std::vector<std::int32_t>& chosen, Study& study) {
    if (task_->selects == nullptr || k == task_->selects->size()) return for_values(chosen, study);
    const SelectRange& range = (*task_->selects)[k];
    for (std::int32_t value = range.low; value <= range.high; ++value) {
      chosen.push_back(value);
      if (!for_selects(k + 1, chosen, study)) return false;
      chosen.pop_back();
    }
    return true;
  }

  template <class Study>
  bool for_values(const std::vector<std::int32_t>& chosen, Study& study) {
    for (std::size_t k = 0; k < chosen.size(); ++k) machine_.bind((*task_->selects)[k].frame, chosen[k]);
    valuations_.restart();
    do {
      if (gave_up_ || ++runs_ > most_runs) return false;
      outcome_ = run(valuations_.row, log_);
      if (!valuations_.ask(log_.reads, [](std::uint32_t) { return false; })) return false;
      scalars_.clear();
      for (const std::uint32_t v : log_.reads) {
        if (v < network_.processes.size()) continue;
        const std::uint32_t s = v - static_cast<std::uint32_t>(network_.processes.size());
        if (network_.slots[s].value_set != none) scalars_.push_back(s);
      }
      study(*this);
    } while (valuations_.advance());
    return true;
  }

  Outcome run(const std::vector<std::int32_t>& row, AccessLog& log) {
    Outcome result;
    result.row = row;
    log.clear(row.size());
    ++all_runs_;
    std::vector<ClockAction> actions;
    bool good = true;
    const auto evaluate = [&](CodeRef code) {
      std::int32_t value = 0;
      machine_.clear_failure();
      if (!machine_.record(code, result.row, actions, log, value)) {
        result.seen.insert(result.seen.end(), {-1, static_cast<std::int64_t>(machine_.failure().error),
                                               static_cast<std::int64_t>(machine_.failure().site)});
        good = false;
        return std::int32_t{0};
      }
      result.seen.push_back(value);
      return value;
    };
    const auto term = [&](const ClockTerm& t) {
      if (good && t.code != no_code) evaluate(t.code);
    };
    bool holds = true;
    for (const Condition* condition : task_->conditions) {
      if (good && holds && condition->data != no_code) holds = evaluate(condition->data) != 0;
      for (const ClockAtom& atom : condition->atoms) {
        if (!good || !holds) break;
        if (atom.condition != no_code && evaluate(atom.condition) == 0) continue;
        term(atom.x);
        term(atom.y);
        if (good && atom.bound != no_code) evaluate(atom.bound);
      }
    }
    if (good && holds && task_->channel != no_code) evaluate(task_->channel);
    for (const CodeRef code : task_->codes) {
      if (good && holds) evaluate(code);
    }
    if (good && holds && task_->update != no_code) {
      std::int32_t nothing = 0;
      machine_.clear_failure();
      if (!machine_.record(task_->update, result.row, actions, log, nothing)) {
        result.seen.insert(result.seen.end(), {-1, static_cast<std::int64_t>(machine_.failure().error),
                                               static_cast<std::int64_t>(machine_.failure().site)});
        good = false;
      }
    }
    machine_.clear_failure();
    for (const ClockAction& a : actions) {
      result.seen.insert(result.seen.end(), {a.clock, a.source, a.value});
    }
    if (log.outside) result.seen.assign(1, -2);
    result.taken = good && holds && !log.outside;
    return result;
  }

  const Network& network_;
  Machine machine_;
  const Task* task_ = nullptr;
  std::size_t runs_ = 0, all_runs_ = 0;
  Valuations valuations_, other_;
  bool gave_up_ = false;
  AccessLog log_, other_log_;
  Outcome outcome_;
  std::vector<std::uint32_t> scalars_;
};

// ----------------------------------------------------------------------- rules

StaleReferences::StaleReferences(const Network& network, const std::vector<const Predicate*>& predicates,
                                 const std::vector<std::uint32_t>& observed)
    : network_(network) {
  for (const NetProcess& process : network.processes) {
    first_.push_back(places_);
    places_ += process.locations.size();
  }
  choose_rules(predicates, observed);
  if (rules_.empty()) return;
  live_.assign(rules_.back().table + places_ * rules_.back().range, 0);
  Prober prober(network);
  for (std::size_t e = 0; e < network.edges.size() && !prober.is_tired(); ++e) study_edge(prober, network.edges[e]);
  if (!prober.is_tired()) study_locations(prober);
  if (!prober.is_tired()) study_predicates(prober, predicates);
  if (prober.is_tired()) {  // all or nothing: what is dead must not depend on names
    rules_.clear();
    return;
  }
  solve();
}

// A scalar goes with every plain variable that is tested where it is read.
void StaleReferences::choose_rules(const std::vector<const Predicate*>& predicates,
                                   const std::vector<std::uint32_t>& observed) {
  std::vector<bool> fixed(network_.slots.size(), false);  // no scalar to look at
  for (const std::uint32_t s : observed) fixed[s] = true;
  for (const std::uint32_t s : network_.hook_reads) fixed[s] = true;
  for (const std::uint32_t s : network_.hook_writes) fixed[s] = true;
  const auto is_scalar = [&](std::uint32_t s) {
    return network_.slots[s].value_set != none && !fixed[s];
  };
  const auto is_flag = [&](std::uint32_t s) {
    const Slot& slot = network_.slots[s];
    const bool by_hook = std::find(network_.hook_writes.begin(), network_.hook_writes.end(), s) != network_.hook_writes.end();
    return slot.value_set == none && !by_hook && range_of(slot) >= 2 && range_of(slot) <= widest_flag;
  };
  std::vector<std::set<std::uint32_t>> flags(network_.slots.size());
  const auto pair_up = [&](const std::vector<std::uint32_t>& scalars, const std::vector<std::uint32_t>& tested) {
    for (const std::uint32_t v : scalars) {
      if (!is_scalar(v)) continue;
      for (const std::uint32_t w : tested) {
        if (is_flag(w)) flags[v].insert(w);
      }
    }
  };
  for (const NetEdge& edge : network_.edges) pair_up(reads_of(edge), edge.guard.reads);
  for (const Predicate* predicate : predicates) pair_up(predicate->reads, predicate->reads);
  std::size_t cells = 0;
  for (std::uint32_t s = 0; s < network_.slots.size(); ++s) {
    if (!is_scalar(s)) continue;
    cells += places_;
    for (const std::uint32_t w : flags[s]) cells += places_ * static_cast<std::size_t>(range_of(network_.slots[w]));
  }
  if (cells > most_cells) return;
  rules_of_.resize(network_.slots.size());
  is_flag_.resize(network_.slots.size(), false);
  for (std::uint32_t s = 0; s < network_.slots.size(); ++s) {
    if (!is_scalar(s)) continue;
    add_rule(s, none);
    for (const std::uint32_t w : flags[s]) add_rule(s, w);
  }
}

void StaleReferences::add_rule(std::uint32_t scalar, std::uint32_t flag) {
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

void StaleReferences::use(std::uint32_t slot, std::uint32_t process, std::uint32_t location, const Prober* prober) {
  for (const std::uint32_t r : rules_of_[slot]) {
    const Rule& rule = rules_[r];
    const bool known = rule.flag != none && prober != nullptr && prober->asked(rule.flag);
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      if (known && prober->value_before(rule.flag) - rule.low != static_cast<std::int32_t>(x)) continue;
      live_[cell(rule, place(process, location), x)] = 1;
    }
  }
}

void StaleReferences::use_everywhere(std::uint32_t slot, const Prober* prober) {
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
    for (std::uint32_t l = 0; l < network_.processes[p].locations.size(); ++l) use(slot, p, l, prober);
  }
}

// Does the edge have to do with any rule?
bool StaleReferences::concerns(const NetEdge& edge) const {
  const auto in_rule = [&](std::uint32_t s) { return is_flag_[s] || !rules_of_[s].empty(); };
  const std::vector<std::uint32_t> reads = reads_of(edge);
  return std::any_of(reads.begin(), reads.end(), in_rule) || std::any_of(edge.writes.begin(), edge.writes.end(), in_rule);
}

void StaleReferences::study_edge(Prober& prober, const NetEdge& edge) {
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
      for (const std::uint32_t v : p.scalars()) {
        const Prober::Dependence found = p.dependence(v);
        if (found.visible) use(v, edge.process, edge.source, &p);
        for (const std::uint32_t t : found.scalars) {
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

void StaleReferences::study_condition(Prober& prober, const NetEdge& edge, bool with_update) {
  Prober::Task task;
  task.conditions = {&edge.guard};
  if (edge.direction != SyncDirection::none) task.channel = edge.channel_index;
  if (with_update) task.update = edge.update;
  task.selects = &edge.selects;
  const bool done = prober.for_each(task, [&](Prober& p) {
    for (const std::uint32_t v : p.scalars()) {
      const Prober::Dependence found = p.dependence(v);
      if (found.visible) use(v, edge.process, edge.source, &p);
      for (const std::uint32_t t : found.scalars) {
        if (t != v) add_copy(edge, p, v, t);
      }
    }
    if (with_update && p.outcome().taken) add_moves(edge, p);
  });
  if (!done) assume_worst(edge);
}

void StaleReferences::study_locations(Prober& prober) {
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
    for (std::uint32_t l = 0; l < network_.processes[p].locations.size(); ++l) {
      const NetLocation& at = network_.processes[p].locations[l];
      if (at.invariant.reads.empty() && at.rates.empty()) continue;
      Prober::Task task;
      task.conditions = {&at.invariant};
      for (const RateAtom& rate : at.rates) {
        if (rate.rate != no_code) task.codes.push_back(rate.rate);
      }
      const bool done = prober.for_each(task, [&](Prober& found) {
        for (const std::uint32_t v : found.scalars()) {
          if (found.dependence(v).visible) use(v, p, l, &found);
        }
      });
      if (done) continue;
      for (std::uint32_t s = 0; s < network_.slots.size(); ++s) use(s, p, l, nullptr);
    }
  }
}

void StaleReferences::study_predicates(Prober& prober, const std::vector<const Predicate*>& predicates) {
  for (const Predicate* predicate : predicates) {
    const auto has_rules = [&](std::uint32_t s) { return !rules_of_[s].empty(); };
    if (std::none_of(predicate->reads.begin(), predicate->reads.end(), has_rules)) continue;
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
        for (const std::uint32_t v : found.scalars()) {
          if (found.dependence(v).visible) use_everywhere(v, &found);
        }
      });
    }
    if (done) continue;
    for (const std::uint32_t s : predicate->reads) use_everywhere(s, nullptr);
  }
}

// Too many valuations: everything the edge may read is used, everything it may write may become anything.
void StaleReferences::assume_worst(const NetEdge& edge) {
  for (const std::uint32_t s : reads_of(edge)) use(s, edge.process, edge.source, nullptr);
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
void StaleReferences::add_moves(const NetEdge& edge, const Prober& prober) {
  for (std::uint32_t r = 0; r < rules_.size(); ++r) {
    const Rule& rule = rules_[r];
    // Overwritten, whatever it was: a value that depends on the old one would have been seen as a copy of it.
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

void StaleReferences::add_copy(const NetEdge& edge, const Prober& prober, std::uint32_t from, std::uint32_t to) {
  if (rules_of_[to].empty()) {  // somebody looks at it anyway
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
    const std::uint32_t y = rule.flag == none ? 0 : static_cast<std::uint32_t>(prober.value_after(rule.flag) - rule.low);
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

bool StaleReferences::raise(std::size_t cell) {
  if (live_[cell] != 0) return false;
  live_[cell] = 1;
  return true;
}

// Whatever the other processes do, one rule says it is dead.
bool StaleReferences::dead_after(const Copy& copy) const {
  return std::any_of(copy.after.begin(), copy.after.end(), [&](const auto& entry) {
    const Rule& rule = rules_[entry.first];
    for (std::uint32_t y = 0; y < rule.range; ++y) {
      if (entry.second != any && entry.second != y) continue;
      if (live_[cell(rule, place(copy.process, copy.target), y)] != 0) return false;
      for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
        if (p == copy.process) continue;
        for (std::uint32_t l = 0; l < network_.processes[p].locations.size(); ++l) {
          if (live_[cell(rule, place(p, l), y)] != 0) return false;
        }
      }
    }
    return true;
  });
}

void StaleReferences::solve() {
  std::sort(moves_.begin(), moves_.end());
  moves_.erase(std::unique(moves_.begin(), moves_.end()), moves_.end());
  for (bool changed = true; changed;) {
    changed = false;
    for (const Move& move : moves_) {
      const Rule& rule = rules_[move.rule];
      if (live_[cell(rule, place(move.process, move.target), move.y)] != 0) {
        changed |= raise(cell(rule, place(move.process, move.source), move.x));
      }
      if (move.x == move.y) continue;
      for (std::size_t at = 0; at < places_; ++at) {
        const bool own = at >= first_[move.process] && at < first_[move.process] + network_.processes[move.process].locations.size();
        if (!own && live_[cell(rule, at, move.y)] != 0) changed |= raise(cell(rule, at, move.x));
      }
    }
    for (const Copy& copy : copies_) {
      const std::size_t here = cell(rules_[copy.rule], place(copy.process, copy.source), copy.x);
      if (live_[here] == 0 && !dead_after(copy)) changed |= raise(here);
    }
  }
  moves_.clear();
  copies_.clear();
  for (const Rule& rule : rules_) {
    never_at_.push_back(never_.size());
    for (std::uint32_t x = 0; x < rule.range; ++x) {
      bool found = false;
      for (std::size_t at = 0; at < places_ && !found; ++at) found = live_[cell(rule, at, x)] != 0;
      never_.push_back(!found);
    }
  }
}

void StaleReferences::normalise(std::span<std::int32_t> values) const {
  const auto dead = [&](std::uint32_t r) {
    const Rule& rule = rules_[r];
    std::uint32_t x = 0;
    if (rule.flag != none) x = static_cast<std::uint32_t>(values[network_.slot_value(rule.flag)] - rule.low);
    if (never_[never_at_[r] + x] != 0) return true;
    for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
      if (live_[cell(rule, place(p, static_cast<std::uint32_t>(values[p])), x)] != 0) return false;
    }
    return true;
  };
  for (std::uint32_t r = 0; r < rules_.size();) {
    const std::uint32_t scalar = rules_[r].scalar;
    std::int32_t& value = values[network_.slot_value(scalar)];
    const std::int32_t nothing = network_.slots[scalar].high + 1;
    for (; r < rules_.size() && rules_[r].scalar == scalar; ++r) {
      if (value != nothing && dead(r)) value = nothing;
    }
  }
}

}  // namespace orbita
