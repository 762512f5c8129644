// What an exploration with symmetry stores for a state of the model: its representative.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orbita {

struct Representative {
  struct Set {
    std::string name;
    std::vector<std::int32_t> becomes;  // by element
    std::vector<std::string> labels;    // by element, for sets nobody declared: "P(1)"; empty: elements are numbers
  };
  std::string group, strategy;  // as in SymmetrySummary; no group: the state itself, without dead values
  bool canonical = true;        // every state of the orbit has this representative
  double orbit = 1;             // states in the orbit
  std::vector<Set> sets;        // of the group
  std::vector<std::uint32_t> process_becomes;
  std::vector<std::int32_t> locations;                 // by process
  std::vector<std::optional<std::int32_t>> variables;  // by slot; nullopt: dead
  std::string zone;                                    // of the clocks that matter
};

}  // namespace orbita
