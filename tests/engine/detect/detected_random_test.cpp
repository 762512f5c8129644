// Symmetry that is found, not declared: random models whose ids are plain integers, against no symmetry at all.
//
// The models are those over scalarsets (symmetry_models.h), written with integers: from 0 or from 1, as a process set
// or as listed instances, without an id, with a sentinel. Half of them are then changed in one place, so that some
// elements are different or nothing is symmetric any more.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "engine/compile/compile.h"
#include "engine/detect/detected.h"
#include "engine/verify.h"
#include "tests/engine/detect/id_models.h"
#include "tests/engine/replay_fixture.h"
#include "tests/engine/symmetry_models.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace detected_random {

struct Tally {
  int models = 0, reduced = 0, changed_reduced = 0, compared = 0, undecided = 0, traces = 0;
};

// scalar[n] becomes int[first, first + n - 1].
std::string with_integers(const std::string& text, int first) {
  static const std::regex scalar("scalar\\[(\\d+)\\]");
  std::string result;
  auto from = text.cbegin();
  for (std::sregex_iterator it(text.begin(), text.end(), scalar), end; it != end; ++it) {
    result.append(from, text.cbegin() + it->position());
    const int count = std::stoi((*it)[1]);
    result += "int[" + std::to_string(first) + "," + std::to_string(first + count - 1) + "]";
    from = text.cbegin() + it->position() + it->length();
  }
  return result.append(from, text.cend());
}

// `system P, …` becomes `P1 = P(1); P2 = P(2); … system P1, P2, …`, where P has one parameter.
std::string with_listed_instances(const std::string& text, int first, int count) {
  static const std::regex system("system P(,|;)");
  std::string instances, names;
  for (int k = 0; k < count; ++k) {
    const std::string id = std::to_string(first + k);
    instances += "P_" + id + " = P(" + id + ");\n";
    names += (k == 0 ? "P_" : ", P_") + id;
  }
  return std::regex_replace(text, system, instances + "system " + names + "$1");
}

// One number, comparison or start value is changed.
std::string changed(const std::string& text, std::mt19937& random) {
  const std::size_t begin = text.find("process P(");
  std::vector<std::size_t> places;
  for (std::size_t k = begin; k < text.size(); ++k) {
    const bool alone = !std::isalnum(static_cast<unsigned char>(text[k - 1])) && k + 1 < text.size() &&
                       !std::isalnum(static_cast<unsigned char>(text[k + 1]));
    if (text[k] >= '0' && text[k] <= '3' && alone) places.push_back(k);
  }
  std::string result = text;
  switch (random() % 4) {
    case 0:
      if (!places.empty()) result.replace(places[random() % places.size()], 1, "(id)");
      return result;
    case 1:
      if (!places.empty()) result.replace(places[random() % places.size()], 1, "(id == 1 ? 1 : 2)");
      return result;
    case 2:
      return std::regex_replace(result, std::regex("cnt\\[id\\]"), "cnt[1]", std::regex_constants::format_first_only);
    default:
      return std::regex_replace(result, std::regex("!flag\\[id\\]"), "id < 2", std::regex_constants::format_first_only);
  }
}

std::vector<Query*> queries_for(Model& model, const std::vector<std::string>& formulas,
                                std::vector<std::string>& asked) {
  std::vector<Query*> queries;
  for (const std::string& formula : formulas) {
    Diagnostics diagnostics;
    Query* query = read_formula(*model.document, formula, diagnostics);
    if (query == nullptr || !check_query(model, *query, diagnostics)) continue;
    asked.push_back(formula);
    queries.push_back(query);
  }
  return queries;
}

