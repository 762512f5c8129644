// A set of states that is closed under the model's steps, as text (docs/certificates.md).
#pragma once

#include <cstdint>
#include <string>

namespace orbita {

struct Certificate {
  std::string records;  // the lines after the header
  std::uint64_t nodes = 0, covers = 0;
};

}  // namespace orbita
