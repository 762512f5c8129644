// Published state counts: an exploration that stores more, fewer or different states has changed its meaning.
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/engine/verify_support.h"
#include "tests/model_files.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// A query that is never satisfied forces full exploration.
QueryResult explored(Model& model, const std::string& formula, VerifyOptions options) {
  options.symmetry = SymmetryChoice::off;
  return decide(model, formula, options);
}

VerifyOptions equality() {
  VerifyOptions options;
  options.abstraction = Abstraction::lu_plus;
  options.subsumption = SubsumptionChoice::equality;
  options.reduce = false;
  return options;
}

std::string fischer(int n) {
  return "const int N = " + std::to_string(n) + R"(; const int K = 10; typedef int[1,N] id_t; int[0,N] id;
    process P(const id_t pid) { clock x; state A, req { x <= K }, wait, cs; init A;
      trans A -> req { guard id == 0; assign x = 0; }, req -> wait { guard x <= K; assign x = 0, id = pid; },
            wait -> req { guard id == 0; assign x = 0; }, wait -> cs { guard x > K && id == pid; }, cs -> A { assign id = 0; }; }
    system P;)";
}

const std::string exclusion = "A[] forall (i : id_t) forall (j : id_t) P(i).cs && P(j).cs imply i == j";

// A peer model with its size set.
std::string peer_model(const std::string& name, int n) {
  const auto path = std::filesystem::path(test::corpus_dir()).parent_path() / "peer-models" / name;
  std::ifstream file(path);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return std::regex_replace(text.str(), std::regex("const int N = [0-9]+;"),
                            "const int N = " + std::to_string(n) + ";");
}

std::string philosophers(int n) {
  return "const int N = " + std::to_string(n) + R"(; typedef int[0,N-1] id_t; bool fork[N];
    process P(const id_t i) { state L0, L1, L2, L3, L4, L5; init L0;
      trans L0 -> L1 { guard !fork[i]; assign fork[i] = true; }, L1 -> L2 { guard !fork[(i + 1) % N]; assign fork[(i + 1) % N] = true; },
            L2 -> L3 { }, L3 -> L4 { assign fork[(i + 1) % N] = false; }, L4 -> L5 { assign fork[i] = false; }; }
    system P;)";
}

std::string readers_writers(int readers, int writers) {
  return "const int r = " + std::to_string(readers) + "; const int n = " + std::to_string(readers + writers) + R"(;
    typedef int[0,n-1] id_t; bool c[n];
    process P(const id_t id) { state N, T, C; init N;
      trans N -> T { }, T -> C { guard forall (j : id_t) !c[j]; assign c[id] = true; },
            T -> C { guard id < r && forall (j : int[r,n-1]) !c[j]; assign c[id] = true; }, C -> N { assign c[id] = false; }; }
    system P;)";
}

// `classes`: the class of each process, 0 the most urgent.
std::string controller(const std::string& classes, int processes) {
  return "const int n = " + std::to_string(processes) + "; typedef int[0,n-1] id_t; const int cls[n] = {" + classes +
         R"(};
    bool tr[n]; bool free = true;
    process P(const id_t id) { state N, T, H1, H2, H3; init N;
      trans N -> T { guard free; assign tr[id] = true; },
            T -> H1 { guard free && forall (j : id_t) cls[j] < cls[id] imply !tr[j]; assign free = false, tr[id] = false; },
            H1 -> H2 { }, H2 -> H3 { }, H3 -> N { assign free = true; }; }
    system P;)";
}

std::unique_ptr<Model> peer_from(const std::string& name, int n) {
  Diagnostics diagnostics;
  return check(read_model_text(name, peer_model(name, n), diagnostics), diagnostics);
}

}  // namespace

TEST_CASE("Fischer, breadth first with aLU: the published stored and visited states") {
  const std::uint64_t stored[] = {65, 220, 727, 2378}, visited[] = {71, 268, 977, 3458};
  for (int n = 3; n <= 6; ++n) {
    CAPTURE(n);
    const auto model = model_from(fischer(n));
    const QueryResult result = explored(*model, exclusion, {});
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.stored == stored[n - 3]);
    CHECK(result.statistics.explored == visited[n - 3]);
  }
}

