// Texts made from the option table: help, man pages, completions for three shells.
#pragma once

#include <string>

#include "cli/options/option_table.h"

namespace orbita::cli {

std::string help_text(const OptionTable& table);                        // orbita help
std::string help_text(const OptionTable& table, const VerbInfo& verb);  // orbita help VERB
std::string man_page(const OptionTable& table);                         // orbita(1)
std::string man_page(const OptionTable& table, const VerbInfo& verb);   // orbita-VERB(1)
std::string bash_completion(const OptionTable& table);
std::string zsh_completion(const OptionTable& table);
std::string fish_completion(const OptionTable& table);

// "orbita verify MODEL [QUERIES] [OPTION]…"
std::string synopsis(const VerbInfo& verb);
inline constexpr const char* program_summary =
    "Orbita checks networks of timed automata written for UPPAAL and exploits their symmetry.";

struct ExitMeaning {
  int code;
  const char* meaning;
};
inline constexpr ExitMeaning exit_meanings[] = {{0, "everything is decided and as expected"},
                                                {1, "some query is not satisfied, or not as expected"},
                                                {2, "wrong command line, unreadable file, error in model or query"},
                                                {3, "a limit or an approximation left something open"},
                                                {4, "a mistake of orbita itself"}};

}  // namespace orbita::cli
