// orbita flatten: the instantiated model as data, for checkers of certificates.
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/options/options.h"
#include "cli/terminal/output.h"
#include "report/diagnostics.h"
#include "session/certificate_files.h"

namespace orbita::cli {

namespace {

struct FlattenArguments {
  ModelArguments model;
  std::string out;
};

int flatten_model(const FlattenArguments& arguments, Streams& streams) {
  const Loaded loaded = load(arguments.model, false);
  const bool colour = use_colour(streams.err_is_terminal);
  streams.err << diagnostics_text(*loaded.diagnostics.sources(), loaded.diagnostics.sorted(), colour);
  if (!loaded.ok()) return exit_usage;
  try {
    const std::string text = flat_text(flatten(loaded, arguments.model).document);
    if (arguments.out.empty()) streams.out << text;
    else write_file(arguments.out, text);
    return exit_ok;
  } catch (const ModelError& error) {
    streams.err << diagnostics_text(*loaded.diagnostics.sources(), error.diagnostics(), colour);
    return exit_usage;
  }
}

}  // namespace

void add_flatten(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<FlattenArguments>();
  CLI::App* verb = app.add_subcommand("flatten", "Write the instantiated model as JSON, for checkers of certificates");
  add_model(*verb, arguments->model);
  add_queries(*verb, arguments->model);
  add_file(*verb, "-o,--output", arguments->out, "Write to this file instead of standard output");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return flatten_model(*arguments, streams); }; });
}

}  // namespace orbita::cli
