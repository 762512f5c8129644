// Model and queries of a command line, read and checked.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/verify.h"
#include "parser/parser.h"
#include "symmetry/detect/detect.h"

namespace orbita {

struct ModelArguments {
  std::string model;
  std::vector<std::string> queries;   // .q files; none: the embedded ones, or the .q file beside the model
  std::vector<std::string> formulas;  // -q
  std::vector<std::string> set;       // NAME=VALUE
  bool old_syntax = false;
  std::optional<std::string> text = {};  // of the model, where it is not to be read from the file `model`
};

struct Loaded {
  Diagnostics diagnostics;
  std::shared_ptr<Document> document;
  std::unique_ptr<Model> model;                   // nullptr: errors are in diagnostics
  std::shared_ptr<const SymmetryModel> symmetry;  // found where load() was asked for it
  std::vector<Query*> queries;                    // in the order of the command line
  Stop limit;                                     // why there is no model although nothing is wrong with it
  double seconds = 0;                             // how long it took
  // When its time would have begun if nothing but loading had taken any: other models are none of its business.
  std::chrono::steady_clock::time_point begun() const;
  bool ok() const { return model != nullptr && !diagnostics.has_errors(); }
};

// Never throws for mistakes of the user: they are all in Loaded::diagnostics.
// With `symmetry` the symmetry violations are reported too. With `statistical` a model that only statistical queries
// can have is in order (CheckOptions::allow_statistical): its queries are skipped.
Loaded load(const ModelArguments& arguments, bool symmetry, bool statistical = false);

// The same, ended when a limit is reached (the time begins now): then Loaded::limit says which, and Loaded::queries has
// those asked for that are known, or one that stands for all of them.
Loaded load_within(Limits limits, const ModelArguments& arguments, bool symmetry, bool statistical = false);
// For such a model: all its queries are unknown.
std::vector<QueryResult> unknown_results(const Loaded& loaded);

// Stands for standard input where a model is named. Diagnostics call it "stdin".
inline constexpr const char* stdin_name = "-";
// For verbs that cannot read the model from there; throws std::invalid_argument with the reason.
void refuse_stdin(const std::string& model, const std::string& reason);
// As read_model of parser.h; `path` may be stdin_name.
std::shared_ptr<Document> read_named_model(const std::string& path, Diagnostics& diagnostics,
                                           const ReadOptions& options);

// The query file where verify looks for it: the model's name with the ending .q; empty: there is none.
std::string queries_beside(const std::string& model);

// The name ends in .xml, .xta or .ta, or stands for standard input.
bool is_model_name(const std::string& name);
// The name ends in .json: a flat model (orbita flatten) where it is named as a model. Folders are not searched for
// them, because traces have this ending too.
bool is_flat_model_name(const std::string& name);

// "NAME=VALUE" split; throws std::invalid_argument naming the text.
std::pair<std::string, std::string> split_setting(const std::string& text);

}  // namespace orbita
