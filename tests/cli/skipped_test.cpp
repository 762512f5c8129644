// Queries beyond a symbolic engine are skipped by name, the others are decided, and --unsupported chooses the effect on
// the exit code.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

const char* const mixed_model =
    "int[0,3] x;\n"
    "process P() { state A; init A; trans A -> A { guard x < 3; assign x = x + 1; }; }\n"
    "system P;\n";
const char* const mixed_queries = "E<> x == 3\nPr[<=3](<> x == 3)\ncontrol: A<> x == 3\nA[] x <= 3\n";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("verify skips unsupported queries by name, and decides the rest") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", mixed_model);
  folder.write("m.q", mixed_queries);
  const Run run = run_orbita({"verify", model});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);
  CHECK(contains(run.out, "satisfied     E<> x == 3\n"));
  CHECK(contains(run.out, "satisfied     A[] x <= 3\n"));
  CHECK(contains(run.out, "skipped       Pr[<=3](<> x == 3)  (not a symbolic query: statistical query (Pr))\n"));
  CHECK(
      contains(run.out, "skipped       control: A<> x == 3  (not a symbolic query: controller synthesis (control))\n"));
  CHECK(contains(run.out, "result satisfied unsatisfied unknown skipped error "));
  CHECK(contains(run.out, "OPEN           2           0       0       2     0 "));
  CHECK(contains(run.out, "2 queries skipped, not decided: exit code 3"));
}

TEST_CASE("--unsupported: skipped queries are open, left out of the exit code, or errors") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", mixed_model);
  const auto code = [&](const std::string& choice, std::vector<std::string> formulas) {
    std::vector<std::string> words{"verify", model, "--unsupported", choice};
    for (const std::string& formula : formulas) words.insert(words.end(), {"-q", formula});
    return run_orbita(words).code;
  };
  const std::string good = "E<> x == 3", bad = "A[] x < 3", statistical = "Pr[<=3](<> x == 3)";
  CHECK(code("skip", {good, statistical}) == 3);
  CHECK(code("skip", {bad, statistical}) == 1);
  CHECK(code("ignore", {good, statistical}) == 0);
  CHECK(code("ignore", {bad, statistical}) == 1);
  CHECK(code("ignore", {statistical}) == 3);  // a run that decides nothing must not pass for success
  CHECK(code("error", {good, statistical}) == 2);
  const Run error = run_orbita({"verify", model, "--unsupported", "error", "-q", statistical});
  CHECK(contains(error.out, "error         Pr[<=3](<> x == 3)  (not a symbolic query: statistical query (Pr))\n"));
}

TEST_CASE("a skipped query is skipped in JSON, events and JUnit too, and all conform to their schemas") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", mixed_model);
  folder.write("m.q", mixed_queries);
  const json document =
      json::parse(run_orbita({"verify", model, "--format", "json", "--junit", folder.path("r.xml")}).out);
  CHECK(schema_problems("verify.json", document).empty());
  CHECK(document["queries"][1]["verdict"] == "skipped");
  CHECK(document["queries"][1]["reason"] == "not a symbolic query: statistical query (Pr)");
  CHECK(document["queries"][3]["verdict"] == "satisfied");
  const std::string junit = read_text(folder.path("r.xml"));
  CAPTURE(junit);
  CHECK(contains(junit, "tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"2\""));
  CHECK(contains(junit, "<skipped message=\"not a symbolic query: statistical query (Pr)\"/>"));
  const Run events = run_orbita({"verify", model, "--format", "ndjson"});
  const std::string last = events.out.substr(events.out.find("{\"event\":\"end\""));
  CHECK(schema_problems("events.json", json::parse(last)).empty());
  CHECK(json::parse(last)["skipped"] == 2);
}

TEST_CASE("test and sweep skip unsupported queries too") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", mixed_model);
  folder.write("m.q", "// expect: satisfied\nE<> x == 3\n// expect: satisfied\nPr[<=3](<> x == 3)\n");
  const Run run = run_orbita({"test", model, "--junit", folder.path("r.xml")});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);
  CHECK(contains(run.out, "SKIPPED "));
  CHECK(contains(run.out, "1 of 2 queries in 1 model as expected, 1 skipped"));
  CHECK(contains(read_text(folder.path("r.xml")),
                 "<skipped message=\"skipped (not a symbolic query: statistical query (Pr))\"/>"));
  CHECK(run_orbita({"test", model, "--unsupported", "ignore"}).code == 0);
  CHECK(run_orbita({"test", model, "--unsupported", "error"}).code == 2);
  const json document = json::parse(run_orbita({"test", model, "--format", "json"}).out);
  CHECK(schema_problems("test.json", document).empty());
  CHECK(document["summary"]["skipped"] == 1);
  CHECK(document["summary"]["exit_code"] == 3);

  const std::string swept = folder.write("s.xta", "const int N = 1;\n" + std::string(mixed_model));
  const std::vector<std::string> sweep{
      "sweep", swept, "--set", "N=1..2", "-q", "E<> x == 3", "-q", "Pr[<=3](<> x == 3)", "--format", "json"};
  const Run points = run_orbita(sweep);
  CHECK(points.code == 3);
  CHECK(schema_problems("sweep.json", json::parse(points.out)).empty());
  CHECK(json::parse(points.out)["points"][1]["verdict"] == "skipped");
}

