// Where tests find things: this source tree, and the programs of the build tree that linked the test. Functions, not
// macros, so that compiled tests hold no path: another build tree may link them (tests/CMakeLists.txt), and a compiler
// cache serves every clone.
#pragma once

#include <string>

extern "C" void __asan_init() __attribute__((weak));

namespace orbita::test {

std::string source_dir();
std::string corpus_dir();  // need not exist
std::string orbita_program();
std::string certify_program();

// Whether AddressSanitizer is linked in. A macro of the compiler cannot say so: the tests may have been compiled
// before.
inline bool has_address_sanitizer() { return &__asan_init != nullptr; }

}  // namespace orbita::test
