#include "cli/verifyta/verifyta_command.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <stdexcept>

#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/run_control.h"
#include "cli/verifyta/verifyta_intermediate.h"
#include "cli/verifyta/verifyta_options.h"
#include "cli/verifyta/verifyta_trace.h"
#include "engine/trace/trace_xtr.h"
#include "session/load.h"
#include "session/quantity.h"

namespace orbita::cli {

namespace {

constexpr int exit_error = 1;
constexpr int exit_some_not = 10, exit_some_open = 11;  // --exit-verdict

// Set, and not to nothing: scripts clear a variable that way.
bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// ---- diagnostics

// Of our warnings only those that say that something is not read the way it was meant: scripts take any
// text on stderr for a failure.
bool is_shown(const Diagnostic& d, bool warnings) {
  static const std::set<std::string> kept{"strict-invariant", "unknown-label-kind", "sync-without-direction",
                                          "index-range"};
  return d.severity == Severity::error || (warnings && d.severity == Severity::warning && kept.count(d.code) > 0);
}

// The number of an embedded query, the line of a text file, the XPath of any other part of a model.
std::string place_text(const Sources& sources, Span where, const std::string& model) {
  const TextBlock& block = sources[where.block];
  const Position at = sources.locate(where);
  const std::string query = "/nta/queries/query[";
  if (block.xpath.rfind(query, 0) == 0) {
    return model + "::" + block.xpath.substr(query.size(), block.xpath.find(']') - query.size());
  }
  if (!block.xpath.empty()) return block.file + ':' + block.xpath + ':' + std::to_string(at.block_line);
  return (block.file.empty() ? model : block.file) + "::" + std::to_string(at.line);
}

std::string diagnostic_text(const Diagnostic& d) {
  if (d.code == "strict-invariant") return "Strict invariant.";
  const bool syntax = d.code == "syntax-error" && d.message.find("syntax error") == std::string::npos;
  return (syntax ? "syntax error: " : "") + d.message + '.';
}

void print_problems(std::ostream& err, const Loaded& loaded, const VerifytaArguments& arguments) {
  const Sources* sources = loaded.diagnostics.sources();
  for (const Diagnostic& d : loaded.diagnostics.sorted()) {
    if (!is_shown(d, arguments.warnings)) continue;
    err << place_text(*sources, d.where, arguments.model) << ": "
        << (d.severity == Severity::error ? "[error] " : "[warning] ") << diagnostic_text(d) << '\n';
  }
}

// ---- options

template <class Value>
Value quantity(const char* option, const std::string& text, Value (*parse)(const std::string&)) {
  try {
    return parse(text);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(option) + ' ' + text + ": " + error.what());
  }
}

VerifyOptions engine_options(const VerifytaArguments& arguments) {
  VerifyOptions options;
  options.detect_symmetry = true;
  if (!arguments.timeout.empty()) options.limits.seconds = quantity("--timeout", arguments.timeout, parse_duration);
  if (!arguments.memory.empty()) options.limits.memory = quantity("--memory", arguments.memory, parse_size);
  set_limits(options.limits);
  options.seed = arguments.seed;
  switch (arguments.trace) {
    case VerifytaArguments::Trace::none: break;
    case VerifytaArguments::Trace::some: options.trace = TraceKind::some; break;
    case VerifytaArguments::Trace::shortest: options.trace = TraceKind::shortest; break;
    case VerifytaArguments::Trace::fastest: options.trace = TraceKind::fastest; break;
  }
  if (arguments.order == 1) options.order = Order::depth_first;
  if (arguments.order == 2 || arguments.order == 4) options.order = Order::random_depth_first;
  switch (arguments.extrapolation) {
    case 1: options.abstraction = Abstraction::exact; break;
    case 3: options.abstraction = Abstraction::am; break;
    case 4: options.abstraction = Abstraction::alu; break;
    default: break;  // automatic; "difference" is what that does where differences are compared
  }
  if (arguments.representation == 2) options.approximation = Approximation::bits;
  if (arguments.representation == 3) options.approximation = Approximation::hull;
  options.log2_bits = arguments.hash_bits;
  if (is_set("UPPAAL_DISABLE_SYMMETRY")) options.symmetry = SymmetryChoice::off;
  if (is_set("UPPAAL_DISABLE_OPTIMISER")) options.reduce = false;
  return options;
}

void print_options(std::ostream& out, const VerifytaArguments& a) {
  static constexpr const char* traces[] = {"no", "some", "shortest", "fastest"};
  static constexpr const char* orders[] = {"breadth first", "depth first", "random depth first", "optimal first",
                                           "random optimal depth first"};
  static constexpr const char* spaces[] = {"no", "conservative", "aggressive", "extreme"};
  out << "Options for the verification:\n  Generating " << traces[static_cast<int>(a.trace)]
      << " trace\n  Search order is " << orders[a.order] << "\n  Using " << spaces[a.space] << " space optimisation\n";
  if (a.reuse) out << "  Using reuse optimisation\n";
  static constexpr const char* representations[] = {"difference bound matrices", "minimal constraint systems",
                                                    "bit-state hashing", "convex-hull approximation"};
  out << "  Seed is " << a.seed << "\n  State space representation uses " << representations[a.representation];
  if (a.compat >= 5) out << " with future testing\n  Using HashMap + Compress integers for discrete state storage";
  out << '\n';
}

// ---- results

struct Usage {
  long milliseconds = 0, virtual_kib = 0, resident_kib = 0;
};

Usage usage() {
  struct rusage used {};
  ::getrusage(RUSAGE_SELF, &used);
  Usage result;
  result.milliseconds = used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000;
  std::ifstream in("/proc/self/statm");
  long pages = 0, resident = 0;
  if (in >> pages >> resident) {
    const long page_kib = ::sysconf(_SC_PAGE_SIZE) / 1024;
    result.virtual_kib = pages * page_kib;
    result.resident_kib = resident * page_kib;
  }
  return result;
}

std::string value_text(const MeasuredValue& value, bool named) {
  const std::string number = value.infinite ? "infinity" : std::to_string(value.value);
  if (!value.reached)
    return (named ? value.expression + ": " : "") + std::string("none, no state satisfies the predicate");
  if (!named && !value.strict) return number;
  return value.expression + (value.infinite || value.strict ? "<" : "<=") + number;
}

std::string inf_text(const MeasuredValue& value, bool named) {
  if (!value.reached || (!named && !value.strict)) return value_text(value, named);
  return value.expression + (value.strict ? ">" : ">=") + std::to_string(value.value);
}

class VerifytaSession {
 public:
  VerifytaSession(VerifytaArguments arguments, Streams& streams)
      : arguments_(std::move(arguments)),
        streams_(streams),
        options_(engine_options(arguments_)),
        escapes_(arguments_.progress && streams.out_is_terminal) {}

