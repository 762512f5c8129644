// A certificate for Munta's verified checker, which compares zones by inclusion and knows no symmetry: the states that
// ours stands for, and what Munta's own step may reach besides.
#pragma once

#include <string>

#include "engine/certificate/certificate_reader.h"

namespace orbita {

struct MuntaExport {
  std::string model, renaming, certificate;  // what muntac reads
  bool is_about_deadlock = false;            // to be checked with -dc
  std::size_t unfolded = 0, added = 0;       // zones: of the certificate, and what was missing by inclusion
};

// Throws std::invalid_argument where Munta's language does not have a construct, or there are more zones than `limit`.
MuntaExport export_for_munta(const FlatJson& flat, const CertificateRecords& records, std::size_t limit);

}  // namespace orbita
