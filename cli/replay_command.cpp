// orbita replay: is a saved trace a run of the model, and does it show what it claims?
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "cli/load.h"
#include "engine/replay.h"
#include "engine/trace.h"
#include "engine/trace_text.h"

namespace orbita::cli {

namespace {

struct ReplayArguments {
  ModelArguments model;
  std::string trace;
  bool show = false;
};

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::invalid_argument(path + ": cannot be read");
  return text.str();
}

int replay_trace(const ReplayArguments& arguments, Streams& streams) {
  Loaded loaded = load(arguments.model, false);
  if (loaded.model == nullptr) {
    print_diagnostics(streams.err, *loaded.diagnostics.sources(), loaded.diagnostics.sorted(),
                      use_colour(streams.err_is_terminal));
    return exit_usage;
  }
  const Trace trace = load_trace(read_text(arguments.trace));
  const ReplayResult result = replay(*loaded.model, trace);
  if (arguments.show) streams.out << render(trace);
  if (result.ok) {
    streams.out << arguments.trace << ": valid (" << trace.steps.size() << " steps)\n";
    return exit_ok;
  }
  streams.out << arguments.trace << ": NOT valid, step " << result.step << ": " << result.message << '\n';
  return exit_not_ok;
}

}  // namespace

void add_replay(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* verb = app.add_subcommand("replay", "Check a saved trace against a model");
  verb->add_option("MODEL", arguments->model.model, "Model: .xml, .xta or .ta")->required();
  verb->add_option("TRACE", arguments->trace, "Trace written by verify --trace-file")->required();
  verb->add_option("--set", arguments->model.set, "NAME=VALUE for a constant of the model; may be repeated")
      ->allow_extra_args(false);
  verb->add_flag("--show", arguments->show, "Print the trace");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return replay_trace(*arguments, streams); }; });
}

}  // namespace orbita::cli
