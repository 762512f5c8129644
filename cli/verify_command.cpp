// orbita verify: decide the queries of a model.
#include <memory>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/verify_run.h"

namespace orbita::cli {

namespace {

const Names<TraceKind> trace_names{{"none", TraceKind::off}, {"some", TraceKind::some},
                                   {"shortest", TraceKind::shortest}, {"fastest", TraceKind::fastest}};

}  // namespace

void add_verify(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* verb = app.add_subcommand("verify", "Decide the queries of a model");
  VerifyOptions& options = arguments->options;
  add_model(*verb, arguments->model);
  add_queries(*verb, arguments->model);
  add_choice(*verb, "--trace", options.trace, trace_names, "Explain verdicts by a run; default none");
  add_file(*verb, "--trace-file", arguments->trace_file,
           "Save traces under this name (with -1, -2, … for several queries): .json, .xtr, .itf.json or .txt");
  add_exploration(*verb, options);
  add_flag(*verb, "--check-symmetry", options.check_symmetry,
           "Try out on states met that exchanging elements changes nothing; a mistake ends with exit code 4");
  add_flag(*verb, "--literal-sort", options.literal_sort, "With --symmetry sort: the published bubble sort, word by word");
  add_limits(*verb, options.limits);
  add_file(*verb, "--dump-states", options.dump_states, "Write every stored state to this file, one JSON object a line");
  add_flag(*verb, "-s,--statistics", arguments->statistics, "Print statistics of every query");
  add_file(*verb, "--msc", arguments->msc, "Draw traces as message sequence charts: .svg or .mmd (Mermaid)");
  add_file(*verb, "--gantt", arguments->gantt, "Draw traces as Gantt charts: .svg or .mmd (Mermaid)");
  add_format(*verb, arguments->format, {"text", "json", "ndjson"});
  add_word(*verb, "--progress", arguments->progress, {"auto", "plain", "json", "none"},
           "How long runs show that they live; default auto: a line on a terminal");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return verify_model(*arguments, streams); }; });
}

}  // namespace orbita::cli
