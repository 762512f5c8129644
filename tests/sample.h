// How many of the random cases of a test run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace orbita::test {

// All of them, or a sample of one in ORBITA_SAMPLE: ./test takes one in four under sanitizers, where a case takes ten times
// as long and every case has run in the Checked build before.
inline std::uint64_t sampled(std::uint64_t cases) {
  const char* text = std::getenv("ORBITA_SAMPLE");
  const std::uint64_t one_in = text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
  return cases / std::max<std::uint64_t>(one_in, 1);
}

}  // namespace orbita::test
