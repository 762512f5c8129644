#include "engine/bdd/encoding.h"

#include <bit>
#include <cassert>
#include <unordered_map>

namespace orbita::bdds {

namespace {

std::size_t bits_for(const CellRange& range) {
  assert(range.low <= range.high);
  const auto most = static_cast<std::uint32_t>(std::int64_t{range.high} - range.low);
  return static_cast<std::size_t>(std::bit_width(most));
}

// The library's own count is a double over all variables, and silently wrong where these are many.
class Counter {
 public:
  explicit Counter(std::size_t bits) : bits_(static_cast<int>(bits)) {}

  // Assignments to the variables from `from` on that satisfy the set.
  BigCount count(const bdd& set, int from) {
    if (set == bddfalse) return {};
    if (set == bddtrue) return BigCount(1).shifted(static_cast<std::size_t>(bits_ - from));
    const int variable = bdd_var(set);
    const auto known = counts_.find(set.id());
    if (known != counts_.end()) return known->second.shifted(static_cast<std::size_t>(variable - from));
    BigCount result = count(bdd_low(set), variable + 1);
    result += count(bdd_high(set), variable + 1);
    counts_.emplace(set.id(), result);
    return result.shifted(static_cast<std::size_t>(variable - from));
  }

 private:
  int bits_;
  std::unordered_map<int, BigCount> counts_;
};

}  // namespace

std::size_t Encoding::bits_of(std::span<const CellRange> ranges) {
  std::size_t result = 0;
  for (const CellRange& range : ranges) result += bits_for(range);
  return result;
}

Encoding::Encoding(std::vector<CellRange> ranges, std::span<const std::uint32_t> order) : cells_(ranges.size()) {
  assert(order.size() == ranges.size());
  for (const std::uint32_t c : order) {
    Cell& cell = cells_[c];
    cell.range = ranges[c];
    cell.variables = bddtrue;
    for (std::size_t i = bits_for(ranges[c]); i > 0; --i) {
      cell.bits.push_back(static_cast<int>(bit_count_));
      cell.variables &= bdd_ithvarpp(static_cast<int>(bit_count_++));
    }
  }
}

const bdd& Encoding::equals(std::uint32_t c, std::int32_t value) const {
  static const bdd nowhere = bddfalse;
  const Cell& cell = cells_[c];
  if (value < cell.range.low || value > cell.range.high) return nowhere;
  const auto code = static_cast<std::uint32_t>(std::int64_t{value} - cell.range.low);
  const auto [known, is_new] = cell.equals.try_emplace(code, bddtrue);
  if (!is_new) return known->second;
  for (std::size_t i = cell.bits.size(); i-- > 0;) {
    const bool is_set = (code >> (cell.bits.size() - 1 - i) & 1) != 0;
    known->second &= is_set ? bdd_ithvarpp(cell.bits[i]) : bdd_nithvarpp(cell.bits[i]);
  }
  return known->second;
}

bdd Encoding::at_most(std::uint32_t c, std::int32_t value) const {
  const Cell& cell = cells_[c];
  if (value >= cell.range.high) return bddtrue;
  if (value < cell.range.low) return bddfalse;
  const auto code = static_cast<std::uint32_t>(std::int64_t{value} - cell.range.low);
  bdd result = bddtrue;  // of the lower bits: at most those of `code`
  for (std::size_t i = cell.bits.size(); i-- > 0;) {
    const bool is_set = (code >> (cell.bits.size() - 1 - i) & 1) != 0;
    const bdd zero = bdd_nithvarpp(cell.bits[i]);
    result = is_set ? zero | result : zero & result;
  }
  return result;
}

bdd Encoding::valid(std::uint32_t c) const {
  const Cell& cell = cells_[c];
  const std::int64_t codes = std::int64_t{1} << cell.bits.size();
  if (std::int64_t{cell.range.high} - cell.range.low + 1 == codes) return bddtrue;
  const std::int32_t most = cell.range.high - 1;
  return (most < cell.range.low ? bddfalse : at_most(c, most)) | equals(c, cell.range.high);
}

bdd Encoding::same(std::uint32_t first, std::uint32_t second) const {
  const Cell &a = cells_[first], &b = cells_[second];
  if (a.range.low == b.range.low && a.bits.size() == b.bits.size()) {
    bdd result = bddtrue;
    for (std::size_t i = a.bits.size(); i-- > 0;) result &= bdd_biimp(bdd_ithvarpp(a.bits[i]), bdd_ithvarpp(b.bits[i]));
    return result;
  }
  bdd result = bddfalse;
  for (std::int32_t v = std::max(a.range.low, b.range.low); v <= std::min(a.range.high, b.range.high); ++v)
    result |= equals(first, v) & equals(second, v);
  return result;
}

bdd Encoding::state(std::span<const std::int32_t> values) const {
  assert(values.size() == cells_.size());
  bdd result = bddtrue;
  for (std::uint32_t c = 0; c < cells_.size(); ++c) result &= equals(c, values[c]);
  return result;
}

// A path to true; variables it does not meet may have either value, so they have 0.
std::vector<bool> Encoding::some_bits(const bdd& set) const {
  assert(set != bddfalse);
  std::vector<bool> bits(bit_count_);
  for (bdd at = set; at != bddtrue;) {
    const bdd low = bdd_low(at);
    const bool is_set = low == bddfalse;
    bits[static_cast<std::size_t>(bdd_var(at))] = is_set;
    at = is_set ? bdd_high(at) : low;
  }
  return bits;
}

std::int32_t Encoding::value_of(const Cell& cell, const std::vector<bool>& bits) const {
  std::uint32_t code = 0;
  for (const int bit : cell.bits) code = code << 1 | static_cast<std::uint32_t>(bits[static_cast<std::size_t>(bit)]);
  return static_cast<std::int32_t>(std::int64_t{cell.range.low} + code);
}

std::vector<std::int32_t> Encoding::some_state(const bdd& set) const {
  const std::vector<bool> bits = some_bits(set);
  std::vector<std::int32_t> values;
  for (const Cell& cell : cells_) values.push_back(value_of(cell, bits));
  return values;
}

std::int32_t Encoding::some_value(const bdd& set, std::uint32_t cell) const {
  return value_of(cells_[cell], some_bits(set));
}

BigCount Encoding::count(const bdd& set) const { return Counter(bit_count_).count(set, 0); }

}  // namespace orbita::bdds
