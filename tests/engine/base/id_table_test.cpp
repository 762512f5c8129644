// Numbers are found for any hashes and after any number of rehashes.
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/base/id_table.h"

using namespace orbita;

namespace {

// Interns numbers; `hash` may be arbitrarily bad.
template <class Hash>
void check_interning(std::uint32_t count, Hash hash) {
  IdTable table;
  std::vector<std::uint64_t> values;
  std::mt19937_64 random(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t value = random();
    const auto is_same = [&](std::uint32_t id) { return values[id] == value; };
    REQUIRE(table.find(hash(value), is_same) == IdTable::none);
    values.push_back(value);
    table.add(hash(value), [&](std::uint32_t id) { return hash(values[id]); });
    REQUIRE(table.size() == i + 1);
    REQUIRE(table.find(hash(value), is_same) == i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    REQUIRE(table.find(hash(values[i]), [&](std::uint32_t id) { return values[id] == values[i]; }) == i);
  }
  CHECK(table.memory() < std::size_t{count} * 8 + 512);
}

}  // namespace

TEST_CASE("every added item is found under its number, and no other") {
  check_interning(1, [](std::uint64_t value) { return value; });
  check_interning(49, [](std::uint64_t value) { return value; });  // the 49th causes the first growth
  check_interning(100'000, [](std::uint64_t value) { return value; });
}

TEST_CASE("equal hashes or hashes that differ in few bits are slow, not wrong") {
  check_interning(500, [](std::uint64_t) { return std::uint64_t{0}; });
  check_interning(500, [](std::uint64_t) { return ~std::uint64_t{0}; });
  check_interning(2'000, [](std::uint64_t value) { return value & 0xff; });
  check_interning(2'000, [](std::uint64_t value) { return value << 56; });
}

TEST_CASE("items with the same first slot are mostly distinguished by their tags") {
  IdTable table;
  std::vector<std::uint64_t> hashes;
  std::mt19937_64 random(5);
  std::uint64_t looks = 0;
  for (int i = 0; i < 20'000; ++i) {
    hashes.push_back(random());
    const auto look = [&](std::uint32_t) {
      ++looks;
      return false;
    };
    REQUIRE(table.find(hashes.back(), look) == IdTable::none);
    table.add(hashes.back(), [&](std::uint32_t id) { return hashes[id]; });
  }
  CHECK(looks < 100);
}
