// The example of symmetry/symmetry.h, from a model to a representative.
#include "symmetry/symmetry.h"

#include <catch2/catch.hpp>

#include "tests/symmetry/violations_fixture.h"

using namespace orbita;

TEST_CASE("the example of symmetry.h") {
  const auto model =
      test::load("typedef scalar[3] S; S last;\nprocess P(const S id) { state idle, busy; init idle; }\nsystem P;\n");
  const SymmetryModel symmetry = detect(*model);
  REQUIRE(symmetry.ids().size() == 1);
  CHECK(symmetry.blocked().empty());

  const IdSet& set = *symmetry.ids().begin();
  StateLayout layout;
  layout.sets = {{set.name, set.count, !symmetry.blocked().contains(set.index), {}}};
  for (std::int32_t e = 0; e < set.count; ++e) layout.values.push_back({0, 0, {{SetId{0}, e}}, no_set, true});
  layout.values.push_back({1, 0, {}, 0, false, set.code});  // last
  layout.clocks.emplace_back();

  const auto canonicaliser = make_canonicaliser(layout, {.strategy = Strategy::refine});
  std::vector<std::int32_t> values{0, 1, 0, 1}, other{1, 0, 0, 0};  // one is busy, and was the last
  std::vector<std::uint32_t> active;
  Zone zone = Zone::zero(1);
  canonicaliser->canonicalise(values, active, zone);
  canonicaliser->canonicalise(other, active, zone);
  CHECK(values == other);
}
