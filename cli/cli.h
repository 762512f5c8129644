// cli/: arguments in, text and an exit code out.
//
// Every verb is one function in a file of its own; run() picks it. Nothing below
// cli/ prints or exits.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace orbita::cli {

// Scripts and CI rely on these; they fail closed: 0 only when everything is as expected.
enum ExitCode : int {
  exit_ok = 0,            // everything as expected
  exit_not_ok = 1,        // some query is not satisfied (or not as expected)
  exit_usage = 2,         // wrong command line, unreadable file, error in model or query
  exit_inconclusive = 3,  // a limit or an approximation left something open
  exit_internal = 4       // our own mistake
};

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool in_is_terminal = false;
  std::size_t out_columns = 0;  // of the terminal; 0: none, or not known
};

int run(const std::vector<std::string>& arguments, Streams& streams);

}  // namespace orbita::cli
