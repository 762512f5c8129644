#include "engine/antichain.h"

#include <algorithm>
#include <cstdlib>

namespace orbita {

namespace {

constexpr std::uint32_t compared_pairs = 8;
constexpr std::int32_t middle = 64, top = 127;

}  // namespace

// Differences of neighbouring clocks say in which order they were reset.
Summary Summary::of(const packed_t* entries, std::uint32_t dimension, std::uint32_t shift) {
  const std::uint32_t clocks = dimension - 1;
  std::uint64_t bytes = 0;
  for (std::uint32_t k = 0; k < compared_pairs && clocks > 0; ++k) {
    // Each turn around the clocks looks at pairs that are further apart; the last partner of all is the reference clock.
    const std::uint32_t x = 1 + k % clocks;
    const std::uint32_t y = (x + 1 + k / clocks) % dimension;
    const std::int32_t value = entries[x * dimension + y] >> shift;
    bytes = bytes << 8 | static_cast<std::uint64_t>(std::clamp(value + middle, 0, top));
  }
  return Summary{bytes};
}

std::uint32_t summary_shift(const packed_t* zone, std::uint32_t dimension) {
  std::int32_t widest = 0;
  for (std::size_t i = 0; i < packed_size(dimension); ++i) {
    if (zone[i] != packed_infinity) widest = std::max(widest, std::abs(std::int32_t{zone[i]}));
  }
  std::uint32_t shift = 0;
  while ((widest >> shift) >= middle) ++shift;
  return shift;
}

bool Antichain::contains(std::uint32_t zone) const {
  return std::any_of(members_.begin(), members_.end(), [&](const Member& m) { return m.zone == zone; });
}

bool Antichain::covers(CoverProbe& probe) const {
  const Summary least = least_of(probe);
  return std::any_of(members_.rbegin(), members_.rend(),
                     [&](const Member& m) { return least.is_below(m.entries) && probe.is_covered_by(m.zone); });
}

void Antichain::add(const CoverProbe& probe, std::uint32_t node) {
  const packed_t* entries = probe.packed_zone();
  if (members_.empty() && entries != nullptr) shift_ = summary_shift(entries, probe.dimension());
  members_.push_back({node, probe.zone(), entries_of(probe), least_of(probe)});
}

// Where the stored form does not say everything, summaries tell nothing apart.
Summary Antichain::entries_of(const CoverProbe& probe) const {
  const packed_t* entries = probe.packed_zone();
  return entries == nullptr ? Summary::highest() : Summary::of(entries, probe.dimension(), shift_);
}

Summary Antichain::least_of(const CoverProbe& probe) const {
  const packed_t* least = probe.packed_probe();
  return least == nullptr ? Summary::lowest() : Summary::of(least, probe.dimension(), shift_);
}

}  // namespace orbita
