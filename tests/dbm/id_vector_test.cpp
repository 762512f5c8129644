// A vector with indices of one kind as its subscripts is a std::vector otherwise.
#include "dbm/id_vector.h"

#include <catch2/catch.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace orbita {

namespace {

using BoxId = Index<struct BoxTag>;
using OtherId = Index<struct OtherBoxTag>;

template <class Vector, class Subscript>
concept Takes = requires(Vector vector, Subscript subscript) {
  vector[subscript];
};
static_assert(Takes<IdVector<BoxId, int>, BoxId>);
static_assert(!Takes<IdVector<BoxId, int>, OtherId>);
static_assert(!Takes<IdVector<BoxId, int>, std::uint32_t>);
static_assert(!Takes<IdVector<BoxId, int>, int>);
static_assert(!std::is_convertible_v<IdVector<BoxId, int>, std::vector<int>>);

}  // namespace

TEST_CASE("an id vector hands out its elements by index, in order") {
  IdVector<BoxId, std::string> names;
  CHECK(names.empty());
  CHECK(names.end_id() == BoxId{0});
  CHECK(names.ids().begin() == names.ids().end());
  for (const char* name : {"a", "b", "c"}) {
    const BoxId next = names.end_id();
    names.push_back(name);
    CHECK(names[next] == name);
  }
  std::string in_order;
  for (const BoxId id : names.ids()) in_order += names[id];
  CHECK(in_order == "abc");
  CHECK(names.ids().size() == 3);
  CHECK(names.id_of(names[BoxId{2}]) == BoxId{2});
  CHECK(names.contains(BoxId{2}));
  CHECK_FALSE(names.contains(BoxId{3}));
  CHECK_FALSE(names.contains(BoxId{}));  // none
  CHECK_THROWS_AS(names.at(BoxId{3}), std::out_of_range);
}

TEST_CASE("an id range begins and ends where it is told to") {
  std::vector<std::uint32_t> met;
  for (const BoxId id : IdRange(BoxId{4}, BoxId{7})) met.push_back(id.value);
  CHECK(met == std::vector<std::uint32_t>{4, 5, 6});
  CHECK(IdRange(BoxId{4}, BoxId{7}).size() == 3);
  CHECK(IdRange(BoxId{4}, BoxId{4}).size() == 0);
}

TEST_CASE("id vectors of flags are packed, and can be written") {
  IdVector<BoxId, bool> flags(3, false);
  flags[BoxId{1}] = true;
  CHECK(std::vector<bool>(flags.begin(), flags.end()) == std::vector<bool>{false, true, false});
  CHECK(flags == IdVector<BoxId, bool>{false, true, false});
}

}  // namespace orbita
