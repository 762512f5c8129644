// Model files that tests walk through: our own, which are always there, and the real ones of ../shared, which only
// some machines have. A test case that reads ../shared is tagged [corpus] and begins with `if (!has_corpus()) return;`:
// its ctest entry then shows as skipped.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "parser/parser.h"
#include "tests/places.h"

namespace orbita::test {

inline bool has_corpus() {
  const bool here = std::filesystem::is_directory(test::corpus_dir());
  if (!here) WARN("skipped: ../shared/corpus is not here");  // tests/CMakeLists.txt looks for these words
  return here;
}

// The files below a folder with one of the extensions (".xml"), in a fixed order.
inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                                      const std::vector<std::string>& extensions) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const bool wanted = std::find(extensions.begin(), extensions.end(), entry.path().extension()) != extensions.end();
    if (entry.is_regular_file() && wanted) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// models/ and tests/models/, without the files whose names begin with "broken".
inline std::vector<std::filesystem::path> own_files(const std::vector<std::string>& extensions) {
  const std::filesystem::path root = test::source_dir();
  std::vector<std::filesystem::path> files = files_below(root / "models", extensions);
  const std::vector<std::filesystem::path> more = files_below(root / "tests" / "models", extensions);
  files.insert(files.end(), more.begin(), more.end());
  std::erase_if(files, [](const auto& path) { return path.filename().string().starts_with("broken"); });
  return files;
}

inline const std::vector<std::string> model_extensions{".xml", ".xta", ".ta"};

// nullptr: the file has refused constructs.
inline std::unique_ptr<Model> usable_model(const std::string& path) {
  Diagnostics diagnostics;
  try {
    return check(read_model(path, diagnostics), diagnostics);
  } catch (const ModelError&) {
    return nullptr;
  }
}

}  // namespace orbita::test
