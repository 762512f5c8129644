// apply() against the definition of a zone operation by single operations of the zone library.
#include "engine/semantics/zone_op.h"

#include <catch2/catch.hpp>
#include <random>

namespace orbita {
namespace {

using Random = std::mt19937;

std::int32_t pick(Random& random, std::int32_t low, std::int32_t high) {
  return std::uniform_int_distribution<std::int32_t>(low, high)(random);
}
bool one_in(Random& random, std::int32_t n) { return pick(random, 1, n) == 1; }

Constraint some_constraint(Random& random, std::uint32_t dimension) {
  const auto x = static_cast<std::uint32_t>(pick(random, 0, static_cast<std::int32_t>(dimension) - 1));
  const auto other = static_cast<std::uint32_t>(pick(random, 1, static_cast<std::int32_t>(dimension) - 1));
  const std::int32_t c = pick(random, -6, 12);
  return {ClockIndex{x}, ClockIndex{(x + other) % dimension}, one_in(random, 3) ? Bound::strict(c) : Bound::weak(c)};
}

Zone some_source(Random& random, std::uint32_t dimension) {
  Zone zone = Zone::zero(dimension);
  for (int step = 0; step < 4 && dimension > 1; ++step) {
    zone.delay();
    Zone smaller = zone;
    if (smaller.constrain(some_constraint(random, dimension))) zone = smaller;
    const auto x = static_cast<std::uint32_t>(pick(random, 1, static_cast<std::int32_t>(dimension) - 1));
    zone.reset(ClockIndex{x}, pick(random, 0, 3));
  }
  return zone;
}

// Half of the operations keep the clocks and reset some, as most transitions do; the others move and shift them.
ZoneOp some_op(Random& random, std::uint32_t dimension) {
  ZoneOp op;
  op.source_dimension = dimension;
  const bool keeps = one_in(random, 2);
  const std::uint32_t clocks = keeps ? dimension - 1 : static_cast<std::uint32_t>(pick(random, 0, 6));
  for (std::uint32_t k = 1; k <= clocks; ++k) {
    const auto last = static_cast<std::int32_t>(dimension) - 1;
    const auto source = keeps ? (one_in(random, 3) ? 0 : k) : static_cast<std::uint32_t>(pick(random, 0, last));
    op.transfer.push_back(
        {ClockIndex{source}, !keeps && one_in(random, 3) ? pick(random, source == 0 ? 0 : -3, 3) : 0});
  }
  if (dimension > 1 && one_in(random, 2)) op.guard.push_back(some_constraint(random, dimension));
  for (std::int32_t i = pick(random, 0, 5); i > 0 && clocks > 0; --i) {
    const auto x = static_cast<std::uint32_t>(pick(random, 1, static_cast<std::int32_t>(clocks)));
    if (one_in(random, 8)) op.invariant.push_back(some_constraint(random, clocks + 1));
    else op.invariant.push_back(upper_bound(ClockIndex{x}, Bound::weak(pick(random, 0, 12))));
  }
  op.delay = !one_in(random, 4);
  return op;
}

// Clocks of the source and of the target side by side, so that assignments happen one by one; then the source clocks
// are removed.
[[nodiscard]] bool apply_by_definition(const ZoneOp& op, Zone source, Zone& target) {
  if (!source.constrain(op.guard)) return false;
  const std::uint32_t n = op.source_dimension;
  std::vector<ClockIndex> old_clocks, new_clocks;
  for (std::uint32_t x = 1; x < n; ++x) old_clocks.push_back(ClockIndex{x});
  for (std::uint32_t k = 0; k < op.transfer.size(); ++k) new_clocks.push_back(ClockIndex{n + k});
  Zone both = source.embedded(n + static_cast<std::uint32_t>(op.transfer.size()), old_clocks, dbm::Missing::zero);
  for (std::size_t k = 0; k < op.transfer.size(); ++k) {
    const ZoneOp::Transfer from = op.transfer[k];
    if (from.source != reference_clock) both.copy(new_clocks[k], from.source);
    if (from.shift != 0 && !both.shift(new_clocks[k], from.shift)) return false;
  }
  target = both.projected(new_clocks);
  if (!target.constrain(op.invariant)) return false;
  if (!op.delay) return true;
  target.delay();
  return target.constrain(op.invariant);
}

}  // namespace

TEST_CASE("a zone operation does its parts in turn") {
  int left = 0, emptied = 0;
  for (std::uint32_t seed = 1; seed <= 20'000; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto dimension = static_cast<std::uint32_t>(pick(random, 1, one_in(random, 10) ? 24 : 8));
    const Zone source = some_source(random, dimension);
    const ZoneOp op = some_op(random, dimension);
    Zone scratch, target, expected;
    const bool alive = apply(op, source, scratch, target);
    REQUIRE(alive == apply_by_definition(op, source, expected));
    if (alive) REQUIRE(target == expected);
    ++(alive ? left : emptied);
  }
  CHECK(left > 10'000);
  CHECK(emptied > 1'000);
}

TEST_CASE("a zone operation leaves its source alone") {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const Zone source = some_source(random, 5), before = source;
    Zone scratch, target;
    static_cast<void>(apply(some_op(random, 5), source, scratch, target));
    REQUIRE(source == before);
  }
}

}  // namespace orbita
