// session: a model with its queries and what is expected of them, as a program's user names them.
//
//   ModelArguments arguments;
//   arguments.model = "fischer.xml";
//   Loaded loaded = load(arguments, true);
//   if (loaded.ok()) verify(*loaded.model, loaded.queries, {});
//
// Between the engine and the programs that use it (cli/, gui-bridge/). Reads files; prints nothing, has no exit codes.
#pragma once

#include "session/expected.h"
#include "session/load.h"
#include "session/quantity.h"
#include "session/trace_files.h"
