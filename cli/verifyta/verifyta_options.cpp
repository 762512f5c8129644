#include "cli/verifyta/verifyta_options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>

#include "orbita_version.h"
#include "parser/diagnostic.h"
#include "session/load.h"

namespace orbita::cli {

namespace {

using Use = VerifytaUse;
using Value = VerifytaValue;

[[noreturn]] void fail(const std::string& option, const std::string& problem) {
  throw std::invalid_argument("option " + option + ": " + problem);
}

std::string shown(const VerifytaOption& option) {
  return option.name.empty() ? std::string("-") + option.letter : "--" + std::string(option.name);
}

long integer(const VerifytaOption& option, const std::string& value, long low, long high) {
  long result = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size() || result < low || result > high) {
    fail(shown(option),
         "a number from " + std::to_string(low) + " to " + std::to_string(high) + " expected, not '" + value + "'");
  }
  return result;
}

double real(const VerifytaOption& option, const std::string& value) {
  char* end = nullptr;
  const double result = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0') fail(shown(option), "a number expected, not '" + value + "'");
  return result;
}

using Setter = std::function<void(VerifytaArguments&, const VerifytaOption&, const std::string&)>;

void set_trace(VerifytaArguments& a, const VerifytaOption& option, const std::string& value) {
  if (value == "3") fail(shown(option), "traces of least cost (3) are not supported");
  const long kind = integer(option, value, -1, 2);
  using Trace = VerifytaArguments::Trace;
  a.trace = kind < 0 ? Trace::none : kind == 0 ? Trace::some : kind == 1 ? Trace::shortest : Trace::fastest;
}

// By long name, or by letter where there is none.
const std::map<std::string_view, Setter>& setters() {
  using A = VerifytaArguments;
  using O = VerifytaOption;
  using S = std::string;
  static const std::map<std::string_view, Setter> table{
      // clang-format off
      {"help", [](A& a, const O&, const S&) { a.help = true; }},
      {"version", [](A& a, const O&, const S&) { a.version = true; }},
      {"query-index", [](A& a, const O& o, const S& v) { a.query_index = integer(o, v, 0, 1000000000); }},
      {"diagnostic", set_trace},
      {"prefix", [](A& a, const O&, const S& v) { a.prefix = v; }},
      {"save-trace", [](A& a, const O&, const S& v) { a.xml_prefix = v; }},
      {"post-symbolic", [](A& a, const O&, const S&) { a.symbolic = true; }},
      {"pre-symbolic", [](A& a, const O&, const S&) { a.symbolic = a.both_ways = true; }},
      {"search-order", [](A& a, const O& o, const S& v) { a.order = static_cast<int>(integer(o, v, 0, 4)); }},
      {"b", [](A& a, const O&, const S&) { a.order = 0; }},
      {"d", [](A& a, const O&, const S&) { a.order = 1; }},
      {"extrapolation", [](A& a, const O& o, const S& v) { a.extrapolation = static_cast<int>(integer(o, v, 0, 4)); }},
      {"state-representation", [](A& a, const O& o, const S& v) { a.representation = static_cast<int>(integer(o, v, 0, 3)); }},
      {"C", [](A& a, const O&, const S&) { a.representation = 0; }},
      {"Z", [](A& a, const O&, const S&) { a.representation = 2; }},
      {"A", [](A& a, const O&, const S&) { a.representation = 3; }},
      {"hashtable-size", [](A& a, const O& o, const S& v) { a.hash_bits = static_cast<unsigned>(integer(o, v, 10, 40)); }},
      {"statespace-consumption", [](A& a, const O& o, const S& v) { a.space = static_cast<int>(integer(o, v, 0, 3)); }},
      {"reuse-statespace", [](A& a, const O&, const S&) { a.reuse = true; }},
      // clang-format on
      {"exploration",
       [](A&, const O& o, const S& v) {
         if (integer(o, v, 0, 1) == 1) fail(shown(o), "only 0, exhaustive exploration, is supported");
       }},
      {"nosummary", [](A& a, const O&, const S&) { a.summary = false; }},
      {"silence-progress", [](A& a, const O&, const S&) { a.progress = false; }},
      {"summary", [](A& a, const O&, const S&) { a.statistics = true; }},
      {"W", [](A& a, const O&, const S&) { a.warnings = false; }},
      {"seed",
       [](A& a, const O& o, const S& v) { a.seed = static_cast<std::uint64_t>(integer(o, v, 0, 0x7fffffffffffffff)); }},
      {"save-document", [](A& a, const O&, const S& v) { a.save_document = v; }},
      {"test-alpha", [](A& a, const O& o, const S& v) { a.test_alpha = real(o, v); }},
      {"compat", [](A& a, const O& o, const S& v) { a.compat = static_cast<int>(integer(o, v, 3, 5)); }},
      {"exit-verdict", [](A& a, const O&, const S&) { a.exit_verdict = true; }},
      {"strict", [](A& a, const O&, const S&) { a.strict = true; }},
      {"timeout", [](A& a, const O&, const S& v) { a.timeout = v; }},
      {"memory", [](A& a, const O&, const S& v) { a.memory = v; }},
      {"set", [](A& a, const O&, const S& v) { a.set.push_back(v); }},
  };
  return table;
}

bool looks_like_a_number(const std::string& word) {
  if (word.empty()) return false;
  char* end = nullptr;
  std::strtod(word.c_str(), &end);
  return *end == '\0';
}

// What may follow an option that has no effect here: leaving a file name to be read does no harm, swallowing one does.
bool looks_like_a_value(const std::string& word) {
  if (looks_like_a_number(word)) return true;
  return word.rfind('-', 0) != 0 && !is_model_name(word) && !word.ends_with(".q");
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words) {}

