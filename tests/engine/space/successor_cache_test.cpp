#include "engine/space/successor_cache.h"

#include <deque>
#include <limits>

#include "tests/engine/space/space_fixture.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("the cache policy as a table") {
  const CachePolicy policy;
  struct Often {
    std::uint8_t asked;
    std::uint64_t expansions;
    std::uint32_t states;
    bool expected;
  };
  for (const Often& row : std::vector<Often>{{0, 0, 1, false},
                                             {1, 100, 100, false},
                                             {2, 100, 100, true},
                                             {0, 200, 100, false},
                                             {0, 201, 100, true},
                                             {0, std::uint64_t{1} << 33, UINT32_MAX, true}}) {
    CAPTURE(row.asked, row.expansions, row.states);
    CHECK(policy.is_often(row.asked, row.expansions, row.states) == row.expected);
  }
  struct Lists {
    bool splits_broadcasts, is_filtered;
    std::uint32_t dimension;
    bool expected;
  };
  for (const Lists& row : std::vector<Lists>{{false, false, 50, true},
                                             {false, true, 7, true},
                                             {false, true, 8, false},
                                             {true, false, 2, false},
                                             {true, true, 2, false}}) {
    CAPTURE(row.splits_broadcasts, row.is_filtered, row.dimension);
    CHECK(policy.uses_lists(row.splits_broadcasts, row.is_filtered, row.dimension) == row.expected);
  }
  struct Remembers {
    std::uint32_t dimension, zones, states;
    bool expected;
  };
  for (const Remembers& row : std::vector<Remembers>{
           {6, 10, 161, true}, {6, 10, 160, false}, {5, 10, 161, false}, {12, UINT32_MAX, UINT32_MAX, false}}) {
    CAPTURE(row.dimension, row.zones, row.states);
    CHECK(policy.remembers(row.dimension, row.zones, row.states) == row.expected);
  }
}

TEST_CASE("a list is kept the third time it is offered") {
  SuccessorCache cache;
  const std::vector<Successor> list{{StateId{1}, OpId{2}, none, none}, {none, OpId{3}, none, none}};
  std::vector<Successor> found;
  const StateId state{7};
  for (int times = 0; times < 2; ++times) {
    cache.offer(state, list, 100);
    CHECK_FALSE(cache.find(state, found));
  }
  CHECK(cache.is_often(state, 100));
  cache.offer(state, list, 100);
  REQUIRE(cache.find(state, found));
  CHECK(found == list);
  CHECK_FALSE(cache.find(StateId{8}, found));
}

TEST_CASE("expansions without a list count, and lists end at the limit of memory") {
  CachePolicy policy;
  policy.most_list_bytes = 0;
  SuccessorCache full(policy), cache;
  std::vector<Successor> found;
  for (SuccessorCache* c : {&full, &cache}) {
    c->count(StateId{3});
    c->count(StateId{3});
    c->offer(StateId{3}, {}, 100);
  }
  CHECK(cache.find(StateId{3}, found));
  CHECK_FALSE(full.find(StateId{3}, found));
}

TEST_CASE("targets do not depend on what is kept") {
  CachePolicy at_once, never, remembering;
  at_once.times_uncached = 0;
  never.times_uncached = UINT8_MAX - 1;
  never.expansions_per_state = UINT32_MAX;
  never.remembered_dimension = UINT32_MAX;
  remembering = never;
  remembering.remembered_dimension = 0;
  remembering.states_per_zone = 0;
  for (const std::string* text : {&symmetric_fischer, &symmetric_two_clocks, &symmetric_references}) {
    for (const SymmetryChoice symmetry : {SymmetryChoice::off, SymmetryChoice::automatic, SymmetryChoice::enumerate}) {
      CAPTURE(*text, static_cast<int>(symmetry));
      const SpaceInput input(*text, symmetry);
      std::vector<std::unique_ptr<ZoneGraph>> graphs;
      for (const CachePolicy& policy : {at_once, never, remembering, CachePolicy{}}) {
        graphs.push_back(input.graph({}, policy));
      }
      // Breadth first through the first graph; the others adopt each state. Lists know less than a zone about which
      // transitions a twin's stand for, so targets are compared as sets.
      std::vector<SymbolicState> waiting{graphs[0]->initial().value()}, targets;
      for (std::size_t n = 0; n < waiting.size() && n < 200; ++n) {
        std::vector<std::int32_t> row(graphs[0]->row_size());
        graphs[0]->values(waiting[n].discrete, row);
        const Zone zone = graphs[0]->zones().zone(waiting[n].zone);
        std::set<Contents> expected;
        graphs[0]->expand(waiting[n], targets);
        for (const SymbolicState& target : targets) {
          expected.insert(contents(*graphs[0], target));
          if (std::find(waiting.begin(), waiting.end(), target) == waiting.end()) waiting.push_back(target);
        }
        for (std::size_t k = 1; k < graphs.size(); ++k) {
          graphs[k]->expand(graphs[k]->adopt(row, zone.view()), targets);
          std::set<Contents> found;
          for (const SymbolicState& target : targets) found.insert(contents(*graphs[k], target));
          CAPTURE(n, k);
          REQUIRE(found == expected);
        }
      }
      CHECK(waiting.size() > 10);
    }
  }
}
