// orbita help, and the hidden verbs that print completions, man pages and the option table itself.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/options/help.h"
#include "cli/options/options.h"
#include "cli/options/usage.h"
#include "cli/terminal/output.h"

namespace orbita::cli {

namespace {

std::string table_json(const OptionTable& table) {
  nlohmann::ordered_json verbs = nlohmann::ordered_json::array();
  for (const VerbInfo& verb : table.verbs) {
    nlohmann::ordered_json options = nlohmann::ordered_json::array();
    for (const OptionInfo& option : verb.options) {
      options.push_back({{"short", option.short_name},
                         {"long", option.long_name},
                         {"positional", option.positional},
                         {"value", option.value},
                         {"choices", option.choices},
                         {"help", option.help},
                         {"required", option.required},
                         {"value_is_optional", option.value_is_optional},
                         {"repeatable", option.repeatable},
                         {"hidden", option.hidden}});
    }
    verbs.push_back({{"name", verb.name}, {"summary", verb.summary}, {"hidden", verb.hidden}, {"options", options}});
  }
  return nlohmann::ordered_json{{"verbs", verbs}}.dump(2) + "\n";
}

int show_help(const OptionTable& table, const std::string& word, Streams& streams) {
  if (word.empty()) {
    streams.out << help_text(table);
    return exit_ok;
  }
  const VerbInfo* verb = table.find(word);
  if (verb == nullptr) unknown_verb(table, word);
  streams.out << help_text(table, *verb);
  return exit_ok;
}

int show_completion(const OptionTable& table, const std::string& shell, Streams& streams) {
  if (shell == "bash") streams.out << bash_completion(table);
  if (shell == "zsh") streams.out << zsh_completion(table);
  if (shell == "fish") streams.out << fish_completion(table);
  if (shell == "table") streams.out << table_json(table);
  return exit_ok;
}

int write_man_pages(const OptionTable& table, const std::string& folder, Streams& streams) {
  if (folder.empty()) {
    streams.out << man_page(table);
    return exit_ok;
  }
  std::filesystem::create_directories(folder);
  write_file(folder + "/orbita.1", man_page(table));
  for (const VerbInfo& verb : table.verbs) {
    if (!verb.hidden) write_file(folder + "/orbita-" + verb.name + ".1", man_page(table, verb));
  }
  return exit_ok;
}

}  // namespace

void add_help(CLI::App& app, Streams& streams, Action& action) {
  auto word = std::make_shared<std::string>();
  CLI::App* help = app.add_subcommand("help", "Show help for the program or for a verb");
  help->add_option("VERB", *word, "A verb; default: the list of all");
  help->callback([=, &app, &streams, &action] {
    action = [=, &app, &streams] { return show_help(option_table(app), *word, streams); };
  });

  CLI::App* completion =
      app.add_subcommand("completion", "Print the completions of a shell, or the table of options as JSON");
  completion->group("");
  add_word(*completion, "SHELL", *word, {"bash", "zsh", "fish", "table"}, "Which")->required();
  completion->callback([=, &app, &streams, &action] {
    action = [=, &app, &streams] { return show_completion(option_table(app), *word, streams); };
  });

  CLI::App* man = app.add_subcommand("man", "Print orbita(1), or write all man pages into a folder");
  man->group("");
  man->add_option("FOLDER", *word, "Where to write orbita.1, orbita-VERB.1");
  man->callback([=, &app, &streams, &action] {
    action = [=, &app, &streams] { return write_man_pages(option_table(app), *word, streams); };
  });
}

}  // namespace orbita::cli
