// Looks for an exchange of processes under which a label holds at another row.
//
// Atoms about one process say which processes may take its place; where these are all, a bipartite matching is the
// answer, and where there is no matching there is none at all. Only processes in atoms about several are tried one
// after the other, up to a budget: giving up is always sound.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/interpolation/terms.h"

namespace orbita::interpolation {

class Matching {
 public:
  // `part`: processes of one part may take each other's place (gate.h).
  Matching(const Terms& terms, std::vector<std::uint32_t> part, std::uint64_t budget);

  using Accept = std::function<bool(const Exchange&)>;
  // An exchange that takes the locations of `from` to those of `to`, makes all atoms hold at `to`, and is accepted.
  // With `choosy`, accept() may refuse some: then others are tried.
  bool find(std::span<const AtomId> label, Row from, Row to, bool choosy, const Accept& accept, Exchange& result);

  std::uint64_t steps() const { return steps_; }              // processes tried
  std::uint64_t budget_hits() const { return budget_hits_; }  // searches given up
  const std::vector<std::uint32_t>& part() const { return part_; }

 private:
  bool make_domains(std::span<const AtomId> label, Row from, Row to);
  bool complete(const std::vector<bool>& fixed);
  bool augment(std::uint32_t process, std::vector<bool>& seen, const std::vector<bool>& fixed);
  void order_processes(std::span<const AtomId> several, bool all);
  bool assign(std::size_t next, Row to, const Accept& accept);

  const Terms& terms_;
  const std::vector<std::uint32_t> part_;
  const std::uint64_t budget_;
  std::uint64_t steps_ = 0, budget_hits_ = 0, left_ = 0;
  std::vector<std::vector<std::uint32_t>> domain_;
  Exchange exchange_;                    // of the processes assigned so far
  std::vector<std::uint32_t> taken_by_;  // none: free
  std::vector<bool> assigned_;
  std::vector<std::uint32_t> order_;
  std::vector<std::vector<AtomId>> checks_;  // atoms whose last process is the one at this place of the order
};

}  // namespace orbita::interpolation
