// Deciding queries of each kind. Members are positions in VerifyContext::queries; results are by query.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/verify/context.h"

namespace orbita {

using Members = std::vector<std::size_t>;
using Results = std::vector<QueryResult>;

// E<> p, A[] p: one exploration for all members, and a second one for those that a deadlock proof leaves undecided.
void decide_reachability(VerifyContext& context, const Members& members, Results& results);
// The same by counting elements. Returns the members that are left to others, and `why_not` says why.
Members decide_by_counting(VerifyContext& context, const Members& members, Results& results, std::string& why_not);
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
