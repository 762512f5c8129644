// Verdicts for every size of a set: published figures, examples, and random models against sizes tried one by one.
#include "engine/verify/all_sizes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/counted/counted_search.h"
#include "tests/engine/counted/counted_models.h"
#include "tests/engine/verify_support.h"
#include "tests/places.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const std::string exclusion = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";

std::unique_ptr<Model> example(const std::string& name) {
  Diagnostics diagnostics;
  return check(read_model(test::source_dir() + "/models/" + name, diagnostics), diagnostics);
}

struct Abstract {
  CountedOutcome outcome;
  std::uint64_t forced = 0;
};

// Everything, for `many` elements or more, with at most so many blocks of a key.
Abstract explore_many(const Model& model, std::uint32_t many, std::uint32_t blocks) {
  SmallModels models(model, {});
  Patterns patterns(models, many, blocks);
  CountedSteps steps(patterns, {0, many});
  CountedSearch search(steps, patterns);
  std::vector<CountedGoal> goals;
  return {search.run({static_cast<std::int32_t>(many)}, goals, {}, true), patterns.forced()};
}

Abstract explore_many(const std::string& name, std::uint32_t many, std::uint32_t blocks) {
  return explore_many(*example(name), many, blocks);
}

const std::string patience = R"(typedef scalar[3] S;
S id; bool set;
process P(const S pid) {
  clock x, z;
  state idle, req { x <= 10 }, wait, cs;
  init idle;
  trans
    idle -> req { guard !set; assign x = 0, z = 0; },
    req -> wait { guard x <= 10; assign x = 0, id = pid, set = true; },
    wait -> req { guard !set; assign x = 0; },
    wait -> cs { guard x > 10 && set && id == pid; },
    wait -> idle { guard z >= 35 && (!set || id != pid); },
    cs -> idle { assign set = false; };
}
system P;
)";

QueryResult for_every_size(Model& model, const std::string& formula, const std::string& set = "") {
  VerifyOptions options;
  options.trace = TraceKind::some;
  return verify_all_sizes(model, {query_of(model, formula)}, set, options).at(0);
}

}  // namespace

TEST_CASE("all sizes of a model together have few states") {
  const Abstract fischer = explore_many("fischer.xml", 2, 2);
  CHECK(fischer.outcome.stored == 56);
  CHECK(fischer.outcome.transitions == 167);
  CHECK(fischer.forced == 0);
  const Abstract heard = explore_many("csma-cd-b.xml", 2, 2);
  CHECK(heard.outcome.stored == 29);
  CHECK(heard.outcome.transitions == 123);
  CHECK(heard.outcome.buckets == 23);
  CHECK(heard.forced == 0);
  const Abstract broken = explore_many("fischer-broken.xml", 2, 3);
  CHECK(broken.outcome.stored == 217);
  CHECK(broken.outcome.buckets == 217);
  CHECK(broken.forced == 0);
  CHECK(explore_many("csma-cd-a.xml", 2, 2).outcome.stored == 102);
  const Abstract two_clocks = explore_many(*model_from(patience), 3, 3);
  CHECK(two_clocks.outcome.stored == 174);
  CHECK(two_clocks.forced == 0);
}

TEST_CASE("mutual exclusion is proved for every number of processes") {
  const auto fischer = example("fischer.xml");
  const QueryResult proved = for_every_size(*fischer, exclusion);
  CHECK(proved.verdict == Verdict::satisfied);
  CHECK(proved.reason == "for every number of elements of pid_t: proved from 3 on, smaller numbers were tried");
  CHECK(for_every_size(*fischer, "A[] not deadlock").verdict == Verdict::satisfied);
  CHECK(for_every_size(*fischer, "E<> exists (i : pid_t) Process(i).cs && !set").verdict == Verdict::not_satisfied);
  const QueryResult reached = for_every_size(*fischer, "E<> exists (i : pid_t) Process(i).cs");
  CHECK(reached.verdict == Verdict::unknown);
  CHECK(reached.reason == "satisfied with 1 element of pid_t; whether with every number is not known");
  CHECK(for_every_size(*fischer, "A<> exists (i : pid_t) Process(i).cs").verdict == Verdict::unknown);
}

TEST_CASE("a violation comes with the smallest size that has it, and its trace") {
  const auto broken = example("fischer-broken.xml");
  const QueryResult refuted = for_every_size(*broken, exclusion);
  CHECK(refuted.verdict == Verdict::not_satisfied);
  CHECK(refuted.reason == "with 2 elements of pid_t");
  CHECK(refuted.trace);
  CHECK(refuted.trace_problem.empty());
}

TEST_CASE("a size that is used elsewhere is no size to vary") {
  const auto voting = example("timeout-broadcast.xml");
  const QueryResult open = for_every_size(*voting, "A[] true");
  CHECK(open.verdict == Verdict::unknown);
  CHECK(open.reason.find("N is the size of pid_t and is used here too") != std::string::npos);
  CHECK(open.reason.find("timeout-broadcast.xml:") != std::string::npos);
}

