// Traces for people.
//
//   start                               time 0
//     P.idle  Q(0).wait
//     n = 0
//   1  delay 2.5                        time 2.5
//     P      idle -> busy, x > 2, go!
//     Q(0)   wait -> cs, go?
//     n: 0 -> 1;  P.x = 2.5
//
// and, where the processes fit side by side, one lane per process:
//
//   time  P       Q(0)
//   0     idle    wait
//   2.5   busy !  cs ?
//
// ! sends (or acts first), ? receives, * acts alone, . stays.
#pragma once

#include <cstddef>
#include <string>

#include "engine/trace.h"

namespace orbita {

struct TraceTextOptions {
  bool clocks = true;       // values of clocks after each step
  bool zones = false;       // symbolic states
  bool lanes = true;        // the table, if it fits
  std::size_t width = 100;  // of the table
};

std::string render(const Trace& trace, const TraceTextOptions& options = {});

}  // namespace orbita
