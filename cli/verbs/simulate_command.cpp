// orbita simulate: a walk through the symbolic states of a model, by hand or from a script on stdin, or along a trace.
#include <memory>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/verbs/simulate_session.h"
#include "engine/replay/replay.h"
#include "report/diagnostics.h"
#include "session/load.h"
#include "session/trace_files.h"

namespace orbita::cli {

namespace {

struct SimulateArguments {
  ModelArguments model;
  std::string trace;
  std::uint64_t seed = 1;
};

// Only what is a run of the model can be walked along.
Trace valid_trace(Model& model, const std::string& path) {
  Trace trace = load_trace_file(model, path, nullptr);
  const ReplayResult result = replay(model, trace);
  if (!result.ok)
    throw std::invalid_argument(path + ": not valid, step " + std::to_string(result.step) + ": " + result.message);
  return trace;
}

int simulate(const SimulateArguments& arguments, Streams& streams) {
  refuse_stdin(arguments.model.model, "simulate reads its commands there");
  Loaded loaded = load(arguments.model, false);
  const auto report = [&](const std::vector<Diagnostic>& found) {
    streams.err << diagnostics_text(*loaded.diagnostics.sources(), found, use_colour(streams.err_is_terminal));
    return static_cast<int>(exit_usage);
  };
  if (loaded.model == nullptr) return report(loaded.diagnostics.sorted());
  try {
    SimulateSession session(*loaded.model, arguments.seed, streams);
    if (!arguments.trace.empty()) session.open(valid_trace(*loaded.model, arguments.trace), arguments.trace);
    return session.run() || streams.in_is_terminal ? exit_ok : exit_usage;
  } catch (const ModelError& error) {
    return report(error.diagnostics());
  }
}

}  // namespace

void add_simulate(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* verb =
      app.add_subcommand("simulate", "Walk through the symbolic states of a model, by hand or by a script on stdin");
  add_model(*verb, arguments->model);
  verb->add_option("TRACE", arguments->trace,
                   "Trace to step through: written by verify --trace-file or simulate, or an .xtr file of UPPAAL");
  add_number<std::uint64_t>(*verb, "--seed", arguments->seed, 0, "Seed of random walks; default 1");
  verb->footer(std::string("Commands, one per line; everything after # is ignored:\n") + SimulateSession::help() +
               "On a terminal arrow keys edit lines and recall earlier ones, and Tab completes.\n"
               "A script with a command that cannot be carried out ends with exit code 2.");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return simulate(*arguments, streams); }; });
}

}  // namespace orbita::cli
