// Random tiny models against their region graph: the comparison, its options, and the shrinking of failing models.
//
// A failing model is shrunk as far as it still fails and written to the temporary directory, orbita-region-<seed>.xta,
// with the problems as comments.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>

#include "engine/verify.h"
#include "tests/engine/region_graph.h"
#include "tests/engine/region_models.h"
#include "tests/engine/replay_fixture.h"
#include "tests/engine/shrink.h"
#include "tests/sample.h"

namespace orbita::test {

struct Named {
  std::string name;
  VerifyOptions options;
};

inline std::vector<Named> all_configurations() {
  std::vector<Named> result;
  const auto add = [&](std::string name, Abstraction abstraction, SubsumptionChoice subsumption, Order order,
                       bool reduce) {
    Named named{std::move(name), {}};
    named.options.abstraction = abstraction;
    named.options.subsumption = subsumption;
    named.options.order = order;
    named.options.reduce = reduce;
    result.push_back(named);
  };
  const std::pair<const char*, Abstraction> abstractions[] = {{"automatic", Abstraction::automatic},
                                                              {"exact", Abstraction::exact},
                                                              {"m", Abstraction::m},
                                                              {"m+", Abstraction::m_plus},
                                                              {"lu", Abstraction::lu},
                                                              {"lu+", Abstraction::lu_plus},
                                                              {"am", Abstraction::am},
                                                              {"alu", Abstraction::alu}};
  const std::pair<const char*, SubsumptionChoice> subsumptions[] = {{"automatic", SubsumptionChoice::automatic},
                                                                    {"equality", SubsumptionChoice::equality},
                                                                    {"inclusion", SubsumptionChoice::inclusion},
                                                                    {"simulation", SubsumptionChoice::simulation}};
  const std::pair<const char*, Order> orders[] = {
      {"bfs", Order::breadth_first}, {"dfs", Order::depth_first}, {"rdfs", Order::random_depth_first}};
  for (const auto& [abstraction_name, abstraction] : abstractions) {
    for (const auto& [subsumption_name, subsumption] : subsumptions) {
      for (const auto& [order_name, order] : orders) {
        for (const bool reduce : {true, false}) {
          add(std::string(abstraction_name) + " " + subsumption_name + " " + order_name +
                  (reduce ? " reduced" : " unreduced"),
              abstraction, subsumption, order, reduce);
        }
      }
    }
  }
  const std::pair<const char*, Approximation> approximations[] = {
      {"hull", Approximation::hull}, {"hash", Approximation::hash}, {"bits", Approximation::bits}};
  for (int copies = 0; copies < 8; ++copies) {  // configurations are drawn at random: these should be frequent
    for (const auto& [name, approximation] : approximations) {
      add(name, Abstraction::automatic, SubsumptionChoice::automatic, Order::breadth_first, copies % 2 == 0);
      result.back().options.approximation = approximation;
      result.back().options.log2_bits = 20;
    }
    add("joined", Abstraction::automatic, SubsumptionChoice::automatic,
        copies % 3 == 0 ? Order::depth_first : Order::breadth_first, copies % 2 == 0);
    result.back().options.join = Joining::always;
    add("dives", Abstraction::automatic, SubsumptionChoice::automatic, Order::breadth_first, copies % 2 == 0);
    result.back().options.dive_after = 1;
    add("team", Abstraction::automatic, SubsumptionChoice::automatic, Order::breadth_first, copies % 2 == 0);
    result.back().options.threads = 2 + static_cast<unsigned>(copies % 3);
    result.back().options.team_round = 1 + 3 * static_cast<std::uint32_t>(copies);
    add("lazy", Abstraction::automatic, SubsumptionChoice::automatic,
        copies % 3 == 0 ? Order::breadth_first : Order::depth_first, copies % 2 == 0);
    result.back().options.lazy_bounds = true;
  }
  return result;
}

inline bool is_reachability_query(const Query& query) {
  return query.kind == QueryKind::reachable || query.kind == QueryKind::invariantly;
}

inline bool is_measuring(const Query& query) {
  return query.kind == QueryKind::sup || query.kind == QueryKind::inf || query.kind == QueryKind::bounds;
}

// Expected values of sup, inf and bounds, tested on the region graph value by value: beyond the largest constant it can
// only tell that a value lies there.
class MeasureOracle {
 public:
  MeasureOracle(Model& model, RegionGraph& regions, int largest)
      : model_(model), regions_(regions), largest_(largest) {}

