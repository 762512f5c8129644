// The zones of one discrete state where they are many, side by side in memory.
//
// Interleavings of independent resets lead to n! zones, and every new one has to be compared with all. Each
// zone has a summary of eight of its entries; a pair whose summaries are out of order cannot cover each other,
// and most pairs are told apart that way without touching the zones. Which entries these are is chosen anew whenever
// the number of members has doubled, by looking at some of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/search/coverage.h"
#include "engine/search/summary.h"

namespace orbita {

// Members are numbered from the oldest. What is looked through lies apart from what is only looked up: scanning
// for a zone or a summary reads nothing else, several of them at a time.
class Antichain {
 public:
  static constexpr std::size_t bytes_per_member = 2 * sizeof(std::uint32_t) + 2 * sizeof(Summary);
  std::size_t size() const { return zones_.size(); }
  NodeId node(std::size_t member) const { return nodes_[member]; }
  std::size_t memory() const { return sizeof(Antichain) + zones_.capacity() * bytes_per_member; }

  bool contains(ZoneId zone) const;
  // About the zone the probe was prepared for: does a member cover it, which members does it cover, add it.
  bool covers(CoverProbe& probe) const;
  // The node of a member that covers it and that is wanted, or none.
  NodeId find_covering(CoverProbe& probe, const std::function<bool(NodeId node)>& is_wanted) const;
  void drop_covered(CoverProbe& probe, const std::function<void(NodeId node)>& dropped);
  void add(CoverProbe& probe, NodeId node);

 private:
  Summary entries_of(const CoverProbe& probe) const;
  Summary least_of(CoverProbe& probe) const;
  void choose_entries(CoverProbe& probe);
  void keep(std::size_t to, std::size_t from);

  std::vector<NodeId> nodes_;
  std::vector<ZoneId> zones_;
  std::vector<Summary> entries_;  // what the zones hold
  std::vector<Summary> probes_;   // what a zone that covers them must hold at least
  SummaryPlan plan_;
  std::uint32_t next_choice_ = 4;  // number of members at which the entries are chosen again
  bool wide_ = false;              // summaries are of 32 bits an entry, because a zone needs them
};

}  // namespace orbita
