// Representatives of orbits, for all states of a set at once (docs/theory/symmetry.md, "Sets of states").
//
// A group is the permutations of some elements of one set; every way to represent applies to each state a permutation
// that depends on this state alone, so represent(P | Q) is represent(P) | represent(Q), and the representatives of a
// set stand for the same orbits. Both ways here are sound for every model; whether orbits have one representative only
// depends on the references between elements.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/bdd/encoding.h"
#include "engine/bdd/links.h"
#include "engine/bdd/swap.h"
#include "symmetry/orbits/layout.h"

namespace orbita::bdds {

class Reduction {
 public:
  virtual ~Reduction() = default;
  virtual bdd represent(const bdd& states) = 0;
  virtual std::string name() const = 0;  // "sort", "number", "least"
  // Every orbit has one representative: holds for all states, reachable or not.
  virtual bool is_canonical() const = 0;
};

// Elements that may be exchanged: two or more of one set, in increasing order.
struct ElementGroup {
  SetId set;
  std::vector<std::int32_t> elements;
};
std::vector<ElementGroup> groups_of(const StateLayout& layout);

// Whether some cell holds elements that may be exchanged.
bool has_names(const StateLayout& layout);
// Whether cells of elements do: then orbits are told apart by who refers to whom.
bool has_references(const StateLayout& layout);

// Exchanges neighbours as long as that makes a state smaller, cells compared one by one: the cells of the first
// element, of the next, …, and last those of no element.
std::unique_ptr<Reduction> make_sorting(const Encoding& encoding, const StateLayout& layout);

// Numbers elements by following references. The first is the one that a global variable holds; the next one the element
// that a link leads to from the last one, the first of these links that leads anywhere new; where none does, the first
// one in the lowest location. Neighbours in a queue become neighbours in the order of variables, which is what keeps
// the sets small.
std::unique_ptr<Reduction> make_numbering(const Encoding& encoding, const StateLayout& layout,
                                          const std::vector<Link>& links);

}  // namespace orbita::bdds
