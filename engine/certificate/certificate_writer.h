// Writes what an exploration has stored as a certificate: a set of states that is closed under the model's steps
// (docs/certificates.md).
//
// One pass over the finished store: every stored state is expanded again, without any reduction, and for each target
// the stored state that covers it is named, with the permutation of elements that takes the stored one there. Nothing
// is kept during the search. A target that no stored state covers is a mistake of ours: CertificateError.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/certificate/certificate.h"
#include "engine/detect/placement.h"
#include "engine/flat/flat.h"
#include "engine/search/coverage.h"
#include "engine/search/explorer.h"
#include "engine/space/zone_graph.h"

namespace orbita {

// The store is not closed: our mistake, exit code 4.
class CertificateError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// States from which no maximal run keeps up what must end, each after all that its steps lead to.
struct RankedStates {
  std::vector<SymbolicState> states;
  std::function<bool(StateId)> is_pending;  // what must end goes on in this discrete state
  std::function<bool(StateId)> triggers;    // of p --> q: p holds; empty: only the initial state counts
};

struct CertificateSource {
  const FlatModel& flat;
  ZoneGraph& graph;          // states of other spaces of the explorer are taken over into it
  const Explorer* explorer;  // nullptr: only ranked states are written
  const Coverage& coverage;
  const BoundsAnalysis& bounds;
  const detection::Placement* placement = nullptr;  // of detected symmetry
  const RankedStates* ranked = nullptr;             // for certificates of liveness
};

// "" where the store can be written as a certificate; else why not.
std::string certificate_obstacle(const CertificateSource& source);
Certificate write_certificate(const CertificateSource& source);

}  // namespace orbita
