// orbita check: types, symmetry violations, lint; no exploration.
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "cli/load.h"
#include "cli/options.h"

namespace orbita::cli {

namespace {

struct CheckArguments {
  ModelArguments model;
  std::string format = "text";
};

int check_model(const CheckArguments& arguments, Streams& streams) {
  const Loaded loaded = load(arguments.model, true);
  const std::vector<Diagnostic> found = loaded.diagnostics.sorted();
  const Sources& sources = *loaded.diagnostics.sources();
  if (arguments.format == "json") {
    streams.out << to_json(sources, found).dump(2) << '\n';
  } else {
    print_diagnostics(streams.out, sources, found, use_colour(streams.out_is_terminal));
    if (loaded.diagnostics.dropped() > 0) streams.out << loaded.diagnostics.dropped() << " more not shown\n";
    if (loaded.ok()) streams.out << arguments.model.model << ": ok\n";
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
