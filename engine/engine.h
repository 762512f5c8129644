// The engine: decides queries about a checked model, explains verdicts by runs, and checks runs.
//
//   Diagnostics diagnostics;
//   auto model = check(read_model("fischer.xml", diagnostics), diagnostics);
//   VerifyOptions options;
//   options.trace = TraceKind::some;
//   for (const QueryResult& r : verify(*model, model->queries, options)) {
//     if (r.trace && !replay(*model, *r.trace, r.query).ok) …  // never: verify has replayed it
//   }
//
// Everything else in this folder is internal; docs/ARCHITECTURE.md has the rooms.
#pragma once

#include "engine/options.h"
#include "engine/replay/replay.h"
#include "engine/result.h"
#include "engine/stored_states.h"
#include "engine/trace/simulator.h"
#include "engine/trace/trace.h"
#include "engine/verify.h"
