#include "symmetry/orbits/permutation.h"

#include <catch2/catch.hpp>

#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

StateLayout two_sets() {
  StateLayout layout;
  layout.sets = {{"a", 5, true, {}}, {"b", 3, true, {}}};
  return layout;
}

Permutation cycle(const StateLayout& layout, std::uint32_t set, std::vector<std::int32_t> elements) {
  Permutation g(layout);
  for (std::size_t k = 0; k < elements.size(); ++k) g.set(SetId{set}, elements[k], elements[(k + 1) % elements.size()]);
  return g;
}

}  // namespace

TEST_CASE("the identity maps every element and nothing to itself") {
  const StateLayout layout = two_sets();
  const Permutation identity(layout);
  CHECK(identity.is_identity());
  CHECK(identity(SetId{0}, 4) == 4);
  CHECK(identity(SetId{0}, 5) == 5);
}

TEST_CASE("a product applies its right factor first") {
  const StateLayout layout = two_sets();
  const Permutation g = cycle(layout, 0, {0, 1}), h = cycle(layout, 0, {1, 2});
  CHECK((g * h)(SetId{0}, 2) == 0);
  CHECK((h * g)(SetId{0}, 2) == 1);
  CHECK((g * h)(SetId{0}, 5) == 5);
}

TEST_CASE("permutations form a group") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = two_sets();
    const Permutation g = random_permutation(rng, layout), h = random_permutation(rng, layout),
                      k = random_permutation(rng, layout);
    CHECK((g * h) * k == g * (h * k));
    CHECK((g * inverse_of(g)).is_identity());
    CHECK(inverse_of(g * h) == inverse_of(h) * inverse_of(g));
  }
}
