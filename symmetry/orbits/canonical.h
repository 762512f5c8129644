// Representatives of orbits.
//
// A Canonicaliser brings a state (values, zone over its active clocks) to the
// representative of its orbit under the group the layout allows. Every answer is sound (it is some g·q); `canonical`
// says whether all members of the orbit get the same answer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/permutation.h"

namespace orbita {

enum class Strategy : std::uint8_t { sort, segment, refine, canonical, enumerate };

struct CanonicalResult {
  bool changed = false;   // some element was renamed
  bool canonical = true;  // false: a budget was exceeded or ties could not be resolved
};

struct CanonicalOptions {
  Strategy strategy = Strategy::refine;
  std::uint32_t budget = 1000;  // leaves of the search tree per state
  // Zones may lack the diagonal property (classic extrapolation, non-zero resets): clocks are then
  // compared by whole DBM entries instead of the clock preorder (docs/theory/symmetry.md, "References").
  bool diagonal_property = true;
  // Strategy::sort only: the bubble sort of the scalarset paper to the letter (Figure 3 and its
  // definitions) instead of the fast one. It leaves more representatives where variables hold
  // elements or zones lack the diagonal property, and it is slow.
  bool literal = false;
};

struct CanonicalStatistics {
  std::uint64_t calls = 0, changed = 0, refined = 0, branched = 0, budget_hits = 0, non_canonical = 0;
};

class Canonicaliser {
 public:
  virtual ~Canonicaliser() = default;
  // `active` lists the clocks (layout numbers, ascending) the zone is about: zone clock k+1 is active[k].
  // Afterwards values, active (again ascending) and zone are the representative's.
  virtual CanonicalResult canonicalise(std::span<std::int32_t> values, std::vector<std::uint32_t>& active,
                                       Zone& zone) = 0;
  // The permutation of the last call, made when asked for: for tests.
  virtual Permutation applied() const = 0;
  const CanonicalStatistics& statistics() const { return statistics_; }

 protected:
  CanonicalStatistics statistics_;
};

// A canonicaliser is a workspace: one per thread. The layout must outlive it.
std::unique_ptr<Canonicaliser> make_canonicaliser(const StateLayout& layout, const CanonicalOptions& options);

// Is sorting enough to be canonical (docs/theory/symmetry.md, Theorem 1): no scalar-typed cell inside an
// element, no cell under two scalar indices?
bool sorting_is_canonical(const StateLayout& layout);

// Applies g: the slow, obvious definition, for tests and checks.
void apply(const StateLayout& layout, const Permutation& g, std::span<std::int32_t> values);
void apply(const StateLayout& layout, const Permutation& g, std::vector<std::uint32_t>& active, Zone& zone);

// Number of states in the orbit of (values, zone): |G| / |stabiliser|, as a double (it may be huge).
// Counting many states of one layout: keep an OrbitCounter.
class OrbitCounter {
 public:
  explicit OrbitCounter(const StateLayout& layout);  // the layout must outlive it
  ~OrbitCounter();
  double operator()(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};
double orbit_size(const StateLayout& layout, std::span<const std::int32_t> values,
                  std::span<const std::uint32_t> active, const Zone& zone);

}  // namespace orbita
