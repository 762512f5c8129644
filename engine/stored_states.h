// The states that an exploration has stored, by the names of the model: for callers that write or compare them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace orbita {

// One stored state, or one discrete state. Valid during the visit only.
struct StateView {
  struct Location {
    std::string_view process, location;
  };
  struct Variable {
    std::string_view name;
    std::int32_t value = 0;
  };
  struct Difference {  // x - y < bound, or <= bound where it is not strict; a clock named "0" is always 0
    std::string_view x, y;
    bool strict = false;
    std::int32_t bound = 0;
  };
  std::span<const Location> locations;
  std::span<const Variable> variables;
  std::span<const Difference> zone;  // the finite bounds of its canonical matrix; of a discrete state: none
  std::uint32_t zones = 1;           // stored for this discrete state; of a stored state: its own
};

class StoredStates {
 public:
  using Visit = std::function<void(const StateView&)>;
  virtual ~StoredStates() = default;
  // Both may throw LimitReached, and throw what `visit` does.
  virtual void for_each(const Visit& visit) const = 0;
  virtual void for_each_discrete(const Visit& visit) const = 0;  // each discrete state once
};

}  // namespace orbita
