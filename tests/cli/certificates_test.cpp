// Certificates: both checkers accept those of every model, and nothing that is no proof.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/cli/certificates.h"
#include "tests/places.h"

using namespace orbita::test;
using nlohmann::ordered_json;

TEST_CASE("certificates of all models are accepted by both checkers") {
  const std::vector<std::vector<std::string>> modes = {{}, {"--symmetry", "off"}};
  std::size_t accepted = 0, models = 0;
  for (const std::string& model : all_models()) {
    const std::string name = std::filesystem::path(model).filename().string();
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

TEST_CASE("queries about runs have certificates with ranks") {
  const std::vector<std::pair<std::string, std::string>> queries = {
      {"fischer.xml", "(exists (i : pid_t) Process(i).req) --> (exists (i : pid_t) Process(i).wait)"},
      {"timeout-broadcast.xml", "A<> Leader.Committed or Leader.Aborted"},
      {"timeout-broadcast.xml", "E[] not (Leader.Committed or Leader.Aborted)"}};
  for (const auto& [model, query] : queries) {
    for (const std::vector<std::string>& mode :
         {std::vector<std::string>{}, {"--symmetry", "off"}, {"--reduce", "none"}}) {
      std::vector<std::string> arguments = {"-q", query};
      arguments.insert(arguments.end(), mode.begin(), mode.end());
      const TemporaryFolder folder;
      const Proof proof = prove(folder, model, arguments);
      CAPTURE(model, query, mode);
      REQUIRE(std::filesystem::exists(proof.certificate));
      CHECK(ordered_json::parse(lines_of(proof.certificate)[0])["kind"] == "liveness");
      const Checked first = certify(folder, proof.flat, proof.certificate);
      CAPTURE(first.line);
      CHECK(first.code == 0);
      const Checked second = certify_again(folder, proof.flat, proof.certificate);
      CAPTURE(second.line);
      CHECK((second.code == 0 || second.code == 77));
    }
  }
}

TEST_CASE("symmetry that was detected is part of the certificate") {
  const TemporaryFolder folder;
  const Proof proof = prove(folder, "fischer-ints.xml", {"-q", "A[] not deadlock"});
  const std::vector<std::string> lines = lines_of(proof.certificate);
  CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("v 0 1 "); }));
  CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("t "); }));
  CHECK(certify(folder, proof.flat, proof.certificate).code == 0);
  // The numbers of two processes are exchanged, and the query tells them apart: detected on data, not in the text.
  const Run run = run_orbita({"verify", model_path("fischer-one-different.xml"), "-q", "A[] not (id == 1 && id == 2)",
                              "--certify", "--certificate", folder.path("other")});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find("no certificate: orbita-certify cannot follow the symmetry that was detected") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.path("other")));
}

namespace {

// Both ways of every option that chooses what is stored.
void accept_all_modes(const std::vector<std::string>& models) {
  const std::vector<std::vector<std::string>> modes = {{"--extrapolation", "none"},
                                                       {"--extrapolation", "M"},
                                                       {"--extrapolation", "M+"},
                                                       {"--extrapolation", "LU"},
                                                       {"--extrapolation", "LU+"},
                                                       {"--extrapolation", "aM"},
                                                       {"--extrapolation", "aLU"},
                                                       {"--subsumption", "inclusion"},
                                                       {"--order", "dfs"},
                                                       {"--order", "rdfs"},
                                                       {"--threads", "2"},
                                                       {"--join", "always", "--symmetry", "off"},
                                                       {"--symmetry", "counted"},
                                                       {"--symmetry", "adaptive"},
                                                       {"--symmetry", "canonical"},
                                                       {"--symmetry", "enumerate"},
                                                       {"--symmetry", "declared"},
                                                       {"--reduce", "none"},
                                                       {"--threads", "2", "--symmetry", "off"}};
  for (const std::string& name : models) {
    for (const std::vector<std::string>& mode : modes) {
      const TemporaryFolder folder;
      const Proof proof = prove(folder, name, mode);
      const std::vector<std::string> certificates = written(proof.certificate);
      CAPTURE(name, mode);
      CHECK_FALSE(certificates.empty());
      for (const std::string& certificate : certificates) {
        const Checked checked = certify(folder, proof.flat, certificate);
        CAPTURE(checked.line);
        CHECK(checked.code == 0);
      }
    }
  }
}

}  // namespace

