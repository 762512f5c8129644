// UPPAAL's .xtr files: an accepted file describes a run of the model, even with any one number changed.
#include "engine/trace/trace_xtr.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "engine/replay/replay.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct XtrSample {
  std::string text, formula;
};

const std::vector<XtrSample> samples{{R"(int[0,5] n = 2; int a[2] = {1, 4}; clock x; chan c;
        process P() { state A { x <= 3 }, B; init A; trans A -> B { guard x >= 2; sync c!; assign n = n + a[0], x = 0; }; }
        process Q() { state C, D; init C; trans C -> D { sync c?; assign a[1] = a[1] - 1; }; }
        system P, Q;)",
                                      "E<> P.B && x > 1"},
                                     {R"(int[0,9] id = 7; clock z;
        process P(const int[1,3] k) { clock x; int tries; state idle, wait { x <= 2 }, cs; init idle;
          trans idle -> wait { guard id == 7; assign x = 0, id = k; }, wait -> cs { guard x >= 1 && id == k; assign tries++; },
                cs -> idle { guard z > 3; assign id = 7; }; }
        system P;)",
                                      "E<> P(2).cs && P(2).tries == 2"},
                                     {R"(int v[3] = {0, 5, -2}; bool b; meta int m = 3; clock x, y;
        process P() { state A { y <= 4 }, B, C; urgent B; init A;
          trans A -> B { select i : int[0,2]; guard x == 3 && v[i] == 5; assign v[i] = i, m = 9, x = 0; },
                B -> C { select j : int[0,3]; guard j != 1; assign v[0] = j, b = true; }, C -> A { guard y > 3; assign y = 0; }; }
        system P;)",
                                      "E<> P.A && v[0] == 3"},
                                     {R"(broadcast chan go; int n = 1; clock x;
        process S() { state A { x < 5 }, B; init A; trans A -> B { guard x > 2; sync go!; assign n = 2; }; }
        process R(const int[0,1] k) { state A, B; init A; trans A -> B { guard x >= 3; sync go?; assign n += k; }; }
        system S, R;)",
                                      "E<> S.B && R(1).B"},
                                     {R"(struct { int a; int[0,3] b; } s = {4, 1}; clock x;
        process P() { int i = 6; state A, B; init A; trans A -> B { guard x < 3; assign s.a = i, s.b = 2; }; }
        system P;)",
                                      "E<> P.B"}};

// A pointer to every number of the file, and its meaning.
struct XtrNumber {
  std::string name;
  bool is_unsigned = true;
  void* at = nullptr;
  std::int64_t get() const { return is_unsigned ? *static_cast<std::uint32_t*>(at) : *static_cast<std::int32_t*>(at); }
  void set(std::int64_t value) const {
    if (is_unsigned) *static_cast<std::uint32_t*>(at) = static_cast<std::uint32_t>(value);
    else *static_cast<std::int32_t*>(at) = static_cast<std::int32_t>(value);
  }
};

std::vector<XtrNumber> numbers_of(XtrTrace& trace) {
  std::vector<XtrNumber> result;
  const auto add_state = [&](XtrState& state) {
    for (std::uint32_t& l : state.locations) result.push_back({"location", true, &l});
    for (XtrBound& b : state.zone) {
      result.push_back({"clock", true, &b.x});
      result.push_back({"clock", true, &b.y});
      result.push_back({"bound", false, &b.bound});
    }
    for (std::int32_t& v : state.variables) result.push_back({"variable", false, &v});
  };
  add_state(trace.initial);
  for (XtrStep& step : trace.steps) {
    add_state(step.state);
    for (XtrEdge& edge : step.edges) {
      result.push_back({"process", true, &edge.process});
      result.push_back({"edge", true, &edge.edge});
      for (std::int32_t& s : edge.selects) result.push_back({"select", false, &s});
    }
  }
  return result;
}

bool is_met(const TraceState& state, const Rational& time, const XtrState& file, bool with_time) {
  const auto value = [&](std::uint32_t x) -> std::optional<Rational> {
    if (x == 0) return Rational(0);
    if (with_time && x == 1) return time;
    const std::size_t at = x - (with_time ? 2 : 1);
    return at < state.clocks.size() ? std::optional(state.clocks[at].second) : std::nullopt;
  };
  for (const XtrBound& b : file.zone) {
    const std::optional<Rational> x = value(b.x), y = value(b.y);
    if (!x || !y) return false;
    const Rational difference = *x - *y, bound(b.bound >> 1);
    if (bound < difference || ((b.bound & 1) != 0 && difference == bound)) return false;
  }
  return true;
}

