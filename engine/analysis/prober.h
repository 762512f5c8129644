// What programs owe to the value of a scalar, found by running them on every valuation of the values they ask
// for, one after the other: values that no run has read yet stay open, and are tried out as soon as a run
// does.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/network/network.h"
#include "engine/network/program.h"
#include "engine/network/valuations.h"

namespace orbita {

class Prober {
 public:
  explicit Prober(const Network& network)
      : network_(network), machine_(network), valuations_(network), other_(network) {}

  // The programs that tasks are about from now on: a predicate's.
  void load(const Programs& programs) { machine_.load(programs); }

  struct Task {
    std::vector<const Condition*> conditions;
    CodeRef channel = no_code;
    std::vector<CodeRef> codes;  // whose values can be told
    CodeRef update = no_code;
    const std::vector<SelectRange>* selects = nullptr;
  };
  // What programs did with one valuation.
  struct Outcome {
    std::vector<std::int64_t> seen;  // everything that can be told from outside, but for the state's values
    bool taken = false;              // conditions hold, nothing failed
    std::vector<std::int32_t> row;   // afterwards
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
  bool asked(SlotId slot) const { return log_.was_read(network_.slot_value(slot)); }
  bool wrote(SlotId slot) const { return log_.was_written(network_.slot_value(slot)); }
  std::int32_t value_before(SlotId slot) const { return valuations_.row[network_.slot_value(slot)]; }
  std::int32_t value_after(SlotId slot) const { return outcome_.row[network_.slot_value(slot)]; }
  const std::vector<SlotId>& scalars() const { return scalars_; }  // asked for

  // What the last valuation's outcome owes to the value of a scalar.
  struct Dependence {
    bool visible = false;         // more than the values of scalars differs
    std::vector<SlotId> scalars;  // that differ afterwards; itself included if it was written
  };
  // Every value is compared with "nothing".
  Dependence dependence(SlotId slot);

 private:
  // Runs of one program, and of all: beyond these the analysis does without.
  static constexpr std::size_t most_runs = 20'000, most_runs_of_all = 2'000'000;

  // The run with the other value may ask for more: that is tried out too.
  void compare(SlotId slot, std::int32_t value, Dependence& found);
  void note_difference(const Outcome& other, Dependence& found);
  void note_scalars();
  bool fits(const std::vector<std::int32_t>& row, const AccessLog& log) const;
  void run(const std::vector<std::int32_t>& row, AccessLog& log, Outcome& result);

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
      run(valuations_.row, log_, outcome_);
      if (!valuations_.ask(log_.reads, [](std::uint32_t) { return false; })) return false;
      note_scalars();
      study(*this);
    } while (valuations_.advance());
    return true;
  }

  const Network& network_;
  Machine machine_;
  const Task* task_ = nullptr;
  std::size_t runs_ = 0, all_runs_ = 0;
  Valuations valuations_, other_;
  bool gave_up_ = false;
  AccessLog log_, other_log_;
  Outcome outcome_, other_outcome_;
  std::vector<ClockAction> actions_;
  std::vector<SlotId> scalars_;
};

}  // namespace orbita
