// Progress of long runs: one live line on a terminal, plain lines in logs, JSON for programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "engine/base/limits.h"

namespace orbita::cli {

// "12034 states, 530 waiting (growing), 41000/s, 38 of 7200 MB, each stands for 24, 12 s"; the last but one where it is
// known
std::string progress_text(const Progress& progress, std::uint64_t waiting_before, std::size_t memory_limit);

class ProgressLine {
 public:
  // kind: auto (live line on a terminal, plain where CI is set, else nothing), plain (a line every five seconds), json,
  // none
  ProgressLine(std::ostream& out, const std::string& kind, bool is_terminal, std::size_t memory_limit);
  void show(const Progress& progress);
  void snapshot(const Progress& progress);  // prints a line now, on request, for every kind of display
  void clear();

 private:
  enum class Kind { none, live, plain, json };
  void write(const Progress& progress);

  std::ostream& out_;
  Kind kind_ = Kind::none;
  std::size_t memory_limit_;
  double last_ = 0;
  std::optional<std::uint64_t> waiting_;  // when the last line was written
  bool shown_ = false;
};

}  // namespace orbita::cli
