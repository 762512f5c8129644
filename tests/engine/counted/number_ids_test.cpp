// Integers that are ids are counted like scalars: against exploring them one by one, and where they are more than ids.
#include "engine/counted/number_ids.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/engine/counted/counted_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

VerifyOptions bounded_numbers(SymmetryChoice symmetry) {
  VerifyOptions options;
  options.symmetry = symmetry;
  options.detect_symmetry = symmetry != SymmetryChoice::off;
  options.trace = symmetry == SymmetryChoice::counted ? TraceKind::some : TraceKind::off;
  options.limits.explored = 5000;
  options.limits.seconds = 60;  // machines may be busy
  return options;
}

bool counts_numbers(const QueryResult& result) { return result.symmetry.strategy == "counted"; }

void replace(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

// The random model with integers for scalars, from 0 or 1 on; in every other one 0 below them stands for nobody.
CountedModel with_numbers(std::uint64_t seed, int size) {
  CountedModel model = CountedModelMaker(seed).make(size);
  const bool from_one = seed % 3 != 0;
  replace(model.text, "typedef scalar[N] S;", from_one ? "typedef int[1,N] S;" : "typedef int[0,N-1] S;");
  replace(model.text, "typedef scalar[2] T;", "typedef int[0,1] T;");
  if (from_one && seed % 2 == 0) {
    replace(model.text, "S who;", "int[0,N] who;");
    replace(model.text, "known = false", "known = false, who = 0");
    replace(model.text, "!known", "who == 0");
  }
  return model;
}

struct Tally {
  std::uint64_t models = 0, counted = 0, compared = 0, satisfied = 0, traces = 0;
};

void compare(std::uint64_t seed, Tally& tally) {
  // More ids than steps are computed with, in some: symmetry that is found keeps the others few.
  const int size = seed % 4 == 3 ? 7 : 2 + static_cast<int>(seed % 4);
  CountedModel random = with_numbers(seed, size);
  CAPTURE(seed, random.text);
  const auto model = model_from(random.text);
  if (model->has_guarded_receivers)
    std::erase_if(random.queries, [](const std::string& q) { return q.find("deadlock") != std::string::npos; });
  const std::vector<Query*> queries = queries_of(*model, random.queries);
  const std::vector<QueryResult> counted = decide(*model, queries, bounded_numbers(SymmetryChoice::counted));
  const SymmetryChoice others = size <= 4 ? SymmetryChoice::off : SymmetryChoice::sort;
  const std::vector<QueryResult> plain = decide(*model, queries, bounded_numbers(others));
  ++tally.models;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(random.queries[q], counted[q].reason, plain[q].reason, counted[q].symmetry.note);
    CHECK(counted[q].trace_problem.empty());
    if (counted[q].verdict == Verdict::unknown || plain[q].verdict == Verdict::unknown) continue;
    CHECK(counted[q].verdict == plain[q].verdict);
    if (!counts_numbers(counted[q])) continue;
    ++tally.counted;
    tally.satisfied += counted[q].verdict == Verdict::satisfied;
    const bool reached =
        counted[q].verdict == (random.queries[q][0] == 'E' ? Verdict::satisfied : Verdict::not_satisfied);
    if (counted[q].reason.empty()) CHECK(counted[q].trace.has_value() == reached);
    tally.traces += reached;
  }
  tally.compared += queries.size();
}

const std::string busy = R"(
process P(const id_t me) {
  clock x;
  state idle, busy { x <= 3 };
  init idle;
  trans idle -> busy { GUARD assign x = 0 UPDATE; }, busy -> idle { guard x >= 1; };
}
system P;
)";

std::string busy_model(const std::string& declarations, const std::string& guard, const std::string& update) {
  std::string text = "const int N = 20;\ntypedef int[1,N] id_t;\n" + declarations + busy;
  replace(text, "GUARD", guard.empty() ? "" : "guard " + guard + ";");
  replace(text, "UPDATE", update.empty() ? "" : ", " + update);
  return text;
}

