// Is one zone covered by another up to an exchange of alike elements?
//
// Sorted zones with one clock per element need no such search: if any exchange makes one cover the other, the
// identity does (docs/theory/symmetry.md, Theorem 3). With two clocks per element the order of the elements may differ
// between a zone and a larger one, and the exchange has to be looked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/sort.h"

namespace orbita {

class Matcher {
 public:
  // `attempts`: elements assigned before a search gives up.
  explicit Matcher(std::uint32_t attempts = 200) : attempts_(attempts) {}

  // Whether some exchange within the classes lets `big` pass the probe (make_alu_probe, make_inclusion_probe).
  // "No" may also mean that the search gave up.
  bool match(ConstMatrix probe, ConstMatrix big, const TieClasses& ties);
  // After a match: the place of each clock of the probe in `big`.
  std::span<const std::uint32_t> places() const { return to_; }

 private:
  struct Element {
    const std::uint32_t* clocks = nullptr;
    std::uint32_t width = 0;
    std::uint32_t first = 0, last = 0;  // the elements of its class
  };

  void list_elements(const TieClasses& ties, std::uint32_t dimension);
  bool fits(ConstMatrix probe, ConstMatrix big, std::uint32_t clock) const;
  bool assign(ConstMatrix probe, ConstMatrix big, std::size_t element);

  std::uint32_t attempts_, left_ = 0;
  std::vector<Element> elements_;
  std::vector<bool> used_;               // by element of `big`
  std::vector<std::uint32_t> assigned_;  // clocks of `small` whose place is decided
  std::vector<std::uint32_t> to_;        // by clock of `small`: its place in `big`
};

// Whether sorting may miss that one zone covers another: some class has members with several clocks.
bool needs_matching(const TieClasses& ties);

}  // namespace orbita
