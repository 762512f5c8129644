// Broadcasts: the listeners of a sender, and every way in which the listeners choose among their edges.
#include <algorithm>

#include "engine/semantics/expand.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

bool has_detected_ids(const Network& network, ProcessId process) {
  const std::vector<ScalarIndex>& indices = network.processes[process].indices;
  return std::any_of(indices.begin(), indices.end(), [&](const ScalarIndex& i) { return network.set(i.set).detected; });
}

}  // namespace

void Expander::broadcast_moves(std::span<const std::int32_t> values, const Candidate& sender) {
  find_listeners(sender);
  chosen_.assign(1, &sender);
  chosen_deaf_.clear();
  if (filter_ != nullptr && !filter_->push(sender.guard)) return;
  broadcast_receivers(values, 0);
  if (filter_ != nullptr) filter_->pop();
}

void Expander::find_listeners(const Candidate& sender) {
  poll_for_all_candidates();
  const auto names_elements = [&](const Candidate* c) { return selects_elements(network_.edges[c->edge]); };
  listeners_.clear();
  for (std::size_t k = 0; k < candidate_count_; ++k) {
    const Candidate& receiver = candidates_[k];
    if (receiver.direction != SyncDirection::receive || receiver.channel != sender.channel ||
        receiver.process == sender.process) {
      continue;
    }
    if (listeners_.empty() || listeners_.back().edges.front()->process != receiver.process) listeners_.emplace_back();
    candidates_[k].choice = static_cast<std::uint32_t>(listeners_.back().edges.size());
    listeners_.back().edges.push_back(&receiver);
  }
  for (std::size_t i = 0; i < listeners_.size(); ++i) {
    Listener& listener = listeners_[i];
    std::vector<std::vector<ClockBound>> guards;
    for (const Candidate* edge : listener.edges) guards.push_back(edge->guard);
    listener.deaf = complement(guards);
    // Choices are compared by number; those that name elements are others under other names. Edges of processes whose
    // ids are plain numbers need not come in corresponding order, nor hear the same channel.
    if (substitutes_ == nullptr || has_detected_ids(network_, listener.edges.front()->process) ||
        std::any_of(listener.edges.begin(), listener.edges.end(), names_elements))
      continue;
    const ProcessId substitute = (*substitutes_)[listener.edges.front()->process];
    for (std::size_t k = 0; k < i && substitute != none; ++k) {
      if (listeners_[k].edges.front()->process == substitute) listener.substitute = k;
    }
  }
}

void Expander::broadcast_receivers(std::span<const std::int32_t> values, std::size_t position) {
  poll_limits();
  if (position == listeners_.size()) {
    finish_move(values, chosen_, chosen_deaf_);
    return;
  }
  Listener& listener = listeners_[position];
  const auto possible = [&](std::span<const ClockBound> guard) { return filter_ == nullptr || filter_->push(guard); };
  const auto go_on = [&] {
    broadcast_receivers(values, position + 1);
    if (filter_ != nullptr) filter_->pop();
  };
  // Of interchangeable listeners a later one never chooses before an earlier one.
  const std::size_t first = listener.substitute == SIZE_MAX ? 0 : listeners_[listener.substitute].chosen;
  for (listener.chosen = first; listener.chosen < listener.edges.size() + listener.deaf.size(); ++listener.chosen) {
    if (listener.chosen < listener.edges.size()) {
      if (!possible(listener.edges[listener.chosen]->guard)) continue;
      chosen_.push_back(listener.edges[listener.chosen]);
      go_on();
      chosen_.pop_back();
    } else {
      const std::vector<ClockBound>& part = listener.deaf[listener.chosen - listener.edges.size()];
      if (!possible(part)) continue;
      const std::size_t before = chosen_deaf_.size();
      chosen_deaf_.insert(chosen_deaf_.end(), part.begin(), part.end());
      go_on();
      chosen_deaf_.resize(before);
    }
  }
}

}  // namespace orbita
