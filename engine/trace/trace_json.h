// A trace as a JSON document, for embedding in a larger one; save_trace (trace.h) is its text.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/trace/trace.h"

namespace orbita {

nlohmann::ordered_json json_of(const Trace& trace);

}  // namespace orbita
