// Small models from XTA text, and traces written by hand.
#pragma once

#include <catch2/catch.hpp>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "engine/replay/replay.h"
#include "parser/parser.h"

namespace orbita::test {

inline std::unique_ptr<Model> model_from(const std::string& xta) {
  Diagnostics diagnostics;
  try {
    return check(read_model_text("test.xta", xta, diagnostics), diagnostics);
  } catch (const ModelError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) UNSCOPED_INFO(diagnostic.message);
    throw;
  }
}

inline TraceEdge take(std::string process, std::uint32_t edge, std::vector<std::int32_t> selects = {}) {
  return {std::move(process), edge, no_branch, std::move(selects), ""};
}

inline TraceEdge take_branch(std::string process, std::uint32_t edge, std::uint32_t branch) {
  return {std::move(process), edge, branch, {}, ""};
}

// A model and a trace of it under construction: Run(text).step(2, {take("P", 0)}).has("n", 1).
class Run {
 public:
  explicit Run(const std::string& xta, std::string formula = "") : model_(model_from(xta)) {
    trace_.formula = std::move(formula);
  }

  Run& step(Rational delay, std::vector<TraceEdge> edges) {
    trace_.steps.push_back({delay, std::move(edges), {}});
    return *this;
  }
  Run& wait(Rational delay) { return step(delay, {}); }
  Run& has(const std::string& name, std::int32_t value) {
    trace_.steps.back().state.variables.emplace_back(name, value);
    return *this;
  }
  Run& clock(const std::string& name, Rational value) {
    trace_.steps.back().state.clocks.emplace_back(name, value);
    return *this;
  }
  Run& in(const std::string& process, const std::string& location) {
    trace_.steps.back().state.locations.emplace_back(process, location);
    return *this;
  }
  Run& ends(TraceEnd end, Rational final_delay = 0) {
    trace_.end = end;
    trace_.final_delay = final_delay;
    return *this;
  }
  Run& loops(std::uint32_t first) {
    trace_.loop_start = first;
    return ends(TraceEnd::lasso);
  }
  Run& fails(std::vector<TraceEdge> edges, Rational final_delay = 0) {
    trace_.failing = std::move(edges);
    return ends(TraceEnd::error, final_delay);
  }
  Run& again() {  // discards the steps
    trace_.steps.clear();
    return *this;
  }
  Run& asks(std::string formula) {
    trace_.formula = std::move(formula);
    return *this;
  }

  ReplayResult replay() { return orbita::replay(*model_, trace_); }
  Model& model() { return *model_; }
  Trace& trace() { return trace_; }

 private:
  std::shared_ptr<Model> model_;  // runs are passed around
  Trace trace_;
};

// The trace replays.
#define ACCEPTED(run)                                           \
  do {                                                          \
    const orbita::ReplayResult replayed = (run).replay();       \
    INFO("step " << replayed.step << ": " << replayed.message); \
    CHECK(replayed.ok);                                         \
  } while (false)

// The trace is refused at that step, with a message that contains the text.
#define REFUSED(run, at, text)                            \
  do {                                                    \
    const orbita::ReplayResult replayed = (run).replay(); \
    CHECK_FALSE(replayed.ok);                             \
    CHECK(replayed.step == (at));                         \
    CHECK_THAT(replayed.message, Catch::Contains(text));  \
  } while (false)

}  // namespace orbita::test
