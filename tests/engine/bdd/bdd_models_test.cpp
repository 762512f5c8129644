// --engine bdd on models made for one point each: orbits, rings, errors, limits, places of refusals.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/bdd/library.h"
#include "engine/verify.h"
#include "tests/engine/verify_support.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

VerifyOptions with_engine(Engine engine, SymmetryChoice symmetry) {
  VerifyOptions options;
  options.engine = engine;
  options.symmetry = symmetry;
  options.detect_symmetry = true;
  return options;
}

std::string text_of(const std::string& file) {
  std::ifstream in(test::source_dir() + "/models/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::unique_ptr<Model> shipped(const std::string& file, std::vector<std::pair<std::string, std::string>> sizes = {}) {
  Diagnostics diagnostics;
  CheckOptions options;
  options.overrides = std::move(sizes);
  return check(read_model(test::source_dir() + "/models/" + file, diagnostics), diagnostics, options);
}

QueryResult decide_all_states(Model& model, Engine engine, SymmetryChoice symmetry) {
  const QueryResult result = decide(model, "A[] true", with_engine(engine, symmetry));
  CHECK(result.verdict == Verdict::satisfied);
  return result;
}

std::string states_of(const QueryResult& result) {
  REQUIRE(result.bdd);
  return result.bdd->states;
}

}  // namespace

TEST_CASE("models without clocks have as many states and orbits as the zone engine stores") {
  for (const char* file : {"bakery-tickets.xml", "bakery-two-steps.xml", "dining-philosophers.xml", "email-lite.xml",
                           "fetch-store-lock.xml", "german.xml", "german-buggy.xml", "mcs-lock.xml", "ms-lock.xml",
                           "readers-writers.xml", "readers-writers-ids.xml", "readers-writers-once.xml",
                           "resource-controller.xml", "resource-controller-ids.xml", "sum-of-ids.xml"}) {
    CAPTURE(file);
    std::vector<std::pair<std::string, std::string>> sizes;
    if (std::string(file) == "german-buggy.xml") sizes = {{"N", "2"}};
    const std::unique_ptr<Model> model = shipped(file, sizes);
    if (std::string(file) != "resource-controller.xml") {  // 2.8 million states, 4 s
      CHECK(states_of(decide_all_states(*model, Engine::bdd, SymmetryChoice::off)) ==
            std::to_string(decide_all_states(*model, Engine::zones, SymmetryChoice::off).statistics.stored));
    }
    const QueryResult orbits = decide_all_states(*model, Engine::zones, SymmetryChoice::canonical);
    // Numbering has one representative for every orbit of the locks, sorting for those of all others.
    const bool is_lock = std::string(file).find("-lock.xml") != std::string::npos;
    const SymmetryChoice choice = is_lock ? SymmetryChoice::refine : SymmetryChoice::sort;
    CHECK(states_of(decide_all_states(*model, Engine::bdd, choice)) == std::to_string(orbits.statistics.stored));
  }
}

TEST_CASE("rings are turned where that is asked for") {
  for (const char* n : {"3", "4", "5", "6"}) {
    CAPTURE(n);
    const std::unique_ptr<Model> model = shipped("dining-philosophers.xml", {{"N", n}});
    const QueryResult turned = decide_all_states(*model, Engine::bdd, SymmetryChoice::refine);
    const QueryResult expected = decide_all_states(*model, Engine::zones, SymmetryChoice::automatic);
    CHECK(turned.symmetry.group == expected.symmetry.group);
    CHECK(turned.symmetry.strategy == "least");
    CHECK(turned.symmetry.canonical);
    CHECK(states_of(turned) == std::to_string(expected.statistics.stored));
  }
}

