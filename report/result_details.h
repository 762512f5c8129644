// What stands below a verdict: where a run-time error happens and the run that leads there, what a query left open has
// cost, and what to try.
#pragma once

#include <string>

#include "engine/verify.h"

namespace orbita {

// The reason, with its place in front where there is one: "m.xml:31:12: array index 5 is outside [0,4]".
std::string located_reason(const QueryResult& result);

// The part of the model a run-time error happens in, the edges that fail, and the run in short.
std::string error_details(const QueryResult& result);

// States, time and memory of a query left open.
std::string open_details(const QueryResult& result);

// A line for each step: the time, and the edges taken. Of a long run the middle is left out.
std::string compact_run(const Trace& trace, const std::string& indent);

}  // namespace orbita
