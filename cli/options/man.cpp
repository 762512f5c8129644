// Man pages in roff.
#include <algorithm>

#include "cli/options/help.h"
#include "orbita_version.h"

namespace orbita::cli {

namespace {

// Backslashes and dashes as roff wants them; a line must not begin with a dot or a quote.
std::string roff(const std::string& text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
    line_start = c == '\n';
  }
  return out;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string title(const std::string& page, const std::string& summary) {
  return ".TH " + upper(page) + " 1 \"\" \"orbita " + std::string(version) + "\" \"Orbita\"\n.SH NAME\n" + roff(page) +
         " \\- " + roff(summary) + "\n";
}

std::string exit_section() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitMeaning& code : exit_meanings) {
    text += ".TP\n.B " + std::to_string(code.code) + "\n" + roff(code.meaning) + "\n";
  }
  return text;
}

std::string option_entry(const OptionInfo& option) {
  std::string left;
  for (const std::string& name : {option.positional, option.short_name, option.long_name}) {
    if (!name.empty()) left += (left.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  }
  if (option.takes_value() && option.positional.empty()) left += " \\fI" + roff(option.value) + "\\fR";
  return ".TP\n" + left + "\n" + roff(option.help) + "\n";
}

}  // namespace

std::string man_page(const OptionTable& table) {
  std::string text = title("orbita", "check networks of timed automata and exploit their symmetry");
  text += ".SH SYNOPSIS\n.B orbita\n\\fIVERB\\fR [\\fIARGUMENT\\fR]… [\\fIOPTION\\fR]…\n";
  text += ".SH DESCRIPTION\n" + roff(program_summary) + "\n.SH VERBS\n";
  for (const VerbInfo& verb : table.verbs) {
    if (verb.hidden) continue;
    text +=
        ".TP\n.B " + roff(verb.name) + "\n" + roff(verb.summary) + "; see\n.BR orbita\\-" + roff(verb.name) + " (1).\n";
  }
  text += exit_section();
  text +=
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhen set and not empty, no colour on terminals.\n"
      ".TP\n.B UPPAAL_DISABLE_SYMMETRY\nWhen set and not empty, symmetry is off, as in UPPAAL.\n";
  return text;
}

std::string man_page(const OptionTable& table, const VerbInfo& verb) {
  (void)table;
  std::string text = title("orbita-" + verb.name, verb.summary);
  text += ".SH SYNOPSIS\n" + roff(synopsis(verb)) + "\n.SH DESCRIPTION\n" + roff(verb.summary) + ".\n";
  if (!verb.details.empty()) text += ".PP\n.nf\n" + roff(verb.details) + "\n.fi\n";
  text += ".SH OPTIONS\n";
  for (const OptionInfo& option : verb.options) {
    if (!option.hidden) text += option_entry(option);
  }
  return text + exit_section() + ".SH SEE ALSO\n.BR orbita (1)\n";
}

}  // namespace orbita::cli
