// Certificates: both checkers accept those of every model, and nothing that is no proof.
#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "session/sha256.h"
#include "tests/cli/program.h"
#include "tests/cli/schema.h"
#include "tests/programs.h"

using namespace orbita::test;
using nlohmann::ordered_json;

namespace {

struct Checked {
  int code = -1;
  std::string line;
};

Checked run_program(const std::string& command, const TemporaryFolder& folder) {
  const std::string out = folder.path("checker-out");
  const int status = std::system((command + " > '" + out + "' 2>&1").c_str());
  std::string text = read_text(out);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return {WEXITSTATUS(status), text};
}

Checked certify(const TemporaryFolder& folder, const std::string& flat, const std::string& certificate) {
  return run_program(certify_program() + " '" + flat + "' '" + certificate + "'", folder);
}

// The second checker; code 77 where there is no Python.
Checked certify_again(const TemporaryFolder& folder, const std::string& flat, const std::string& certificate) {
  static const bool there = std::system("python3 -c '' > /dev/null 2>&1") == 0;
  if (!there) return {77, ""};
  return run_program(
      "python3 '" + std::string(ORBITA_SOURCE_DIR) + "/tests/certify/certify.py' '" + flat + "' '" + certificate + "'",
      folder);
}

// The certificates that verify has written under this name.
std::vector<std::string> written(const std::string& name) {
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

Proof prove(const TemporaryFolder& folder, const std::string& model, std::vector<std::string> more) {
  const std::string name = folder.path("proof");
  std::vector<std::string> arguments = {"verify", model_path(model), "--certificate", name};
  for (const std::string& word : small_settings(model)) arguments.push_back(word);
  for (const std::string& word : more) arguments.push_back(word);
  const Run run = run_orbita(arguments);
  CAPTURE(model, run.out, run.err);
  REQUIRE(run.code <= 1);
  return {name + ".flat.json", name};
}

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  std::istringstream in(read_text(file));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// A changed flat model, and the certificate told that it is about that one.
void refer_to(std::vector<std::string>& certificate, const std::string& flat_text) {
  ordered_json header = ordered_json::parse(certificate[0]);
  header["flat_sha256"] = orbita::sha256(flat_text);
  certificate[0] = header.dump();
}

}  // namespace

TEST_CASE("certificates of all models are accepted by both checkers") {
  const std::vector<std::vector<std::string>> modes = {{}, {"--symmetry", "off"}};
  std::size_t accepted = 0, models = 0;
  for (const std::string& model : all_models()) {
    const std::string name = std::filesystem::path(model).filename().string();
    if (name == "train-gate.xml") continue;  // has functions
    std::size_t here = 0;
    for (const std::vector<std::string>& mode : modes) {
      const TemporaryFolder folder;
      const Proof proof = prove(folder, name, mode);
      if (!std::filesystem::exists(proof.flat)) continue;  // refused: has functions
      CHECK(schema_problems("flat.json", nlohmann::json::parse(read_text(proof.flat))).empty());
      for (const std::string& certificate : written(proof.certificate)) {
        const Checked first = certify(folder, proof.flat, certificate);
        CAPTURE(name, mode, certificate, first.line);
        CHECK(first.code == 0);
        ++here;
        if (std::filesystem::file_size(certificate) > 20'000) continue;  // too slow for the second one
        const Checked second = certify_again(folder, proof.flat, certificate);
        CAPTURE(second.line);
        CHECK((second.code == 0 || second.code == 77));
      }
    }
    accepted += here;
    models += here > 0;
  }
  CHECK(models >= 12);
  CHECK(accepted >= 40);
}

TEST_CASE("certificates are accepted under every abstraction, order, joining and number of threads") {
  const std::vector<std::vector<std::string>> modes = {
      {"--extrapolation", "M"},   {"--extrapolation", "M+"}, {"--extrapolation", "LU"},
      {"--extrapolation", "LU+"}, {"--extrapolation", "aM"}, {"--subsumption", "inclusion"},
      {"--order", "dfs"},         {"--order", "rdfs"},       {"--join", "always", "--symmetry", "off"},
      {"--threads", "2"},         {"--reduce", "none"}};
  for (const std::string name : {"fischer.xml", "client-server.xml", "readers-writers.xml"}) {
    for (const std::vector<std::string>& mode : modes) {
      const TemporaryFolder folder;
      const Proof proof = prove(folder, name, mode);
      const std::vector<std::string> certificates = written(proof.certificate);
      CHECK_FALSE(certificates.empty());
      for (const std::string& certificate : certificates) {
        const Checked checked = certify(folder, proof.flat, certificate);
        CAPTURE(name, mode, checked.line);
        CHECK(checked.code == 0);
      }
    }
  }
}

TEST_CASE("a checker that looked at permutations step by step would accept a wrong proof") {
  const TemporaryFolder folder;
  const Proof proof =
      prove(folder, "fischer.xml",
            {"-q", "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j"});
  ordered_json flat = ordered_json::parse(read_text(proof.flat));
  // Process 0 alone may clear the lock inside its critical section: two may be there then.
  flat["edges"].push_back({{"process", 0}, {"source", 3}, {"target", 3}, {"update", {{"set", 1, 0}}}});
  const std::string text = flat.dump();
  std::vector<std::string> certificate = lines_of(proof.certificate);
  refer_to(certificate, text);
  const std::string changed = folder.write("changed.flat.json", text),
                    forged = folder.write("forged", joined(certificate));
  const Checked first = certify(folder, changed, forged);
  CHECK(first.code == 1);
  CHECK(first.line.find("exchanging 0 and 1 of set 0 changes edge") != std::string::npos);
  const Checked second = certify_again(folder, changed, forged);
  CHECK((second.code == 1 || second.code == 77));
}

TEST_CASE("changes that cannot be valid are rejected with their line") {
  std::mt19937 random(24);
  for (const std::string name : {"fischer.xml", "client-server.xml", "fischer-ints.xml"}) {
    const TemporaryFolder folder;
    const Proof proof = prove(folder, name, {"--reduce", "none"});
    const std::vector<std::string> certificates = written(proof.certificate);
    REQUIRE_FALSE(certificates.empty());
    const std::vector<std::string> good = lines_of(certificates.front());
    const auto expect = [&](const std::string& what, const std::vector<std::string>& lines, int code) {
      const Checked checked = certify(folder, proof.flat, folder.write("mutant", joined(lines)));
      CAPTURE(name, what, checked.line);
      CHECK(checked.code == code);
      if (code == 1) CHECK(checked.line.find("s REJECTED line ") == 0);
    };
    const auto some_line = [&](char kind) {
      std::vector<std::size_t> found;
      for (std::size_t i = 1; i < good.size(); ++i) {
        if (good[i][0] == kind) found.push_back(i);
      }
      return found[random() % found.size()];
    };
    for (int round = 0; round < 4; ++round) {
      std::vector<std::string> lines = good;
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(some_line('n')));
      expect("a node is missing", lines, 1);
      lines = good;
      const std::size_t covers = some_line('c');
      lines[covers] = lines[covers].substr(0, lines[covers].rfind(' '));
      expect("a cover is missing", lines, 1);
      lines = good;
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(covers));
      expect("all covers of a node are missing", lines, 1);
      lines = good;
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(covers), good[covers]);
      expect("covers twice", lines, 1);
      lines = good;
      const std::size_t node = some_line('n');
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(node), good[node]);
      expect("a node twice", lines, 1);
      lines = good;
      lines.resize(1 + random() % (good.size() - 1));
      expect("cut", lines, 2);
      lines = good;
      lines.push_back("n 0");
      expect("something after the end", lines, 1);
    }
    std::vector<std::string> lines = good;
    refer_to(lines, "another flat model");
    expect("a wrong hash", lines, 2);
    lines = good;
    std::erase_if(lines, [](const std::string& line) { return line[0] == 'l' || line[0] == 'g'; });
    expect("no bounds", lines, 1);
  }
}
