// UPPAAL's .xtr traces: numbers that have a meaning only together with the model.
//
//   trace      = state { state transition } "."
//   state      = location… "." { i j bound "." } "." variable… "."
//   transition = { process edge select… ";" } "."
//
// A state's zone says clock i - clock j <= bound >> 1, or < if the bound is odd (dbm/ has the opposite convention).
// Clock 0 is the reference clock; since version 5 clock 1 is the time since the start. Files of old versions have one
// edge per line, without ";", and count edges from 1. Through a branchpoint two edges of one process are listed, the
// edge leaving it first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/named_run.h"
#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

struct XtrBound {
  std::uint32_t x = 0, y = 0;
  std::int32_t bound = 0;
  friend bool operator==(const XtrBound&, const XtrBound&) = default;
};

struct XtrState {
  std::vector<std::uint32_t> locations;  // one per process
  std::vector<XtrBound> zone;            // including the time that may pass
  std::vector<std::int32_t> variables;
  friend bool operator==(const XtrState&, const XtrState&) = default;
};

struct XtrEdge {
  std::uint32_t process = 0, edge = 0;  // from 0
  std::vector<std::int32_t> selects;
  friend bool operator==(const XtrEdge&, const XtrEdge&) = default;
};

struct XtrStep {
  std::vector<XtrEdge> edges;
  XtrState state;  // after the edges
  friend bool operator==(const XtrStep&, const XtrStep&) = default;
};

struct XtrTrace {
  XtrState initial;
  std::vector<XtrStep> steps;
  friend bool operator==(const XtrTrace&, const XtrTrace&) = default;
};

// Throws std::invalid_argument with the line of the problem.
XtrTrace parse_xtr(std::string_view text);
std::string print_xtr(const XtrTrace& trace);

// The .xtr trace UPPAAL would write for this trace. `with_time`: clock 1 is the time, as since version 5.
// Throws std::invalid_argument if the trace is not a run of the model.
XtrTrace to_xtr(NamedRuns& runs, const Trace& trace, bool with_time);

// A run of the model that takes the edges of the file, visits its locations and variable values (except meta
// variables), and has clock values inside its zones. With a query, the run ends in a state that decides it, if there is
// one. Throws std::invalid_argument if there is no such run.
Trace from_xtr(const Model& model, const XtrTrace& xtr, const Query* query = nullptr);

}  // namespace orbita