std::vector<CountingProblem> problems_of(const std::string& text) {
  const auto model = model_from(text);
  const std::optional<NumberIds> ids = find_number_ids(*model, {});
  REQUIRE(ids);
  CHECK(ids->low == 1);
  CHECK(ids->count == 20);
  return ids->problems;
}

}  // namespace

TEST_CASE("counting integers that are ids gives the verdicts of exploring them") {
  Tally tally;
  const std::uint64_t first = number_from("ORBITA_SEED", 1), given = number_from("ORBITA_CASES", 0);
  const std::uint64_t cases = given > 0 ? given : std::max<std::uint64_t>(sampled(60), 10);
  for (std::uint64_t seed = first; seed < first + cases; ++seed) compare(seed, tally);
  CHECK(tally.counted > tally.models);
  CHECK(tally.satisfied > tally.counted / 10);
  CHECK(tally.traces > tally.models / 4);
  if (given > 0)
    WARN(tally.models << " models, " << tally.compared << " queries, " << tally.counted << " counted, "
                      << tally.satisfied << " satisfied, " << tally.traces << " traces replayed");
}

TEST_CASE("integers that are compared and kept only are ids") {
  CHECK(problems_of(busy_model("", "", "")).empty());
  CHECK(problems_of(busy_model("int[0,N] id;", "id == 0", "id = me")).empty());
  CHECK(problems_of(busy_model("int id = -1;", "id == -1 || id != me", "id = me")).empty());
  CHECK(problems_of(busy_model("bool flag[id_t]; id_t last;", "!flag[last]", "last = me, flag[me] = true")).empty());
  CHECK(problems_of(busy_model("bool flag[N+1];", "forall (i : id_t) !flag[i] || i == me", "flag[me] = true")).empty());
  CHECK(problems_of(busy_model("int[0,N] id; void take(id_t i) { if (id == 0) id = i; }", "", "take(me)")).empty());
}

TEST_CASE("integers that are more than ids are not counted") {
  const auto refused = [](const std::string& declarations, const std::string& guard, const std::string& update) {
    CAPTURE(declarations, guard, update);
    CHECK_FALSE(problems_of(busy_model(declarations, guard, update)).empty());
  };
  refused("", "me > 10", "");                   // an order
  refused("", "exists (i : id_t) i > 10", "");  // true with 20 ids, not with five
  refused("", "forall (i : int[1,N]) forall (j : int[1,N]) i + j < 41", "");
  refused("int[0,N] id;", "", "id = (me % 3) + 1");  // arithmetic
  refused("int[0,N] id;", "id == 1", "id = me");     // an element by its number
  refused("int[0,N] id;", "", "id = me, id = 2");
  refused("int[0,N] busy_ones;", "busy_ones < N", "busy_ones++");  // counts them
  refused("int[0,N] busy_ones;", "", "busy_ones++");
  refused("const int half = N / 2;", "half == 10", "");
  refused("int count = N;", "count > 0", "");
  refused(
      "const bool favoured[N+1] = {false, true, false, false, false, false, false, false, false, false, false,"
      " false, false, false, false, false, false, false, false, false, false};",
      "favoured[me]", "");
  refused("bool flag[N+1];", "flag[3]", "flag[me] = true");
  refused("bool flag[21];", "", "flag[me] = true");  // as many cells whatever N is
  refused("bool flag[N+2];", "", "flag[me] = true");
  refused("int[0,5] few;", "", "few = me");  // fails for 6, whoever that is
  refused("meta int[0,N] id;", "", "id = me");
  refused("bool b[id_t]; void all() { for (i : id_t) b[i] = true; }", "", "all()");
  refused("id_t next(id_t i) { return i; } int[0,N] id;", "", "id = next(me)");
  refused("", "forall (k : int[me,me]) k != 20", "");  // a bound is the number of an id
  refused("", "forall (i : id_t) forall (k : int[1,i]) k < 20", "");
  refused("bool b[id_t]; bool first() { id_t k; return b[k]; }", "first()", "b[me] = true");  // k is 1
  refused("id_t last; void reset() { id_t k; last = k; }", "", "reset()");
}

