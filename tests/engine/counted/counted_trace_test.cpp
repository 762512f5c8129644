// Runs of counted states, with names: every one is replayed by an interpreter that knows neither zones nor symmetry.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "engine/counted/valuation.h"
#include "tests/engine/verify_support.h"
#include "tests/model_files.h"
#include "tests/places.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

std::unique_ptr<Model> example_of(const std::string& name, int n) {
  Diagnostics diagnostics;
  CheckOptions options;
  options.overrides = {{"N", std::to_string(n)}};
  return check(read_model(test::source_dir() + "/models/" + name, diagnostics), diagnostics, options);
}

// Decided by counting, with a trace that replays.
std::size_t counted_steps(Model& model, const std::string& formula) {
  CAPTURE(formula);
  VerifyOptions options;
  options.symmetry = SymmetryChoice::counted;
  options.trace = TraceKind::some;
  const QueryResult result = decide(model, formula, options);
  CAPTURE(result.symmetry.note, result.reason);
  CHECK(result.symmetry.strategy == "counted");
  CHECK(result.trace_problem.empty());
  REQUIRE(result.trace);
  return result.trace->steps.size();
}

}  // namespace

TEST_CASE("broken mutual exclusion of many processes has a run") {
  const std::string exclusion =
      "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
  for (const int n : {2, 5, 40}) {
    CAPTURE(n);
    const auto model = example_of("fischer-broken.xml", n);
    CHECK(counted_steps(*model, exclusion) > 3);
  }
}

TEST_CASE("merged blocks come apart again on the way back") {
  for (const std::size_t n : {3, 8, 12}) {
    CAPTURE(n);
    const auto model = example_of("fischer.xml", static_cast<int>(n));
    CHECK(counted_steps(*model, "E<> forall (i : pid_t) Process(i).wait") == 2 * n);
    // Of those that wait some came long before the others.
    CHECK(counted_steps(*model,
                        "E<> exists (i : pid_t) exists (j : pid_t) exists (k : pid_t) Process(i).wait && "
                        "Process(j).wait && Process(k).wait && Process(i).x > 3 && Process(j).x < 2 && "
                        "Process(j).x > 1 && Process(k).x < 1") >= 6);
  }
}

TEST_CASE("collisions that some do not hear, and clocks that are never reset together, have runs") {
  for (const int n : {2, 3, 4}) {
    CAPTURE(n);
    const auto deaf = example_of("csma-cd-a.xml", n);
    CHECK(counted_steps(*deaf,
                        "E<> exists (i : sid_t) exists (j : sid_t) i != j && Station(i).Start && "
                        "Station(j).Start") > 1);
  }
  for (const int n : {2, 3, 5}) {
    CAPTURE(n);
    const std::string set = "typedef scalar[" + std::to_string(n) + "] S;\n";
    const auto lazy = model_from(set + R"(process P(const S id) {
  clock x;
  state idle, A { x <= 5 }, B { x <= 10 };
  init idle;
  trans idle -> A { assign x = 0; }, A -> B { guard x >= 2; }, B -> idle { guard x >= 8; };
}
system P;
)");
    CHECK(counted_steps(*lazy, "E<> forall (i : S) P(i).B") == 2 * static_cast<std::size_t>(n));
    CHECK(counted_steps(*lazy, "E<> exists (i : S) exists (j : S) P(i).B && P(j).B && P(i).x > 9 && P(j).x < 3") == 4);
  }
}