TEST_CASE("figures of a decision say what was done") {
  const std::unique_ptr<Model> model = shipped("mcs-lock.xml", {{"N", "8"}});
  VerifyOptions options = with_engine(Engine::bdd, SymmetryChoice::automatic);
  const QueryResult chained = decide(*model, "A[] true", options);
  REQUIRE(chained.bdd);
  CHECK(chained.bdd->chained);
  CHECK(chained.bdd->links != "");
  CHECK(chained.bdd->representing > 0);
  CHECK(chained.bdd->live_nodes >= chained.bdd->nodes);
  CHECK(chained.bdd->peak_nodes >= chained.bdd->live_nodes);
  options.trace = TraceKind::shortest;
  const QueryResult breadth_first = decide(*model, "A[] true", options);
  REQUIRE(breadth_first.bdd);
  CHECK_FALSE(breadth_first.bdd->chained);
  CHECK(breadth_first.bdd->states == chained.bdd->states);
  options.symmetry = SymmetryChoice::off;
  const std::unique_ptr<Model> small = shipped("mcs-lock.xml", {{"N", "3"}});
  const QueryResult plain = decide(*small, "A[] true", options);
  REQUIRE(plain.bdd);
  CHECK(plain.bdd->links == "");
  CHECK(plain.bdd->representing == 0);
}

TEST_CASE("without looking at its flag two processes are in the queue lock after four steps") {
  std::string text = text_of("mcs-lock.xml");
  const std::string guard = "!locked[id]";
  const std::size_t at = text.find(">" + guard + "<");
  REQUIRE(at != std::string::npos);
  text.replace(at + 1, guard.size(), "true");
  const std::string exclusion =
      "A[] forall (i : pid_t) forall (j : pid_t) ((Process(i).C or Process(i).R) && (Process(j).C or Process(j).R)) "
      "imply i == j";
  for (const char* n : {"3", "7"}) {
    Diagnostics diagnostics;
    CheckOptions sizes;
    sizes.overrides = {{"N", n}};
    const std::unique_ptr<Model> model = check(read_model_text("lock.xml", text, diagnostics), diagnostics, sizes);
    VerifyOptions options = with_engine(Engine::bdd, SymmetryChoice::automatic);
    options.trace = TraceKind::shortest;
    const QueryResult result = decide(*model, exclusion, options);
    CHECK(result.verdict == Verdict::not_satisfied);
    CHECK(result.trace_problem == "");
    REQUIRE(result.trace);
    CHECK(result.trace->steps.size() == 4);
  }
}

TEST_CASE("a broadcast that no committed process takes part in is not sent, whatever its update would do") {
  const std::unique_ptr<Model> model = model_from(R"(
    broadcast chan b; int[0,1] n = 1; int[0,1] m;
    process S() { state a; init a; trans a -> a { sync b!; assign n = n + 1; }; }
    process H() { state a; init a; trans a -> a { sync b?; }; }
    process C() { state c; commit c; init c; trans c -> c { assign m = 1 - m; }; }
    system S, H, C;)");
  for (const Engine engine : {Engine::zones, Engine::bdd})
    CHECK(decide(*model, "A[] true", with_engine(engine, SymmetryChoice::off)).verdict == Verdict::satisfied);
}

TEST_CASE("a committed process that hears lets a broadcast be sent") {
  const std::unique_ptr<Model> model = model_from(R"(
    broadcast chan b; int[0,3] n;
    process S() { state a; init a; trans a -> a { guard n < 3; sync b!; assign n = n + 1; }; }
    process H(const int[0,1] id) { state a, c; commit c; init c; trans c -> a { guard id == 0; sync b?; },
      a -> c { sync b?; }; }
    process T() { state t, u; init t; trans t -> u { }; }
    system S, H, T;)");
  for (const char* formula : {"E<> n == 1", "E<> n == 2", "E<> n == 3", "E<> T.u", "E<> deadlock", "E<> H(0).a"}) {
    CAPTURE(formula);
    CHECK(decide(*model, formula, with_engine(Engine::bdd, SymmetryChoice::off)).verdict ==
          decide(*model, formula, with_engine(Engine::zones, SymmetryChoice::off)).verdict);
  }
}

TEST_CASE("an error of one query leaves the others alone") {
  const std::unique_ptr<Model> model = model_from(R"(
    int a[3]; int[0,3] i;
    process P() { state s; init s; trans s -> s { guard i < 3; assign i = i + 1; }; }
    system P;)");
  VerifyOptions options = with_engine(Engine::bdd, SymmetryChoice::off);
  options.trace = TraceKind::some;
  const std::vector<QueryResult> results =
      decide(*model, queries_of(*model, {"A[] a[i] == 0", "E<> i == 3", "A[] i < 3 imply a[i] == 0"}), options);
  CHECK(results[0].verdict == Verdict::error);
  CHECK(results[1].verdict == Verdict::satisfied);
  CHECK(results[1].trace);
  CHECK(results[2].verdict == Verdict::satisfied);
}

