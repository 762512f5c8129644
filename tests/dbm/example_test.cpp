#include <catch2/catch.hpp>

#include "dbm/dbm.h"

using namespace orbita;

namespace {

std::string example(const std::vector<std::string>& names) {
  const ClockIndex x{1}, y{2};
  Zone zone = Zone::zero(3);
  zone.delay();
  if (!zone.constrain({at_least(x, 2), at_most(x, 5)})) return "nobody passes";
  zone.reset(y);
  zone.delay();
  return to_string(zone, names);
}

}  // namespace

TEST_CASE("the example of dbm.h has the results stated in its comments") {
  CHECK(example({"0", "x", "y"}) == "x-y<=5, x-y>=2");
}
