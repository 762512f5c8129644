// Limits and signals in every phase: each model would keep the program busy for ever in one phase.
//
// On an idle machine every run ends within a second of its limit or signal; the asserted bounds leave room for a loaded
// machine.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

struct PhaseCase {
  std::string phase;  // the phase named in the verdict; empty: the exploration itself, which is not named
  std::string text;   // of the model
  Words more;         // arguments
};

std::string one_process(const std::string& declarations, const std::string& state, const std::string& edge) {
  return declarations + "process P() { state A" + state + "; init A; trans A -> A { " + edge + " }; }\nsystem P;\n";
}

const std::string slow_function =
    "int f(int k) { int s = 0; for (i : int[0,5000000]) s = (s + i % 5 + k) % 7; return s; }\nint[0,6] n;\n";
const std::string all_integers = one_process("", "", "select i : int[-2147483648,2147483647];");
const std::string many_processes =
    "process P(const int[0,999999] i) { state A, B; init A; trans A -> B { guard i > 3; }; }\nsystem P;\n";
const std::string large_array = one_process("int a[15000000];\n", "", "assign a[3] = 1;");
const std::string nested_quantifiers = " { forall (i : int[0,99999]) forall (j : int[0,99999]) x <= i + j + 5 }";
// Every receiver has three edges to choose from.
const std::string many_receivers =
    "broadcast chan c;\nprocess S() { state A; init A; trans A -> A { sync c!; }; }\n"
    "process R(const int[0,24] i) { state A, B, C, D; init A;\n"
    "  trans A -> B { sync c?; }, A -> C { sync c?; }, A -> D { sync c?; }; }\nsystem S, R;\n";

// A chain of locations along which the bounds of as many clocks propagate one step per round.
std::string long_chain(int length) {
  std::string clocks, locations, edges;
  for (int i = 0; i < length; ++i) {
    const std::string n = std::to_string(i), last = std::to_string(length - 1);
    clocks += (i > 0 ? ", x" : "x") + n;
    locations += (i > 0 ? ", L" : "L") + n;
    if (i + 1 < length) edges += "L" + n + " -> L" + std::to_string(i + 1) + " { }, ";
    edges += "L" + last + " -> L" + last + " { guard x" + n + " > " + n + "; }" + (i + 1 < length ? ", " : "");
  }
  return "clock " + clocks + ";\nprocess P() { state " + locations + "; init L0; trans " + edges + "; }\nsystem P;\n";
}

const std::vector<PhaseCase>& before_exploration() {
  static const std::vector<PhaseCase> cases{
      // clang-format off
      {"checking the model", one_process(slow_function + "const int N = f(3);\n", "", "guard n > N;"), {}},
      {"checking the model", "int f(int k) { return forall (i : int[0,100000000]) i + k >= 0; }\nconst int N = f(1);\n" + all_integers, {}},
      {"", many_processes, {}},  // checking or compiling, depending on the machine's speed
      {"", large_array, {}},
      {"compiling the model", one_process("clock x;\n", nested_quantifiers, ""), {}},
      {"compiling the queries", one_process("clock x;\n", "", "assign x = 0;"),
       {"-q", "E<> exists (i : int[0,99999]) exists (j : int[0,99999]) x > i + j"}},
      {"looking at the initial state", "process P(const int[0,199] i) { state A { forall (j : int[0,8000000]) j + i >= 0 }; init A; }\nsystem P;\n", {"--symmetry", "declared"}},
      {"looking for symmetry", "process P(const int[0,199] i) { state A { forall (j : int[0,8000000]) j + i >= 0 }; init A; }\nsystem P;\n", {}},
      {"preparing the search", long_chain(1500), {}}};
  // clang-format on
  return cases;
}