TEST_CASE("a run to the goal is shown where another one ends with an error") {
  const std::unique_ptr<Model> model = model_from(R"(
    int[0,2] f; int[0,0] n;
    process P() { state a, b; init a; trans a -> b { assign f = 1; }; }
    process R() { state a, b; init a; trans a -> b { guard f == 1; assign f = 2; }; }
    process S() { state a, b; init a; trans a -> b { guard f == 2; }; }
    process Q() { state a; init a; trans a -> a { assign n = n + 1; }; }
    system P, R, S, Q;)");
  VerifyOptions options = with_engine(Engine::bdd, SymmetryChoice::off);
  options.trace = TraceKind::some;
  const QueryResult found = decide(*model, "E<> S.b", options);
  CHECK(found.verdict == Verdict::satisfied);
  CHECK(found.trace_problem == "");
  CHECK(found.trace);
  CHECK(decide(*model, "A[] P.a or P.b", options).verdict == Verdict::error);
}

TEST_CASE("a transition that moves clocks like time is a transition") {
  const std::unique_ptr<Model> model = model_from(R"(
    clock x; int[0,1] n;
    process P() { state s, t; urgent s; init s; trans s -> s { guard x <= 0; assign x = 1; },
      s -> t { guard x >= 1; }; }
    system P;)");
  VerifyOptions options = with_engine(Engine::bdd, SymmetryChoice::off);
  options.trace = TraceKind::some;
  const QueryResult found = decide(*model, "E<> P.t", options);
  CHECK(found.verdict == Verdict::satisfied);
  CHECK(found.trace_problem == "");
  REQUIRE(found.trace);
  CHECK(found.trace->steps.size() == 2);
}

TEST_CASE("what a refusal names has a place") {
  const auto refused = [](const std::string& text, const std::string& formula) {
    const std::unique_ptr<Model> model = model_from(text);
    const QueryResult result = decide(*model, formula, with_engine(Engine::bdd, SymmetryChoice::automatic));
    CHECK(result.verdict == Verdict::error);
    return std::to_string(result.error ? result.error->line : 0) + ": " + result.reason;
  };
  const std::string process = "process P() { state a; init a; }\nprocess Q() { state a; init a; }\n";
  CHECK(refused("int n;\nint wide[900];\n" + process + "system P, Q;", "A[] wide[0] + n == 0") ==
        "2: --engine bdd cannot decide states of 14416 bits (the limit is 10000); --engine zones can");
  CHECK(refused(process + "\nsystem P < Q;", "A[] P.a") ==
        "4: --engine bdd cannot decide priorities of channels or processes; --engine zones can");
  CHECK(refused("chan a, b;\nchan priority a < b;\n" + process + "system P, Q;", "A[] P.a") ==
        "2: --engine bdd cannot decide priorities of channels or processes; --engine zones can");
}

TEST_CASE("who waits for the library ends at its own limit") {
  const std::unique_ptr<Model> model = shipped("mcs-lock.xml", {{"N", "3"}});
  QueryResult waiting;
  {
    const bdds::Library library(10, static_cast<std::size_t>(-1));
    std::thread other([&] {
      VerifyOptions options = with_engine(Engine::bdd, SymmetryChoice::automatic);
      options.limits.seconds = 0.1;
      waiting = decide(*model, "A[] true", options);
    });
    other.join();
  }
  CHECK(waiting.verdict == Verdict::unknown);
  CHECK(waiting.stop.reason == StopReason::time);
  CHECK(decide(*model, "A[] true", with_engine(Engine::bdd, SymmetryChoice::automatic)).verdict == Verdict::satisfied);
}

TEST_CASE("several threads decide one after the other") {
  const std::unique_ptr<Model> model = shipped("mcs-lock.xml", {{"N", "5"}});
  std::vector<std::string> states(3);
  std::vector<std::thread> threads;
  for (std::string& mine : states) {
    threads.emplace_back([&mine, &model] {
      const VerifyOptions options = with_engine(Engine::bdd, SymmetryChoice::automatic);
      mine = verify(*model, {model->queries.front()}, options).at(0).bdd->states;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(states == std::vector<std::string>(3, "93"));
}
