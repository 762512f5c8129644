// The programs under test. Those of the build tree that compiled the tests, unless the environment names others: the
// tests of the sanitized build are the objects of the checked one, linked again (tests/CMakeLists.txt).
#pragma once

#include <cstdlib>
#include <string>

namespace orbita::test {

inline std::string program_from(const char* variable, const char* otherwise) {
  const char* path = std::getenv(variable);
  return path == nullptr ? otherwise : path;
}

inline std::string orbita_program() { return program_from("ORBITA_PROGRAM", ORBITA_BINARY); }
inline std::string certify_program() { return program_from("ORBITA_CERTIFY_PROGRAM", ORBITA_CERTIFY); }

}  // namespace orbita::test