  int run() {
    options_.limits.progress = [this](const Progress& now) {
      if (snapshot_wanted()) streams_.err << progress_text(now, now.waiting, options_.limits.memory) << std::endl;
    };
    for (const std::string& note : arguments_.notes) streams_.err << "verifyta: note: " << note << '\n';
    std::vector<std::string> queries;
    if (!arguments_.queries.empty() && arguments_.queries != "-") queries.push_back(arguments_.queries);
    loaded_ = load_within(options_.limits, {arguments_.model, queries, {}, arguments_.set, is_set("UPPAAL_OLD_SYNTAX")},
                          false);
    print_problems(streams_.err, loaded_, arguments_);
    if (!loaded_.limit.empty()) return report_unknown();
    if (loaded_.model == nullptr) return exit_error;
    if (is_set("UPPAAL_COMPILE_ONLY")) return compile_only();
    if (loaded_.diagnostics.has_errors()) return exit_error;
    if (!arguments_.save_document.empty()) write_file(arguments_.save_document, write_xml(*loaded_.document));
    if (const std::optional<int> done = choose_queries()) return *done;
    return verify_all();
  }

 private:
  // A limit was reached before there was anything to explore.
  int report_unknown() {
    std::size_t number = 0;
    for (const QueryResult& result : unknown_results(loaded_)) {
      announce(*result.query, ++number);
      report(result, number, 0);
    }
    return exit_code();
  }