void compare(const std::vector<QueryResult>& expected, const std::vector<QueryResult>& found,
             const std::vector<std::string>& asked, Tally& tally) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    tally.traces += found[i].trace.has_value() ? 1 : 0;
    CAPTURE(asked[i], expected[i].reason, found[i].reason, found[i].symmetry.strategy, found[i].symmetry.group);
    CHECK(found[i].trace_problem == "");
    CHECK(found[i].symmetry_problem == "");
    if (expected[i].verdict == Verdict::unknown || found[i].verdict == Verdict::unknown) {
      ++tally.undecided;
      continue;
    }
    ++tally.compared;
    CHECK(to_text(found[i].verdict) == to_text(expected[i].verdict));
    REQUIRE(found[i].values.size() == expected[i].values.size());
    for (std::size_t k = 0; k < found[i].values.size(); ++k) {
      CHECK(found[i].values[k].reached == expected[i].values[k].reached);
      CHECK(found[i].values[k].infinite == expected[i].values[k].infinite);
      if (!expected[i].values[k].infinite) CHECK(found[i].values[k].value == expected[i].values[k].value);
    }
  }
}

void compare_model(const RandomModel& random, bool is_changed, std::mt19937& choose, Tally& tally) {
  std::unique_ptr<Model> model;
  try {
    model = model_from(random.text);
  } catch (const ModelError&) {
    return;  // the change made no sense
  }
  std::vector<std::string> asked;
  const std::vector<Query*> queries = queries_for(*model, random.queries, asked);
  VerifyOptions options;
  options.detect_symmetry = true;
  options.limits.explored = 30000;
  options.limits.states = 4000;
  options.symmetry = SymmetryChoice::off;
  options.reduce = false;
  const std::vector<QueryResult> expected = verify(*model, queries, options);
  options.reduce = choose() % 4 != 0;
  options.trace = choose() % 2 == 0 ? TraceKind::some : TraceKind::off;
  options.check_symmetry = choose() % 2 == 0;
  if (choose() % 3 == 0) options.order = Order::depth_first;
  options.threads = choose() % 4 == 0 ? 32 : 1;
  options.team_round = 5;
  constexpr SymmetryChoice choices[] = {SymmetryChoice::automatic, SymmetryChoice::refine, SymmetryChoice::canonical,
                                        SymmetryChoice::enumerate, SymmetryChoice::segment};
  options.symmetry = choose() % 2 == 0 ? SymmetryChoice::automatic : choices[choose() % 5];
  const std::vector<QueryResult> found = verify(*model, queries, options);
  ++tally.models;
  const bool reduced = !found.empty() && found[0].symmetry.strategy != "off" && !found[0].symmetry.group.empty();
  tally.reduced += reduced;
  tally.changed_reduced += reduced && is_changed;
  compare(expected, found, asked, tally);
}

void check_model(std::uint32_t seed, Tally& tally) {
  std::mt19937 choose(seed + 29);
  RandomModel random = ModelMaker(seed).make();
  const int first = choose() % 3 == 0 ? 1 : 0;
  const int count = random.text.find("typedef scalar[2] S") != std::string::npos ? 2 : 3;
  random.text = with_integers(random.text, first);
  if (choose() % 3 == 0) random.text = with_listed_instances(random.text, first, count);
  const bool is_changed = choose() % 2 == 0;
  if (is_changed) random.text = changed(random.text, choose);
  random.queries.push_back("E<> flag[1] && g == 1");
  random.queries.push_back("A[] !flag[1] || g < 3");
  INFO("seed " << seed << "\n" << random.text);
  compare_model(random, is_changed, choose, tally);
}

// The same for models made of the idioms of real ones (id_models.h).
void check_idioms(std::uint32_t seed, Tally& tally) {
  std::mt19937 choose(seed + 31);
  const bool is_changed = choose() % 2 == 0;
  IdModel model(seed, choose() % 2 == 0, is_changed);
  RandomModel random{model.text(), model.queries()};
  INFO("seed " << seed << "\n" << random.text);
  compare_model(random, is_changed, choose, tally);
}

}  // namespace detected_random

