// Lists of successors come back as they went in.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "engine/space/successor_lists.h"

using namespace orbita;

TEST_CASE("every list of successors is found again, with and without symmetry") {
  std::mt19937 random(11);
  SuccessorLists lists;
  std::vector<std::vector<Successor>> expected;
  std::vector<std::uint32_t> places;
  const auto number = [&] { return random() % 5 == 0 ? none : static_cast<std::uint32_t>(random()); };
  for (int i = 0; i < 3'000; ++i) {
    std::vector<Successor> list(random() % 12);
    const bool symmetric = i % 3 == 0;
    for (Successor& s : list) s = {number(), number(), symmetric ? number() : none, symmetric ? number() : none};
    places.push_back(lists.add(list));
    expected.push_back(std::move(list));
  }
  std::vector<Successor> found(7);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    lists.get(places[i], found);
    REQUIRE(found == expected[i]);
  }
}
