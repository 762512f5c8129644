#include "engine/bdd/reach.h"

#include <algorithm>
#include <cassert>

#include "engine/base/phase_times.h"
#include "parser/work_limits.h"

namespace orbita::bdds {

std::uint32_t Reach::group_count() const {
  return static_cast<std::uint32_t>(network_.processes.size()) + (steps_.has_clocks() ? 1 : 0);
}

bdd Reach::represent(const bdd& states) {
  const bdd normal = dead_ == nullptr ? states : dead_->normalised(states);
  if (reduction_ == nullptr) return normal;
  const Timed timed(&representing_);
  return reduction_->represent(normal);
}

bdd Reach::step(const bdd& states, std::uint32_t process) {
  check_limits();
  return represent(process == network_.processes.size() ? steps_.after_delay(states)
                                                        : steps_.image(states, ProcessId{process})) &
         inside_;
}

bdd Reach::after(const bdd& states) {
  bdd result = bddfalse;
  for (std::uint32_t g = 0; g < group_count(); ++g) result |= step(states, g);
  return result;
}

void Reach::breadth_first(const bdd& start, const AtNew& at_new) {
  rings_.clear();
  reached_ = bddfalse;
  complete_ = false;
  bdd fresh = represent(start);
  while (fresh != bddfalse) {
    reached_ |= fresh;
    rings_.push_back(fresh);
    ++rounds_;
    if (at_new(fresh) || has_failed()) return;
    fresh = after(fresh) - reached_;
    if (has_failed()) return;
  }
  complete_ = true;
}

void Reach::chained(const bdd& start, const AtNew& at_new) {
  reached_ = represent(start);
  complete_ = false;
  if (at_new(reached_) || has_failed()) return;
  std::vector<bdd> seen(group_count(), bddfalse);  // by process: the states it has moved on from
  for (std::uint32_t idle = 0, g = 0; idle < group_count(); g = (g + 1) % group_count()) {
    const bdd from = reached_ - seen[g];
    seen[g] = reached_;
    const bdd fresh = from == bddfalse ? from : step(from, g) - reached_;
    if (has_failed()) return;
    rounds_ += g == 0;
    idle = fresh == bddfalse ? idle + 1 : 0;
    if (fresh == bddfalse) continue;
    reached_ |= fresh;
    if (at_new(fresh) || has_failed()) return;
  }
  complete_ = true;
}

// Keeps a half of the states that still leads to `state`, bit by bit, until one state is left.
bdd Reach::narrow(bdd states, std::uint32_t process, const bdd& state) {
  for (std::uint32_t cell = 0; cell < encoding_.cell_count(); ++cell) {
    for (const int bit : encoding_.bits(cell)) {
      const bdd half = states & bdd_nithvarpp(bit);
      if (half == states || half == bddfalse) continue;
      states = (step(half, process) & state) != bddfalse ? half : states - half;
    }
  }
  return states;
}

std::vector<std::int32_t> Reach::predecessor(const bdd& ring, const bdd& state) {
  for (std::uint32_t p = 0; p < group_count(); ++p) {
    bdd found = bddfalse;
    if (p == network_.processes.size()) {
      if ((step(ring, p) & state) != bddfalse) found = ring;
    } else {
      steps_.expand(ring, ProcessId{p}, false, [&](const bdd& from, const bdd& to, const Assignment* how) {
        if (found != bddfalse || (represent(to) & state) == bddfalse) return;
        const bool exact = dead_ == nullptr && reduction_ == nullptr && how != nullptr;
        found = exact ? from & how->preimage(state) : from;
      });
    }
    if (found != bddfalse) return encoding_.some_state(narrow(found, p, state));
  }
  assert(false && "every state of a ring comes from the ring before");
  return {};
}

std::vector<std::vector<std::int32_t>> Reach::path_to(const bdd& target) {
  std::vector<std::vector<std::int32_t>> path{encoding_.some_state(rings_.back() & target)};
  for (std::size_t k = rings_.size() - 1; k-- > 0;)
    path.push_back(predecessor(rings_[k], encoding_.state(path.back())));
  std::ranges::reverse(path);
  return path;
}

}  // namespace orbita::bdds
