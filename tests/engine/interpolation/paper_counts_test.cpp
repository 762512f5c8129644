// The tables of the interpolation paper, and what is known of them (docs/experiments.md): visited and covered nodes.
#include <catch2/catch.hpp>

#include <utility>
#include <vector>

#include "tests/engine/interpolation/interpolation_support.h"
#include "tests/engine/interpolation/labelled.h"

using namespace orbita;
using namespace orbita::test;

namespace {

using Counts = std::pair<std::uint64_t, std::uint64_t>;  // visited, covered

Counts counts_of(const QueryResult& result) {
  REQUIRE(result.statistics.labels);
  return {result.statistics.labels->visited, result.statistics.labels->covered};
}

std::string constants(const std::vector<std::pair<std::string, int>>& values) {
  std::string text;
  for (const auto& [name, value] : values) text += "const int " + name + " = " + std::to_string(value) + ";\n";
  return text;
}

std::string sum_of_ids(int n) {
  return constants({{"N", n}}) + R"(
    int[0,N*(N+1)/2] total;
    process P(const int[1,N] id) { state L0, L1; init L0; trans L0 -> L1 { assign total += id; }; }
    system P;)";
}

std::string readers_writers(int readers, int writers, bool cyclic) {
  return constants({{"R", readers}, {"N", readers + writers}}) + R"(
    typedef int[0,N-1] id_t;
    bool c[id_t];
    process P(const id_t id) {
      state I, T, C; init I;
      trans I -> T { },
            T -> C { guard forall (j : id_t) !c[j]; assign c[id] = true; },
            T -> C { guard id < R && forall (j : int[R,N-1]) !c[j]; assign c[id] = true; })" +
         (cyclic ? ", C -> I { assign c[id] = false; }" : "") + R"(;
    }
    system P;)";
}

const std::string exclusion =
    "A[] forall (i : id_t) forall (j : id_t) (i != j && P(i).C && P(j).C) imply (i < R && j < R)";

std::string philosophers(int n) {
  return constants({{"N", n}}) + R"(
    bool fork[N];
    process P(const int[0,N-1] i) {
      state L0, L1, L2, L3, L4, L5; init L0;
      trans L0 -> L1 { guard !fork[i]; assign fork[i] = true; },
            L1 -> L2 { guard !fork[(i + 1) % N]; assign fork[(i + 1) % N] = true; },
            L2 -> L3 { }, L3 -> L4 { assign fork[(i + 1) % N] = false; }, L4 -> L5 { assign fork[i] = false; };
    }
    system P;)";
}

std::string tickets(int n) {
  return constants({{"N", n}}) + R"(
    typedef int[1,N] id_t;
    int[0,N] ticket[id_t], last;
    process C(const id_t id) {
      state Outside, Waiting, Served, Gone; init Outside;
      trans Outside -> Waiting { assign last = last + 1, ticket[id] = last; },
            Waiting -> Served { guard forall (j : id_t) ticket[j] == 0 || ticket[id] <= ticket[j]; },
            Served -> Gone { assign ticket[id] = 0; };
    }
    system C;)";
}

// The largest ticket is read in one step and one more is written in the next; ties go to the smaller id. What was read
// is kept: 341 and 3725 states.
std::string bakery(int n, bool waits_for_choosing) {
  return constants({{"N", n}}) + R"(
    typedef int[1,N] id_t;
    int[0,N] number[id_t];
    bool choosing[id_t];
    process C(const id_t id) {
      int[0,N] m;
      state Outside, Choosing, Waiting, Served, Gone; init Outside;
      trans Outside -> Choosing { select k : int[0,N-1];
                guard (forall (i : id_t) number[i] <= k) && (k == 0 || exists (i : id_t) number[i] == k);
                assign choosing[id] = true, m = k; },
            Choosing -> Waiting { assign number[id] = m + 1, choosing[id] = false; },
            Waiting -> Served { guard forall (j : id_t) )" +
         (waits_for_choosing ? "!choosing[j] && " : "") + R"((number[j] == 0 || number[id] < number[j] ||
                                  (number[id] == number[j] && id <= j)); },
            Served -> Gone { assign number[id] = 0; };
    }
    system C;)";
}

const std::string one_served = "A[] forall (i : id_t) forall (j : id_t) (C(i).Served && C(j).Served) imply i == j";

const std::string few_eaters = "A[] (sum (i : int[0,N-1]) (P(i).L2 or P(i).L3)) <= N/2";

}  // namespace

TEST_CASE("the sum of ids takes n(n+1)/2 + 1 nodes, of which n(n-1)/2 are covered, with one atom each") {
  for (std::uint64_t n = 2; n <= 30; n += n < 12 ? 1 : 6) {
    CAPTURE(n);
    const std::string model = sum_of_ids(static_cast<int>(n));
    const QueryResult result = learned(model, "A[] total <= N*(N+1)/2");
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(counts_of(result) == Counts(n * (n + 1) / 2 + 1, n * (n - 1) / 2));
    CHECK(result.statistics.labels->longest_label == 1);
    CHECK(learned(model, "A[] total <= N*(N+1)/2 - 1").verdict == Verdict::not_satisfied);
  }
}