  // Problems with the values; empty: none.
  std::string problem(const QueryResult& result, const std::string& formula) {
    const std::size_t brace = formula.find('}'), colon = formula.find(": ", brace);
    predicate_ = formula.substr(formula.find('{') + 1, brace - formula.find('{') - 1);
    expression_ = formula.substr(colon + 2);
    std::string text;
    std::size_t next = 0;
    const auto compare = [&](bool upper) {
      if (next >= result.values.size()) text += "a value is missing ";
      else text += upper ? above(result.values[next++]) : under(result.values[next++]);
    };
    if (result.query->kind != QueryKind::sup) compare(false);
    if (result.query->kind != QueryKind::inf) compare(true);
    return text;
  }

 private:
  bool reaches(const std::string& condition) {
    Diagnostics diagnostics;
    Query* query = read_formula(*model_.document, "E<> (" + predicate_ + ") && (" + condition + ")", diagnostics);
    if (query == nullptr || !check_query(model_, *query, diagnostics))
      throw std::logic_error("bad measure: " + condition);
    return regions_.decide(*query);
  }

  std::string compared(const std::string& operation, int value) {
    return expression_ + operation + std::to_string(value);
  }

  static std::string differs(const MeasuredValue& got, const std::string& right) {
    return "it is " + (got.infinite ? "infinite" : std::to_string(got.value) + (got.strict ? " strict" : "")) +
           ", not " + right + " ";
  }

  std::string above(const MeasuredValue& got) {
    if (!reaches("true")) return got.reached ? differs(got, "unreached") : "";
    if (!got.reached) return "not reached ";
    if (reaches(compared(" > ", largest_))) return got.infinite || got.value > largest_ ? "" : differs(got, "beyond");
    int value = largest_;
    while (!reaches(compared(" >= ", value))) --value;
    const bool strict = reaches(compared(" > ", value));
    if (strict) ++value;
    const bool same = !got.infinite && got.value == value && got.strict == strict;
    return same ? "" : differs(got, std::to_string(value) + (strict ? " strict" : ""));
  }

  std::string under(const MeasuredValue& got) {
    if (!reaches("true")) return got.reached ? differs(got, "unreached") : "";
    if (!got.reached) return "not reached ";
    int value = -largest_;
    while (value <= largest_ && !reaches(compared(" <= ", value))) ++value;
    if (value > largest_)
      return got.value > largest_ || (got.value == largest_ && got.strict) ? "" : differs(got, "beyond");
    const bool strict = reaches(compared(" < ", value));
    if (strict) --value;
    const bool same = !got.infinite && got.value == value && got.strict == strict;
    return same ? "" : differs(got, std::to_string(value) + (strict ? " strict" : ""));
  }

  Model& model_;
  RegionGraph& regions_;
  int largest_;
  std::string predicate_, expression_;
};

// Problems with the engine's answers, one per line.
class Comparison {
 public:
  Comparison(std::uint64_t seed, TimedModel model) : seed_(seed), random_(std::move(model)) {
    model_ = model_from(random_.text);
    Diagnostics diagnostics;
    for (const std::string& formula : random_.queries) {
      Query* query = read_formula(*model_->document, formula, diagnostics);
      if (query == nullptr) throw std::logic_error("bad query: " + formula);
      if (check_query(*model_, *query, diagnostics)) {
        formulas_.push_back(formula);
        queries_.push_back(query);
      } else if (formula.find("deadlock") == std::string::npos) {  // refused if there are priorities
        throw std::logic_error("bad query: " + formula);
      }
    }
    regions_ = std::make_unique<RegionGraph>(*model_, random_.largest, random_.differences);
    for (const Query* query : queries_) expected_.push_back(is_measuring(*query) || regions_->decide(*query));
  }

