// Certificates and flat models in files (docs/certificates.md).
#pragma once

#include <string>
#include <vector>

#include "engine/certificate/certificate.h"
#include "engine/flat/flat.h"
#include "session/load.h"

namespace orbita {

// The flat model of a loaded one. Throws ModelError where it has none.
FlatModel flatten(const Loaded& loaded, const ModelArguments& arguments);

// The certificate as a file: its header, then the records. `flat_bytes` is the flat model as it is written, `options`
// the ones of the search as the user may want to see them.
std::string certificate_text(const Certificate& certificate, const FlatModel& flat, const std::string& flat_bytes,
                             const Query& query, const std::string& options);

// What orbita-certify says about two files: the last line it prints, and its exit code (127: it was not found). It is
// looked for beside the running program, then where programs are.
struct CheckerAnswer {
  int code = 127;
  std::string line;
};
CheckerAnswer run_checker(const std::string& flat, const std::string& certificate);

// "proof.cert" -> "proof.cert.flat.json".
std::string flat_name(const std::string& certificate);

}  // namespace orbita