TEST_CASE("a model for statistical queries is checked, and its queries are skipped with the place that makes it one") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xta",
      "clock x; int n;\n"
      "process P() { state A { x <= 2.5 }; init A; trans A -> A { guard x >= 1; assign n = 1, x = 0; }; }\n"
      "system P;\n");
  const Run check = run_orbita({"check", model});
  CAPTURE(check.out);
  CHECK(check.code == 0);
  CHECK(contains(check.out, "m.xta:2:30: warning: a clock bound must be an integer in a symbolic model"));
  CHECK(contains(check.out, ": ok, but verify skips its queries\n"));
  const Run run = run_orbita({"verify", model, "-q", "E<> n == 1", "-q", "Pr[<=3](<> n == 1)"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);
  CHECK(contains(run.out, "skipped       E<> n == 1  (the model is not symbolic: " + model +
                              ":2:30: a clock bound must be an integer in a symbolic model)\n"));
  CHECK(contains(run.out, "skipped       Pr[<=3](<> n == 1)  (not a symbolic query: statistical query (Pr))\n"));
  CHECK(run_orbita({"verify", model, "-q", "E<> n == 1", "--unsupported", "error"}).code == 2);
  const Run wrong = run_orbita({"verify", model, "-q", "E<> m == 1", "-q", "E<> n == 1"});
  CHECK(wrong.code == 2);
  CHECK(contains(wrong.out, "error         E<> m == 1"));
  CHECK(run_orbita({"verifyta", model, folder.write("m.q", "E<> n == 1\n")}).code == 1);
  // Errors for statistical queries too stay errors.
  CHECK(run_orbita(
            {"check",
             folder.write("b.xta", "clock x;\nprocess P() { state A { x <= 2.5 && nobody }; init A; }\nsystem P;\n")})
            .code == 2);
}

TEST_CASE(
    "a symbolic model with doubles and rates of delay: a query about doubles is skipped, the others are decided") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xml",
      "<nta><declaration>double d; int n;</declaration><template><name>P</name><location id=\"a\"><name>A</name>"
      "<label kind=\"exponentialrate\">0.5</label></location><init ref=\"a\"/><transition><source ref=\"a\"/><target "
      "ref=\"a\"/>"
      "<label kind=\"guard\">n &lt; 3</label><label "
      "kind=\"assignment\">n++</label></transition></template><system>system P;</system></nta>");
  const Run run = run_orbita({"verify", model, "-q", "E<> n == 3", "-q", "E<> d > 1.5"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);
  CHECK(contains(run.out, "satisfied     E<> n == 3\n"));
  CHECK(contains(
      run.out,
      "skipped       E<> d > 1.5  (not a symbolic query: a query that refers to double or hybrid clock variables)\n"));
}

TEST_CASE("a query beyond zones is an error with its place, and the others are decided") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xta",
      "clock x; int[0,3] n;\nprocess P() { state A; init A; trans A -> A { guard n < 3; assign n++; }; }\nsystem P;\n");
  const Run run = run_orbita({"verify", model, "-q", "E<> n == 3", "-q", "E<> x > 2000000000"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 2);
  CHECK(contains(run.out, "satisfied     E<> n == 3\n"));
  CHECK(contains(run.out, "error         E<> x > 2000000000  (query:1:5: a clock is compared with 2000000000, "));
}

TEST_CASE("the costs of priced models are named, once") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xta",
      "int n;\n"
      "process P() { state A { cost' == 2 }, B { cost' == 3 }; init A; trans A -> B { assign cost += 5, n = 1; }; }\n"
      "process Q() { state A { cost' == 1 }; init A; }\n"
      "system P, Q;\n");
  const Run check = run_orbita({"check", model});
  CAPTURE(check.out);
  CHECK(check.code == 0);
  CHECK(contains(check.out,
                 "'cost' is not declared; where it is built in (UPPAAL CORA) it is the cost of priced timed automata"));
  CHECK(check.out.find("'cost'") == check.out.rfind("'cost'"));
  const Run run = run_orbita({"verify", model, "-q", "E<> n == 1"});
  CHECK(run.code == 3);
  CHECK(contains(run.out, "skipped       E<> n == 1  (the model is not symbolic: "));
  const std::string plain = folder.write("p.xta", "int n;\nprocess P() { state A; init A; }\nsystem P;\n");
  CHECK(contains(run_orbita({"verify", plain, "-q", "E<> cost <= 5"}).out,
                 "(not a symbolic query: a query about costs (UPPAAL CORA))"));
  CHECK(run_orbita({"verify", plain, "-q", "E<> coast <= 5"}).code == 2);
}
