// The states that a certificate stands for: every node under all permutations of elements, open values written out.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "dbm/zone.h"
#include "engine/certificate/certificate_reader.h"
#include "engine/certificate/flat_network.h"

namespace orbita {

using StateZones = std::map<ValueRow, std::vector<Zone>>;

// Throws std::invalid_argument where these are more than `limit` zones. Values of slots that are not `kept` become the
// initial ones: nothing depends on them.
StateZones unfold(const CertificateRecords& records, const FlatNetwork& network, const std::vector<bool>& kept,
                  std::size_t limit);

// Adds the zone unless one of the others is equal to it.
bool add_zone(std::vector<Zone>& zones, Zone zone);

}  // namespace orbita
