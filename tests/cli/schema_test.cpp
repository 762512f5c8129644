// Machine-readable output conforms to docs/schema/, for every model of models/.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <set>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"
#include "tests/places.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

std::vector<std::string> with_settings(std::vector<std::string> arguments, const std::string& model) {
  for (const std::string& word : small_settings(model)) arguments.push_back(word);
  return arguments;
}

std::vector<json> json_lines(const std::string& text) {
  std::vector<json> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(json::parse(line));
  return result;
}

void check_valid(const std::string& schema, const json& document) {
  const std::vector<std::string> problems = schema_problems(schema, document);
  CAPTURE(schema, problems);
  CHECK(problems.empty());
}

}  // namespace

TEST_CASE("the validator finds errors") {
  const auto problems_with = [](const json& document, const std::string& text) {
    const std::vector<std::string> problems = schema_problems("check.json", document);
    CAPTURE(problems, text);
    CHECK(std::any_of(problems.begin(), problems.end(),
                      [&](const std::string& one) { return one.find(text) != std::string::npos; }));
  };
  const json good = {{"ok", true}, {"diagnostics", json::array()}};
  CHECK(schema_problems("check.json", good).empty());
  json bad = good;
  bad["ok"] = 1;
  problems_with(bad, "[ok]");
  bad = good;
  bad["more"] = 1;
  problems_with(bad, "'more'");
  bad = good;
  bad["diagnostics"] = {{{"severity", "fatal"}}};
  problems_with(bad, "[diagnostics][0][severity]");
  problems_with(bad, "'xpath'");
  CHECK_FALSE(schema_problems("events.json", {{"event", "other"}}).empty());
  // Across files: events.json refers to verify.json.
  const Run run = run_orbita({"verify", model_path("fischer.xml"), "--set", "N=2", "--format", "ndjson"});
  json verdict = json_lines(run.out).at(1);
  CHECK(schema_problems("events.json", verdict).empty());
  verdict["symmetry"]["unheard_of"] = 1;
  CHECK_FALSE(schema_problems("events.json", verdict).empty());
}

TEST_CASE("the schemas use only words that the validator knows") {
  static const std::set<std::string> known{
      "$schema",  "$id",  "$defs", "$ref",  "title",   "description", "type",    "properties",
      "required", "enum", "const", "oneOf", "minimum", "items",       "pattern", "additionalProperties"};
  const std::function<void(const json&, bool)> walk = [&](const json& node, bool names) {
    for (const auto& [key, value] : node.items()) {
      CAPTURE(key);
      if (node.is_object() && !names) CHECK(known.count(key) == 1);
      // Below "properties" and "$defs" keys are names; "enum" and "const" hold data.
      if (value.is_structured() && key != "enum" && key != "required")
        walk(value, !names && (key == "properties" || key == "$defs"));
    }
  };
  for (const auto& file : std::filesystem::directory_iterator(orbita::test::source_dir() + "/docs/schema")) {
    CAPTURE(file.path());
    if (file.path().extension() == ".json") walk(json::parse(read_text(file.path().string())), false);
  }
}

TEST_CASE("verify, check and explain conform to their schemas on every model") {
  for (const std::string& model : all_models()) {
    CAPTURE(model);
    TemporaryFolder folder;
    const Run verify = run_orbita(with_settings(
        {"verify", model_path(model), "--trace", "some", "--format", "json", "--trace-file", folder.path("t.json")},
        model));
    check_valid("verify.json", json::parse(verify.out));
    for (const auto& file : std::filesystem::directory_iterator(folder.path(""))) {
      const json trace = json::parse(read_text(file.path().string()));
      check_valid("trace.json", trace);
      CHECK_FALSE(trace.at("model_hash").get<std::string>().empty());
    }
    check_valid("check.json", json::parse(run_orbita({"check", model_path(model), "--format", "json"}).out));
    check_valid("explain.json", json::parse(run_orbita({"explain", model_path(model), "--format", "json"}).out));
  }
}

