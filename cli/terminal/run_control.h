// Limits and signals of long runs.
//
// SIGINT and SIGTERM end an exploration with what it knows so far; a second one ends the program.
// SIGUSR1 asks for a snapshot of the progress. A closed pipe is an error of writing, not a signal.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/limits.h"

namespace orbita::cli {

void watch_signals();
// SIGUSR1 has come since the last call.
bool snapshot_wanted();
// Some signal has asked for the end.
bool end_wanted();

// Limits from the command line: "5", "500ms", "5m", "2h" seconds, "500", "300M", "4G" megabytes; empty: what is
// set already, or default_memory_limit(). Throws std::invalid_argument naming the option.
void set_limits(Limits& limits, const std::string& timeout, const std::string& memory);
// The memory limit counts for the whole process, too, but the program itself and a model of ordinary size always have
// room.
void hold_process_to_memory(Limits& limits);

// 90 % of what the control group, `ulimit -v` or the machine allows.
std::size_t default_memory_limit();

}  // namespace orbita::cli
