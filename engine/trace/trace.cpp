#include "engine/trace/trace.h"

namespace orbita {

std::string_view to_text(TraceEnd end) {
  switch (end) {
    case TraceEnd::goal: return "goal";
    case TraceEnd::lasso: return "lasso";
    case TraceEnd::waits: return "waits";
    case TraceEnd::deadlock: return "deadlock";
    case TraceEnd::error: return "error";
  }
  return "";
}

Rational duration(const Trace& trace) {
  Rational total = trace.final_delay;
  for (const TraceStep& step : trace.steps) total += step.delay;
  return total;
}

}  // namespace orbita
