// The numbers of one exploration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/phase_times.h"

namespace orbita {

// Of a search that learns labels (engine/interpolation/).
struct LabelStatistics {
  std::uint64_t visited = 0, covered = 0;  // nodes of the tree, and those that are covered at the end
  std::uint64_t reopened = 0;              // covers undone
  std::uint64_t longest_label = 0;         // atoms
  std::uint64_t capped = 0;                // nodes whose label became exact because it was too long
  std::uint64_t cover_tries = 0;
  std::uint64_t exchange_steps = 0, exchange_budget_hits = 0;  // looking for exchanges of processes
  std::vector<std::vector<std::string>> interchangeable;       // processes that may trade places: classes of several
  std::vector<std::string> exact_edges;                        // edges of which exact values are kept: "P(0): A -> B"
  std::vector<std::string> root_label;                         // why the initial state is safe
};

struct Statistics {
  std::uint64_t stored = 0, explored = 0, transitions = 0;
  std::uint64_t discrete_states = 0, zones = 0, operations = 0;
  std::uint64_t zone_lookups = 0, zone_hits = 0;
  std::size_t bytes = 0;  // of the exploration, at its end
  double seconds = 0;
  std::optional<LabelStatistics> labels;
  PhaseTimes times;  // estimated, as far as known: not for runs inside predicates
};

}  // namespace orbita
