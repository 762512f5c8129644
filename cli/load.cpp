#include "cli/load.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
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

// A command line with queries of its own does not ask those inside the model: what is wrong with them is not told.
void forget_embedded_queries(Loaded& loaded) {
  const Document& document = *loaded.document;
  const auto is_embedded = [&](Span where) {
    if (document.sources[where.block].xpath.rfind("/nta/queries/", 0) == 0) return true;
    return std::any_of(document.queries.begin(), document.queries.end(), [&](const Query* query) {
      return where.block == query->span.block && where.begin >= query->span.begin && where.end <= query->span.end;
    });
  };
  Diagnostics kept;
  kept.set_sources(std::shared_ptr<const Sources>(loaded.document, &document.sources));
  for (const Diagnostic& d : loaded.diagnostics.items()) {
    if (!is_embedded(d.where)) kept.add(d);
  }
  loaded.diagnostics = std::move(kept);
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

void refuse_stdin(const std::string& model, const std::string& reason) {
  if (model == stdin_name) throw std::invalid_argument("the model cannot come from standard input: " + reason);
}

std::shared_ptr<Document> read_named_model(const std::string& path, Diagnostics& diagnostics, const ReadOptions& options) {
  if (path != stdin_name) return read_model(path, diagnostics, options);
  std::string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  return read_model_text("stdin", std::move(text), diagnostics, options);
}

std::string queries_beside(const std::string& model) {
  if (model == stdin_name) return "";
  std::filesystem::path path(model);
  path.replace_extension(".q");
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? path.string() : "";
}

bool is_model_name(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  return name == stdin_name || ending == ".xml" || ending == ".xta" || ending == ".ta";
}

std::pair<std::string, std::string> split_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw std::invalid_argument("--set " + text + ": expected NAME=VALUE");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Loaded load(const ModelArguments& arguments, bool symmetry, bool statistical) {
  Loaded loaded;
  try {
    const bool own_queries = !arguments.queries.empty() || !arguments.formulas.empty();
    loaded.document = read_named_model(arguments.model, loaded.diagnostics, {.old_syntax = arguments.old_syntax});
    if (own_queries) forget_embedded_queries(loaded);
    CheckOptions options;
    options.allow_statistical = statistical;
    for (const std::string& text : arguments.set) options.overrides.push_back(split_setting(text));
    loaded.model = check(loaded.document, loaded.diagnostics, options);
    if (own_queries) {
      forget_embedded_queries(loaded);
      loaded.unasked = loaded.diagnostics.error_count();
    }
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
