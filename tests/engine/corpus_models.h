// The real models of ../shared/corpus, where it is there.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "parser/parser.h"

namespace orbita::test {

inline std::vector<std::string> corpus_models(const std::string& folder) {
  std::vector<std::string> files;
  const std::filesystem::path root = std::filesystem::path(ORBITA_CORPUS_DIR) / folder;
  if (!std::filesystem::exists(root)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".xml" || extension == ".xta" || extension == ".ta") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::unique_ptr<Model> usable_model(const std::string& path) {
  Diagnostics diagnostics;
  try {
    return check(read_model(path, diagnostics), diagnostics);
  } catch (const ModelError&) {
    return nullptr;  // refused constructs: not for a symbolic engine
  }
}

}  // namespace orbita::test