  VerifytaArguments read() {
    if (const char* version = std::getenv("ORBITA_COMPAT"); version != nullptr && *version != '\0') {
      result_.compat = static_cast<int>(integer({0, "compat", Value::needed, Use::used, ""}, version, 3, 5));
    }
    bool only_files = false;
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (only_files || word.size() < 2 || word[0] != '-') file(word);
      else if (word == "--") only_files = true;
      else if (word[1] == '-') long_option(word.substr(2));
      else short_options(word);
    }
    return std::move(result_);
  }

 private:
  void file(const std::string& word) {
    if (result_.model.empty()) result_.model = word;
    else if (result_.queries.empty()) result_.queries = word;
    else throw std::invalid_argument("'" + word + "': a model and one query file are expected, not a third file");
  }

  void long_option(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    // Like the original, a unique beginning is enough.
    std::vector<const VerifytaOption*> found;
    for (const VerifytaOption& option : verifyta_options()) {
      if (option.name == name) found.assign(1, &option);
      else if (!name.empty() && option.name.substr(0, name.size()) == name &&
               (found.empty() || found[0]->name != name)) {
        found.push_back(&option);
      }
    }
    if (found.empty() && (name.rfind("split-", 0) == 0 || name.rfind("indifference-", 0) == 0)) {
      const VerifytaOption family{0, name, Value::word, Use::ignored,
                                  "games and learning"};  // --split-*, --indifference-*
      apply(family, equals == std::string::npos ? value_of(family) : "");
      return;
    }
    if (found.size() != 1)
      fail("--" + name, found.empty() ? "there is no such option" + nearest(name) : "is not unique");
    const VerifytaOption& option = *found[0];
    if (equals != std::string::npos) {
      if (option.value == Value::none) fail(shown(option), "takes no value");
      apply(option, text.substr(equals + 1));
    } else {
      apply(option, value_of(option));
    }
  }

  void short_options(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const VerifytaOption* option = nullptr;
      for (const VerifytaOption& o : verifyta_options()) {
        if (o.letter == word[i]) option = &o;
      }
      if (option == nullptr) fail(std::string("-") + word[i], "there is no such option (in '" + word + "')");
      const std::string rest = word.substr(i + 1);
      const bool attached = !rest.empty() && option->value != Value::none;
      apply(*option, attached ? rest : rest.empty() ? value_of(*option) : "");
      if (attached) return;
    }
  }

  std::string value_of(const VerifytaOption& option) {
    const bool there = next_ < words_.size();
    if (option.value == Value::needed) {
      if (!there) fail(shown(option), "needs a value");
      return words_[next_++];
    }
    if (option.value == Value::word && there && looks_like_a_value(words_[next_])) return words_[next_++];
    return "";
  }

  void apply(const VerifytaOption& option, const std::string& value) {
    if (option.use == Use::refused) fail(shown(option), std::string(option.help));
    if (option.use == Use::ignored) {
      result_.notes.push_back("option " + shown(option) + " has no effect here (" + std::string(option.help) + ")");
      return;
    }
    const auto key = option.name.empty() ? std::string_view(&option.letter, 1) : option.name;
    if (const auto setter = setters().find(key); setter != setters().end()) setter->second(result_, option, value);
  }

  static std::string nearest(const std::string& name) {
    std::vector<std::string_view> known;
    for (const VerifytaOption& option : verifyta_options()) {
      if (!option.name.empty()) known.push_back(option.name);
    }
    const std::string hint = spelling_hint(name, known);
    return hint.empty() ? "" : "; " + hint;
  }

  const std::vector<std::string>& words_;
  std::size_t next_ = 0;
  VerifytaArguments result_;
};

}  // namespace

