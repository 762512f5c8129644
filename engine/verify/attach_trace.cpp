#include "engine/verify/attach_trace.h"

#include <string>
#include <utility>

#include "engine/replay/replay.h"

namespace orbita {

void attach_trace(const Model& model, std::optional<Trace> trace, QueryResult& result) {
  if (!trace) {
    result.trace_problem = "the path found cannot be given times";
    return;
  }
  trace->formula = std::string(result.query->text);
  trace->model_hash = hash_of(model);
  const ReplayResult check = replay(model, *trace, result.query);
  if (check.ok) complete(model, *trace, result.query);
  else result.trace_problem = "step " + std::to_string(check.step) + ": " + check.message;
  result.trace = std::move(trace);
}

}  // namespace orbita
