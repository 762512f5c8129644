// Liveness under symmetry with predicates that are not convex.
#include <catch2/catch.hpp>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Resetting every two time units with offsets 0, 2/3 and 4/3 keeps some clock below 1 for ever. The
// negated predicate is a union of three half-spaces, cut into pieces by element number: exchanging
// elements moved states between pieces, and the run was missed.
constexpr const char* ring_model = R"(
typedef scalar[3] S;
process P(const S id) { clock x; state A { x <= 4 }; init A; trans A -> A { guard x >= 2; assign x = 0; }; }
system P;
)";

TEST_CASE("a predicate cut into pieces gets the same verdict with and without symmetry") {
  for (const SymmetryChoice symmetry : {SymmetryChoice::off, SymmetryChoice::automatic, SymmetryChoice::refine}) {
    CAPTURE(static_cast<int>(symmetry));
    const auto model = model_from(ring_model);
    VerifyOptions options;
    options.symmetry = symmetry;
    options.limits.seconds = 60;
    const QueryResult result = decide(*model, "true --> (forall (i : S) P(i).x >= 1)", options);
    CHECK(result.verdict == Verdict::not_satisfied);
    CHECK(result.symmetry.strategy == "off");
  }
}

}  // namespace
