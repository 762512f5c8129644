// Progress of long runs: one live line on a terminal, plain lines in logs, JSON for programs.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "engine/limits.h"

namespace orbita::cli {

class ProgressLine {
 public:
  // kind: auto (live line on a terminal, else nothing), plain, json, none
  ProgressLine(std::ostream& out, const std::string& kind, bool is_terminal);
  bool wanted() const { return kind_ != Kind::none; }
  void show(const Progress& progress);
  void clear();

 private:
  enum class Kind { none, live, plain, json };
  std::ostream& out_;
  Kind kind_ = Kind::none;
  double last_ = 0;
  bool shown_ = false;
};

// 90 % of what the cgroup or the machine allows.
std::size_t default_memory_limit();

}  // namespace orbita::cli
