// orbita simulate, driven by scripts.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

#include "tests/cli/program.h"

using namespace orbita::test;

namespace {

// Two clocks, a choice, and a way into a deadlock after two units of time.
const char* const two_doors =
    "clock x, y;\n"
    "int[0,3] n;\n"
    "process P() {\n"
    "  state A { x <= 5 }, B, C;\n"
    "  init A;\n"
    "  trans A -> A { guard n < 3; assign n = n + 1, y = 0; },\n"
    "        A -> B { guard x >= 2; },\n"
    "        A -> C { guard x < 1; };\n"
    "}\n"
    "system P;\n";

// orbita simulate with the script on stdin; the words need no quotes.
Run simulate(const std::string& model, const std::string& script, const std::vector<std::string>& more = {}) {
  TemporaryFolder folder;
  std::string command = "'" ORBITA_BINARY "' simulate '" + model + "'";
  for (const std::string& word : more) command += " " + word;
  command += " <" + folder.write("in", script) + " >" + folder.path("out") + " 2>" + folder.path("err");
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(folder.path("out")), read_text(folder.path("err"))};
}

}  // namespace

TEST_CASE("the moves of a state are listed, taken and taken back") {
  TemporaryFolder folder;
  const std::string model = folder.write("doors.xta", two_doors);
  const Run run = simulate(model, "2\nzone\nundo\n3\n");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find("  1  P: A -> A") != std::string::npos);
  CHECK(run.out.find("  3  P: A -> C") != std::string::npos);
  CHECK(run.out.find("state 1: P.B\n") != std::string::npos);
  CHECK(run.out.find("state 1: P.C\n") != std::string::npos);
  CHECK(run.out.find("no move is possible") != std::string::npos);
  CHECK(run.out.find("x>=2") != std::string::npos);
}

TEST_CASE("clocks are shown as constraints and as a matrix, and stay when nothing asks for them") {
  TemporaryFolder folder;
  const std::string model = folder.write("doors.xta", two_doors);
  const Run run = simulate(model, "1\nzone\nmatrix\n");
  CAPTURE(run.out);
  CHECK(run.code == 0);
  CHECK(run.out.find("\nx<=5, y-x<=0\n") != std::string::npos);  // y was reset at some x <= 5
  CHECK(run.out.find("\n  x <=5 <=0 <=5\n") != std::string::npos);
}

TEST_CASE("a run saved by the simulator replays") {
  for (const std::string model : {"fischer-broken.xml", "train-gate.xml", "csma-cd-a.xml", "german.xml", "timeout-broadcast.xml"}) {
    TemporaryFolder folder;
    const std::string trace = folder.path("walk.json");
    for (const std::string seed : {"1", "2", "3"}) {
      std::vector<std::string> more = small_settings(model);
      more.insert(more.end(), {"--seed", seed});
      const Run run = simulate(model_path(model), "random 25\ntrace\nsave " + trace + "\n", more);
      CAPTURE(model, seed, run.out.substr(0, 4000), run.err);
      REQUIRE(run.code == 0);
      std::vector<std::string> words{"replay", model_path(model), trace};
      for (const std::string& word : small_settings(model)) words.push_back(word);
      const Run replayed = run_orbita(words);
      CAPTURE(replayed.out, replayed.err);
      CHECK(replayed.code == 0);
    }
  }
}

TEST_CASE("every reachable location of a small model can be walked to, as verify says") {
  // A breadth-first walk by scripts: after `goto 0` a path of numbers leads to a state.
  TemporaryFolder folder;
  const std::string model = folder.write("doors.xta", two_doors);
  const auto ends_in = [&](const std::string& path) {
    const Run run = simulate(model, path + "\nstate\n");
    const std::size_t at = run.out.rfind("state ");
    return run.out.substr(at, run.out.find('\n', at) - at);
  };
  CHECK(ends_in("1\n1\n1") == "state 3: P.A");
  CHECK(ends_in("1\n1\n1\n1") == "state 4: P.B");  // n is 3: only the doors are left
  CHECK(run_orbita({"verify", model, "-q", "E<> P.B && n == 3"}).code == 0);
  CHECK(ends_in("1\n2\ngoto 1") == "state 1: P.A");
  CHECK(ends_in("random 10\ngoto 0") == "state 0: P.A");
}

TEST_CASE("the same seed takes the same walk, another seed another one") {
  const std::string model = model_path("train-gate.xml");
  const std::string first = simulate(model, "random 30\n", {"--seed", "7"}).out;
  CHECK(first == simulate(model, "random 30\n", {"--seed", "7"}).out);
  CHECK(first != simulate(model, "random 30\n", {"--seed", "8"}).out);
}

TEST_CASE("a script that makes no sense says so and is no success") {
  TemporaryFolder folder;
  const std::string model = folder.write("doors.xta", two_doors);
  for (const std::string bad : {"99", "0", "lst", "step", "step x", "undo", "goto 3", "zone 3", "save", "1 2", "save a b",
                                "save /no/such/folder/trace.json", "random -1"}) {
    const Run run = simulate(model, bad + "\n");
    CAPTURE(bad, run.out);
    CHECK(run.code == 2);
    CHECK(run.out.find("\n? ") != std::string::npos);
  }
  CHECK(simulate(model, "lst\n").out.find("'list'") != std::string::npos);
  CHECK(simulate(model, "# a comment\n\nquit\n99\n").code == 0);  // nothing is read after quit
}

TEST_CASE("a move that fails at run time is shown and cannot be taken") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "overflow.xta", "int[0,1] n = 1;\nprocess P() { state A; init A; trans A -> A { assign n = n + 1; }; }\nsystem P;\n");
  const Run run = simulate(model, "1\n");
  CAPTURE(run.out);
  CHECK(run.out.find("(a run-time error)") != std::string::npos);
  CHECK(run.code == 2);
}

TEST_CASE("models with errors are refused") {
  TemporaryFolder folder;
  CHECK(simulate(folder.write("bad.xta", "int x = ;"), "").code == 2);
  CHECK(simulate(folder.path("none.xta"), "").code == 2);
}
