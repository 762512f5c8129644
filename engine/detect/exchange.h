// Exchanging two elements of a set everywhere in a network: g = (pi on processes, sigma on values, rho on the rest).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/detect/diagram.h"
#include "engine/detect/placement.h"

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
  bool changes_contents(std::uint32_t position) const override { return first_[position] != second_[position]; }
  std::int64_t contents(std::uint32_t position, std::int64_t held) const override {
    return held == first_[position] ? second_[position] : held == second_[position] ? first_[position] : held;
  }
  // Positions with the same key have their contents renamed in the same way.
  virtual std::pair<std::int64_t, std::int64_t> contents_key(std::uint32_t position) const {
    return {first_[position], second_[position]};
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
  std::vector<std::int64_t> first_, second_;  // by position: the two values that are exchanged; equal: none are
};

}  // namespace orbita::detection
