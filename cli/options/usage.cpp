#include "cli/options/usage.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "cli/options/help.h"
#include "session/load.h"

namespace orbita::cli {

namespace {

[[noreturn]] void fail(const VerbInfo& verb, const std::string& problem) {
  throw UsageError("orbita " + verb.name + ": " + problem + "\nSee: orbita help " + verb.name);
}

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])) == 0 && word != "--";
}

// What other tools, verifyta above all, call an option of ours.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    // clang-format off
    {"--json", "--format json"},       {"--ndjson", "--format ndjson"},
    {"--text", "--format text"},       {"--output", "--format"},
    {"--output-format", "--format"},   {"--xml", "--junit"},
    {"-t", "--trace"},                 {"-f", "--trace-file"},
    {"-o", "--order"},                 {"--search-order", "--order"},
    {"-j", "--threads"},               {"--jobs", "--threads"},
    {"--time", "--timeout"},           {"--time-limit", "--timeout"},
    {"--memory-limit", "--memory"},    {"--max-states", "--states"},
    {"-u", "--statistics"},            {"--stats", "--statistics"},
    {"-D", "--set"},                   {"--define", "--set"},
    {"--formula", "--query"},          {"--property", "--query"},
    {"-p", "--query"},
    // clang-format on
};

// The option that is meant, when this verb has it: "--format json" for "--json".
std::string own_name_of(const VerbInfo& verb, const std::string& word) {
  for (const auto& [other, own] : other_names) {
    const bool is_it =
        word == other || (other.size() == 2 && word.size() > 2 && word[1] != '-' && word.starts_with(other));
    if (is_it && verb.find(own.substr(0, own.find(' '))) != nullptr) return std::string(own);
  }
  return "";
}

// Walks over the words the way CLI11 will, and stops at the first mistake.
class Walk {
 public:
  Walk(const OptionTable& table, const VerbInfo& verb, const std::vector<std::string>& words)
      : table_(table), verb_(verb), words_(words) {}

  void run() {
    bool only_positional = false;
    for (at_ = 0; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (word == "--" && !only_positional) {
        only_positional = true;
      } else if (only_positional || !is_option(word)) {
        positional(word);
      } else if (word[1] == '-') {
        long_option(word);
      } else {
        short_options(word);
      }
    }
    missing_arguments();
    conflicts();
  }

