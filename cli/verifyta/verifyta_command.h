// orbita verifyta: UPPAAL's command-line verifier, as scripts know it.
//
// Options, output lines, files and exit codes are those of verifyta 3.4 and 4.1 (--compat 3 and 4) and 5.0; the
// verdicts are ours. Exit codes: 0 all queries processed, whatever the verdicts; 1 usage, file, syntax or type error
// (or a run-time error of the model); 3 some verdict is open because of a limit; 4 our own mistake.
#pragma once

#include <string>
#include <vector>

#include "cli/cli.h"
#include "engine/verify.h"

namespace orbita::cli {

int run_verifyta(const std::vector<std::string>& words, Streams& streams);

// The one place where a result becomes a verdict line, without its final newline.
std::string verifyta_verdict(const QueryResult& result, int compat = 5);

}  // namespace orbita::cli