TEST_CASE("certificates are accepted under every abstraction, order, joining, symmetry and number of threads") {
  accept_all_modes({"fischer.xml", "client-server.xml"});
}
TEST_CASE("certificates of many models are accepted in every mode", "[slow]") {
  accept_all_modes({"bakery-tickets.xml", "bakery-two-steps.xml", "dining-philosophers.xml", "email-lite.xml",
                    "fetch-store-lock.xml", "fischer-broken.xml", "fischer-ints.xml", "fischer-one-different.xml",
                    "mcs-lock.xml", "ms-lock.xml", "readers-writers.xml", "sum-of-ids.xml", "german.xml"});
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

TEST_CASE("bounds of nearly a billion hide no zone that is not covered") {
  // 2 * (bound - L) does not fit 32 bits where zones are far from zero.
  const TemporaryFolder folder;
  const std::string model =
      folder.write("m.xta",
                   "clock a, b, c, d, e;\nbool bad;\nprocess P() {\nstate S { e <= 9000000 }, T;\ninit S;\n"
                   "trans S -> S { guard a >= 2000000; assign b = 0; }, S -> T { guard e >= 8000000 && b <= 1000; "
                   "};\n}\nsystem P;\n");
  const Run run = run_orbita({"verify", model, "-q", "A[] not bad", "--certificate", folder.path("proof")});
  CAPTURE(run.out, run.err);
  REQUIRE(run.code == 0);
  const std::string flat = folder.path("proof.flat.json");
  const std::vector<std::string> good = lines_of(folder.path("proof"));
  REQUIRE(certify(folder, flat, folder.path("proof")).code == 0);
  int changed = 0;
  for (std::size_t i = 1; i < good.size(); ++i) {
    if (good[i][0] != 'z') continue;
    // Every zone keeps only valuations with a large distance between clocks, under the largest bounds there can be.
    std::vector<std::string> lines = good;
    lines[i] += " 0 5 -16000000 1 5 -16000000";
    lines.insert(lines.begin() + 1, "g 1 999999999 999999999 2 999999999 999999999 5 999999999 999999999");
    const std::string forged = folder.write("forged", joined(lines));
    const Checked first = certify(folder, flat, forged), second = certify_again(folder, flat, forged);
    CAPTURE(lines[i], first.line, second.line);
    CHECK(first.code == 1);
    CHECK((second.code == 1 || second.code == 77));
    ++changed;
  }
  CHECK(changed > 0);
}

TEST_CASE("symmetry that broadcasts break is rejected when it is claimed") {
  // V10 of docs/symmetry-violations.md: receivers run in process order, so the last one wins.
  const TemporaryFolder folder;
  const auto model = [&](const std::string& update) {
    return folder.write("m.xta",
                        "typedef scalar[3] S;\nbroadcast chan go;\nS winner;\nint[0,9] n;\nprocess P(const S id) {\n"
                        "state A, B;\ninit A;\ntrans A -> B { sync go?; " +
                            update +
                            " };\n}\n"
                            "process Q() {\nstate A, B;\ninit A;\ntrans A -> B { sync go!; };\n}\nsystem P, Q;\n");
  };
  const std::vector<std::string> arguments = {"-q", "A[] n == 0", "--certificate", folder.path("proof")};
  const auto verify = [&](const std::string& update) {
    std::vector<std::string> all = {"verify", model(update)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Run run = run_orbita(all);
    CAPTURE(run.out, run.err);
    REQUIRE(run.code == 0);
  };
  verify("");
  REQUIRE(certify(folder, folder.path("proof.flat.json"), folder.path("proof")).code == 0);
  std::vector<std::string> symmetric;
  for (const std::string& line : lines_of(folder.path("proof"))) {
    if (line[0] == 's' || line[0] == 'f' || line[0] == 'v') symmetric.push_back(line);
  }
  REQUIRE_FALSE(symmetric.empty());
  verify("assign winner = id;");
  // The search does not reduce the set; here the certificate claims that it may be.
  std::vector<std::string> lines = lines_of(folder.path("proof"));
  CHECK(std::ranges::none_of(lines, [](const std::string& line) { return line[0] == 's'; }));
  lines.insert(lines.begin() + 1, symmetric.begin(), symmetric.end());
  const std::string forged = folder.write("forged", joined(lines));
  const Checked first = certify(folder, folder.path("proof.flat.json"), forged);
  CAPTURE(first.line);
  CHECK(first.code == 1);
  CHECK(first.line.find("receivers of a broadcast") != std::string::npos);
  CHECK(certify_again(folder, folder.path("proof.flat.json"), forged).code != 0);
}

TEST_CASE("a suite says how many of its verdicts are certified, and by whom") {
  const Run text = run_orbita({"test", model_path("fischer.xml"), "--certify"});
  CAPTURE(text.out, text.err);
  CHECK(text.code == 0);
  CHECK(text.out.find(", 3 certified by orbita-certify") != std::string::npos);
  const Run json = run_orbita({"test", model_path("fischer.xml"), "--certify", "--format", "json"});
  const nlohmann::json document = nlohmann::json::parse(json.out);
  CHECK(schema_problems("test.json", document).empty());
  CHECK(document["summary"]["certified"] == 3);
  CHECK(document["models"][0]["cases"][0]["certified_by"] == "orbita-certify");
}
