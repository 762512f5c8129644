#include "dbm/federation.h"

#include <algorithm>

#include "dbm/minimal_graph.h"

namespace orbita {
namespace {

// Emits zone \ removed part by part: the valuations that violate the first bound of `removed`, then those that satisfy
// it but violate the second, and so on. Bounds that the whole zone satisfies emit nothing.
template <class Emit>
void subtract_parts(Zone zone, const std::vector<Constraint>& removed, Emit emit) {
  for (const Constraint& c : removed) {
    if (zone.must_satisfy(c)) continue;
    Zone outside = zone;
    if (outside.constrain(complement(c))) emit(std::move(outside));
    if (!zone.constrain(c)) return;
  }
}

// Enough for "no common valuation", at O(n^2) and without a copy; not necessary.
bool clearly_disjoint(ConstMatrix a, ConstMatrix b) {
  for (std::uint32_t i = 0; i < a.dimension; ++i) {
    for (std::uint32_t j = 0; j < a.dimension; ++j) {
      if (a.row(i)[j] == raw_infinity || b.row(j)[i] == raw_infinity) continue;
      const std::int64_t cycle = std::int64_t{a.row(i)[j]} + b.row(j)[i] - ((a.row(i)[j] | b.row(j)[i]) & 1);
      if (cycle < raw_le_zero) return true;
    }
  }
  return false;
}

// The hull of a and b takes the larger of their entries. A valuation of it outside of both violates some bound of a
// and some bound of b that are tighter than the hull's. Two bounds added to a canonical matrix contradict it iff
// the one cycle through both is negative, so each pair takes a constant time; most unions fail with the first.
template <class EntryOfA, class EntryOfB>
bool union_fills_hull(const EntryOfA& a, const EntryOfB& b, std::uint32_t dimension) {
  const auto hull = [&](std::uint32_t i, std::uint32_t j) { return std::max(a(i, j), b(i, j)); };
  const auto can_leave_b = [&](std::uint32_t i, std::uint32_t j, raw_t leaves_a) {
    for (std::uint32_t k = 0; k < dimension; ++k) {
      for (std::uint32_t l = 0; l < dimension; ++l) {
        if (b(k, l) >= a(k, l)) continue;
        const raw_t leaves_b = Bound{b(k, l)}.complement().raw;  // on x_l - x_k
        const raw_t way = add_raw(leaves_a, hull(i, l));
        if (add_raw(add_raw(way, leaves_b), hull(k, j)) >= raw_le_zero) return true;
      }
    }
    return false;
  };
  for (std::uint32_t i = 0; i < dimension; ++i) {
    for (std::uint32_t j = 0; j < dimension; ++j) {
      if (a(i, j) < b(i, j) && can_leave_b(i, j, Bound{a(i, j)}.complement().raw)) return false;
    }
  }
  return true;
}

}  // namespace

Federation::Federation(Zone zone) : dimension_(zone.dimension()) {
  if (!zone.is_empty()) parts_.push_back(std::move(zone));
}

template <class Change>
void Federation::keep_if(Change change) {
  std::erase_if(parts_, [&](Zone& part) { return !change(part); });
}

void Federation::add(Zone zone) {
  assert(zone.dimension() == dimension_ && !zone.is_empty());
  for (const Zone& part : parts_) {
    if (part.includes(zone)) return;
  }
  std::erase_if(parts_, [&](const Zone& part) { return zone.includes(part); });
  parts_.push_back(std::move(zone));
}

void Federation::add(const Federation& other) {
  for (const Zone& part : other.parts_) add(part);
}

void Federation::subtract(ConstMatrix zone) {
  assert(zone.dimension == dimension_);
  std::vector<Constraint> removed;
  minimal_constraints(zone, removed);
  std::vector<Zone> rest;
  for (Zone& part : parts_) {
    if (clearly_disjoint(part, zone)) {
      rest.push_back(std::move(part));
      continue;
    }
    subtract_parts(std::move(part), removed, [&](Zone outside) { rest.push_back(std::move(outside)); });
  }
  parts_ = std::move(rest);
}

void Federation::subtract(const std::vector<Constraint>& zone) {
  std::vector<Zone> rest;
  for (Zone& part : parts_) {
    const bool disjoint =
        std::any_of(zone.begin(), zone.end(), [&](const Constraint& c) { return !dbm::can_satisfy(part.view(), c); });
    if (disjoint) rest.push_back(std::move(part));
    else subtract_parts(std::move(part), zone, [&](Zone outside) { rest.push_back(std::move(outside)); });
  }
  parts_ = std::move(rest);
}

void Federation::subtract(const Federation& other) {
  for (const Zone& part : other.parts_) {
    if (is_empty()) return;
    subtract(part.view());
  }
}

void Federation::intersect(ConstMatrix zone) {
  keep_if([&](Zone& part) { return part.intersect(zone); });
}

void Federation::intersect(const Federation& other) {
  std::vector<Zone> common;
  for (const Zone& mine : parts_) {
    for (const Zone& theirs : other.parts_) {
      Zone both = mine;
      if (both.intersect(theirs)) common.push_back(std::move(both));
    }
  }
  parts_ = std::move(common);
}

void Federation::constrain(const Constraint& c) {
  keep_if([&](Zone& part) { return part.constrain(c); });
}

void Federation::delay() {
  for (Zone& part : parts_) part.delay();
}

void Federation::past() {
  for (Zone& part : parts_) part.past();
}

void Federation::free(ClockIndex x) {
  for (Zone& part : parts_) part.free(x);
}

void Federation::reset(ClockIndex x, std::int32_t value) {
  for (Zone& part : parts_) part.reset(x, value);
}

void Federation::unreset(ClockIndex x, std::int32_t value) {
  keep_if([&](Zone& part) { return part.unreset(x, value); });
}

void Federation::reduce() {
  std::vector<Zone> old = std::exchange(parts_, {});
  for (Zone& part : old) add(std::move(part));
}

void Federation::merge() {
  reduce();
  for (bool merged = true; merged;) {
    merged = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (std::size_t j = i + 1; j < parts_.size();) {
        if (merge_if_convex(parts_[i], parts_[j])) {
          parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(j));
          merged = true;
        } else {
          ++j;
        }
      }
    }
  }
}