const std::vector<VerifytaOption>& verifyta_options() {
  static const std::vector<VerifytaOption> table = [] {
    std::vector<VerifytaOption> t{
        {'h', "help", Value::none, Use::used, "print this help"},
        {'v', "version", Value::none, Use::used, "print the version"},
        {0, "stdc-version", Value::none, Use::accepted, "the version of the C library"},
        {0, "query-index", Value::needed, Use::used, "verify this query only, counted from 0"},
        {'t', "diagnostic", Value::needed, Use::used,
         "trace: 0 some, 1 shortest, 2 fastest; text on stderr unless -f or -X"},
        {'f', "prefix", Value::needed, Use::used, "write traces to PREFIX-n.xtr (version 4) or PREFIX-n (version 5)"},
        {'X', "save-trace", Value::needed, Use::used, "write traces as XML to PREFIXn.xml"},
        {'y', "post-symbolic", Value::none, Use::used, "print traces symbolically, post-stable"},
        {'Y', "pre-symbolic", Value::none, Use::used, "print traces symbolically, pre- and post-stable"},
        {'o', "search-order", Value::needed, Use::used,
         "0 breadth first, 1 depth first, 2 random depth first, 3 optimal first, 4 random optimal depth first"},
        {'b', "", Value::none, Use::used, "breadth first (-o0)"},
        {'d', "", Value::none, Use::used, "depth first (-o1)"},
        {'n', "extrapolation", Value::needed, Use::used,
         "0 automatic, 1 none, 2 difference, 3 location based, 4 lower/upper"},
        {0, "state-representation", Value::needed, Use::used,
         "0 DBM, 1 compact DBM, 2 bit-state hashing (under-approximation), 3 convex hull (over-approximation)"},
        // clang-format off
        {'C', "", Value::none, Use::used, "DBM"},
        {'Z', "", Value::none, Use::used, "bit-state hashing"},
        {'A', "", Value::none, Use::used, "convex hull"},
        {'H', "hashtable-size", Value::needed, Use::used, "2^n bits for -Z"},
        {'S', "statespace-consumption", Value::needed, Use::accepted, "0 none, 1 conservative, 2 aggressive, 3 extreme"},
        {'T', "reuse-statespace", Value::none, Use::used, "one exploration for several queries"},
        {0, "exploration", Value::needed, Use::used, "0 exhaustive; 1, random heuristics, is refused"},
        {0, "discrete-representation", Value::needed, Use::accepted, "how variables are stored"},
        {'q', "nosummary", Value::none, Use::used, "do not print the options"},
        {'s', "silence-progress", Value::none, Use::used, "do not show progress"},
        {'u', "summary", Value::none, Use::used, "print statistics after every query"},
        {'W', "", Value::none, Use::used, "no warnings"},
        {'r', "seed", Value::needed, Use::used, "seed of random orders"},
        {'x', "save-document", Value::needed, Use::used, "write the model as XML"},
        {0, "test-alpha", Value::needed, Use::used, "not 0: verify the queries with expectations only, and compare"},
        {'M', "modest", Value::none, Use::refused, "the update order of Modest is not supported"},
        {'k', "key", Value::needed, Use::ignored, "licence"},
        {'l', "lease", Value::needed, Use::ignored, "licence"},
        {0, "lease-request", Value::needed, Use::ignored, "licence"},
        {0, "lease-install", Value::needed, Use::ignored, "licence"},
        {0, "compat", Value::needed, Use::used, "print what version 3, 4 or 5 prints (default 5; also ORBITA_COMPAT)"},
        {0, "exit-verdict", Value::none, Use::used, "exit with 10 when a formula is not satisfied, 11 when one stays open"},
        {0, "strict", Value::none, Use::used, "exit with 1 when a query cannot be verified symbolically"},
        {0, "timeout", Value::needed, Use::used, "seconds (or 500ms, 5m, 2h) per query"},
        {0, "memory", Value::needed, Use::used, "megabytes (or 500M, 4G) per query"},
        {0, "set", Value::needed, Use::used, "NAME=VALUE for a constant of the model"}};
    // clang-format on
    t.push_back({'a', "alpha", Value::word, Use::ignored, "statistical queries"});
    t.push_back({'B', "beta", Value::word, Use::ignored, "statistical queries"});
    t.push_back({'E', "epsilon", Value::word, Use::ignored, "statistical queries"});
    t.push_back({'D', "discretization", Value::word, Use::ignored, "hybrid clocks in statistical queries"});
    for (const char letter : std::string_view("pPijwcVRLFOG")) {
      t.push_back({letter, "", Value::word, Use::ignored, "statistical queries"});
    }
    for (const std::string_view name : {"histogram-bar-count", "truncation-error", "truncation-time-error"}) {
      t.push_back({0, name, Value::word, Use::ignored, "statistical queries"});
    }
    for (const std::string_view name : {"rand-heur", "rdepth", "rtimeout", "random-semantics"}) {
      t.push_back({0, name, Value::word, Use::ignored, "randomised exploration"});
    }
    for (const std::string_view name :
         {"backwards-order", "priority-order", "generate-strategy", "learning-method", "good-runs", "total-runs",
          "runs-pr-state", "eval-runs", "max-iterations", "max-imitation", "reset-no-better", "max-reset-learning",
          "filter", "random-search-limit", "deterministic-search-limit", "qlearning-alpha", "discount",
          "print-strategies"}) {
      t.push_back({0, name, Value::word, Use::ignored, "games and learning"});
    }
    t.push_back({0, "strategy-store", Value::needed, Use::ignored, "games and learning"});
    return t;
  }();
  return table;
}

