// orbita test: models against the expectations written in them.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <ostream>
#include <thread>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/options/options.h"
#include "cli/terminal/output.h"
#include "cli/terminal/run_control.h"
#include "cli/verbs/model_list.h"
#include "cli/verbs/suite.h"
#include "engine/trace/trace_text.h"

namespace orbita::cli {

namespace {

struct TestArguments {
  std::vector<std::string> paths;
  std::string junit;
  std::string format = "text";
  SuiteOptions options;
  std::vector<std::string> all_sizes;  // the set, if one is named
  bool traces = false;
};

std::string_view word_of(CaseOutcome outcome) {
  switch (outcome) {
    case CaseOutcome::passed: return "ok";
    case CaseOutcome::updated: return "UPDATED";
    case CaseOutcome::failed: return "FAILED";
    case CaseOutcome::undecided: return "OPEN";
    case CaseOutcome::broken: return "ERROR";
    case CaseOutcome::skipped: return "SKIPPED";
    case CaseOutcome::no_expectation: return "-";
  }
  return "";
}

// `columns`: how long a line may be; 0: as long as it is. Only what passed is cut short.
void print_case(std::ostream& out, const std::string& model, const CaseResult& one, bool colour, std::size_t columns) {
  const bool bad = one.outcome == CaseOutcome::failed || one.outcome == CaseOutcome::undecided ||
                   one.outcome == CaseOutcome::broken || one.outcome == CaseOutcome::skipped;
  const std::string word = fmt::format("{:<8}", word_of(one.outcome));
  out << (colour ? (bad ? "\033[31m" : "\033[32m") + word + "\033[0m" : word);
  const std::string time = fmt::format("  {:.2f} s", one.seconds);
  std::string text = model + ": " + one_line(one.formula);
  if (!one.message.empty()) text += (one.formula.empty() ? "[" : "  [") + one.message + "]";
  const std::size_t room = columns > word.size() + time.size() + 20 && !bad ? columns - word.size() - time.size() : 0;
  out << shortened(text, room) << time << '\n';
}

// `seconds`: wall time of the run.
void print_summary(std::ostream& out, const std::vector<SuiteModel>& models, double seconds, bool certified) {
  const SuiteCount count = count_cases(models);
  const std::string where = fmt::format("in {} model{}", models.size(), models.size() == 1 ? "" : "s");
  const std::size_t judged = count.total() - count.no_expectation;
  if (count.total() == 0) {
    out << fmt::format("no queries {}; {:.2f} s\n", where, seconds);
    return;
  }
  if (judged == 0) {
    out << fmt::format("no expectation for any of {} queries {}; {:.2f} s\n", count.total(), where, seconds);
    return;
  }
  out << fmt::format("{} of {} queries {} as expected", count.passed + count.updated, judged, where);
  if (count.updated > 0) out << ", " << count.updated << " of them after the update";
  if (count.failed > 0) out << ", " << count.failed << " failed";
  if (count.undecided > 0) out << ", " << count.undecided << " undecided";
  if (count.broken > 0) out << ", " << count.broken << " with errors";
  if (count.skipped > 0) out << ", " << count.skipped << " skipped";
  if (count.no_expectation > 0) out << ", " << count.no_expectation << " more without expectation";
  if (certified) out << ", " << count.certified << " certified by orbita-certify";
  out << fmt::format("; {:.2f} s\n", seconds);
}

int test_models(const TestArguments& arguments, Streams& streams) {
  SuiteOptions options = arguments.options;
  if (arguments.traces) options.verify.trace = TraceKind::some;
  watch_signals();  // the processes of the models have the same handlers
  set_limits(options.verify.limits);
  const bool text = arguments.format == "text";
  streams.out.flush();
  const auto start = std::chrono::steady_clock::now();
  const std::vector<SuiteModel> models = run_suite(model_files(arguments.paths), options, [&](const SuiteModel& model) {
    if (!text) return;
    for (const CaseResult& one : model.cases) {
      print_case(streams.out, model.path, one, use_colour(streams.out_is_terminal), streams.out_columns);
    }
    streams.out << model.diff;
    streams.out.flush();
  });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const SuiteCount count = count_cases(models);
  const Standing whole = standing_of(count, options.verify.unsupported);
  if (text) print_summary(streams.out, models, seconds, options.certify);
  if (!text) streams.out << to_json(models, seconds, whole).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  if (!arguments.junit.empty()) write_file(arguments.junit, to_junit(models, seconds));
  if (count.total() == count.no_expectation) streams.err << "orbita: no query says what is expected\n";
  return exit_code_of(whole);
}

}  // namespace

void add_test(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<TestArguments>();
  CLI::App* verb = app.add_subcommand("test", "Verify models against the expectations written in them");
  SuiteOptions& options = arguments->options;
  options.verify.limits.seconds = 60;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  verb->add_option("PATH", arguments->paths, "Models, or folders of models, whose queries say what is expected")
      ->required();
  add_number<std::uint64_t>(*verb, "--jobs", options.jobs, 1,
                            "Models run at the same time, each in a process; default: one for each processor");
  add_file(*verb, "--junit", arguments->junit, "Write the results as JUnit XML to this file");
  add_format(*verb, arguments->format, {"text", "json"});
  add_flag(*verb, "--update", options.update, "Make the files expect what comes out, and show what changed");
  add_flag(*verb, "--certify", options.certify,
           "Let orbita-certify check the certificate of every verdict that has one; a rejected one fails");
  CLI::Option* every =
      verb->add_option("--all-sizes", arguments->all_sizes,
                       "Decide E<> and A[] for every size of this scalar set; default: of the only one")
          ->type_name("SET")
          ->expected(0, 1);
  add_flag(*verb, "--traces", arguments->traces, "Find and replay a trace for every verdict that has one");
  add_unsupported(*verb, options.verify);
  add_limits(*verb, options.verify.limits);
  add_exploration(*verb, options.verify);
  verb->callback([=, &streams, &action] {
    if (every->count() > 0)
      arguments->options.all_sizes = arguments->all_sizes.empty() ? "" : arguments->all_sizes.front();
    action = [=, &streams] { return test_models(*arguments, streams); };
  });
}

}  // namespace orbita::cli
