// Traces as text for display.
//
//   start                                   time 0
//     P.idle  Q(0).wait
//     n = 0;  list = {0, 0, 0}
//   1  delay 2.5                            time 2.5;  P.x = 2.5
//     P     idle -> busy, x > 2, go[0]!, x = 0
//     Q(0)  wait -> cs, go[0]?
//     n: 0 -> 1
//
// Next to the time are the clocks the step tests, before its updates. Then one lane per process that moves:
//
//   time  P       Q(0)
//   0     idle    wait
//   2.5   busy !  cs ?
//   never moves: R.off
//
// ! sends (or acts first), ? receives, * acts alone, . stays. Lanes that do not fit side by side continue below, each
// block with the rows in which one of its processes moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/trace/trace.h"

namespace orbita {

enum class TraceShow : std::uint8_t {
  lanes,    // only the lanes
  changes,  // steps with the variables they change and the clocks they test, and the lanes
  full      // every variable and clock after each step, and the lanes
};

struct TraceTextOptions {
  TraceShow show = TraceShow::changes;
  bool formula = true;      // the query as the first line
  std::size_t width = 100;  // longer lines are broken between words; 0: never
};

std::string render(const Trace& trace, const TraceTextOptions& options = {});

// "n = 0", "list = {0, 0, 3}": consecutive elements of an array are grouped.
std::vector<std::string> value_texts(const std::vector<std::pair<std::string, std::int32_t>>& variables);

// Items with `separator` between them, in lines of at most `width` columns (0: one line) that begin with `indent`.
// Lines are broken between items, or between the words of an item too long for a line.
std::string wrapped(const std::vector<std::string>& items, std::string_view separator, std::string_view indent,
                    std::size_t width);
// The same with a different start of the first line.
std::string wrapped(const std::vector<std::string>& items, std::string_view separator, std::string_view indent,
                    std::size_t width, std::string_view first);

// A formula on one line, without comments.
std::string one_line(std::string_view formula);

}  // namespace orbita