TEST_CASE("detected symmetry changes no verdict of random models") {
  detected_random::Tally tally;
  const int models = static_cast<int>(sampled(60));
  for (int seed = 1; seed <= models; ++seed) detected_random::check_model(static_cast<std::uint32_t>(seed), tally);
  CHECK(4 * tally.reduced > models);
  CHECK(tally.compared > 5 * tally.undecided);
}

TEST_CASE("detected symmetry changes no verdict of models made of idioms") {
  detected_random::Tally tally;
  const int models = static_cast<int>(sampled(60));
  for (int seed = 1; seed <= models; ++seed) detected_random::check_idioms(static_cast<std::uint32_t>(seed), tally);
  CHECK(4 * tally.reduced > models);
  CHECK(tally.compared > 5 * tally.undecided);
}

TEST_CASE("detected symmetry changes no verdict of models that keep ids as bits") {
  detected_random::Tally tally;
  const int models = static_cast<int>(sampled(20));
  for (int k = 0; k < models; ++k)
    detected_random::check_idioms(IdModel::first_with_bits + 4 * static_cast<std::uint32_t>(k), tally);
  CHECK(tally.models > 0);
}

// What a state tells apart is nothing that the gate would have proved.
TEST_CASE("a refuted exchange is never proved") {
  int refused = 0;
  for (std::uint32_t seed = 1; seed <= sampled(80); ++seed) {
    IdModel random(seed, seed % 2 == 0, true);
    const std::string text = random.text();
    CAPTURE(seed, text);
    const std::unique_ptr<Model> model = model_from(text);
    const std::unique_ptr<Network> fast = compile(*model), slow = compile(*model);
    const auto found = DetectedSymmetry::find(*fast), explained = DetectedSymmetry::find(*slow, true);
    for (const DetectedSymmetry::Set& set : explained->sets()) {
      for (const detection::GateResult& pair : set.refused) {
        CHECK(!pair.obstacles.empty());
        ++refused;
      }
    }
    CHECK(found->is_trivial() == explained->is_trivial());
    if (found->is_trivial()) continue;
    REQUIRE(found->sets().size() == explained->sets().size());
    for (std::size_t k = 0; k < found->sets().size(); ++k) CHECK(found->sets()[k].cells == explained->sets()[k].cells);
  }
  CHECK(refused > 0);
}

// ORBITA_SEED and ORBITA_MODELS choose other models.
TEST_CASE("detected symmetry changes no verdict of thousands of models made of idioms", "[slow]") {
  const auto first = static_cast<std::uint32_t>(number_from("ORBITA_SEED", 1000));
  const auto models = static_cast<std::uint32_t>(number_from("ORBITA_MODELS", 2000));
  detected_random::Tally tally;
  for (std::uint32_t k = 0; k < models; ++k) detected_random::check_idioms(first + k, tally);
  WARN("seeds from " << first << ": " << tally.models << " models, " << tally.reduced << " reduced, "
                     << tally.changed_reduced << " of them changed, " << tally.compared << " verdicts compared, "
                     << tally.undecided << " beyond the limit, " << tally.traces << " traces replayed");
  CHECK(4 * tally.reduced > tally.models);
}

TEST_CASE("detected symmetry changes no verdict of thousands of random models", "[slow]") {
  const auto first = static_cast<std::uint32_t>(number_from("ORBITA_SEED", 1000));
  const auto models = static_cast<std::uint32_t>(number_from("ORBITA_MODELS", 2000));
  detected_random::Tally tally;
  for (std::uint32_t k = 0; k < models; ++k) detected_random::check_model(first + k, tally);
  WARN("seeds from " << first << ": " << tally.models << " models, " << tally.reduced << " reduced, "
                     << tally.changed_reduced << " of them changed, " << tally.compared << " verdicts compared, "
                     << tally.undecided << " beyond the limit, " << tally.traces << " traces replayed");
  CHECK(4 * tally.reduced > tally.models);
}
