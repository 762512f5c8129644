// The explorations of one call: on several threads, each with a fair share of the time.
//
// Of ten queries the first may be hopeless and the others easy. So half of the time is shared by the queries in
// a first round; the other half, and what the quick ones leave over, is given to those that ran out, which begin
// again. A lone exploration gets all of it at once.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "engine/base/limits.h"

namespace orbita {

// One exploration with its own states; which thread runs it makes no difference to its result.
struct Job {
  std::vector<std::size_t> queries;
  // Decides these of its queries, by `until` (seconds since Limits::since), and returns those that needed more time.
  std::function<std::vector<std::size_t>(const std::vector<std::size_t>& queries, double until)> run;
};

// `decided` is called for every query once, when there is nothing more to be expected for it.
void run_jobs(const std::vector<Job>& jobs, unsigned threads, const Limits& limits,
              const std::function<void(const std::vector<std::size_t>& queries)>& decided);

}  // namespace orbita
