#include "cli/options/options.h"

#include <charconv>
#include <stdexcept>

#include "cli/terminal/run_control.h"
#include "report/sweep.h"
#include "session/quantity.h"

namespace orbita::cli {

namespace {

// Replaces CLI11's own check, whose messages name C++ types.
template <class Parse>
CLI::Option* checked(CLI::Option* option, const std::string& value_name, Parse parse) {
  option->type_name(value_name);
  option->check(CLI::Validator(
      [parse](std::string& text) {
        try {
          parse(text);
        } catch (const std::invalid_argument& error) {
          return std::string(error.what());
        }
        return std::string();
      },
      ""));
  return option;
}

const Names<Abstraction>& abstraction_names() {
  static const Names<Abstraction> names{
      {"auto", Abstraction::automatic}, {"none", Abstraction::exact}, {"M", Abstraction::m},
      {"M+", Abstraction::m_plus},      {"LU", Abstraction::lu},      {"LU+", Abstraction::lu_plus},
      {"aM", Abstraction::am},          {"aLU", Abstraction::alu}};
  return names;
}

const Names<SubsumptionChoice>& subsumption_names() {
  static const Names<SubsumptionChoice> names{{"auto", SubsumptionChoice::automatic},
                                              {"none", SubsumptionChoice::equality},
                                              {"inclusion", SubsumptionChoice::inclusion},
                                              {"simulation", SubsumptionChoice::simulation}};
  return names;
}

const Names<Order>& order_names() {
  static const Names<Order> names{
      {"bfs", Order::breadth_first}, {"dfs", Order::depth_first}, {"rdfs", Order::random_depth_first}};
  return names;
}

const Names<Engine>& engine_names() {
  static const Names<Engine> names{{"auto", Engine::automatic},
                                   {"zones", Engine::zones},
                                   {"interpolation", Engine::interpolation},
                                   {"bdd", Engine::bdd}};
  return names;
}

const Names<SymmetryChoice>& symmetry_names() {
  static const Names<SymmetryChoice> names{
      // clang-format off
      {"auto", SymmetryChoice::automatic}, {"off", SymmetryChoice::off},
      {"declared", SymmetryChoice::declared}, {"sort", SymmetryChoice::sort},
      {"segment", SymmetryChoice::segment},   {"refine", SymmetryChoice::refine},
      {"canonical", SymmetryChoice::canonical}, {"enumerate", SymmetryChoice::enumerate},
      {"counted", SymmetryChoice::counted}, {"adaptive", SymmetryChoice::adaptive}};
  // clang-format on
  return names;
}

std::uint64_t parse_number(const std::string& text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    const bool open = most == std::numeric_limits<std::uint64_t>::max();
    throw std::invalid_argument("expected a whole number " +
                                (open ? "of at least " + std::to_string(least)
                                      : "from " + std::to_string(least) + " to " + std::to_string(most)));
  }
  return value;
}

void add_model_file(CLI::App& verb, ModelArguments& arguments) {
  verb.add_option("MODEL", arguments.model, "Model: .xml, .xta or .ta; - reads standard input")->required();
  add_flag(verb, "--old-syntax", arguments.old_syntax, "Read the text as UPPAAL 3.x");
}

void check_setting(const std::string& text, const char* expected) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) throw std::invalid_argument(expected);
}

}  // namespace

CLI::Option* add_flag(CLI::App& verb, const std::string& name, bool& value, const std::string& help) {
  return verb.add_flag(name, value, help);
}

CLI::Option* add_file(CLI::App& verb, const std::string& name, std::string& value, const std::string& help) {
  return verb.add_option(name, value, help)->type_name("FILE");
}

CLI::Option* add_word(CLI::App& verb, const std::string& name, std::string& value,
                      const std::vector<std::string>& words, const std::string& help) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : "|") + word;
  return checked(verb.add_option(name, value, help), list, [words, list](const std::string& text) {
    for (const std::string& word : words) {
      if (word == text) return;
    }
    throw std::invalid_argument("expected " + list);
  });
}

