#include "engine/team/team.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace orbita {

// ------------------------------------------------------------------- the team

Team::Team(unsigned members, std::size_t goals)
    : boards_(members), tallies_(members), decided_(goals), open_goals_(goals) {
  assert(members <= most_members);
  for (Board& board : boards_) board.states.resize(members);
}

void Team::end() {
  ended_ = true;
  { const std::lock_guard guard(lock_); }  // whoever has looked at ended_ before is waiting now
  all_here_.notify_all();
}

void Team::decide(std::size_t goal) {
  const std::lock_guard guard(lock_);
  if (decided_[goal]) return;
  decided_[goal] = true;
  --open_goals_;
}

bool Team::meet() {
  std::unique_lock guard(lock_);
  if (++arrived_ == size()) {
    all_decided_ = !decided_.empty() && open_goals_ == 0;
    arrived_ = 0;
    ++meetings_;
    all_here_.notify_all();
    return all_decided_;
  }
  all_here_.wait(guard, [&, meeting = meetings_] { return meetings_ != meeting || has_ended(); });
  return all_decided_;  // stays until everybody has come again
}

// ------------------------------------------------------------------ its members

TeamMember::TeamMember(Team& team, unsigned index, Graph& graph)
    : team_(team),
      index_(index),
      graph_(graph),
      board_(team.boards_[index]),
      recently_sent_(recent_size),
      row_(graph.network().value_count()) {}

unsigned TeamMember::owner_of(StateId discrete) {
  constexpr std::uint8_t unknown = 0xFF;
  while (owner_.size() <= discrete.value) owner_.push_back(unknown);
  if (owner_[discrete] == unknown) {
    graph_.values(discrete, row_);
    owner_[discrete] =
        static_cast<std::uint8_t>(XXH3_64bits(row_.data(), row_.size() * sizeof(row_[0])) % team_.size());
    owned_ += owner_[discrete] == index_ ? 1 : 0;
  }
  return owner_[discrete];
}

void TeamMember::offer(const SymbolicState& state, std::uint64_t key, NodeId parent) {
  const unsigned to = owner_of(state.discrete);
  if (to == index_) {
    found_.push_back({state, key, parent, index_});
    return;
  }
  const std::uint64_t mixed = (std::uint64_t{state.discrete.value} << 32 | state.zone.value) * 0x9E3779B97F4A7C15ull;
  SymbolicState& recent = recently_sent_[mixed >> 40 & (recent_size - 1)];
  if (recent == state) return;
  recent = state;
  graph_.values(state.discrete, row_);
  const ConstMatrix zone = graph_.zones().load(state.zone, room_);
  Team::Words& words = board_.states[to];
  for (const std::uint64_t word : {std::uint64_t{parent.value}, key >> 32, key & 0xFFFFFFFFu}) {
    words.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(word)));
  }
  words.insert(words.end(), row_.begin(), row_.end());
  words.push_back(static_cast<std::int32_t>(zone.dimension));
  words.insert(words.end(), zone.data, zone.data + zone.size());
  words_ += 4 + row_.size() + zone.size();
}

TeamMember::Found TeamMember::read(const std::int32_t*& at, unsigned from) {
  Found found;
  found.member = from;
  found.parent = NodeId{static_cast<std::uint32_t>(at[0])};
  found.key = std::uint64_t{static_cast<std::uint32_t>(at[1])} << 32 | static_cast<std::uint32_t>(at[2]);
  const std::span<const std::int32_t> row(at + 3, row_.size());
  at += 3 + row.size();
  const ConstMatrix zone(at + 1, static_cast<std::uint32_t>(*at));
  at += 1 + zone.size();
  found.state = graph_.adopt(row, zone);
  owner_of(found.state.discrete);  // counts it
  return found;
}

const std::vector<TeamMember::Found>& TeamMember::collect() {
  team_.meet();
  if (team_.has_ended()) return found_;
  for (unsigned from = 0; from < team_.size(); ++from) {
    const Team::Words& words = team_.boards_[from].states[index_];
    for (const std::int32_t* at = words.data(); at != words.data() + words.size();) found_.push_back(read(at, from));
  }
  std::ranges::sort(found_, {}, &Found::key);
  return found_;
}

// A node's rank is how many were made before it, by anybody.
TeamMember::Ranks TeamMember::rank(const std::vector<std::uint64_t>& made, std::uint64_t stored, std::uint64_t wasted) {
  board_.made = made;
  board_.stored = stored;
  board_.wasted = wasted;
  board_.lags = is_full();
  found_.clear();
  Ranks ranks;
  ranks.all_decided = team_.meet();
  if (team_.has_ended()) return ranks;
  for (Team::Words& words : board_.states) words.clear();  // all have read them
  words_ = 0;
  ranks.own.resize(made.size());
  for (std::size_t i = 0; i < made.size(); ++i) ranks.own[i] = static_cast<std::uint32_t>(ranked_ + i);
  for (unsigned member = 0; member < team_.size(); ++member) {
    const Team::Board& board = team_.boards_[member];
    const std::vector<std::uint64_t>& theirs = board.made;
    ranked_ += theirs.size();
    ranks.anybody_lags |= board.lags;
    ranks.stored += board.stored;
    ranks.wasted += board.wasted;
    if (member == index_) continue;
    std::size_t before = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
      while (before < theirs.size() && theirs[before] < made[i]) ++before;
      ranks.own[i] += static_cast<std::uint32_t>(before);
    }
  }
  ranks.all = ranked_;
  return ranks;
}

std::size_t TeamMember::memory() const {
  return words_ * sizeof(std::int32_t) + found_.capacity() * sizeof(Found) + owner_.memory() +
         recent_size * sizeof(SymbolicState);
}

Progress TeamMember::total(const Progress& mine) {
  constexpr auto relaxed = std::memory_order_relaxed;
  Team::Tally& tally = team_.tallies_[index_];
  tally.stored.store(mine.stored, relaxed);
  tally.explored.store(mine.explored, relaxed);
  tally.waiting.store(mine.waiting, relaxed);
  tally.transitions.store(mine.transitions, relaxed);
  tally.memory.store(mine.memory, relaxed);
  Progress all;
  for (const Team::Tally& member : team_.tallies_) {
    all.stored += member.stored.load(relaxed);
    all.explored += member.explored.load(relaxed);
    all.waiting += member.waiting.load(relaxed);
    all.transitions += member.transitions.load(relaxed);
    all.memory += member.memory.load(relaxed);
  }
  return all;
}

}  // namespace orbita