  int compile_only() {
    streams_.out << intermediate_format(*loaded_.model, runs(), arguments_.compat >= 5);
    return 0;
  }

  NamedRuns& runs() {
    if (!runs_) runs_ = std::make_unique<NamedRuns>(*loaded_.model);
    return *runs_;
  }

  bool has_placeholders() const {
    const XmlNode* queries = loaded_.document->xml == nullptr ? nullptr : loaded_.document->xml->root->child("queries");
    return arguments_.queries.empty() && queries != nullptr && queries->child("query") != nullptr;
  }

  // The queries to verify, each with its number. An exit code: there is nothing to do, and that is said.
  std::optional<int> choose_queries() {
    const std::vector<Query*>& all = loaded_.queries;
    if (all.empty()) {
      streams_.err << "verifyta: " << arguments_.model << ": there are no queries\n";
      return has_placeholders() ? 0 : exit_error;
    }
    if (arguments_.query_index >= static_cast<long>(all.size())) {
      streams_.err << "verifyta: option --query-index: " << arguments_.query_index << ", but the queries are 0 to "
                   << all.size() - 1 << '\n';
      return exit_error;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (arguments_.query_index >= 0 && static_cast<long>(i) != arguments_.query_index) continue;
      if (arguments_.test_alpha != 0 && all[i]->expected == Expectation::none) continue;
      chosen_.push_back({all[i], i + 1});
    }
    return std::nullopt;
  }

  int verify_all() {
    if (arguments_.reuse && options_.trace != TraceKind::off && options_.trace != TraceKind::some) {
      streams_.out << "Cannot reuse state space when trace length optimisation is used.\n";
      arguments_.reuse = false;
    }
    if (arguments_.summary) print_options(streams_.out, arguments_);
    try {
      if (arguments_.reuse) verify_together();
      else
        for (const auto& [query, number] : chosen_) verify_one(*query, number);
    } catch (const ModelError& error) {  // cannot be explored symbolically
      for (const Diagnostic& d : error.diagnostics()) loaded_.diagnostics.add(d);
      streams_.out.flush();
      print_problems(streams_.err, loaded_, arguments_);
      return exit_error;
    }
    return exit_code();
  }

  void announce(const Query& query, std::size_t number) {
    streams_.out << (escapes_ ? "\033[2K\n" : "\n")
                 << (arguments_.compat == 3 ? "Verifying property " : "Verifying formula ") << number << " at "
                 << position(query) << std::endl;
  }

  std::string position(const Query& query) const {
    const TextBlock& block = loaded_.document->sources[query.span.block];
    if (!block.xpath.empty()) return block.xpath;
    const std::string line = std::to_string(loaded_.document->sources.locate(query.span).line);
    return arguments_.compat >= 5 ? block.file + ':' + line : "line " + line;
  }

  void verify_one(Query& query, std::size_t number) {
    announce(query, number);
    const Usage before = usage();
    const std::vector<QueryResult> results = verify(*loaded_.model, {&query}, options_);
    report(results[0], number, usage().milliseconds - before.milliseconds);
  }

  void verify_together() {
    std::vector<Query*> queries;
    for (const auto& chosen : chosen_) queries.push_back(chosen.query);
    const Usage before = usage();
    const std::vector<QueryResult> results = verify(*loaded_.model, queries, options_);
    const long milliseconds = usage().milliseconds - before.milliseconds;
    for (std::size_t i = 0; i < results.size(); ++i) {
      announce(*queries[i], chosen_[i].number);
      report(results[i], chosen_[i].number, milliseconds);
    }
  }

