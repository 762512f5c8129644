// Runs the real program, as a shell would.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orbita::test {

struct Run {
  int code = -1;  // exit code; 128 + signal when it was killed
  std::string out, err;
};

// orbita with these arguments (quoted for the shell here); `environment` like "NO_COLOR=1".
Run run_orbita(const std::vector<std::string>& arguments, const std::string& environment = "");

// A file of models/.
std::string model_path(const std::string& name);
// Every model of models/, sorted.
std::vector<std::string> all_models();

// A folder of its own that is removed at the end.
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

// Settings under which a model is small enough to be explored without symmetry too.
std::vector<std::string> small_settings(const std::string& model);

}  // namespace orbita::test
