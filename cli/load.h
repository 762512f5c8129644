// Model and queries of a command line, read and checked.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parser/parser.h"

namespace orbita::cli {

struct ModelArguments {
  std::string model;
  std::vector<std::string> queries;    // .q files; none: the embedded ones, or the .q file beside the model
  std::vector<std::string> formulas;   // -q
  std::vector<std::string> set;        // NAME=VALUE
  bool old_syntax = false;
};

struct Loaded {
  Diagnostics diagnostics;
  std::shared_ptr<Document> document;
  std::unique_ptr<Model> model;        // nullptr: errors are in diagnostics
  std::vector<Query*> queries;         // in the order of the command line
  std::size_t unasked = 0;             // errors in queries inside the model that nobody asked for
  bool ok() const { return model != nullptr && !diagnostics.has_errors(); }
};

// Never throws for mistakes of the user: they are all in Loaded::diagnostics.
// With `symmetry` the symmetry violations are reported too. With `statistical` a model that only statistical queries can
// have is in order (CheckOptions::allow_statistical): its queries are skipped.
Loaded load(const ModelArguments& arguments, bool symmetry, bool statistical = false);

// The name ends in .xml, .xta or .ta.
bool is_model_name(const std::string& name);

// "NAME=VALUE" split; throws std::invalid_argument naming the text.
std::pair<std::string, std::string> split_setting(const std::string& text);

}  // namespace orbita::cli