TEST_CASE("a query may ask for more elements at once than steps tell apart") {
  const auto model = model_from(R"(typedef scalar[6] S;
process P(const S id) {
  clock x;
  state A, B;
  init A;
  trans A -> B { guard x >= 1; assign x = 0; }, B -> A { guard x >= 10; };
}
system P;
)");
  const std::string between =
      "(exists (i : S) P(i).B && P(i).x > 1 && P(i).x < 2) && "
      "(exists (i : S) P(i).B && P(i).x > 2 && P(i).x < 3) && "
      "(exists (i : S) P(i).B && P(i).x > 3 && P(i).x < 4) && "
      "(exists (i : S) P(i).B && P(i).x > 4 && P(i).x < 5)";
  CHECK(counted_steps(*model, "E<> " + between) == 4);
  VerifyOptions counted;
  counted.symmetry = SymmetryChoice::counted;
  CHECK(decide(*model, "A[] !(" + between + ")", counted).verdict == Verdict::not_satisfied);
  for (const std::string formula :
       {"E<> forall (i : S) P(i).B && (P(i).x < 1 || P(i).x > 9)", "E<> forall (i : S) P(i).B && P(i).x > 2",
        "A[] (exists (i : S) P(i).x < 1) || (forall (i : S) P(i).A || P(i).x > 1)",
        "E<> (forall (i : S) P(i).B) && (exists (i : S) P(i).x < 1) && (exists (i : S) P(i).x > 5)"}) {
    CAPTURE(formula);
    const QueryResult one = decide(*model, formula, counted), other = decide(*model, formula);
    CHECK(one.verdict == other.verdict);
  }
}

TEST_CASE("two elements of one block take part in one step") {
  const auto model = model_from(R"(typedef scalar[5] S;
chan a;
process P(const S id) {
  clock x;
  state A, B, C;
  init A;
  trans A -> B { guard x >= 1; sync a!; assign x = 0; }, A -> C { guard x <= 2; sync a?; };
}
system P;
)");
  CHECK(counted_steps(*model, "E<> exists (i : S) exists (j : S) P(i).B && P(j).C && P(i).x < 1 && P(j).x > 2") == 1);
  CHECK(counted_steps(*model, "E<> exists (i : S) forall (j : S) i == j || !P(j).A") == 2);
}

TEST_CASE("sums of few truths are compared with numbers") {
  const auto model = example_of("fischer.xml", 30);
  VerifyOptions counted;
  counted.symmetry = SymmetryChoice::counted;
  const QueryResult one = decide(*model, "A[] (sum (i : pid_t) Process(i).cs) <= 1", counted);
  CHECK(one.symmetry.strategy == "counted");
  CHECK(one.verdict == Verdict::satisfied);
  CHECK(decide(*model, "E<> (sum (i : pid_t) Process(i).wait) == 7", counted).verdict == Verdict::satisfied);
  CHECK(decide(*model, "A[] (sum (i : pid_t) Process(i).wait) < 5", counted).verdict == Verdict::not_satisfied);
  CHECK(decide(*model, "A[] (sum (i : pid_t) Process(i).wait) < N", counted).symmetry.strategy != "counted");
}

TEST_CASE("blocks in an order that some clock between them breaks stay apart") {
  // w_old >= r >= w_new (Fischer): the two waiting elements are told apart by the requesting one.
  BlockZone zone;
  zone.blocks = {{KeyId{0}, 1, 1}, {KeyId{0}, 1, 1}, {KeyId{1}, 1, 1}};
  zone.zone = Zone::universal(4);
  REQUIRE(zone.zone.constrain({{ClockIndex{3}, ClockIndex{1}, le_zero}, {ClockIndex{2}, ClockIndex{3}, le_zero}}));
  Merge merge;
  CHECK_FALSE(can_merge(zone, 0, 1, 3, merge));
  // Without it they are one block.
  zone.blocks.pop_back();
  zone.zone = Zone::universal(3);
  REQUIRE(zone.zone.constrain({{ClockIndex{2}, ClockIndex{1}, le_zero}}));
  REQUIRE(can_merge(zone, 0, 1, 3, merge));
  CHECK(merge.first_older);
  // A least distance between them is not convex either way.
  REQUIRE(zone.zone.constrain({{ClockIndex{2}, ClockIndex{1}, Bound::weak(-1)}}));
  CHECK_FALSE(can_merge(zone, 0, 1, 3, merge));
}

