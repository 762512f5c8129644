// models/: the expected verdicts under every strategy, traces that replay, conversion both ways.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"
#include "tests/model_files.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

std::vector<std::string> arguments_of(const std::string& model, std::vector<std::string> more) {
  std::vector<std::string> arguments{"verify", model_path(model)};
  for (const std::string& word : small_settings(model)) arguments.push_back(word);
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("every model is valid and names its source") {
  REQUIRE(all_models().size() >= 16);
  for (const std::string& model : all_models()) {
    const Run run = run_orbita({"check", model_path(model)});
    CAPTURE(model, run.out);
    CHECK(run.code == 0);
    const std::string text = read_text(model_path(model));
    CHECK(text.find("// Source: ") != std::string::npos);
    CHECK(text.find("<expect ") != std::string::npos);
  }
}

TEST_CASE("models/ is a suite that passes, with symmetry and traces") {
  TemporaryFolder folder;
  const Run run = run_orbita({"test", model_path(""), "--traces", "--junit", folder.path("junit.xml")});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find("FAILED") == std::string::npos);
  const std::string junit = read_text(folder.path("junit.xml"));
  CHECK(junit.find("failures=\"0\" errors=\"0\" skipped=\"0\"") != std::string::npos);
}

TEST_CASE("tests/models is a suite that passes, in every order and with every extrapolation") {
  const std::vector<std::vector<std::string>> settings{
      {"--traces"}, {"--order", "dfs"}, {"--symmetry", "off"}, {"--extrapolation", "none"}, {"--extrapolation", "LU+"}};
  for (const std::vector<std::string>& setting : settings) {
    std::vector<std::string> arguments{"test"};
    for (const auto& path : own_files(orbita::test::model_extensions)) {
      if (path.parent_path().parent_path().filename() == "tests") arguments.push_back(path.string());
    }
    CHECK(arguments.size() >= 12);
    arguments.insert(arguments.end(), setting.begin(), setting.end());
    const Run run = run_orbita(arguments);
    CAPTURE(arguments.back(), run.out, run.err);
    CHECK(run.code == 0);
    CHECK(run.out.find("FAILED") == std::string::npos);
  }
}

TEST_CASE("symmetry changes no verdict") {
  for (const std::string& model : all_models()) {
    for (const std::string symmetry :
         {"off", "auto", "sort", "segment", "refine", "canonical", "enumerate", "counted"}) {
      const Run run = run_orbita(arguments_of(model, {"--symmetry", symmetry}));
      CAPTURE(model, symmetry, run.out, run.err);
      CHECK(run.code == 0);  // as the model expects
    }
  }
}

TEST_CASE("symmetry stores fewer states and represents all of them") {
  // Without clocks a state is a discrete state, and orbits partition the reachable states.
  for (const std::string model :
       {"readers-writers.xml", "resource-controller.xml", "german.xml", "email-lite.xml", "dining-philosophers.xml"}) {
    const json off =
        json::parse(run_orbita(arguments_of(model, {"--symmetry", "off", "-q", "A[] true", "--format", "json"})).out);
    const json on = json::parse(run_orbita(arguments_of(model, {"-q", "A[] true", "--format", "json"})).out);
    CAPTURE(model);
    CHECK(on["queries"][0]["stored"] < off["queries"][0]["stored"]);
    CHECK(on["queries"][0]["symmetry"]["canonical"] == true);
    CHECK(on["queries"][0]["symmetry"]["orbit_sum"] == off["queries"][0]["stored"]);
  }
}

