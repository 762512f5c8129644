// Reachability that remembers states by hash only: depth first, a few bytes or bits per state.
//
// Two states with the same hash count as one, so some may be left out: what is found is real, what is
// not found may still be there. Zones are extrapolated and compared for equality.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/limits.h"
#include "engine/search/explorer.h"

namespace orbita {

// The set of hashes seen.
class HashedStates {
 public:
  // log2_bits 0: every hash in full (8 bytes a state, the table grows); otherwise a table of
  // 2^log2_bits bits, two of which stand for a state.
  explicit HashedStates(unsigned log2_bits);

  bool insert(std::uint64_t hash);  // true: not seen before
  std::uint64_t size() const { return count_; }
  std::size_t memory() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  bool insert_bits(std::uint64_t hash);
  bool insert_hash(std::uint64_t hash);

  unsigned log2_bits_;
  std::vector<std::uint64_t> words_;
  std::uint64_t count_ = 0;
};

class HashedExplorer final : public Explorer {
 public:
  // A space keeps every state it has met, so it is made anew whenever it has grown beyond `renew_at` bytes; only the
  // states on the search stack move over.
  HashedExplorer(MakeSpace make_space, unsigned log2_bits, std::size_t renew_at = std::size_t{128} << 20);

  SearchOutcome run(Goals& goals, const Limits& limits) override;
  // Hits number the paths that were kept when something was found.
  Path path_to(const Hit& hit) override;
  StateSpace& space_of(const Hit&) override { return *ground_.space; }
  Statistics statistics() const override;              // bytes: at the peak
  void for_each_state(const Visit&) const override {}  // states are not kept
  void for_each_space(const std::function<void(StateSpace&)>& visit) const override { visit(*ground_.space); }
  std::uint64_t renewals() const { return renewals_; }

 private:
  struct Frame {
    SymbolicState state;
    std::vector<SymbolicState> targets;
    std::size_t position = 0;  // of the next target to try
  };
  // A state in full, for paths that must outlive the space they were found in.
  struct Kept {
    std::vector<std::int32_t> row;
    Zone zone;
  };

  void push(const SymbolicState& state, Goals& goals, SearchOutcome& outcome);
  void advance(Goals& goals, SearchOutcome& outcome);
  Hit keep_path();
  std::uint64_t hash(const SymbolicState& state);
  Kept full(const SymbolicState& state) const;
  static SymbolicState enter(StateSpace& space, const Kept& state);
  void renew_space();
  std::size_t memory() const { return visited_.memory() + ground_.space->memory() + stack_bytes_; }

  MakeSpace make_space_;
  TestedSpace ground_;
  std::unique_ptr<GoalCheck> check_;
  HashedStates visited_;
  const std::size_t renew_at_;
  std::uint64_t renewals_ = 0;
  std::vector<Frame> stack_;
  std::size_t stack_bytes_ = 0, peak_ = 0;
  std::vector<std::vector<Kept>> paths_;  // by Hit::node
  std::vector<std::int32_t> row_;
  Zone zone_;
};

}  // namespace orbita
