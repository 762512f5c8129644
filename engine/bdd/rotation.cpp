#include "engine/bdd/rotation.h"

#include <algorithm>
#include <cassert>

#include "engine/bdd/steps.h"
#include "parser/work_limits.h"

namespace orbita::bdds {

namespace {

// Where the generator takes every cell of an encoding.
std::vector<std::uint32_t> targets_of(const CyclicGroup& group, const Network& network) {
  std::vector<std::uint32_t> targets;
  for (std::uint32_t c = 0; c < network.value_count(); ++c) targets.push_back(group.value(1, c));
  for (const NetClockId x : network.proper_clocks())
    targets.push_back(Steps::clock_cell(network, NetClockId{group.clock(1, x.value)}));
  return targets;
}

// What the generator makes of a value of this cell.
std::int32_t renamed(const CyclicGroup& group, const Network& network, std::uint32_t cell, std::int32_t value) {
  std::vector<std::int32_t> row(network.value_count(), 0);
  row[cell] = value;
  group.apply(1, row);
  return row[group.value(1, cell)];
}

using Bits = std::vector<bdd>;  // by variable: what it is after a turn

// The generator itself.
Bits first_turn(const Encoding& encoding, const Network& network, const CyclicGroup& group, std::size_t bit_count) {
  Bits after(bit_count, bddfalse);
  const std::vector<std::uint32_t> targets = targets_of(group, network);
  const std::vector<std::uint32_t> changed = group.changed_contents();
  for (std::uint32_t from = 0; from < targets.size(); ++from) {
    poll_limits();
    const std::span<const int> bits = encoding.bits(targets[from]), from_bits = encoding.bits(from);
    assert(bits.size() == from_bits.size());
    if (std::ranges::find(changed, from) == changed.end()) {
      for (std::size_t i = 0; i < bits.size(); ++i)
        after[static_cast<std::size_t>(bits[i])] = bdd_ithvarpp(from_bits[i]);
      continue;
    }
    const CellRange& range = encoding.range(from);
    for (std::int32_t v = range.low; v <= range.high; ++v) {
      const auto code = static_cast<std::uint32_t>(renamed(group, network, from, v) - range.low);
      for (std::size_t i = 0; i < bits.size(); ++i) {
        if ((code >> (bits.size() - 1 - i) & 1) != 0)
          after[static_cast<std::size_t>(bits[i])] |= encoding.equals(from, v);
      }
    }
  }
  return after;
}

struct FreePair {
  void operator()(bddPair* pair) const { bdd_freepair(pair); }
};
using Substitution = std::unique_ptr<bddPair, FreePair>;

Substitution substitution(const Bits& after) {
  Substitution result(bdd_newpair());
  for (std::size_t i = 0; i < after.size(); ++i) bdd_setbddpair(result.get(), static_cast<int>(i), after[i]);
  return result;
}

// States that the turn makes smaller: the topmost variables count first.
bdd smaller_after(const Bits& after) {
  bdd smaller = bddfalse;
  for (std::size_t i = after.size(); i-- > 0;) {
    poll_limits();
    const bdd before = bdd_ithvarpp(static_cast<int>(i));
    smaller = (before - after[i]) | (bdd_biimp(before, after[i]) & smaller);
  }
  return smaller;
}

class Turning final : public Reduction {
 public:
  Turning(const Encoding& encoding, const Network& network, const CyclicGroup& group) {
    std::size_t bit_count = 0;
    for (std::uint32_t c = 0; c < encoding.cell_count(); ++c) bit_count += encoding.bits(c).size();
    const Bits once = first_turn(encoding, network, group, bit_count);
    std::vector<Substitution> substitutions;  // by power, beginning with 1
    Bits after = once;
    for (std::uint32_t power = 1; power < group.order(); ++power) {
      substitutions.push_back(substitution(after));
      turns_.push_back({nullptr, smaller_after(after)});
      for (std::size_t i = 0; i < bit_count; ++i) after[i] = bdd_veccompose(once[i], substitutions.back().get());
    }
    // Putting what a turn makes of the variables in their place turns a set back.
    for (std::size_t k = 0; k < turns_.size(); ++k)
      turns_[k].back_substituted = std::move(substitutions[turns_.size() - 1 - k]);
  }

  bdd represent(const bdd& states) override {
    bdd result = states;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Turn& turn : turns_) {
        poll_limits();
        const bdd wrong = result & turn.smaller;
        if (wrong == bddfalse) continue;
        changed = true;
        result = (result - wrong) | bdd_veccompose(wrong, turn.back_substituted.get());
      }
    }
    return result;
  }
  std::string name() const override { return "least"; }
  bool is_canonical() const override { return true; }

 private:
  struct Turn {
    Substitution back_substituted;  // of the inverse
    bdd smaller;
  };
  std::vector<Turn> turns_;  // by power, beginning with 1
};

}  // namespace

void widen_along(const CyclicGroup& group, const Network& network, std::vector<CellRange>& ranges) {
  const std::vector<std::uint32_t> targets = targets_of(group, network);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t c = 0; c < targets.size(); ++c) {
      CellRange &from = ranges[c], &to = ranges[targets[c]];
      const CellRange both{std::min(from.low, to.low), std::max(from.high, to.high)};
      for (CellRange* range : {&from, &to}) {
        changed = changed || range->low != both.low || range->high != both.high;
        *range = both;
      }
    }
  }
}

std::unique_ptr<Reduction> make_turning(const Encoding& encoding, const Network& network, const CyclicGroup& group) {
  return std::make_unique<Turning>(encoding, network, group);
}

}  // namespace orbita::bdds
