#include "cli/verbs/model_list.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace orbita::cli {

namespace {

namespace fs = std::filesystem;

// What is often meant otherwise.
void refuse_mistaken(const std::string& path) {
  std::error_code ignored;
  bool formula = false;
  for (const char* const sign : {"[]", "<>", "-->"}) formula = formula || path.find(sign) != std::string::npos;
  if (formula && !fs::exists(path, ignored)) {
    throw std::invalid_argument("there is no file '" + path + "'; to ask a formula: -q '" + path + "'");
  }
}

// The models that one name stands for; none: it names a query file.
std::vector<std::string> models_named(const std::string& name, bool folders) {
  std::error_code ignored;
  const bool is_model = is_model_name(name) || is_flat_model_name(name);
  if (!fs::is_directory(name, ignored)) return is_model ? std::vector{name} : std::vector<std::string>{};
  if (!folders) throw std::invalid_argument(name + " is a folder; orbita test runs the models of a folder");
  std::vector<std::string> below = model_files({name});
  if (below.empty()) throw std::invalid_argument(name + ": no models (.xml, .xta, .ta) in this folder");
  return below;
}

}  // namespace

std::vector<ModelArguments> models_of(const ModelArguments& first, const std::vector<std::string>& files,
                                      bool folders) {
  if (fs::path(first.model).extension() == ".q") {
    throw std::invalid_argument(first.model + " is a query file; name its model before it");
  }
  std::vector<ModelArguments> models;
  std::size_t group = 0;  // the first model of those that the next query file is for
  const auto add = [&](const std::string& model) {
    const bool again = model == stdin_name && std::any_of(models.begin(), models.end(), [&](const ModelArguments& one) {
                         return one.model == model;
                       });
    if (again) throw std::invalid_argument("standard input (-) can be read only once");
    if (!models.empty() && models.back().queries.size() > first.queries.size()) group = models.size();
    models.push_back(first);
    models.back().model = model;
  };
  refuse_mistaken(first.model);
  const std::vector<std::string> leading = models_named(first.model, folders);
  if (leading.empty()) add(first.model);
  for (const std::string& model : leading) add(model);
  for (const std::string& file : files) {
    refuse_mistaken(file);
    const std::vector<std::string> named = models_named(file, folders);
    for (const std::string& model : named) add(model);
    if (!named.empty()) continue;
    for (std::size_t i = group; i < models.size(); ++i) models[i].queries.push_back(file);
  }
  return models;
}

std::vector<std::string> model_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (fs::is_directory(path)) {
      for (const auto& entry : fs::recursive_directory_iterator(path)) {
        // A link that leads nowhere is taken too: a model that cannot be read must not go unnoticed.
        if (!entry.is_directory() && is_model_name(entry.path().string())) files.push_back(entry.path().string());
      }
    } else if (fs::exists(path)) {
      files.push_back(path);
    } else {
      throw std::invalid_argument(path + ": no such file or folder");
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace orbita::cli
