// Index types of the engine. Each kind of index has its own type; default constructed it is `none`.
#pragma once

#include <cstdint>
#include <utility>

#include "dbm/id_vector.h"
#include "dbm/index.h"
#include "engine/base/chunked.h"

namespace orbita {

using StateId = Index<struct StateTag>;  // an interned row of values: a discrete state
using ZoneId = Index<struct ZoneTag>;    // an interned zone
using OpId = Index<struct OpTag>;        // an interned operation on zones
using ShapeId = Index<struct ShapeTag>;  // the active clocks of a discrete state, and their bounds
using TiesId = Index<struct TiesTag>;    // classes of elements that sorting cannot tell apart
using NodeId = Index<struct NodeTag>;    // a node of one search: a symbolic state with its parent

// Positions in the vectors of one Network (engine/network/network.h).
using ProcessId = Index<struct ProcessTag>;
using EdgeId = Index<struct EdgeTag>;
using ChannelId = Index<struct ChannelTag>;
using SlotId = Index<struct SlotTag>;
using LocationId = Index<struct LocationTag>;  // within one process
using NetClockId = Index<struct NetClockTag>;  // not a place in a zone: that is a ClockIndex
inline constexpr NetClockId reference_net_clock{0};

// A discrete state and a zone over its active clocks; equal numbers mean equal states, within one state space.
struct SymbolicState {
  StateId discrete;
  ZoneId zone;
  friend bool operator==(const SymbolicState&, const SymbolicState&) = default;
  template <class Hash>
  friend Hash AbslHashValue(Hash hash, const SymbolicState& state) {
    return Hash::combine(std::move(hash), state.discrete, state.zone);
  }
};

// A chunked vector with one element for each index 0, 1, 2, …
template <class Id, class T>
class ById : private Chunked<T> {
 public:
  using Chunked<T>::memory;
  using Chunked<T>::push_back;
  using Chunked<T>::size;
  T& operator[](Id id) { return Chunked<T>::operator[](id.value); }
  const T& operator[](Id id) const { return Chunked<T>::operator[](id.value); }
  Id end() const { return Id{static_cast<std::uint32_t>(size())}; }  // one past the last index
};

}  // namespace orbita