VerifytaArguments parse_verifyta(const std::vector<std::string>& words) { return Reader(words).read(); }

std::string verifyta_help() {
  std::string text =
      "Usage: verifyta [OPTION]... MODEL QUERY\n"
      "Checks the queries of QUERY (default: those inside MODEL, or MODEL's .q file) the way UPPAAL's verifyta\n"
      "prints it. A drop-in by Orbita.\n\nOptions:\n";
  for (const VerifytaOption& option : verifyta_options()) {
    std::string left = "  ";
    if (option.letter != 0 && !option.name.empty())
      left += std::string("-") + option.letter + " [ --" + std::string(option.name) + " ]";
    else left += shown(option);
    if (option.value != Value::none) left += " arg";
    left.resize(std::max<std::size_t>(left.size() + 1, 36), ' ');
    text += left +
            (option.use == Use::ignored   ? "no effect: "
             : option.use == Use::refused ? "refused: "
                                          : "") +
            std::string(option.help) + '\n';
  }
  return text;
}

std::string verifyta_version(int compat) {
  // The word UPPAAL stands alone, the version follows: that is how scripts find it.
  return std::string("Orbita ") + version + " verifyta, output compatible with UPPAAL " +
         (compat == 3   ? "3.4"
          : compat == 4 ? "4.1.26"
                        : "5.0.0") +
         " verifyta\n";
}

}  // namespace orbita::cli
