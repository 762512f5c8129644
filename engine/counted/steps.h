// Steps of counted states, computed once for each pattern.
//
// An action is a synchronisation up to the names of elements: who takes part, by block. Elements that take part by name
// ("movers") are split off their blocks; who hears a broadcast is chosen by numbers, so many of each block for each
// option. What a step does depends on these numbers only as far as they are below the cap: it is computed in the model
// that has just so many elements (small_models.h), and remembered.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/counted/actions.h"
#include "engine/counted/patterns.h"

namespace orbita {

// Counts of one set that stand for more: `many` means that many or more elements. For all sizes of the set at once.
struct ManyElements {
  std::uint32_t set = none;  // none: counts are what they are
  std::uint32_t many = 0;    // not below the cap
};

// A pattern and how many elements each of its blocks has.
struct CountedState {
  PatternId pattern;
  std::vector<std::uint32_t> counts;
  friend bool operator==(const CountedState&, const CountedState&) = default;
};

// How the elements take part in one step: an option for each mover and each free process, and for every block how many
// of its other elements take each option.
struct Distribution {
  std::vector<std::uint32_t> movers, free;
  std::vector<std::vector<std::uint32_t>> blocks;
};

struct StepResult {
  PatternId target = none;              // none: no valuation can take it
  std::vector<std::uint32_t> block_of;  // part -> block of the target; movers first, then by block and option
};

class CountedSteps {
 public:
  explicit CountedSteps(Patterns& patterns, ManyElements many = {}) : patterns_(patterns), many_(many) {}
  const ManyElements& many() const { return many_; }
  // A count of elements with this key: what counts above `many` are written as.
  std::uint32_t limited(KeyId key, std::uint32_t count) const {
    return patterns_.set_of(key) == many_.set ? std::min(count, many_.many) : count;
  }

  // The elements of the initial state in groups, each from `first` on, and how these became blocks.
  struct Start {
    std::vector<Patterns::Group> groups;
    std::vector<std::uint32_t> sizes;  // of the groups, not capped
    Normalisation done;
  };
  // nullopt when the initial state violates an invariant. `counts`: elements by set.
  std::optional<CountedState> initial(const std::vector<std::int32_t>& counts, Start* start = nullptr);
  const std::vector<Action>& actions(PatternId pattern);

  struct Target {
    const StepResult& result;
    const Distribution& how;
  };
  // Calls visit(action, distribution, result) for every step of a state, also those that no valuation can take.
  using Visit = std::function<void(std::size_t action, const Distribution& how, const StepResult& result)>;
  void for_each_step(const CountedState& state, const Visit& visit);
  // The counts after a step.
  void count(const Distribution& how, const StepResult& result, std::vector<std::uint32_t>& counts) const;

  struct Details {
    std::vector<Part> parts;  // of the source, in the order of StepResult::block_of; members numbered block by block
    std::vector<std::uint32_t> option, size;  // by part: how it hears a broadcast, and its elements, not capped
    Arrangement source;                       // the row with these parts
    Transition transition;                    // of the small model
    ZoneOp op;                                // from the source's shape to the target's
    ShapeId source_shape = none, target_shape = none;  // of the small model
    Normalisation done;
    PatternId target = none;
  };
  // The same step computed again, with everything about it.
  Details details(PatternId pattern, const Action& action, const Distribution& how);

  std::uint64_t computed() const { return computed_; }
  std::uint64_t looked_up() const { return looked_up_; }
  std::size_t memory() const { return bytes_; }

 private:
  struct Known {
    std::vector<Action> actions;
    std::vector<absl::flat_hash_map<std::string, StepResult>> results;  // by action
  };

  Known& known(PatternId pattern);
  std::vector<Action> find_actions(const Pattern& pattern);
  void add_listeners(Action& action, const Pattern& pattern, SmallModel& model, const Arrangement& at,
                     std::span<const Part> parts, const Expander::Offers& offers, const Offer& sender);
  const StepResult& step(PatternId pattern, std::size_t action, const Distribution& how);
  bool is_many(const Pattern& pattern, std::size_t block, std::uint32_t count) const {
    return patterns_.set_of(pattern.zone.blocks[block].key) == many_.set && count >= many_.many;
  }
  void for_each_distribution(const Pattern& pattern, const Action& action, std::span<const std::uint32_t> counts,
                             const std::function<void(const Distribution&)>& visit);

  Patterns& patterns_;
  const ManyElements many_;
  std::deque<Known> known_;
  std::vector<Known*> known_of_;  // by pattern
  std::uint64_t computed_ = 0, looked_up_ = 0;
  std::size_t bytes_ = 0;
  std::string memo_key_;
  Distribution how_;  // buffer
};

}  // namespace orbita