bool Federation::includes(ConstMatrix zone) const {
  for (const Zone& part : parts_) {
    if (part.includes(zone)) return true;
  }
  Federation rest{Zone(zone)};
  rest.subtract(*this);
  return rest.is_empty();
}

bool Federation::includes(const Federation& other) const {
  return std::all_of(other.parts_.begin(), other.parts_.end(), [&](const Zone& part) { return includes(part.view()); });
}

bool Federation::intersects(ConstMatrix zone) const {
  return std::any_of(parts_.begin(), parts_.end(), [&](const Zone& part) { return part.intersects(zone); });
}

Federation subtract(ConstMatrix zone, ConstMatrix removed) {
  Federation result{Zone(zone)};
  result.subtract(removed);
  return result;
}

bool union_is_convex(ConstMatrix a, ConstMatrix b) {
  return union_fills_hull([&](std::uint32_t i, std::uint32_t j) { return a.row(i)[j]; },
                          [&](std::uint32_t i, std::uint32_t j) { return b.row(i)[j]; }, a.dimension);
}

bool union_is_convex(const packed_t* a, const packed_t* b, std::uint32_t dimension) {
  const auto at = [dimension](const packed_t* m) {
    return [=](std::uint32_t i, std::uint32_t j) {
      const packed_t raw = m[i * dimension + j];
      return raw == packed_infinity ? raw_infinity : raw_t{raw};
    };
  };
  return union_fills_hull(at(a), at(b), dimension);
}

bool merge_if_convex(Zone& a, ConstMatrix b) {
  if (!union_is_convex(a.view(), b)) return false;
  a.hull(b);
  return true;
}

}  // namespace orbita
