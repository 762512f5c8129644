// Rings that can be turned: where they are found, what they save, and what must not merge.
#include <catch2/catch.hpp>

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/compile/compile.h"
#include "engine/detect/detected.h"
#include "engine/verify.h"
#include "tests/engine/detect/ring_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace rotations {

struct Tally {
  int models = 0, turned = 0, compared = 0, undecided = 0, traces = 0;
};

void compare(const std::vector<QueryResult>& expected, const std::vector<QueryResult>& found, Tally& tally) {
  REQUIRE(expected.size() == found.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(expected[i].query->text, expected[i].reason, found[i].reason, found[i].symmetry.group);
    tally.traces += found[i].trace.has_value() ? 1 : 0;
    CHECK(found[i].trace_problem == "");
    CHECK(found[i].symmetry_problem == "");
    if (expected[i].verdict == Verdict::unknown || found[i].verdict == Verdict::unknown) {
      ++tally.undecided;
      continue;
    }
    ++tally.compared;
    CHECK(to_text(found[i].verdict) == to_text(expected[i].verdict));
    REQUIRE(found[i].values.size() == expected[i].values.size());
    for (std::size_t k = 0; k < found[i].values.size(); ++k) {
      CHECK(found[i].values[k].reached == expected[i].values[k].reached);
      CHECK(found[i].values[k].infinite == expected[i].values[k].infinite);
      if (!expected[i].values[k].infinite) CHECK(found[i].values[k].value == expected[i].values[k].value);
    }
  }
}

// The result with rings turned; without, and with everything checked, the verdict is the same.
QueryResult turned(const std::string& text, const std::string& formula = "A[] true") {
  CAPTURE(text, formula);
  const std::unique_ptr<Model> model = model_from(text);
  VerifyOptions options;
  options.detect_symmetry = true;
  options.trace = TraceKind::some;
  options.symmetry = SymmetryChoice::off;
  const std::vector<Query*> query{query_of(*model, formula)};
  const std::vector<QueryResult> expected = decide(*model, query, options);
  options.symmetry = SymmetryChoice::automatic;
  options.check_symmetry = true;
  const std::vector<QueryResult> found = decide(*model, query, options);
  Tally tally;
  compare(expected, found, tally);
  return found[0];
}

std::string group_of(const std::string& text, const std::string& formula = "A[] true") {
  return turned(text, formula).symmetry.group;
}

// Each eats once. `first`, `second`: the forks.
std::string philosophers(int n, const std::string& first = "i", const std::string& second = "(i + 1) % N") {
  return "const int N = " + std::to_string(n) + ";\nbool fork[N];\n" +
         "process P(const int[0,N-1] i) { state L0, L1, L2, L3, L4, L5; init L0; trans\n"
         "L0 -> L1 { guard !fork[" +
         first + "]; assign fork[" + first + "] = true; },\nL1 -> L2 { guard !fork[" + second + "]; assign fork[" +
         second + "] = true; },\nL2 -> L3 { },\nL3 -> L4 { assign fork[" + second +
         "] = false; },\nL4 -> L5 { assign fork[" + first + "] = false; }; }\nsystem P;\n";
}

// A token goes round; whoever has it may work for a while.
std::string token_ring(const std::string& pass, const std::string& invariant = "x <= 2") {
  return "const int N = 4; int[0,N-1] tok; int[0,N-1] last[N];\n"
         "process P(const int[0,N-1] id) { clock x; state A, B { " +
         invariant +
         " }; init A; trans\n"
         "A -> B { guard tok == id; assign x = 0, last[id] = tok; },\n"
         "B -> A { guard x >= 1; assign tok = " +
         pass + "; }; }\nsystem P;\n";
}

}  // namespace rotations

using namespace rotations;

TEST_CASE("turning the philosophers' table keeps the published numbers of states") {
  const std::vector<std::pair<int, std::uint64_t>> rows{{3, 39}, {4, 143}, {5, 527}, {6, 2139}};
  for (const auto& [n, states] : rows) {
    const QueryResult result = turned(philosophers(n));
    CHECK(result.symmetry.group == "C_" + std::to_string(n) + " on P");
    CHECK(result.symmetry.strategy == "least");
    CHECK(result.symmetry.canonical);
    CHECK(result.statistics.stored == states);
  }
  const QueryResult three = turned(philosophers(3));
  CHECK(three.symmetry.orbit_sum == 111);  // states without symmetry
}

TEST_CASE("seven philosophers at a table that can be turned", "[slow]") {
  CHECK(turned(philosophers(7)).statistics.stored == 8743);
}

