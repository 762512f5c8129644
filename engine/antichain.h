// The zones of one discrete state where they are many, side by side in memory.
//
// Interleavings of independent resets lead to n! zones, and every new one has to be compared with all. Each
// zone has a summary of eight of its entries; a pair whose summaries are out of order cannot cover each other,
// and most pairs are told apart that way without touching the zones.
#pragma once

#include <cstddef>
#include <cstdint>
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
  // Entries are divided by 2^shift.
  static Summary of(const packed_t* entries, std::uint32_t dimension, std::uint32_t shift);

  // No entry is above that of `other`.
  constexpr bool is_below(Summary other) const {
    constexpr std::uint64_t tops = 0x8080808080808080ull;
    return (((other.bytes_ | tops) - bytes_) & tops) == tops;
  }

 private:
  explicit constexpr Summary(std::uint64_t bytes) : bytes_(bytes) {}
  std::uint64_t bytes_ = 0;
};

class Antichain {
 public:
  struct Member {
    std::uint32_t node = 0, zone = 0;
    Summary entries;  // what the zone holds
    Summary probe;    // what a zone that covers it must hold at least
  };
  const std::vector<Member>& members() const { return members_; }  // the newest last
  std::size_t memory() const { return sizeof(Antichain) + members_.capacity() * sizeof(Member); }

  bool contains(std::uint32_t zone) const;
  // About the zone the probe was prepared for: does a member cover it, which members does it cover, add it.
  bool covers(CoverProbe& probe) const;
  template <class Dropped>
  void drop_covered(CoverProbe& probe, Dropped&& dropped) {  // dropped(member) is told of each
    const Summary most = entries_of(probe);
    std::erase_if(members_, [&](const Member& m) {
      if (!m.probe.is_below(most) || !probe.covers(m.zone)) return false;
      dropped(m);
      return true;
    });
  }
  void add(const CoverProbe& probe, std::uint32_t node);

 private:
  Summary entries_of(const CoverProbe& probe) const;
  Summary least_of(const CoverProbe& probe) const;

  std::vector<Member> members_;
  std::uint32_t shift_ = 0;
};

// Such that the finite bounds of a zone are told apart as well as seven bits can.
std::uint32_t summary_shift(const packed_t* zone, std::uint32_t dimension);

}  // namespace orbita
