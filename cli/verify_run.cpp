#include "cli/verify_run.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "cli/events.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/results.h"
#include "cli/run_control.h"
#include "cli/trace_charts.h"
#include "cli/trace_files.h"

namespace orbita::cli {

namespace {

// As in UPPAAL, whatever its value; empty counts as not set, because scripts clear variables that way.
bool symmetry_disabled() {
  const char* value = std::getenv("UPPAAL_DISABLE_SYMMETRY");
  return value != nullptr && *value != '\0';
}

class VerifyRun {
 public:
  VerifyRun(VerifyArguments arguments, Streams& streams)
      : arguments_(std::move(arguments)), streams_(streams), events_(streams.out) {}

  int run() {
    watch_signals();
    set_limits(arguments_.options.limits, "", "");
    if (symmetry_disabled()) arguments_.options.symmetry = SymmetryChoice::off;
    for (const std::string* path : {&arguments_.msc, &arguments_.gantt}) {
      if (!path->empty()) check_chart_name(*path);
    }
    loaded_ = load(arguments_.model, true);
    const int code = loaded_.model == nullptr ? fail(loaded_.diagnostics.sorted()) : verify_loaded();
    if (arguments_.format == "ndjson") events_.end(code, results_);
    return code;
  }

 private:
  const std::string& name() const { return arguments_.model.model; }

  void print(const std::vector<Diagnostic>& diagnostics) {
    print_diagnostics(streams_.err, *loaded_.diagnostics.sources(), diagnostics, use_colour(streams_.err_is_terminal));
  }

  // Nothing could be verified.
  int fail(const std::vector<Diagnostic>& diagnostics) {
    const Sources& sources = *loaded_.diagnostics.sources();
    if (arguments_.format == "json") streams_.out << failed_json(name(), sources, diagnostics).dump(2) << '\n';
    if (arguments_.format == "ndjson") events_.diagnostics(sources, diagnostics);
    print(diagnostics);
    return exit_usage;
  }

  int verify_loaded() {
    if (loaded_.queries.empty()) {  // nothing decided must not look like success
      const int code = fail(loaded_.diagnostics.sorted());
      streams_.err << name() << ": no queries; give some with -q\n";
      return code;
    }
    print(loaded_.diagnostics.sorted());
    if (arguments_.format == "ndjson") events_.start(name(), *loaded_.model, loaded_.queries);
    try {
      explore();
    } catch (const ModelError& error) {  // cannot be explored symbolically
      return fail(error.diagnostics());
    }
    report();
    write_files();
    const int code = exit_code_of(results_);
    // A query that could not even be read has no result, but must not go unnoticed.
    const bool unread = loaded_.diagnostics.error_count() > loaded_.unasked;
    return code != exit_internal && unread ? static_cast<int>(exit_usage) : code;
  }

  void explore() {
    VerifyOptions& options = arguments_.options;
    ProgressLine progress(streams_.err, arguments_.progress, streams_.err_is_terminal, options.limits.memory);
    const bool events = arguments_.format == "ndjson";
    options.limits.progress = [&](const Progress& now) {
      if (snapshot_wanted()) progress.snapshot(now);
      progress.show(now);
      if (events) events_.progress(now);
    };
    if (events) {
      options.decided = [&](std::size_t index, const QueryResult& result) { events_.verdict(index, result); };
    }
    // The dump appears under its name when it is complete.
    const std::string dump = options.dump_states;
    const bool beside = !dump.empty() && is_regular_target(dump);
    if (beside) options.dump_states = part_of(dump);
    try {
      results_ = verify(*loaded_.model, loaded_.queries, options, loaded_.diagnostics);
    } catch (...) {
      progress.clear();
      if (beside) std::remove(part_of(dump).c_str());
      throw;
    }
    if (beside) std::rename(part_of(dump).c_str(), dump.c_str());
    progress.clear();
  }

  void report() {
    if (arguments_.format == "json") {
      streams_.out << to_json(name(), results_).dump(2) << '\n';
    } else if (arguments_.format == "text") {
      print_results(streams_.out, results_, arguments_.statistics, use_colour(streams_.out_is_terminal));
    }
    streams_.out.flush();  // verdicts are out before anything can go wrong with files
  }

  // Every file is tried, whatever becomes of the others; the first problem is the one that is told.
  void write_files() {
    std::string problem;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (!results_[i].trace) continue;
      const Trace& trace = *results_[i].trace;
      const auto write = [&](const std::string& path, const std::function<std::string(const std::string&)>& text) {
        if (path.empty()) return;
        const bool alone = results_.size() == 1 || !is_regular_target(path);
        const std::string own = alone ? path : numbered(path, i + 1);
        try {
          write_file(own, text(own));
        } catch (const std::invalid_argument& error) {
          if (problem.empty()) problem = error.what();
        }
      };
      write(arguments_.trace_file, [&](const std::string& path) { return trace_file_text(*loaded_.model, trace, path); });
      write(arguments_.msc, [&](const std::string& path) { return chart(*loaded_.model, trace, ChartKind::sequence, path); });
      write(arguments_.gantt, [&](const std::string& path) { return chart(*loaded_.model, trace, ChartKind::gantt, path); });
    }
    if (!problem.empty()) throw std::invalid_argument(problem);
  }

  VerifyArguments arguments_;
  Streams& streams_;
  EventWriter events_;
  Loaded loaded_;
  std::vector<QueryResult> results_;
};

}  // namespace

int verify_model(VerifyArguments arguments, Streams& streams) { return VerifyRun(std::move(arguments), streams).run(); }

}  // namespace orbita::cli
