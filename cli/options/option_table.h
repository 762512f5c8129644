// The one table of options: what the verbs have declared, in a form that help texts, man pages,
// completions, messages about mistakes and tests can read.
//
// A verb declares its options once, with the functions of options.h. Nothing else lists them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace orbita::cli {

struct OptionInfo {
  std::string short_name;            // "-q"; may be empty
  std::string long_name;             // "--query"; empty for positional arguments
  std::string positional;            // "MODEL"; empty for options
  std::string value;                 // "FILE", "auto|off"; empty: the option is a flag
  std::vector<std::string> choices;  // the words it takes; empty: anything its check accepts
  std::string help;
  bool required = false;
  bool value_is_optional = false;
  bool repeatable = false;
  bool hidden = false;
  CLI::Option* option = nullptr;

  bool takes_value() const { return !value.empty(); }
  bool is_file() const;
  // "-q, --query FORMULA", "MODEL"
  std::string usage() const;
  // The name to use in messages.
  const std::string& name() const;
};

struct VerbInfo {
  std::string name;
  std::string summary;
  std::string details;  // more than one sentence, or examples; may be empty
  std::vector<OptionInfo> options;
  bool hidden = false;
  bool own_parser = false;  // parses the rest of the command line itself, as verifyta does

  const OptionInfo* find(std::string_view option) const;  // "-q" or "--query"
  std::vector<std::string> option_names() const;          // "--query", "-q", … of those shown
};

struct OptionTable {
  std::vector<VerbInfo> verbs;  // in the order of declaration

  const VerbInfo* find(std::string_view verb) const;
  std::vector<std::string> verb_names() const;  // of those shown
};

OptionTable option_table(CLI::App& app);

}  // namespace orbita::cli
