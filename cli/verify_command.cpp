// orbita verify: decide the queries of a model.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/verify_run.h"
#include "engine/verify.h"

namespace orbita::cli {

namespace {

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
const Names<bool> bounds_names{{"static", false}, {"lazy", true}};
const Names<bool> reduce_names{{"all", true}, {"none", false}};
const Names<SymmetryChoice> symmetry_names{
    {"auto", SymmetryChoice::automatic}, {"off", SymmetryChoice::off},
    {"sort", SymmetryChoice::sort},      {"segment", SymmetryChoice::segment},
    {"refine", SymmetryChoice::refine},  {"canonical", SymmetryChoice::canonical},
    {"enumerate", SymmetryChoice::enumerate}};

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
  verb->add_option("--trace-file", arguments->trace_file, "Save traces under this name (with -1, -2, … for several queries): .json, .xtr, .itf.json or .txt");
  add_choice(*verb, "--symmetry", options.symmetry, symmetry_names, "How symmetric states are represented");
  verb->add_flag("--literal-sort", options.literal_sort, "With --symmetry sort: the published bubble sort, word by word");
  add_choice(*verb, "--extrapolation", options.abstraction, abstraction_names, "What may be forgotten about clocks");
  add_choice(*verb, "--subsumption", options.subsumption, subsumption_names, "When a stored state covers a new one");
  add_choice(*verb, "--join", options.join, join_names, "Make one zone of two where their union is a zone");
  add_choice(*verb, "--reduce", options.reduce, reduce_names, "Inactive clocks and dead variables");
  add_choice(*verb, "--bounds", options.lazy_bounds, bounds_names,
             "Clock bounds from all guards that may follow, or (E<>, A[] about data) as disabled transitions ask for them");
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
  verb->add_option("--msc", arguments->msc, "Draw traces as message sequence charts: .svg or .mmd (Mermaid)");
  verb->add_option("--gantt", arguments->gantt, "Draw traces as Gantt charts: .svg or .mmd (Mermaid)");
  verb->add_option("--format", arguments->format, "text, json or ndjson")->check(CLI::IsMember({"text", "json", "ndjson"}));
  verb->add_option("--progress", arguments->progress, "auto, plain, json or none")
      ->check(CLI::IsMember({"auto", "plain", "json", "none"}));
  verb->callback([=, &streams, &action] { action = [=, &streams] { return verify_model(*arguments, streams); }; });
}

}  // namespace orbita::cli
