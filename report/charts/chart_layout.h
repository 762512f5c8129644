// What both charts start from: rows of a sequence chart and stays of a Gantt chart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

// A process in one location for a while, or what else a bar of a Gantt chart stands for.
struct Stay {
  std::string location;
  Rational from, to;
  bool lasts = false;       // beyond the end of the run
  std::string colour = {};  // empty: by the name
  std::size_t row = 0;      // of the lane: bars at the same time are below each other
};

struct Lane {
  std::string process;
  std::vector<Stay> stays;
  std::size_t rows = 1;
};

// In the order of the model's processes, the stays of each one after the other without gaps from time 0 to the end. A
// process that takes an edge starts a new stay, also in the same location.
std::vector<Lane> lanes_of(const Trace& trace);

// The lanes of the model's own gantt declaration; lanes_of() where it has none. Bars that overlap are in rows of their
// own.
std::vector<Lane> gantt_lanes_of(Model& model, const Trace& trace);

// What each step changes: "id: 0 → 1".
std::vector<std::vector<std::string>> changes_of(const Trace& trace);

// Position of a process among the lanes; throws std::invalid_argument when it is not there.
std::size_t lane_of(const Trace& trace, const std::string& process);

// "ends in a loop from step 3", "time passes for ever", …; "" for a run to a goal.
std::string end_text(const Trace& trace);

double to_double(const Rational& value);

}  // namespace orbita