TEST_CASE("one philosopher who takes the other fork first stops the table") {
  CHECK(group_of(philosophers(4, "(i == 2 ? 3 : i)", "(i == 2 ? 2 : (i + 1) % N)")) == "");
  // Every second one does: the table can be turned by two.
  CHECK(group_of(philosophers(4, "(i % 2 == 0 ? i : (i + 1) % N)", "(i % 2 == 0 ? (i + 1) % N : i)")) == "C_2 on P");
  CHECK(group_of(philosophers(6, "(i % 3 == 0 ? i : (i + 1) % N)", "(i % 3 == 0 ? (i + 1) % N : i)")) == "C_2 on P");
}

TEST_CASE("what a query tells apart is not turned") {
  const std::string model = philosophers(4);
  CHECK(group_of(model, "A[] not deadlock") == "C_4 on P");
  CHECK(group_of(model, "E<> exists (i : int[0,3]) P(i).L2 && P((i + 2) % 4).L2") == "C_4 on P");
  CHECK(group_of(model, "E<> P(0).L2") == "");
  CHECK(group_of(model, "E<> P(0).L2 && P(2).L2") == "C_2 on P");
  CHECK(group_of(model, "A<> P(0).L5 || P(1).L5 || P(2).L5 || P(3).L5") == "C_4 on P");
  CHECK(group_of(model, "A<> P(1).L5 || P(3).L5") == "C_2 on P");
  CHECK(group_of(model, "sup: sum (i : int[0,3]) fork[i]") == "C_4 on P");
  CHECK(group_of(model, "sup: fork[0]") == "");
}

TEST_CASE("ids in variables are turned with the ring, and clocks too") {
  CHECK(group_of(token_ring("(id + 1) % N")) == "C_4 on P");
  CHECK(group_of(token_ring("(tok + 1) % N")) == "C_4 on P");
  CHECK(group_of(token_ring("(id + 1) % N"), "A[] not deadlock") == "C_4 on P");
  CHECK(group_of(token_ring("(id + 1) % N"), "A<> exists (i : int[0,3]) P(i).B && P(i).x > 1") == "");
  CHECK(group_of(token_ring("(id + 1) % N"), "E<> last[tok] == tok && P(0).A && P(1).A && P(2).A && P(3).A") ==
        "C_4 on P");
  // The last one keeps the token; one is slower than the others; the way round is a scan from the first on.
  CHECK(group_of(token_ring("id < N - 1 ? id + 1 : id")) == "");
  CHECK(group_of(token_ring("(id + 1) % N", "x <= (id == 2 ? 3 : 2)")) == "");
  CHECK(group_of(token_ring("id < N - 1 ? id + 1 : 0")) == "C_4 on P");
  CHECK(group_of(token_ring("0")) == "S_3 on P");
}

TEST_CASE("rings that are listed by the channels they share are turned") {
  const auto ring = [](const std::string& system) {
    return "chan a, b, c, d;\nprocess P(chan &in, chan &out, const bool starts) { state L, M; init L; trans\n"
           "L -> M { sync in?; }, M -> L { sync out!; }; }\n"
           "process S(chan &out) { state L, M; init L; trans L -> M { sync out!; }; }\n"
           "process Q(chan &in, chan &out) { state L, M; init L; trans L -> M { sync in?; }, M -> L { sync out!; }; "
           "}\n" +
           system;
  };
  CHECK(group_of(ring("A = Q(a, b); B = Q(b, c); C = Q(c, d); D = Q(d, a); system A, B, C, D;")) == "C_4 on Q");
  CHECK(group_of(ring("A = Q(a, b); B = Q(d, a); C = Q(c, d); D = Q(b, c); system A, B, C, D;")) == "C_4 on Q");
  CHECK(group_of(ring("A = Q(a, b); B = Q(b, c); C = Q(c, d); D = Q(d, a); E = S(a); system A, B, C, D, E;")) == "");
}

// Receivers act in the order of processes, and turning the ring turns the order of the last one and all others.
TEST_CASE("receivers of a broadcast whose order matters stop the ring") {
  const auto model = [](const std::string& update) {
    return "const int N = 3; int[0,3] n; bool f[N]; broadcast chan b;\nprocess P(const int[0,N-1] id) { state A, B; "
           "init A; "
           "trans A -> B { guard !f[(id + 1) % N]; assign f[id] = true; }, B -> B { sync b?; assign " +
           update + "; }; }\nprocess S() { state A; init A; trans A -> A { sync b!; }; }\nsystem P, S;\n";
  };
  CHECK(group_of(model("n = n < 3 ? n + 1 : 0")) == "C_3 on P");
  CHECK(group_of(model("n = 2 * n < 3 ? 2 * n + (f[id] ? 1 : 0) - (f[(id + 2) % N] ? 1 : 0) : 0")) == "");
}

