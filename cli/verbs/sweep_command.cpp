// orbita sweep: verdicts, states, time and memory for many values of the model's constants.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/options/options.h"
#include "cli/terminal/output.h"
#include "cli/terminal/run_control.h"
#include "cli/verbs/sweep.h"
#include "report/diagnostics.h"

namespace orbita::cli {

namespace {

struct SweepArguments {
  SweepOptions options;
  std::string format = "text";
  std::string plot, plot_value = "states";
};

// A table whose lines appear one by one, so the widths come from what is known before.
class SweepTable {
 public:
  explicit SweepTable(std::ostream& out) : out_(out) {}

  void add(const SweepResult& result, const SweepRow& row) {
    if (widths_.empty()) header(result);
    if (row.query > named_) {
      named_ = row.query;
      legend_ += fmt::format("q{}: {}\n", row.query, row.formula);
    }
    for (std::size_t i = 0; i < row.values.size(); ++i) out_ << fmt::format("{:>{}}  ", row.values[i], widths_[i]);
    out_ << fmt::format("q{:<4} {:<13} {:>12} {:>12} {:>10.3f} {:>9.1f}", row.query, row.verdict, row.stored,
                        row.explored, row.seconds, static_cast<double>(row.bytes) / 1048576);
    if (!row.reason.empty()) out_ << "  (" << row.reason << ')';
    out_ << '\n' << std::flush;
  }

  void finish() { out_ << legend_; }

 private:
  void header(const SweepResult& result) {
    for (const SweptName& swept : result.swept) {
      std::size_t width = swept.name.size();
      for (const std::string& value : swept.values) width = std::max(width, value.size());
      widths_.push_back(width);
      out_ << fmt::format("{:>{}}  ", swept.name, width);
    }
    if (widths_.empty()) widths_.push_back(0);
    out_ << fmt::format("{:<5} {:<13} {:>12} {:>12} {:>10} {:>9}\n", "query", "verdict", "stored", "explored",
                        "seconds", "MB");
  }

  std::ostream& out_;
  std::vector<std::size_t> widths_;
  std::size_t named_ = 0;
  std::string legend_;
};

int sweep(const SweepArguments& arguments, Streams& streams) {
  SweepTable table(streams.out);
  bool first = true;
  const auto show = [&](const SweepResult& result, const SweepRow& row) {
    if (arguments.format == "text") table.add(result, row);
    if (arguments.format == "csv") streams.out << (first ? csv_header(result) : "") << csv_row(row) << std::flush;
    first = false;
  };
  Diagnostics diagnostics;
  SweepResult result;
  try {
    SweepOptions options = arguments.options;
    watch_signals();
    set_limits(options.verify.limits);
    options.set_option = set_exploration_option;
    result = run_sweep(options, show, diagnostics);
  } catch (const ModelError& error) {
    streams.err << diagnostics_text(*diagnostics.sources(), error.diagnostics(), use_colour(streams.err_is_terminal));
    return exit_usage;
  }
  const std::string& model = arguments.options.model.model;
  if (arguments.format == "text") table.finish();
  if (arguments.format == "json")
    streams.out << to_json(model, result).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  if (!arguments.plot.empty()) write_file(arguments.plot, growth_plot(model, result, arguments.plot_value));
  return exit_code_of(result.standing);
}

}  // namespace

void add_sweep(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* verb =
      app.add_subcommand("sweep", "Decide the queries of a model for many values of its constants and of options");
  SweepOptions& options = arguments->options;
  add_swept_model(*verb, options.model);
  add_queries(*verb, options.model);
  add_varied_options(*verb, options.vary);
  add_format(*verb, arguments->format, {"text", "csv", "json"});
  CLI::Option* plot =
      add_file(*verb, "--plot", arguments->plot, "Write a plot of the growth (SVG, logarithmic axis) to this file");
  add_word(*verb, "--plot-value", arguments->plot_value, {"states", "time", "memory"},
           "What the plot shows; default states")
      ->needs(plot);
  add_flag(*verb, "--keep-going", options.keep_going, "Go on with larger values after a limit was reached");
  add_unsupported(*verb, options.verify);
  add_limits(*verb, options.verify.limits);
  add_exploration(*verb, options.verify);
  verb->footer(
      "VALUES is a list such as 1,5,10..20 or 10..30/5 (every fifth). The last --set\n"
      "varies fastest; once a limit is reached its later values are skipped.\n"
      "Example: orbita sweep models/fischer.xml --set N=2..8 --vary symmetry=off,auto\n"
      "         --timeout 10s --plot f.svg");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return sweep(*arguments, streams); }; });
}

}  // namespace orbita::cli
