#include "engine/counted/valuation.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <utility>

namespace orbita {

namespace {

// From where to where values may lie.
struct Interval {
  Time low = 0, high = INT64_MAX;
  bool above = false, below = false;  // strictly

  void at_least(Time value, bool strictly) {
    if (value > low || (value == low && strictly)) low = value, above = strictly;
  }
  void at_most(Time value, bool strictly) {
    if (value < high || (value == high && strictly)) high = value, below = strictly;
  }
  bool contains(Time value) const {
    return value >= low && value <= high && !(above && value == low) && !(below && value == high);
  }
  // The hint if it is one of them, else an end, else something between.
  std::optional<Time> pick(Time hint) const {
    if (hint != unknown_time && contains(hint)) return hint;
    if (contains(low)) return low;
    const Time most = high == INT64_MAX ? low + 2 * time_unit : high;
    if (contains(most)) return most;
    const Time between = low + (most - low) / 2;
    return contains(between) ? std::optional(between) : std::nullopt;
  }
};

Time scaled(Bound bound) { return Time{bound.value()} * time_unit; }

// x - y within the bound, y known.
void limit_above(Interval& interval, raw_t raw, Time y) {
  const Bound bound{raw};
  if (!bound.is_infinite()) interval.at_most(y + scaled(bound), !bound.is_weak());
}
// y - x within the bound, y known.
void limit_below(Interval& interval, raw_t raw, Time y) {
  const Bound bound{raw};
  if (!bound.is_infinite()) interval.at_least(y - scaled(bound), !bound.is_weak());
}

struct Range {
  Time least = INT64_MAX, most = INT64_MIN;
  bool empty() const { return least > most; }
  void add(Time value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

// Fills in one clock after the other, each between the bounds that the known ones leave. The zone is closed, so there
// is always something left.
class Filler {
 public:
  Filler(const BlockZone& zone, Valuation& valuation) : zone_(zone), matrix_(zone.zone.view()), values_(valuation) {
    std::uint32_t at = zone.free_clocks + 1;
    for (const Block& block : zone.blocks) {
      first_.push_back(at);
      at += block.copies() * block.clocks;
    }
    ranges_.resize(zone.blocks.size());
    for (std::size_t b = 0; b < ranges_.size(); ++b) {
      ranges_[b].resize(zone.blocks[b].clocks);
      for (const Token& token : values_.blocks[b]) {
        for (std::size_t k = 0; k < token.clocks.size(); ++k) {
          if (token.clocks[k] != unknown_time) ranges_[b][k].add(token.clocks[k]);
        }
      }
    }
  }

  bool fill() {
    for (std::uint32_t f = 0; f < values_.free.size(); ++f) {
      if (values_.free[f] == unknown_time && !give(values_.free[f], f + 1, UINT32_MAX, nullptr)) return false;
    }
    for (std::uint32_t b = 0; b < ranges_.size(); ++b) {
      for (Token& token : values_.blocks[b]) {
        for (std::uint32_t k = 0; k < token.clocks.size(); ++k) {
          if (token.clocks[k] != unknown_time) continue;
          if (!give(token.clocks[k], first_[b] + k, b, &token)) return false;
          ranges_[b][k].add(token.clocks[k]);
        }
      }
    }
    return true;
  }

 private:
  // The clock at this place of the matrix; `token`: whose it is.
  bool give(Time& value, std::uint32_t place, std::uint32_t block, const Token* token) {
    Interval interval;
    limit(interval, place, 0, 0);
    for (std::uint32_t f = 0; f < values_.free.size(); ++f) {
      if (values_.free[f] != unknown_time) limit(interval, place, f + 1, values_.free[f]);
    }
    for (std::uint32_t b = 0; b < ranges_.size(); ++b) {
      if (b == block) continue;
      for (std::uint32_t k = 0; k < ranges_[b].size(); ++k) limit(interval, place, first_[b] + k, ranges_[b][k]);
    }
    if (token != nullptr) limit_inside(interval, place, block, *token);
    const Time hint = token == nullptr || ranges_[block][place - first_[block]].empty()
                          ? unknown_time
                          : ranges_[block][place - first_[block]].most;
    const std::optional<Time> picked = interval.pick(hint);
    if (picked) value = *picked;
    return picked.has_value();
  }

  void limit(Interval& interval, std::uint32_t place, std::uint32_t other, Time value) const {
    limit_above(interval, matrix_.row(place)[other], value);
    limit_below(interval, matrix_.row(other)[place], value);
  }
  void limit(Interval& interval, std::uint32_t place, std::uint32_t other, const Range& range) const {
    if (range.empty()) return;
    limit_above(interval, matrix_.row(place)[other], range.least);
    limit_below(interval, matrix_.row(other)[place], range.most);
  }
  // By the clocks of the block itself: the token's own, and those of the others.
  void limit_inside(Interval& interval, std::uint32_t place, std::uint32_t block, const Token& token) const {
    const std::uint32_t clocks = zone_.blocks[block].clocks, own = first_[block], other = first_[block] + clocks;
    if (clocks == 1) {  // its only clock is the one to be filled in
      if (!ranges_[block][0].empty()) limit(interval, place, other, ranges_[block][0]);
      return;
    }
    for (const Token& one : values_.blocks[block]) {
      for (std::uint32_t k = 0; k < clocks; ++k) {
        if (one.clocks[k] != unknown_time) limit(interval, place, (&one == &token ? own : other) + k, one.clocks[k]);
      }
    }
  }

  const BlockZone& zone_;
  const ConstMatrix matrix_;
  Valuation& values_;
  std::vector<std::uint32_t> first_;
  std::vector<std::vector<Range>> ranges_;  // of known values, by block and clock
};

template <class Visit>
void for_each_time(Valuation& valuation, Visit visit) {
  for (Time& value : valuation.free) visit(value);
  for (std::vector<Token>& block : valuation.blocks) {
    for (Token& token : block) {
      for (Time& value : token.clocks) visit(value);
    }
  }
}

}  // namespace

bool contains(const BlockZone& zone, const Valuation& valuation) {
  std::vector<Part> parts;
  std::vector<Time> values{0};
  values.insert(values.end(), valuation.free.begin(), valuation.free.end());
  for (std::uint32_t b = 0; b < valuation.blocks.size(); ++b) {
    parts.push_back({b, 0, static_cast<std::uint32_t>(valuation.blocks[b].size())});
    for (const Token& token : valuation.blocks[b])
      values.insert(values.end(), token.clocks.begin(), token.clocks.end());
  }
  const Zone all = expand(zone, parts);
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    for (std::uint32_t j = 0; j < values.size(); ++j) {
      const Bound bound = all(ClockIndex{i}, ClockIndex{j});
      if (bound.is_infinite()) continue;
      const Time difference = values[i] - values[j];
      if (difference > scaled(bound) || (difference == scaled(bound) && !bound.is_weak())) return false;
    }
  }
  return true;
}

bool complete(const BlockZone& zone, Valuation& valuation) { return Filler(zone, valuation).fill(); }

void spread_fractions(Valuation& valuation) {
  std::map<Time, Time> fractions;
  for_each_time(valuation, [&](const Time& value) { fractions[value % time_unit] = 0; });
  fractions.erase(0);
  Time next = 0;
  const Time distance = time_unit / static_cast<Time>(fractions.size() + 1);
  for (auto& [old, spread] : fractions) spread = next += distance;
  for_each_time(valuation, [&](Time& value) {
    const Time fraction = value % time_unit;
    if (fraction != 0) value += fractions[fraction] - fraction;
  });
}

void undo(const Normalisation& done, const std::vector<std::uint32_t>& sizes, Valuation& valuation) {
  // The sizes before each merge.
  std::vector<std::vector<std::uint32_t>> before{sizes};
  for (const Merge& merge : done.merges) {
    std::vector<std::uint32_t> after = before.back();
    after[merge.first] += after[merge.second];
    after.erase(after.begin() + merge.second);
    before.push_back(std::move(after));
  }
  std::vector<std::vector<Token>> blocks(valuation.blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) blocks[done.order[i]] = std::move(valuation.blocks[i]);
  for (std::size_t m = done.merges.size(); m-- > 0;) {
    const Merge& merge = done.merges[m];
    std::vector<Token> both = std::move(blocks[merge.first]);
    assert(both.size() == before[m][merge.first] + before[m][merge.second]);
    if (!both.empty() && !both.front().clocks.empty()) {
      std::stable_sort(both.begin(), both.end(), [&](const Token& a, const Token& b) {
        return merge.first_older ? a.clocks[merge.kind] > b.clocks[merge.kind]
                                 : a.clocks[merge.kind] < b.clocks[merge.kind];
      });
    }
    const auto middle = both.begin() + before[m][merge.first];
    blocks[merge.first] = {both.begin(), middle};
    blocks.insert(blocks.begin() + merge.second, std::vector<Token>{middle, both.end()});
  }
  valuation.blocks = std::move(blocks);
}

namespace {

// The time that has passed since the step.
std::optional<Time> delay_since(const BlockZone& before, const ClockStep& step, const Valuation& after) {
  if (!step.delay) return 0;
  const ConstMatrix m = before.zone.view();
  Interval interval;
  std::optional<Time> exactly;
  const auto look = [&](const ClockOrigin& origin, std::uint32_t own_block, Time value) {
    const Time reset = value - origin.shift * time_unit;
    if (origin.from == ClockOrigin::From::constant) {
      exactly = reset;
      return;
    }
    const std::uint32_t place = origin.from == ClockOrigin::From::free ? origin.clock + 1
                                : origin.from == ClockOrigin::From::own
                                    ? before.first_clock(own_block) + origin.clock
                                    : before.first_clock(origin.block) + origin.clock;
    // reset - delay lies between the clock's bounds.
    limit_below(interval, m.row(place)[0], reset);
    limit_above(interval, m.row(0)[place], reset);
  };
  for (std::size_t f = 0; f < step.free.size(); ++f) look(step.free[f], 0, after.free[f]);
  for (std::uint32_t b = 0; b < step.blocks.size(); ++b) {
    for (const Token& token : after.blocks[b]) {
      for (std::size_t k = 0; k < token.clocks.size(); ++k) look(step.blocks[b][k], b, token.clocks[k]);
    }
  }
  return exactly ? exactly : interval.pick(unknown_time);
}

}  // namespace

bool step_back(const BlockZone& before, const ClockStep& step, Valuation& valuation) {
  const std::optional<Time> delay = delay_since(before, step, valuation);
  if (!delay || *delay < 0) return false;
  Valuation result;
  result.free.assign(before.free_clocks, unknown_time);
  result.blocks.resize(before.blocks.size());
  for (std::size_t b = 0; b < result.blocks.size(); ++b) {
    for (const Token& token : valuation.blocks[b])
      result.blocks[b].push_back({token.element, std::vector<Time>(before.blocks[b].clocks, unknown_time)});
  }
  const auto pull_back = [&](const ClockOrigin& origin, Token* own, Time value) {
    const Time was = value - *delay - origin.shift * time_unit;
    if (origin.from == ClockOrigin::From::own) own->clocks[origin.clock] = was;
    if (origin.from == ClockOrigin::From::free) result.free[origin.clock] = was;
    if (origin.from == ClockOrigin::From::other) result.blocks[origin.block].front().clocks[origin.clock] = was;
  };
  for (std::size_t f = 0; f < step.free.size(); ++f) pull_back(step.free[f], nullptr, valuation.free[f]);
  for (std::size_t b = 0; b < step.blocks.size(); ++b) {
    for (std::size_t i = 0; i < valuation.blocks[b].size(); ++i) {
      const Token& token = valuation.blocks[b][i];
      for (std::size_t k = 0; k < token.clocks.size(); ++k)
        pull_back(step.blocks[b][k], &result.blocks[b][i], token.clocks[k]);
    }
  }
  valuation = std::move(result);
  return complete(before, valuation);
}

}  // namespace orbita
