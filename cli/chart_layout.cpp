#include "cli/chart_layout.h"

#include <stdexcept>

namespace orbita::cli {

std::vector<Lane> lanes_of(const Trace& trace) {
  std::vector<Lane> lanes;
  for (const auto& [process, location] : trace.initial.locations) lanes.push_back({process, {{location, 0, 0}}});
  Rational time;
  for (const TraceStep& step : trace.steps) {
    time += step.delay;
    for (const TraceEdge& edge : step.edges) {
      Lane& lane = lanes[lane_of(trace, edge.process)];
      lane.stays.back().to = time;
      std::string location = lane.stays.back().location;
      for (const auto& [process, place] : step.state.locations) {
        if (process == edge.process) location = place;
      }
      lane.stays.push_back({location, time, time});
    }
  }
  for (Lane& lane : lanes) lane.stays.back().to = time + trace.final_delay;
  return lanes;
}

std::size_t lane_of(const Trace& trace, const std::string& process) {
  const auto& all = trace.initial.locations;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].first == process) return i;
  }
  throw std::invalid_argument("the trace has an unknown process " + process);
}

std::string end_text(const Trace& trace) {
  switch (trace.end) {
    case TraceEnd::goal: return "";
    case TraceEnd::lasso: return "steps " + std::to_string(trace.loop_start + 1) + " to " + std::to_string(trace.steps.size()) + " for ever";
    case TraceEnd::waits: return "time passes for ever";
    case TraceEnd::deadlock: return "no transition is possible any more";
    case TraceEnd::error: return "run-time error" + (trace.error.empty() ? "" : ": " + trace.error);
  }
  return "";
}

double to_double(const Rational& value) {
  return static_cast<double>(value.numerator()) / static_cast<double>(value.denominator());
}

}  // namespace orbita::cli
