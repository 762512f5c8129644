// Several threads verify one model at the same time: nothing in a `const Model` may be written without a lock.
// Worth running under ThreadSanitizer after changes of the model's caches.
#include <catch2/catch.hpp>

#include <thread>

#include "engine/engine.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Types and constants that depend on parameters, so that every process has some of its own; functions, selects and
// quantifiers, so that compiling and replaying ask for them.
const std::string shared_processes = R"(
const int N = 3;
typedef scalar[N] id_t;
typedef struct { int[0,N] a; bool b; } pair_t;
int[0,9] total;
id_t last;
pair_t pairs[N];
process P(const id_t id, const int[1,3] k) {
  clock x;
  const int half = k * 2;
  int[0,half] seen[k + 1];
  int sum() { int s = 0; for (i : int[0,k]) s += seen[i]; return s; }
  state A { x <= half }, B { x <= 2 * k };
  init A;
  trans A -> B { select i : int[0,k]; guard x >= k && seen[i] < half; assign seen[i]++, last = id, x = 0; },
        B -> A { guard forall (j : int[0,k]) seen[j] <= half; assign total = sum() > 9 ? 9 : sum(), x = 0; };
}
One(const id_t id) = P(id, 1);
Two(const id_t id) = P(id, 2);
system One, Two;
)";

const std::vector<std::string> shared_formulas{"E<> exists (i : id_t) One(i).B && Two(i).B", "A[] total < 3",
                                               "E<> total == 9", "A<> total > 0", "sup: total"};

}  // namespace

TEST_CASE("threads that verify the same model do not disturb each other") {
  VerifyOptions options;
  options.trace = TraceKind::some;
  options.limits.states = 300;
  std::vector<std::string> expected;
  const auto texts = [](const std::vector<QueryResult>& results) {
    std::vector<std::string> all;
    for (const QueryResult& result : results) {
      all.push_back(std::string(to_text(result.verdict)) + " " + std::to_string(result.statistics.stored) +
                    (result.trace ? save_trace(*result.trace) : "") + result.trace_problem);
    }
    return all;
  };
  {
    const std::unique_ptr<Model> model = model_from(shared_processes);
    expected = texts(verify(*model, queries_of(*model, shared_formulas), options));
  }
  for (int round = 0; round < 5; ++round) {
    const std::unique_ptr<Model> fresh = model_from(shared_processes);  // with empty caches
    const std::vector<Query*> queries = queries_of(*fresh, shared_formulas);
    const Model& model = *fresh;
    std::vector<std::vector<std::string>> found(4);
    {
      std::vector<std::jthread> threads;
      for (std::vector<std::string>& mine : found) {
        threads.emplace_back([&] {
          const std::vector<QueryResult> results = verify(model, queries, options);
          mine = texts(results);
          for (const QueryResult& result : results) {
            if (result.trace && !replay(model, *result.trace, result.query).ok) mine.push_back("not replayed");
          }
          if (Simulator(model).moves().empty()) mine.push_back("no moves");
        });
      }
    }
    for (const std::vector<std::string>& mine : found) CHECK(mine == expected);
  }
}
