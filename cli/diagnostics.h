// Diagnostics for people and for programs.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <vector>

#include "parser/diagnostic.h"
#include "parser/source.h"

namespace orbita::cli {

using Json = nlohmann::ordered_json;

// file:line:col: error: message
//     source line
//         ^ hint: …
void print_diagnostics(std::ostream& out, const Sources& sources, const std::vector<Diagnostic>& diagnostics,
                       bool colour);

Json to_json(const Sources& sources, const Diagnostic& diagnostic);
// {"ok": …, "diagnostics": […]}
Json to_json(const Sources& sources, const std::vector<Diagnostic>& diagnostics);

}  // namespace orbita::cli
