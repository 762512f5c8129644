// Lines from a person or a script. On a terminal with editing, history (arrow keys, Ctrl-R) and completion (Tab).
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/cli.h"

namespace orbita::cli {

class LineReader {
 public:
  // Tab completes the first word of a line from `commands`, others from `names`, and after `file_command` file names.
  // One at a time: the library behind it has global state.
  LineReader(Streams& streams, std::vector<std::string> commands, std::vector<std::string> names,
             std::string file_command);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line without its end; nullopt: there is none.
  std::optional<std::string> next();

 private:
  Streams& streams_;
  bool editing_;
};

}  // namespace orbita::cli
