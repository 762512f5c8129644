// Certificates made by the real program, and what its checkers say about them.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "session/sha256.h"
#include "tests/cli/program.h"
#include "tests/cli/schema.h"
#include "tests/places.h"

namespace orbita::test {

struct Checked {
  int code = -1;
  std::string line;
};

inline Checked run_program(const std::string& command, const TemporaryFolder& folder) {
  const std::string out = folder.path("checker-out");
  const int status = std::system((command + " > '" + out + "' 2>&1").c_str());
  std::string text = read_text(out);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return {WEXITSTATUS(status), text};
}

inline Checked certify(const TemporaryFolder& folder, const std::string& flat, const std::string& certificate) {
  return run_program(certify_program() + " '" + flat + "' '" + certificate + "'", folder);
}

// The second checker; code 77 where there is no Python.
inline Checked certify_again(const TemporaryFolder& folder, const std::string& flat, const std::string& certificate) {
  static const bool there = std::system("python3 -c '' > /dev/null 2>&1") == 0;
  if (!there) return {77, ""};
  return run_program(
      "python3 '" + orbita::test::source_dir() + "/tests/certify/certify.py' '" + flat + "' '" + certificate + "'",
      folder);
}

// The certificates that verify has written under this name.
inline std::vector<std::string> written(const std::string& name) {
  std::vector<std::string> files;
  for (int i = 0; i < 20; ++i) {
    const std::string file = i == 0 ? name : name + "-" + std::to_string(i);
    if (std::filesystem::exists(file)) files.push_back(file);
  }
  return files;
}

struct Proof {
  std::string flat, certificate;  // names
};

inline Proof prove(const TemporaryFolder& folder, const std::string& model, std::vector<std::string> more) {
  const std::string name = folder.path("proof");
  std::vector<std::string> arguments = {"verify", model_path(model), "--certificate", name};
  for (const std::string& word : small_settings(model)) arguments.push_back(word);
  for (const std::string& word : more) arguments.push_back(word);
  const Run run = run_orbita(arguments);
  CAPTURE(model, run.out, run.err);
  REQUIRE(run.code <= 1);
  return {name + ".flat.json", name};
}

inline std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  std::istringstream in(read_text(file));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// A changed flat model, and the certificate told that it is about that one.
inline void refer_to(std::vector<std::string>& certificate, const std::string& flat_text) {
  nlohmann::ordered_json header = nlohmann::ordered_json::parse(certificate[0]);
  header["flat_sha256"] = orbita::sha256(flat_text);
  certificate[0] = header.dump();
}

}  // namespace orbita::test
