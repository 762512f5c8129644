// The Gantt chart declared by a model (parser/gantt.h), along a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/trace.h"
#include "parser/gantt.h"
#include "parser/model.h"

namespace orbita {

// A condition of a line holds from one moment to another.
struct GanttBar {
  std::string label;        // "Ready" for Task(i).Ready, other conditions as written
  std::int32_t colour = 0;  // as given in the model
  Rational from, to;
  bool lasts = false;  // still holds at the end of the trace
};

struct GanttLane {
  std::string name;            // "Task(2)"
  std::vector<GanttBar> bars;  // in the order of their ends; conditions may hold at the same time
};

// One lane per line of the declaration and values of its parameters. Exact: a condition about clocks may begin and end
// between two steps. A condition that cannot be evaluated counts as false. The trace has to replay on the model.
std::vector<GanttLane> gantt_lanes(const Model& model, const Trace& trace, const std::vector<GanttLine>& lines);

}  // namespace orbita
