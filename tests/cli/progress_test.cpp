// Progress display of long runs.
#include <cstdlib>

#include <catch2/catch.hpp>
#include <sstream>

#include "cli/terminal/progress.h"
#include "tests/cli/program.h"

using namespace orbita;
using namespace orbita::cli;

namespace {

constexpr std::size_t megabyte = 1024 * 1024;

Progress progress_at(double seconds) {
  Progress now;
  now.stored = 12034;
  now.explored = 9000;
  now.waiting = 530;
  now.memory = 38 * megabyte;
  now.seconds = seconds;
  return now;
}

std::string shown_progress(const std::string& kind, bool is_terminal, std::initializer_list<double> times) {
  std::ostringstream out;
  ProgressLine line(out, kind, is_terminal, 7200 * megabyte);
  for (const double seconds : times) line.show(progress_at(seconds));
  line.clear();
  return out.str();
}

}  // namespace

TEST_CASE(
    "a line of progress has states, the trend of those waiting, speed, memory against its limit, and what symmetry "
    "saves") {
  Progress now = progress_at(12);
  CHECK(progress_text(now, 500, 7200 * megabyte) == "12034 states, 530 waiting (growing), 750/s, 38 of 7200 MB, 12 s");
  CHECK(progress_text(now, 600, 7200 * megabyte).find("(shrinking)") != std::string::npos);
  now.orbit_mean = 23.96;
  CHECK(progress_text(now, 530, 7200 * megabyte) ==
        "12034 states, 530 waiting, 750/s, 38 of 7200 MB, each stands for 24, 12 s");
  now.orbit_mean = 3628800;
  CHECK(progress_text(now, 530, 7200 * megabyte).find("each stands for 3.6e+06,") != std::string::npos);
}

TEST_CASE("a terminal has one live line that is overwritten and removed, a log a line every five seconds") {
  ::unsetenv("CI");
  const std::string live = shown_progress("auto", true, {0.1, 0.3, 0.6});
  CAPTURE(live);
  CHECK(live.find('\n') == std::string::npos);
  CHECK(live.find("\r\033[K") == 0);
  CHECK(live.substr(live.size() - 4) == "\r\033[K");  // the line is erased
  CHECK(shown_progress("auto", false, {6, 12}).empty());
  CHECK(shown_progress("none", true, {6, 12}).empty());
  const std::string plain = shown_progress("plain", false, {1, 6, 7, 12});
  CHECK(plain.find("growing") == std::string::npos);  // as many states wait as at the beginning
  CHECK(std::count(plain.begin(), plain.end(), '\n') == 2);
  CHECK(plain.find('\033') == std::string::npos);
  ::setenv("CI", "true", 1);
  CHECK(shown_progress("auto", false, {1, 6, 7, 12}) == plain);
  ::unsetenv("CI");
  CHECK(shown_progress("json", false, {6}).find("\"orbit_mean\":") != std::string::npos);
}
