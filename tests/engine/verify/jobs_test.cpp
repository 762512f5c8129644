// Explorations share the time of a call.
#include "engine/verify/jobs.h"

#include <catch2/catch.hpp>
#include <limits>
#include <mutex>

using namespace orbita;

namespace {

using Queries = std::vector<std::size_t>;

Limits limited_to(double seconds) {
  Limits limits;
  limits.seconds = seconds;
  limits.since = std::chrono::steady_clock::now();
  return limits;
}

}  // namespace

TEST_CASE("a hopeless job does not take the time of the others, and gets the time they leave") {
  std::vector<double> ends;  // of the hopeless one
  Queries order;
  const Limits limits = limited_to(1000);
  const Job hopeless{{0, 1}, [&](const Queries& queries, double until) {
                       ends.push_back(until);
                       CHECK(queries == (ends.size() == 1 ? Queries{0, 1} : Queries{1}));
                       return Queries{1};  // query 0 is decided the first time
                     }};
  const Job easy{{2}, [](const Queries&, double) { return Queries{}; }};
  const Job last{{3}, [&](const Queries&, double until) {
                   CHECK(until == Approx(500).epsilon(0.01));  // the hopeless one waits
                   return Queries{};
                 }};
  run_jobs({hopeless, easy, easy, last}, 1, limits,
           [&](const Queries& queries) { order.insert(order.end(), queries.begin(), queries.end()); });
  CHECK(order == Queries{0, 2, 2, 3, 1});
  REQUIRE(ends.size() == 2);
  CHECK(ends[0] == Approx(200).epsilon(0.01));  // two of five queries, half of the time
  CHECK(ends[1] == 1000);
}

TEST_CASE("a lone job gets the whole budget") {
  std::vector<double> ends;
  const Job job{{0}, [&](const Queries&, double until) {
                  ends.push_back(until);
                  return Queries{};
                }};
  run_jobs({job}, 1, limited_to(1000), [](const Queries&) {});
  run_jobs({job, job}, 1, limited_to(1000), [](const Queries&) {});
  REQUIRE(ends.size() == 3);
  CHECK(ends[0] == 1000);
  CHECK(ends[1] == Approx(250).epsilon(0.01));
  CHECK(ends[2] == 1000);
}

TEST_CASE("without a limit nothing runs twice") {
  int runs = 0, told = 0;
  const Job job{{0}, [&](const Queries& queries, double until) {
                  CHECK(until == std::numeric_limits<double>::infinity());
                  ++runs;
                  return queries;
                }};
  run_jobs({job, job}, 1, limited_to(std::numeric_limits<double>::infinity()), [&](const Queries&) { ++told; });
  CHECK(runs == 2);
  CHECK(told == 2);
}

TEST_CASE("every query is reported once, on any number of threads") {
  for (unsigned threads = 1; threads <= 4; ++threads) {
    for (std::size_t count = 0; count < 9; ++count) {
      CAPTURE(threads, count);
      std::vector<Job> jobs;
      for (std::size_t i = 0; i < count; ++i) {
        jobs.push_back({{2 * i, 2 * i + 1}, [i](const Queries& queries, double) {
                          return i % 3 == 0 ? queries : i % 3 == 1 ? Queries{2 * i} : Queries{};
                        }});
      }
      std::vector<int> told(2 * count);
      run_jobs(jobs, threads, limited_to(1000), [&](const Queries& queries) {
        for (const std::size_t query : queries) ++told[query];
      });
      CHECK(told == std::vector<int>(2 * count, 1));
    }
  }
}

TEST_CASE("an exception of a job reaches the caller") {
  const Job failing{{0}, [](const Queries&, double) -> Queries { throw std::runtime_error("no"); }};
  const Job fine{{1}, [](const Queries&, double) { return Queries{}; }};
  for (const unsigned threads : {1u, 3u}) {
    CHECK_THROWS_WITH(run_jobs({fine, failing, fine}, threads, limited_to(10), [](const Queries&) {}), "no");
  }
}
