// Which partition the transitions out of a row respect: the label of each edge, and of each pair that may synchronise.
#include <algorithm>
#include <set>

#include "engine/adaptive/adaptive_space.h"

namespace orbita {

void AdaptiveSpace::make_offers() {
  Partitions& all = partitions();
  for (const auto& locations : known_.location) {
    for (const PartitionId p : locations) locations_respect_all_ &= p == all.coarsest();
  }
  for (const EdgeId e : network_.edges.ids()) {
    const NetEdge& edge = network_.edges[e];
    PartitionId label = all.meet(known_.edge[e], known_.location[edge.process][edge.target]);
    const bool sends = edge.direction == SyncDirection::send;
    if (sends && network_.channels[edge.channel].broadcast) label = all.meet(label, known_.hearing[edge.channel]);
    edge_label_.push_back(label);
  }
  std::uint32_t families = 0;
  for (const NetProcess& process : network_.processes) families = std::max(families, process.family + 1);
  offers_.resize(families);
  for (const ProcessId p : network_.processes.ids()) {
    const NetProcess& process = network_.processes[p];
    auto& locations = offers_[process.family];
    if (locations.size() < process.locations.size()) locations.resize(process.locations.size());
    for (const LocationId l : process.locations.ids()) {
      for (const EdgeId e : process.locations[l].edges) {
        const NetEdge& edge = network_.edges[e];
        Offer offer{edge.direction, none, false, edge_label_[e]};
        if (edge.direction != SyncDirection::none) {
          offer.channels = known_.ids.channels[edge.channel.value].family;
          offer.broadcast = network_.channels[edge.channel].broadcast;
        }
        if (std::find(locations[l].begin(), locations[l].end(), offer) == locations[l].end())
          locations[l].push_back(offer);
      }
    }
  }
}

// What invariants, rates and urgency of the occupied locations respect.
PartitionId AdaptiveSpace::occupied_in(std::span<const std::int32_t> row) {
  PartitionId result = known_.always;
  if (locations_respect_all_) return result;
  for (const ProcessId p : network_.processes.ids())
    result = partitions().meet(result, known_.location[p][location_of(row, p)]);
  return result;
}

// Of the transitions that some member of the orbit may have. Which locations are occupied is the same for all of them.
std::vector<PartitionId> AdaptiveSpace::labels_in(std::span<const std::int32_t> row) {
  std::set<std::pair<std::uint32_t, LocationId>> occupied;
  for (const ProcessId p : network_.processes.ids())
    occupied.emplace(network_.processes[p].family, location_of(row, p));
  std::set<PartitionId> found;
  std::vector<const Offer*> sends, receives;
  for (const auto& [family, location] : occupied) {
    for (const Offer& offer : offers_[family][location]) {
      if (offer.direction == SyncDirection::none || (offer.direction == SyncDirection::send && offer.broadcast))
        found.insert(offer.respects);
      else if (!offer.broadcast) (offer.direction == SyncDirection::send ? sends : receives).push_back(&offer);
    }
  }
  for (const Offer* send : sends) {
    for (const Offer* receive : receives) {
      if (send->channels == receive->channels) found.insert(partitions().meet(send->respects, receive->respects));
    }
  }
  const PartitionId always = occupied_in(row);
  std::set<PartitionId> labels;
  for (const PartitionId label : found) labels.insert(partitions().meet(label, always));
  return {labels.begin(), labels.end()};
}

PartitionId AdaptiveSpace::label_of(const Transition& transition, PartitionId occupied) {
  PartitionId label = occupied;
  const std::size_t count = transition.participants.size();
  const NetEdge& first = network_.edges[transition.participants[0].edge];
  const bool is_binary = count == 2 && !network_.channels[first.channel].broadcast;
  label = partitions().meet(label, edge_label_[transition.participants[0].edge]);
  if (is_binary) label = partitions().meet(label, edge_label_[transition.participants[1].edge]);
  return label;
}

}  // namespace orbita