TEST_CASE("parameters by value may be ids, and then they are nothing else") {
  const auto problems = [](const std::string& parameters, const std::string& guard, const std::string& arguments) {
    return problems_of("const int N = 20;\ntypedef int[1,N] id_t;\nprocess T(" + parameters +
                       ") { state A, B; init A; trans A -> B { guard " + guard + "; }; }\nP(const id_t i) = T(" +
                       arguments + ");\nsystem P;\n");
  };
  CHECK(problems("const id_t me", "forall (j : id_t) j != me || true", "i").empty());
  CHECK(problems("const id_t me, const int z", "z < 3", "i, 2").empty());
  CHECK_FALSE(problems("const int me", "me != 20", "i").empty());
  CHECK_FALSE(problems("const id_t me, const int z", "z != 20", "i, i").empty());
  CHECK_FALSE(problems("const id_t me, const int z", "z != 20", "i, i + 1").empty());
  CHECK_FALSE(problems("const id_t me, const bool last", "!last", "i, i == 20").empty());
}

// Each is decided by exploration, or counted rightly: what happens for id 20, and for no smaller one.
TEST_CASE("what one id does is not decided with fewer ids") {
  const std::string names = R"(
const int N = 20;
typedef int[1,N] id_t;
int[0,N] id;
bool flag[id_t];
bool is_set(int i) { return flag[i]; }
bool first() { id_t k; return flag[k]; }
process P(const id_t me) { const int same = me; state A, B; init A;
  trans A -> B { guard id == 0; assign id = me, flag[me] = true; }; }
process T(const int me, bool& mine) { bool last = me == 20; state A, B; init A;
  trans A -> B { guard me > 19 && !mine; assign mine = true; }; }
bool own[id_t];
Q(const id_t i) = T(i, own[i]);
system P, Q;
)";
  const auto model = model_from(names);
  for (const SymmetryChoice symmetry : {SymmetryChoice::automatic, SymmetryChoice::counted}) {
    for (const std::string query :
         {"exists (i : id_t) P(i).B && P(i).me == 20", "exists (i : id_t) P(i).B && P(i).same == 20",
          "exists (i : id_t) P(i).B && P(i).me > 19", "exists (i : id_t) P(i).B && i == 20",
          "exists (i : id_t) exists (k : int[i,i]) P(i).B && k == 20", "exists (i : int[19,20]) P(i).B", "P(20).B",
          "flag[20]", "is_set(20)", "first()", "id == 20", "id > 19", "exists (i : id_t) Q(i).B",
          "exists (i : id_t) Q(i).B && Q(i).last", "exists (i : id_t) Q(i).me == 20"}) {
      CAPTURE(query, static_cast<int>(symmetry));
      CHECK(decide(*model, "E<> " + query, bounded_numbers(symmetry)).verdict == Verdict::satisfied);
    }
    for (const std::string query :
         {"exists (i : id_t) P(i).me == 0", "exists (i : id_t) exists (j : id_t) i != j && P(i).B && P(j).B"}) {
      CAPTURE(query);
      CHECK(decide(*model, "E<> " + query, bounded_numbers(symmetry)).verdict == Verdict::not_satisfied);
    }
  }
}

TEST_CASE("a model that is in order with as many ids as it has only is explored") {
  for (const std::string declaration :
       {"const int[20,30] N = 20;",
        "const int N = 20; const struct { bool odd[N+1]; } of = {{0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,"
        "1,0,1,0,1,0}};",
        "const int N = 20; const bool of[1][N+1] = {{0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0}};"}) {
    CAPTURE(declaration);
    std::string text = busy_model("", "", "");
    replace(text, "const int N = 20;", declaration);
    const QueryResult result =
        decide(*model_from(text), "E<> exists (i : id_t) P(i).busy", bounded_numbers(SymmetryChoice::counted));
    CHECK(result.verdict == Verdict::satisfied);
    CHECK_FALSE(counts_numbers(result));
  }
}

