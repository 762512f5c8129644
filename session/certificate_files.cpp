#include "session/certificate_files.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "orbita_version.h"
#include "parser/file_io.h"
#include "session/packed_files.h"
#include "session/sha256.h"

namespace orbita {

namespace {

FlatOrigin origin_of(const Loaded& loaded, const ModelArguments& arguments) {
  FlatOrigin origin;
  origin.file = std::filesystem::path(arguments.model).filename().string();
  if (arguments.model != stdin_name) {
    origin.sha256 = sha256(read_file_bytes(arguments.model, std::numeric_limits<std::size_t>::max()).bytes);
  } else if (loaded.document->xml) {
    origin.sha256 = sha256(loaded.document->xml->text);
  } else {
    origin.sha256 = sha256(loaded.document->sources[1].text);
  }
  for (const std::string& setting : arguments.set) {
    const auto [name, value] = split_setting(setting);
    origin.set[name] = value;  // the last one counts
  }
  return origin;
}

}  // namespace

FlatModel flatten(const Loaded& loaded, const ModelArguments& arguments) {
  return flatten(*loaded.model, loaded.queries, origin_of(loaded, arguments));
}

FlatModel outline(const Loaded& loaded, const ModelArguments& arguments) {
  return outline(*loaded.model, origin_of(loaded, arguments));
}

bool is_outline(const FlatModel& flat) { return flat.document["format"] == "orbita-outline"; }

std::string certificate_text(const Certificate& certificate, const FlatModel& flat, const std::string& flat_bytes,
                             const Query& query, const std::string& options) {
  FlatJson header = {{"format", "orbita-certificate"},
                     {"version", 1},
                     {"kind", certificate.liveness ? "liveness" : "safety"},
                     {"producer", std::string("orbita ") + version},
                     {"options", options},
                     {"model", flat.document["model"]},
                     {"flat_sha256", sha256(flat_bytes)},
                     {"query", query.text},
                     {"nodes", certificate.nodes},
                     {"covers", certificate.covers}};
  if (certificate.liveness) header["pending"] = certificate.pending;
  return header.dump() + '\n' + certificate.records;
}

namespace {

std::string checker_path() {
  std::error_code ignored;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path beside = own.parent_path() / "orbita-certify";
  return !own.empty() && std::filesystem::exists(beside, ignored) ? beside.string() : "orbita-certify";
}

}  // namespace

CheckerAnswer run_checker(const std::string& flat, const std::string& certificate) {
  CheckerAnswer answer;
  const std::string command = unpacking_command(certificate) + " | " + shell_quoted(checker_path()) + " " +
                              shell_quoted(flat) + " - 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return answer;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) answer.line += buffer.data();
  const int status = pclose(pipe);
  if (WIFEXITED(status)) answer.code = WEXITSTATUS(status);
  while (!answer.line.empty() && answer.line.back() == '\n') answer.line.pop_back();
  return answer;
}

void prepare_for_certificates(VerifyOptions& options, const std::shared_ptr<const FlatModel>& flat) {
  options.lazy_bounds = false;  // whose bounds a certificate cannot carry
  const bool counts = options.symmetry == SymmetryChoice::counted || options.symmetry == SymmetryChoice::adaptive;
  if (counts) options.symmetry = SymmetryChoice::declared;
  options.certify_against = flat;
  if (!is_outline(*flat)) return;
  options.symmetry = SymmetryChoice::off;
  options.detect_symmetry = false;
  options.reduce = false;
  options.subsumption = SubsumptionChoice::inclusion;
  const bool simulates = options.abstraction == Abstraction::am || options.abstraction == Abstraction::alu;
  if (simulates) options.abstraction = Abstraction::automatic;
}

void judge_certificate(const Certificate& certificate, const std::string& flat, const std::string& file,
                       QueryResult& result) {
  const CheckerAnswer answer = run_checker(flat, file);
  if (answer.code == 0) {
    result.certified_by = "orbita-certify";
  } else if (answer.code == 127 || answer.code == 3) {
    result.certificate_note = answer.code == 3 ? answer.line : "orbita-certify was not found";
  } else if (certificate.is_declared || answer.line.find(": exchanging ") == std::string::npos) {
    result.certificate_problem = answer.line;
  } else {
    // What the search proves about detected symmetry may be more than the checker can see in the text of the model.
    std::filesystem::remove(file);
    result.certificate_note =
        "orbita-certify cannot follow the symmetry that was detected; --symmetry declared can be certified";
  }
}

void judge_on_replay(const Loaded& loaded, const FlatModel& outline, const std::string& text, QueryResult& result) {
  const CheckerAnswer answer = check_on_replay(loaded, outline, text, *result.query);
  if (answer.code == 0) result.certified_by = "orbita (replay semantics)";
  else if (answer.code == 3) result.certificate_note = answer.line;
  else result.certificate_problem = answer.line;
}

std::shared_ptr<const FlatModel> flat_or_outline(const Loaded& loaded, const ModelArguments& arguments,
                                                 std::vector<Diagnostic>& why) {
  try {
    return std::make_shared<const FlatModel>(flatten(loaded, arguments));
  } catch (const ModelError& error) {
    why = error.diagnostics();
  }
  return std::make_shared<const FlatModel>(outline(loaded, arguments));
}

ScratchFolder::ScratchFolder() : path_(std::filesystem::temp_directory_path() / "orbita-XXXXXX") {
  std::string name = path_.string();
  if (mkdtemp(name.data()) == nullptr) throw std::invalid_argument("cannot make a folder " + name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

bool certify_all(const Loaded& loaded, const ModelArguments& arguments, const ScratchFolder& folder,
                 VerifyOptions& options) {
  std::shared_ptr<const FlatModel> flat;
  std::vector<Diagnostic> why;
  try {
    flat = flat_or_outline(loaded, arguments, why);
  } catch (const ModelError&) {
    return false;
  }
  const std::string text = flat_text(flat->document), file = folder.path("certificate");
  std::ofstream(flat_name(file), std::ios::binary) << text;
  prepare_for_certificates(options, flat);
  options.certified = [=, &loaded](std::size_t, const Certificate& certificate, QueryResult& result) {
    const std::string written = certificate_text(certificate, *flat, text, *result.query, "");
    if (is_outline(*flat)) return judge_on_replay(loaded, *flat, written, result);
    std::ofstream(file, std::ios::binary) << written;
    judge_certificate(certificate, flat_name(file), file, result);
  };
  return true;
}

std::string flat_name(const std::string& certificate) { return unpacked_name(certificate) + ".flat.json"; }

std::string flat_beside(const std::string& certificate) {
  const std::string own = flat_name(certificate), name = unpacked_name(certificate);
  const std::size_t number = name.find_last_not_of("0123456789");
  const bool numbered = number != std::string::npos && name[number] == '-' && number + 1 < name.size();
  if (std::filesystem::exists(own) || !numbered) return own;
  return flat_name(name.substr(0, number));
}

}  // namespace orbita
