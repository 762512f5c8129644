// Writes what an exploration has stored as a certificate: a set of states that is closed under the model's steps
// (docs/certificates.md).
//
// One pass over the finished store: every stored state is expanded again, without any reduction, and for each target
// the stored state that covers it is named, with the permutation of elements that takes the stored one there. Nothing
// is kept during the search. A target that no stored state covers is a mistake of ours: CertificateError.
#pragma once

#include <stdexcept>
#include <string>

#include "engine/certificate/certificate.h"
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

struct CertificateSource {
  const FlatModel& flat;
  ZoneGraph& graph;  // states of other spaces of the explorer are taken over into it
  const Explorer& explorer;
  const Coverage& coverage;
  const BoundsAnalysis& bounds;
};

// "" where the store can be written as a certificate; else why not.
std::string certificate_obstacle(const CertificateSource& source);
Certificate write_certificate(const CertificateSource& source);

}  // namespace orbita
