#include "report/charts/chart_layout.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_map>

#include "engine/replay/gantt.h"
#include "report/charts/svg.h"

namespace orbita {

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
  for (Lane& lane : lanes) {
    lane.stays.back().to = time + trace.final_delay;
    lane.stays.back().lasts = true;
  }
  return lanes;
}

namespace {

// What UPPAAL's users write as numbers; beyond them a colour of the number's own.
std::string chosen_colour(std::int32_t number) {
  static constexpr std::array<const char*, 16> colours{"#f28b82", "#81c995", "#8ab4f8", "#f29ad1", "#fcad70", "#bdc1c6",
                                                       "#fdd663", "#c58af9", "#bc8f6f", "#78d9ec", "#c0ca5a", "#5fb3a5",
                                                       "#7986cb", "#b5656c", "#b8e986", "#e0e0e0"};
  if (number >= 0 && static_cast<std::size_t>(number) < colours.size())
    return colours[static_cast<std::size_t>(number)];
  return colour_of_name(std::to_string(number));
}

// The first row whose bars have all ended.
void place_in_rows(Lane& lane) {
  std::stable_sort(lane.stays.begin(), lane.stays.end(), [](const Stay& a, const Stay& b) { return a.from < b.from; });
  std::vector<const Stay*> last;
  for (Stay& stay : lane.stays) {
    std::size_t row = 0;
    while (row < last.size() && (last[row]->lasts || stay.from < last[row]->to)) ++row;
    if (row == last.size()) last.push_back(nullptr);
    last[row] = &stay;
    stay.row = row;
  }
  lane.rows = std::max<std::size_t>(1, last.size());
}

}  // namespace

std::vector<Lane> gantt_lanes_of(Model& model, const Trace& trace) {
  Diagnostics told;  // when the model was checked
  const std::vector<GanttLine> lines = read_gantt(model, told);
  if (lines.empty()) return lanes_of(trace);
  std::vector<Lane> lanes;
  for (const GanttLane& line : gantt_lanes(model, trace, lines)) {
    lanes.push_back({line.name, {}});
    for (const GanttBar& bar : line.bars)
      lanes.back().stays.push_back({bar.label, bar.from, bar.to, bar.lasts, chosen_colour(bar.colour)});
    place_in_rows(lanes.back());
  }
  return lanes;
}

std::vector<std::vector<std::string>> changes_of(const Trace& trace) {
  std::unordered_map<std::string, std::int32_t> values(trace.initial.variables.begin(), trace.initial.variables.end());
  std::vector<std::vector<std::string>> changes;
  for (const TraceStep& step : trace.steps) {
    changes.emplace_back();
    for (const auto& [name, value] : step.state.variables) {
      std::int32_t& now = values[name];
      if (now != value) changes.back().push_back(name + ": " + std::to_string(now) + " → " + std::to_string(value));
      now = value;
    }
  }
  return changes;
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
    case TraceEnd::lasso:
      return "steps " + std::to_string(trace.loop_start + 1) + " to " + std::to_string(trace.steps.size()) +
             " for ever";
    case TraceEnd::waits: return "time passes for ever";
    case TraceEnd::deadlock: return "no transition is possible any more";
    case TraceEnd::error: return "run-time error" + (trace.error.empty() ? "" : ": " + trace.error);
  }
  return "";
}

double to_double(const Rational& value) {
  return static_cast<double>(value.numerator()) / static_cast<double>(value.denominator());
}

}  // namespace orbita