  void report(const QueryResult& result, std::size_t number, long milliseconds) {
    streams_.out << (escapes_ ? "\033[2K" : "") << verifyta_verdict(result, arguments_.compat) << '\n';
    if (arguments_.statistics) print_statistics(result, milliseconds);
    print_values(result);
    note_verdict(result);
    if (result.verdict == Verdict::error) {
      streams_.out.flush();
      streams_.err << error_text(result, number) << '\n';
    }
    if (!result.trace_problem.empty()) {
      streams_.out.flush();
      streams_.err << "verifyta: internal error: the trace does not replay: " << result.trace_problem << '\n';
      internal_ = true;
    } else if (result.trace) {
      show_trace(result, number);
    }
    streams_.out.flush();
  }

  // A run-time error has a place in the model, what else is wrong with a query its number.
  std::string error_text(const QueryResult& result, std::size_t number) const {
    if (!result.error || result.error->file.empty()) {
      return arguments_.model + "::" + std::to_string(number) + ": [error] " + result.reason + '.';
    }
    const std::string part = result.error->part.empty() ? "" : " (in " + result.error->part + ")";
    return place_text(loaded_.document->sources, result.error->where, arguments_.model) + ": [error] " + result.reason +
           part + '.';
  }

  void print_statistics(const QueryResult& result, long milliseconds) {
    const Usage now = usage();
    streams_.out << " -- States stored : " << result.statistics.stored << " states\n"
                 << " -- States explored : " << result.statistics.explored << " states\n"
                 << " -- CPU user time used : " << milliseconds << " ms\n"
                 << " -- Virtual memory used : " << now.virtual_kib << " KiB\n"
                 << " -- Resident memory used : " << now.resident_kib << " KiB\n";
  }

  void print_values(const QueryResult& result) {
    if (result.values.empty() || result.verdict != Verdict::satisfied) return;
    streams_.out << " -- Result: ";
    for (std::size_t i = 0; i < result.values.size(); ++i) {
      const bool named = result.values.size() > 1;
      streams_.out << (i == 0 ? "" : ", ")
                   << (result.query->kind == QueryKind::inf ? inf_text(result.values[i], named)
                                                            : value_text(result.values[i], named));
    }
    streams_.out << '\n';
  }

  void note_verdict(const QueryResult& result) {
    switch (result.verdict) {
      case Verdict::satisfied: ++run_; break;
      case Verdict::not_satisfied:
        ++run_;
        some_not_ = true;
        break;
      case Verdict::unknown:
        ++run_;
        some_open_ = true;
        limited_ |= result.leaning == Verdict::unknown;
        break;
      case Verdict::error: failed_ |= arguments_.test_alpha == 0 || result.query->expected != Expectation::error; break;
      case Verdict::skipped: ++skipped_; break;
    }
    if (arguments_.test_alpha != 0) {
      compare(result);
    }
  }

  // --test-alpha: what is expected of the query against what was found.
  void compare(const QueryResult& result) {
    bool as_expected = false;
    switch (result.query->expected) {
      case Expectation::none: return;
      case Expectation::satisfied: as_expected = result.verdict == Verdict::satisfied; break;
      case Expectation::not_satisfied: as_expected = result.verdict == Verdict::not_satisfied; break;
      case Expectation::maybe_satisfied: as_expected = result.leaning == Verdict::satisfied; break;
      case Expectation::maybe_not_satisfied: as_expected = result.leaning == Verdict::not_satisfied; break;
      case Expectation::error: as_expected = result.verdict == Verdict::error; break;
    }
    if (as_expected) return;
    streams_.out << " -- Expectation failed.\n";
    failed_ = true;
  }

