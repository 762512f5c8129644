#include "engine/analysis/prober.h"

#include <algorithm>

#include "parser/work_limits.h"

namespace orbita {

Prober::Dependence Prober::dependence(SlotId slot) {
  const Slot& info = network_.slots[slot];
  const std::int32_t nothing = info.code.nobody;
  Dependence found;
  if (value_before(slot) != nothing) {
    compare(slot, nothing, found);
  } else {
    for (std::int32_t value = info.low; value <= info.high; ++value) compare(slot, value, found);
  }
  return found;
}

void Prober::compare(SlotId slot, std::int32_t value, Dependence& found) {
  const std::uint32_t changed = network_.slot_value(slot);
  other_.restart(valuations_.row);
  other_.row[changed] = value;
  const auto is_fixed = [&](std::uint32_t v) { return v == changed || log_.was_read(v); };
  do {
    run(other_.row, other_log_, other_outcome_);
    note_difference(other_outcome_, found);
    gave_up_ = gave_up_ || ++runs_ > most_runs || !other_.ask(other_log_.reads, is_fixed);
  } while (!gave_up_ && other_.advance());
}

void Prober::note_difference(const Outcome& other, Dependence& found) {
  found.visible = found.visible || other.seen != outcome_.seen;
  if (!other.taken || !outcome_.taken) return;
  const auto differs = [&](std::uint32_t v, const AccessLog& log) {
    // Written in one run only: it may differ for some old value.
    if (log.was_written(v) && other.row[v] == outcome_.row[v]) return;
    const SlotId s = network_.slot_at(v);
    if (network_.slots[s].value_set == none) found.visible = true;
    else if (std::find(found.scalars.begin(), found.scalars.end(), s) == found.scalars.end())
      found.scalars.push_back(s);
  };
  for (const std::uint32_t v : log_.writes) differs(v, other_log_);
  for (const std::uint32_t v : other_log_.writes) differs(v, log_);
}

void Prober::note_scalars() {
  scalars_.clear();
  for (const std::uint32_t v : log_.reads) {
    if (v < network_.processes.size()) continue;
    const SlotId s = network_.slot_at(v);
    if (network_.slots[s].value_set != none) scalars_.push_back(s);
  }
}

// "Nothing" as an index may lead to a neighbour, whose value need not be one of the variable it is stored in.
bool Prober::fits(const std::vector<std::int32_t>& row, const AccessLog& log) const {
  return std::all_of(log.writes.begin(), log.writes.end(), [&](std::uint32_t v) {
    const Slot& slot = network_.slots[network_.slot_at(v)];
    return slot.value_set != none || (slot.low <= row[v] && row[v] <= slot.high);
  });
}

void Prober::run(const std::vector<std::int32_t>& row, AccessLog& log, Outcome& result) {
  check_limits();  // rows may be long
  result.row = row;
  result.seen.clear();
  log.clear(row.size());
  ++all_runs_;
  actions_.clear();
  bool good = true;
  const auto evaluate = [&](CodeRef code) {
    std::int32_t value = 0;
    machine_.clear_failure();
    if (!machine_.record(code, result.row, actions_, log, value)) {
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
    if (!machine_.record(task_->update, result.row, actions_, log, nothing)) {
      result.seen.insert(result.seen.end(), {-1, static_cast<std::int64_t>(machine_.failure().error),
                                             static_cast<std::int64_t>(machine_.failure().site)});
      good = false;
    }
  }
  machine_.clear_failure();
  for (const ClockAction& a : actions_) {
    result.seen.insert(result.seen.end(), {a.clock.value, a.source.value, a.value});
  }
  if (!fits(result.row, log)) log.outside = true;
  if (log.outside) result.seen.assign(1, -2);
  result.taken = good && holds && !log.outside;
}

}  // namespace orbita
