// Certificates and flat models in files (docs/certificates.md).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/certificate/certificate.h"
#include "engine/flat/flat.h"
#include "engine/options.h"
#include "engine/result.h"
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

// Leaves out of the search what a certificate cannot express.
void prepare_for_certificates(VerifyOptions& options, const std::shared_ptr<const FlatModel>& flat);

// Lets orbita-certify judge the certificate in this file, and adds to the result what it says. Where it cannot follow a
// symmetry that was detected, there is no certificate, and the file is removed.
void judge_certificate(const Certificate& certificate, const std::string& flat, const std::string& file,
                       QueryResult& result);

// A folder that is removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// The certificate of every verdict that has one is made in the folder, judged, and removed. False: the model has no
// flat model, so there is none.
bool certify_all(const Loaded& loaded, const ModelArguments& arguments, const ScratchFolder& folder,
                 VerifyOptions& options);

// "proof.cert" -> "proof.cert.flat.json".
std::string flat_name(const std::string& certificate);

}  // namespace orbita
