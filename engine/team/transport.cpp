#include "engine/team/transport.h"

#include <cassert>

namespace orbita {

ThreadTeam::ThreadTeam(unsigned members) : boards_(members), tallies_(members) {
  for (unsigned i = 0; i < members; ++i) ends_.emplace_back(*this, i);
}

void ThreadTeam::end() {
  ended_ = true;
  { const std::lock_guard guard(lock_); }  // a member that has looked at ended_ before is waiting now
  all_here_.notify_all();
}

void ThreadTeam::meet() {
  std::unique_lock guard(lock_);
  if (++arrived_ == size()) {
    arrived_ = 0;
    ++meetings_;
    all_here_.notify_all();
    return;
  }
  all_here_.wait(guard, [&, meeting = meetings_] { return meetings_ != meeting || has_ended(); });
}

std::span<const std::span<const std::int32_t>> ThreadTeam::ThreadTransport::exchange(
    const std::vector<Words>& outboxes) {
  assert(outboxes.size() == size());
  team_.boards_[index_].outboxes = &outboxes;
  team_.meet();
  inbox_.clear();
  if (has_ended()) return inbox_;
  for (const Board& board : team_.boards_) inbox_.push_back((*board.outboxes)[index_]);
  return inbox_;
}

std::span<const std::span<const std::uint64_t>> ThreadTeam::ThreadTransport::all_gather(const Keys& own) {
  team_.boards_[index_].keys = &own;
  team_.meet();
  gathered_.clear();
  if (has_ended()) return gathered_;
  for (const Board& board : team_.boards_) gathered_.emplace_back(*board.keys);
  return gathered_;
}

Progress ThreadTeam::ThreadTransport::sum(const Progress& own) {
  constexpr auto relaxed = std::memory_order_relaxed;
  Tally& tally = team_.tallies_[index_];
  tally.stored.store(own.stored, relaxed);
  tally.explored.store(own.explored, relaxed);
  tally.waiting.store(own.waiting, relaxed);
  tally.transitions.store(own.transitions, relaxed);
  tally.memory.store(own.memory, relaxed);
  Progress all;
  for (const Tally& member : team_.tallies_) {
    all.stored += member.stored.load(relaxed);
    all.explored += member.explored.load(relaxed);
    all.waiting += member.waiting.load(relaxed);
    all.transitions += member.transitions.load(relaxed);
    all.memory += member.memory.load(relaxed);
  }
  return all;
}

}  // namespace orbita
