// Certificates and flat models in files (docs/certificates.md).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/certificate/certificate.h"
#include "engine/certificate/munta_export.h"
#include "engine/flat/flat.h"
#include "engine/options.h"
#include "engine/result.h"
#include "session/load.h"

namespace orbita {

// The flat model of a loaded one. Throws ModelError where it has none.
FlatModel flatten(const Loaded& loaded, const ModelArguments& arguments);
// What certificates of a model without a flat model are about (flat.h).
FlatModel outline(const Loaded& loaded, const ModelArguments& arguments);

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

// What the certificate proves about this model: orbita-certify's answer about the flat model beside the certificate,
// which must be this model's; or, where the model has no flat model, that of the weaker check on the semantics that
// replays traces. Nothing but the file's header says what the query and the overridden constants are, as far as the
// arguments do not. Throws ModelError where the model cannot be read.
CheckerAnswer certify_file(ModelArguments arguments, const std::string& certificate);

// The certificate for Munta's checker (munta_export.h). The flat model beside the certificate must be this model's.
MuntaExport export_for_munta(const ModelArguments& arguments, const std::string& certificate, std::size_t limit);

// The weaker check alone. The text is the whole certificate.
CheckerAnswer check_on_replay(const Loaded& loaded, FlatModel outline, const std::string& text, const Query& query);

// Leaves out of the search what a certificate cannot express; about an outline that is symmetry and reductions, too.
void prepare_for_certificates(VerifyOptions& options, const std::shared_ptr<const FlatModel>& flat);

bool is_outline(const FlatModel& flat);
// The flat model, or where there is none the outline, which `why` then explains. Throws ModelError where there is
// neither.
std::shared_ptr<const FlatModel> flat_or_outline(const Loaded& loaded, const ModelArguments& arguments,
                                                 std::vector<Diagnostic>& why);

// Lets orbita-certify, or the check on the replay semantics, judge the certificate in this file, and adds to the result
// what it says. Where it cannot follow a symmetry that was detected, there is no certificate, and the file is removed.
void judge_certificate(const Certificate& certificate, const std::string& flat, const std::string& file,
                       QueryResult& result);
// The same for a certificate about an outline, by the check on the replay semantics.
void judge_on_replay(const Loaded& loaded, const FlatModel& outline, const std::string& text, QueryResult& result);

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

// "proof.cert" and "proof.cert.gz" -> "proof.cert.flat.json".
std::string flat_name(const std::string& certificate);
// The same for a written certificate: "proof.cert-2", too, is about "proof.cert.flat.json".
std::string flat_beside(const std::string& certificate);

}  // namespace orbita
