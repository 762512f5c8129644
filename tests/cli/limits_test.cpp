// Signals, limits and broken files: what verify says, what it leaves behind, and its exit code.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <thread>

#include "tests/cli/program.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

// Far too large to finish: only a limit or a signal ends it.
const std::vector<std::string> large{"verify", model_path("fischer.xml"), "--set", "N=14", "--symmetry", "off"};
const std::string exclusion = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
const std::vector<std::string> endless{large[0], large[1], large[2], large[3], large[4], large[5], "-q", exclusion};
class Child {
 public:
  explicit Child(std::vector<std::string> arguments, const std::function<void()>& prepare = nullptr) : folder_() {
    arguments.insert(arguments.begin(), ORBITA_BINARY);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const std::string out = folder_.path("out"), err = folder_.path("err");
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
      ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
      if (prepare) prepare();
      ::execv(words[0], words.data());
      ::_exit(127);
    }
  }
  ~Child() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void send(int signal) const { ::kill(process_, signal); }
  std::string out() const { return read_text(folder_.path("out")); }
  std::string err() const { return read_text(folder_.path("err")); }
  // Exploration has begun: progress events are coming.
  void wait_until(const std::function<bool()>& ready) const {
    for (int i = 0; i < 600 && !ready(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    REQUIRE(ready());
  }
  int code() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  TemporaryFolder folder_;
  pid_t process_ = 0;
};

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

TEST_CASE("SIGINT and SIGTERM end a run with what is known, exit code 3") {
  for (const int signal : {SIGINT, SIGTERM}) {
    CAPTURE(signal);
    Child child(with(endless, {"--format", "ndjson"}));
    child.wait_until([&] { return child.out().find("\"progress\"") != std::string::npos; });
    child.send(signal);
    CHECK(child.code() == 3);
    const std::string out = child.out();
    CHECK(out.find("\"verdict\":\"unknown\"") != std::string::npos);
    CHECK(out.find("\"reason\":\"interrupted\"") != std::string::npos);
    CHECK(out.find("{\"event\":\"end\",\"exit_code\":3") != std::string::npos);
  }
}

TEST_CASE("what was decided before the interruption is kept") {
  TemporaryFolder folder;
  // E<> is decided by the first exploration; the search for deadlocks has one of its own that never ends.
  Child child(with(large, {"--format", "ndjson", "-q", "E<> exists (i : pid_t) Process(i).req", "-q",
                             "A[] not deadlock", "--trace", "some", "--trace-file", folder.path("t.json")}));
  child.wait_until([&] { return child.out().find("\"progress\"") != std::string::npos; });
  child.send(SIGINT);
  const int code = child.code();
  const std::string out = child.out();
  CAPTURE(out);
  CHECK(code == 3);
  CHECK(out.find("\"index\":1,\"formula\":\"E<> exists (i : pid_t) Process(i).req\",\"verdict\":\"satisfied\"") != std::string::npos);
  CHECK(out.find("\"satisfied\":1,\"not_satisfied\":0,\"unknown\":1") != std::string::npos);
  CHECK(std::filesystem::exists(folder.path("t-1.json")));
  CHECK(files_in(folder) == 1);
}

TEST_CASE("SIGUSR1 prints a snapshot and the run goes on") {
  Child child(with(endless, {"--format", "ndjson"}));
  child.wait_until([&] { return child.out().find("\"progress\"") != std::string::npos; });
  CHECK(child.err().find(" waiting") == std::string::npos);
  child.send(SIGUSR1);
  child.wait_until([&] { return child.err().find(" waiting") != std::string::npos; });
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
#if defined(__SANITIZE_ADDRESS__)
  WARN("AddressSanitizer needs more address space than any such limit leaves");
#else
  Child child(endless, [] {
    const rlimit limit{64u << 20, 64u << 20};
    ::setrlimit(RLIMIT_AS, &limit);
  });
  CHECK(child.code() == 3);
  CHECK(child.out().find("unknown") != std::string::npos);
  CHECK(child.out().find("satisfied ") == std::string::npos);
#endif
}

TEST_CASE("a full disk: exit code 2, a message, and no file under the final name") {
  const std::vector<std::string> verify{"verify", model_path("fischer-broken.xml"), "--set", "N=2", "--trace", "some"};
  for (const std::string option : {"--trace-file", "--dump-states"}) {
    const Run run = run_orbita(with(verify, {option, "/dev/full"}));
    CAPTURE(option, run.err);
    CHECK(run.code == 2);
    CHECK(run.err.find("cannot write") != std::string::npos);
    CHECK(run.err.find("/dev/full") != std::string::npos);
  }
  Child child(verify, [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); });
  CHECK(child.code() == 2);
  CHECK(child.err().find("cannot write the output") != std::string::npos);
}

TEST_CASE("files that cannot be written leave the verdicts printed and nothing behind") {
  TemporaryFolder folder;
  const std::string absent = folder.path("absent/t.json");
  const Run run = run_orbita({"verify", model_path("fischer-broken.xml"), "--set", "N=2", "--trace", "some", "--trace-file", absent,
                              "--gantt", folder.path("g.svg")});
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
  const std::string model = folder.write("m.xml", read_text(model_path("fischer.xml")));
  if (::geteuid() != 0) {
    ::chmod(model.c_str(), 0);
    CHECK(run_orbita({"verify", model}).code == 2);
    ::chmod(model.c_str(), 0600);
  }
  CHECK(run_orbita({"verify", model, folder.path("absent.q")}).code == 2);
  CHECK(run_orbita({"replay", model, folder.path("absent.json")}).code == 2);
  // The model may go once it has been read.
  std::vector<std::string> words = endless;
  words[1] = model;
  Child child(with(words, {"--format", "ndjson"}));
  child.wait_until([&] { return child.out().find("\"progress\"") != std::string::npos; });
  std::filesystem::remove(model);
  child.send(SIGTERM);
  CHECK(child.code() == 3);
}
