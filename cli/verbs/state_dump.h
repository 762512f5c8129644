// --dump-states: the stored states in a file, one JSON object per line.
#pragma once

#include <cstdint>
#include <string>

#include "engine/stored_states.h"
#include "parser/work_limits.h"

namespace orbita::cli {

enum class DumpContent : std::uint8_t {
  full,     // every stored state with its zone
  discrete  // every discrete state once, and how many zones it has
};

// A regular file appears under its name when it is complete. Where several explorations are dumped the last one stays.
class StateDump {
 public:
  StateDump(std::string path, DumpContent content);
  ~StateDump();  // removes what was not finished
  StateDump(const StateDump&) = delete;
  StateDump& operator=(const StateDump&) = delete;

  // Throws nothing: finish() tells the problem.
  void write(const StoredStates& states);
  // Throws std::invalid_argument when the states could not be written, LimitReached when a limit came first.
  void finish();

 private:
  std::string path_, written_to_;
  DumpContent content_;
  bool failed_ = false;
  Stop limit_;
};

}  // namespace orbita::cli
