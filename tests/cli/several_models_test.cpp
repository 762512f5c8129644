// orbita verify with several models: which queries belong to which model, the output, and the exit code.
#include <signal.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

// x counts to N; queries, if any, are in a file next to it.
std::string counter_to(int n) {
  return "const int N = " + std::to_string(n) +
         ";\nint[0,N] x;\n"
         "process P() { state A; init A; trans A -> A { guard x < N; assign x = x + 1; }; }\nsystem P;\n";
}

Words with_more(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words formulas(const json& model) {
  Words list;
  for (const json& query : model.at("queries")) list.push_back(query.at("formula"));
  return list;
}

void check_against(const std::string& schema, const json& document) {
  const std::vector<std::string> problems = schema_problems(schema, document);
  CAPTURE(schema, problems);
  CHECK(problems.empty());
}

std::vector<json> events_of(const std::string& text) {
  std::vector<json> events;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    events.push_back(json::parse(line));
    check_against("events.json", events.back());
  }
  return events;
}

int weight(int code) { return code == 4 ? 4 : code == 2 ? 3 : code == 1 ? 2 : code == 3 ? 1 : 0; }

}  // namespace

TEST_CASE("a query file is for the models before it, back to the query file before; -q is for all") {
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", counter_to(1)), b = folder.write("b.xta", counter_to(2)),
                    c = folder.write("c.xta", counter_to(3)), d = folder.write("d.xta", counter_to(4)),
                    ab = folder.write("ab.q", "E<> x == 1\n"), c1 = folder.write("c1.q", "E<> x == 3\n"),
                    c2 = folder.write("c2.txt", "A[] x <= 3\n");
  folder.write("d.q", "E<> x == 4\n");
  const Run run = run_orbita({"verify", a, b, ab, c, c1, c2, d, "--format", "json"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  const json document = json::parse(run.out);
  check_against("verify.json", document);
  REQUIRE(document.at("models").size() == 4);
  CHECK(document.at("models")[2].at("model") == c);
  CHECK(formulas(document.at("models")[0]) == Words{"E<> x == 1"});
  CHECK(formulas(document.at("models")[1]) == Words{"E<> x == 1"});
  CHECK(formulas(document.at("models")[2]) == Words{"E<> x == 3", "A[] x <= 3"});
  CHECK(formulas(document.at("models")[3]) == Words{"E<> x == 4"});  // the file next to it
  CHECK(document.at("summary").at("models") == 4);
  CHECK(document.at("summary").at("satisfied") == 5);
  const json asked = json::parse(run_orbita({"verify", a, ab, d, "-q", "E<> x == 0", "--format", "json"}).out);
  CHECK(formulas(asked.at("models")[0]) == Words{"E<> x == 1", "E<> x == 0"});
  CHECK(formulas(asked.at("models")[1]) == Words{"E<> x == 0"});
  const Run swapped = run_orbita({"verify", ab, a});
  CHECK(swapped.code == 2);
  CHECK(swapped.err.find("ab.q is a query file; name its model before it") != std::string::npos);
}

TEST_CASE("one model keeps its document, however many query files it has") {
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", counter_to(1)), q = folder.write("a1.q", "E<> x == 1\n");
  const json document = json::parse(run_orbita({"verify", a, q, q, "--format", "json"}).out);
  check_against("verify.json", document);
  CHECK(document.at("model") == a);
  CHECK(formulas(document) == Words{"E<> x == 1", "E<> x == 1"});
}

TEST_CASE("the exit code is that of the worst model, in every format") {
  TemporaryFolder folder;
  const std::vector<std::pair<std::string, int>> samples{
      {folder.write("good.xta", counter_to(3)), 0},
      {folder.write("small.xta", counter_to(1)), 1},  // x is never 2
      {folder.write("large.xta", counter_to(3000)), 3},
      {folder.write("broken.xta", "int x = ;"), 2},
      {folder.write("other.xta", "process P() { state A; init A; } system P;"), 2},  // no x
      {folder.path("absent.xml"), 2}};
  const Words question{"-q", "E<> x == 2", "-q", "A[] x < 5000", "--states", "100"};
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    Words words{"verify"};
    int expected = 0;
    const std::size_t count = 2 + random() % 3;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [path, code] = samples[random() % samples.size()];
      words.push_back(path);
      if (weight(code) > weight(expected)) expected = code;
    }
    const std::string format = Words{"text", "json", "ndjson"}[seed % 3];
    const Run run =
        run_orbita(with_more(words, with_more(question, {"--format", format, "--junit", folder.path("j.xml")})));
    CAPTURE(seed, words, run.out, run.err);
    CHECK(run.code == expected);
    CHECK(is_valid_junit(folder.path("j.xml")));
    const std::regex no_failures("<testsuites tests=\"[0-9]+\" failures=\"0\" errors=\"0\"");
    const bool clean = std::regex_search(read_text(folder.path("j.xml")), no_failures);
    CHECK(clean == (expected == 0));
    if (format == "json") {
      const json document = json::parse(run.out);
      check_against("verify.json", document);
      CHECK(document.at("summary").at("exit_code") == run.code);
      CHECK(document.at("models").size() == count);
    } else if (format == "ndjson") {
      const std::vector<json> events = events_of(run.out);
      REQUIRE_FALSE(events.empty());
      CHECK(events.back().at("event") == "end");
      CHECK(events.back().at("exit_code") == run.code);
      CHECK(std::count_if(events.begin(), events.end(), [](const json& e) { return e.at("event") == "end"; }) == 1);
    }
  }
}

