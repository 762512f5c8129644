// orbita replay: is a saved trace a run of the model, and does it show what it claims?
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/result_text.h"
#include "cli/terminal/output.h"
#include "engine/replay/replay.h"
#include "engine/trace/trace.h"
#include "engine/trace/trace_text.h"
#include "report/charts/trace_charts.h"
#include "report/diagnostics.h"
#include "session/load.h"
#include "session/trace_files.h"

namespace orbita::cli {

namespace {

struct ReplayArguments {
  ModelArguments model;
  std::string trace;
  std::string formula;
  std::string msc, gantt, save;
  bool show = false;
  std::optional<TraceShow> how;
};

// The formula of -q, read and checked; nullptr without one.
const Query* query_of(const ReplayArguments& arguments, Loaded& loaded) {
  if (arguments.formula.empty()) return nullptr;
  Query* query = read_formula(*loaded.document, arguments.formula, loaded.diagnostics);
  if (!check_query(*loaded.model, *query, loaded.diagnostics)) {
    throw ModelError(loaded.diagnostics.sorted());
  }
  return query;
}

// Pictures and other formats of a trace that is one.
void draw(const ReplayArguments& arguments, Model& model, Trace& trace) {
  const TraceShow how = arguments.how.value_or(TraceShow::changes);
  if (!arguments.save.empty()) write_file(arguments.save, trace_file_text(model, trace, arguments.save, how));
  if (!arguments.msc.empty()) write_file(arguments.msc, chart(model, trace, ChartKind::sequence, arguments.msc));
  if (!arguments.gantt.empty()) write_file(arguments.gantt, chart(model, trace, ChartKind::gantt, arguments.gantt));
}

int replay_trace(const ReplayArguments& arguments, Streams& streams) {
  Loaded loaded = load(arguments.model, false);
  const auto show_problems = [&] {
    streams.err << diagnostics_text(*loaded.diagnostics.sources(), loaded.diagnostics.sorted(),
                                    use_colour(streams.err_is_terminal));
    return static_cast<int>(exit_usage);
  };
  if (loaded.model == nullptr) return show_problems();
  Trace trace;
  const Query* query = nullptr;
  try {
    query = query_of(arguments, loaded);
    trace = load_trace_file(*loaded.model, arguments.trace, query);
    if (query != nullptr) trace.formula = arguments.formula;
  } catch (const ModelError&) {
    return show_problems();
  }
  const ReplayResult result = replay(*loaded.model, trace);
  if (result.ok) {
    complete(*loaded.model, trace, query);  // what it left out
    draw(arguments, *loaded.model, trace);
  }
  if (arguments.show || arguments.how) {
    streams.out << render(trace, trace_style(arguments.how.value_or(TraceShow::changes), streams.out_columns, true));
  }
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
  add_model(*verb, arguments->model);
  verb->add_option("TRACE", arguments->trace,
                   "Trace written by verify --trace-file or simulate, or an .xtr file of UPPAAL")
      ->required();
  verb->add_option("-q,--query", arguments->formula, "What the run has to show; default: what the trace says it does")
      ->type_name("FORMULA");
  add_file(*verb, "--save", arguments->save, "Write the trace once more: .json, .xtr, .itf.json or .txt");
  add_file(*verb, "--msc", arguments->msc, "Draw a message sequence chart: .svg or .mmd (Mermaid)");
  add_file(*verb, "--gantt", arguments->gantt, "Draw a Gantt chart: .svg or .mmd (Mermaid)");
  add_flag(*verb, "--show", arguments->show, "Print the trace");
  add_trace_show(*verb, arguments->how);
  verb->callback([=, &streams, &action] { action = [=, &streams] { return replay_trace(*arguments, streams); }; });
}

}  // namespace orbita::cli
