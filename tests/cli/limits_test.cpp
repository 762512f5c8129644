// Signals, limits and broken files: verify's output, the files it leaves, and its exit code.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

// Far too large to finish: only a limit or a signal ends it.
const std::vector<std::string> large{"verify", model_path("fischer.xml"), "--set", "N=14", "--symmetry", "off"};
const std::string long_query =
    "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
const std::vector<std::string> endless{large[0], large[1], large[2], large[3], large[4], large[5], "-q", long_query};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::size_t files_in(const TemporaryFolder& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) count += entry.exists() ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("SIGINT and SIGTERM end a run with the verdicts so far, exit code 3") {
  for (const int signal : {SIGINT, SIGTERM}) {
    CAPTURE(signal);
    Child child(with(endless, {"--format", "ndjson"}));
    REQUIRE(child.wait_for_progress());
    child.send(signal);
    CHECK(child.code() == 3);
    const std::string out = child.out();
    CHECK(out.find("\"verdict\":\"unknown\"") != std::string::npos);
    CHECK(out.find("\"reason\":\"interrupted\"") != std::string::npos);
    CHECK(out.find("{\"event\":\"end\",\"exit_code\":3") != std::string::npos);
  }
}

TEST_CASE("limits end a search by labels with the verdicts so far, what it has learned and exit code 3") {
  const std::vector<std::string> labelled{
      "verify",   model_path("dining-philosophers.xml"),
      "--set",    "N=11",
      "--engine", "interpolation",
      "--format", "json",
      "-q",       "E<> Philosopher(0).L2",
      "-q",       "A[] (sum (i : int[0,N-1]) (Philosopher(i).L2 or Philosopher(i).L3)) <= N/2"};
  const std::pair<std::vector<std::string>, std::string> limits[] = {{{"--timeout", "0.3s"}, "time"},
                                                                     {{"--memory", "2M"}, "memory"}};
  for (const auto& [limit, reason] : limits) {
    CAPTURE(reason);
    const Run run = run_orbita(with(labelled, limit));
    CAPTURE(run.out, run.err);
    CHECK(run.code == 3);
    const json queries = json::parse(run.out)["queries"];
    CHECK(queries[0]["verdict"] == "satisfied");
    CHECK(queries[1]["verdict"] == "unknown");
    CHECK(queries[1]["reason"] == reason + " limit");
    CHECK(queries[1]["labels"]["visited"] > 10);
  }
}

TEST_CASE("verdicts decided before the interruption are kept") {
  TemporaryFolder folder;
  // E<> is decided by the first exploration; the search for deadlocks has a separate one that never ends.
  Child child(with(large, {"--format", "ndjson", "-q", "E<> exists (i : pid_t) Process(i).req", "-q",
                           "A[] not deadlock", "--trace", "some", "--trace-file", folder.path("t.json")}));
  REQUIRE(child.wait_for_progress());
  child.send(SIGINT);
  const int code = child.code();
  const std::string out = child.out();
  CAPTURE(out);
  CHECK(code == 3);
  CHECK(out.find("\"index\":1,\"formula\":\"E<> exists (i : pid_t) Process(i).req\",\"verdict\":\"satisfied\"") !=
        std::string::npos);
  CHECK(out.find("\"satisfied\":1,\"not_satisfied\":0,\"unknown\":1") != std::string::npos);
  CHECK(std::filesystem::exists(folder.path("t-1.json")));
  CHECK(files_in(folder) == 1);
}

TEST_CASE("text: a verdict is printed as soon as those before it are, and stays printed") {
  // Liveness queries have a separate exploration.
  Child child(with(large, {"-q", "E<> exists (i : pid_t) Process(i).req", "-q",
                           "(exists (i : pid_t) Process(i).req) --> (exists (i : pid_t) Process(i).wait)"}));
  const std::string line = "satisfied     E<> exists (i : pid_t) Process(i).req\n";
  REQUIRE(child.wait_until([&] { return !child.out().empty(); }));
  CHECK(child.out() == line);
  child.send(SIGKILL);
  CHECK(child.code() == 128 + SIGKILL);
  CHECK(child.out() == line);
}

TEST_CASE("a second signal ends at once") {
  Child child(with(endless, {"--format", "ndjson"}));
  REQUIRE(child.wait_for_progress());
  for (const int signal : {SIGSTOP, SIGINT, SIGTERM, SIGCONT}) child.send(signal);  // both before the search polls
  const int code = child.code();
  CHECK((code == 128 + SIGINT || code == 128 + SIGTERM));
}

