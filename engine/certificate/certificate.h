// A set of states that is closed under the model's steps, as text (docs/certificates.md).
#pragma once

#include <cstdint>
#include <string>

namespace orbita {

struct Certificate {
  std::string records;  // the lines after the header
  std::uint64_t nodes = 0, covers = 0;
  bool liveness = false;      // no run keeps up what must end: the first nodes are ranked by their numbers
  std::uint64_t pending = 0;  // these nodes
  bool is_declared = true;    // all symmetry it speaks of is declared in the model
};

}  // namespace orbita