TEST_CASE("ndjson: start, one verdict per query, end; and the same verdicts as json") {
  for (const std::string& model : all_models()) {
    CAPTURE(model);
    const Run run = run_orbita(with_settings({"verify", model_path(model), "--format", "ndjson"}, model));
    const std::vector<json> events = json_lines(run.out);
    for (const json& event : events) check_valid("events.json", event);
    REQUIRE(events.size() >= 3);
    CHECK(events.front().at("event") == "start");
    CHECK(events.back().at("event") == "end");
    CHECK(events.back().at("exit_code") == run.code);
    const json whole =
        json::parse(run_orbita(with_settings({"verify", model_path(model), "--format", "json"}, model)).out);
    std::size_t verdicts = 0;
    for (const json& event : events) {
      if (event.at("event") != "verdict") continue;
      ++verdicts;
      const json& query = whole.at("queries").at(event.at("index").get<std::size_t>() - 1);
      CHECK(event.at("formula") == query.at("formula"));
      CHECK(event.at("verdict") == query.at("verdict"));
    }
    CHECK(verdicts == whole.at("queries").size());
    CHECK(events.front().at("queries").size() == verdicts);
  }
}

TEST_CASE("ndjson and json of models and queries that cannot be verified") {
  TemporaryFolder folder;
  const std::string bad = folder.write("bad.xml", "<nta>");
  check_valid("verify.json", json::parse(run_orbita({"verify", bad, "--format", "json"}).out));
  const Run run = run_orbita({"verify", bad, "--format", "ndjson"});
  CHECK(run.code == 2);
  const std::vector<json> events = json_lines(run.out);
  REQUIRE(events.size() == 2);
  for (const json& event : events) check_valid("events.json", event);
  CHECK(events[0].at("event") == "diagnostics");
  CHECK(events[1].at("exit_code") == 2);
  // A query that cannot be read, next to one that can.
  const Run half = run_orbita({"verify", model_path("fischer.xml"), "--set", "N=2", "-q", "E<> nothing", "-q",
                               "E<> id == id", "--format", "ndjson"});
  CHECK(half.code == 2);
  for (const json& event : json_lines(half.out)) check_valid("events.json", event);
}

TEST_CASE("test and sweep conform to their schemas") {
  TemporaryFolder folder;
  const std::string suite = folder.write("bad.xml", "<nta>");
  const Run test = run_orbita({"test", model_path("fischer-broken.xml"), suite, "--format", "json"});
  CAPTURE(test.err);
  const json report = json::parse(test.out);
  check_valid("test.json", report);
  CHECK(report.at("summary").at("exit_code") == test.code);
  const Run sweep = run_orbita({"sweep", model_path("fischer.xml"), "--set", "N=2..3", "--format", "json"});
  CAPTURE(sweep.err);
  check_valid("sweep.json", json::parse(sweep.out));
}

TEST_CASE("states in the Informal Trace Format") {
  TemporaryFolder folder;
  run_orbita({"verify", model_path("fischer-broken.xml"), "--set", "N=2", "--trace", "shortest", "-q",
              "E<> exists (i : pid_t) exists (j : pid_t) i != j && Process(i).cs && Process(j).cs", "--trace-file",
              folder.path("t.itf.json")});
  const json trace = json::parse(read_text(folder.path("t.itf.json")));
  CHECK(trace.at("#meta").at("format") == "ITF");
  CHECK_FALSE(trace.at("#meta").at("model_hash").get<std::string>().empty());
  REQUIRE(trace.at("states").size() > 2);
  for (const json& state : trace.at("states")) {
    for (const json& name : trace.at("vars")) CHECK(state.contains(name.get<std::string>()));
  }
  CHECK(trace.at("states")[0].at("#time") == 0);
}

TEST_CASE("verify warns of a search that may not terminate, in text, JSON and events, and of no other") {
  const std::string model = model_path("fischer.xml");
  const std::vector<std::string> ask{"verify", model, "--set", "N=2", "-q", "E<> exists (i : pid_t) Process(i).cs"};
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), ask.begin(), ask.end());
    return run_orbita(more);
  };
  CHECK(run({"--subsumption", "none"}).err == "");
  CHECK(run({"--subsumption", "inclusion", "--extrapolation", "M"}).err == "");
  CHECK_FALSE(json::parse(run({"--format", "json"}).out).contains("warnings"));
  const std::string warning = "the search may not end: with --extrapolation none nothing is forgotten about clocks";
  const Run text = run({"--extrapolation", "none"});
  CHECK(text.err == model + ": warning: " + warning + "\n");
  CHECK(text.code == 0);
  const json document = json::parse(run({"--extrapolation", "none", "--format", "json"}).out);
  check_valid("verify.json", document);
  CHECK(document["warnings"] == json{warning});
  const std::vector<json> events = json_lines(run({"--extrapolation", "none", "--format", "ndjson"}).out);
  for (const json& event : events) check_valid("events.json", event);
  REQUIRE(events.size() == 4);
  CHECK(events[1] == json{{"event", "warning"}, {"model", model}, {"message", warning}});
}
