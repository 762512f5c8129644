// The store: covering, dropping, joining, paths.
#include "engine/search/passed.h"

#include <catch2/catch.hpp>

#include "tests/engine/search/fake_space.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Store {
  explicit Store(Subsumption kind = Subsumption::inclusion, Joining joining = Joining::off)
      : coverage(kind, {}), passed(space, coverage, joining) {}
  std::optional<NodeId> add(int location, int low, int high, NodeId parent = none) {
    return passed.add(space.state(location, low, high), parent);
  }
  FakeSpace space{{}};
  Coverage coverage;
  Passed passed;
};

}  // namespace

TEST_CASE("a covered state is not stored and a larger one replaces others") {
  Store store;
  REQUIRE(store.add(1, 2, 5));
  CHECK(!store.add(1, 2, 5));
  CHECK(!store.add(1, 3, 4));
  CHECK(store.add(2, 3, 4));
  const std::optional<NodeId> large = store.add(1, 0, 9);
  REQUIRE(large);
  CHECK(store.passed.is_covered(NodeId{0}));
  CHECK(store.passed.stored() == 2);
  CHECK(store.passed.wasted() == 0);
}

TEST_CASE("an expanded node that is covered later is counted as wasted") {
  Store store;
  store.add(1, 2, 5);
  store.passed.mark_expanded(NodeId{0});
  store.add(1, 0, 9);
  CHECK(store.passed.wasted() == 1);
}

TEST_CASE("with equality only the same zone covers") {
  Store store(Subsumption::equality);
  store.add(1, 2, 5);
  CHECK(store.add(1, 3, 4));
  CHECK(!store.add(1, 3, 4));
  CHECK(store.passed.stored() == 2);
}

TEST_CASE("zones whose union is a zone are joined when told to") {
  Store store(Subsumption::inclusion, Joining::always);
  store.add(1, 0, 3);
  const std::optional<NodeId> joined = store.add(1, 3, 6);
  REQUIRE(joined);
  CHECK(store.passed.stored() == 1);
  CHECK(SymbolicState{store.passed[*joined].discrete, store.passed[*joined].zone} == store.space.state(1, 0, 6));
  REQUIRE(store.passed.parts_of(*joined));
  CHECK(!store.passed.parts_of(NodeId{0}));
  CHECK(store.add(1, 8, 9));  // a gap
  CHECK(store.passed.stored() == 2);
}

TEST_CASE("a hull includes all zones met") {
  Store store(Subsumption::inclusion, Joining::hull);
  store.add(1, 0, 1);
  const std::optional<NodeId> hull = store.add(1, 8, 9);
  REQUIRE(hull);
  CHECK(store.passed[*hull].zone == store.space.state(1, 0, 9).zone);
  CHECK(!store.add(1, 4, 5));
}

TEST_CASE("many zones of one state stay an antichain") {
  Store store;
  for (int low = 0; low < 60; ++low) CHECK(store.add(1, low, low + 30));
  CHECK(store.passed.stored() == 60);
  for (int low = 0; low < 60; ++low) CHECK(!store.add(1, low + 1, low + 29));
  CHECK(store.add(1, 10, 89));
  CHECK(store.passed.stored() == 11);  // 0 … 9 are left, and the new one
}

TEST_CASE("paths lead from the first node to the last by parents") {
  Store store;
  store.add(0, 0, 0);
  store.add(1, 0, 0, NodeId{0});
  store.add(2, 0, 0, NodeId{1});
  store.add(1, 0, 9, NodeId{0});  // covers node 1, through which the path leads
  const std::vector<SymbolicState> path = store.passed.path_to(NodeId{2});
  REQUIRE(path.size() == 3);
  CHECK(store.space.location(path[0]) == 0);
  CHECK(path[1] == store.space.state(1, 0, 0));
  CHECK(store.space.location(path[2]) == 2);
}