TEST_CASE("a variable that is never written may name an element") {
  const auto model = model_from(busy_model("id_t leader;", "leader == me", ""));
  VerifyOptions options = bounded_numbers(SymmetryChoice::counted);
  const QueryResult one = decide(*model, "E<> exists (i : id_t) P(i).busy", options);
  CHECK(one.verdict == Verdict::satisfied);
  const QueryResult two =
      decide(*model, "E<> exists (i : id_t) exists (j : id_t) i != j && P(i).busy && P(j).busy", options);
  CAPTURE(two.reason, two.symmetry.note, two.symmetry.group);
  CHECK(two.verdict == Verdict::not_satisfied);
  CHECK_FALSE(counts_numbers(two));
}

TEST_CASE("a query that names an id, or asks for runs, is decided by others beside those that are counted") {
  const auto model = model_from(busy_model("int[0,N] id;", "id == 0", "id = me"));
  VerifyOptions options = bounded_numbers(SymmetryChoice::counted);
  std::vector<std::size_t> told;
  options.decided = [&](std::size_t query, const QueryResult&) { told.push_back(query); };
  const std::vector<QueryResult> results =
      decide(*model,
             queries_of(*model, {"E<> P(3).busy", "A[] forall (i : id_t) P(i).busy imply P(i).x <= 3",
                                 "A<> exists (i : id_t) P(i).busy", "sup: id", "A[] not deadlock"}),
             options);
  CHECK(results[0].verdict == Verdict::satisfied);
  CHECK_FALSE(counts_numbers(results[0]));
  CHECK(results[0].symmetry.note.find("not counted: ") == 0);
  CHECK(results[1].verdict == Verdict::satisfied);
  CHECK(counts_numbers(results[1]));
  CHECK(results[2].verdict == Verdict::not_satisfied);
  CHECK(results[3].values.at(0).value == 20);
  CHECK_FALSE(counts_numbers(results[3]));
  CHECK(results[4].verdict == Verdict::not_satisfied);
  CHECK(results[4].trace);
  std::sort(told.begin(), told.end());
  CHECK(told == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("detection proves what the text alone cannot: receivers must commute") {
  const auto commute = [](const std::string& declaration, const std::string& update) {
    const auto model = model_from(R"(
const int N = 20;
typedef int[1,N] id_t;
broadcast chan b;
)" + declaration + R"(
process P(const id_t me) { state A, B; init A; trans A -> B { sync b?; assign )" +
                                  update + R"(; }; }
process C() { state S, T; init S; trans S -> T { sync b!; }; }
system P, C;
)");
    const QueryResult result =
        decide(*model, "A[] exists (i : id_t) P(i).A || P(i).B", bounded_numbers(SymmetryChoice::counted));
    CHECK(result.verdict == Verdict::satisfied);
    return counts_numbers(result);
  };
  CHECK(commute("bool flag[id_t];", "flag[me] = true"));
  CHECK_FALSE(commute("int[0,N] last;", "last = me"));
}

TEST_CASE("symmetry that is found beside a scalarset does not keep runs from being told") {
  const auto model = model_from(R"(
typedef scalar[20] S;
int[0,3] n;
process P(const S me) { clock x; state A, B { x <= 3 }; init A; trans A -> B { guard n == 3; assign x = 0; }; }
process Q(const int[0,2] k) { state U, V; init U; trans U -> V { assign n = n + 1; }; }
system Q, P;
)");
  const QueryResult result = decide(*model, "E<> exists (i : S) exists (j : S) i != j && P(i).B && P(j).B",
                                    bounded_numbers(SymmetryChoice::counted));
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(counts_numbers(result));
  CHECK(result.trace);
}
