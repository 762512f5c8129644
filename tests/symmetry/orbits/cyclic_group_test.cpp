// Rotations against their definition: all images of a state, turn by turn.
#include "symmetry/orbits/cyclic_group.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "symmetry/orbits/cell_orbits.h"
#include "tests/sample.h"

using namespace orbita;

namespace {

// `ring` values that are turned, twice as many in blocks of two, one that holds one of them, and one that stays; a
// clock each and one that stays.
CyclicGroup::Turn turn_of(std::uint32_t ring, std::uint32_t shift) {
  CyclicGroup::Turn turn;
  for (std::uint32_t k = 0; k < ring; ++k) turn.values.push_back((k + shift) % ring);
  for (std::uint32_t k = 0; k < 2 * ring; ++k) turn.values.push_back(ring + (k + 2 * shift) % (2 * ring));
  const std::uint32_t held = 3 * ring;
  turn.values.insert(turn.values.end(), {held, held + 1});
  turn.contents.push_back({held, 5, {}});
  for (std::uint32_t k = 0; k < ring; ++k)
    turn.contents[0].images.push_back(5 + static_cast<std::int32_t>((k + shift) % ring));
  for (std::uint32_t k = 0; k < ring; ++k) {  // ids inside of what is turned
    turn.contents.push_back({k, 0, {}});
    for (std::uint32_t e = 0; e < ring; ++e)
      turn.contents.back().images.push_back(static_cast<std::int32_t>((e + shift) % ring));
  }
  turn.clocks.push_back(0);
  for (std::uint32_t k = 0; k < ring; ++k) turn.clocks.push_back(1 + (k + shift) % ring);
  turn.clocks.push_back(ring + 1);
  return turn;
}

struct TurnedState {
  std::vector<std::int32_t> values;
  std::vector<std::uint32_t> active;
  Zone zone;
};

using Image = std::vector<std::int32_t>;

Image image_of(const CyclicGroup& group, std::uint32_t power, TurnedState state) {
  group.apply(power, state.values);
  group.apply(power, state.active, state.zone);
  Image image = state.values;
  image.insert(image.end(), state.active.begin(), state.active.end());
  const ConstMatrix m = state.zone.view();
  for (std::uint32_t x = 0; x < m.dimension; ++x) image.insert(image.end(), m.row(x), m.row(x) + m.dimension);
  return image;
}

// Active clocks must depend on values alone, and be turned with them: those whose first value of the block is 0.
TurnedState random_state(std::uint32_t ring, std::mt19937& random) {
  TurnedState state;
  for (std::uint32_t k = 0; k < ring; ++k) state.values.push_back(static_cast<std::int32_t>(random() % (ring + 1)) - 1);
  for (std::uint32_t k = 0; k < 2 * ring; ++k) state.values.push_back(static_cast<std::int32_t>(random() % 2));
  state.values.push_back(5 + static_cast<std::int32_t>(random() % (ring + 1)) -
                         static_cast<std::int32_t>(random() % 2));
  state.values.push_back(static_cast<std::int32_t>(random() % 3));
  for (std::uint32_t k = 0; k < ring; ++k) {
    if (state.values[ring + 2 * k] == 0) state.active.push_back(k + 1);
  }
  if (random() % 2 == 0) state.active.push_back(ring + 1);
  const auto dimension = static_cast<std::uint32_t>(state.active.size() + 1);
  state.zone = Zone::zero(dimension);
  state.zone.delay();
  for (std::uint32_t x = 1; x < dimension; ++x) {
    if (random() % 2 == 0) {
      state.zone.reset(ClockIndex{x}, static_cast<std::int32_t>(random() % 2));
      state.zone.delay();
    }
  }
  return state;
}

}  // namespace

TEST_CASE("the least image is one of a state's images, and the same for all of them") {
  std::mt19937 random(static_cast<std::uint32_t>(orbita::test::number_from("ORBITA_SEED", 1)));
  for (const auto& [ring, shift] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {2, 1}, {3, 1}, {4, 1}, {4, 2}, {6, 1}, {6, 2}, {6, 3}, {12, 4}}) {
    const CyclicGroup group("P", turn_of(ring, shift));
    CAPTURE(ring, shift);
    REQUIRE(group.order() == ring / shift);
    CHECK(group.name() == "C_" + std::to_string(ring / shift) + " on P");
    for (int k = 0; k < 200; ++k) {
      const TurnedState state = random_state(ring, random);
      std::set<Image> images;
      for (std::uint32_t power = 0; power < group.order(); ++power) images.insert(image_of(group, power, state));
      CHECK(group.orbit_size(state.values, state.active, state.zone) == static_cast<double>(images.size()));
      std::set<Image> least;
      for (std::uint32_t power = 0; power < group.order(); ++power) {
        TurnedState moved = state;
        group.apply(power, moved.values);
        group.apply(power, moved.active, moved.zone);
        const CyclicGroup::Least found = group.make_least(moved.values);
        REQUIRE(group.order() % found.step == 0);
        std::vector<ClockIndex> to;
        if (group.move_active(found.power, moved.active, to)) moved.zone = moved.zone.permuted(to);
        group.make_least(found.step, moved.active, moved.zone);
        least.insert(image_of(group, 0, moved));
      }
      REQUIRE(least.size() == 1);
      CHECK(images.contains(*least.begin()));
      // Values come first: no image has smaller ones.
      CHECK(std::ranges::all_of(images, [&](const Image& image) {
        return !std::lexicographical_compare(image.begin(), image.begin() + 3 * ring + 2, least.begin()->begin(),
                                             least.begin()->begin() + 3 * ring + 2);
      }));
    }
  }
}

TEST_CASE("groups with too many members are not used") {
  CyclicGroup::Turn turn;
  turn.clocks = {0};
  std::uint32_t first = 0;
  for (const std::uint32_t length : {7u, 11u, 13u, 2u}) {  // 2002 members
    for (std::uint32_t k = 0; k < length; ++k) turn.values.push_back(first + (k + 1) % length);
    first += length;
  }
  CHECK(CyclicGroup("P", turn).order() == 0);
}

TEST_CASE("orbits of tuples of cells under rotations are their images") {
  const CyclicGroup group("P", turn_of(4, 1));
  const CellOrbits orbits(group, 14, 6);
  CHECK(!orbits.is_trivial());
  OrbitNumbers number(orbits);
  CHECK(number.of({0}) == number.of({3}));
  CHECK(number.of({0}) != number.of({4}));
  CHECK(number.of({4}) == number.of({6}));
  CHECK(number.of({4}) != number.of({5}));
  CHECK(number.of({0, 1}) == number.of({3, 0}));
  CHECK(number.of({0, 1}) != number.of({1, 0}));
  CHECK(number.of({0, orbits.clock(1)}) == number.of({2, orbits.clock(3)}));
  CHECK(number.of({0, orbits.clock(1)}) != number.of({0, orbits.clock(2)}));
  CHECK(orbits.size({0, 1}) == 4);
  CHECK(orbits.size({12, 13}) == 1);
  CHECK(orbits.size({13, orbits.clock(5)}) == 1);
}
