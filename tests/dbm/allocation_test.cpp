#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "tests/dbm/support.h"

// No kernel allocates. The whole test binary counts its allocations, at no cost to other tests.

namespace {
std::atomic<std::size_t> allocations{0};
}  // namespace

#ifdef __SANITIZE_ADDRESS__
// ASan's allocator cannot be replaced in part, but reports every call. GCC ships no header for this.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
namespace {
void count_one(const volatile void*, std::size_t) { ++allocations; }
void count_none(const volatile void*) {}
[[maybe_unused]] const int installed = __sanitizer_install_malloc_and_free_hooks(count_one, count_none);
}  // namespace
#else
namespace {
void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
// If inlined next to a `new` that is not, GCC would report a mismatch.
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
#endif  // __SANITIZE_ADDRESS__

using namespace orbita;
using namespace orbita::test;

TEST_CASE("making a zone is counted as an allocation") {
  const std::size_t before = allocations;
  const Zone zone = Zone::zero(5);
  CHECK(allocations > before);
}

TEST_CASE("extrapolating hundreds of clocks allocates nothing and is closed") {
  Zone zone = Zone::universal(521);  // longer rows than any preallocated buffer
  REQUIRE(zone.constrain({at_least({1}, 7), {{2}, {520}, Bound::weak(9)}, at_most({520}, 30)}));
  const std::vector<std::int32_t> bounds(521, 10);
  const std::size_t before = allocations;
  extrapolate_lu_plus(zone.matrix(), ClockBounds(bounds));
  const std::size_t after = allocations;
  CHECK(after == before);
  CHECK(zone.is_canonical());
  CHECK(zone({520}, reference_clock).is_infinite());
  CHECK(zone(reference_clock, {1}) == Bound::weak(-7));
  CHECK(zone({2}, {520}) == Bound::weak(9));
}

TEST_CASE("no kernel allocates") {
  const auto any = [](const auto& generator) { return generator(rc::Random(base_seed()), 0).value(); };
  for (std::uint32_t n : {2u, 5u, 9u, 17u, 40u}) {
    const Zone start = any(zones(n, 10));
    Zone zone = start, other = any(parts_of(start, 9, 10)), scratch = start, small = Zone::zero(2);
    const RandomBounds random = any(clock_bounds(n));
    const ClockBounds bounds = random;
    const auto to = any(permutations(n));
    const ClockIndex x{1}, y{n - 1};
    const ClockIndex clocks[] = {x, y};
    const Constraint guards[] = {at_least(x, 1), at_most(y, 9)};
    const dbm::UpperBound invariant[] = {{x, Bound::weak(9)}, {y, Bound::strict(12)}};
    std::vector<packed_t> packed(packed_size(n)), probe(packed_size(n));
    std::vector<std::uint32_t> ranks(n);
    std::vector<std::int64_t> point(n, 0);
    bool used = dbm::close(zone.matrix());  // this call has chosen the instruction set

    const std::size_t before = allocations;
    const Matrix m = zone.matrix();
    const auto restart = [&] { dbm::assign(m, start); };
    used = dbm::close(m) || used;
    used = dbm::close_through(m, x) || used;
    restart(), used = dbm::constrain_all(m, guards) || used;
    restart(), used = dbm::intersect(m, other) || used;
    restart(), dbm::hull(m, other), dbm::up(m), dbm::down(m);
    restart(), used = dbm::up_within(m, invariant) || used;
    restart(), used = dbm::take(m, {guards, clocks, invariant}) || used;
    used = dbm::take(m, start, {guards, clocks, invariant}) || used;
    restart(), dbm::reset_all(m, clocks), dbm::reset(m, x, 3), dbm::copy(m, x, y), dbm::free_clock(m, x);
    used = dbm::shift(m, y, 2) || used;
    used = dbm::unreset(m, y, 0) || used;
    restart(), dbm::swap_clocks(m, x, y), dbm::permute(scratch.matrix(), start, to);
    dbm::project(small.matrix(), start, {clocks, 1});
    dbm::embed(m, small, {clocks, 1}, dbm::Missing::free);
    restart(), dbm::init_zero(scratch.matrix()), dbm::init_universal(scratch.matrix());
    used = dbm::includes(m, other) || dbm::equal(m, other) || dbm::relation(m, other) == dbm::Relation::equal || used;
    used = dbm::hash(m) == 1 || dbm::is_canonical(m) || dbm::is_universal(m) || used;
    used = alu_includes(m, other, bounds) || am_includes(m, other, random.lower) || used;
    make_alu_probe(scratch.matrix(), m, bounds);
    used = passes(m, scratch) || used;
    used = pack(packed.data(), m) || used;
    pack_alu_probe(probe.data(), m, bounds, scratch.matrix());
    pack_ceiling(probe.data(), other);
    used = find_passing(packed.data(), 1, probe.data(), n) == 0 || used;
    used = is_below(packed.data(), probe.data(), n) || alu_includes(other, packed.data(), bounds) || used;
    unpack(scratch.matrix(), packed.data());
    restart(), extrapolate_m(m, random.lower), extrapolate_m_plus(m, random.lower);
    extrapolate_lu(m, bounds), extrapolate_lu_plus(m, bounds), extrapolate_m_plus_strict(m, random.upper);
    clock_ranks(m, ranks);
    used = has_diagonal_property(m) || contains(m, point, 1) || used;
    const std::size_t after = allocations;
    CHECK(after == before);
    CHECK(used);
  }
}

TEST_CASE("a zone's memory serves every smaller dimension") {
  const Zone large = Zone::universal(9), small = Zone::zero(3);
  Zone zone = large;
  const std::size_t before = allocations;
  zone = small;
  CHECK(zone == small);
  zone = large;
  CHECK(zone == large);
  zone.resize(5);
  zone.set_universal();
  CHECK(zone.is_canonical());
  const std::size_t after = allocations;
  CHECK(after == before);
}
