// Mistakes on a command line: each message names what is wrong and the nearest thing that is right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options/option_table.h"

namespace orbita::cli {

// The command line breaks the rules of the table. The message is complete; exit code 2.
struct UsageError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Throws UsageError. `arguments` are those after the verb.
void check_arguments(const OptionTable& table, const VerbInfo& verb, const std::vector<std::string>& arguments);
[[noreturn]] void unknown_verb(const OptionTable& table, const std::string& word);

// The candidate with the fewest edits (insertions, deletions, changes, swaps of neighbours); the
// first one of equals. Empty when there are no candidates.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace orbita::cli