const std::vector<PhaseCase>& one_state() {
  static const std::vector<PhaseCase> cases{
      {"", all_integers, {}},
      {"", one_process("int[0,3] n;\n", "", "select i : int[0,29999], j : int[0,29999]; guard i * j == n + 1;"), {}},
      {"", one_process(slow_function, "", "select i : int[0,100000]; assign n = f(i);"), {}},
      {"", many_receivers, {}},
      {"",
       "chan c;\nprocess S() { state A; init A; trans A -> A { select i : int[0,200000]; sync c!; }; }\n"
       "process R() { state A; init A; trans A -> A { select i : int[0,200000]; sync c?; }; }\nsystem S, R;\n",
       {}},
      {"",
       "process P() { state A; urgent A; init A; trans A -> A { select i : int[-2147483648,2147483647]; }; }\nsystem "
       "P;\n",
       {"-q", "A<> false"}},
      {"", all_integers, {"--approximation", "hash"}},
      {"", all_integers, {"--bounds", "lazy"}},
      {"", all_integers, {"--threads", "2"}}};
  return cases;
}

std::string fischer_text() { return read_text(model_path("fischer.xml")); }

const std::vector<PhaseCase>& many_states() {
  static const Words larger{"--set", "N=14", "--symmetry", "off"};
  static const auto with_words = [](Words words) {
    words.insert(words.begin(), larger.begin(), larger.end());
    return words;
  };
  static const std::vector<PhaseCase> cases{
      {"", fischer_text(), with_words({"--order", "dfs"})},
      {"", fischer_text(), with_words({"--threads", "2"})},
      {"", fischer_text(),
       with_words({"-q", "(exists (i : pid_t) Process(i).req) --> false && (exists (i : pid_t) Process(i).cs)"})},
      {"", fischer_text(), with_words({"-q", "sup: set"})},
      {"", fischer_text(), {"--set", "N=12", "--symmetry", "enumerate"}}};
  return cases;
}

// Writes the model into the folder.
Words command_for(const PhaseCase& one, const TemporaryFolder& folder) {
  const bool xml = one.text.starts_with("<");
  Words words{"verify", folder.write(xml ? "m.xml" : "m.xta", one.text)};
  const bool asks = std::find(one.more.begin(), one.more.end(), "-q") != one.more.end();
  if (!asks) words.insert(words.end(), {"-q", "A[] true"});
  words.insert(words.end(), one.more.begin(), one.more.end());
  return words;
}

std::string reason_in(const PhaseCase& one, const std::string& limit) {
  return "(" + limit + (one.phase.empty() ? "" : ", while " + one.phase);
}

// Time until the child ends, and how it ended.
struct Ending {
  int code = 0;
  double seconds = 0;
};

