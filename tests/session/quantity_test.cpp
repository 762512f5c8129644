#include "session/quantity.h"

#include <catch2/catch.hpp>

#include <stdexcept>

using namespace orbita;

TEST_CASE("durations are seconds, or have a unit") {
  CHECK(parse_duration("10") == 10);
  CHECK(parse_duration("2.5s") == 2.5);
  CHECK(parse_duration("500ms") == Approx(0.5));
  CHECK(parse_duration("5m") == 300);
  CHECK(parse_duration("5min") == 300);
  CHECK(parse_duration("2h") == 7200);
}

TEST_CASE("sizes are megabytes, or have a unit") {
  CHECK(parse_size("1") == std::size_t{1} << 20);
  CHECK(parse_size("7B") == 7);
  CHECK(parse_size("3k") == 3072);
  CHECK(parse_size("4G") == std::size_t{4} << 30);
}

TEST_CASE("quantities are finite, decimal and not negative") {
  for (const char* text :
       {"", "inf", "infinity", "nan", "-1", "-0.5s", "0x10", "1e3", "1e400", " 1", "1 s", "1d", "s"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_duration(text), std::invalid_argument);
    CHECK_THROWS_AS(parse_size(text), std::invalid_argument);
  }
  CHECK_THROWS_AS(parse_size("99999999999G"), std::invalid_argument);
}
