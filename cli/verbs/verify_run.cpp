#include "cli/verbs/verify_run.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/events.h"
#include "cli/exit_codes.h"
#include "cli/result_text.h"
#include "cli/terminal/memory_trim.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/run_control.h"
#include "cli/verbs/model_list.h"
#include "cli/verbs/suite.h"
#include "engine/verify/all_sizes.h"
#include "report/charts/trace_charts.h"
#include "report/diagnostics.h"
#include "session/certificate_files.h"
#include "session/packed_files.h"
#include "session/trace_files.h"

namespace orbita::cli {

namespace {

// As in UPPAAL any value counts; empty counts as not set, because scripts clear variables that way.
bool symmetry_disabled() {
  const char* value = std::getenv("UPPAAL_DISABLE_SYMMETRY");
  return value != nullptr && *value != '\0';
}

void check_options(const VerifyOptions& options) {
  const bool hashed = options.approximation == Approximation::hash || options.approximation == Approximation::bits;
  if (options.check_symmetry && hashed) {
    throw std::invalid_argument(
        "--check-symmetry tests stored states, and --approximation hash and bits store none: leave one of them out");
  }
}

class VerifyRun {
 public:
  VerifyRun(VerifyArguments arguments, Streams& streams)
      : arguments_(std::move(arguments)), streams_(streams), events_(streams.out) {}

  int run() {
    check_options(arguments_.options);
    watch_signals();
    set_limits(arguments_.options.limits);
    if (symmetry_disabled()) arguments_.options.symmetry = SymmetryChoice::off;
    const bool wanted =
        arguments_.show || !arguments_.trace_file.empty() || !arguments_.msc.empty() || !arguments_.gantt.empty();
    if (wanted && arguments_.options.trace == TraceKind::off) arguments_.options.trace = TraceKind::some;
    for (const std::string* path : {&arguments_.msc, &arguments_.gantt}) {
      if (!path->empty()) check_chart_name(*path);
    }
    const std::vector<ModelArguments> models = models_of(arguments_.model, arguments_.files, false);
    loaded_.resize(models.size());
    verified_.resize(models.size());
    // All are read before the first is explored: a slip in the last name should not cost an hour.
    for (std::size_t i = 0; i < models.size(); ++i) read(models[i], i);
    for (std::size_t i = 0; i < models.size(); ++i) verify_one(i);
    return finish();
  }

 private:
  bool several() const { return verified_.size() > 1; }
  bool text() const { return arguments_.format == "text"; }
  bool ndjson() const { return arguments_.format == "ndjson"; }
  TraceShow show() const { return arguments_.show.value_or(TraceShow::changes); }
  ResultStyle style() const {
    return {arguments_.statistics, use_colour(streams_.out_is_terminal), streams_.out_columns, show()};
  }

  void print(std::size_t index, const std::vector<Diagnostic>& diagnostics) {
    const Sources& sources = *loaded_[index].diagnostics.sources();
    const bool elsewhere = std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& d) {
      return sources[d.where.block].file != verified_[index].model;
    });
    if (several() && elsewhere) streams_.err << verified_[index].model << ":\n";  // "query:1:5" does not say whose
    streams_.err << diagnostics_text(sources, diagnostics, use_colour(streams_.err_is_terminal));
  }

  void fail(std::size_t index, const std::vector<Diagnostic>& diagnostics) {
    VerifiedModel& one = verified_[index];
    one.failed = true;
    one.standing = Standing::unusable;
    one.diagnostics = to_json(*loaded_[index].diagnostics.sources(), diagnostics)["diagnostics"];
    if (ndjson()) events_.write(diagnostics_event(one));
    print(index, diagnostics);
  }

  void read(const ModelArguments& arguments, std::size_t index) {
    Loaded& loaded = loaded_[index];
    verified_[index].model = arguments.model;
    loaded = load_within(arguments_.options.limits, arguments, true, true);
    const std::vector<Diagnostic> found = loaded.diagnostics.sorted();
    if (!loaded.limit.empty()) return print(index, found);
    if (loaded.model == nullptr) return fail(index, found);
    if (!loaded.queries.empty()) return print(index, found);
    fail(index, found);  // nothing decided must not look like success
    streams_.err << arguments.model << ": no queries; give some with -q FORMULA or in a query file\n";
  }

  void verify_one(std::size_t index) {
    VerifiedModel& one = verified_[index];
    const Loaded& loaded = loaded_[index];
    if (text() && several()) {
      streams_.out << (index > 0 ? "\n" : "") << one.model << ":\n";
      if (one.failed) streams_.out << "error         cannot be verified\n";
      streams_.out.flush();
    }
    if (one.failed) return;
    if (ndjson()) events_.write(start_event(one.model, loaded.model.get(), loaded.queries));
    const auto start = std::chrono::steady_clock::now();
    try {
      if (loaded.limit.empty()) explore(index);
      else show_unknown(index);
    } catch (const ModelError& error) {  // cannot be explored symbolically
      return fail(index, error.diagnostics());
    } catch (const std::exception&) {
      one.failed = true;
      one.standing = standing_of_code(report_current_exception(streams_));
    }
    one.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    one.standing = worse(one.standing, standing_of(one.results, arguments_.options.unsupported));
    // A query that could not even be read has no result, but must not go unnoticed.
    if (loaded.diagnostics.has_errors()) {
      one.standing = worse(one.standing, Standing::unusable);
      one.diagnostics = to_json(*loaded.diagnostics.sources(), loaded.diagnostics.sorted())["diagnostics"];
    }
    streams_.out.flush();  // verdicts are out before anything can go wrong with files
    write_files(index);
  }

