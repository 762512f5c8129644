// Decides queries: the front door of the engine.
//
//   Diagnostics diagnostics;
//   auto model = check(read_model("fischer.xml", diagnostics), diagnostics);
//   for (const QueryResult& r : verify(*model, model->queries, {}, diagnostics)) …
//
// Queries that can share one exploration share it; each gets its own verdict and trace.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/phase_times.h"
#include "engine/choices.h"
#include "engine/trace/run_time_error.h"
#include "engine/trace/trace.h"
#include "parser/diagnostic.h"
#include "parser/model.h"

namespace orbita {

enum class Verdict : std::uint8_t {
  satisfied,
  not_satisfied,
  unknown,  // a limit or an approximation left it open
  error,    // the query has errors, or a run-time error of the model got in the way
  skipped   // beyond a symbolic engine: statistical queries, games, strategies
};
std::string_view to_text(Verdict verdict);  // "satisfied", "not-satisfied", "unknown", "error", "skipped"

// Queries that are beyond a symbolic engine: their verdict is `error` or `skipped`. `ignore` is `skip` for the
// engine; whoever makes an exit code of the verdicts leaves them out.
enum class Unsupported : std::uint8_t { error, skip, ignore };

// What may be forgotten about clocks. `automatic` is aLU, or aM where deadlocks or priorities ask for it; without
// simulation LU+ or M+.
enum class Abstraction : std::uint8_t { automatic, exact, m, m_plus, lu, lu_plus, am, alu };
enum class SubsumptionChoice : std::uint8_t { automatic, equality, inclusion, simulation };
// Answers that cost less and may be `unknown` for it; for E<> and A[] only.
enum class Approximation : std::uint8_t {
  exact,
  hull,  // one convex zone per discrete state: what is not found is not there
  hash,  // states remembered by a 64-bit hash: what is found is there
  bits   // states remembered by two bits of a table of fixed size: likewise
};
enum class TraceKind : std::uint8_t {
  off,
  some,
  shortest,  // E<>, A[]: as few transitions as possible; others: some
  fastest    // E<>, A[]: as little time as possible; others: some. QueryResult::reason says where that was not proved
};
enum class DumpContent : std::uint8_t {
  full,     // every stored state with its zone
  discrete  // every discrete state once, and how many zones it has
};

struct QueryResult;
class SymmetryModel;

struct VerifyOptions {
  Abstraction abstraction = Abstraction::automatic;
  SubsumptionChoice subsumption = SubsumptionChoice::automatic;
  bool reduce = true;                 // inactive clocks and dead variables
  Joining join = Joining::automatic;  // not hull: that is an approximation
  Order order = Order::breadth_first;
  std::uint64_t seed = 1;
  std::uint64_t dive_after = 4096;  // E<>, breadth first: from so many expansions on random dives help (dives.h)
  bool lazy_bounds = false;         // E<>, A[] about data: clock bounds found on the way instead of statically
  Approximation approximation = Approximation::exact;
  unsigned log2_bits = 28;  // Approximation::bits: the table has 2^log2_bits bits
  Unsupported unsupported = Unsupported::skip;
  TraceKind trace = TraceKind::off;
  SymmetryChoice symmetry = SymmetryChoice::automatic;
  bool literal_sort = false;        // with SymmetryChoice::sort: the scalarset paper's bubble sort, word by word
  Limits limits;                    // of the whole call; with threads each may use its share of the memory
  unsigned threads = 1;             // shared by the explorations; where they are fewer, several share one (team.h)
  std::uint32_t team_round = 2048;  // … which expand so many states between meetings: for milliseconds, where a meeting
                                    // takes some hundredths of one
  // Of the model, where the caller has it already (detect.h); otherwise found again.
  std::shared_ptr<const SymmetryModel> known_symmetry;
  bool check_symmetry = false;  // try out on states met that exchanging elements changes nothing (symmetry_check.h)
  bool trust_symmetry = false;  // for tests: reduce also what is known to break symmetry; verdicts may be wrong
  std::string dump_states;      // file for every stored state, one JSON object a line; std::invalid_argument at the
                                // end, when all is decided, if it cannot be written; LimitReached if a limit ended it
  DumpContent dump_content = DumpContent::full;
  // Called before anything is explored, where the options, or the model, may keep the search from ending without a
  // limit.
  std::function<void(const std::string&)> warned;
  // Called with the position and the result of every query as soon as it is final.
  std::function<void(std::size_t, const QueryResult&)> decided;
};

struct Statistics {
  std::uint64_t stored = 0, explored = 0, transitions = 0;
  std::uint64_t discrete_states = 0, zones = 0, operations = 0;
  std::uint64_t zone_lookups = 0, zone_hits = 0;
  std::size_t bytes = 0;  // of the exploration, at its end
  double seconds = 0;
  PhaseTimes times;  // estimated, as far as known: not for runs inside predicates
};

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
  double orbit_sum = 0;             // states without symmetry that the stored ones stand for; 0: not computed
};

// How soon the state a query speaks of can be reached.
struct LeastTime {
  std::int64_t time = 0;  // no run takes less
  bool attained = true;   // some run takes exactly that; else as little more as one likes
};

struct QueryResult {
  const Query* query = nullptr;
  Verdict verdict = Verdict::unknown;
  std::string reason;                  // for unknown, error and skipped; may add to other verdicts
  Verdict leaning = Verdict::unknown;  // unknown because of an approximation: what that one says
  std::optional<RunTimeError> error;   // where the model fails at run time, or where the query is beyond zones
  Statistics statistics;
  std::optional<Trace> trace;
  std::optional<LeastTime> least_time;  // TraceKind::fastest: proved
  std::string trace_problem;            // the trace did not replay: our mistake (exit code 4)
  std::string symmetry_problem;         // VerifyOptions::check_symmetry found a mistake (exit code 4)
  std::vector<MeasuredValue> values;
  SymmetrySummary symmetry;
};

std::vector<QueryResult> verify(Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                                Diagnostics& diagnostics);

}  // namespace orbita
