// Counting through the values that programs ask for.
//
// A program is run, and says which values of the state it has read; those are tried out one after the
// other, and values no program has read stay at their lowest. Since a program is deterministic, what it
// reads first depends on nothing, what it reads next on the values before, and so on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/network/network.h"

namespace orbita {

class Valuations {
 public:
  explicit Valuations(const Network& network) : network_(network) { restart(); }

  std::vector<std::int32_t> row;

  // Everything at its lowest, nothing asked for.
  void restart() {
    row.resize(network_.value_count());
    for (std::uint32_t v = 0; v < row.size(); ++v) row[v] = lowest(v);
    choices_.clear();
  }
  // From here on, nothing asked for.
  void restart(const std::vector<std::int32_t>& from) {
    row = from;
    choices_.clear();
  }

  // What the last run has read, in order; values that are `fixed` are not counted through. False when a
  // value has too many to try.
  template <class IsFixed>
  [[nodiscard]] bool ask(const std::vector<std::uint32_t>& reads, IsFixed&& is_fixed) {
    std::size_t known = 0;
    for (const std::uint32_t v : reads) {
      if (is_fixed(v) || ++known <= choices_.size()) continue;
      const std::int64_t last = highest(v);
      if (last - lowest(v) > widest) return false;
      choices_.push_back({v, static_cast<std::int32_t>(last)});
    }
    return true;
  }

  // The next valuation; false, with everything asked for at its lowest, after the last one.
  [[nodiscard]] bool advance() {
    while (!choices_.empty() && row[choices_.back().value] == choices_.back().last) {
      row[choices_.back().value] = lowest(choices_.back().value);
      choices_.pop_back();
    }
    if (choices_.empty()) return false;
    ++row[choices_.back().value];
    return true;
  }

 private:
  static constexpr std::int64_t widest = 300;
  struct Choice {
    std::uint32_t value;
    std::int32_t last;
  };

  bool is_location(std::uint32_t v) const { return v < network_.processes.size(); }
  const Slot& slot(std::uint32_t v) const { return network_.slots[network_.slot_at(v)]; }
  std::int32_t lowest(std::uint32_t v) const { return is_location(v) ? 0 : std::min(slot(v).low, nobody(v)); }
  std::int64_t highest(std::uint32_t v) const {
    if (is_location(v)) return static_cast<std::int64_t>(network_.processes[ProcessId{v}].locations.size()) - 1;
    return std::max(slot(v).high, nobody(v));
  }
  // The value of no element, which a slot that holds elements may have outside its range.
  std::int32_t nobody(std::uint32_t v) const { return slot(v).value_set != none ? slot(v).code.nobody : slot(v).low; }

  const Network& network_;
  std::vector<Choice> choices_;
};

}  // namespace orbita
