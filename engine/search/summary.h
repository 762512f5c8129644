// Eight entries of a zone in eight bytes, by which most pairs of zones are told apart.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dbm/matrix.h"
#include "dbm/packed.h"

namespace orbita {

// Eight entries of a zone (or of the probe made from it, coverage.h) in seven bits each. Rounding keeps
// the order: if a is below b in every entry, so is its summary.
class Summary {
 public:
  constexpr Summary() = default;
  explicit constexpr Summary(std::uint64_t bytes) : bytes_(bytes) {}
  static constexpr Summary lowest() { return Summary{0}; }
  static constexpr Summary highest() { return Summary{0x7F7F7F7F7F7F7F7Full}; }

  // No entry is above that of `other`.
  constexpr bool is_below(Summary other) const {
    constexpr std::uint64_t tops = 0x8080808080808080ull;
    return (((other.bytes_ | tops) - bytes_) & tops) == tops;
  }

 private:
  std::uint64_t bytes_ = 0;
};

// What one zone of a sample holds, and what a zone that covers it must hold at least, row by row.
struct SampledZone {
  std::vector<std::int32_t> entries, least;
};

// Which entries the summaries of an antichain have, and how they are rounded. Infinity is any value above all
// finite ones, so summaries of 16 bits and of 32 bits an entry do not go together.
class SummaryPlan {
 public:
  static constexpr std::size_t largest_sample = 8;

  SummaryPlan() = default;  // tells nothing apart
  // The entries by which most pairs of the sample (at most largest_sample zones) are told apart, for zones to come
  // that differ as these do.
  SummaryPlan(std::uint32_t dimension, std::int32_t infinity, std::span<const SampledZone> sample);

  Summary of(const packed_t* entries, std::uint32_t dimension) const;
  Summary of(ConstMatrix entries) const;

 private:
  struct Cell {
    std::uint32_t row = 0, column = 0;
    std::int32_t lowest = 0;   // finite value in the sample …
    std::uint32_t shift = 31;  // … and how many bits to drop of what is above it
  };
  template <class EntryAt>
  Summary make(EntryAt entry_at) const;

  std::array<Cell, 8> cells_;
  std::uint32_t used_ = 0;
};

}  // namespace orbita
