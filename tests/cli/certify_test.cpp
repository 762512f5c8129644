// orbita certify: certificates of models with functions, and exports for Munta's checker.
#include <catch2/catch.hpp>
#include <fstream>

#include "tests/cli/certificates.h"

using namespace orbita::test;
using nlohmann::ordered_json;

namespace {

struct Certified {
  int code = -1;
  std::string out, err;
};

Certified orbita_certify(const std::string& model, const std::string& certificate, const std::string& set = "") {
  std::vector<std::string> arguments = {"certify", model, certificate};
  if (!set.empty()) arguments.insert(arguments.end(), {"--set", set});
  const Run run = run_orbita(arguments);
  return {run.code, run.out, run.err};
}

// The train gate, with functions; `guard` replaces the one that keeps trains apart.
std::string gate_model(const TemporaryFolder& folder, const std::string& guard) {
  return folder.write("gate.xta",
                      "int[0,3] queue[3], length;\nclock x[2];\n"
                      "bool is_free() { return length == 0; }\n"
                      "void enter(int[0,3] who) { queue[length] = who; length++; }\n"
                      "void leave() { length--; }\n"
                      "process Train(const int[0,1] id) {\nstate Far, Near { x[id] <= 5 }, Bridge { x[id] <= 3 };\n"
                      "init Far;\ntrans Far -> Near { guard " +
                          guard +
                          "; assign enter(id), x[id] = 0; },\n"
                          "  Near -> Bridge { guard x[id] > 1; assign x[id] = 0; },\n"
                          "  Bridge -> Far { guard x[id] >= 2; assign leave(); };\n}\n"
                          "A = Train(0);\nB = Train(1);\nsystem A, B;\n");
}

Run prove_gate(const TemporaryFolder& folder, const std::string& guard, const std::string& query) {
  const Run run = run_orbita({"verify", gate_model(folder, guard), "-q", query, "--certificate", folder.path("proof")});
  CAPTURE(run.out, run.err);
  REQUIRE(run.code <= 1);
  return run;
}

// The folder of an export, and what the program says about it.
Run export_to(const TemporaryFolder& folder, const std::string& model, const std::string& certificate) {
  return run_orbita({"certify", model, certificate, "--export", "munta", folder.path("munta")});
}

}  // namespace

TEST_CASE("models with functions are certified on the replay semantics") {
  const TemporaryFolder folder;
  for (const std::string query :
       {"A[] not (A.Bridge && B.Bridge)", "A[] not deadlock", "E<> length > 1", "A[] A.Bridge imply x[0] <= 3"}) {
    const Run run = prove_gate(folder, "is_free()", query);
    CHECK(run.err.find("a weaker guarantee") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder.path("proof.flat.json")));
    const Certified checked = orbita_certify(folder.path("gate.xta"), folder.path("proof"));
    CAPTURE(query, checked.out, checked.err);
    CHECK(checked.code == 0);
    CHECK(checked.out == "s CERTIFIED " + query + " (replay semantics)\n");
    CHECK(checked.err.find("a weaker guarantee") != std::string::npos);
    std::filesystem::remove(folder.path("proof"));
  }
  for (const std::string name : {"train-gate.xml", "train-gate-ints.xml"}) {
    const Proof proof = prove(folder, name, {"--certify"});
    const std::vector<std::string> certificates = written(proof.certificate);
    CHECK(certificates.size() >= 2);
    for (const std::string& certificate : certificates) {
      if (ordered_json::parse(lines_of(certificate)[0])["kind"] != "safety") continue;
      const Certified checked = orbita_certify(model_path(name), certificate);
      CAPTURE(name, certificate, checked.out, checked.err);
      CHECK(checked.code == 0);
    }
  }
  const Run suite = run_orbita({"test", model_path("train-gate.xml"), "--certify", "--format", "json"});
  CHECK(suite.out.find("orbita (replay semantics)") != std::string::npos);
}

TEST_CASE("the check on the replay semantics rejects what is no proof") {
  const TemporaryFolder folder;
  const std::string query = "A[] not (A.Bridge && B.Bridge)";
  prove_gate(folder, "is_free()", query);
  const std::vector<std::string> good = lines_of(folder.path("proof"));
  std::size_t missing = 0, values = 0, zones = 0;
  const auto code_of = [&](const std::vector<std::string>& lines) {
    return orbita_certify(folder.path("gate.xta"), folder.write("forged", joined(lines))).code;
  };
  for (std::size_t i = 1; i + 1 < good.size(); ++i) {
    CAPTURE(good[i]);
    std::vector<std::string> lines = good;
    if (good[i][0] == 'c' || good[i][0] == 'n' || good[i][0] == 'i') {
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
      CHECK(code_of(lines) == 1);
      ++missing;
      lines = good;
    }
    if (good[i][0] == 'n') {
      const std::size_t bar = good[i].rfind('|');
      lines[i][bar - 1] = lines[i][bar - 1] == '0' ? '1' : '0';  // the last value
      CHECK(code_of(lines) == 1);
      ++values;
      lines = good;
    }
    if (good[i][0] == 'z') {
      lines[i] += " 1 2 -7";  // x[0] <= x[1] - 7/2: not what is reached
      CHECK(code_of(lines) == 1);
      ++zones;
    }
  }
  CHECK(missing > 5);
  CHECK(values > 3);
  CHECK(zones > 0);
  // Another model: the file says so; and one whose trains do not wait, which the certificate claims to be about.
  const std::vector<std::string> free_records(good.begin() + 1, good.end());
  prove_gate(folder, "length < 3", "A[] length <= 2");
  CHECK(code_of(good) == 2);
  ordered_json header = ordered_json::parse(lines_of(folder.path("proof"))[0]);
  header["query"] = query;
  std::vector<std::string> forged{header.dump()};
  forged.insert(forged.end(), free_records.begin(), free_records.end());
  CHECK(code_of(forged) == 1);
}

