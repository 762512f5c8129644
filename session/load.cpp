#include "session/load.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include "engine/flat/flat.h"
#include "parser/file_io.h"
#include "parser/work_limits.h"

namespace orbita {

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
    // A text that is given has no folder: what lies beside its name is nobody's query file.
    const bool may_look = loaded.queries.empty() && !arguments.text;
    const std::string beside = may_look ? queries_beside(arguments.model) : "";
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

// What `orbita flatten` has written, as a model again.
static std::shared_ptr<Document> read_flat_model(const std::string& path, Diagnostics& diagnostics,
                                                 const ReadOptions& options) {
  const FileBytes file = read_file_bytes(path, options.max_bytes);
  if (!file.problem.empty()) return read_model(path, diagnostics, options);  // says what is wrong
  try {
    const FlatJson flat = FlatJson::parse(file.bytes);
    std::shared_ptr<Document> document = read_model_text(path + ".xta", unflatten(flat), diagnostics, options);
    for (const std::string& query : flat_queries(flat)) {
      document->queries.push_back(read_formula(*document, query, diagnostics));
    }
    return document;
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(path + ": not a flat model (" + error.what() + ")");
  }
}

std::shared_ptr<Document> read_named_model(const std::string& path, Diagnostics& diagnostics,
                                           const ReadOptions& options) {
  if (is_flat_model_name(path)) return read_flat_model(path, diagnostics, options);
  if (path != stdin_name) return read_model(path, diagnostics, options);
  FileBytes text = read_standard_input(options.max_bytes);
  if (!text.problem.empty()) throw std::invalid_argument("cannot read standard input: " + text.problem);
  if (text.too_large)
    throw std::invalid_argument("standard input has more than " + std::to_string(options.max_bytes) + " bytes");
  return read_model_text("stdin", std::move(text.bytes), diagnostics, options);
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

bool is_flat_model_name(const std::string& name) { return name.ends_with(".json"); }

std::pair<std::string, std::string> split_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw std::invalid_argument("--set " + text + ": expected NAME=VALUE");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

namespace {

void load_all(const ModelArguments& arguments, bool symmetry, bool statistical, Loaded& loaded) {
  const bool own_queries = !arguments.queries.empty() || !arguments.formulas.empty();
  during("reading the model", [&] {
    const ReadOptions options{.old_syntax = arguments.old_syntax};
    loaded.document = arguments.text ? read_model_text(arguments.model, *arguments.text, loaded.diagnostics, options)
                                     : read_named_model(arguments.model, loaded.diagnostics, options);
    if (own_queries) forget_embedded_queries(loaded);
  });
  during("checking the model", [&] {
    CheckOptions options;
    options.allow_statistical = statistical;
    for (const std::string& text : arguments.set) options.overrides.push_back(split_setting(text));
    loaded.model = check(loaded.document, loaded.diagnostics, options);
    if (own_queries) forget_embedded_queries(loaded);
  });
  during("reading the queries", [&] { load_queries(arguments, loaded); });
  if (!symmetry) return;
  during("looking for broken symmetry", [&] {
    loaded.symmetry = std::make_shared<const SymmetryModel>(*loaded.model);
    for (const SymmetryViolation& v : loaded.symmetry->violations()) {
      loaded.diagnostics.add(loaded.symmetry->diagnostic(v));
    }
  });
}

// What is known about the queries of a model that could not be loaded in time.
void keep_formulas(const ModelArguments& arguments, Loaded& loaded) {
  const LimitScope unlimited{WorkLimits{}};
  loaded.symmetry.reset();
  loaded.model.reset();
  loaded.queries.clear();
  if (!loaded.document) loaded.document = std::make_shared<Document>();
  Document& document = *loaded.document;
  loaded.diagnostics.set_sources({loaded.document, &document.sources});
  const bool own = !arguments.queries.empty() || !arguments.formulas.empty();
  if (!own) loaded.queries = document.queries;
  Diagnostics ignored;
  for (const std::string& formula : arguments.formulas) {
    if (Query* query = read_formula(document, formula, ignored)) loaded.queries.push_back(query);
  }
  if (!arguments.queries.empty() || loaded.queries.empty()) {
    Query* all = document.arena.make<Query>();
    all->text = loaded.queries.empty() ? "all queries" : "all other queries";
    loaded.queries.push_back(all);
  }
}

}  // namespace

Loaded load(const ModelArguments& arguments, bool symmetry, bool statistical) {
  const auto start = std::chrono::steady_clock::now();
  Loaded loaded;
  try {
    load_all(arguments, symmetry, statistical, loaded);
  } catch (const ModelError& error) {
    add_thrown(error, loaded.diagnostics);
    loaded.symmetry.reset();
    loaded.model.reset();
  } catch (const LimitReached& limit) {
    loaded.limit = limit.stop();
    keep_formulas(arguments, loaded);
  }
  loaded.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return loaded;
}

std::chrono::steady_clock::time_point Loaded::begun() const {
  using Clock = std::chrono::steady_clock;
  return Clock::now() - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

Loaded load_within(Limits limits, const ModelArguments& arguments, bool symmetry, bool statistical) {
  limits.since = std::chrono::steady_clock::now();
  const LimitScope scope(limits.work());
  return load(arguments, symmetry, statistical);
}

std::vector<QueryResult> unknown_results(const Loaded& loaded) {
  std::vector<QueryResult> results(loaded.queries.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].query = loaded.queries[i];
    results[i].leave_open(loaded.limit);
  }
  return results;
}

}  // namespace orbita
