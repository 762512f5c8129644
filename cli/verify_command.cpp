// orbita verify: decide the queries of a model.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/results.h"
#include "engine/verify.h"

namespace orbita::cli {

namespace {

std::atomic<bool> interrupted{false};

void interrupt(int) { interrupted.store(true); }

struct VerifyArguments {
  ModelArguments model;
  VerifyOptions options;
  std::string format = "text";
  std::string progress = "auto";
  std::string memory, timeout;
  std::string trace_file;
  bool statistics = false;
};

template <class T>
using Names = std::vector<std::pair<std::string, T>>;

const Names<TraceKind> trace_names{{"none", TraceKind::off}, {"some", TraceKind::some},
                                   {"shortest", TraceKind::shortest}, {"fastest", TraceKind::fastest}};
const Names<Abstraction> abstraction_names{
    {"auto", Abstraction::automatic}, {"none", Abstraction::exact}, {"M", Abstraction::m},   {"M+", Abstraction::m_plus},
    {"LU", Abstraction::lu},          {"LU+", Abstraction::lu_plus}, {"aM", Abstraction::am}, {"aLU", Abstraction::alu}};
const Names<SubsumptionChoice> subsumption_names{{"auto", SubsumptionChoice::automatic},
                                                 {"none", SubsumptionChoice::equality},
                                                 {"inclusion", SubsumptionChoice::inclusion},
                                                 {"simulation", SubsumptionChoice::simulation}};
const Names<Order> order_names{
    {"bfs", Order::breadth_first}, {"dfs", Order::depth_first}, {"rdfs", Order::random_depth_first}};
const Names<Approximation> approximation_names{{"none", Approximation::exact}, {"hull", Approximation::hull},
                                               {"hash", Approximation::hash}, {"bits", Approximation::bits}};
const Names<Passed::Joining> join_names{
    {"auto", Passed::Joining::automatic}, {"always", Passed::Joining::always}, {"off", Passed::Joining::off}};
const Names<bool> reduce_names{{"all", true}, {"none", false}};
const Names<SymmetryChoice> symmetry_names{
    {"auto", SymmetryChoice::automatic}, {"off", SymmetryChoice::off},
    {"sort", SymmetryChoice::sort},      {"segment", SymmetryChoice::segment},
    {"refine", SymmetryChoice::refine},  {"canonical", SymmetryChoice::canonical},
    {"enumerate", SymmetryChoice::enumerate}};

// "500", "2k", "300M", "4G": a number of bytes (or with a time unit, seconds).
double parse_quantity(const std::string& option, const std::string& text,
                      const std::vector<std::pair<std::string, double>>& units) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  for (const auto& [name, factor] : units) {
    if (used > 0 && value >= 0 && unit == name) return value * factor;
  }
  throw std::invalid_argument(option + " " + text + ": expected a number with an optional unit");
}

void set_limits(VerifyArguments& arguments) {
  Limits& limits = arguments.options.limits;
  limits.stop = &interrupted;
  if (!arguments.timeout.empty()) {
    limits.seconds = parse_quantity("--timeout", arguments.timeout,
                                    {{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"min", 60}, {"h", 3600}});
  }
  if (!arguments.memory.empty()) {
    limits.memory = static_cast<std::size_t>(
        parse_quantity("--memory", arguments.memory,
                       {{"", 1048576}, {"B", 1}, {"k", 1024}, {"K", 1024}, {"KB", 1024}, {"M", 1048576}, {"MB", 1048576},
                        {"G", 1073741824}, {"GB", 1073741824}}));
  } else {
    limits.memory = default_memory_limit();
  }
}

void save_traces(const std::string& prefix, const std::vector<QueryResult>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].trace) continue;
    const std::string path = results.size() == 1 ? prefix : prefix + "-" + std::to_string(i + 1);
    const std::string temporary = path + ".part";
    std::ofstream out(temporary, std::ios::binary);
    out << save_trace(*results[i].trace);
    out.flush();
    if (!out) throw std::invalid_argument("cannot write " + path);
    out.close();
    std::filesystem::rename(temporary, path);
  }
}

// As in UPPAAL, whatever its value; empty counts as not set, because scripts clear variables that way.
bool symmetry_disabled() {
  const char* value = std::getenv("UPPAAL_DISABLE_SYMMETRY");
  return value != nullptr && *value != '\0';
}

