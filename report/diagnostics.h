// Diagnostics for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "parser/diagnostic.h"
#include "parser/source.h"
#include "report/json.h"

namespace orbita {

// file:line:col: error: message
//     source line
//         ^ hint: …
std::string diagnostics_text(const Sources& sources, const std::vector<Diagnostic>& diagnostics, bool colour);

Json to_json(const Sources& sources, const Diagnostic& diagnostic);
// {"ok": …, "diagnostics": […]}
Json to_json(const Sources& sources, const std::vector<Diagnostic>& diagnostics);

}  // namespace orbita