Ending wait_for_end(Child& child) {
  const auto start = std::chrono::steady_clock::now();
  const int code = child.code();
  return {code, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

// Idle: below 1. A machine ten times as slow passes, a run that does not end fails.
constexpr double most_seconds_late = 10;

void check_time_limit(const std::vector<PhaseCase>& cases) {
  for (const PhaseCase& one : cases) {
    TemporaryFolder folder;
    Words words = command_for(one, folder);
    words.insert(words.end(), {"--timeout", "300ms"});
    CAPTURE(one.phase, one.text.substr(0, 300), one.more);
    Child child(words);
    const Ending end = wait_for_end(child);
    CAPTURE(child.out(), child.err());
    CHECK(end.code == 3);
    CHECK(child.out().find("unknown ") == 0);
    CHECK(child.out().find(reason_in(one, "time limit")) != std::string::npos);
    CHECK(end.seconds < 0.3 + most_seconds_late);
  }
}

void check_signals(const std::vector<PhaseCase>& cases) {
  bool terminate = false;
  for (const PhaseCase& one : cases) {
    TemporaryFolder folder;
    Child child(command_for(one, folder));
    CAPTURE(one.phase, one.text.substr(0, 300), one.more);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    child.send(terminate ? SIGTERM : SIGINT);
    terminate = !terminate;
    const Ending end = wait_for_end(child);
    CAPTURE(child.out(), child.err());
    CHECK(end.code == 3);
    CHECK(child.out().find("unknown ") == 0);
    CHECK(child.out().find("(interrupted") != std::string::npos);
    CHECK(end.seconds < most_seconds_late);
  }
}

}  // namespace

TEST_CASE("--timeout ends every phase before the exploration, and names it") { check_time_limit(before_exploration()); }
TEST_CASE("--timeout ends the search for the successors of a single state") { check_time_limit(one_state()); }
TEST_CASE("--timeout ends every kind of exploration") { check_time_limit(many_states()); }

TEST_CASE("SIGINT and SIGTERM end every phase before the exploration") { check_signals(before_exploration()); }
TEST_CASE("SIGINT and SIGTERM end the search for the successors of a single state") { check_signals(one_state()); }

TEST_CASE("--memory holds for the whole process, in every phase") {
  if (has_address_sanitizer()) {
    WARN("sanitizers need memory of their own");
    return;
  }
  const std::string large_states =
      one_process("int[0,1000000] n;\nint pad[2000];\n", "", "guard n < 1000000; assign n = n + 1;");
  const std::vector<PhaseCase> cases{{"", many_processes, {}},
                                     {"", large_array, {}},
                                     {"", all_integers, {}},
                                     {"", many_receivers, {}},
                                     {"", large_states, {"--reduce", "none"}},
                                     {"reading the model", "", {}}};
  constexpr std::size_t megabyte = 1 << 20, limit = 100 * megabyte;
  for (const PhaseCase& one : cases) {
    TemporaryFolder folder;
    Words words = command_for(one, folder);
    words.insert(words.end(), {"--memory", "100M", "--timeout", "60"});
    if (one.text.empty()) std::filesystem::resize_file(words[1], 300 * megabyte);
    CAPTURE(one.phase, one.text.substr(0, 300));
    Child child(words);
    const Ending end = wait_for_end(child);
    CAPTURE(child.out(), child.err());
    CHECK(end.code == 3);
    CHECK(child.out().find(reason_in(one, "memory limit")) != std::string::npos);
    CHECK(child.peak_bytes() < limit + limit / 10);
  }
}

TEST_CASE("a pipe without a writer or reader does not outlast the limits") {
  TemporaryFolder folder;
  const std::string pipe = folder.path("pipe.xta");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::string model = folder.write("m.xta", one_process("", "", ""));
  struct PipeCase {
    Words words;
    int code;
    std::string message;
  };
  const std::vector<PipeCase> cases{
      {{"verify", pipe, "-q", "A[] true"}, 3, "unknown       A[] true  (time limit, while reading the model)\n"},
      {{"verify", model, pipe + ".q"}, 3, "unknown       all queries  (time limit, while reading the queries)\n"},
      {{"verify", model, "-q", "A[] true", "--dump-states", pipe}, 3, "satisfied     A[] true\n"},
      {{"verify", model, "-q", "E<> true", "--trace-file", pipe + ".json"}, 2, "satisfied     E<> true\n"}};
  Child waiting({"verify", "-", "-q", "A[] true", "--timeout", "300ms"},
                [&] { ::dup2(::open(pipe.c_str(), O_RDWR), STDIN_FILENO); });
  CHECK(waiting.code() == 3);
  CHECK(waiting.out().find("(time limit, while reading the model)") != std::string::npos);
  for (const std::string ending : {".q", ".json"}) REQUIRE(::mkfifo((pipe + ending).c_str(), 0600) == 0);
  for (const PipeCase& one : cases) {
    Words words = one.words;
    words.insert(words.end(), {"--timeout", "300ms"});
    Child child(words);
    const Ending end = wait_for_end(child);
    CAPTURE(one.words, child.out(), child.err());
    CHECK(end.code == one.code);
    CHECK(child.out().find(one.message) == 0);
    CHECK(end.seconds < 1 + most_seconds_late);
  }
}

TEST_CASE("SIGINT ends the program even while its output has no reader") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::fcntl(ends[1], F_SETPIPE_SZ, 4096) >= 0);
  Child child({"verify", model_path("fischer-broken.xml"), "--trace", "some", "--format", "json"},
              [&] { ::dup2(ends[1], STDOUT_FILENO); });
  ::close(ends[1]);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  child.send(SIGINT);
  const Ending end = wait_for_end(child);
  ::close(ends[0]);
  CHECK(end.code == 2);
  CHECK(child.err().find("cannot write the output") != std::string::npos);
  CHECK(end.seconds < most_seconds_late);
}