// The table of docs/symmetry.md, "Every size at once".
TEST_CASE("examples: what is known for every size") {
  const std::string no_two =
      "(i : sid_t) forall (j : sid_t) (Station(i).Start && Station(j).Start && "
      "Station(i).x >= sigma && Station(j).x >= sigma) imply i == j";
  struct Row {
    std::string file, formula, set;
    Verdict verdict;
    std::string reason;  // part of it
  };
  const Row rows[] = {
      {"fischer.xml", exclusion, "", Verdict::satisfied, "for every number"},
      {"fischer.xml", "A[] not deadlock", "", Verdict::satisfied, "for every number"},
      {"fischer-broken.xml", exclusion, "", Verdict::not_satisfied, "with 2 elements"},
      {"csma-cd-b.xml", "A[] forall " + no_two, "", Verdict::satisfied, "for every number"},
      {"csma-cd-a.xml", "A[] forall " + no_two, "", Verdict::not_satisfied, "with 2 elements"},
      {"readers-writers.xml", "A[] forall (i : reader_t) forall (j : writer_t) not (Reader(i).C && Writer(j).C)",
       "writer_t", Verdict::satisfied, "for every number"},
      {"readers-writers.xml", "A[] forall (i : reader_t) forall (j : writer_t) not (Reader(i).C && Writer(j).C)",
       "reader_t", Verdict::satisfied, "for every number"},
      {"timeout-broadcast.xml", "A[] not (exists (i : pid_t) Voter(i).Committed) || true", "", Verdict::unknown,
       "used here too"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file, row.formula);
    const auto model = example(row.file);
    const QueryResult result = for_every_size(*model, row.formula, row.set);
    CAPTURE(result.reason);
    CHECK(result.verdict == row.verdict);
    CHECK(result.reason.find(row.reason) != std::string::npos);
    CHECK(result.trace.has_value() == (row.verdict == Verdict::not_satisfied));
  }
}

TEST_CASE("two clocks per element: Fischer's protocol with patience, for every size") {
  const auto model = model_from(patience);
  const QueryResult proved =
      for_every_size(*model, "A[] forall (i : S) forall (j : S) (P(i).cs && P(j).cs) imply i == j");
  CHECK(proved.verdict == Verdict::satisfied);
  CHECK(proved.reason.find("proved from 3 on") != std::string::npos);
}

TEST_CASE("a run that may exist for no size is told") {
  // n is odd when an odd number of elements is in B; "many" has no parity.
  const auto model = model_from(R"(typedef scalar[3] S;
int[0,1] n;
process P(const S me) { state A, B; init A; trans A -> B { assign n = 1 - n; }, B -> A { assign n = 1 - n; }; }
system P;
)");
  const QueryResult open = for_every_size(*model, "A[] (forall (i : S) P(i).A) imply n == 0");
  CAPTURE(open.reason);
  CHECK(open.verdict == Verdict::unknown);
  CHECK(open.reason.find("no number of elements of S up to 8") == 0);
  CHECK(open.reason.find("finds a run that may exist for none: P: A -> B; ") != std::string::npos);
  CHECK(open.reason.find("P: B -> A") != std::string::npos);
  CHECK_FALSE(open.trace);
}

TEST_CASE("one of several sets is named") {
  const auto model = example("readers-writers.xml");
  const std::string one_writer =
      "A[] forall (i : writer_t) forall (j : writer_t) (Writer(i).C && Writer(j).C) imply i == j";
  CHECK(for_every_size(*model, one_writer, "writer_t").verdict == Verdict::satisfied);
  CHECK_THROWS_AS(for_every_size(*model, one_writer), std::invalid_argument);
  CHECK_THROWS_AS(for_every_size(*model, one_writer, "pid_t"), std::invalid_argument);
}

namespace {

struct EverySize {
  std::uint64_t models = 0, proved = 0, refuted = 0, open = 0, compared = 0;
};

// A verdict for every size, against sizes tried one by one.
void compare_sizes(std::uint64_t seed, std::int32_t last, EverySize& tally) {
  CountedModelMaker maker(seed);
  CountedModel random = maker.make(3);
  const auto model = model_from(random.text);
  if (model->scalar_sets.size() > 1) return;
  if (model->has_guarded_receivers)
    std::erase_if(random.queries, [](const std::string& q) { return q.find("deadlock") != std::string::npos; });
  ++tally.models;
  VerifyOptions options;
  options.limits.explored = 3000;
  for (const std::string& formula : random.queries) {
    CAPTURE(seed, random.text, formula);
    options.limits.seconds = 1;
    const QueryResult every = verify_all_sizes(*model, {query_of(*model, formula)}, "", options).at(0);
    tally.refuted += every.verdict == Verdict::not_satisfied && formula[0] == 'A';
    tally.open += every.verdict == Verdict::unknown;
    if (every.reason.find("for every number") != 0) continue;
    ++tally.proved;
    for (std::int32_t size = 1; size <= last; ++size) {
      std::string text = random.text;
      text.replace(text.find("N = 3"), 5, "N = " + std::to_string(size));
      const auto one = model_from(text);
      CAPTURE(size);
      const QueryResult plain = decide(*one, formula, options);
      if (plain.verdict == Verdict::unknown) continue;
      ++tally.compared;
      CHECK(plain.verdict == every.verdict);
    }
  }
}

}  // namespace

TEST_CASE("what holds for every size holds for each") {
  EverySize tally;
  const std::uint64_t first = number_from("ORBITA_SEED", 1), given = number_from("ORBITA_CASES", 0);
  // Not fewer under sanitizers: whether most are proved cannot be told from two models.
  const std::uint64_t cases = given > 0 ? given : std::max<std::uint64_t>(sampled(20), 10);
  for (std::uint64_t seed = first; seed < first + cases; ++seed) compare_sizes(seed, given > 0 ? 8 : 4, tally);
  CHECK(tally.proved > tally.models / 2);
  if (given == 0) return;
  WARN(tally.models << " models: " << tally.proved << " verdicts for every size, " << tally.refuted << " refuted, "
                    << tally.open << " open; " << tally.compared << " verdicts for one size compared");
}
