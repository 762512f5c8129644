// Which exchanges of ids each part of a network respects, proved on its programs.
//
// The edges of one family (a template's edge, in all processes; apart for each value of a select that tells ids apart)
// respect the exchange of i and j if renaming i to j and j to i gives the same edges: guards, synchronisations and
// effects as functions of the state. Exchanges that are respected generate a group, so every family has a partition Q
// of the ids such that all of ⟨Q⟩ respects it. What could not be proved counts as not respected.
//
//   const EdgePartitions known = prove_exchanges(network, find_id_classes(network));
//   if (known.edge[e] != known.partitions.coarsest()) …  // edge e tells ids apart
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/exchange/id_classes.h"
#include "engine/network/network.h"
#include "engine/network/predicate.h"
#include "symmetry/orbits/element_partition.h"

namespace orbita::exchange {

// A part of the network that tells ids apart.
struct AsymmetricPart {
  std::string what;  // "the edge A -> B of P", "the invariant of A of P"
  Span where;
  PartitionId respects;
};

struct EdgePartitions {
  IdClasses ids;
  Partitions partitions;
  PartitionId always;                                               // what is part of every step: hooks, and priorities
  IdVector<EdgeId, PartitionId> edge;                               // with whom it may synchronise left out
  IdVector<ChannelId, PartitionId> hearing;                         // of all who may hear a broadcast on it, together
  IdVector<ProcessId, IdVector<LocationId, PartitionId>> location;  // invariant, rates, urgent synchronisations
  std::vector<AsymmetricPart> asymmetric;
};

EdgePartitions prove_exchanges(const Network& network, const IdClasses& ids);

// What a predicate respects. The partitions are those of `known`.
PartitionId prove_predicate(const Network& network, EdgePartitions& known, const Predicate& predicate);

}  // namespace orbita::exchange