CLI::Option* add_duration(CLI::App& verb, const std::string& name, double& seconds, const std::string& help) {
  CLI::Option* option = verb.add_option_function<std::string>(
      name, [&seconds](const std::string& text) { seconds = parse_duration(text); }, help);
  return checked(option, "DURATION", parse_duration);
}

CLI::Option* add_size(CLI::App& verb, const std::string& name, std::size_t& bytes, const std::string& help) {
  CLI::Option* option = verb.add_option_function<std::string>(
      name, [&bytes](const std::string& text) { bytes = parse_size(text); }, help);
  return checked(option, "SIZE", parse_size);
}

CLI::Option* add_number(CLI::App& verb, const std::string& name, const std::function<void(std::uint64_t)>& set,
                        std::uint64_t least, std::uint64_t most, const std::string& help) {
  CLI::Option* option = verb.add_option_function<std::string>(
      name, [set, least, most](const std::string& text) { set(parse_number(text, least, most)); }, help);
  return checked(option, "NUMBER", [least, most](const std::string& text) { parse_number(text, least, most); });
}

CLI::Option* add_texts(CLI::App& verb, const std::string& name, std::vector<std::string>& values,
                       const std::string& value_name, const std::string& help) {
  return verb.add_option(name, values, help)->allow_extra_args(false)->type_name(value_name);
}

void add_model(CLI::App& verb, ModelArguments& arguments) {
  add_model_file(verb, arguments);
  checked(add_texts(verb, "--set", arguments.set, "NAME=VALUE", "Value for a constant of the model; may be repeated"),
          "NAME=VALUE", [](const std::string& text) { check_setting(text, "expected NAME=VALUE"); });
}

void add_swept_model(CLI::App& verb, ModelArguments& arguments) {
  add_model_file(verb, arguments);
  checked(add_texts(verb, "--set", arguments.set, "NAME=VALUES", "Values for a constant of the model; may be repeated"),
          "NAME=VALUES", [](const std::string& text) {
            check_setting(text, "expected NAME=VALUES");
            parse_swept(text);
          });
}

void add_varied_options(CLI::App& verb, std::vector<std::string>& vary) {
  checked(
      add_texts(verb, "--vary", vary, "OPTION=VALUES",
                "Values that an option of the exploration takes in turn, such as symmetry=off,auto; may be repeated"),
      "OPTION=VALUES", [](const std::string& text) {
        check_setting(text, "expected OPTION=VALUES");
        parse_varied(text, set_exploration_option);
      });
}

void add_queries(CLI::App& verb, ModelArguments& arguments) {
  checked(verb.add_option("QUERIES", arguments.queries, "Query file (.q); default: the queries inside the model")
              ->expected(1),
          "", [](const std::string& text) {
            if (is_model_name(text))
              throw std::invalid_argument("expected a query file; only verify and check take several models");
          });
  add_formulas(verb, arguments);
}

void add_formulas(CLI::App& verb, ModelArguments& arguments) {
  add_texts(verb, "-q,--query", arguments.formulas, "FORMULA", "One formula; may be repeated");
}

void add_format(CLI::App& verb, std::string& format, const std::vector<std::string>& words) {
  add_word(verb, "--format", format, words, "Form of the output; default " + words.front());
}

void add_limits(CLI::App& verb, Limits& limits) {
  limits.memory = default_memory_limit();
  add_duration(
      verb, "--timeout", limits.seconds,
      "Time for a model, from reading it on, in seconds or with a unit (500ms, 5m, 2h); then the verdict is unknown");
  add_size(verb, "--memory", limits.memory,
           "Memory for the program as a whole, in megabytes or with a unit (500M, 4G); default: 90 % of the available "
           "memory");
  add_number<std::uint64_t>(verb, "--states", limits.states, 1,
                            "Stored states for each exploration; then the verdict is unknown");
}