  // A run that shows that a formula holds is an example (a witness), one that shows the opposite a counter example.
  void show_trace(const QueryResult& result, std::size_t number) {
    const bool witness = result.verdict == Verdict::satisfied;
    const bool five = arguments_.compat >= 5;
    const std::string kind = witness ? (five ? "witness trace" : "example trace") : "counter example";
    if (!arguments_.prefix.empty()) {
      const std::string path = arguments_.prefix + '-' + std::to_string(number) + (five ? "" : ".xtr");
      write_file(path, print_xtr(to_xtr(runs(), *result.trace, five)));
      if (five) streams_.out << " -- Writing " << kind << " to " << path << '\n';
      else say(streams_.err, "Writing " + kind + " to " + path);
    }
    if (!arguments_.xml_prefix.empty()) {
      const std::string path = arguments_.xml_prefix + std::to_string(number) + ".xml";
      write_file(path, verifyta_xml(runs(), *result.trace));
      streams_.out << "XMLTrace outputted to: " << path << '\n';
    }
    if (!arguments_.prefix.empty() || !arguments_.xml_prefix.empty()) return;
    streams_.out << (five ? " -- Showing " + kind + ":\n" : "Showing " + kind + ".\n") << std::flush;
    streams_.err << (arguments_.symbolic
                         ? verifyta_symbolic(*loaded_.model, runs(), *result.trace, arguments_.both_ways)
                         : verifyta_concrete(*loaded_.model, *result.trace))
                 << std::flush;
  }

  void say(std::ostream& out, const std::string& text) {
    streams_.out.flush();
    out << text << '\n' << std::flush;
  }

  int exit_code() const {
    if (internal_) return exit_internal;
    if (failed_ || (skipped_ > 0 && (run_ == 0 || arguments_.strict))) return exit_error;
    if (limited_) return arguments_.exit_verdict ? exit_some_open : static_cast<int>(exit_inconclusive);
    if (!arguments_.exit_verdict) return 0;
    return some_not_ ? exit_some_not : some_open_ ? exit_some_open : 0;
  }

  struct Chosen {
    Query* query = nullptr;
    std::size_t number = 0;
  };

  VerifytaArguments arguments_;
  Streams& streams_;
  VerifyOptions options_;
  bool escapes_;
  Loaded loaded_;
  std::unique_ptr<NamedRuns> runs_;
  std::vector<Chosen> chosen_;
  std::size_t run_ = 0, skipped_ = 0;
  bool some_not_ = false, some_open_ = false, limited_ = false, failed_ = false, internal_ = false;
};

}  // namespace

std::string verifyta_verdict(const QueryResult& result, int compat) {
  const std::string about = compat == 3 ? " -- Property " : " -- Formula ";
  switch (result.verdict) {
    case Verdict::satisfied: return about + "is satisfied.";
    case Verdict::not_satisfied: return about + "is NOT satisfied.";
    case Verdict::unknown:
      if (result.leaning == Verdict::satisfied) return about + "MAY be satisfied.";
      if (result.leaning == Verdict::not_satisfied) return about + "MAY NOT be satisfied.";
      // Scripts look for "satisfied" in this line, so no reason may bring the word in.
      return about + "undecided" + (result.reason.find("satisfied") == std::string::npos ? ": " + result.reason : "") +
             ".";
    case Verdict::error: return about + "undecided: error.";
    case Verdict::skipped:
      return about + "skipped: " + std::string(result.query->reason) + " is not supported by this symbolic verifier.";
  }
  return "";
}

int run_verifyta(const std::vector<std::string>& words, Streams& streams) {
  watch_signals();
  try {
    VerifytaArguments arguments = parse_verifyta(words);
    if (arguments.help) {
      streams.out << verifyta_help();
      return 0;
    }
    if (arguments.version) {
      streams.out << verifyta_version(arguments.compat);
      return 0;
    }
    if (arguments.model.empty()) {
      streams.err << verifyta_help();
      return exit_error;
    }
    return VerifytaSession(std::move(arguments), streams).run();
  } catch (const ModelError& error) {
    streams.err << "verifyta: [error] " << error.what() << '\n';
    return exit_error;
  } catch (const std::invalid_argument& error) {
    streams.err << "verifyta: " << error.what() << '\n';
    return exit_error;
  }
}

}  // namespace orbita::cli