TEST_CASE("readers and writers without a way back have the five published rows") {
  const std::vector<std::pair<std::pair<int, int>, Counts>> rows{
      {{2, 1}, {35, 20}}, {{4, 2}, {226, 175}}, {{6, 3}, {779, 658}}, {{8, 4}, {1987, 1750}}};
  for (const auto& [size, counts] : rows) {
    CAPTURE(size.first);
    const QueryResult result = learned(readers_writers(size.first, size.second, false), exclusion);
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(counts_of(result) == counts);
  }
}

TEST_CASE("the sum of up to thirty ids, and of sixty", "[slow]") {
  for (std::uint64_t n = 2; n <= 60; n += n < 30 ? 1 : 30) {
    CAPTURE(n);
    const std::string model = sum_of_ids(static_cast<int>(n));
    CHECK(counts_of(learned(model, "A[] total <= N*(N+1)/2")) == Counts(n * (n + 1) / 2 + 1, n * (n - 1) / 2));
    CHECK(learned(model, "A[] total <= N*(N+1)/2 - 1").verdict == Verdict::not_satisfied);
  }
}

TEST_CASE("readers and writers, ten and five, have the fifth published row", "[slow]") {
  CHECK(counts_of(learned(readers_writers(10, 5, false), exclusion)) == Counts(4231, 3820));
}

TEST_CASE("cyclic readers and writers keep one node for each orbit of both groups") {
  const std::vector<std::pair<std::pair<int, int>, std::uint64_t>> rows{{{2, 1}, 15}, {{4, 2}, 55}, {{6, 3}, 133}};
  for (const auto& [size, stored] : rows) {
    CAPTURE(size.first);
    const QueryResult result = learned(readers_writers(size.first, size.second, true), exclusion);
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.stored == stored);
  }
}

TEST_CASE("eight and four cyclic readers and writers keep 261 nodes", "[slow]") {
  CHECK(learned(readers_writers(8, 4, true), exclusion).statistics.stored == 261);
}

TEST_CASE("philosophers keep their counts, and never fewer nodes than any sound search that keeps W2") {
  const std::vector<std::pair<int, Counts>> rows{{3, {63, 26}}, {4, {291, 165}}, {5, {1175, 771}}};
  const std::vector<std::uint64_t> least{37, 116, 362};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i].first);
    const QueryResult result = learned(philosophers(rows[i].first), few_eaters);
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(counts_of(result) == rows[i].second);
    CHECK(result.statistics.stored >= least[i]);
  }
}

TEST_CASE("six philosophers keep their counts", "[slow]") {
  const QueryResult result = learned(philosophers(6), few_eaters);
  CHECK(counts_of(result) == Counts(4930, 3530));
  CHECK(result.statistics.stored >= 1205);
}

namespace {

// "So many are in each location", for every way to share n philosophers among the six; how many of these are reachable.
int injected(int n) {
  const std::string model = philosophers(n);
  const auto plain = model_from(model), labelled = model_from(model);
  int reachable = 0;
  const auto share = [&](const auto& self, int location, int left, const std::string& formula) -> void {
    for (int here = location == 5 ? left : 0; here <= left; ++here) {
      const std::string longer =
          formula + " && (sum (i : int[0,N-1]) P(i).L" + std::to_string(location) + ") == " + std::to_string(here);
      if (location < 5) {
        self(self, location + 1, left - here, longer);
        continue;
      }
      CAPTURE(longer);
      const Verdict verdict = decide(*plain, longer).verdict;
      CHECK(learned(*labelled, longer).verdict == verdict);
      reachable += verdict == Verdict::satisfied;
    }
  };
  share(share, 0, n, "E<> true");
  return reachable;
}

}  // namespace

TEST_CASE("every injected violation of three philosophers is found") { CHECK(injected(3) == 33); }

TEST_CASE("every injected violation of four philosophers is found", "[slow]") { CHECK(injected(4) == 75); }

TEST_CASE("the bakery with tickets drawn in one step keeps its counts") {
  const std::vector<std::pair<int, Counts>> rows{{3, {27, 11}}, {4, {51, 26}}, {5, {86, 50}}};
  for (const auto& [n, counts] : rows) {
    CAPTURE(n);
    const QueryResult result = learned(tickets(n), one_served);
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(counts_of(result) == counts);
  }
}

TEST_CASE("the bakery with ties by id is safe, and is not without the test of who is choosing") {
  const std::vector<std::pair<int, Counts>> rows{{3, {143, 63}}, {4, {776, 429}}};
  for (const auto& [n, counts] : rows) {
    CAPTURE(n);
    const QueryResult result = learned(bakery(n, true), one_served);
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(counts_of(result) == counts);
    CHECK(learned(bakery(n, false), one_served).verdict == Verdict::not_satisfied);
  }
}
