// Traces in files: the extension says how.
//
//   .json       ours: complete, with the model's hash; what replay reads back
//   .xtr        UPPAAL's
//   .itf.json   a list of states as TLA+ tools exchange them (Informal Trace Format)
//   .txt        for people
#pragma once

#include <string>

#include "engine/trace/trace.h"
#include "engine/trace/trace_text.h"
#include "parser/model.h"

namespace orbita {

// What a trace looks like in a file of this name; `show` is for .txt. Throws std::invalid_argument when it cannot be
// told.
std::string trace_file_text(const Model& model, const Trace& trace, const std::string& path,
                            TraceShow show = TraceShow::changes);

// "t.xtr" -> "t-2.xtr" for the second of several queries, "t.itf.json" -> "t-2.itf.json".
std::string numbered(const std::string& path, std::size_t number);

// A trace from a file: .xtr by its name, anything else as our JSON. `query`, if given, is what an .xtr
// file (which does not say) is meant to show.
Trace load_trace_file(const Model& model, const std::string& path, const Query* query);
// The same for the text of a file of this name.
Trace load_trace_text(const Model& model, const std::string& name, const std::string& text, const Query* query);

// States in the Informal Trace Format: one variable per process (its location), data variable and clock, and
// `#time`, the time since the start; rationals are strings.
std::string to_itf(const Trace& trace);

}  // namespace orbita
