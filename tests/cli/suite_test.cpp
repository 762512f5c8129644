// orbita test: outcomes, exit codes and the JUnit file.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"

using namespace orbita::test;

namespace {

const char* const counter_text =
    "int[0,3] x;\n"
    "process P() { state A; init A; trans A -> A { guard x < 3; assign x = x + 1; }; }\n"
    "system P;\n";

std::string suite_with(TemporaryFolder& folder, const std::string& queries) {
  folder.write("counter.q", queries);
  return folder.write("counter.xta", counter_text);
}

}  // namespace

TEST_CASE("expectations in a .q file") {
  TemporaryFolder folder;
  const Run good = run_orbita({"test", suite_with(folder, "E<> x == 3\n/* EXPECT:T */\nA[] x < 3\n/* EXPECT:F */\n")});
  CAPTURE(good.out, good.err);
  CHECK(good.code == 0);
  CHECK(good.out.find("2 of 2 queries in 1 model as expected") != std::string::npos);
  const Run bad = run_orbita({"test", suite_with(folder, "E<> x == 3\n/* EXPECT:T */\nA[] x < 3\n/* EXPECT:T */\n")});
  CHECK(bad.code == 1);
  CHECK(bad.out.find("expected satisfied, is not-satisfied") != std::string::npos);
}

TEST_CASE("a suite that expects nothing is a mistake") {
  TemporaryFolder folder;
  const Run run = run_orbita({"test", suite_with(folder, "E<> x == 3\n")});
  CHECK(run.code == 2);
  CHECK(run.err.find("expected") != std::string::npos);
  CHECK(run.out.find("no expectation for any of 1 queries in 1 model; ") != std::string::npos);
  CHECK(run.out.find("0 of 1") == std::string::npos);
  const Run mixed = run_orbita({"test", suite_with(folder, "E<> x == 3\n/* EXPECT:T */\nE<> x == 2\n")});
  CHECK(mixed.code == 0);
  CHECK(mixed.out.find("1 of 1 queries in 1 model as expected, 1 more without expectation; ") != std::string::npos);
}

TEST_CASE("time is counted once where queries share an exploration") {
  TemporaryFolder folder;
  std::string queries;
  for (int i = 0; i < 12; ++i) queries += "A[] id >= " + std::to_string(-i) + "\n/* EXPECT:T */\n";
  folder.write("m.q", queries);
  std::string text = read_text(model_path("fischer-ints.xml"));
  text = text.substr(0, text.find("<queries>")) + "</nta>\n";
  const std::string model = folder.write("m.xml", text), junit = folder.path("junit.xml");
  const Run run = run_orbita({"test", model, "--symmetry", "declared", "--format", "json", "--junit", junit});
  CAPTURE(run.out, run.err);
  REQUIRE(run.code == 0);
  const nlohmann::json document = nlohmann::json::parse(run.out);
  double sum = 0;
  for (const auto& one : document["models"][0]["cases"]) sum += one["seconds"].get<double>();
  const double wall = document["summary"]["seconds"];
  CHECK(wall < sum / 2);
  CHECK(document["models"][0]["seconds"].get<double>() <= wall);
  char expected[40];
  std::snprintf(expected, sizeof expected, "time=\"%.3f\"", wall);
  CHECK(read_text(junit).find(expected) != std::string::npos);
}

TEST_CASE("a broken model in a folder is reported, and the others still run") {
  TemporaryFolder folder;
  suite_with(folder, "E<> x == 3\n/* EXPECT:T */\n");
  folder.write("broken.xml", "<nta><declaration>int x = ;</declaration><system>system P;</system></nta>");
  const Run run = run_orbita({"test", folder.path("")});
  CAPTURE(run.out);
  CHECK(run.code == 2);
  CHECK(run.out.find("ERROR") != std::string::npos);
  CHECK(run.out.find("ok ") != std::string::npos);
}

TEST_CASE("an undecided query is not a success") {
  TemporaryFolder folder;
  std::string text = read_text(model_path("fischer-ints.xml"));
  const std::size_t at = text.find("const int N = 5;");
  REQUIRE(at != std::string::npos);
  text.replace(at, 16, "const int N = 14;");
  const Run run = run_orbita({"test", folder.write("big.xml", text), "--timeout", "0.05"});
  CAPTURE(run.out);
  CHECK(run.code == 3);
  CHECK(run.out.find("OPEN") != std::string::npos);
}

TEST_CASE("the JUnit file counts and escapes") {
  TemporaryFolder folder;
  const std::string model = suite_with(folder, "A[] x < 3 && x >= 0\n/* EXPECT:T */\n");
  CHECK(run_orbita({"test", model, "--junit", folder.path("junit.xml")}).code == 1);
  const std::string junit = read_text(folder.path("junit.xml"));
  CHECK(junit.find("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\"") != std::string::npos);
  CHECK(junit.find("name=\"A[] x &lt; 3 &amp;&amp; x &gt;= 0\"") != std::string::npos);
  CHECK(junit.find("<failure message=\"expected satisfied, is not-satisfied\"/>") != std::string::npos);
  CHECK(run_orbita({"test", model, "--junit", folder.path("no/such/folder/junit.xml")}).code == 2);
}
