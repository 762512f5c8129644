// Which clocks the zone of a discrete state is about, and how far they are told apart.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/bounds.h"
#include "engine/chunked.h"
#include "engine/network.h"

namespace orbita {

// The active clocks in ascending order: clock k+1 of the zone is clocks[k]. The bounds have one
// entry per clock of the zone, the reference clock first. Views of what Shapes keeps.
struct Shape {
  std::span<const std::uint32_t> clocks;
  std::span<const std::int32_t> lower, upper;
  std::uint32_t dimension() const { return static_cast<std::uint32_t>(clocks.size()) + 1; }
  std::vector<std::uint32_t> clock_list() const { return {clocks.begin(), clocks.end()}; }
};

// The clock's place in zones of this shape; `none` when it is not active.
std::uint32_t zone_position(const Shape& shape, std::uint32_t clock);

enum class BoundsMode : std::uint8_t {
  lower_upper,  // L and U as they are
  maximum,      // M = max(L, U) for both: where deadlocks or equality of behaviour matter
  exact         // no abstraction at all
};

// Shapes depend on the locations only; each is kept once. Fischer with ten processes has 59 049.
class Shapes {
 public:
  // `all_active`: no clock leaves the zone (for comparing with other tools).
  Shapes(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active);
  Shapes(const Shapes&) = delete;  // the index points here
  Shapes& operator=(const Shapes&) = delete;

  std::uint32_t of(std::span<const std::int32_t> values);  // number of the state's shape
  Shape operator[](std::uint32_t id) const;  // valid as long as this object
  std::size_t memory() const;

 private:
  // How many clocks, which ones, their lower and their upper bounds.
  using Words = std::span<const std::int32_t>;
  Words words(std::uint32_t id) const;
  struct Hash {
    using is_transparent = void;
    const Shapes* shapes;
    std::size_t operator()(Words words) const;
    std::size_t operator()(std::uint32_t id) const { return (*this)(shapes->words(id)); }
  };
  struct Equal {
    using is_transparent = void;
    const Shapes* shapes;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return a == b; }
    bool operator()(std::uint32_t id, Words words) const;
  };

  void raise(const ClockTest& test);
  std::uint32_t store(Words words);

  const Network& network_;
  const BoundsAnalysis& bounds_;
  BoundsMode mode_;
  bool all_active_;
  std::vector<std::unique_ptr<std::int32_t[]>> chunks_;
  std::size_t chunk_used_ = 0, chunk_size_ = 0, chunk_bytes_ = 0;
  Chunked<const std::int32_t*> shapes_;
  absl::flat_hash_set<std::uint32_t, Hash, Equal> index_;
  std::vector<std::int32_t> lower_, upper_;  // by clock, while a shape is made
  std::vector<std::uint32_t> touched_;
  std::vector<bool> is_touched_;
  std::vector<std::int32_t> scratch_;
};

}  // namespace orbita