TEST_CASE("text: a heading for each model, its verdicts, and a table of all") {
  const Run run =
      run_orbita({"verify", model_path("fischer-broken.xml"), model_path("readers-writers.xml"), "--set", "N=2"});
  CHECK(run.code == 2);  // --set applies to every model, and one of them has no N
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", counter_to(1)), b = folder.write("b.xta", counter_to(2)),
                    absent = folder.path("absent.xta");
  const Run table = run_orbita({"verify", a, b, absent, "-q", "E<> x == 2"});
  CAPTURE(table.out, table.err);
  CHECK(table.code == 2);
  CHECK(table.out.rfind(a + ":\nnot-satisfied E<> x == 2\n\n" + b + ":\nsatisfied     E<> x == 2\n\n" + absent +
                            ":\nerror         cannot be verified\n\nresult ",
                        0) == 0);
  std::vector<std::string> rows;
  std::istringstream in(table.out.substr(table.out.find("\n\nresult ")));
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) rows.push_back(line);
  }
  REQUIRE(rows.size() == 5);
  CHECK(std::regex_match(rows[1], std::regex("FAILED +0 +1 +0 +0 +2 +[0-9.]+  " + a)));
  CHECK(std::regex_match(rows[2], std::regex("ok +1 +0 +0 +0 +3 +[0-9.]+  " + b)));
  CHECK(std::regex_match(rows[3], std::regex("ERROR +0 +0 +0 +0 +0 +[0-9.]+  " + absent)));
  CHECK(std::regex_match(rows[4], std::regex("ERROR +1 +1 +0 +0 +3 +[0-9.]+  3 models")));
  CHECK(table.err.find("absent.xta") != std::string::npos);
}

TEST_CASE("one query has no table, two have one row; an expected violation is marked as expected") {
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", counter_to(1));
  CHECK(run_orbita({"verify", a, "-q", "E<> x == 1"}).out == "satisfied     E<> x == 1\n");
  const std::string two = run_orbita({"verify", a, "-q", "E<> x == 1", "-q", "E<> x == 2"}).out;
  CAPTURE(two);
  CHECK(two.find("\n\nresult ") != std::string::npos);
  CHECK(two.find(" models\n") == std::string::npos);
  const Run broken = run_orbita({"verify", model_path("fischer-broken.xml"), "--set", "N=2"});
  CAPTURE(broken.out);
  CHECK(broken.code == 0);
  CHECK(broken.out.find("  (as expected)\n") != std::string::npos);
}

