#include <catch2/catch.hpp>

#include <stdexcept>

#include "session/session.h"
#include "tests/places.h"

using namespace orbita;

namespace {

const std::string models = test::source_dir() + "/models/";

ModelArguments named(const std::string& model) {
  ModelArguments arguments;
  arguments.model = models + model;
  return arguments;
}

}  // namespace

TEST_CASE("a model comes with its own queries unless others are given") {
  const Loaded own = load(named("fischer.xml"), false);
  REQUIRE(own.ok());
  CHECK(own.queries == own.model->queries);
  CHECK_FALSE(own.queries.empty());
  CHECK(own.symmetry == nullptr);
  ModelArguments arguments = named("fischer.xml");
  arguments.formulas = {"A[] true"};
  const Loaded given = load(arguments, true);
  REQUIRE(given.ok());
  REQUIRE(given.queries.size() == 1);
  CHECK(given.queries[0]->text == "A[] true");
  CHECK(given.symmetry != nullptr);
}

TEST_CASE("mistakes of the user are diagnostics, not exceptions") {
  CHECK(load(named("no-such-model.xml"), false).model == nullptr);
  ModelArguments arguments = named("fischer.xml");
  arguments.formulas = {"A[] no_such_name"};
  const Loaded loaded = load(arguments, false);
  REQUIRE(loaded.model != nullptr);
  CHECK_FALSE(loaded.ok());
}

TEST_CASE("a limit that is reached while loading leaves the formulas, all unknown") {
  ModelArguments arguments = named("fischer.xml");
  arguments.formulas = {"A[] true"};
  Limits limits;
  limits.seconds = 0;
  const Loaded loaded = load_within(limits, arguments, false);
  REQUIRE(loaded.model == nullptr);
  CHECK(loaded.limit.reason == StopReason::time);
  CHECK(loaded.limit.phase == "reading the model");
  const std::vector<QueryResult> results = unknown_results(loaded);
  REQUIRE(results.size() == 1);
  CHECK(results[0].verdict == Verdict::unknown);
  CHECK(results[0].stop.reason == StopReason::time);
  CHECK(results[0].reason == "time limit, while reading the model");
}

TEST_CASE("files of several queries are numbered before their ending") {
  CHECK(numbered("t.xtr", 2) == "t-2.xtr");
  CHECK(numbered("t.itf.json", 2) == "t-2.itf.json");
  CHECK(numbered("trace", 3) == "trace-3");
}

TEST_CASE("a budget has a number and a unit") {
  ExpectedVerdict expected;
  read_budget("10s, 5000 states, 200MB", expected);
  CHECK(expected.seconds == 10);
  CHECK(expected.states == 5000);
  CHECK(expected.memory == std::size_t{200} << 20);
  CHECK_THROWS_AS(read_budget("inf", expected), std::invalid_argument);
}