 private:
  void long_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const OptionInfo& option = known(word.substr(0, equals));
    if (!option.takes_value() && equals != std::string::npos) fail(verb_, option.name() + " takes no value: " + word);
    if (!option.takes_value()) return note(option);
    if (option.value_is_optional && equals == std::string::npos && !value_follows()) return note(option);
    value(option, equals == std::string::npos ? following(option) : word.substr(equals + 1));
  }

  // "-s", "-sq FORMULA", "-qFORMULA"
  void short_options(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const OptionInfo* option = verb_.find(std::string{'-', word[i]});
      if (option == nullptr) unknown(i == 1 ? word : std::string{'-', word[i]});
      if (option->takes_value()) {
        return value(*option, i + 1 < word.size() ? word.substr(i + 1) : following(*option));
      }
      note(*option);
    }
  }

  const OptionInfo& known(const std::string& name) {
    const OptionInfo* option = verb_.find(name);
    if (option == nullptr) unknown(name);
    return *option;
  }

  [[noreturn]] void unknown(const std::string& name) {
    std::string owners;
    for (const VerbInfo& other : table_.verbs) {
      if (!other.hidden && other.find(name) != nullptr) owners += (owners.empty() ? "" : ", ") + other.name;
    }
    if (const std::string own = own_name_of(verb_, name); !own.empty()) {
      fail(verb_, "unknown option " + name + "; its name here is " + own + usage_of(own));
    }
    if (!owners.empty()) owners = " (it belongs to " + owners + ")";
    fail(verb_, "unknown option " + name + owners + "; the nearest is " + nearest(name, verb_.option_names()));
  }

  // " (--trace none|some|…)" for an option that takes words and was named without one.
  std::string usage_of(const std::string& own) const {
    const OptionInfo* option = verb_.find(own);
    return option == nullptr || option->choices.empty() ? "" : " (" + option->usage() + ")";
  }

  // A word that is itself an option is no value; --option=VALUE takes any.
  bool value_follows() const {
    return at_ + 1 < words_.size() && words_[at_ + 1].rfind("--", 0) != 0 && verb_.find(words_[at_ + 1]) == nullptr;
  }

  std::string following(const OptionInfo& option) {
    if (!value_follows()) fail(verb_, option.name() + " needs a value: " + option.usage());
    return words_[++at_];
  }

  void value(const OptionInfo& option, std::string text) {
    note(option);
    const std::string problem = problem_of(option, text);
    if (problem.empty()) return;
    std::string message = option.name() + " " + text + ": " + problem;
    if (!option.choices.empty()) message += "; the nearest is " + nearest(text, option.choices);
    fail(verb_, message);
  }

  // What the option's own check says.
  static std::string problem_of(const OptionInfo& option, std::string text) {
    CLI::Validator* check = nullptr;
    try {
      check = option.option->get_validator(0);
    } catch (const CLI::OptionNotFound&) {
      return "";
    }
    const std::string problem = (*check)(text);
    return problem.empty() || option.choices.empty() ? problem : "expected " + option.value;
  }

  void note(const OptionInfo& option) {
    const bool again = !seen_.insert(&option).second;
    if (again && option.takes_value() && !option.repeatable) fail(verb_, option.name() + " is given twice");
  }

  void positional(const std::string& word) {
    while (next_ < verb_.options.size() && (verb_.options[next_].positional.empty() || taken(verb_.options[next_])))
      ++next_;
    if (next_ == verb_.options.size()) {
      fail(verb_, "unexpected argument " + word + "; expected: " + synopsis(verb_));
    }
    value(verb_.options[next_], word);
  }
  bool taken(const OptionInfo& option) const { return !option.repeatable && seen_.count(&option) > 0; }

  void missing_arguments() {
    for (const OptionInfo& option : verb_.options) {
      if (option.required && seen_.count(&option) == 0)
        fail(verb_, option.name() + " is missing; expected: " + synopsis(verb_));
    }
  }

  void conflicts() {
    for (const OptionInfo* one : seen_) {
      for (const OptionInfo* other : seen_) {
        if (one->option->get_excludes().count(other->option) == 0) continue;
        fail(verb_, one->name() + " and " + other->name() + " cannot be used together");
      }
      for (const CLI::Option* needed : one->option->get_needs()) need(*one, needed);
    }
  }
  void need(const OptionInfo& one, const CLI::Option* needed) {
    for (const OptionInfo* other : seen_) {
      if (other->option == needed) return;
    }
    fail(verb_, one.name() + " needs " + needed->get_name());
  }

  const OptionTable& table_;
  const VerbInfo& verb_;
  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  std::size_t next_ = 0;  // the next positional argument to fill
  std::set<const OptionInfo*> seen_;
};

}  // namespace

void check_arguments(const OptionTable& table, const VerbInfo& verb, const std::vector<std::string>& arguments) {
  Walk(table, verb, arguments).run();
}

void unknown_verb(const OptionTable& table, const std::string& word) {
  if (is_option(word)) {
    throw UsageError("orbita: unknown option " + word + " before the verb; the nearest is " +
                     nearest(word, {"--help", "--version"}) + ". Options of a verb follow it\nSee: orbita help");
  }
  if (is_model_name(word) || is_flat_model_name(word)) {
    throw UsageError("orbita: " + word + " is a model; to verify it: orbita verify " + word + "\nSee: orbita help");
  }
  throw UsageError("orbita: unknown verb '" + word + "'; the nearest is '" + nearest(word, table.verb_names()) +
                   "'\nSee: orbita help");
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word.substr(0, 100), candidate);
    if (best.empty() || distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

}  // namespace orbita::cli
