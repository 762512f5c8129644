#include "tests/places.h"

namespace orbita::test {

std::string source_dir() { return ORBITA_SOURCE_DIR; }
std::string corpus_dir() { return ORBITA_SOURCE_DIR "/../shared/corpus"; }
std::string orbita_program() { return ORBITA_BINARY; }
std::string certify_program() { return ORBITA_CERTIFY; }

}  // namespace orbita::test
