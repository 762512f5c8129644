// Looks for an exchange of processes under which a label holds at another row.
//
// Atoms about one process say which processes may take its place; where these are all, a bipartite matching is the
// answer, and where there is no matching there is none at all. Only processes in atoms about several are tried one
// after the other, up to a budget: giving up is always sound.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/interpolation/terms.h"

namespace orbita::interpolation {

class Matching {
 public:
  // A label, sorted by what its atoms are about: what does not change from one search to the next.
  struct Plan {
    std::vector<AtomId> about_none, about_several;
    std::vector<std::pair<std::uint32_t, AtomId>> about_one;
    std::vector<std::uint32_t> order;         // processes of about_several: those that complete most atoms first
    std::vector<std::vector<AtomId>> checks;  // atoms whose last process is the one at this place of the order
    std::vector<std::uint32_t> by_place;      // all processes, by part and location
    std::size_t memory() const;
  };

  // `part`: processes of one part may take each other's place (gate.h).
  Matching(const Terms& terms, std::vector<std::uint32_t> part, std::uint64_t budget);

  Plan plan(std::span<const AtomId> label, Row from) const;
  // The row that labels are to hold at from now on; must outlive the searches.
  void aim_at(Row to);

  using Accept = std::function<bool(const Exchange&)>;
  // An exchange that takes the locations of the plan's row to those of the row aimed at, which has as many processes of
  // each part in each, makes all atoms hold there, and is accepted. With `choosy`, accept() may refuse some: then
  // others are tried.
  bool find(const Plan& plan, bool choosy, const Accept& accept, Exchange& result);

  std::uint64_t steps() const { return steps_; }              // processes tried
  std::uint64_t budget_hits() const { return budget_hits_; }  // searches given up
  const std::vector<std::uint32_t>& part() const { return part_; }
  std::size_t memory() const { return answer_bytes_; }

 private:
  std::uint64_t place_of(std::uint32_t process, std::int32_t location) const {
    return (std::uint64_t{part_[process]} << 32) | static_cast<std::uint32_t>(location);
  }
  std::vector<std::uint32_t> by_place(Row row) const;
  bool make_domains(const Plan& plan);
  bool holds_with(AtomId atom, std::uint32_t process, std::uint32_t place);
  bool may_stay(std::uint32_t process) const;
  bool complete();
  bool augment(std::uint32_t process);
  bool take(std::uint32_t process, std::uint32_t place);
  void order_processes(const Plan& plan, bool all);
  bool assign(std::size_t next, const Plan& plan, const Accept& accept);
  bool try_place(std::size_t next, std::uint32_t place, const Plan& plan, const Accept& accept);

  const Terms& terms_;
  const std::vector<std::uint32_t> part_;
  const std::uint64_t budget_;
  std::uint64_t steps_ = 0, budget_hits_ = 0, left_ = 0;
  Row to_;
  std::vector<std::uint32_t> targets_;                    // all processes, by part and location
  std::vector<std::span<const std::uint32_t>> together_;  // for each of these: all that are in the same place
  // By atom about one process, and process in its place: 2 * aim_ when it does not hold, one more when it does.
  std::vector<std::vector<std::uint32_t>> answers_;
  std::size_t answer_bytes_ = 0;
  std::uint32_t aim_ = 0;
  std::vector<std::span<const std::uint32_t>> domain_;  // ascending
  std::vector<std::vector<std::uint32_t>> narrowed_;    // domains that atoms about one process make smaller
  Exchange exchange_;                                   // of the processes assigned so far
  std::vector<std::uint32_t> taken_by_;                 // none: free
  std::vector<bool> assigned_, seen_;
  std::vector<std::uint32_t> order_, rest_;
};

}  // namespace orbita::interpolation
