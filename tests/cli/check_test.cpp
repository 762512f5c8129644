// orbita check: one model, several, folders, and standard input.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

const std::string sound_xta = "process P() { state A; init A; }\nsystem P;\n";
const std::string broken_xta = "int x = nothing;\n" + sound_xta;

json checked_json(const std::string& text) {
  const json document = json::parse(text);
  const std::vector<std::string> problems = schema_problems("check.json", document);
  CAPTURE(problems);
  CHECK(problems.empty());
  return document;
}

}  // namespace

TEST_CASE("check takes several models and folders, and counts the valid ones") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder.path("sub/deeper"));
  const std::string a = folder.write("a.xta", sound_xta);
  folder.write("sub/b.xta", sound_xta);
  folder.write("sub/deeper/c.xta", broken_xta);
  folder.write("sub/notes.txt", "no model");
  const Run run = run_orbita({"check", a, folder.path("sub")});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 2);
  CHECK(run.out.find(a + ": ok\n") != std::string::npos);
  CHECK(run.out.find("b.xta: ok\n") != std::string::npos);
  CHECK(run.out.find("c.xta:1:9: error: unknown name 'nothing'") != std::string::npos);
  CHECK(run.out.find("c.xta: ok") == std::string::npos);
  CHECK(run.out.find("2 of 3 models ok\n") != std::string::npos);
  CHECK(run_orbita({"check", a, folder.path("sub/b.xta")}).code == 0);

  const json document = checked_json(run_orbita({"check", a, folder.path("sub"), "--format", "json"}).out);
  CHECK(document.at("ok") == false);
  REQUIRE(document.at("models").size() == 3);
  CHECK(document.at("models")[0].at("model") == a);
  CHECK(document.at("models")[0].at("ok") == true);
  CHECK(document.at("models")[2].at("ok") == false);
  const json one = checked_json(run_orbita({"check", a, "--format", "json"}).out);
  CHECK(one.at("ok") == true);
  CHECK(one.contains("diagnostics"));
}

TEST_CASE("a query file is checked against the models before it") {
  TemporaryFolder folder;
  const std::string a = folder.write("a.xta", sound_xta), b = folder.write("b.xta", sound_xta);
  const std::string right = folder.write("right.q", "E<> P.A\n"), wrong = folder.write("wrong.q", "E<> P.Z\n");
  CHECK(run_orbita({"check", a, b, right}).code == 0);
  const Run run = run_orbita({"check", a, right, b, wrong});
  CHECK(run.code == 2);
  CHECK(run.out.find(a + ": ok\n") != std::string::npos);
  CHECK(run.out.find(b + ": ok\n") == std::string::npos);
}

TEST_CASE("an empty folder is not a success") {
  TemporaryFolder folder;
  const Run run = run_orbita({"check", folder.path("")});
  CHECK(run.code == 2);
  CHECK(run.err.find("no models") != std::string::npos);
}

TEST_CASE("a model may come from standard input") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", sound_xta), wrong = folder.write("w.xta", broken_xta);
  const auto reading = [](const std::string& file, std::vector<std::string> words) {
    Child child(std::move(words), [file] { REQUIRE(freopen(file.c_str(), "r", stdin) != nullptr); });
    Run run;
    run.code = child.code();
    run.out = child.out();
    run.err = child.err();
    return run;
  };
  CHECK(reading(model, {"check", "-"}).code == 0);
  CHECK(reading(wrong, {"check", "-"}).out.find("stdin:1:9: error: unknown name 'nothing'") != std::string::npos);
  CHECK(reading(model_path("fischer.xml"), {"check", "-"}).code == 0);  // the first character decides the format
  const Run verified = reading(model, {"verify", "-", "-q", "E<> P.A"});
  CHECK(verified.code == 0);
  CHECK(verified.out.find("satisfied     E<> P.A") != std::string::npos);
  CHECK(reading(model, {"verify", model, "-", "-q", "E<> P.A"}).code == 0);
  CHECK(reading(model, {"explain", "-"}).code == 0);
  CHECK(reading(model, {"convert", "-", folder.path("out.xml")}).code == 0);
  CHECK(read_text(folder.path("out.xml")).find("<nta>") != std::string::npos);

  CHECK(reading(model, {"verify", "-", "-", "-q", "E<> P.A"}).err.find("only once") != std::string::npos);
  CHECK(reading(model, {"sweep", "-", "--set", "N=1..2"}).err.find("cannot come from standard input") !=
        std::string::npos);
  CHECK(reading(model, {"simulate", "-"}).err.find("cannot come from standard input") != std::string::npos);
}