namespace {

// Two blocks of one key, the first one older; their elements in the same relations. One valuation in ten has fractions.
BlockZone two_ordered_blocks(std::mt19937_64& random, std::uint32_t clocks) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::int32_t>(random() % n); };
  BlockZone zone;
  zone.blocks = {{KeyId{0}, 1 + static_cast<std::uint32_t>(below(3)), clocks},
                 {KeyId{0}, 1 + static_cast<std::uint32_t>(below(3)), clocks}};
  const std::uint32_t elements = zone.blocks[0].size + zone.blocks[1].size;
  Zone all = Zone::universal(1 + elements * clocks);
  const auto clock = [&](std::uint32_t element, std::uint32_t k) { return ClockIndex{1 + element * clocks + k}; };
  std::vector<Constraint> constraints;
  for (std::uint32_t k = 0; k < clocks; ++k) {
    const std::int32_t up = 3 + below(5), low = below(3);
    const bool strict = below(2) == 0, apart = below(3) == 0;
    for (std::uint32_t e = 0; e < elements; ++e) {
      constraints.push_back({clock(e, k), reference_clock, strict ? Bound::strict(up) : Bound::weak(up)});
      constraints.push_back({reference_clock, clock(e, k), strict ? Bound::strict(-low) : Bound::weak(-low)});
      for (std::uint32_t f = 0; f < elements; ++f) {
        const bool ordered = e < zone.blocks[0].size && f >= zone.blocks[0].size;
        if (k == 0 && ordered) constraints.push_back({clock(f, k), clock(e, k), le_zero});
        if (apart && e != f) constraints.push_back({clock(e, k), clock(f, k), Bound::strict(2)});
      }
    }
  }
  if (!all.constrain(constraints)) return {};
  std::vector<ClockIndex> kept;
  for (std::uint32_t b = 0; b < 2; ++b) {
    for (std::uint32_t i = 0; i < zone.blocks[b].copies() * clocks; ++i)
      kept.push_back(ClockIndex{1 + (b == 0 ? 0 : zone.blocks[0].size * clocks) + i});
  }
  zone.zone = all.projected(kept);
  return zone;
}

}  // namespace

TEST_CASE("a guard may ask for several other elements") {
  const auto model = model_from(R"(typedef scalar[20] S;
bool ready[S];
process P(const S me) { state A, R, B; init A;
  trans A -> R { assign ready[me] = true; },
        R -> B { guard exists (i : S) exists (j : S) exists (k : S) i != me && j != me && k != me && i != j && j != k &&
                       i != k && ready[i] && ready[j] && ready[k]; }; }
system P;
)");
  CHECK(counted_steps(*model, "E<> exists (i : S) P(i).B") == 5);
}

TEST_CASE("listeners of one kind may hear a broadcast in different ways") {
  const auto model = model_from(R"(typedef scalar[20] S;
broadcast chan b;
process P(const S me) { state A, X, Y; init A; trans A -> X { sync b?; }, A -> Y { sync b?; }; }
process C() { state T, U; init T; trans T -> U { sync b!; }; }
system P, C;
)");
  CHECK(counted_steps(*model, "E<> exists (i : S) exists (j : S) P(i).X && P(j).Y") == 1);
  CHECK(counted_steps(*model, "E<> forall (i : S) P(i).X") == 1);
}

TEST_CASE("a valuation of merged blocks is one of the blocks it came from") {
  int merged = 0, cases = 0;
  for (std::uint64_t seed = 0; seed < sampled(5'000); ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    const BlockZone before = two_ordered_blocks(random, 1 + seed % 2);
    if (before.blocks.empty()) continue;
    ++cases;
    BlockZone after = before;
    const Normalisation done = normalise(after, 100);
    Valuation valuation;
    for (const Block& block : after.blocks) {
      valuation.blocks.emplace_back();
      for (std::uint32_t i = 0; i < block.size; ++i)
        valuation.blocks.back().push_back({i, std::vector<Time>(block.clocks, unknown_time)});
    }
    // Some clocks at random first, so that different elements differ.
    for (std::vector<Token>& block : valuation.blocks) {
      for (Token& token : block) {
        Valuation tried = valuation;
        token.clocks[0] = static_cast<Time>(random() % 12) * (time_unit / 2);
        Valuation full = valuation;
        if (!complete(after, full) || !contains(after, full)) valuation = tried;
      }
    }
    REQUIRE(complete(after, valuation));
    REQUIRE(contains(after, valuation));
    spread_fractions(valuation);
    REQUIRE(contains(after, valuation));
    undo(done, {before.blocks[0].size, before.blocks[1].size}, valuation);
    REQUIRE(contains(before, valuation));
    merged += !done.merges.empty();
  }
  CHECK(merged > cases / 10);
}
