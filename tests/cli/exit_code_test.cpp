// Exit codes fail closed: 0 only when every query is decided and as expected.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;

namespace {

// A model whose queries have no expectations: x counts to 3.
const char* const counter =
    "const int N = 3;\n"
    "int[0,N] x;\n"
    "process P() { state A; init A; trans A -> A { guard x < N; assign x = x + 1; }; }\n"
    "system P;\n";

}  // namespace

TEST_CASE("all queries satisfied is exit code 0") {
  const Run run = run_orbita({"verify", model_path("fischer.xml")});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find("not-satisfied") == std::string::npos);
  CHECK(run.out.find("satisfied") != std::string::npos);
}

TEST_CASE("one query that is not satisfied is exit code 1, at any position") {
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter);
  CHECK(run_orbita({"verify", model, "-q", "E<> x == 3"}).code == 0);
  CHECK(run_orbita({"verify", model, "-q", "E<> x == 3", "-q", "A[] x < 3"}).code == 1);
  CHECK(run_orbita({"verify", model, "-q", "A[] x < 3", "-q", "E<> x == 3"}).code == 1);
}

TEST_CASE("for any mixture of queries, 0 means that all are satisfied") {
  struct Sample {
    const char* formula;
    int alone;  // exit code if it is the only query
  };
  const std::vector<Sample> samples{{"E<> x == 3", 0},       {"A[] x <= 3", 0},        {"E[] x >= 0", 0},
                                    {"sup: x", 0},           {"A[] x < 3", 1},         {"E<> x > 3", 1},
                                    {"A[] not deadlock", 1}, {"x == 3 --> x == 0", 1}, {"E<> y == 3", 2},
                                    {"A[] x <", 2},          {"Pr[<=3](<> x == 3)", 3}};
  // A query that cannot be verified outranks a wrong verdict, which outranks an undecided query.
  const auto weight = [](int code) { return code == 3 ? 1 : code == 0 ? 0 : code + 1; };
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter);
  const unsigned seed = 20240611;
  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::string> arguments{"verify", model, "--format", round % 2 == 0 ? "json" : "text"};
    int expected = 0;
    const std::size_t count = 1 + random() % 4;
    for (std::size_t i = 0; i < count; ++i) {
      const Sample& sample = samples[random() % samples.size()];
      arguments.insert(arguments.end(), {"-q", sample.formula});
      if (weight(sample.alone) > weight(expected)) expected = sample.alone;
    }
    const Run run = run_orbita(arguments);
    CAPTURE(seed, round, arguments, run.out, run.err);
    CHECK(run.code == expected);
  }
}

TEST_CASE("a violation that the model expects is as expected, its opposite is not") {
  TemporaryFolder folder;
  CHECK(run_orbita({"verify", model_path("fischer-broken.xml")}).code == 0);
  std::string text = read_text(model_path("fischer-broken.xml"));
  const std::size_t at = text.find("outcome=\"failure\"");
  REQUIRE(at != std::string::npos);
  text.replace(at, 17, "outcome=\"success\"");
  const std::string changed = folder.write("changed.xml", text);
  CHECK(run_orbita({"verify", changed}).code == 1);
  CHECK(run_orbita({"test", changed}).code == 1);
}

