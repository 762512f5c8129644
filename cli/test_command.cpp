// orbita test: models against the expectations written in them.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/run_control.h"
#include "cli/suite.h"

namespace orbita::cli {

namespace {

struct TestArguments {
  std::vector<std::string> paths;
  std::string junit;
  std::string symmetry = "auto";
  double timeout = 60;
  bool traces = false;
};

std::string_view word_of(CaseOutcome outcome) {
  switch (outcome) {
    case CaseOutcome::passed:
      return "ok";
    case CaseOutcome::failed:
      return "FAILED";
    case CaseOutcome::undecided:
      return "OPEN";
    case CaseOutcome::broken:
      return "ERROR";
    case CaseOutcome::no_expectation:
      return "-";
  }
  return "";
}

void print_case(std::ostream& out, const std::string& model, const CaseResult& one, bool colour) {
  const bool bad = one.outcome != CaseOutcome::passed && one.outcome != CaseOutcome::no_expectation;
  const std::string word = fmt::format("{:<7}", word_of(one.outcome));
  out << (colour ? (bad ? "\033[31m" : "\033[32m") + word + "\033[0m" : word) << model << ": ";
  if (!one.formula.empty()) out << one.formula;
  if (!one.message.empty()) out << (one.formula.empty() ? "" : "  ") << "[" << one.message << "]";
  out << fmt::format("  {:.2f} s\n", one.seconds);
}

void print_summary(std::ostream& out, const std::vector<SuiteModel>& models) {
  const SuiteCount count = count_cases(models);
  out << fmt::format("{} of {} queries in {} models as expected", count.passed, count.total(), models.size());
  if (count.failed > 0) out << ", " << count.failed << " failed";
  if (count.undecided > 0) out << ", " << count.undecided << " undecided";
  if (count.broken > 0) out << ", " << count.broken << " with errors";
  if (count.no_expectation > 0) out << ", " << count.no_expectation << " without expectation";
  out << fmt::format("; {:.2f} s\n", count.seconds);
}

// Under its own name only when it is complete.
void write_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".part";
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::invalid_argument("cannot write " + path);
  std::filesystem::rename(temporary, path);
}

int test_models(const TestArguments& arguments, Streams& streams) {
  VerifyOptions options;
  options.limits.seconds = arguments.timeout;
  options.limits.memory = default_memory_limit();
  if (arguments.traces) options.trace = TraceKind::some;
  if (arguments.symmetry == "off") options.symmetry = SymmetryChoice::off;
  std::vector<SuiteModel> models;
  for (const std::string& file : suite_files(arguments.paths)) {
    models.push_back(run_suite_model(file, options));
    for (const CaseResult& one : models.back().cases) {
      print_case(streams.out, file, one, use_colour(streams.out_is_terminal));
    }
    streams.out.flush();
  }
  print_summary(streams.out, models);
  if (!arguments.junit.empty()) write_file(arguments.junit, to_junit(models));
  const SuiteCount count = count_cases(models);
  if (count.total() == count.no_expectation) streams.err << "orbita: no query says what is expected\n";
  return exit_code_of(count);
}

}  // namespace

void add_test(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<TestArguments>();
  CLI::App* verb = app.add_subcommand("test", "Verify models against the expectations written in them");
  verb->add_option("PATH", arguments->paths,
                   "Models, or folders of models; with <expect> elements or EXPECT comments")
      ->required();
  verb->add_option("--junit", arguments->junit, "Write the results as JUnit XML to this file");
  verb->add_option("--timeout", arguments->timeout, "Seconds per exploration; default 60")
      ->check(CLI::NonNegativeNumber);
  verb->add_option("--symmetry", arguments->symmetry, "auto or off")->check(CLI::IsMember({"auto", "off"}));
  verb->add_flag("--traces", arguments->traces, "Find and replay a trace for every verdict that has one");
  verb->callback(
      [=, &streams, &action] { action = [=, &streams] { return test_models(*arguments, streams); }; });
}

}  // namespace orbita::cli
