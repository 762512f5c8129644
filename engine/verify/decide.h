// Deciding queries of each kind. Members are positions in VerifyContext::queries; results are by query.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify/context.h"

namespace orbita {

using Members = std::vector<std::size_t>;
using Results = std::vector<QueryResult>;

// E<> p, A[] p: one exploration for all members, and a second one for those that a deadlock proof leaves undecided.
void decide_reachability(VerifyContext& context, const Members& members, Results& results);
// The same by counting elements. Returns the members that are left to others, and why.
using WhyNot = std::map<std::size_t, std::string>;
WhyNot decide_by_counting(VerifyContext& context, const Members& members, Results& results);
// sup, inf, bounds likewise; nullopt: left to others.
std::optional<QueryResult> measure_by_counting(VerifyContext& context, std::size_t query, std::string& why_not);
// Integers that are ids and worth counting under these options.
std::optional<NumberIds> numbers_to_count(const Model& model, const VerifyOptions& options);
// Whether counting is asked for, or may be taken without being asked for.
bool may_count(const VerifyContext& context);
// Where it was asked for, the result says why it was not used.
void note_not_counted(const VerifyContext& context, const std::string& why_not, QueryResult& result);
// E[] p, A<> p, p --> q: each has runs of its own to look for. Where p --> q can begin is explored once for all of
// them.
void decide_runs(VerifyContext& context, const Members& members, Results& results);
// sup, inf, bounds.
QueryResult decide_measures(VerifyContext& context, std::size_t query);

// The same on sets of states, for E<>, A[], and without clocks E[], A<> and -->. Every query that this engine cannot
// decide says why. False where the program was built without the library.
bool has_bdd_engine();
void decide_with_bdds(VerifyContext& context, const Members& members, Results& results);

QueryResult result_for(const Query& query, Verdict verdict, std::string reason);

// Numbers that leave the range of zones, or memory that runs out, leave these queries open; queries that were
// decided before stay as they are.
void decide_guarded(const VerifyContext& context, const Members& members, Results& results,
                    const std::function<void()>& decide);

}  // namespace orbita
