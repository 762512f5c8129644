// Completions: each shell gets the same table in its own words.
#include "cli/options/help.h"

namespace orbita::cli {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<const VerbInfo*> shown_verbs(const OptionTable& table) {
  std::vector<const VerbInfo*> verbs;
  for (const VerbInfo& verb : table.verbs) {
    if (!verb.hidden) verbs.push_back(&verb);
  }
  return verbs;
}

// verify:--symmetry) … or verify:-q|verify:--query) …
std::string bash_values(const VerbInfo& verb, const OptionInfo& option) {
  std::string pattern;
  for (const std::string& name : {option.short_name, option.long_name}) {
    if (!name.empty()) pattern += (pattern.empty() ? "" : "|") + verb.name + ":" + name;
  }
  std::string reply = "COMPREPLY=()";
  if (!option.choices.empty()) reply = "COMPREPLY=($(compgen -W '" + joined(option.choices) + "' -- \"$current\"))";
  if (option.is_file()) reply = "COMPREPLY=($(compgen -f -- \"$current\"))";
  return "    " + pattern + ") " + reply + "; return ;;\n";
}

// Inside single quotes; both shells end the quotes to write one.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// A zsh description ends at ']', and ':' separates fields.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_value(const OptionInfo& option) {
  if (!option.takes_value()) return "";
  const std::string action = !option.choices.empty() ? "(" + joined(option.choices) + ")"
                             : option.is_file()      ? "_files"
                                                     : "";
  return ":" +
         zsh_text(option.positional.empty() ? (option.choices.empty() ? option.value : "WORD") : option.positional) +
         ":" + action;
}

std::string zsh_option(const OptionInfo& option) {
  if (!option.positional.empty()) return quoted((option.repeatable ? "*" : "") + zsh_value(option));
  const std::string rest = "[" + zsh_text(option.help) + "]" + zsh_value(option);
  std::string line;
  for (const std::string& name : {option.short_name, option.long_name}) {
    if (!name.empty()) line += (line.empty() ? "" : " ") + quoted((option.repeatable ? "*" : "") + name + rest);
  }
  return line;
}

std::string fish_option(const VerbInfo& verb, const OptionInfo& option) {
  std::string line = "complete -c orbita -n '__fish_seen_subcommand_from " + verb.name + "'";
  if (!option.short_name.empty()) line += " -s " + option.short_name.substr(1);
  if (!option.long_name.empty()) line += " -l " + option.long_name.substr(2);
  if (option.takes_value()) line += option.is_file() ? " -r -F" : " -x";
  if (!option.choices.empty()) line += " -a " + quoted(joined(option.choices));
  return line + " -d " + quoted(option.help) + "\n";
}

}  // namespace

std::string bash_completion(const OptionTable& table) {
  std::string text =
      "# bash completion for orbita\n"
      "_orbita() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
      "  if [[ $COMP_CWORD == 1 ]]; then\n"
      "    COMPREPLY=($(compgen -W '" +
      joined(table.verb_names()) +
      " --help --version' -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case $verb:$previous in\n";
  for (const VerbInfo* verb : shown_verbs(table)) {
    for (const OptionInfo& option : verb->options) {
      if (!option.hidden && option.positional.empty() && option.takes_value()) text += bash_values(*verb, option);
    }
  }
  text += "  esac\n  if [[ $current != -* ]]; then\n    COMPREPLY=($(compgen -f -- \"$current\"))\n";
  text += "    [[ $verb == help ]] && COMPREPLY=($(compgen -W '" + joined(table.verb_names()) + "' -- \"$current\"))\n";
  text += "    return\n  fi\n  case $verb in\n";
  for (const VerbInfo* verb : shown_verbs(table)) {
    text +=
        "    " + verb->name + ") COMPREPLY=($(compgen -W '" + joined(verb->option_names()) + "' -- \"$current\")) ;;\n";
  }
  return text + "  esac\n}\ncomplete -o filenames -F _orbita orbita\n";
}

std::string zsh_completion(const OptionTable& table) {
  std::string text = "#compdef orbita\n_orbita() {\n  local -a verbs\n  verbs=(\n";
  for (const VerbInfo* verb : shown_verbs(table))
    text += "    " + quoted(zsh_text(verb->name) + ":" + verb->summary) + "\n";
  text +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
      "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n";
  for (const VerbInfo* verb : shown_verbs(table)) {
    text += "    " + verb->name + ")\n      _arguments";
    for (const OptionInfo& option : verb->options) {
      if (!option.hidden) text += " \\\n        " + zsh_option(option);
    }
    text += "\n      ;;\n";
  }
  return text + "  esac\n}\n_orbita \"$@\"\n";
}

std::string fish_completion(const OptionTable& table) {
  std::string text = "# fish completion for orbita\n";
  for (const VerbInfo* verb : shown_verbs(table)) {
    text += "complete -c orbita -n __fish_use_subcommand -f -a " + verb->name + " -d " + quoted(verb->summary) + "\n";
  }
  for (const VerbInfo* verb : shown_verbs(table)) {
    for (const OptionInfo& option : verb->options) {
      if (!option.hidden && option.positional.empty()) text += fish_option(*verb, option);
    }
  }
  return text;
}

}  // namespace orbita::cli
