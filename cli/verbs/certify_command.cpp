// orbita certify: what a written certificate proves about a model.
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/options/options.h"
#include "cli/terminal/output.h"
#include "report/diagnostics.h"
#include "session/certificate_files.h"

namespace orbita::cli {

namespace {

struct CertifyArguments {
  ModelArguments model;
  std::string certificate;
  std::string format;  // --export
  std::string folder;  // to export to
  std::size_t unfold = 100'000;
};

// Files for Munta's checker; nothing is checked here.
int export_certificate(const CertifyArguments& arguments, Streams& streams) {
  if (arguments.folder.empty()) throw std::invalid_argument("--export munta needs the folder to write to");
  const MuntaExport files = export_for_munta(arguments.model, arguments.certificate, arguments.unfold);
  const std::filesystem::path folder = arguments.folder;
  std::filesystem::create_directories(folder);
  write_file((folder / "model.muntax").string(), files.model);
  write_file((folder / "model.renaming").string(), files.renaming);
  write_file((folder / "model.cert").string(), files.certificate);
  streams.out << "exported for Munta: " << files.unfolded << " zones, " << files.added << " added\n"
              << "check with: muntac " << (files.is_about_deadlock ? "-dc " : "") << "-i 3 -m model.muntax "
              << "-r model.renaming -c model.cert\n";
  return exit_ok;
}

int certify(const CertifyArguments& arguments, Streams& streams) {
  if (!arguments.format.empty()) return export_certificate(arguments, streams);
  if (!arguments.folder.empty()) throw std::invalid_argument("a folder is for --export munta only");
  const CheckerAnswer answer = certify_file(arguments.model, arguments.certificate);
  if (answer.line.ends_with(" (replay semantics)")) {
    streams.err << arguments.model.model
                << ": the model has no flat model: checked by Orbita itself on the semantics that replays traces, "
                   "a weaker guarantee than orbita-certify's\n";
  }
  if (answer.code == 127) {
    streams.err << "orbita: orbita-certify was not found\n";
    return exit_internal;
  }
  streams.out << answer.line << '\n';
  return answer.code;
}

}  // namespace

void add_certify(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<CertifyArguments>();
  CLI::App* verb = app.add_subcommand("certify", "Check a certificate that verify has written against its model");
  add_model(*verb, arguments->model);
  add_file(*verb, "CERTIFICATE", arguments->certificate, "The certificate; a flat model is beside it")->required();
  verb->add_option("DIR", arguments->folder, "The folder that --export writes to")->type_name("DIR");
  add_word(*verb, "--export", arguments->format, {"munta"},
           "Write model, renaming and certificate for Munta's checker to the folder DIR");
  verb->add_option("--unfold", arguments->unfold,
                   "The most zones that --export writes out, each once for every permutation; default 100000")
      ->type_name("COUNT");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return certify(*arguments, streams); }; });
}

}  // namespace orbita::cli
