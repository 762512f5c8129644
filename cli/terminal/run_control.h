// Limits and signals of long runs.
//
// SIGINT and SIGTERM end an exploration with what it knows so far; a second one ends the program.
// SIGUSR1 asks for a snapshot of the progress. A closed pipe is an error of writing, not a signal.
#pragma once

#include <cstddef>

#include "engine/base/limits.h"

namespace orbita::cli {

void watch_signals();
// SIGUSR1 has come since the last call.
bool snapshot_wanted();
// Some signal has asked for the end.
bool end_wanted();

// Signals end the run, and without a memory limit of its own it has default_memory_limit().
void set_limits(Limits& limits);
// The memory limit counts for the whole process, too, but the program itself and a model of ordinary size always have
// room.
void hold_process_to_memory(Limits& limits);

// 90 % of what the control group, `ulimit -v` or the machine allows.
std::size_t default_memory_limit();

}  // namespace orbita::cli
