// Number of random cases per test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace orbita::test {

// A number from the environment.
inline std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// All of them, or a sample of one in ORBITA_SAMPLE: ./test takes one in ten under sanitizers, where a case takes ten
// times as long and every case has run in the Checked build before.
inline std::uint64_t sampled(std::uint64_t cases) {
  return cases / std::max<std::uint64_t>(number_from("ORBITA_SAMPLE", 1), 1);
}

// The same of a list: its first case, and every ORBITA_SAMPLE-th after it.
template <class T>
std::vector<T> sampled(const std::vector<T>& cases) {
  std::vector<T> result;
  for (std::size_t k = 0; k < cases.size(); k += std::max<std::uint64_t>(number_from("ORBITA_SAMPLE", 1), 1))
    result.push_back(cases[k]);
  return result;
}

}  // namespace orbita::test