  void run(const Named& configuration, bool traces) {
    VerifyOptions options = configuration.options;
    options.seed = seed_;
    is_warned_ = is_warned(options);
    // Low limits for searches that may not end, and for the defaults, which must end soon. Compared zones are more
    // numerous.
    const bool few = is_warned_ || random_.is_long || configuration.name.rfind("automatic automatic", 0) == 0;
    options.limits.states = few ? random_.most_states : std::max<std::uint64_t>(random_.most_states, 10000);
    options.limits.memory = few ? 4 << 20 : 16 << 20;  // growing zones cover each other: few are stored
    options.limits.explored = 30000;
    if (traces) options.trace = TraceKind::some;
    const auto check = [&](const QueryResult& result, std::size_t i) {
      if (!is_honest_unknown(result, i, options.approximation)) compare(result, i, configuration.name, traces);
    };
    if (seed_ % 2 == 0) {
      const std::vector<QueryResult> results = verify(*model_, queries_, options);
      for (std::size_t i = 0; i < results.size(); ++i) check(results[i], i);
    } else {  // asked together, a clock test of one query counts for all and limits the abstraction of the others
      for (std::size_t i = 0; i < queries_.size(); ++i) check(verify(*model_, {queries_[i]}, options).at(0), i);
    }
  }

  // The default, and three others that vary with the seed; two of them with traces.
  void run_some(const std::vector<Named>& configurations) {
    std::mt19937_64 random(seed_ * 7919 + 1);
    run(configurations[0], true);
    for (int k = 0; k < 3; ++k) run(configurations[random() % configurations.size()], k == 0);
  }

  const TimedModel& model() const { return random_; }
  const std::string& problems() const { return problems_; }
  std::size_t undecided() const { return undecided_; }
  std::size_t decided() const { return decided_; }

  std::string save() const {
    const auto path = std::filesystem::temp_directory_path() / ("orbita-region-" + std::to_string(seed_) + ".xta");
    std::ofstream file(path);
    file << "// seed " << seed_ << "\n";
    std::istringstream lines(problems_);
    for (std::string line; std::getline(lines, line);) file << "// " << line << "\n";
    file << random_.text;
    return path.string();
  }

 private:
  // Whether the engine warns that the search may not end.
  bool is_warned(VerifyOptions options) {
    bool warned = false;
    options.warned = [&](const std::string&) { warned = true; };
    options.limits.explored = 1;
    verify(*model_, queries_, options);
    return warned;
  }

  // Larger zones may show a spurious state; a search by hash never proves absence.
  bool is_honest_unknown(const QueryResult& result, std::size_t i, Approximation approximation) {
    if (approximation == Approximation::exact || !is_reachability_query(*result.query)) return false;
    if (result.verdict != Verdict::unknown) return false;
    if (approximation == Approximation::hull) return result.reason.rfind("over-approximation", 0) == 0;
    const bool is_there = (result.query->kind == QueryKind::reachable) == expected_[i];
    return !is_there && result.reason.rfind("under-approximation", 0) == 0;
  }

  void compare(const QueryResult& result, std::size_t i, const std::string& name, bool traces) {
    const Verdict right = !regions_->starts() ? Verdict::error
                          : expected_[i]      ? Verdict::satisfied
                                              : Verdict::not_satisfied;
    // Exact zones, and zones compared by equality without extrapolation, may be infinitely many.
    if (result.verdict == Verdict::unknown && (result.reason == "state limit" || result.reason == "memory limit")) {
      ++undecided_;
      // A measured clock may grow for ever without ever being unbounded.
      if (!is_warned_ && !random_.is_long && !is_measuring(*result.query))
        problems_ += formulas_[i] + " [" + name + "]: " + result.reason + "\n";
      return;
    }
    ++decided_;
    const std::string where = formulas_[i] + " [" + name + (traces ? " traces" : "") + "]: ";
    if (result.verdict != right) {
      problems_ += where + std::string(to_text(result.verdict)) + " " + result.reason + ", but it is " +
                   std::string(to_text(right)) + "\n";
      return;
    }
    if (right == Verdict::error) return;
    if (is_measuring(*result.query)) {
      const std::string problem = MeasureOracle(*model_, *regions_, random_.largest).problem(result, formulas_[i]);
      if (!problem.empty()) problems_ += where + problem + "\n";
      return;
    }
    if (!traces) return;
    if (!result.trace_problem.empty()) problems_ += where + "trace: " + result.trace_problem + "\n";
    const QueryKind kind = result.query->kind;
    const bool shows =
        kind == QueryKind::reachable || kind == QueryKind::potentially_always ? expected_[i] : !expected_[i];
    // If only a difference of clocks counts, the clocks themselves may grow for ever in a loop.
    const bool grows =
        random_.differences && result.reason.rfind("no trace: the loop's clock values do not repeat", 0) == 0;
    if (shows && !result.trace && name != "hull" && !grows) problems_ += where + "no trace " + result.reason + "\n";
  }