TEST_CASE("known sizes: readers-writers, resource controller, philosophers, CSMA/CD, Fischer") {
  const auto stored = [](const std::string& model, const std::vector<std::string>& set,
                         const std::string& symmetry = "auto") {
    std::vector<std::string> arguments{"verify", model_path(model), "-q",    "A[] true", "--format",
                                       "json",   "--symmetry",      symmetry};
    for (const std::string& setting : set) {
      arguments.push_back("--set");
      arguments.push_back(setting);
    }
    return json::parse(run_orbita(arguments).out)["queries"][0]["stored"].get<int>();
  };
  CHECK(stored("readers-writers.xml", {"R=2", "W=1"}) == 15);
  CHECK(stored("readers-writers.xml", {"R=4", "W=2"}) == 55);
  CHECK(stored("readers-writers.xml", {"R=8", "W=4"}) == 261);
  CHECK(stored("resource-controller.xml", {"HIGH=2", "LOW=2"}) == 33);
  CHECK(stored("resource-controller.xml", {}) == 397);
  CHECK(stored("dining-philosophers.xml", {"N=3"}, "off") == 111);
  CHECK(stored("dining-philosophers.xml", {"N=5"}, "off") == 2623);
  CHECK(stored("dining-philosophers.xml", {"N=3"}) == 39);  // the table can be turned
  CHECK(stored("dining-philosophers.xml", {"N=5"}) == 527);
  CHECK(stored("sum-of-ids.xml", {"N=6"}) == 64);
  CHECK(stored("fischer-ints.xml", {"N=3"}, "declared") == 65);
  CHECK(stored("fischer-ints.xml", {"N=5"}, "declared") == 727);
  // Found: as many as fischer.xml has.
  CHECK(stored("fischer-ints.xml", {"N=3"}) == 18);
  CHECK(stored("fischer-ints.xml", {"N=5"}) == 40);
  CHECK(stored("train-gate-ints.xml", {"N=6"}) == 39);
  for (int n = 2; n <= 7; ++n) CHECK(stored("csma-cd-b.xml", {"N=" + std::to_string(n)}) == 4 * n - 1);
}

TEST_CASE("saved traces replay on the model") {
  for (const std::string& model : all_models()) {
    TemporaryFolder folder;
    const Run run = run_orbita(arguments_of(model, {"--trace", "some", "--trace-file", folder.path("trace.json")}));
    CAPTURE(model, run.err);
    REQUIRE(run.code == 0);
    int traces = 0;
    for (int i = 1; i <= 10; ++i) {
      const std::string file = folder.path("trace-" + std::to_string(i) + ".json");
      if (!std::filesystem::exists(file)) continue;
      ++traces;
      std::vector<std::string> arguments{"replay", model_path(model), file};
      for (const std::string& word : small_settings(model)) arguments.push_back(word);
      const Run replayed = run_orbita(arguments);
      CAPTURE(file, replayed.out, replayed.err);
      CHECK(replayed.code == 0);
    }
    CHECK(traces > 0);
  }
}

TEST_CASE("a trace of another model does not replay") {
  TemporaryFolder folder;
  run_orbita({"verify", model_path("german-buggy.xml"), "--set", "N=2", "-q", "E<> exists (i : node_t) Client(i).E",
              "--trace", "some", "--trace-file", folder.path("t.json")});
  REQUIRE(std::filesystem::exists(folder.path("t.json")));
  const std::string trace = folder.path("t.json");
  CHECK(run_orbita({"replay", model_path("german-buggy.xml"), trace, "--set", "N=2"}).code == 0);
  CHECK(run_orbita({"replay", model_path("german-buggy.xml"), trace}).code == 1);  // another N
  CHECK(run_orbita({"replay", model_path("german.xml"), trace, "--set", "N=2"}).code == 1);
  CHECK(run_orbita({"replay", model_path("fischer.xml"), trace}).code == 1);
  CHECK(run_orbita({"replay", model_path("german.xml"), folder.write("junk.json", "{\"steps\": 3")}).code != 0);
}

TEST_CASE("conversion keeps verdicts") {
  for (const std::string& model : all_models()) {
    TemporaryFolder folder;
    const std::string xta = folder.path("converted.xta"), xml = folder.path("back.xml");
    const Run to_xta = run_orbita({"convert", model_path(model), xta});
    CAPTURE(model, to_xta.out, to_xta.err);
    REQUIRE(to_xta.code == 0);
    REQUIRE(run_orbita({"convert", xta, xml}).code == 0);
    const json original = json::parse(run_orbita(arguments_of(model, {"--format", "json"})).out);
    for (const std::string& file : {xta, xml}) {
      std::vector<std::string> arguments{"verify", file, "--format", "json"};
      for (const std::string& word : small_settings(model)) arguments.push_back(word);
      for (const json& query : original["queries"]) {
        arguments.push_back("-q");
        arguments.push_back(query["formula"].get<std::string>());
      }
      const Run run = run_orbita(arguments);
      CAPTURE(file, run.err);
      const json again = json::parse(run.out);
      REQUIRE(again["queries"].size() == original["queries"].size());
      for (std::size_t i = 0; i < original["queries"].size(); ++i) {
        CHECK(again["queries"][i]["verdict"] == original["queries"][i]["verdict"]);
        CHECK(again["queries"][i]["stored"] == original["queries"][i]["stored"]);
      }
    }
  }
}
