// Runs the real program, as a shell would.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orbita::test {

struct Run {
  int code = -1;  // exit code; 128 + signal if it was killed
  std::string out, err;
};

// orbita with these arguments (quoted for the shell here); `environment` like "NO_COLOR=1".
Run run_orbita(const std::vector<std::string>& arguments, const std::string& environment = "");

// A file of models/.
std::string model_path(const std::string& name);
// Every model of models/, sorted.
std::vector<std::string> all_models();

// A temporary folder that is removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

std::string read_text(const std::string& path);

// A running orbita, with its output in files.
class Child {
 public:
  // `prepare` is called in the new process, before orbita.
  explicit Child(std::vector<std::string> arguments, const std::function<void()>& prepare = nullptr);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void send(int signal) const;
  std::string out() const { return read_text(folder_.path("out")); }
  std::string err() const { return read_text(folder_.path("err")); }
  // Waits at most half a minute; false: it has not appeared.
  bool wait_until(const std::function<bool()>& ready) const;
  // Exploration has begun, with --format ndjson: progress events arrive.
  bool wait_for_progress() const;
  int code();                                             // waits for the end
  std::size_t peak_bytes() const { return peak_bytes_; }  // peak resident memory; known at the end

 private:
  TemporaryFolder folder_;
  pid_t process_ = 0;
  std::size_t peak_bytes_ = 0;
};

// Settings under which a model is small enough to be explored without symmetry too.
std::vector<std::string> small_settings(const std::string& model);

}  // namespace orbita::test
