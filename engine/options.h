// The options of verify(), each with its default, and the types they are made of.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/limits.h"

namespace orbita {

struct Certificate;   // engine/certificate/certificate.h
struct FlatModel;     // engine/flat/flat.h
struct QueryResult;   // engine/result.h
class StoredStates;   // engine/stored_states.h
class SymmetryModel;  // symmetry/detect/detect.h

enum class Order : std::uint8_t {
  breadth_first,
  depth_first,
  random_depth_first,
  earliest  // the state reachable after the least time first; needs ReachabilityOptions::time_clock
};

enum class Joining : std::uint8_t {
  off,
  automatic,  // two zones of one discrete state become one where their union is a zone and it seems to pay
  always,     // … wherever their union is a zone
  hull        // one zone per discrete state, the smallest that includes all met: more states than there are
};

enum class SymmetryChoice : std::uint8_t {
  automatic,
  off,
  sort,
  segment,
  refine,
  canonical,
  enumerate,
  declared,  // automatic for scalarsets only, whatever VerifyOptions::detect_symmetry says
  counted,   // elements are counted (engine/counted/) where that is possible; else as automatic
  adaptive   // ids that a few edges tell apart, each only where that happens (engine/adaptive/); else as automatic
};

// Which engine decides: `automatic` is zones.
enum class Engine : std::uint8_t {
  automatic,
  zones,          // states one by one, clocks as zones
  interpolation,  // labels learned on the way (engine/interpolation/); deadlocks and stopwatches are left to zones
  bdd             // sets of states: discrete models, and timed ones whose clock tests are not strict (engine/bdd/)
};

// Queries that are beyond a symbolic engine: their verdict is `error` or `skipped`. `ignore` is `skip` for the
// engine; exit codes leave such queries out.
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

struct VerifyOptions {
  Engine engine = Engine::automatic;
  Abstraction abstraction = Abstraction::automatic;
  SubsumptionChoice subsumption = SubsumptionChoice::automatic;
  bool reduce = true;                 // inactive clocks and dead variables
  Joining join = Joining::automatic;  // not hull: that is an approximation
  Order order = Order::breadth_first;
  std::uint64_t seed = 1;
  std::uint64_t dive_after = 4096;  // E<>, breadth first: start random dives after this many expansions (dives.h)
  bool lazy_bounds = false;         // E<>, A[] about data: clock bounds found on the way instead of statically
  Approximation approximation = Approximation::exact;
  unsigned log2_bits = 28;  // Approximation::bits: the table has 2^log2_bits bits
  Unsupported unsupported = Unsupported::skip;
  TraceKind trace = TraceKind::off;
  SymmetryChoice symmetry = SymmetryChoice::automatic;
  bool detect_symmetry = false;     // look for symmetry nobody declared (detect/detected.h); `orbita` does
  bool literal_sort = false;        // with SymmetryChoice::sort: the scalarset paper's bubble sort, word by word
  Limits limits;                    // of the whole call; with threads each may use its share of the memory
  unsigned threads = 1;             // shared by the explorations; where they are fewer, several share one (team/)
  std::uint32_t team_round = 2048;  // … states per member and round: milliseconds, where a barrier takes tens of us
  // Of the model, where the caller has it already (detect.h); otherwise found again.
  std::shared_ptr<const SymmetryModel> known_symmetry;
  // Try out on states met that exchanging elements changes nothing (symmetry_check.h); not where states are hashed.
  bool check_symmetry = false;
  bool check_labels = false;    // Engine::interpolation: verify all labels again when it is done (label_check.h)
  bool trust_symmetry = false;  // for tests: reduce also what is known to break symmetry; verdicts may be wrong
  // Called at the end of an exploration with the states it stored; then everything is explored, also past the goals.
  // One call at a time, for any number of threads. It has the limits of the call plus half a second: work that
  // polls them (work_limits.h) is ended by LimitReached, and a callback that wants to know of it catches that. Searches
  // for a fastest or shortest trace, by hash, or with lazy bounds do not call it.
  std::function<void(const StoredStates&)> explored;
  // Called before anything is explored, where the options, or the model, may keep the search from ending without a
  // limit.
  std::function<void(const std::string&)> warned;
  // Certificates of verdicts that no trace can show, about this flat model, which holds all queries: `certified` is
  // called with the position of a query, its certificate and its result, which it may add to, before that is final. One
  // call at a time. Where there is none, QueryResult::certificate_note says why.
  std::shared_ptr<const FlatModel> certify_against;
  std::function<void(std::size_t, const Certificate&, QueryResult&)> certified;
  // Called with the position and the result of every query as soon as it is final.
  std::function<void(std::size_t, const QueryResult&)> decided;
};

}  // namespace orbita
