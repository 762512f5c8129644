// The result of a query: the verdict, what it cost, and the evidence.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/statistics.h"
#include "engine/trace/run_time_error.h"
#include "engine/trace/trace.h"
#include "parser/ast.h"
#include "parser/work_limits.h"

namespace orbita {

enum class Verdict : std::uint8_t {
  satisfied,
  not_satisfied,
  unknown,  // a limit or an approximation left it open
  error,    // the query has errors, or a run-time error of the model got in the way
  skipped   // beyond a symbolic engine: statistical queries, games, strategies
};
std::string_view to_text(Verdict verdict);  // "satisfied", "not-satisfied", "unknown", "error", "skipped"

// The value of one expression of sup, inf or bounds.
struct MeasuredValue {
  std::string expression;
  bool reached = false;   // some state satisfies the query's predicate
  bool infinite = false;  // sup: no upper limit
  bool strict = false;    // the value is approached but not taken
  std::int64_t value = 0;
};

// Which symmetry was used, and what it won.
struct SymmetrySummary {
  std::string group;  // "S_10 on pid_t"; empty: none
  std::string strategy = "off";
  bool canonical = true;            // every state met had one representative per orbit
  std::uint64_t not_canonical = 0;  // states for which that is not known
  std::string note;                 // what the query itself keeps from being reduced, and why
  std::uint64_t partitions = 0;     // adaptive: how many different ones the stored states carry
  std::string asymmetric;           // adaptive: what tells ids apart, and which it does not
  double orbit_sum = 0;             // states without symmetry that the stored ones stand for; 0: not computed
};

// The sets of states of the BDD engine.
struct BddSummary {
  std::string states;            // reached, exactly: may exceed every integer type
  std::uint64_t nodes = 0;       // of the set of states reached
  std::uint64_t live_nodes = 0;  // of all sets there are, the most that any garbage collection left
  std::uint64_t peak_nodes = 0;  // allocated
  std::uint64_t rounds = 0;      // over all processes
  bool chained = false;          // else breadth first
  double representing = 0;       // seconds spent on representatives
  std::string links;             // what numbering follows, in this order; "" without
};

// Counted states (engine/counted/): what a step costs once for any number of elements, and how often it was needed.
struct CountedSummary {
  std::uint64_t patterns = 0;     // states without their counts
  std::uint64_t most_blocks = 0;  // of one pattern
  std::uint64_t merges = 0;       // of two blocks into one
  std::uint64_t computed = 0;     // steps
  std::uint64_t remembered = 0;   // steps taken again without computing them
};

// How soon the state a query speaks of can be reached.
struct LeastTime {
  std::int64_t time = 0;  // no run takes less
  bool attained = true;   // some run takes exactly that; else as little more as one likes
};

struct QueryResult {
  const Query* query = nullptr;
  Verdict verdict = Verdict::unknown;
  std::string reason;  // for unknown, error and skipped; may add to other verdicts
  Stop stop;           // unknown because the search ended early: why, and in which phase; `reason` says so too
  Verdict leaning = Verdict::unknown;  // unknown because of an approximation: what that one says
  std::optional<RunTimeError> error;   // where the model fails at run time, or where the query is beyond zones
  Statistics statistics;
  // Positions of the queries whose exploration this was, itself included: the statistics are of all of them. Empty:
  // alone.
  std::vector<std::size_t> explored_with;
  std::optional<Trace> trace;
  std::optional<LeastTime> least_time;  // TraceKind::fastest: proved
  std::string trace_problem;            // the trace did not replay: our mistake (exit code 4)
  std::string symmetry_problem;         // VerifyOptions::check_symmetry found a mistake (exit code 4)
  std::string certificate_note;         // VerifyOptions::certified: why there is none
  std::string certificate_problem;      // no proof, or rejected: our mistake (exit code 4)
  std::string certified_by;             // the program that has checked the certificate
  std::vector<MeasuredValue> values;
  SymmetrySummary symmetry;
  std::optional<BddSummary> bdd;  // Engine::bdd
  std::optional<CountedSummary> counted;

  void leave_open(const Stop& why) {  // sets verdict, stop and reason
    verdict = Verdict::unknown;
    stop = why;
    reason = why.text();
  }
};

}  // namespace orbita