TEST_CASE("SIGUSR1 prints a snapshot and the run goes on") {
  Child child(with(endless, {"--format", "ndjson"}));
  REQUIRE(child.wait_for_progress());
  CHECK(child.err().find(" waiting") == std::string::npos);
  child.send(SIGUSR1);
  REQUIRE(child.wait_until([&] { return child.err().find(" waiting") != std::string::npos; }));
  CHECK(child.err().find(" states, ") != std::string::npos);
  child.send(SIGINT);
  CHECK(child.code() == 3);
}

TEST_CASE("--timeout and --memory end with unknown, the reason, and statistics") {
  for (const auto& [limit, reason] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--timeout", "300ms"}, "time limit"}, {{"--memory", "1M"}, "memory limit"}}) {
    const Run run = run_orbita(with(with(endless, limit), {"--format", "json"}));
    CAPTURE(reason, run.err);
    CHECK(run.code == 3);
    const json document = json::parse(run.out);
    REQUIRE(document.at("queries").size() == 1);
    for (const json& query : document.at("queries")) {
      CHECK(query.at("verdict") == "unknown");
      CHECK(query.at("reason") == reason);
      CHECK(query.at("stored").get<std::uint64_t>() > 0);
    }
  }
}

TEST_CASE("ulimit -v ends with unknown, not with a crash") {
  if (has_address_sanitizer()) {
    WARN("AddressSanitizer needs more address space than any such limit leaves");
    return;
  }
  Child child(endless, [] {
    const rlimit limit{64u << 20, 64u << 20};
    ::setrlimit(RLIMIT_AS, &limit);
  });
  CHECK(child.code() == 3);
  CHECK(child.out().find("unknown") != std::string::npos);
  CHECK(child.out().find("satisfied ") == std::string::npos);
}

TEST_CASE("a full disk: exit code 2, a message, and no file under the final name") {
  const std::vector<std::string> verify{"verify", model_path("fischer-broken.xml"), "--set", "N=2", "--trace", "some"};
  for (const std::string option : {"--trace-file", "--dump-states"}) {
    const Run run = run_orbita(with(verify, {option, "/dev/full"}));
    CAPTURE(option, run.err);
    CHECK(run.code == 2);
    CHECK(run.err.find("cannot write") != std::string::npos);
    CHECK(run.err.find("/dev/full") != std::string::npos);
    CHECK(run.out.find("satisfied") != std::string::npos);  // the verdicts are kept
    const Run document = run_orbita(with(verify, {option, "/dev/full", "--format", "json"}));
    CHECK(document.code == 2);
    CHECK(json::parse(document.out).at("queries").size() == 3);
  }
  Child child(verify, [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); });
  CHECK(child.code() == 2);
  CHECK(child.err().find("cannot write the output") != std::string::npos);
}

TEST_CASE("for every file a verb writes, a full disk is exit code 2 and a message that names it") {
  const std::string model = model_path("fischer-broken.xml"), full = "/dev/full";
  const std::vector<std::vector<std::string>> lines{
      {"verify", model, "--set", "N=2", "--trace", "some", "--msc", full + ".svg"},
      {"verify", model, "--set", "N=2", "--junit", full},
      {"test", model, "--junit", full},
      {"sweep", model, "--set", "N=2..3", "--plot", full},
      {"convert", model, full + ".xml"},
      {"verifyta", model, "--set", "N=2", "-x", full}};
  for (std::vector<std::string> words : lines) {
    TemporaryFolder folder;
    if (words.back() != full) {  // a name that gives the format
      words.back() = folder.path(words.back().substr(5));
      std::filesystem::create_symlink(full, words.back());
    }
    const Run run = run_orbita(words);
    CAPTURE(words, run.out, run.err);
    CHECK(run.code == (words[0] == "verifyta" ? 1 : 2));
    CHECK(run.err.find("cannot write " + words.back()) != std::string::npos);
  }
}

TEST_CASE("beyond ulimit -f nothing is left behind, and the verdict is kept") {
  for (const std::string option : {"--trace-file", "--dump-states", "--junit"}) {
    TemporaryFolder folder;
    const std::string file = folder.path("f.json");
    Child child({"verify", model_path("fischer.xml"), "--set", "N=4", "--trace", "some", "-q",
                 "E<> exists (i : pid_t) Process(i).cs", "-q", "E<> exists (i : pid_t) Process(i).cs && id == id",
                 option, file},
                [] {
                  const rlimit limit{400, 400};
                  ::setrlimit(RLIMIT_FSIZE, &limit);
                  // stdout would be truncated too
                  int ends[2];
                  if (::pipe(ends) == 0) ::dup2(ends[1], STDOUT_FILENO);
                });
    CAPTURE(option);
    CHECK(child.code() == 2);
    CHECK(child.err().find("cannot write") != std::string::npos);
    CHECK(files_in(folder) == 0);
  }
}