  // A limit was reached before there was anything to explore.
  void show_unknown(std::size_t index) {
    VerifiedModel& one = verified_[index];
    one.results = unknown_results(loaded_[index]);
    for (std::size_t i = 0; i < one.results.size(); ++i) {
      if (ndjson()) events_.write(verdict_event(one.model, i, one.results[i]));
      if (text()) streams_.out << result_text(one.results[i], style()) << std::flush;
    }
  }

  void explore(std::size_t index) {
    VerifiedModel& one = verified_[index];
    Loaded& loaded = loaded_[index];
    VerifyOptions options = arguments_.options;
    options.limits.since = begun_ = loaded.begun();
    options.known_symmetry = loaded.symmetry;
    ProgressLine progress(streams_.err, arguments_.progress, streams_.err_is_terminal, options.limits.memory);
    std::mutex printing;  // explorations may run in several threads
    options.limits.progress = [&](const Progress& now) {
      const std::lock_guard<std::mutex> lock(printing);
      if (snapshot_wanted()) progress.snapshot(now);
      progress.show(now);
      if (ndjson()) events_.progress(now);
    };
    options.limits.begin = trim_memory;
    options.warned = [&](const std::string& message) {
      streams_.err << one.model << ": warning: " << message << std::endl;
      one.warnings.push_back(message);
      if (ndjson()) events_.write(warning_event(one.model, message));
    };
    // Text comes in the order of the queries, each as soon as those before it are out.
    std::vector<std::string> waiting(loaded.queries.size());
    std::size_t printed = 0;
    std::map<std::size_t, QueryResult> known;
    options.decided = [&](std::size_t i, const QueryResult& result) {
      const std::lock_guard<std::mutex> lock(printing);
      trim_memory();
      known.emplace(i, result);  // kept, should the rest fail
      if (ndjson()) events_.write(verdict_event(one.model, i, result));
      if (!text()) return;
      waiting[i] = result_text(result, style());
      progress.clear();
      for (; printed < waiting.size() && !waiting[printed].empty(); ++printed)
        streams_.out << waiting[printed] << std::flush;
    };
    std::optional<StateDump> dump;
    if (!arguments_.dump_states.empty()) {
      dump.emplace(own_name(arguments_.dump_states, index), arguments_.dump_content);
      options.explored = [&](const StoredStates& states) { dump->write(states); };
    }
    if (!arguments_.certificate.empty() || arguments_.certify) prepare_certificates(index, options);
    try {
      const std::string set = arguments_.all_sizes.empty() ? "" : arguments_.all_sizes.front();
      one.results = arguments_.every_size ? verify_all_sizes(*loaded.model, loaded.queries, set, options)
                                          : verify(*loaded.model, loaded.queries, options);
    } catch (...) {
      progress.clear();
      for (auto& [i, result] : known) one.results.push_back(std::move(result));
      throw;
    }
    progress.clear();
    if (dump) dump->finish();
  }

  // Each certificate is written as soon as it is there; one flat model serves all queries.
  void prepare_certificates(std::size_t index, VerifyOptions& options) {
    const Loaded& loaded = loaded_[index];
    ModelArguments arguments = arguments_.model;
    arguments.model = verified_[index].model;
    std::string path = own_name(arguments_.certificate, index);
    if (path.empty()) path = (scratch_.emplace(), scratch_->path("certificate"));
    std::shared_ptr<const FlatModel> flat;
    std::vector<Diagnostic> why;
    try {
      flat = flat_or_outline(loaded, arguments, why);
    } catch (const ModelError& error) {
      print(index, error.diagnostics());
      streams_.err << arguments.model << ": warning: no certificates\n";
      return;
    }
    const std::string text = flat_text(flat->document);
    if (is_outline(*flat)) {
      for (Diagnostic& diagnostic : why) diagnostic.severity = Severity::warning;
      print(index, why);
      streams_.err
          << arguments.model
          << ": warning: no flat model for orbita-certify: certificates are without symmetry and reductions, and "
             "only `orbita certify` can check them, a weaker guarantee\n";
    } else {
      write_or_note(flat_name(path), [&](const std::string&) { return text; });
    }
    prepare_for_certificates(options, flat);
    options.certified = [this, &loaded, path, flat, text](std::size_t i, const Certificate& certificate,
                                                          QueryResult& result) {
      const std::string own = loaded.queries.size() == 1 ? path : numbered(path, i + 1);
      const std::string whole = certificate_text(certificate, *flat, text, *loaded.queries[i], arguments_.chosen);
      write_or_note(own, [&](const std::string&) { return whole; });
      if (problem_.empty() && is_regular_target(own)) pack_or_note(own);
      const bool check = arguments_.certify || !certificate.is_declared;
      if (!problem_.empty() || !check) return;
      if (is_outline(*flat)) {
        return judge_on_replay(loaded, *flat, whole, result);
      }
      judge_certificate(certificate, flat_name(path), own, result);
      if (!arguments_.certify) result.certified_by.clear();
    };
  }