TEST_CASE("files of several models have numbers of model and query") {
  TemporaryFolder folder, written;
  const std::string a = folder.write("a.xta", counter_to(1)), b = folder.write("b.xta", counter_to(2));
  const Run run = run_orbita({"verify", a, b, "-q", "E<> x == 1", "-q", "E<> x == 2", "--trace", "some", "--trace-file",
                              written.path("t.json"), "--dump-states", written.path("d.json")});
  CAPTURE(run.err);
  CHECK(run.code == 1);
  Words names;
  for (const auto& entry : std::filesystem::directory_iterator(written.path("")))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  CHECK(names == Words{"d-1.json", "d-2.json", "t-1-1.json", "t-2-1.json", "t-2-2.json"});
  CHECK(run_orbita({"replay", b, written.path("t-2-2.json")}).code == 0);
}

TEST_CASE("a trace that is to be saved or drawn is looked for") {
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", counter_to(1));
  CHECK(run_orbita({"verify", a, "-q", "E<> x == 1", "--trace-file", folder.path("t.json")}).code == 0);
  CHECK(run_orbita({"replay", a, folder.path("t.json")}).code == 0);
  CHECK(run_orbita({"verify", a, "-q", "E<> x == 1", "--gantt", folder.path("g.svg")}).code == 0);
  CHECK(std::filesystem::exists(folder.path("g.svg")));
}

TEST_CASE("ndjson: verdicts name their model, and the end event comes last even if files fail") {
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", counter_to(1)), b = folder.write("b.xta", counter_to(2));
  const Run run = run_orbita({"verify", a, b, "-q", "E<> x == 1", "--trace", "some", "--trace-file",
                              folder.path("absent/t.json"), "--format", "ndjson"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 2);
  const std::vector<json> events = events_of(run.out);
  REQUIRE(events.size() == 5);
  CHECK(events[1].at("model") == a);
  CHECK(events[3].at("model") == b);
  CHECK(events[3].at("index") == 1);
  CHECK(events[4].at("event") == "end");
  CHECK(events[4].at("exit_code") == 2);
  CHECK(events[4].at("satisfied") == 2);
}

TEST_CASE("every model is read before the first is explored, and an interruption ends them all") {
  TemporaryFolder folder;
  const std::string endless = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
  const std::string other = model_path("fischer-broken.xml");
  Child child({"verify", model_path("fischer.xml"), folder.path("absent.xml"), other, "--set", "N=14", "--symmetry",
               "off", "-q", endless, "--format", "ndjson"});
  REQUIRE(child.wait_until([&] { return child.err().find("absent.xml") != std::string::npos; }));
  REQUIRE(child.wait_for_progress());
  CHECK(child.out().find(other) == std::string::npos);
  child.send(SIGINT);
  CHECK(child.code() == 2);
  const std::vector<json> events = events_of(child.out());
  CHECK(events.back().at("unknown") == 2);
  CHECK(events.back().at("exit_code") == 2);
}

TEST_CASE("verify --junit: a case for each query, and unreadable input is an error") {
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", counter_to(1)), junit = folder.path("j.xml");
  CHECK(run_orbita({"verify", a, "-q", "E<> x == 1", "--junit", junit}).code == 0);
  CHECK(is_valid_junit(junit));
  CHECK(read_text(junit).find("tests=\"1\" failures=\"0\" errors=\"0\"") != std::string::npos);
  CHECK(run_orbita({"verify", a, "-q", "E<> x == 1", "-q", "E<> x == 2", "--junit", junit}).code == 1);
  CHECK(read_text(junit).find("tests=\"2\" failures=\"1\" errors=\"0\"") != std::string::npos);
  CHECK(read_text(junit).find("expected satisfied, is not-satisfied") != std::string::npos);
  CHECK(run_orbita({"verify", a, "-q", "E<> x == 1", "-q", "E<> x ==", "--junit", junit}).code == 2);
  CHECK(is_valid_junit(junit));
  CHECK(read_text(junit).find("errors=\"0\"") == std::string::npos);
  const Run full = run_orbita({"verify", a, "-q", "E<> x == 1", "--junit", "/dev/full"});
  CHECK(full.code == 2);
  CHECK(full.out == "satisfied     E<> x == 1\n");
  CHECK(full.err.find("cannot write /dev/full") != std::string::npos);
}
