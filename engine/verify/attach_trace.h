// The last thing before a trace is shown: it is replayed.
#pragma once

#include <optional>

#include "engine/result.h"
#include "parser/model.h"

namespace orbita {

// Gives the result its trace, replayed by independent code. nullopt, or a trace that does not replay: our own mistake,
// which the result names.
void attach_trace(const Model& model, std::optional<Trace> trace, QueryResult& result);

}  // namespace orbita