  // With several models each has files of its own.
  std::string own_name(const std::string& path, std::size_t index) const {
    return several() && !path.empty() && is_regular_target(path) ? numbered(path, index + 1) : path;
  }

  void write_files(std::size_t index) {
    const std::vector<QueryResult>& results = verified_[index].results;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto name = [&](const std::string& path) {
        const std::string own = own_name(path, index);
        return results.size() == 1 || !is_regular_target(path) ? own : numbered(own, i + 1);
      };
      if (!results[i].trace) {
        note_missing(results[i], name);
        continue;
      }
      Model& model = *loaded_[index].model;
      const Trace& trace = *results[i].trace;
      const auto write = [&](const std::string& path, const std::function<std::string(const std::string&)>& content) {
        if (!path.empty()) write_or_note(name(path), content);
      };
      write(arguments_.trace_file,
            [&](const std::string& path) { return trace_file_text(model, trace, path, show()); });
      write(arguments_.msc, [&](const std::string& path) { return chart(model, trace, ChartKind::sequence, path); });
      write(arguments_.gantt, [&](const std::string& path) { return chart(model, trace, ChartKind::gantt, path); });
    }
  }

  // Files that were asked for are missed when there is nothing to write to them.
  void note_missing(const QueryResult& result, const std::function<std::string(const std::string&)>& name) {
    std::string files;
    for (const std::string* path : {&arguments_.trace_file, &arguments_.msc, &arguments_.gantt}) {
      if (!path->empty()) files += (files.empty() ? "" : ", ") + name(*path);
    }
    if (files.empty()) return;
    streams_.err << "orbita: not written: " << files << ": there is no trace for the verdict '"
                 << to_text(result.verdict) << "' of " << one_line(result.query->text) << '\n';
  }

  // What was found is written also when the time is over or the user wants the end, but not for ever.
  WorkLimits limits_for_files() const {
    constexpr double grace = 0.5;
    Limits limits = arguments_.options.limits;
    limits.since = begun_;
    const double at_least = limits.passed() + grace;
    limits.seconds = end_wanted() ? at_least : std::max(limits.seconds, at_least);
    limits.resident = std::numeric_limits<std::size_t>::max();
    if (end_wanted()) limits.stop = nullptr;
    return limits.work();
  }

  // Every file is tried, also after one that failed; the first problem is reported.
  void write_or_note(const std::string& path, const std::function<std::string(const std::string&)>& content) {
    const LimitScope scope(limits_for_files());
    try {
      write_file(path, content(path));
    } catch (const std::invalid_argument& error) {
      if (problem_.empty()) problem_ = error.what();
    } catch (const LimitReached& limit) {  // a pipe without a reader
      if (problem_.empty()) problem_ = "cannot write " + path + ": " + limit.what();
    }
  }

  void pack_or_note(const std::string& path) {
    try {
      pack(path);
    } catch (const std::invalid_argument& error) {
      problem_ = error.what();
    }
  }

  int finish() {
    Standing whole = totals_of(verified_).standing;
    if (!arguments_.junit.empty()) {
      double seconds = 0;
      for (const VerifiedModel& one : verified_) seconds += one.seconds;
      write_or_note(arguments_.junit, [&](const std::string&) { return to_junit(suite_of(verified_), seconds); });
    }
    if (!problem_.empty()) whole = worse(whole, Standing::unusable);
    if (text()) {
      print_summary(streams_.out, verified_, style());
      print_skipped(streams_.out, verified_, arguments_.options.unsupported);
    }
    if (ndjson()) events_.write(end_event(whole, verified_));
    if (arguments_.format == "json") {
      const Json document = several() ? to_json(verified_, whole) : to_json(verified_.front());
      streams_.out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    }
    streams_.out.flush();
    if (!problem_.empty()) streams_.err << "orbita: " << problem_ << '\n';
    return exit_code_of(whole);
  }

  VerifyArguments arguments_;
  Streams& streams_;
  EventWriter events_;
  std::vector<Loaded> loaded_;                                                      // one for each model,
  std::vector<VerifiedModel> verified_;                                             // and what has come out
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();  // the time of the model at hand
  std::optional<ScratchFolder> scratch_;  // of certificates that need not be kept
  std::string problem_;                   // the first one with a file that was to be written
};

}  // namespace

int verify_models(VerifyArguments arguments, Streams& streams) {
  return VerifyRun(std::move(arguments), streams).run();
}

}  // namespace orbita::cli
