// The one main of all test binaries; the tests themselves live in the folders beside this file.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