TEST_CASE("a pipe is read to its end, however slow it is") {
  TemporaryFolder folder;
  const std::string pipe = folder.path("pipe.xta");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  Child child({"verify", pipe, "-q", "A[] true"});
  {
    std::ofstream out(pipe);
    out << "process P() { state A; " << std::flush;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    out << "init A; }\nsystem P;\n";
  }
  CHECK(child.code() == 0);
  CHECK(child.out() == "satisfied     A[] true\n");
}

TEST_CASE("a limit before the exploration is reported in JSON, events, sweep, test and verifyta") {
  TemporaryFolder folder;
  const std::string model =
      folder.write("m.xta", "// expect: A[] true  satisfied\n" + one_process("clock x;\n", nested_quantifiers, ""));
  const std::string good = folder.write("good.xta", one_process("", "", ""));
  const Words limit{"--timeout", "200ms", "-q", "A[] true", "-q", "E<> true"};
  const auto run = [&](Words words) {
    words.insert(words.end(), limit.begin(), limit.end());
    return run_orbita(words);
  };
  const std::string reason = "time limit, while compiling the model";
  const Run document = run({"verify", model, good, "--format", "json"});
  CAPTURE(document.out, document.err);
  CHECK(document.code == 3);
  const json models = json::parse(document.out).at("models");
  CHECK(models.at(0).at("queries").at(1).at("reason") == reason);
  CHECK(models.at(1).at("queries").at(1).at("verdict") == "satisfied");  // each has its own time limit
  const Run events = run({"verify", model, "--format", "ndjson"});
  CHECK(events.code == 3);
  CHECK(events.out.find("\"reason\":\"" + reason + "\"") != std::string::npos);
  const Run sweep = run({"sweep", model});
  CAPTURE(sweep.out, sweep.err);
  CHECK(sweep.code == 3);
  CHECK(sweep.out.find(reason) != std::string::npos);
  const Run test = run_orbita({"test", model, "--timeout", "200ms"});
  CAPTURE(test.out, test.err);
  CHECK(test.code == 3);
  CHECK(test.out.find(reason) != std::string::npos);
  const std::string queries = folder.write("m.q", "A[] true\n");
  const Run verifyta = run_orbita({"verifyta", model, queries, "--timeout", "200ms"});
  CAPTURE(verifyta.out, verifyta.err);
  CHECK(verifyta.code == 3);
  CHECK(verifyta.out.find("undecided: " + reason) != std::string::npos);
}

TEST_CASE("--dump-states ends with the time limit and leaves nothing behind; --dump discrete is small") {
  TemporaryFolder folder;
  const Words explore{"verify",   model_path("fischer.xml"), "--symmetry",         "off", "-q",
                      "A[] true", "--dump-states",           folder.path("d.json")};
  const auto dump_with = [&](Words more) {
    more.insert(more.begin(), explore.begin(), explore.end());
    return more;
  };
  const Run full = run_orbita(dump_with({"--set", "N=4"}));
  CHECK(full.code == 0);
  const std::string states = read_text(folder.path("d.json"));
  const Run discrete = run_orbita(dump_with({"--set", "N=4", "--dump", "discrete"}));
  CHECK(discrete.code == 0);
  const std::string small = read_text(folder.path("d.json"));
  CHECK(small.size() * 3 < states.size());
  std::size_t zones = 0, lines = 0;
  std::istringstream in(small);
  std::set<std::string> seen;
  for (std::string line; std::getline(in, line);) {
    json state = json::parse(line);
    zones += state.at("zones").get<std::size_t>();
    CHECK_FALSE(state.contains("zone"));
    state.erase("zones");
    CHECK(seen.insert(state.dump()).second);
    ++lines;
  }
  CHECK(zones == static_cast<std::size_t>(std::count(states.begin(), states.end(), '\n')));
  CHECK(lines <= zones);
  CHECK(run_orbita({"verify", model_path("fischer.xml"), "--dump", "discrete"}).code == 2);  // needs --dump-states
  std::filesystem::remove(folder.path("d.json"));
  const Run late = run_orbita(dump_with({"--set", "N=9", "--timeout", "1"}));
  CAPTURE(late.out, late.err);
  CHECK(late.code == 3);
  CHECK(std::filesystem::is_empty(folder.path("")));
}
