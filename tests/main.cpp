// The single main of all test binaries; the tests themselves are in the folders next to this file.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
