// Partitions of elements, and unwinding orbits along them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "symmetry/orbits/unwinding.h"

using namespace orbita;

namespace {

StateLayout one_set(std::int32_t count) {
  StateLayout layout;
  layout.sets.push_back({"S", count, true, {}});
  return layout;
}

// All permutations that keep the cells, by the obvious definition.
std::set<std::vector<std::uint32_t>> group_of(const Partitions::Cells& cells) {
  std::vector<std::uint32_t> to(cells.size());
  for (std::uint32_t p = 0; p < to.size(); ++p) to[p] = p;
  std::set<std::vector<std::uint32_t>> group;
  do {
    bool keeps = true;
    for (std::uint32_t p = 0; p < to.size(); ++p) keeps &= cells[p] == cells[to[p]];
    if (keeps) group.insert(to);
  } while (std::next_permutation(to.begin(), to.end()));
  return group;
}

// The state that has `content[p]` at every place, moved.
std::vector<std::uint32_t> moved(std::span<const std::uint32_t> to, const std::vector<std::uint32_t>& content) {
  std::vector<std::uint32_t> result(content.size());
  for (std::size_t p = 0; p < to.size(); ++p) result[to[p]] = content[p];
  return result;
}

}  // namespace

TEST_CASE("the meet of partitions keeps together what both keep together") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Partitions partitions(one_set(6));
    std::vector<std::uint32_t> a(6), b(6);
    for (int p = 0; p < 6; ++p) {
      a[static_cast<std::size_t>(p)] = static_cast<std::uint32_t>(random() % 3);
      b[static_cast<std::size_t>(p)] = static_cast<std::uint32_t>(random() % 3);
    }
    const PartitionId meet = partitions.meet(partitions.intern(a), partitions.intern(b));
    const Partitions::Cells& cells = partitions.cells(meet);
    for (std::size_t p = 0; p < 6; ++p) {
      for (std::size_t q = 0; q < 6; ++q) CHECK((cells[p] == cells[q]) == (a[p] == a[q] && b[p] == b[q]));
    }
    CHECK(partitions.is_finer(meet, partitions.intern(a)));
    CHECK(partitions.is_finer(meet, partitions.coarsest()));
  }
}

TEST_CASE("cells never reach over two sets") {
  StateLayout layout = one_set(2);
  layout.sets.push_back({"T", 2, true, {}});
  layout.sets.push_back({"U", 2, false, {}});
  Partitions partitions(layout);
  CHECK(partitions.cells(partitions.coarsest()) == Partitions::Cells{0, 0, 2, 2, 4, 5});
  CHECK(partitions.describe(layout, partitions.intern(std::vector<std::uint32_t>{0, 1, 0, 0, 0, 0})) == "{0}{1} on S");
}

// Unwound members, moved by the finer group, are the orbit; and each orbit of the finer group is met once.
TEST_CASE("unwinding meets every orbit of the finer group once") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Partitions partitions(one_set(5));
    std::vector<std::uint32_t> whole(5), part(5), content(5), twin(5);
    for (std::size_t p = 0; p < 5; ++p) {
      whole[p] = static_cast<std::uint32_t>(random() % 2);
      part[p] = static_cast<std::uint32_t>(random() % 3);
      content[p] = static_cast<std::uint32_t>(random() % 3);
    }
    for (std::size_t p = 0; p < 5; ++p) {
      for (std::size_t q = 5; q-- > 0;) {
        if (content[q] == content[p]) twin[p] = static_cast<std::uint32_t>(q);
      }
    }
    const PartitionId coarse = partitions.intern(whole), fine = partitions.meet(coarse, partitions.intern(part));
    const auto big = group_of(partitions.cells(coarse)), small = group_of(partitions.cells(fine));
    std::set<std::vector<std::uint32_t>> orbit, met;
    for (const auto& to : big) orbit.insert(moved(to, content));
    Unwinding unwinding(partitions.cells(coarse), partitions.cells(fine), twin);
    unwinding.for_each([&](std::span<const std::uint32_t> to) {
      CHECK(big.contains(std::vector<std::uint32_t>(to.begin(), to.end())));
      const std::vector<std::uint32_t> member = moved(to, content);
      CHECK(!met.contains(member));
      for (const auto& within : small) met.insert(moved(within, member));
      return true;
    });
    CHECK(met == orbit);
  }
}

TEST_CASE("unwinding stops when told to") {
  Partitions partitions(one_set(3));
  const PartitionId finest = partitions.intern(std::vector<std::uint32_t>{0, 1, 2});
  const std::vector<std::uint32_t> different{0, 1, 2};
  Unwinding unwinding(partitions.cells(partitions.coarsest()), partitions.cells(finest), different);
  int count = 0;
  CHECK(unwinding.for_each([&](std::span<const std::uint32_t>) { return ++count < 100; }));
  CHECK(count == 6);
  count = 0;
  CHECK_FALSE(unwinding.for_each([&](std::span<const std::uint32_t>) { return ++count < 2; }));
  CHECK(count == 2);
}
