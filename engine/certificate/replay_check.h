// Checks a certificate about an outline with the model itself, on the semantics that replays traces: the whole
// language, functions included. It shares nothing with compile/, zones of the search, abstraction, reductions and
// stores, but reading and checking the model, the interpreter and dbm/: a weaker guarantee than orbita-certify's.
//
// Only certificates by plain inclusion, without symmetry and without open values, so the claim is simple: every stored
// zone's successors lie in the zones that the covers name. Expressions are evaluated on states whose clocks stand for
// themselves; a comparison that the zone does not decide splits it, and the evaluation is repeated for both parts.
#pragma once

#include <string>

#include "engine/certificate/certificate_reader.h"
#include "engine/flat/flat.h"
#include "parser/model.h"

namespace orbita {

// Returns if the certificate proves the query; throws CertificateFault if not.
void check_on_replay(const Model& model, const FlatModel& outline, const CertificateRecords& records,
                     const Query& query);

}  // namespace orbita
