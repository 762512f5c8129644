// orbita flatten: the instantiated model as data says the same as the model.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"
#include "tests/places.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

// Verdicts and counts of all queries, symmetry left out: what is declared as a scalar set is written out as numbers.
json answers(const std::string& model, const std::vector<std::string>& settings) {
  std::vector<std::string> arguments = {"verify", model,      "--symmetry", "off",       "--format",
                                        "json",   "--states", "500",        "--timeout", "20"};
  arguments.insert(arguments.end(), settings.begin(), settings.end());
  const Run run = run_orbita(arguments);
  CAPTURE(model, run.out, run.err);
  json result = json::array();
  for (const json& query : json::parse(run.out)["queries"]) {
    const json& counts = query["statistics"];
    result.push_back({query["query"], query["verdict"], counts["stored"], counts["explored"], counts["transitions"]});
  }
  return result;
}

}  // namespace

TEST_CASE("a flat model that is read again gives the same verdicts and counts") {
  std::size_t models = 0;
  for (const std::string& name : all_models()) {
    const std::string model = model_path(name);
    const std::vector<std::string> settings = small_settings(name);
    const TemporaryFolder folder;
    std::vector<std::string> arguments = {"flatten", model, "-o", folder.path("flat.json")};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    const Run run = run_orbita(arguments);
    CAPTURE(name, run.out, run.err);
    if (run.code != 0) {
      CHECK(run.err.find(name + ":") != std::string::npos);  // where the construct is
      continue;
    }
    CHECK(schema_problems("flat.json", json::parse(read_text(folder.path("flat.json")))).empty());
    CHECK(answers(folder.path("flat.json"), {}) == answers(model, settings));
    ++models;
  }
  CHECK(models >= 12);
}