TEST_CASE("two templates whose processes belong together are turned together") {
  const std::string model =
      "const int N = 3; chan t[N], u[N];\n"
      "process P(const int[0,N-1] i) { state A, B, C; init A; trans\n"
      "A -> B { sync t[i]!; }, B -> C { sync t[(i + 1) % N]!; }, C -> A { sync u[i]!; }; }\n"
      "process F(const int[0,N-1] k) { clock y; state Free, Taken { y <= 4 }; init Free; trans\n"
      "Free -> Taken { sync t[k]?; assign y = 0; }, Taken -> Free { guard y > 3; }, Taken -> Free { sync u[k]?; }; }\n"
      "system P, F;\n";
  CHECK(group_of(model).starts_with("C_3 on "));
}

TEST_CASE("models without a ring have none") {
  const auto rings = [](const std::string& text) {
    const std::unique_ptr<Model> model = model_from(text);
    const std::unique_ptr<Network> network = compile(*model);
    return DetectedSymmetry::find(*network)->rings().has_value();
  };
  CHECK(rings(philosophers(3)));
  CHECK(
      !rings("bool a[3]; process P(const int[0,2] id) { state L; init L; trans L -> L { assign a[id] = !a[id]; }; }\n"
             "system P;\n"));  // all can be exchanged: turning them is nothing more
  CHECK(
      !rings("int n; process P(const int[0,2] id) { state L; init L; trans L -> L { guard n == id; assign n = 1; }; }\n"
             "system P;\n"));
}

namespace rotations {

void check_ring(std::uint32_t seed, Tally& tally) {
  std::mt19937 choose(seed + 41);
  const bool is_timed = choose() % 2 == 0, is_broken = choose() % 2 == 0;
  RingModel ring(seed, is_timed, is_broken);
  const std::string text = ring.text();
  INFO("seed " << seed << "\n" << text);
  const std::unique_ptr<Model> model = model_from(text);
  const std::vector<Query*> queries = queries_of(*model, ring.queries());
  VerifyOptions options;
  options.detect_symmetry = true;
  options.limits.explored = 30000;
  options.limits.states = 4000;
  options.symmetry = SymmetryChoice::off;
  options.reduce = false;
  const std::vector<QueryResult> expected = decide(*model, queries, options);
  options.reduce = choose() % 4 != 0;
  options.trace = choose() % 2 == 0 ? TraceKind::some : choose() % 3 == 0 ? TraceKind::shortest : TraceKind::off;
  options.check_symmetry = choose() % 2 == 0;
  if (choose() % 3 == 0) options.order = Order::depth_first;
  options.threads = choose() % 4 == 0 ? 32 : 1;
  options.team_round = 5;
  constexpr SymmetryChoice choices[] = {SymmetryChoice::automatic, SymmetryChoice::sort, SymmetryChoice::canonical};
  options.symmetry = choices[choose() % 3];
  constexpr Abstraction abstractions[] = {Abstraction::automatic, Abstraction::lu_plus, Abstraction::m,
                                          Abstraction::exact};
  if (choose() % 4 == 0) options.abstraction = abstractions[choose() % 4];
  const std::vector<QueryResult> found = decide(*model, queries, options);
  ++tally.models;
  tally.turned += found[0].symmetry.group.starts_with("C_");
  compare(expected, found, tally);
}

}  // namespace rotations

TEST_CASE("turning rings changes no verdict of random models") {
  Tally tally;
  const int models = static_cast<int>(sampled(60));
  for (int seed = 1; seed <= models; ++seed) check_ring(static_cast<std::uint32_t>(seed), tally);
  CHECK(4 * tally.turned > models);
  CHECK(tally.compared > 5 * tally.undecided);
}

// ORBITA_SEED and ORBITA_MODELS choose other models.
TEST_CASE("turning rings changes no verdict of thousands of random models", "[slow]") {
  const auto first = static_cast<std::uint32_t>(number_from("ORBITA_SEED", 1000));
  const auto models = static_cast<std::uint32_t>(number_from("ORBITA_MODELS", 2000));
  Tally tally;
  for (std::uint32_t k = 0; k < models; ++k) check_ring(first + k, tally);
  WARN("seeds from " << first << ": " << tally.models << " models, " << tally.turned << " turned, " << tally.compared
                     << " verdicts compared, " << tally.undecided << " beyond the limit, " << tally.traces
                     << " traces replayed");
  CHECK(4 * tally.turned > tally.models);
}
