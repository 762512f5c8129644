// UPPAAL's intermediate format (UPPAAL_COMPILE_ONLY): what the numbers of .xtr files stand for.
//
// Sections of lines with fields separated by ":", each closed by an empty line. The byte code of the
// `instructions` section is left out: programs that show traces read names and texts only.
#pragma once

#include <string>

#include "engine/trace/named_run.h"
#include "parser/model.h"

namespace orbita::cli {

// `with_time`: clock 1 is the time since the start, as in version 5.
std::string intermediate_format(const Model& model, const NamedRuns& runs, bool with_time);

}  // namespace orbita::cli
