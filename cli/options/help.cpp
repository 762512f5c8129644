#include "cli/options/help.h"

#include <algorithm>

namespace orbita::cli {

namespace {

constexpr std::size_t page_width = 80, column = 28;

// Words of `text` from column `indent` on; the first line continues what is there already.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t start) {
  std::string out;
  std::size_t at = start, begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (at > indent && at + 1 + word.size() > page_width) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    } else if (at > indent) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
    begin = end + 1;
  }
  return out;
}

// A list of words that is too long for a line goes on in the next one.
std::string broken_at_bars(std::string text) {
  constexpr std::size_t indent = 10;
  for (std::size_t start = 0; text.size() - start > page_width - 2;) {
    const std::size_t bar = text.rfind('|', start + page_width - 3);
    if (bar == std::string::npos || bar <= start) break;
    text.insert(bar + 1, "\n" + std::string(indent, ' '));
    start = bar + 2;
  }
  return text;
}

std::string entry(const std::string& left, const std::string& right) {
  std::string line = broken_at_bars("  " + left);
  if (line.size() + 2 > column) {
    line += "\n" + std::string(column, ' ');
  } else {
    line.resize(column, ' ');
  }
  return line + wrapped(right, column, column) + "\n";
}

std::string left_side(const OptionInfo& option) {
  const bool only_long = option.positional.empty() && option.short_name.empty();
  return (only_long ? "    " : "") + option.usage();
}

}  // namespace

std::string synopsis(const VerbInfo& verb) {
  std::string text = "orbita " + verb.name;
  for (const OptionInfo& option : verb.options) {
    if (option.positional.empty()) continue;
    const std::string name = option.positional + (option.repeatable ? "…" : "");
    text += option.required ? " " + name : " [" + name + "]";
  }
  return text + " [OPTION]…";
}

std::string help_text(const OptionTable& table, const VerbInfo& verb) {
  (void)table;
  std::string text = synopsis(verb) + "\n\n" + wrapped(verb.summary + ".", 0, 0) + "\n";
  std::string arguments, options;
  for (const OptionInfo& option : verb.options) {
    if (option.hidden) continue;
    (option.positional.empty() ? options : arguments) += entry(left_side(option), option.help);
  }
  if (!arguments.empty()) text += "\nArguments:\n" + arguments;
  if (!options.empty()) text += "\nOptions:\n" + options;
  if (!verb.details.empty()) text += "\n" + verb.details + "\n";
  return text;
}

std::string help_text(const OptionTable& table) {
  std::string text = "orbita VERB [ARGUMENT]… [OPTION]…\n\n" + wrapped(program_summary, 0, 0) + "\n\nVerbs:\n";
  for (const VerbInfo& verb : table.verbs) {
    if (!verb.hidden) text += entry(verb.name, verb.summary);
  }
  text += "\n\"orbita help VERB\" tells more about a verb, \"orbita --version\" the version.\n\nExit codes:\n";
  for (const ExitMeaning& code : exit_meanings) text += entry(std::to_string(code.code), code.meaning);
  return text;
}

}  // namespace orbita::cli
