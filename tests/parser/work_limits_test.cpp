#include "parser/work_limits.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

using namespace orbita;

namespace {

WorkLimits over() {
  WorkLimits limits;
  limits.until = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  return limits;
}

// Why polling ends the work; "" if it does not.
std::string reason_of_polling() {
  try {
    for (int i = 0; i < 3 * internal::polls_between_looks; ++i) poll_limits();
  } catch (const LimitReached& limit) {
    return limit.what();
  }
  return "";
}

}  // namespace

TEST_CASE("nothing is limited without a scope, and the innermost one counts") {
  CHECK(reason_of_polling() == "");
  const LimitScope outer(over());
  CHECK(reason_of_polling() == "time limit");
  {
    const LimitScope unlimited{WorkLimits{}};
    CHECK(reason_of_polling() == "");
  }
  CHECK(reason_of_polling() == "time limit");
}

TEST_CASE("time, memory and the user end work") {
  WorkLimits small;
  small.memory = 1;
  std::atomic<bool> wish{false};
  WorkLimits stoppable;
  stoppable.stop = &wish;
  {
    const LimitScope scope(small);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // memory is read every few milliseconds
    CHECK(reason_of_polling() == "memory limit");
    CHECK_THROWS_AS(check_allocation(1), AllocationRefused);
  }
  const LimitScope scope(stoppable);
  CHECK(reason_of_polling() == "");
  CHECK_NOTHROW(check_allocation(1 << 30));
  wish = true;
  CHECK(reason_of_polling() == "interrupted");
}

TEST_CASE("limits are those of the thread that set them") {
  const LimitScope scope(over());
  std::string elsewhere = "not run";
  std::jthread([&] { elsewhere = reason_of_polling(); }).join();
  CHECK(elsewhere == "");
}

TEST_CASE("the reason for ending work is reported with the phase") {
  const LimitScope scope(over());
  CHECK_THROWS_WITH(during("counting", [] { check_limits(); }), "time limit, while counting");
  CHECK_THROWS_WITH(during("listing", [] { throw AllocationRefused(); }), "memory limit, while listing");
  CHECK_THROWS_WITH(during("listing", [] { throw std::bad_alloc(); }), "out of memory, while listing");
  CHECK(during("answering", [] { return 42; }) == 42);
}

TEST_CASE("the memory of the process is known") {
  const std::size_t before = resident_bytes();
  CHECK(before > 1 << 20);
  const std::vector<char> much(64 << 20, 1);
  CHECK(resident_bytes() > before + (32 << 20));
  CHECK(much.back() == 1);
}
