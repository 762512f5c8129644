// Exchanging two elements of a set everywhere in a network: g = (pi on processes, sigma on values, rho on the rest).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/detect/diagram.h"
#include "engine/detect/placement.h"
#include "symmetry/set_bits.h"

namespace orbita::detection {

class Exchange : public Renaming {
 public:
  // Elements `a` and `b` of a set of the placement. Where the image of something does not exist, problem() says of
  // what.
  Exchange(const Network& network, const Placement& placement, SetId set, std::int32_t a, std::int32_t b);

  const std::string& problem() const { return problem_; }
  ProcessId process(ProcessId number) const { return ProcessId{process_[number.value]}; }
  ChannelId channel(ChannelId number) const { return ChannelId{channel_[number.value]}; }
  bool moves_anything() const;

  std::uint32_t value(std::uint32_t position) const override { return value_[position]; }
  NetClockId clock(NetClockId number) const override { return {clock_[number.value]}; }
  bool changes_contents(std::uint32_t position) const override {
    return held_[position].first != held_[position].second;
  }
  std::int64_t contents(std::uint32_t position, std::int64_t value) const override {
    const Held& held = held_[position];
    if (held.as_bits) {
      return with_bits_exchanged(static_cast<std::int32_t>(value), static_cast<std::uint32_t>(held.first),
                                 static_cast<std::uint32_t>(held.second));
    }
    return value == held.first ? held.second : value == held.second ? held.first : value;
  }
  bool holds_sets(std::uint32_t position) const { return held_[position].as_bits; }
  // Positions with the same key have their contents renamed in the same way.
  using ContentsKey = std::tuple<bool, std::int64_t, std::int64_t>;
  virtual ContentsKey contents_key(std::uint32_t position) const {
    const Held& held = held_[position];
    return {held.as_bits, held.first, held.second};
  }

 protected:
  // What becomes of elements that are moved.
  using ElementImage = std::function<std::int32_t(const ScalarIndex&)>;
  Exchange(const Network& network, const Placement& placement, const ElementImage& image,
           const std::function<bool(const ScalarIndex&)>& moves);
  std::size_t clock_count() const { return clock_.size(); }
  std::string problem_;

 private:
  std::vector<std::uint32_t> process_, value_, clock_, channel_;
  struct Held {  // the two values, or bits, that are exchanged; equal: none are
    std::int64_t first = 0, second = 0;
    bool as_bits = false;
  };
  std::vector<Held> held_;  // by position
};

}  // namespace orbita::detection
