#pragma once

#include <cstdint>
#include <vector>

#include "dbm/packed.h"
#include "dbm/zone.h"

namespace orbita {

// A finite union of zones of one dimension. Every part is a non-empty canonical zone; the empty union
// is the empty set. Parts may overlap unless a function says otherwise.
class Federation {
 public:
  explicit Federation(std::uint32_t dimension) : dimension_(dimension) {}
  explicit Federation(Zone zone);

  std::uint32_t dimension() const { return dimension_; }
  bool is_empty() const { return parts_.empty(); }
  const std::vector<Zone>& parts() const { return parts_; }

  void add(Zone zone);                // union; skips a part that is included, drops parts it includes
  void add(const Federation& other);  // union, likewise
  // Removes the valuations of `zone`. Disjoint parts stay disjoint, and one zone falls into disjoint ones.
  void subtract(ConstMatrix zone);
  void subtract(const std::vector<Constraint>& zone);  // … that satisfy all of these
  void subtract(const Federation& other);
  void intersect(ConstMatrix zone);
  void intersect(const Federation& other);
  void constrain(const Constraint& c);

  void delay();  // future of every part
  void past();   // past of every part
  void free(ClockIndex x);
  void reset(ClockIndex x, std::int32_t value = 0);
  void unreset(ClockIndex x, std::int32_t value = 0);  // valuations from which x := value leads inside

  // Drops parts included in another one.
  void reduce();
  // Also merges two parts when their union is convex, until no pair is left that can be; exact.
  void merge();

  bool includes(ConstMatrix zone) const;  // exact: the zone may be covered by several parts together
  bool includes(const Federation& other) const;
  bool intersects(ConstMatrix zone) const;
  // Same set of valuations, however cut into parts.
  friend bool same_set(const Federation& a, const Federation& b) { return a.includes(b) && b.includes(a); }

 private:
  template <class Change>
  void keep_if(Change change);  // change(Zone&) returns whether the part is still non-empty

  std::vector<Zone> parts_;
  std::uint32_t dimension_;
};

// zone \ removed, in disjoint parts.
Federation subtract(ConstMatrix zone, ConstMatrix removed);
// Is the union of a and b a zone? It is their convex hull then.
bool union_is_convex(ConstMatrix a, ConstMatrix b);
bool union_is_convex(const packed_t* a, const packed_t* b, std::uint32_t dimension);  // stored zones, see compact.h
// If the union of the two zones is a zone, makes it of `a` and returns true.
bool merge_if_convex(Zone& a, ConstMatrix b);

}  // namespace orbita