  std::uint64_t seed_;
  TimedModel random_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<RegionGraph> regions_;
  std::vector<std::string> formulas_;
  std::vector<Query*> queries_;
  std::vector<bool> expected_;
  std::string problems_;
  bool is_warned_ = false;  // under the current options the search may not end
  std::size_t undecided_ = 0, decided_ = 0;
};

// Dispensable edges, labels, invariants and declarations.
inline constexpr std::initializer_list<const char*> spare_parts = {
    R"(,\n +L\d -> L\d \{[^}]*\})",   R"(L\d -> L\d \{[^}]*\},\n +)",
    R"( (guard|sync|assign) [^;]*;)", R"( && [^;&}]+)",
    R"([a-z][^;&{}]* && )",           R"( \{ [xz] [^}]*\})",
    R"((commit|urgent) L\d; )",       R"(chan priority [^;]*;\n)"};

// Still a model, and still failing.
inline bool fails(std::uint64_t seed, const TimedModel& model, const std::vector<Named>& configurations) {
  try {
    Comparison comparison(seed, model);
    comparison.run_some(configurations);
    return !comparison.problems().empty();
  } catch (const std::exception&) {
    return false;
  }
}

inline Comparison smallest(const Comparison& failing, std::uint64_t seed, const std::vector<Named>& configurations) {
  TimedModel model = failing.model();
  for (const std::string& formula : failing.model().queries) {
    TimedModel alone = model;
    alone.queries = {formula};
    if (!fails(seed, alone, configurations)) continue;
    model = alone;
    break;
  }
  model.text = shrunk(model.text, spare_parts, [&](const std::string& text) {
    TimedModel part = model;
    part.text = text;
    return fails(seed, part, configurations);
  });
  Comparison result(seed, model);
  result.run_some(configurations);
  return result;
}

// Makes a model from a seed.
using ModelOfSeed = std::function<TimedModel(std::uint64_t)>;

inline void compare_seeds(const ModelOfSeed& make, std::uint64_t first, std::uint64_t count) {
  static const std::vector<Named> configurations = all_configurations();
  std::size_t failed = 0, skipped = 0, decided = 0, undecided = 0;
  for (std::uint64_t seed = first; seed < first + count && failed < 200; ++seed) {
    try {
      Comparison comparison(seed, make(seed));
      comparison.run_some(configurations);
      decided += comparison.decided();
      undecided += comparison.undecided();
      if (comparison.problems().empty()) continue;
      ++failed;
      std::cout << "seed " << seed << "\n" << comparison.problems() << std::flush;
      std::cout << "model in " << smallest(comparison, seed, configurations).save() << "\n";
      FAIL_CHECK("seed " << seed << ":\n" << comparison.problems());
    } catch (const std::length_error&) {
      ++skipped;
    } catch (const std::exception& error) {
      ++failed;
      std::cout << "seed " << seed << ": " << error.what() << "\n" << make(seed).text;
      FAIL_CHECK("seed " << seed << ": " << error.what());
    }
  }
  UNSCOPED_INFO("seeds from " << first << ", " << count << " models: " << decided << " verdicts, " << undecided
                              << " undecided, " << skipped << " skipped");
  if (std::getenv("ORBITA_REGION_SEED") != nullptr)
    std::cout << decided << " verdicts, " << undecided << " undecided, " << skipped << " skipped\n";
  if (count >= 50) {  // in a handful of models, chosen by hand or sampled, any may be large
    CHECK(skipped * 20 <= count);
    CHECK(undecided * 5 <= decided);
  }
  CHECK(failed == 0);
}

}  // namespace orbita::test
