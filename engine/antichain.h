// The zones of one discrete state where they are many, side by side in memory.
//
// Interleavings of independent resets lead to n! zones, and every new one has to be compared with all. Each
// zone has a summary of eight of its entries; a pair whose summaries are out of order cannot cover each other,
// and most pairs are told apart that way without touching the zones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "dbm/packed.h"
#include "engine/subsume.h"

namespace orbita {

// Eight entries of a zone (or of the probe made from it, subsume.h) in seven bits each. Rounding keeps
// the order: if a is below b in every entry, so is its summary.
class Summary {
 public:
  constexpr Summary() = default;
  static constexpr Summary lowest() { return Summary{0}; }
  static constexpr Summary highest() { return Summary{0x7F7F7F7F7F7F7F7Full}; }
  // Entries are divided by 2^shift. Summaries of 16 bits and of 32 bits an entry do not go together: infinity differs.
  static Summary of(const packed_t* entries, std::uint32_t dimension, std::uint32_t shift);
  static Summary of(ConstMatrix entries, std::uint32_t shift);

  // No entry is above that of `other`.
  constexpr bool is_below(Summary other) const {
    constexpr std::uint64_t tops = 0x8080808080808080ull;
    return (((other.bytes_ | tops) - bytes_) & tops) == tops;
  }

 private:
  explicit constexpr Summary(std::uint64_t bytes) : bytes_(bytes) {}
  std::uint64_t bytes_ = 0;
};

// Members are numbered from the oldest. What is looked through lies apart from what is only looked up: scanning
// for a zone or a summary reads nothing else, several of them at a time.
class Antichain {
 public:
  static constexpr std::size_t bytes_per_member = 2 * sizeof(std::uint32_t) + 2 * sizeof(Summary);
  std::size_t size() const { return zones_.size(); }
  std::uint32_t node(std::size_t member) const { return nodes_[member]; }
  std::size_t memory() const { return sizeof(Antichain) + zones_.capacity() * bytes_per_member; }

  bool contains(std::uint32_t zone) const;
  // About the zone the probe was prepared for: does a member cover it, which members does it cover, add it.
  bool covers(CoverProbe& probe) const;
  // The node of a member that covers it and that is wanted, or none.
  std::uint32_t find_covering(CoverProbe& probe, const std::function<bool(std::uint32_t node)>& is_wanted) const;
  void drop_covered(CoverProbe& probe, const std::function<void(std::uint32_t node)>& dropped);
  void add(CoverProbe& probe, std::uint32_t node);

 private:
  Summary entries_of(const CoverProbe& probe) const;
  Summary least_of(CoverProbe& probe) const;
  void keep(std::size_t to, std::size_t from);

  std::vector<std::uint32_t> nodes_, zones_;
  std::vector<Summary> entries_;  // what the zones hold
  std::vector<Summary> probes_;   // what a zone that covers them must hold at least
  std::uint32_t shift_ = 0;
  bool wide_ = false;  // summaries are of 32 bits an entry, because the first zone needs them
};

// Such that the finite bounds of a zone are told apart as well as seven bits can.
std::uint32_t summary_shift(const packed_t* zone, std::uint32_t dimension);
std::uint32_t summary_shift(ConstMatrix zone);

}  // namespace orbita
