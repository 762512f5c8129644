// orbita check: types, symmetry violations, lint, what cannot be verified; no exploration.
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/verbs/model_list.h"
#include "engine/compile/compile.h"
#include "engine/compile/query_compiler.h"
#include "report/diagnostics.h"
#include "session/load.h"
#include "symmetry/detect/detect.h"

namespace orbita::cli {

namespace {

struct CheckArguments {
  ModelArguments model;            // the first model, and what holds for all: -q, --set, --old-syntax
  std::vector<std::string> files;  // the names after the first
  std::string format = "text";
};

// Constructs that only compiling finds out about; model and queries separately, so that all are told.
void check_compiled(Loaded& loaded) {
  const auto attempt = [&](const auto& part) {
    try {
      part();
    } catch (const ModelError& error) {
      for (const Diagnostic& d : error.diagnostics()) loaded.diagnostics.add(d);
    }
  };
  std::unique_ptr<Network> network;
  attempt([&] { network = compile(*loaded.model); });
  if (!network) return;
  QueryCompiler compiler(*network);
  for (const Query* query : loaded.queries) {
    if (!query->checked) continue;
    for (const Expr* predicate : {query->predicate, query->consequence}) {
      if (predicate) attempt([&] { compiler.predicate(*predicate); });
    }
    for (const Expr* expression : query->expressions) {
      attempt([&] { compiler.measure(*expression); });
    }
  }
}

void check_queries(Loaded& loaded) {
  for (const Query* query : loaded.queries) {
    if (query->kind == QueryKind::unsupported) {
      loaded.diagnostics.warning("unsupported-query", query->span,
                                 "not a symbolic query: " + std::string(query->reason), "verify skips it");
    } else if (query->checked) {
      for (const SymmetryViolation& v : loaded.symmetry->violations_of(*query))
        loaded.diagnostics.add(loaded.symmetry->diagnostic(v));
    }
  }
}

struct CheckedModel {
  bool ok = false;
  Json json;  // as docs/schema/check.json has it
};

// Prints what is found where the output is text.
CheckedModel check_model(const ModelArguments& arguments, bool text, Streams& streams) {
  Loaded loaded = load(arguments, true, true);
  if (loaded.model) {
    check_queries(loaded);
    if (loaded.model->refusals.empty()) check_compiled(loaded);
  }
  const std::vector<Diagnostic> found = loaded.diagnostics.sorted();
  const Sources& sources = *loaded.diagnostics.sources();
  if (text) {
    streams.out << diagnostics_text(sources, found, use_colour(streams.out_is_terminal));
    if (loaded.diagnostics.dropped() > 0) streams.out << loaded.diagnostics.dropped() << " more not shown\n";
    const bool symbolic = loaded.ok() && loaded.model->refusals.empty();
    if (loaded.ok()) streams.out << arguments.model << (symbolic ? ": ok\n" : ": ok, but verify skips its queries\n");
  }
  return {loaded.ok(), text ? Json() : to_json(sources, found)};
}

int check_models(const CheckArguments& arguments, Streams& streams) {
  const bool text = arguments.format == "text";
  const std::vector<ModelArguments> models = models_of(arguments.model, arguments.files, true);
  std::size_t right = 0;
  Json list = Json::array();
  for (const ModelArguments& one : models) {
    CheckedModel checked = check_model(one, text, streams);
    right += checked.ok;
    if (!text) list.push_back(std::move(checked.json));
    if (!text && models.size() > 1) list.back()["model"] = one.model;
    streams.out.flush();
  }
  const bool ok = right == models.size();
  if (text && models.size() > 1) streams.out << right << " of " << models.size() << " models ok\n";
  if (!text) {
    const Json document = models.size() > 1 ? Json{{"ok", ok}, {"models", list}} : list.front();
    streams.out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  }
  return ok ? exit_ok : exit_usage;
}

}  // namespace

void add_check(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* verb = app.add_subcommand("check", "Report every problem of models and their queries; explore nothing");
  add_model(*verb, arguments->model);
  verb->add_option("FILE", arguments->files,
                   "More models or folders of models, and query files (any other name) for the models before them; "
                   "default: the queries inside each model, or the .q file beside it");
  add_formulas(*verb, arguments->model);
  add_format(*verb, arguments->format, {"text", "json"});
  verb->footer(
      "A folder stands for the models below it. Examples:\n"
      "  orbita check models\n"
      "  generate-model | orbita check - -q 'A[] not deadlock'");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return check_models(*arguments, streams); }; });
}

}  // namespace orbita::cli
