#include "engine/shape.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "dbm/clock_bounds.h"

namespace orbita {

namespace {

constexpr std::size_t chunk_words = 4096;

}  // namespace

Shapes::Shapes(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active)
    : network_(network), bounds_(bounds), mode_(mode), all_active_(all_active), index_(0, Hash{this}, Equal{this}) {
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
  const std::size_t count = touched_.size();
  scratch_.assign(3 + 3 * count, 0);
  scratch_[0] = static_cast<std::int32_t>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t x = touched_[k];
    is_touched_[x] = false;
    std::int32_t lower = lower_[x], upper = upper_[x];
    if (mode_ == BoundsMode::maximum) lower = upper = std::max(lower, upper);
    if (mode_ == BoundsMode::exact) lower = upper = unlimited;
    scratch_[1 + k] = static_cast<std::int32_t>(x);
    scratch_[2 + count + k] = lower;
    scratch_[3 + 2 * count + k] = upper;
  }
  const auto found = index_.find(Words(scratch_));
  return found != index_.end() ? *found : store(scratch_);
}

std::uint32_t Shapes::store(Words words) {
  if (chunk_used_ + words.size() > chunk_size_) {
    chunk_size_ = std::max(words.size(), chunk_words);
    chunk_used_ = 0;
    chunks_.emplace_back(new std::int32_t[chunk_size_]);
    chunk_bytes_ += chunk_size_ * sizeof(std::int32_t);
  }
  std::int32_t* place = chunks_.back().get() + chunk_used_;
  chunk_used_ += words.size();
  std::copy(words.begin(), words.end(), place);
  const auto id = static_cast<std::uint32_t>(shapes_.size());
  shapes_.push_back(place);
  index_.insert(id);
  return id;
}

Shapes::Words Shapes::words(std::uint32_t id) const {
  const auto count = static_cast<std::size_t>(*shapes_[id]);
  return {shapes_[id], 3 + 3 * count};
}

Shape Shapes::operator[](std::uint32_t id) const {
  const std::int32_t* words = shapes_[id];
  const auto count = static_cast<std::size_t>(words[0]);
  return {{reinterpret_cast<const std::uint32_t*>(words + 1), count},
          {words + 1 + count, count + 1},
          {words + 2 + 2 * count, count + 1}};
}

std::size_t Shapes::Hash::operator()(Words words) const { return XXH3_64bits(words.data(), words.size_bytes()); }

bool Shapes::Equal::operator()(std::uint32_t id, Words words) const {
  return std::ranges::equal(shapes->words(id), words);
}

std::size_t Shapes::memory() const {
  return chunk_bytes_ + shapes_.memory() + index_.capacity() * (sizeof(std::uint32_t) + 1);
}

std::uint32_t zone_position(const Shape& shape, std::uint32_t clock) {
  if (clock == 0) return 0;
  const auto it = std::lower_bound(shape.clocks.begin(), shape.clocks.end(), clock);
  return it != shape.clocks.end() && *it == clock ? static_cast<std::uint32_t>(it - shape.clocks.begin()) + 1 : none;
}

}  // namespace orbita
