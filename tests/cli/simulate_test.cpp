// orbita simulate, driven by scripts.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/places.h"

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
  std::string command = "'" + orbita_program() + "' simulate '" + model + "'";
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
  for (const std::string model :
       {"fischer-broken.xml", "train-gate.xml", "csma-cd-a.xml", "german.xml", "timeout-broadcast.xml"}) {
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

TEST_CASE("the delay before a move can be chosen within its range") {
  TemporaryFolder folder;
  const std::string model = folder.write("doors.xta", two_doors), trace = folder.path("t.json");
  const Run run = simulate(model, "1 after 7/2\n2 after 1.25\nsave " + trace + "\n");
  CAPTURE(run.out);
  REQUIRE(run.code == 0);
  CHECK(run.out.find("2  P: A -> B, x >= 2  wait [2, 5]\n") != std::string::npos);
  CHECK(run.out.find("3  P: A -> C, x < 1  wait [0, 1)\n") != std::string::npos);
  CHECK(run.out.find("2  P: A -> B, x >= 2  wait [0, 1.5]\n") != std::string::npos);  // x is 3.5 now
  CHECK(run.out.find("3  P: A -> C, x < 1  (not after the delays chosen)\n") != std::string::npos);
  const nlohmann::json saved = nlohmann::json::parse(read_text(trace));
  CHECK(saved.at("steps")[0].at("delay") == "7/2");
  CHECK(saved.at("steps")[1].at("delay") == "5/4");
  CHECK(run_orbita({"replay", model, trace}).code == 0);
  const Run late = simulate(model, "2 after 6\n");
  CHECK(late.code == 2);
  CHECK(late.out.find("? before move 2 one may wait [2, 5], not 6\n") != std::string::npos);
  CHECK(simulate(model, "1 after 2\n3\n").code == 2);
  CHECK(simulate(model, "1 after soon\n").code == 2);
}

TEST_CASE("eval prints the value of an expression allowed in queries") {
  TemporaryFolder folder;
  const std::string model = folder.write("doors.xta", two_doors);
  const auto value = [&](const std::string& path, const std::string& expression) {
    const Run run = simulate(model, path + "eval " + expression + "\n");
    CAPTURE(run.out);
    CHECK(run.code == 0);
    const std::size_t end = run.out.size() - 1, begin = run.out.rfind('\n', end - 1) + 1;
    return run.out.substr(begin, end - begin);
  };
  CHECK(value("", "n + 1") == "1");
  CHECK(value("1\n1\n", "10 * n, n == 2") == "20, true");
  CHECK(value("", "P.A") == "true");
  CHECK(value("2\n", "P.A || n > 0") == "false");
  CHECK(value("", "x") == "in [0, 5]");
  CHECK(value("2\n", "x") == "in [2, inf)");
  CHECK(value("", "x <= 5") == "true");
  CHECK(value("", "x > 5") == "false");
  CHECK(value("", "x >= 2 && P.A").find("true where ") == 0);
  CHECK(value("", "1 / n").find("run-time error") == 0);
  const Run scalars =
      simulate(model_path("fischer-broken.xml"),
               "1\neval Process(0).req\neval Process(1).req\neval Process(0).x\neval id\n", {"--set N=2"});
  CHECK(scalars.code == 0);
  CHECK(scalars.out.find("\ntrue\nfalse\nin [0, 2]\n0\n") != std::string::npos);
  const Run wrong = simulate(model, "eval m\n");
  CHECK(wrong.code == 2);
  CHECK(wrong.out.find("? unknown name 'm'") != std::string::npos);
  CHECK(simulate(model, "eval\n").code == 2);
}

TEST_CASE("a trace is opened and stepped through forwards and backwards") {
  TemporaryFolder folder;
  const std::string model = model_path("train-gate.xml");
  for (const std::string name : {"t.json", "t.xtr"}) {
    CAPTURE(name);
    const std::string trace = folder.path(name);
    REQUIRE(run_orbita({"verify", model, "--set", "N=3", "-q", "E<> exists (i : id_t) Train(i).Stop", "--trace",
                        "shortest", "--trace-file", trace})
                .code == 0);
    const std::size_t steps = nlohmann::json::parse(read_text(folder.path("t.json"))).at("steps").size();
    const std::string again = folder.path("again.json");
    const Run run = simulate(model, "next\nnext 1\nback\neval Gate.len\ngoto 2\nnext 99\nsave " + again + "\n",
                             {trace, "--set N=3"});
    CAPTURE(run.out, run.err);
    REQUIRE(run.code == 0);
    CHECK(run.out.find(trace + ": " + std::to_string(steps) + " steps") == 0);
    CHECK(run.out.find("the trace ends here") != std::string::npos);
    CHECK(run.out.find("(next in the trace") != std::string::npos);
    const Run replayed =
        run_orbita({"replay", model, again, "--set", "N=3", "-q", "E<> exists (i : id_t) Train(i).Stop"});
    CHECK(replayed.out == again + ": valid (" + std::to_string(steps) + " steps)\n");
    CHECK(nlohmann::json::parse(read_text(again)).at("steps").size() == steps);
  }
  const Run left = simulate(model, "random\nnext\ngoto 0\nnext\n", {folder.path("t.json"), "--set N=3"});
  CHECK(left.code == 2);
  CHECK(left.out.find("? the walk has left the trace; goto 0 returns to it\n") != std::string::npos);
  CHECK(left.out.rfind("state 1:") > left.out.find("? the walk"));  // after goto 0 it can be followed again
  const Run other = simulate(model, "", {folder.path("t.json"), "--set N=4"});
  CHECK(other.code == 2);
  CHECK(other.err.find("another model") != std::string::npos);
  CHECK(simulate(model, "next\n").code == 2);
}

TEST_CASE("a step shows its changes, and the state on request") {
  const Run run = simulate(model_path("train-gate.xml"), "1\nstate\n", {"--set N=5"});
  CAPTURE(run.out);
  const std::size_t took = run.out.find("took "), state = run.out.rfind("state 1:");
  const std::string step = run.out.substr(took, state - took), full = run.out.substr(state);
  CHECK(step.find("Gate.len: 0 -> 1") != std::string::npos);
  CHECK(step.find("Train(4).Safe") == std::string::npos);
  CHECK(full.find("Train(4).Safe") != std::string::npos);
  CHECK(full.find("Gate.list = {0, 0, 0, 0, 0") != std::string::npos);  // arrays are shown as one item
  CHECK(full.find("entered at time ") != std::string::npos);
}

TEST_CASE("an invalid script is reported and is not a success") {
  TemporaryFolder folder;
  const std::string model = folder.write("doors.xta", two_doors);
  for (const std::string bad :
       {"99", "0", "lst", "step", "step x", "undo", "goto 3", "zone 3", "save", "1 2", "1 after", "1 before 2",
        "save a b", "save /no/such/folder/trace.json", "random -1", "next"}) {
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
      "overflow.xta",
      "int[0,1] n = 1;\nprocess P() { state A; init A; trans A -> A { assign n = n + 1; }; }\nsystem P;\n");
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
