#include "cli/options/option_table.h"

#include <algorithm>

namespace orbita::cli {

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// "auto|off", or "TEXT:{auto,off}" from a CLI11 check.
std::vector<std::string> choices_of(std::string& value) {
  const std::size_t open = value.find(":{");
  if (open != std::string::npos && value.back() == '}') {
    value = value.substr(open + 2, value.size() - open - 3);
    std::replace(value.begin(), value.end(), ',', '|');
  }
  return value.find('|') == std::string::npos ? std::vector<std::string>{} : split(value, '|');
}

OptionInfo describe(CLI::Option& option) {
  OptionInfo info;
  info.option = &option;
  if (!option.get_snames().empty()) info.short_name = "-" + option.get_snames().front();
  if (!option.get_lnames().empty()) info.long_name = "--" + option.get_lnames().front();
  if (option.get_positional()) info.positional = option.get_name(true);
  info.help = option.get_description();
  info.required = option.get_required();
  info.hidden = option.get_group().empty();
  info.repeatable =
      option.get_expected_max() > 1 || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  if (option.get_items_expected_max() > 0) {
    info.value = info.positional.empty() ? option.get_type_name() : info.positional;
    info.value_is_optional = option.get_items_expected_min() == 0;
    info.choices = choices_of(info.value);
  }
  return info;
}

VerbInfo describe(CLI::App& verb) {
  VerbInfo info;
  info.name = verb.get_name();
  info.summary = verb.get_description();
  info.details = verb.get_footer();
  info.hidden = verb.get_group().empty();
  info.own_parser = verb.get_prefix_command();
  for (CLI::Option* option : verb.get_options()) info.options.push_back(describe(*option));
  return info;
}

}  // namespace

bool OptionInfo::is_file() const {
  return value == "FILE" || positional == "MODEL" || positional == "QUERIES" || positional == "TRACE" ||
         positional == "PATH" || positional == "IN" || positional == "OUT";
}

std::string OptionInfo::usage() const {
  if (!positional.empty()) return positional;
  std::string text = short_name;
  if (!long_name.empty()) text += (text.empty() ? "" : ", ") + long_name;
  return value.empty() ? text : text + " " + value;
}

const std::string& OptionInfo::name() const {
  if (!positional.empty()) return positional;
  return long_name.empty() ? short_name : long_name;
}

const OptionInfo* VerbInfo::find(std::string_view option) const {
  for (const OptionInfo& info : options) {
    if (!option.empty() && (info.short_name == option || info.long_name == option)) return &info;
  }
  return nullptr;
}

std::vector<std::string> VerbInfo::option_names() const {
  std::vector<std::string> names;
  for (const OptionInfo& option : options) {
    if (option.hidden) continue;
    if (!option.long_name.empty()) names.push_back(option.long_name);
    if (!option.short_name.empty()) names.push_back(option.short_name);
  }
  return names;
}

std::vector<std::string> OptionTable::verb_names() const {
  std::vector<std::string> names;
  for (const VerbInfo& verb : verbs) {
    if (!verb.hidden) names.push_back(verb.name);
  }
  return names;
}

const VerbInfo* OptionTable::find(std::string_view verb) const {
  for (const VerbInfo& info : verbs) {
    if (info.name == verb) return &info;
  }
  return nullptr;
}

OptionTable option_table(CLI::App& app) {
  OptionTable table;
  for (CLI::App* verb : app.get_subcommands(std::function<bool(CLI::App*)>{})) table.verbs.push_back(describe(*verb));
  return table;
}

}  // namespace orbita::cli
