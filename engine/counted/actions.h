// Synchronisations up to the names of elements, and the transition that one becomes once the names are known.
//
// The same action is put together in the small model that a step is computed in, and in the model itself when a run is
// told (counted_run.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "engine/counted/elements.h"
#include "engine/semantics/expand.h"

namespace orbita {

// Positions of an edge and of its branch in the template, from 1; 0: none.
struct EdgePlace {
  std::uint32_t edge = 0, branch = 0;
  friend bool operator==(const EdgePlace&, const EdgePlace&) = default;
};

// One edge of an action. Its process belongs to a mover, or to nobody.
struct Role {
  std::uint32_t mover = none;
  std::uint32_t kind = 0;  // ElementLayout::Owner::kind
  EdgePlace place;
  struct Selected {
    std::uint32_t mover = none;  // an element …
    std::int32_t value = 0;      // … or a number
    friend bool operator==(const Selected&, const Selected&) = default;
  };
  std::vector<Selected> selects;
  friend bool operator==(const Role&, const Role&) = default;
};

struct Action {
  std::vector<Role> roles;            // sender first
  std::vector<std::uint32_t> movers;  // their blocks
  bool broadcast = false;
  // Of a broadcast: how many ways each mover, and each process that belongs to nobody, has to hear it or not; 1: it
  // has no choice. And the same for each of the other elements of a block.
  std::vector<std::uint32_t> mover_options, free_options, block_options;
};

// The edges with which one process may hear a broadcast, and the ways in which it does not.
struct Hearing {
  std::vector<const Offer*> edges;
  std::vector<std::vector<ClockBound>> deaf;
  std::uint32_t options() const { return static_cast<std::uint32_t>(edges.size() + deaf.size()); }
};
std::map<ProcessId, Hearing> hearing_of(const Expander::Offers& offers, const Offer& sender);  // by process
// The options of an element are those of its processes, combined; the first process counts fastest.
std::uint32_t options_of_element(const std::map<ProcessId, Hearing>& hearing, const ElementLayout& layout,
                                 std::uint32_t set, std::uint32_t element);

EdgePlace place_of(const Network& network, const NetEdge& edge);

struct ElementName {
  std::uint32_t set = none, element = 0;
  friend auto operator<=>(const ElementName&, const ElementName&) = default;
};

// Where a transition is put together: a network and how it keeps its elements.
struct Stage {
  const Network& network;
  const ElementLayout& layout;
  Expander& expander;
};

// Who plays the roles of an action: elements for its movers, and how everybody hears it if it is a broadcast.
struct Cast {
  std::vector<ElementName> movers;
  std::vector<std::uint32_t> free;                            // options of free processes, by kind; shorter: 0
  std::function<std::uint32_t(const ElementName&)> option{};  // of an element
};

// False: data, or a committed location elsewhere, excludes it. Throws CannotCount where it depends on the number of
// elements.
[[nodiscard]] bool put_together(const Stage& stage, std::span<const std::int32_t> row, const Action& action,
                                const Cast& cast, Transition& transition);

}  // namespace orbita