// Differences between the trace and the file; empty: none.
std::string difference(const Model& model, const Network& network, const Trace& trace, const XtrTrace& file) {
  std::vector<const TraceState*> states{&trace.initial};
  std::vector<Rational> times{Rational(0)};
  for (const TraceStep& step : trace.steps) {
    states.push_back(&step.state);
    times.push_back(times.back() + step.delay);
  }
  if (states.size() != file.steps.size() + 1) return "another number of states";
  bool meets_with_time = true, meets_without = true;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const XtrState& state = i == 0 ? file.initial : file.steps[i - 1].state;
    for (std::uint32_t p = 0; p < state.locations.size(); ++p) {
      const auto& locations = network.processes[ProcessId{p}].locations;
      if (state.locations[p] >= locations.size() ||
          states[i]->locations[p].second != locations[LocationId{state.locations[p]}].name) {
        return "another location in state " + std::to_string(i);
      }
    }
    for (std::uint32_t s = 0; s < state.variables.size(); ++s) {
      if (states[i]->variables[s].second != state.variables[s] && !network.slots[SlotId{s}].symbol->is_meta) {
        return "another value of " + states[i]->variables[s].first + " in state " + std::to_string(i);
      }
    }
    meets_with_time = meets_with_time && is_met(*states[i], times[i], state, true);
    meets_without = meets_without && is_met(*states[i], times[i], state, false);
    if (i == 0) continue;
    std::multiset<std::string> said, done;
    for (const XtrEdge& e : file.steps[i - 1].edges) {
      std::string text = model.processes[e.process].name + " " + std::to_string(e.edge);
      for (const std::int32_t value : e.selects) text += " " + std::to_string(value);
      said.insert(text);
    }
    for (const TraceEdge& e : trace.steps[i - 1].edges) {
      std::string text = e.process + " " + std::to_string(e.edge);
      for (const std::int32_t value : e.selects) text += " " + std::to_string(value);
      done.insert(text);
    }
    if (said != done) return "other edges in step " + std::to_string(i);
  }
  return meets_with_time || meets_without ? "" : "other clock values";
}

}  // namespace

TEST_CASE("an .xtr file with a changed number is refused unless it still describes a run") {
  std::map<std::string, int> refused, accepted;
  for (const XtrSample& sample : samples) {
    const auto model = model_from(sample.text);
    VerifyOptions options;
    options.trace = TraceKind::some;
    const QueryResult found = decide(*model, sample.formula, options);
    CAPTURE(sample.text, sample.formula);
    REQUIRE(found.trace);
    NamedRuns runs(*model);
    for (const bool with_time : {true, false}) {
      XtrTrace file = to_xtr(runs, *found.trace, with_time);
      REQUIRE(difference(*model, runs.network(), from_xtr(*model, file), file) == "");
      for (const XtrNumber& number : numbers_of(file)) {
        const std::int64_t right = number.get();
        for (const std::int64_t by : {-100, -2, -1, 1, 2, 100}) {
          if (number.is_unsigned && right + by < 0) continue;
          number.set(right + by);
          CAPTURE(number.name, right, by, print_xtr(file));
          try {
            const Trace trace = from_xtr(*model, file);
            CHECK(replay(*model, trace).ok);
            CHECK(difference(*model, runs.network(), trace, file) == "");
            ++accepted[number.name];
          } catch (const std::invalid_argument&) {
            ++refused[number.name];
          }
        }
        number.set(right);
      }
    }
  }
  // Selects that make no difference, meta variables, and zones that leave the run some valuations.
  CHECK(accepted["location"] + accepted["process"] + accepted["edge"] == 0);
  CHECK(accepted["variable"] < refused["variable"] / 10);
  CHECK(refused["bound"] > accepted["bound"] / 2);
}

TEST_CASE("the initial state of an .xtr file is the model's") {
  const auto model = model_from(samples[0].text);
  VerifyOptions options;
  options.trace = TraceKind::some;
  NamedRuns runs(*model);
  const XtrTrace file = to_xtr(runs, *decide(*model, samples[0].formula, options).trace, true);
  for (std::size_t v = 0; v < file.initial.variables.size(); ++v) {
    XtrTrace changed = file;
    changed.initial.variables[v] += 1;
    CHECK_THROWS_WITH(from_xtr(*model, changed), Catch::Contains("initial state"));
  }
}

TEST_CASE("states of an .xtr file have as many locations and variables as the model") {
  const auto model = model_from(samples[0].text);
  VerifyOptions options;
  options.trace = TraceKind::some;
  NamedRuns runs(*model);
  const XtrTrace file = to_xtr(runs, *decide(*model, samples[0].formula, options).trace, true);
  for (const int more : {-1, 1, 1000}) {
    XtrTrace changed = file;
    changed.steps[0].state.locations.resize(file.steps[0].state.locations.size() + static_cast<std::size_t>(more));
    CHECK_THROWS_WITH(from_xtr(*model, changed), Catch::Contains("processes"));
    changed = file;
    changed.steps[0].state.variables.resize(file.steps[0].state.variables.size() + static_cast<std::size_t>(more));
    CHECK_THROWS_WITH(from_xtr(*model, changed), Catch::Contains("variables"));
  }
  XtrTrace changed = file;
  changed.steps[0].edges[0].selects.push_back(0);
  CHECK_THROWS_WITH(from_xtr(*model, changed), Catch::Contains("select"));
}