TEST_CASE("a model with a flat model is certified by orbita-certify, if the flat model is its own") {
  const TemporaryFolder folder;
  const Proof proof = prove(folder, "fischer.xml", {"-q", "A[] not deadlock"});
  const Certified checked = orbita_certify(model_path("fischer.xml"), proof.certificate);
  CAPTURE(checked.out, checked.err);
  CHECK(checked.code == 0);
  CHECK(checked.out == "s CERTIFIED A[] not deadlock\n");
  CHECK(orbita_certify(model_path("fischer.xml"), proof.certificate, "N=2").code == 2);
  // Readers of JSON might differ about these: some see the update, some do not.
  const std::string flat = read_text(proof.flat), name = "\"update\":";
  for (const std::string& other : {std::string(R"("\u0075pdate":)"), R"("update":null,)" + name}) {
    std::string text = flat;
    text.replace(text.find(name), name.size(), other);
    REQUIRE(ordered_json::parse(text) == ordered_json::parse(flat));
    std::vector<std::string> certificate = lines_of(proof.certificate);
    refer_to(certificate, text);
    std::ofstream(proof.flat) << text;
    std::ofstream(proof.certificate) << joined(certificate);
    CAPTURE(other);
    CHECK(orbita_certify(model_path("fischer.xml"), proof.certificate).code == 2);
    CHECK(certify(folder, proof.flat, proof.certificate).code == 2);
  }
  std::filesystem::remove(proof.flat);
  CHECK(orbita_certify(model_path("fischer.xml"), proof.certificate).code == 2);
}

TEST_CASE("certificates are exported for Munta, and refusals name the construct") {
  const TemporaryFolder folder;
  const Proof proof = prove(folder, "fischer.xml", {"-q", "A[] not deadlock"});
  const Run exported = export_to(folder, model_path("fischer.xml"), proof.certificate);
  CAPTURE(exported.out, exported.err);
  REQUIRE(exported.code == 0);
  CHECK(exported.out.find("muntac -dc") != std::string::npos);
  const std::string bytes = read_text(folder.path("munta/model.cert"));
  REQUIRE(bytes.size() % 8 == 0);
  CHECK(static_cast<unsigned char>(bytes[7]) == 42);
  const ordered_json model = ordered_json::parse(read_text(folder.path("munta/model.muntax")));
  const ordered_json renaming = ordered_json::parse(read_text(folder.path("munta/model.renaming")));
  CHECK(model["automata"].size() == static_cast<unsigned char>(bytes[15]));
  CHECK(renaming["clocks"].size() == static_cast<unsigned char>(bytes[23]));
  CHECK(renaming["vars"].size() == static_cast<unsigned char>(bytes[31]));

  const auto refusal = [&](const std::string& text, const std::string& query) {
    const std::string path = folder.write("m.xta", text);
    const Run run = run_orbita({"verify", path, "-q", query, "--certificate", folder.path("c")});
    CAPTURE(run.out, run.err);
    REQUIRE(run.code == 0);
    return export_to(folder, path, folder.path("c")).err;
  };
  const std::string two = "state A, B;\ninit A;\ntrans A -> B { ";
  CHECK(refusal("urgent chan u;\nprocess P() {\n" + two + "sync u!; };\n}\nsystem P;\n", "A[] not P.B")
            .find("urgent channels") != std::string::npos);
  CHECK(refusal("clock x;\nprocess P() {\n" + two + "guard x > 1; };\n}\nsystem P;\n", "A[] P.B imply x > 1")
            .find("clocks in queries") != std::string::npos);
  CHECK(refusal("clock x;\nprocess P() {\n" + two + "assign x = 2; };\n}\nsystem P;\n", "A[] P.A || P.B")
            .find("clocks set to other values than 0") != std::string::npos);
  const Run small = run_orbita({"certify", model_path("fischer.xml"), proof.certificate, "--export", "munta",
                                folder.path("munta"), "--unfold", "5"});
  CHECK(small.code == 2);
  CHECK(small.err.find("--unfold allows more") != std::string::npos);
}