TEST_CASE("Fischer, distinct ExtraLU+ zones: the published states") {
  const std::uint64_t states[] = {292, 1277, 5798};
  for (int n = 4; n <= 6; ++n) {
    CAPTURE(n);
    const auto model = model_from(fischer(n));
    const QueryResult result = explored(*model, exclusion, equality());
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.stored == states[n - 4]);
  }
}

TEST_CASE("CSMA/CD, distinct ExtraLU+ zones: the published states", "[corpus]") {
  if (!has_corpus()) return;
  const std::uint64_t states[] = {1979, 8582};
  for (int n = 4; n <= 5; ++n) {
    CAPTURE(n);
    const auto model = peer_from("csmacd.xml", n);
    const QueryResult result = explored(*model, "E<> Bus.Idle && Station(1).Start", equality());
    CHECK(result.verdict == Verdict::not_satisfied);
    CHECK(result.statistics.stored == states[n - 4]);
  }
}

TEST_CASE("larger published states", "[slow]") {
  CHECK(explored(*model_from(fischer(7)), exclusion, equality()).statistics.stored == 26651);
  CHECK(explored(*model_from(philosophers(6)), "A[] true", {}).statistics.stored == 12671);
}

TEST_CASE("CSMA/CD, larger published states", "[slow][corpus]") {
  if (!has_corpus()) return;
  const auto model = peer_from("csmacd.xml", 6);
  CHECK(explored(*model, "E<> Bus.Idle && Station(1).Start", equality()).statistics.stored == 34098);
}

TEST_CASE("FDDI: lazy bounds keep one state per discrete state, as published; breadth first repairs its order",
          "[corpus]") {
  if (!has_corpus()) return;
  for (const int n : {10, 20, 50}) {
    CAPTURE(n);
    VerifyOptions lazy;
    lazy.lazy_bounds = true;
    lazy.order = Order::depth_first;
    const QueryResult result = explored(*peer_from("fddi.xml", n), "E<> P(1).q1 && P(2).q1", lazy);
    CHECK(result.verdict == Verdict::not_satisfied);
    CHECK(result.statistics.stored == static_cast<std::uint64_t>(8 * n + 1));
  }
  VerifyOptions plain;
  plain.join = Joining::off;
  const QueryResult result = explored(*peer_from("fddi.xml", 10), "E<> P(1).q1 && P(2).q1", plain);
  CHECK(result.statistics.stored == 459);
  CHECK(result.statistics.explored < 2000);  // 10219 in plain order
}

TEST_CASE("dining philosophers: the published states and transitions") {
  const std::uint64_t states[] = {111, 543, 2623}, transitions[] = {189, 1244, 7515};
  for (int n = 3; n <= 5; ++n) {
    CAPTURE(n);
    const auto model = model_from(philosophers(n));
    const QueryResult result = explored(*model, "A[] 2 * (sum (i : id_t) (P(i).L2 || P(i).L3)) <= N", {});
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.stored == states[n - 3]);
    CHECK(result.statistics.transitions == transitions[n - 3]);
    CHECK(explored(*model, "A[] not deadlock", {}).verdict == Verdict::not_satisfied);
  }
}

TEST_CASE("readers and writers: the published states") {
  const std::pair<std::pair<int, int>, std::uint64_t> rows[] = {{{2, 1}, 22}, {{3, 1}, 62}, {{4, 2}, 388}};
  for (const auto& [size, states] : rows) {
    CAPTURE(size.first, size.second);
    const auto model = model_from(readers_writers(size.first, size.second));
    const QueryResult result =
        explored(*model, "A[] forall (i : id_t) forall (j : id_t) P(i).C && P(j).C && j >= r imply i == j", {});
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.stored == states);
  }
}

TEST_CASE("resource controller: the published states") {
  const std::pair<int, std::uint64_t> rows[] = {{2, 76}, {3, 316}, {4, 1276}};  // classes of two
  for (const auto& [classes, states] : rows) {
    CAPTURE(classes);
    std::string text;
    for (int i = 0; i < classes * 2; ++i) text += (i > 0 ? "," : "") + std::to_string(i / 2);
    const auto model = model_from(controller(text, classes * 2));
    const QueryResult result = explored(*model, "E<> exists (i : id_t) (P(i).H1 || P(i).H2 || P(i).H3) && free", {});
    CHECK(result.verdict == Verdict::not_satisfied);
    CHECK(result.statistics.stored == states);
    CHECK(explored(*model, "A[] not deadlock", {}).verdict == Verdict::satisfied);
  }
}
