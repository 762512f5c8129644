// What the members of a team tell each other arrives, and ending a team wakes all.
#include "engine/team/transport.h"

#include <catch2/catch.hpp>
#include <thread>

using namespace orbita;

namespace {

template <class Work>
void with_members(unsigned members, Work work) {
  ThreadTeam team(members);
  std::vector<std::jthread> threads;
  for (unsigned m = 0; m < members; ++m) threads.emplace_back([&, m] { work(team[m]); });
}

}  // namespace

TEST_CASE("every member gets what the others sent to it, round by round") {
  constexpr unsigned members = 3;
  std::atomic<int> wrong = 0;
  // They have to live until all members have read them.
  std::vector<std::vector<Transport::Words>> all_outboxes(members, std::vector<Transport::Words>(members));
  std::vector<Transport::Keys> all_keys(members);
  with_members(members, [&](Transport& transport) {
    std::vector<Transport::Words>& outboxes = all_outboxes[transport.index()];
    Transport::Keys& keys = all_keys[transport.index()];
    for (int round = 0; round < 50; ++round) {
      for (unsigned to = 0; to < members; ++to) outboxes[to] = {round, static_cast<int>(10 * transport.index() + to)};
      const auto inbox = transport.exchange(outboxes);
      for (unsigned from = 0; from < members; ++from) {
        const bool right = inbox[from].size() == 2 && inbox[from][0] == round &&
                           inbox[from][1] == static_cast<int>(10 * from + transport.index());
        wrong += right ? 0 : 1;
      }
      keys.assign(transport.index() + 1, static_cast<std::uint64_t>(round));
      const auto all = transport.all_gather(keys);
      for (unsigned from = 0; from < members; ++from) {
        const bool right = all[from].size() == from + 1 && all[from][0] == static_cast<std::uint64_t>(round);
        wrong += right ? 0 : 1;
      }
    }
  });
  CHECK(wrong == 0);
}

TEST_CASE("progress is summed over all members") {
  ThreadTeam team(2);
  Progress mine;
  mine.stored = 5;
  mine.explored = 3;
  CHECK(team[0].sum(mine).stored == 5);
  CHECK(team[1].sum(mine).stored == 10);
  mine.stored = 6;
  CHECK(team[0].sum(mine).stored == 11);
  CHECK(team[0].sum(mine).explored == 6);
}

TEST_CASE("a member that ends the team wakes the ones that wait") {
  const std::vector<Transport::Words> outboxes(4);
  with_members(4, [&](Transport& transport) {
    if (transport.index() == 2) transport.end();
    else
      while (!transport.has_ended()) transport.exchange(outboxes);
  });
  SUCCEED();
}
