#include "tests/cli/program.h"
#include "tests/places.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace orbita::test {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

Run run_orbita(const std::vector<std::string>& arguments, const std::string& environment) {
  TemporaryFolder folder;
  std::string command = environment + (environment.empty() ? "" : " ") + quoted(orbita_program());
  for (const std::string& argument : arguments) command += ' ' + quoted(argument);
  command += " >" + quoted(folder.path("out")) + " 2>" + quoted(folder.path("err")) + " </dev/null";
  const int status = std::system(command.c_str());
  Run run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = read_text(folder.path("out"));
  run.err = read_text(folder.path("err"));
  return run;
}

std::string model_path(const std::string& name) {
  return (std::filesystem::path(orbita::test::source_dir()) / "models" / name).string();
}

std::vector<std::string> all_models() {
  std::vector<std::string> models;
  for (const auto& entry : std::filesystem::directory_iterator(model_path(""))) {
    if (entry.path().extension() == ".xml") models.push_back(entry.path().filename().string());
  }
  std::sort(models.begin(), models.end());
  return models;
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "orbita-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Child::Child(std::vector<std::string> arguments, const std::function<void()>& prepare) {
  arguments.insert(arguments.begin(), orbita_program());
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  const std::string out = folder_.path("out"), err = folder_.path("err");
  process_ = ::fork();
  if (process_ != 0) return;
  ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
  ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
  if (prepare) prepare();
  ::execv(words[0], words.data());
  ::_exit(127);
}

Child::~Child() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

void Child::send(int signal) const { ::kill(process_, signal); }

bool Child::wait_until(const std::function<bool()>& ready) const {
  for (int i = 0; i < 600; ++i) {
    if (ready()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

bool Child::wait_for_progress() const {
  return wait_until([&] { return out().find("\"progress\"") != std::string::npos; });
}

int Child::code() {
  int status = 0;
  struct rusage used {};
  ::wait4(process_, &status, 0, &used);
  peak_bytes_ = static_cast<std::size_t>(used.ru_maxrss) * 1024;
  process_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> small_settings(const std::string& model) {
  static const std::map<std::string, std::vector<std::string>> settings{
      {"fischer.xml", {"N=4"}},
      {"fischer-broken.xml", {"N=3"}},
      {"fischer-ints.xml", {"N=3"}},
      {"csma-cd-a.xml", {"N=3"}},
      {"csma-cd-b.xml", {"N=3"}},
      {"train-gate.xml", {"N=3"}},
      {"train-gate-ints.xml", {"N=3"}},
      {"mcs-lock.xml", {"N=3"}},
      {"fetch-store-lock.xml", {"N=3"}},
      {"readers-writers.xml", {"R=3", "W=2"}},
      {"german.xml", {"N=2"}},
      {"german-buggy.xml", {"N=2"}},
      {"timeout-broadcast.xml", {"N=4"}},
      {"resource-controller.xml", {"HIGH=3", "LOW=2"}},
      {"client-server.xml", {"C=3", "S=2"}}};
  std::vector<std::string> arguments;
  const auto found = settings.find(model);
  if (found == settings.end()) return arguments;
  for (const std::string& setting : found->second) {
    arguments.push_back("--set");
    arguments.push_back(setting);
  }
  return arguments;
}

}  // namespace orbita::test
