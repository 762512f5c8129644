#include "engine/team/distributed.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <thread>

#include "parser/work_limits.h"

namespace orbita {

// ------------------------------------------------------------------- one member

MemberSearch::MemberSearch(Transport& transport, StateSpace& space, GoalTester& tester, const Coverage& coverage,
                           const TeamOptions& options)
    : options_(options),
      store_(space, tester, coverage, options.joining),
      waiting_(store_.passed()),
      member_(transport, space) {
  waiting_.stop_before(own_end_);
}

std::size_t MemberSearch::memory() const {
  return store_.memory() + waiting_.memory() + member_.memory() + parent_members_.memory() + ranks_.memory();
}

SearchOutcome MemberSearch::run(Goals& goals, const Limits& limits, Companion* companion) {
  Watch watch(limits);
  SearchOutcome outcome;
  const std::optional<SymbolicState> initial = store_.space().initial();
  if (initial && member_.owns(initial->discrete)) member_.offer(*initial, 0, none);
  for (;;) {
    const std::optional<NodeId> node = member_.is_full() ? std::nullopt : waiting_.pop();
    if (!node && end_round(goals, outcome)) continue;
    if (!node) break;
    ++outcome.explored;
    if (!within_limits(outcome, [&] { return expand(*node, goals, outcome); })) break;
    const Passed& passed = store_.passed();
    const Progress progress = member_.transport().sum(
        {passed.stored(), outcome.explored, passed.size() - outcome.explored, outcome.transitions, memory(), 0});
    if (watch.check(progress) != StopReason::none) break;
    const auto accompany = [&] {
      companion->step(progress, goals, limits);
      return true;
    };
    if (companion != nullptr && !within_limits(outcome, accompany)) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && !outcome.error;
  outcome.seconds = watch.seconds();
  if (!outcome.complete) member_.transport().end();
  return outcome;
}

// False when a runtime error ends the run.
bool MemberSearch::expand(NodeId node, Goals& goals, SearchOutcome& outcome) {
  bool goes_on = true;
  store_.expand(node, outcome.explored, goals, [&](const std::vector<SymbolicState>& targets) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      poll_limits();
      ++outcome.transitions;
      if (targets[i].discrete != none) {
        member_.offer(targets[i], TeamMember::key(ranks_[node], i), node);
      } else if (!options_.past_errors) {
        outcome.error = {node, member_.index()};
        goes_on = false;
        return;
      }
    }
  });
  return goes_on;
}

// Adds what was found in the round. False when the run ends.
bool MemberSearch::end_round(Goals& goals, SearchOutcome& outcome) {
  TeamMember::Report report;
  const bool goes_on = within_limits(outcome, [&] {
    for (const TeamMember::Found& found : member_.collect()) add(found, goals, report.made);
    return true;
  });
  if (!goes_on || member_.transport().has_ended()) return false;
  for (const Goal& goal : goals) report.decided.push_back(!goal.is_open());
  report.stored = store_.passed().stored();
  report.wasted = store_.passed().wasted();
  const TeamMember::Ranks ranks = member_.rank(report);
  for (const std::uint32_t rank : ranks.own) ranks_.push_back(rank);
  if (member_.transport().has_ended() || ranks.all_decided) return false;
  assert(ranks_.size() == store_.passed().size() && parent_members_.size() == ranks_.size());
  return begin_round(ranks);
}

void MemberSearch::add(const TeamMember::Found& found, Goals& goals, std::vector<std::uint64_t>& made) {
  if (const std::optional<StoredSearch::Added> added = store_.add(found.state, found.parent)) {
    store_.goal_check().test(goals, store_.state(added->node), added->node);
    waiting_.push(added->node, {added->covers_expanded});
  }
  // Joining makes further nodes; the parent of a joined node is the part that was found here.
  for (std::uint32_t from = found.member; parent_members_.size() < store_.passed().size(); from = member_.index()) {
    parent_members_.push_back(static_cast<std::uint8_t>(from));
    made.push_back(found.key);
  }
}

// False when nothing is left. States found in a round cover others only after it. Where that happens often, rounds are
// a small part of the nodes that wait.
bool MemberSearch::begin_round(const TeamMember::Ranks& ranks) {
  if (!ranks.any_lags) {
    if (ranks.all <= round_end_) return false;
    std::uint64_t length = options_.round;
    if (4 * ranks.wasted > ranks.stored) length = std::clamp<std::uint64_t>((ranks.all - round_end_) / 8, 1, length);
    round_end_ = std::min(round_end_ + length, ranks.all);
  }
  assert(round_end_ <= ranks.all);
  while (own_end_ < ranks_.end() && ranks_[own_end_] < round_end_) ++own_end_.value;
  waiting_.stop_before(own_end_);
  return true;
}

