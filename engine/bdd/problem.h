// A network as a problem for BDDs: ranges of all cells, their order, and the constructs that are beyond this engine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/analysis/dead_variables.h"
#include "engine/bdd/encoding.h"
#include "engine/network/network.h"
#include "engine/network/predicate.h"
#include "parser/source.h"

namespace orbita::bdds {

// A construct that this engine cannot decide anything about, and its place.
struct Refusal {
  Span where;
  std::string message;  // "a strict comparison of a clock"
};

// The bits of one state, at most. Models that BDDs decide have some hundreds.
inline constexpr std::size_t most_bits = 10'000;
// The largest number a clock is compared with, at most: time passes in steps of one.
inline constexpr std::int32_t largest_bound = 1'000;

// Of the network itself.
std::optional<Refusal> find_refusal(const Network& network);
// Of the states with the predicate, or of those without it: with clocks they must form a closed set, and say nothing of
// deadlocks.
std::optional<Refusal> find_refusal(const Network& network, const Predicate& predicate, bool negated, Span query);

// Locations, slots, then clocks from 0 to one more than any number they are compared with. `dead`: by what data will be
// normalised.
std::vector<CellRange> ranges_of(const Network& network, const std::vector<const Predicate*>& predicates,
                                 std::span<const DeadSlot> dead = {});
// Cells that change together are close to each other: global variables on top, then element by element, cells that hold
// elements first, then the remaining processes one by one.
std::vector<std::uint32_t> order_of(const Network& network);
std::vector<std::int32_t> initial_state(const Network& network, const std::vector<CellRange>& ranges);

}  // namespace orbita::bdds