void add_unsupported(CLI::App& verb, VerifyOptions& options) {
  static const Names<Unsupported> names{
      {"error", Unsupported::error}, {"skip", Unsupported::skip}, {"ignore", Unsupported::ignore}};
  add_choice(
      verb, "--unsupported", options.unsupported, names,
      "Statistical queries, games and strategies: errors (exit code 2), skipped (exit code 3), or skipped and left "
      "out of the exit code; default skip");
}

void add_exploration(CLI::App& verb, VerifyOptions& options) {
  static const Names<bool> bounds_names{{"static", false}, {"lazy", true}};
  static const Names<bool> reduce_names{{"all", true}, {"none", false}};
  static const Names<Approximation> approximation_names{{"none", Approximation::exact},
                                                        {"hull", Approximation::hull},
                                                        {"hash", Approximation::hash},
                                                        {"bits", Approximation::bits}};
  static const Names<Joining> join_names{
      {"auto", Joining::automatic}, {"always", Joining::always}, {"off", Joining::off}};
  options.detect_symmetry = true;
  add_choice(
      verb, "--engine", options.engine, engine_names(),
      "What decides: zones; for E<> and A[] reasons learned on the way (docs/interpolation.md); or sets of states as "
      "BDDs (docs/bdd.md); default auto, which is zones");
  add_choice(verb, "--symmetry", options.symmetry, symmetry_names(),
             "How symmetric states are represented; declared: of scalarsets only; default auto");
  add_choice(verb, "--extrapolation", options.abstraction, abstraction_names(),
             "How zones are abstracted; default auto");
  add_choice(verb, "--subsumption", options.subsumption, subsumption_names(),
             "When a stored state covers a new one; default auto");
  add_choice(verb, "--reduce", options.reduce, reduce_names, "Inactive clocks and dead variables; default all");
  add_choice(
      verb, "--bounds", options.lazy_bounds, bounds_names,
      "Clock bounds from all guards that may follow, or (E<>, A[] about data) only from disabled transitions met; "
      "default static");
  add_choice(verb, "--order", options.order, order_names(), "Search order; default bfs");
  add_choice(verb, "--join", options.join, join_names,
             "Replace two zones by their union where that is a zone; default auto");
  add_choice(verb, "--approximation", options.approximation, approximation_names,
             "For E<> and A[]: one hull per discrete state, or states remembered by hash or by bits; default none");
  add_number(verb, "--bits", options.log2_bits, 10u, "With --approximation bits: the table has 2^NUMBER bits", 40u);
  add_number(verb, "--threads", options.threads, 1u, "Threads for the explorations, or for a single one; default 1",
             1024u);
  add_number<std::uint64_t>(verb, "--seed", options.seed, 0, "Seed of random choices; default 1");
}

void add_trace_show(CLI::App& verb, std::optional<TraceShow>& show) {
  static const Names<std::optional<TraceShow>> names{
      {"lanes", TraceShow::lanes}, {"changes", TraceShow::changes}, {"full", TraceShow::full}};
  add_choice(
      verb, "--trace-show", show, names,
      "How much of a trace is printed: who is where, also what each step changes and which clocks it tests, or all "
      "variables and clocks; default changes");
}

void set_exploration_option(VerifyOptions& options, const std::string& name, const std::string& value) {
  CLI::App app;
  app.set_help_flag();
  add_exploration(app, options);
  if (app.get_option_no_throw("--" + name) == nullptr) {
    std::string names;
    for (const CLI::Option* option : app.get_options())
      names += (names.empty() ? "" : "|") + option->get_name().substr(2);
    throw std::invalid_argument("expected OPTION=VALUE,VALUE… with OPTION " + names);
  }
  try {
    app.parse(std::vector<std::string>{"--" + name + "=" + value});
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(error.what());
  }
}

}  // namespace orbita::cli
