// Liveness under symmetry with predicates that are not convex.
#include <catch2/catch.hpp>

#include "engine/verify.h"
#include "parser/parser.h"

namespace {

using namespace orbita;

// Resetting every two time units with offsets 0, 2/3 and 4/3 keeps some clock below 1 for ever. The
// negated predicate is a union of three half-spaces, cut into pieces by element number: exchanging
// elements moved states between pieces, and the run was missed.
constexpr const char* model_text = R"(
typedef scalar[3] S;
process P(const S id) { clock x; state A { x <= 4 }; init A; trans A -> A { guard x >= 2; assign x = 0; }; }
system P;
)";

TEST_CASE("a predicate cut into pieces gets the same verdict with and without symmetry") {
  for (const SymmetryChoice symmetry : {SymmetryChoice::off, SymmetryChoice::automatic, SymmetryChoice::refine}) {
    CAPTURE(static_cast<int>(symmetry));
    Diagnostics diagnostics;
    const auto document = read_model_text("pieces.xta", model_text, diagnostics);
    const auto model = check(document, diagnostics);
    Query* query = read_formula(*document, "true --> (forall (i : S) P(i).x >= 1)", diagnostics);
    REQUIRE(query != nullptr);
    REQUIRE(check_query(*model, *query, diagnostics));
    VerifyOptions options;
    options.symmetry = symmetry;
    options.limits.seconds = 60;
    const std::vector<QueryResult> results = verify(*model, {query}, options, diagnostics);
    REQUIRE(results.size() == 1);
    CHECK(results[0].verdict == Verdict::not_satisfied);
    CHECK(results[0].symmetry.strategy == "off");
  }
}

}  // namespace
