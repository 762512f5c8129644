#include "engine/space/successor_lists.h"

#include <algorithm>

namespace orbita {

std::uint32_t SuccessorLists::add(const std::vector<Successor>& list) {
  const auto place = static_cast<std::uint32_t>(words_.size());
  const bool is_long =
      std::any_of(list.begin(), list.end(), [](const Successor& s) { return s.ties != none || s.condition != none; });
  words_.push_back(static_cast<std::uint32_t>(list.size()) * 2 + (is_long ? 1 : 0));
  for (const Successor& successor : list) {
    words_.push_back(successor.discrete.value);
    words_.push_back(successor.op.value);
    if (!is_long) continue;
    words_.push_back(successor.ties.value);
    words_.push_back(successor.condition);
  }
  return place;
}

void SuccessorLists::get(std::uint32_t place, std::vector<Successor>& list) const {
  const std::uint32_t head = words_[place++];
  const bool is_long = head % 2 == 1;
  list.resize(head / 2);
  for (Successor& successor : list) {
    successor = {StateId{words_[place]}, OpId{words_[place + 1]}, none, none};
    place += 2;
    if (!is_long) continue;
    successor.ties = TiesId{words_[place]};
    successor.condition = words_[place + 1];
    place += 2;
  }
}

}  // namespace orbita