Transport::Words MemberSearch::parent_of(NodeId node) const {
  Transport::Words words{static_cast<std::int32_t>(parent_members_[node]),
                         static_cast<std::int32_t>(store_.passed()[node].parent.value)};
  Zone room;
  append_state(words, store_.space(), store_.state(node), room);
  return words;
}

// ------------------------------------------------------------------ all of them

DistributedExplorer::DistributedExplorer(unsigned members, StateSpace& first, GoalTester& tester,
                                         const MakeSpace& make_space, const Coverage& coverage,
                                         const TeamOptions& options, Companion* companion)
    : team_(members), companion_(companion) {
  members_.emplace_back(team_[0], first, tester, coverage, options);
  for (unsigned i = 1; i < members; ++i) {
    const TestedSpace& ground = grounds_.emplace_back(make_space());
    members_.emplace_back(team_[i], *ground.space, *ground.tester, coverage, options);
  }
}

SearchOutcome DistributedExplorer::run(Goals& goals, const Limits& limits) {
  Limits quiet = limits;  // one member shows progress, for all of them
  quiet.begin = nullptr;
  quiet.progress = nullptr;
  std::vector<Goals> own_goals(members_.size(), goals);
  std::vector<SearchOutcome> outcomes(members_.size());
  std::vector<std::exception_ptr> failures(members_.size());
  const auto run_member = [&](std::size_t m) {
    const Limits& within = m == 0 ? limits : quiet;
    const LimitScope scope(within.work());
    try {
      outcomes[m] = members_[m].run(own_goals[m], within, m == 0 ? companion_ : nullptr);
    } catch (...) {
      failures[m] = std::current_exception();
      team_[static_cast<unsigned>(m)].end();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t m = 1; m < members_.size(); ++m) threads.emplace_back([&, m] { run_member(m); });
    run_member(0);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  SearchOutcome all = outcomes[0];
  Goals merged = own_goals[0];
  for (std::uint32_t member = 1; member < outcomes.size(); ++member) {
    const SearchOutcome& theirs = outcomes[member];
    if (all.stop.empty()) all.stop = theirs.stop;
    if (!all.error) all.error = theirs.error;
    all.complete &= theirs.complete;
    all.explored += theirs.explored;
    all.transitions += theirs.transitions;
    merge(merged, own_goals[member], member);
  }
  all.must_run_alone =
      all.error.has_value() || std::ranges::any_of(merged, [](const Goal& goal) { return bool{goal.failure}; });
  if (!all.must_run_alone) goals = std::move(merged);
  return all;
}

std::uint32_t DistributedExplorer::rank_of(const Goal& goal) const {
  return !goal.hit || goal.hit->dive ? none : members_[goal.hit->member].rank(goal.hit->node);
}

// Of several states that satisfy a goal, the one a single search would have met first counts. Dives have no rank.
void DistributedExplorer::merge(Goals& goals, const Goals& theirs, std::uint32_t member) const {
  assert(goals.size() == theirs.size());
  for (std::size_t g = 0; g < goals.size(); ++g) {
    Goal goal = goals[g], other = theirs[g];
    if (other.hit) other.hit->member = member;
    const bool undecided = goal.undecided || other.undecided;
    if (other.hit && (!goal.hit || rank_of(other) < rank_of(goal))) goal = other;
    goal.undecided = undecided && !goal.hit;
    goals.replace(g, goal);
  }
}

// Each step is a request to the member that has the node; the answer could come from another machine.
Explorer::Path DistributedExplorer::path_to(const Hit& hit) {
  Path path;
  Hit at = hit;
  while (at.node != none) {
    assert(at.member < members_.size());
    const Transport::Words answer = members_[at.member].parent_of(at.node);
    at = {NodeId{static_cast<std::uint32_t>(answer[1])}, static_cast<std::uint32_t>(answer[0])};
    std::span<const std::int32_t> state = std::span(answer).subspan(2);
    path.push_back(read_state(state, space_of(hit)));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

Statistics DistributedExplorer::statistics() const {
  Statistics statistics;
  std::uint64_t discrete_states = 0;
  for (const MemberSearch& member : members_) {
    member.store().add_to(statistics);
    statistics.bytes += member.memory();
    discrete_states += member.owned();
  }
  statistics.discrete_states = discrete_states;
  return statistics;
}

void DistributedExplorer::for_each_state(const Visit& visit) const {
  for (std::uint32_t m = 0; m < members_.size(); ++m) members_[m].store().for_each_state(visit, m);
}

void DistributedExplorer::for_some_states(std::uint64_t count, const Visit& visit) const {
  members_.front().store().for_some_states(count, visit);  // the others may be at work
}

void DistributedExplorer::for_each_space(const std::function<void(StateSpace&)>& visit) const {
  for (const MemberSearch& member : members_) visit(member.store().space());
}

}  // namespace orbita
