// The programs under test. Those of the build tree that compiled the tests, unless the environment names others: the
// tests of the sanitized build are the objects of the checked one, linked again (tests/CMakeLists.txt).
#pragma once

#include <cstdlib>
#include <string>

extern "C" void __asan_init() __attribute__((weak));

namespace orbita::test {

inline std::string program_from(const char* variable, const char* otherwise) {
  const char* path = std::getenv(variable);
  return path == nullptr ? otherwise : path;
}

// Whether AddressSanitizer is linked in. A macro of the compiler cannot say so: the tests may have been compiled
// before.
inline bool has_address_sanitizer() { return &__asan_init != nullptr; }

inline std::string orbita_program() { return program_from("ORBITA_PROGRAM", ORBITA_BINARY); }
inline std::string certify_program() { return program_from("ORBITA_CERTIFY_PROGRAM", ORBITA_CERTIFY); }

}  // namespace orbita::test
