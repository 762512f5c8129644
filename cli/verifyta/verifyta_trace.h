// Traces the way verifyta writes them: as text and as XML.
#pragma once

#include <string>

#include "engine/trace/named_run.h"
#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita::cli {

// State:
// ( P.A Q.idle )
// x=0 P.t=0 i=0 #depth=0
//
// Transitions:
//   P.A->P.B { x >= 1, c!, i := i + 1 }
//
// Delays are lines of their own. The state in which the endless part of a liveness trace begins carries #loop=1.
std::string verifyta_concrete(const Model& model, const Trace& trace);

// The same with clock constraints in place of values and without delays. `both_ways`: states that can also
// go on to the end of the trace (-Y), not only those that can be reached along it (-y).
std::string verifyta_symbolic(const Model& model, NamedRuns& runs, const Trace& trace, bool both_ways);

// -X: the system, then nodes, location vectors, variable vectors, full matrices and transitions.
std::string verifyta_xml(NamedRuns& runs, const Trace& trace);

}  // namespace orbita::cli
