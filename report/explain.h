// What is in a model, and which symmetry it has, as JSON.
#pragma once

#include "parser/model.h"
#include "report/json.h"
#include "symmetry/detect/detect.h"

namespace orbita {

// The document of orbita explain (docs/schema/explain.json). `sources` has the texts of the model. Throws ModelError
// when the model cannot be explored.
Json explain_json(const Model& model, const SymmetryModel& symmetry, const Sources& sources);

// Which sets of ids are interchangeable: what each element owns, which variables hold elements, what breaks a set
// (docs/gui-bridge.md, symmetry/report). Throws likewise.
Json symmetry_json(const Model& model, const SymmetryModel& symmetry, const Sources& sources);

}  // namespace orbita
