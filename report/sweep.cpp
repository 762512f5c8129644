#include "report/sweep.h"

#include <charconv>
#include <stdexcept>

#include "report/result_details.h"

namespace orbita {

namespace {

constexpr std::size_t most_values = 100000;

bool read_integer(std::string_view text, std::int64_t& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size() && !text.empty();
}

// "4", "2..20", "10..30/5"
void add_values(const std::string& whole, std::string_view part, std::vector<std::string>& values) {
  const auto fail = [&] {
    throw std::invalid_argument(
        "expected NAME=VALUE, NAME=FIRST..LAST, NAME=FIRST..LAST/STEP or a list of them with commas: " + whole);
  };
  const std::size_t dots = part.find("..");
  if (dots == std::string_view::npos) {
    if (part.empty()) fail();
    values.emplace_back(part);
    return;
  }
  const std::size_t slash = part.find('/', dots);
  std::int64_t first = 0, last = 0, step = 1;
  if (!read_integer(part.substr(0, dots), first) ||
      !read_integer(part.substr(dots + 2, slash == std::string_view::npos ? slash : slash - dots - 2), last) ||
      (slash != std::string_view::npos && !read_integer(part.substr(slash + 1), step)) || step <= 0 || first > last ||
      static_cast<std::uint64_t>(last - first) / static_cast<std::uint64_t>(step) >= most_values) {
    fail();
  }
  for (std::int64_t value = first; value <= last; value += step) values.push_back(std::to_string(value));
}

class Sweeper {
 public:
  Sweeper(const SweepOptions& options, const std::function<void(const SweepResult&, const SweepRow&)>& done,
          Diagnostics& diagnostics)
      : options_(options), done_(done), diagnostics_(diagnostics) {
    for (const std::string& text : options.vary) result_.swept.push_back(parse_varied(text, options.set_option));
    for (const std::string& text : options.model.set) result_.swept.push_back(parse_swept(text));
  }

  SweepResult run() {
    std::vector<std::string> values;
    visit(values);
    return std::move(result_);
  }

 private:
  // True when a limit was reached.
  bool visit(std::vector<std::string>& values) {
    if (values.size() == result_.swept.size()) return point(values);
    const SweptName& swept = result_.swept[values.size()];
    // Later values of a constant are taken to be larger; those of an option are not.
    const bool grows = values.size() + 1 == result_.swept.size() && !swept.is_option;
    bool limit = false;
    for (const std::string& value : swept.values) {
      values.push_back(value);
      if (grows && limit && !options_.keep_going) {
        skip(values);
      } else {
        limit = visit(values) || limit;
      }
      values.pop_back();
    }
    return limit;
  }

  bool point(const std::vector<std::string>& values) {
    ModelArguments arguments = options_.model;
    arguments.set.clear();
    VerifyOptions options = options_.verify;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const SweptName& swept = result_.swept[i];
      if (swept.is_option) options_.set_option(options, swept.name, values[i]);
      else arguments.set.push_back(swept.name + "=" + values[i]);
    }
    Loaded loaded = load_within(options.limits, arguments, false, true);
    diagnostics_ = loaded.diagnostics;
    const std::vector<Diagnostic> found = loaded.diagnostics.sorted();
    if (!loaded.limit.empty()) return report(values, loaded, unknown_results(loaded));
    if (loaded.model == nullptr || loaded.diagnostics.has_errors()) throw ModelError(found);
    if (loaded.queries.empty()) throw std::invalid_argument(arguments.model + ": no queries; give some with -q");
    options.limits.since = loaded.begun();
    return report(values, loaded, verify(*loaded.model, loaded.queries, options));
  }

  // True when a limit was reached.
  bool report(const std::vector<std::string>& values, const Loaded& loaded, const std::vector<QueryResult>& results) {
    bool limit = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const QueryResult& r = results[i];
      const Statistics& s = r.statistics;
      limit = limit || r.verdict == Verdict::unknown;
      add({values, i + 1, std::string(r.query->text), std::string(to_text(r.verdict)), located_reason(r), s.stored,
           s.explored, s.seconds, s.bytes});
    }
    formulas_.clear();
    for (const Query* query : loaded.queries) formulas_.emplace_back(query->text);
    result_.standing = worse(result_.standing, standing_of(results, options_.verify.unsupported));
    return limit;
  }

  void skip(const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < formulas_.size(); ++i) {
      add({values, i + 1, formulas_[i], "skipped", "a smaller point reached a limit", 0, 0, 0, 0});
    }
    result_.standing = worse(result_.standing, Standing::inconclusive);
  }

  void add(SweepRow row) {
    result_.rows.push_back(std::move(row));
    done_(result_, result_.rows.back());
  }

  const SweepOptions& options_;
  const std::function<void(const SweepResult&, const SweepRow&)>& done_;
  Diagnostics& diagnostics_;
  SweepResult result_;
  std::vector<std::string> formulas_;
};

}  // namespace

SweptName parse_varied(const std::string& text, const SetOption& set_option) {
  SweptName option = parse_swept(text);
  option.is_option = true;
  VerifyOptions tried;
  for (const std::string& value : option.values) set_option(tried, option.name, value);
  return option;
}

SweptName parse_swept(const std::string& text) {
  const auto [name, list] = split_setting(text);
  SweptName constant{name, {}, false};
  std::string_view rest = list;
  while (true) {
    const std::size_t comma = rest.find(',');
    add_values(text, rest.substr(0, comma), constant.values);
    if (comma == std::string_view::npos) return constant;
    rest.remove_prefix(comma + 1);
  }
}

SweepResult run_sweep(const SweepOptions& options, const std::function<void(const SweepResult&, const SweepRow&)>& done,
                      Diagnostics& diagnostics) {
  refuse_stdin(options.model.model, "sweep reads it once for each point");
  return Sweeper(options, done, diagnostics).run();
}

}  // namespace orbita
