#include "engine/shape.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "dbm/clock_bounds.h"

namespace orbita {

namespace {

constexpr std::size_t chunk_words = 4096;

}  // namespace

std::uint32_t Rows::intern(Row row) {
  if (const auto found = index_.find(row); found != index_.end()) return *found;
  if (chunk_used_ + row.size() + 1 > chunk_size_) {
    chunk_size_ = std::max(row.size() + 1, chunk_words);
    chunk_used_ = 0;
    chunks_.emplace_back(new std::int32_t[chunk_size_]);
    chunk_bytes_ += chunk_size_ * sizeof(std::int32_t);
  }
  std::int32_t* place = chunks_.back().get() + chunk_used_;
  chunk_used_ += row.size() + 1;
  place[0] = static_cast<std::int32_t>(row.size());
  std::copy(row.begin(), row.end(), place + 1);
  const auto id = static_cast<std::uint32_t>(rows_.size());
  rows_.push_back(place);
  index_.insert(id);
  return id;
}

std::size_t Rows::Hash::operator()(Row row) const { return XXH3_64bits(row.data(), row.size_bytes()); }

bool Rows::Equal::operator()(std::uint32_t id, Row row) const { return std::ranges::equal((*rows)[id], row); }

std::size_t Rows::memory() const {
  return chunk_bytes_ + rows_.memory() + index_.capacity() * (sizeof(std::uint32_t) + 1);
}

Shapes::Shapes(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active)
    : network_(network), bounds_(bounds), mode_(mode), all_active_(all_active) {
  lower_.assign(network.clocks.size(), no_bound);
  upper_.assign(network.clocks.size(), no_bound);
  is_touched_.assign(network.clocks.size(), false);
}

void Shapes::raise(const ClockTest& test) {
  if (!is_touched_[test.clock]) {
    is_touched_[test.clock] = true;
    touched_.push_back(test.clock);
    lower_[test.clock] = upper_[test.clock] = no_bound;
  }
  lower_[test.clock] = std::max(lower_[test.clock], test.lower);
  upper_[test.clock] = std::max(upper_[test.clock], test.upper);
}

std::uint32_t Shapes::of(std::span<const std::int32_t> values) {
  touched_.clear();
  for (const ClockTest& test : bounds_.everywhere()) raise(test);
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
    for (const ClockTest& test : bounds_.at(p, static_cast<std::uint32_t>(values[p]))) raise(test);
  }
  if (all_active_) {
    for (std::uint32_t x = 1; x < network_.clocks.size(); ++x) raise({x, no_bound, no_bound});
  }
  std::sort(touched_.begin(), touched_.end());
  clock_row_.clear();
  lower_row_.assign(1, 0);
  upper_row_.assign(1, 0);
  for (const std::uint32_t x : touched_) {
    is_touched_[x] = false;
    std::int32_t lower = lower_[x], upper = upper_[x];
    if (mode_ == BoundsMode::maximum) lower = upper = std::max(lower, upper);
    if (mode_ == BoundsMode::exact) lower = upper = unlimited;
    clock_row_.push_back(static_cast<std::int32_t>(x));
    lower_row_.push_back(lower);
    upper_row_.push_back(upper);
  }
  const Parts parts{rows_.intern(clock_row_), rows_.intern(lower_row_), rows_.intern(upper_row_)};
  const auto [it, is_new] = index_.try_emplace(parts, static_cast<std::uint32_t>(shapes_.size()));
  if (is_new) shapes_.push_back(parts);
  return it->second;
}

Shape Shapes::operator[](std::uint32_t id) const {
  const Parts& parts = shapes_[id];
  const Rows::Row clocks = rows_[parts.clocks];
  return {{reinterpret_cast<const std::uint32_t*>(clocks.data()), clocks.size()}, rows_[parts.lower], rows_[parts.upper]};
}

std::size_t Shapes::memory() const {
  return rows_.memory() + shapes_.memory() + index_.capacity() * (sizeof(Parts) + sizeof(std::uint32_t) + 1);
}

std::uint32_t zone_position(const Shape& shape, std::uint32_t clock) {
  if (clock == 0) return 0;
  const auto it = std::lower_bound(shape.clocks.begin(), shape.clocks.end(), clock);
  return it != shape.clocks.end() && *it == clock ? static_cast<std::uint32_t>(it - shape.clocks.begin()) + 1 : none;
}

}  // namespace orbita
