#include "cli/load.h"

#include <filesystem>
#include <stdexcept>

#include "symmetry/violations.h"

namespace orbita::cli {

namespace {

// Errors thrown at the end of a stage may or may not be in the list already; sorted() shows each once.
void add_thrown(const ModelError& error, Diagnostics& diagnostics) {
  for (const Diagnostic& d : error.diagnostics()) {
    bool known = false;
    for (const Diagnostic& have : diagnostics.items()) {
      known |= have.where == d.where && have.code == d.code && have.message == d.message;
    }
    if (!known) diagnostics.add(d);
  }
}

std::string queries_beside(const std::string& model) {
  std::filesystem::path path(model);
  path.replace_extension(".q");
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? path.string() : "";
}

void load_queries(const ModelArguments& arguments, Loaded& loaded) {
  std::vector<std::string> files = arguments.queries;
  if (files.empty() && arguments.formulas.empty()) {
    loaded.queries = loaded.model->queries;
    const std::string beside = loaded.queries.empty() ? queries_beside(arguments.model) : "";
    if (!beside.empty()) files.push_back(beside);
  }
  std::vector<Query*> read;
  for (const std::string& file : files) {
    const std::vector<Query*> found = read_query_file(*loaded.document, file, loaded.diagnostics);
    read.insert(read.end(), found.begin(), found.end());
  }
  for (const std::string& formula : arguments.formulas) {
    read.push_back(read_formula(*loaded.document, formula, loaded.diagnostics));
  }
  for (Query* query : read) {
    if (query->kind != QueryKind::unsupported) check_query(*loaded.model, *query, loaded.diagnostics);
    loaded.queries.push_back(query);
  }
}

}  // namespace

bool is_model_name(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  return ending == ".xml" || ending == ".xta" || ending == ".ta";
}

std::pair<std::string, std::string> split_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw std::invalid_argument("--set " + text + ": expected NAME=VALUE");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Loaded load(const ModelArguments& arguments, bool symmetry) {
  Loaded loaded;
  try {
    loaded.document = read_model(arguments.model, loaded.diagnostics, {.old_syntax = arguments.old_syntax});
    CheckOptions options;
    for (const std::string& text : arguments.set) options.overrides.push_back(split_setting(text));
    loaded.model = check(loaded.document, loaded.diagnostics, options);
    // With queries of its own a command line does not care about those inside the model.
    if (!arguments.queries.empty() || !arguments.formulas.empty()) loaded.unasked = loaded.diagnostics.error_count();
    load_queries(arguments, loaded);
    if (symmetry) {
      for (const SymmetryViolation& v : find_violations(*loaded.model)) loaded.diagnostics.add(to_diagnostic(v));
    }
  } catch (const ModelError& error) {
    add_thrown(error, loaded.diagnostics);
    loaded.model.reset();
  }
  return loaded;
}

}  // namespace orbita::cli