TEST_CASE("a limit leaves the verdict unknown and is exit code 3") {
  const Run run = run_orbita(
      {"verify", model_path("fischer.xml"), "--set", "N=12", "--symmetry", "off", "--timeout", "1", "-q",
       "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j", "--format", "json"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);
  const auto output = nlohmann::json::parse(run.out);
  REQUIRE(output["queries"].size() == 1);
  CHECK(output["queries"][0]["verdict"] == "unknown");
  CHECK(output["queries"][0]["reason"] == "time limit");
}

TEST_CASE("an undecided query does not hide a violation, nor vice versa") {
  const Run run = run_orbita({"verify", model_path("fischer.xml"), "--set", "N=12", "--symmetry", "off", "--timeout",
                              "1", "-q", "A[] not deadlock", "-q", "A[] forall (i : pid_t) Process(i).idle"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(run.out.find("unknown") != std::string::npos);
}

TEST_CASE("a memory limit is exit code 3 too") {
  const Run run = run_orbita({"verify", model_path("fischer.xml"), "--set", "N=12", "--symmetry", "off", "--memory",
                              "1M", "-q", "A[] not deadlock"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);
  CHECK(run.out.find("memory limit") != std::string::npos);
}

TEST_CASE("a wrong query is exit code 2, and the good ones are still decided") {
  const Run run = run_orbita({"verify", model_path("fischer.xml"), "-q", "E<> nobody", "-q", "E<> set"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 2);
  CHECK(run.err.find("nobody") != std::string::npos);
  CHECK(run.out.find("satisfied     E<> set") != std::string::npos);
}

TEST_CASE("no queries at all is exit code 2") {
  TemporaryFolder folder;
  const Run run = run_orbita({"verify", folder.write("counter.xta", counter)});
  CHECK(run.code == 2);
  CHECK(run.err.find("no queries") != std::string::npos);
}

TEST_CASE("wrong command lines are exit code 2 with a message") {
  const std::string model = model_path("fischer.xml");
  const std::vector<std::vector<std::string>> lines{{},
                                                    {"verfy", model},
                                                    {"verify"},
                                                    {"verify", model, "--unknown-option"},
                                                    {"verify", model, "--symmetry", "maybe"},
                                                    {"verify", model, "--trace", "longest"},
                                                    {"verify", model, "--timeout", "soon"},
                                                    {"verify", model, "--timeout", "-1"},
                                                    {"verify", model, "--memory", "4 apples"},
                                                    {"verify", model, "--seed", "x"},
                                                    {"verify", model, "--format", "yaml"},
                                                    {"verify", model, "--set", "N"},
                                                    {"verify", model, "--set", "=3"},
                                                    {"verify", model, "--set", "N="},
                                                    {"verify", model, "--set", "N=three"},
                                                    {"verify", model, "--set", "unheard_of=3"},
                                                    {"verify", model, "no-such.q"},
                                                    {"verify", "no-such.xml"},
                                                    {"verify", model_path("")},
                                                    {"check", "no-such.xml"},
                                                    {"explain", "no-such.xml"},
                                                    {"convert", "no-such.xml", "out.xta"},
                                                    {"replay", model, "no-such.json"},
                                                    {"test"},
                                                    {"test", "no-such-folder"},
                                                    {"test", model, "--timeout", "-3"}};
  for (const auto& line : lines) {
    const Run run = run_orbita(line);
    std::string text;
    for (const std::string& word : line) text += word + ' ';
    CAPTURE(text, run.out, run.err);
    CHECK(run.code == 2);
    CHECK_FALSE(
        (run.err + (line.empty() || line[0] == "check" ? run.out : "")).empty());  // findings are check's output
  }
}

TEST_CASE("help and version are asked for, so they are exit code 0") {
  CHECK(run_orbita({"--help"}).code == 0);
  CHECK(run_orbita({"verify", "--help"}).code == 0);
  CHECK(run_orbita({"--version"}).out.find("orbita ") == 0);
}

TEST_CASE("broken models are exit code 2 with a position") {
  TemporaryFolder folder;
  for (const std::string text :
       {"", "<nta>", "<nta><declaration>int x = ;</declaration><system>system P;</system></nta>", "this is no model",
        "<?xml version=\"1.0\"?><other/>"}) {
    const std::string model = folder.write("broken.xml", text);
    for (const std::string verb : {"verify", "check", "explain"}) {
      const Run run = run_orbita({verb, model});
      CAPTURE(text, verb, run.out, run.err);
      CHECK(run.code == 2);
      CHECK((run.err + run.out).find("broken.xml") != std::string::npos);
    }
  }
}

TEST_CASE("no escape sequences in a pipe or with NO_COLOR") {
  for (const std::string environment : {"", "NO_COLOR=1"}) {
    const Run run = run_orbita({"verify", model_path("fischer-broken.xml"), "--trace", "some", "-s"}, environment);
    CHECK(run.out.find('\033') == std::string::npos);
    CHECK(run.err.find('\033') == std::string::npos);
  }
  const Run bad = run_orbita({"verify", model_path("fischer.xml"), "-q", "E<> nobody"});
  CHECK(bad.err.find('\033') == std::string::npos);
}

TEST_CASE("output that cannot be written is not a success") {
  if (!std::filesystem::exists("/dev/full")) return;
  const std::string command =
      "'" + orbita_program() + "' verify '" + model_path("fischer.xml") + "' >/dev/full 2>/dev/null";
  CHECK(std::system(command.c_str()) != 0);
}
