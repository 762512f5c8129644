// Run-time errors report position and cause, and undecided queries report their cost and a suggestion: without any
// option.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// P counts to 4 and passes the number to Q, which writes it into an array of 3.
const char* const writer_model =
    "int a[3]; int[0,9] n; chan put; clock x;\n"
    "void store(int k) {\n"
    "  a[k] = 1;\n"
    "}\n"
    "process P() { state A { x <= 2 }; init A; trans A -> A { guard x >= 1; sync put!; assign x = 0; }; }\n"
    "process Q() { state B; init B; trans B -> B { sync put?; assign store(n), n++; }; }\n"
    "system P, Q;\n";

}  // namespace

TEST_CASE("a run-time error has its place, function, edge and a run, without --trace") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", writer_model);
  for (const std::vector<std::string>& more :
       std::vector<std::vector<std::string>>{{}, {"--order", "dfs"}, {"--threads", "2"}}) {
    std::vector<std::string> words{"verify", model, "-q", "A[] n <= 9"};
    words.insert(words.end(), more.begin(), more.end());
    const Run run = run_orbita(words);
    CAPTURE(more, run.out, run.err);
    CHECK(run.code == 2);
    CHECK(has(run.out, "error         A[] n <= 9  (" + model + ":3:5: array index 3 is outside [0,2])\n"));
    CHECK(has(run.out, "    in function 'store'\n"));
    CHECK(has(run.out, "    when P: A -> A, x >= 1, put!, x = 0; Q: B -> B, put?, store(n), n++\n"));
    CHECK(has(
        run.out,
        "    after 3 steps, at time 4:\n      1  P: A -> A, x >= 1, put!, x = 0; Q: B -> B, put?, store(n), n++\n"));
  }
  const Run traced = run_orbita({"verify", model, "-q", "A[] n <= 9", "--trace", "some"});
  CHECK(has(traced.out, "-- after a delay of 1 run-time error: array index 3 is outside [0,2]\n"));
  CHECK_FALSE(has(traced.out, "    after 3 steps"));
}

TEST_CASE("run-time errors of every kind of query and label have their place") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", writer_model);
  const std::string place = model + ":3:5: array index 3 is outside [0,2]";
  for (const std::string formula :
       {"E<> n > 9", "A[] n <= 9", "A<> n > 9", "E[] n <= 9", "n == 0 --> n > 9", "sup: n"}) {
    const Run run = run_orbita({"verify", model, "-q", formula});
    CAPTURE(formula, run.out);
    CHECK(run.code == 2);
    CHECK(has(run.out, place));
    CHECK(has(run.out, "    in function 'store'\n"));
  }
  const auto outcome = [&](const std::string& declarations, const std::string& process, const std::string& formula) {
    return run_orbita({"verify", folder.write("k.xta", declarations + "\nprocess P() {" + process + "}\nsystem P;\n"),
                       "-q", formula})
        .out;
  };
  CHECK(has(outcome("int[0,3] n;", "state A; init A; trans A -> A { assign n = n + 1; };", "A[] n < 9"),
            "in the update of edge A -> A of template P"));
  CHECK(has(outcome("int n = 2;", "state A; init A; trans A -> A { assign n = n - 1; }, A -> A { guard 6 / n > 7; };",
                    "A[] n < 9"),
            "in the guard of edge A -> A of template P"));
  CHECK(has(outcome("int n = 2; int a[3]; clock x;",
                    "state A { x <= a[n] }; init A; trans A -> A { assign n = n + 1; };", "A[] n < 9"),
            "in the invariant of location A of template P"));
  const std::string query = outcome(
      "int[0,5] n; int a[3];", "state A; init A; trans A -> A { guard n < 5; assign n = n + 1; };", "A[] a[n] == 0");
  CAPTURE(query);
  CHECK(has(query, "(query:1:7: array index 3 is outside [0,2])"));
  CHECK(has(query, "in the query\n    after 3 steps, at time 0:\n"));
}

TEST_CASE("the place of a run-time error is in JSON, with the run, and in test and JUnit") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", writer_model);
  const json document = json::parse(
      run_orbita({"verify", model, "-q", "A[] n <= 9", "--format", "json", "--junit", folder.path("r.xml")}).out);
  CHECK(schema_problems("verify.json", document).empty());
  const json& query = document["queries"][0];
  CHECK(query["reason"] == "array index 3 is outside [0,2]");
  CHECK(query["error_place"] == json{{"file", model}, {"line", 3}, {"column", 5}, {"part", "function 'store'"}});
  CHECK(query["trace"]["steps"].size() == 3);
  CHECK(has(read_text(folder.path("r.xml")), ":3:5: array index 3 is outside [0,2]"));
  folder.write("m.q", "A[] n <= 9 // expect: satisfied\n");
  CHECK(has(run_orbita({"test", model}).out, "[error (" + model + ":3:5: array index 3 is outside [0,2])]"));
}

TEST_CASE("a long run to an error is cut in the middle") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xta", "int[0,99] n;\nprocess P() { state A; init A; trans A -> A { assign n++; }; }\nsystem P;\n");
  const Run run = run_orbita({"verify", model, "-q", "A[] n >= 0"});
  CAPTURE(run.out);
  CHECK(has(run.out, "after 99 steps"));
  CHECK(has(run.out, "(79 more steps; --trace some shows all)\n"));
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') < 30);
}

TEST_CASE("a single undecided query reports its cost and a suggestion") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta",
                                         "int[0,30000] a; int[0,30000] b;\n"
                                         "process P() { state A; init A; trans A -> A { guard a < 30000; assign a++; "
                                         "}, A -> A { guard b < 30000; assign b++; }; }\n"
                                         "system P;\n");
  const Run states = run_orbita({"verify", model, "-q", "A[] a + b >= 0", "--states", "500"});
  CAPTURE(states.out);
  CHECK(states.code == 3);
  CHECK(has(states.out, "unknown       A[] a + b >= 0  (state limit)\n    50"));
  CHECK(has(states.out, " states stored, "));
  CHECK(has(states.out, "    try: --states allows more; "));
  const Run time = run_orbita({"verify", model, "-q", "A[] a + b >= 0", "--timeout", "100ms"});
  CAPTURE(time.out);
  CHECK(has(time.out, "(time limit)\n"));
  CHECK(has(time.out, " states stored, "));
  CHECK(has(time.out, " KB, ") != has(time.out, " MB, "));
  CHECK(has(time.out, "    try: --timeout gives it more time"));
}

TEST_CASE("no run lets time pass where urgency cannot be evaluated") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta",
                                         "urgent chan a[3];\n"
                                         "process P(const int[0,3] id) {\n"
                                         "  state A, C; init A; trans A -> C { sync a[id]!; };\n"
                                         "}\n"
                                         "system P;\n");
  for (const char* query : {"A<> P(0).C", "E[] P(0).A", "P(0).A --> P(0).C", "A[] P(0).A", "E<> deadlock"}) {
    for (const char* symmetry : {"off", "auto"}) {
      const Run run = run_orbita({"verify", model, "-q", query, "--symmetry", symmetry, "--trace", "some"});
      CAPTURE(query, symmetry, run.out, run.err);
      CHECK(run.code == 2);
      CHECK(has(run.out, model + ":3:45: array index 3 is outside [0,2]"));
    }
  }
}
