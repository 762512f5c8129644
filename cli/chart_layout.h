// What both charts start from: rows of a sequence chart and stays of a Gantt chart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace.h"

namespace orbita::cli {

// A process in one location for a while.
struct Stay {
  std::string location;
  Rational from, to;
};

struct Lane {
  std::string process;
  std::vector<Stay> stays;  // one after the other, without gaps, from time 0 to the end
};

// In the order of the model's processes. A process that takes an edge starts a new stay, also in the
// same location.
std::vector<Lane> lanes_of(const Trace& trace);

// Position of a process among the lanes; throws std::invalid_argument when it is not there.
std::size_t lane_of(const Trace& trace, const std::string& process);

// "ends in a loop from step 3", "time passes for ever", …; "" for a run to a goal.
std::string end_text(const Trace& trace);

double to_double(const Rational& value);

}  // namespace orbita::cli
