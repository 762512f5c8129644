// orbita check: types, symmetry violations, lint, what cannot be verified; no exploration.
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "cli/load.h"
#include "cli/options.h"
#include "engine/compile.h"
#include "symmetry/violations.h"

namespace orbita::cli {

namespace {

struct CheckArguments {
  ModelArguments model;
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
  attempt([&] { network = compile(*loaded.model, loaded.diagnostics); });
  if (!network) return;
  for (const Query* query : loaded.queries) {
    if (!query->checked) continue;
    for (const Expr* predicate : {query->predicate, query->consequence}) {
      if (predicate) attempt([&] { compile_predicate(*network, *loaded.model, *predicate); });
    }
    for (const Expr* expression : query->expressions) {
      attempt([&] { compile_measure(*network, *loaded.model, *expression); });
    }
  }
}

void check_queries(Loaded& loaded) {
  for (const Query* query : loaded.queries) {
    if (query->kind == QueryKind::unsupported) {
      loaded.diagnostics.warning("unsupported-query", query->span, "not a symbolic query: " + std::string(query->reason),
                                 "verify skips it");
    } else if (query->checked) {
      for (const SymmetryViolation& v : query_violations(*loaded.model, *query)) loaded.diagnostics.add(to_diagnostic(v));
    }
  }
}

int check_model(const CheckArguments& arguments, Streams& streams) {
  Loaded loaded = load(arguments.model, true, true);
  if (loaded.model) {
    check_queries(loaded);
    if (loaded.model->refusals.empty()) check_compiled(loaded);
  }
  const std::vector<Diagnostic> found = loaded.diagnostics.sorted();
  const Sources& sources = *loaded.diagnostics.sources();
  if (arguments.format == "json") {
    streams.out << to_json(sources, found).dump(2) << '\n';
  } else {
    print_diagnostics(streams.out, sources, found, use_colour(streams.out_is_terminal));
    if (loaded.diagnostics.dropped() > 0) streams.out << loaded.diagnostics.dropped() << " more not shown\n";
    const bool symbolic = loaded.ok() && loaded.model->refusals.empty();
    if (loaded.ok()) streams.out << arguments.model.model << (symbolic ? ": ok\n" : ": ok, but verify skips its queries\n");
  }
  return loaded.ok() ? exit_ok : exit_usage;
}

}  // namespace

void add_check(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* verb = app.add_subcommand("check", "Report every problem of a model and its queries; explore nothing");
  add_model(*verb, arguments->model);
  add_queries(*verb, arguments->model);
  add_format(*verb, arguments->format, {"text", "json"});
  verb->callback([=, &streams, &action] { action = [=, &streams] { return check_model(*arguments, streams); }; });
}

}  // namespace orbita::cli
