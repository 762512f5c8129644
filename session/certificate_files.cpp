#include "session/certificate_files.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "orbita_version.h"
#include "parser/file_io.h"
#include "session/sha256.h"

namespace orbita {

FlatModel flatten(const Loaded& loaded, const ModelArguments& arguments) {
  FlatOrigin origin;
  origin.file = std::filesystem::path(arguments.model).filename().string();
  if (arguments.model != stdin_name) {
    origin.sha256 = sha256(read_file_bytes(arguments.model, std::numeric_limits<std::size_t>::max()).bytes);
  } else if (loaded.document->xml) {
    origin.sha256 = sha256(loaded.document->xml->text);
  } else {
    origin.sha256 = sha256(loaded.document->sources[1].text);
  }
  for (const std::string& setting : arguments.set) origin.set.insert(split_setting(setting));
  return flatten(*loaded.model, loaded.queries, origin);
}

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

std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string checker_path() {
  std::error_code ignored;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path beside = own.parent_path() / "orbita-certify";
  return !own.empty() && std::filesystem::exists(beside, ignored) ? beside.string() : "orbita-certify";
}

}  // namespace

CheckerAnswer run_checker(const std::string& flat, const std::string& certificate) {
  CheckerAnswer answer;
  const std::string command =
      in_quotes(checker_path()) + " " + in_quotes(flat) + " " + in_quotes(certificate) + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return answer;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) answer.line += buffer.data();
  const int status = pclose(pipe);
  if (WIFEXITED(status)) answer.code = WEXITSTATUS(status);
  while (!answer.line.empty() && answer.line.back() == '\n') answer.line.pop_back();
  return answer;
}

std::string flat_name(const std::string& certificate) { return certificate + ".flat.json"; }

}  // namespace orbita
