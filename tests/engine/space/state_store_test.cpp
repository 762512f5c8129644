#include "engine/space/state_store.h"

#include <random>

#include "tests/engine/space/space_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const std::string counters = R"(
  int[0,9] a, b; clock x, y;
  process P() { state A, B; init A;
    trans A -> B { guard x >= 2; assign b = a; }, B -> A { guard y >= 3 && b == 1; assign x = 0, y = 0; }; }
  system P;)";

}  // namespace

TEST_CASE("equal rows have equal ids, and an id gives its row back") {
  const SpaceInput input(counters);
  StateStore store = input.store(false);
  const std::uint32_t seed = first_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::map<std::vector<std::int32_t>, StateId> known;
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::int32_t> row = input.network.initial_values();
    row[0] = static_cast<std::int32_t>(random() % 2);
    for (const char* name : {"a", "b"}) input.model.at(row, name) = static_cast<std::int32_t>(random() % 10);
    const StateId id = store.intern(row);
    const auto [it, is_new] = known.try_emplace(row, id);
    REQUIRE(it->second == id);
    std::vector<std::int32_t> back(store.row_size());
    store.values(id, back);
    REQUIRE(back == row);
    REQUIRE(store.size() == known.size());
  }
  CHECK(known.size() > 150);
}

TEST_CASE("the shape of a state has the clocks that are active in its location") {
  const SpaceInput input(counters);
  StateStore reduced = input.store(true), all = input.store(false);
  std::vector<std::int32_t> row = input.network.initial_values();
  const std::uint32_t x = input.model.clock("x").value, y = input.model.clock("y").value;
  CHECK(reduced.shape(reduced.normalised(row)).clock_list() == std::vector<std::uint32_t>{x, y});
  row[0] = 1;  // in B, x is reset before it is tested
  CHECK(reduced.shape(reduced.normalised(row)).clock_list() == std::vector<std::uint32_t>{y});
  CHECK(all.shape(all.intern(row)).clock_list() == std::vector<std::uint32_t>{x, y});
  CHECK(reduced.shape_id(reduced.normalised(row)) == reduced.shape_of_row(row));
}

TEST_CASE("rows that differ in dead data only are one state") {
  const SpaceInput input(counters);
  StateStore reduced = input.store(true), all = input.store(false);
  std::vector<std::int32_t> first = input.network.initial_values(), second = first;
  input.model.at(second, "b") = 7;  // in A, b is written before it is read
  CHECK(reduced.normalised(first) == reduced.normalised(second));
  CHECK(all.normalised(first) != all.normalised(second));
  input.model.at(second, "a") = 7;
  CHECK(reduced.normalised(first) != reduced.normalised(second));
}
