#include "engine/verify/jobs.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

namespace orbita {

namespace {

// Calls work(0) … work(count - 1), each once.
void on_threads(unsigned threads, std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(threads);
  const auto some = [&](unsigned thread) {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      failures[thread] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads; ++t) others.emplace_back(some, t);
    some(0);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

// The part of `seconds` for a job that decides `queries` of the `left` queries to come, on this many threads.
double fair_share(double seconds, std::size_t queries, std::size_t left, unsigned threads) {
  return seconds * std::min(1.0, static_cast<double>(queries * threads) / static_cast<double>(left));
}

}  // namespace

void run_jobs(const std::vector<Job>& jobs, unsigned threads, const Limits& limits,
              const std::function<void(const std::vector<std::size_t>&)>& decided) {
  threads = std::max(1u, std::min(threads, static_cast<unsigned>(jobs.size())));
  struct Open {
    const Job* job = nullptr;
    std::vector<std::size_t> queries;
    double had = 0;  // seconds
  };
  std::mutex lock;  // of what follows
  std::vector<Open> open;
  std::size_t left = 0;  // queries of jobs that have not begun
  for (const Job& job : jobs) left += job.queries.size();
  on_threads(threads, jobs.size(), [&](std::size_t i) {
    const double start = limits.passed();
    std::unique_lock guard(lock);
    const std::size_t queries = jobs[i].queries.size();
    const bool is_last = queries == left && open.empty();
    const double half = (limits.seconds - start) / 2;
    const double until = is_last ? limits.seconds : start + fair_share(half, queries, left, threads);
    assert(queries <= left);
    left -= queries;
    guard.unlock();
    const std::vector<std::size_t> slow = jobs[i].run(jobs[i].queries, until);
    std::vector<std::size_t> done = jobs[i].queries;
    assert(std::ranges::all_of(slow, [&](std::size_t query) { return std::ranges::count(done, query) == 1; }));
    guard.lock();
    if (!slow.empty() && until < limits.seconds) {
      open.push_back({&jobs[i], slow, until - start});
      std::erase_if(done, [&](std::size_t query) { return std::find(slow.begin(), slow.end(), query) != slow.end(); });
    }
    if (!done.empty()) decided(done);
  });
  std::sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.job < b.job; });
  assert(left == 0 && "all jobs have begun");
  for (const Open& job : open) left += job.queries.size();
  on_threads(threads, open.size(), [&](std::size_t i) {
    std::unique_lock guard(lock);
    const std::size_t queries = open[i].queries.size();
    const double start = limits.passed();
    const double share = fair_share(limits.seconds - start, queries, left, threads);
    const double until = queries == left ? limits.seconds : start + share;
    left -= queries;
    guard.unlock();
    // A run shorter than the first one finds nothing new.
    if (share > open[i].had) open[i].job->run(open[i].queries, until);
    guard.lock();
    decided(open[i].queries);
  });
}

}  // namespace orbita