int verify_model(VerifyArguments arguments, Streams& streams) {
  set_limits(arguments);
  if (symmetry_disabled()) arguments.options.symmetry = SymmetryChoice::off;
  Loaded loaded = load(arguments.model, true);
  const Sources& sources = *loaded.diagnostics.sources();
  const bool json = arguments.format == "json";
  if (loaded.model == nullptr) {
    if (json) streams.out << failed_json(arguments.model.model, sources, loaded.diagnostics.sorted()).dump(2) << '\n';
    print_diagnostics(streams.err, sources, loaded.diagnostics.sorted(), use_colour(streams.err_is_terminal));
    return exit_usage;
  }
  print_diagnostics(streams.err, sources, loaded.diagnostics.sorted(), use_colour(streams.err_is_terminal));
  if (loaded.queries.empty()) {  // nothing decided must not look like success
    if (json) streams.out << failed_json(arguments.model.model, sources, loaded.diagnostics.sorted()).dump(2) << '\n';
    streams.err << arguments.model.model << ": no queries; give some with -q\n";
    return exit_usage;
  }
  ProgressLine progress(streams.err, arguments.progress, streams.err_is_terminal);
  if (progress.wanted()) arguments.options.limits.progress = [&](const Progress& p) { progress.show(p); };
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  std::vector<QueryResult> results;
  try {
    results = verify(*loaded.model, loaded.queries, arguments.options, loaded.diagnostics);
  } catch (const ModelError& error) {  // cannot be explored symbolically
    if (json) streams.out << failed_json(arguments.model.model, sources, error.diagnostics()).dump(2) << '\n';
    print_diagnostics(streams.err, sources, error.diagnostics(), use_colour(streams.err_is_terminal));
    return exit_usage;
  }
  progress.clear();
  if (!arguments.trace_file.empty()) save_traces(arguments.trace_file, results);
  if (json) {
    streams.out << to_json(arguments.model.model, results).dump(2) << '\n';
  } else {
    print_results(streams.out, results, arguments.statistics, use_colour(streams.out_is_terminal));
  }
  const int code = exit_code_of(results);
  // A query that could not even be read has no result, but must not go unnoticed.
  return code != exit_internal && loaded.diagnostics.error_count() > loaded.unasked ? static_cast<int>(exit_usage) : code;
}

template <class T>
void add_choice(CLI::App& verb, const std::string& name, T& value, const Names<T>& names, const std::string& help) {
  std::vector<std::string> texts;
  for (const auto& entry : names) texts.push_back(entry.first);
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : "|") + text;
  verb.add_option_function<std::string>(
          name,
          [&value, &names](const std::string& chosen) {
            for (const auto& [text, v] : names) {
              if (text == chosen) value = v;
            }
          },
          help + " (" + list + ")")
      ->check(CLI::IsMember(texts))
      ->type_name("WORD");
}

}  // namespace

void add_verify(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* verb = app.add_subcommand("verify", "Decide the queries of a model");
  VerifyOptions& options = arguments->options;
  verb->add_option("MODEL", arguments->model.model, "Model: .xml, .xta or .ta")->required();
  verb->add_option("QUERIES", arguments->model.queries, "Query file (.q); default: the queries inside the model");
  verb->add_option("-q,--query", arguments->model.formulas, "One formula; may be repeated")->allow_extra_args(false);
  verb->add_option("--set", arguments->model.set, "NAME=VALUE for a constant of the model; may be repeated")
      ->allow_extra_args(false);
  verb->add_flag("--old-syntax", arguments->model.old_syntax, "Read the text as UPPAAL 3.x");
  add_choice(*verb, "--trace", options.trace, trace_names, "Explain verdicts by a run");
  verb->add_option("--trace-file", arguments->trace_file, "Save traces as JSON under this name (with -1, -2, … for several queries)");
  add_choice(*verb, "--symmetry", options.symmetry, symmetry_names, "How symmetric states are represented");
  verb->add_flag("--literal-sort", options.literal_sort, "With --symmetry sort: the published bubble sort, word by word");
  add_choice(*verb, "--extrapolation", options.abstraction, abstraction_names, "What may be forgotten about clocks");
  add_choice(*verb, "--subsumption", options.subsumption, subsumption_names, "When a stored state covers a new one");
  add_choice(*verb, "--join", options.join, join_names, "Make one zone of two where their union is a zone");
  add_choice(*verb, "--reduce", options.reduce, reduce_names, "Inactive clocks and dead variables");
  add_choice(*verb, "--order", options.order, order_names, "Search order");
  add_choice(*verb, "--approximation", options.approximation, approximation_names,
             "For E<> and A[]: one hull per discrete state, or states remembered by hash or by bits");
  verb->add_option("--bits", options.log2_bits, "With --approximation bits: the table has 2^N bits")
      ->check(CLI::Range(10u, 40u))
      ->type_name("N");
  verb->add_option("--seed", options.seed, "Seed of random search orders");
  verb->add_option("--threads", options.threads, "Explorations at the same time; queries that share one share its thread")
      ->check(CLI::Range(1u, 1024u))
      ->type_name("N");
  verb->add_option("--timeout", arguments->timeout, "Seconds (or 500ms, 5m, 2h) in all; what is not decided by then is unknown");
  verb->add_option("--memory", arguments->memory, "Megabytes (or 500M, 4G) for the states; default: 90 % of what is there");
  verb->add_option("--dump-states", options.dump_states, "Write every stored state to this file, one JSON object a line");
  verb->add_flag("-s,--statistics", arguments->statistics, "Print statistics of every query");
  verb->add_option("--format", arguments->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  verb->add_option("--progress", arguments->progress, "auto, plain, json or none")
      ->check(CLI::IsMember({"auto", "plain", "json", "none"}));
  verb->callback([=, &streams, &action] { action = [=, &streams] { return verify_model(*arguments, streams); }; });
}

}  // namespace orbita::cli