TEST_CASE("files that cannot be written leave the verdicts printed and nothing behind") {
  TemporaryFolder folder;
  const std::string absent = folder.path("absent/t.json");
  const Run run = run_orbita({"verify", model_path("fischer-broken.xml"), "--set", "N=2", "--trace", "some",
                              "--trace-file", absent, "--gantt", folder.path("g.svg")});
  CHECK(run.code == 2);
  CHECK(run.err.find("cannot write ") != std::string::npos);
  CHECK(run.err.find("absent/t") != std::string::npos);
  CHECK(run.out.find("satisfied") != std::string::npos);
  CHECK(files_in(folder) > 0);  // the charts could be written
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
    CHECK(entry.path().string().find(".part") == std::string::npos);
  }
}

TEST_CASE("a closed pipe: exit code 2 and a message, not a signal") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  Child child({"verify", model_path("fischer-broken.xml"), "--set", "N=2"}, [&] { ::dup2(ends[1], STDOUT_FILENO); });
  ::close(ends[1]);
  CHECK(child.code() == 2);
  CHECK(child.err().find("cannot write the output") != std::string::npos);
}

TEST_CASE("unreadable, absent and vanishing files") {
  TemporaryFolder folder;
  for (const std::string& path : {folder.path("absent.xml"), folder.path("")}) {
    const Run run = run_orbita({"verify", path});
    CAPTURE(path, run.err);
    CHECK(run.code == 2);
    CHECK(run.err.find(path) != std::string::npos);
    CHECK(run.out.empty());
  }
  // Not even root can read this one.
  for (const std::string verb : {"verify", "check", "explain", "test", "simulate"}) {
    const Run run = run_orbita({verb, "/proc/self/mem"});
    CAPTURE(verb, run.out, run.err);
    CHECK(run.code == 2);
    CHECK((run.out + run.err).find("/proc/self/mem") != std::string::npos);
    CHECK((run.out + run.err).find("Input/output error") != std::string::npos);
  }
  const std::string model = folder.write("m.xml", read_text(model_path("fischer.xml")));
  if (::geteuid() != 0) {
    ::chmod(model.c_str(), 0);
    CHECK(run_orbita({"verify", model}).code == 2);
    ::chmod(model.c_str(), 0600);
  }
  CHECK(run_orbita({"verify", model, folder.path("absent.q")}).code == 2);
  CHECK(run_orbita({"replay", model, folder.path("absent.json")}).code == 2);
  // The model may be deleted once it has been read.
  std::vector<std::string> words = endless;
  words[1] = model;
  Child child(with(words, {"--format", "ndjson"}));
  REQUIRE(child.wait_for_progress());
  std::filesystem::remove(model);
  child.send(SIGTERM);
  CHECK(child.code() == 3);
}

TEST_CASE("a folder that vanishes before its file is written") {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder.path("out"));
  Child child(with(large, {"--format", "ndjson", "-q", "E<> exists (i : pid_t) Process(i).req", "-q",
                           "A[] not deadlock", "--trace", "some", "--trace-file", folder.path("out/t.json")}));
  REQUIRE(child.wait_for_progress());
  std::filesystem::remove_all(folder.path("out"));
  child.send(SIGINT);
  CHECK(child.code() == 2);
  CHECK(child.err().find("cannot write " + folder.path("out/t-1.json")) != std::string::npos);
  CHECK(child.out().find("\"verdict\":\"satisfied\"") != std::string::npos);
  CHECK(child.out().find("{\"event\":\"end\",\"exit_code\":2") != std::string::npos);
}

TEST_CASE("a link in a suite that leads nowhere is an error, not an absence") {
  TemporaryFolder folder;
  std::filesystem::copy_file(model_path("fischer-broken.xml"), folder.path("good.xml"));
  CHECK(run_orbita({"test", folder.path("")}).code == 0);
  std::filesystem::create_symlink(folder.path("nowhere"), folder.path("lost.xml"));
  const Run run = run_orbita({"test", folder.path("")});
  CAPTURE(run.out);
  CHECK(run.code == 2);
  CHECK(run.out.find("lost.xml") != std::string::npos);
  CHECK(run.out.find("ok ") != std::string::npos);
  CHECK(run_orbita({"man", "/dev/null/man"}).code == 2);
}
