#include "engine/team/member.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>

namespace orbita {

namespace {

std::int32_t word(std::uint64_t low_half) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(low_half)); }

std::uint32_t number(std::int32_t from_word) { return static_cast<std::uint32_t>(from_word); }

// Of a report: lags, stored, wasted; then a word for each goal, then the keys.
constexpr std::size_t fixed_words = 3;

}  // namespace

void append_state(Transport::Words& words, StateSpace& space, const SymbolicState& state, Zone& room) {
  const std::size_t at = words.size();
  words.resize(at + space.row_size());
  space.values(state.discrete, std::span(words).subspan(at));
  const ConstMatrix zone = space.zones().load(state.zone, room);
  words.push_back(word(zone.dimension));
  words.insert(words.end(), zone.data, zone.data + zone.size());
}

SymbolicState read_state(std::span<const std::int32_t>& words, StateSpace& space) {
  assert(words.size() > space.row_size());
  const std::span<const std::int32_t> row = words.first(space.row_size());
  words = words.subspan(row.size());
  const ConstMatrix zone(words.data() + 1, number(words[0]));
  words = words.subspan(1 + zone.size());
  return space.adopt(row, zone);
}

TeamMember::TeamMember(Transport& transport, StateSpace& space)
    : transport_(transport),
      space_(space),
      outboxes_(transport.size()),
      recently_sent_(recent_size),
      row_(space.row_size()) {
  assert(transport.size() <= most_members);
}

unsigned TeamMember::owner_of(StateId discrete) {
  constexpr std::uint8_t unknown = 0xFF;
  while (owner_.size() <= discrete.value) owner_.push_back(unknown);
  if (owner_[discrete] == unknown) {
    space_.values(discrete, row_);
    owner_[discrete] =
        static_cast<std::uint8_t>(XXH3_64bits(row_.data(), row_.size() * sizeof(row_[0])) % transport_.size());
    owned_ += owner_[discrete] == index() ? 1 : 0;
  }
  return owner_[discrete];
}

void TeamMember::offer(const SymbolicState& state, std::uint64_t key, NodeId parent) {
  const unsigned to = owner_of(state.discrete);
  if (to == index()) {
    found_.push_back({state, key, parent, index()});
    return;
  }
  const std::uint64_t mixed = (std::uint64_t{state.discrete.value} << 32 | state.zone.value) * 0x9E3779B97F4A7C15ull;
  SymbolicState& recent = recently_sent_[mixed >> 40 & (recent_size - 1)];
  if (recent == state) return;
  recent = state;
  Transport::Words& words = outboxes_[to];
  const std::size_t before = words.size();
  for (const std::uint64_t part : {std::uint64_t{parent.value}, key >> 32, key}) words.push_back(word(part));
  append_state(words, space_, state, room_);
  words_ += words.size() - before;
}

const std::vector<TeamMember::Found>& TeamMember::collect() {
  const std::span<const std::span<const std::int32_t>> inbox = transport_.exchange(outboxes_);
  if (transport_.has_ended()) return found_;
  for (unsigned from = 0; from < inbox.size(); ++from) {
    for (std::span<const std::int32_t> words = inbox[from]; !words.empty();) {
      Found found;
      found.member = from;
      found.parent = NodeId{number(words[0])};
      found.key = std::uint64_t{number(words[1])} << 32 | number(words[2]);
      words = words.subspan(3);
      found.state = read_state(words, space_);
      [[maybe_unused]] const unsigned owner = owner_of(found.state.discrete);  // counts it
      assert(owner == index() && from != index() && "states are sent to their owners");
      found_.push_back(found);
    }
  }
  std::ranges::sort(found_, {}, &Found::key);
  return found_;
}

void TeamMember::write_report(const Report& report) {
  report_ = {is_full() ? 1u : 0u, report.stored, report.wasted};
  report_.insert(report_.end(), report.decided.begin(), report.decided.end());
  report_.insert(report_.end(), report.made.begin(), report.made.end());
}

TeamMember::Ranks TeamMember::rank(const Report& report) {
  write_report(report);
  found_.clear();
  Ranks ranks;
  const std::span<const std::span<const std::uint64_t>> reports = transport_.all_gather(report_);
  if (transport_.has_ended()) return ranks;
  for (Transport::Words& words : outboxes_) words.clear();  // all have read them
  words_ = 0;
  const std::vector<std::uint64_t>& made = report.made;
  const std::size_t goals = report.decided.size();
  std::vector<bool> decided(goals, false);
  ranks.own.resize(made.size());
  for (std::size_t i = 0; i < made.size(); ++i) ranks.own[i] = static_cast<std::uint32_t>(ranked_ + i);
  for (unsigned member = 0; member < reports.size(); ++member) {
    assert(reports[member].size() >= fixed_words + goals);
    const std::span<const std::uint64_t> theirs = reports[member].subspan(fixed_words + goals);
    assert(std::ranges::is_sorted(theirs) && "nodes are made in the order of their keys");
    ranked_ += theirs.size();
    ranks.any_lags |= reports[member][0] != 0;
    ranks.stored += reports[member][1];
    ranks.wasted += reports[member][2];
    for (std::size_t g = 0; g < goals; ++g) decided[g] = decided[g] || reports[member][fixed_words + g] != 0;
    if (member == index()) continue;
    std::size_t before = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
      while (before < theirs.size() && theirs[before] < made[i]) ++before;
      ranks.own[i] += static_cast<std::uint32_t>(before);
    }
  }
  ranks.all = ranked_;
  ranks.all_decided = goals > 0 && std::ranges::all_of(decided, [](bool is) { return is; });
  return ranks;
}

std::size_t TeamMember::memory() const {
  return words_ * sizeof(std::int32_t) + found_.capacity() * sizeof(Found) + owner_.memory() +
         recent_size * sizeof(SymbolicState);
}

}  // namespace orbita
