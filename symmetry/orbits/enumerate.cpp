// Strategies that try permutations one after the other: the whole group (the oracle of the tests),
// and only those that keep the state sorted.
//
// Both look for the same minimum: the keys of the elements in their new order first, then the whole
// state. The least sequence of keys is the sorted one, so `segment` finds what `enumerate` finds.
#include <algorithm>
#include <cassert>

#include "parser/work_limits.h"
#include "symmetry/orbits/image.h"
#include "symmetry/orbits/keys.h"
#include "symmetry/orbits/strategies.h"
#include "symmetry/orbits/twin_classes.h"

namespace orbita::symmetry {

namespace {

// Places whose vertices are to be arranged in all ways, and what stands there: vertices with the
// same letter need not be told apart.
struct Segment {
  std::uint32_t first = 0;
  std::vector<std::uint32_t> letters;           // sorted
  std::vector<std::vector<VertexId>> vertices;  // by letter
};

class TryingCanonicaliser : public PlannedCanonicaliser {
 public:
  TryingCanonicaliser(const StateLayout& layout, const CanonicalOptions& options, std::uint64_t budget)
      : PlannedCanonicaliser(layout), keys_(plan_), options_(options), images_(plan_), budget_(budget) {}

 protected:
  virtual std::vector<Segment> segments(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
                                        const Zone& zone) = 0;
  Keys keys_;

 private:
  bool choose(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone) override {
    const bool matrix = !options_.diagonal_property && !has_diagonal_property(zone);
    ranks_.resize(zone.dimension());
    exceeding_ranks(zone, ranks_);
    keys_.compute(values, active, ranks_);
    images_.look_at(values, active, zone, ranks_, matrix);
    std::vector<Segment> all = segments(values, active, zone);
    std::uint64_t tried = 0;
    do {
      if (tried == budget_) {
        ++statistics_.budget_hits;
        return false;
      }
      poll_limits();
      arrange(all);
      keep_smaller(tried++ == 0);
    } while (next(all));
    statistics_.branched += tried > 1;
    return true;
  }

  static bool next(std::vector<Segment>& all) {
    for (Segment& segment : all) {
      if (std::next_permutation(segment.letters.begin(), segment.letters.end())) return true;
    }
    return false;
  }

  void arrange(const std::vector<Segment>& all) {
    map_.resize(plan_.vertices());
    for (const Segment& segment : all) {
      used_.assign(segment.vertices.size(), 0);
      std::uint32_t place = segment.first;
      for (const std::uint32_t letter : segment.letters)
        map_[segment.vertices[letter][used_[letter]++]] = VertexId{place++};
    }
  }

  void keep_smaller(bool first) {
    keys_row_.resize(plan_.vertices());
    for (const VertexId v : map_.ids()) keys_row_[map_[v]] = v;
    const int order = first ? -1 : compare_keys();
    if (order > 0) return;
    images_.write(map_, row_);
    if (order == 0 && row_ >= best_row_) return;
    best_row_ = row_;
    best_keys_row_ = keys_row_;
    to_ = map_;
  }

  int compare_keys() const {
    for (const VertexId place : keys_row_.ids()) {
      if (keys_.less(keys_row_[place], best_keys_row_[place])) return -1;
      if (keys_.less(best_keys_row_[place], keys_row_[place])) return 1;
    }
    return 0;
  }

  CanonicalOptions options_;
  Images images_;
  std::uint64_t budget_;
  std::vector<std::uint32_t> ranks_, used_;
  std::vector<std::int32_t> row_, best_row_;
  VertexMap map_, keys_row_, best_keys_row_;  // the rows: which vertex becomes this one
};

Segment all_different(const Domain& domain) {
  Segment segment;
  segment.first = domain.first.value;
  for (std::uint32_t k = 0; k < domain.size(); ++k) {
    segment.letters.push_back(k);
    segment.vertices.push_back({domain.vertex(k)});
  }
  return segment;
}

class EnumerateCanonicaliser final : public TryingCanonicaliser {
 public:
  EnumerateCanonicaliser(const StateLayout& layout, const CanonicalOptions& options)
      : TryingCanonicaliser(layout, options, std::max<std::uint64_t>(options.budget, 100000)) {}

 private:
  std::vector<Segment> segments(std::span<const std::int32_t>, std::span<const std::uint32_t>, const Zone&) override {
    std::vector<Segment> result;
    for (const Domain& domain : plan_.domains()) result.push_back(all_different(domain));
    return result;
  }
};

class SegmentCanonicaliser final : public TryingCanonicaliser {
 public:
  SegmentCanonicaliser(const StateLayout& layout, const CanonicalOptions& options)
      : TryingCanonicaliser(layout, options, std::max<std::uint64_t>(options.budget, 1)), twins_(plan_) {}

 private:
  std::vector<Segment> segments(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
                                const Zone& zone) override {
    twins_.look_at(values, active, zone);
    keys_.sort(order_);
    std::vector<Segment> result;
    for (std::uint32_t first = 0, last = 0; first < order_.size(); first = last) {
      const Domain& domain = plan_.domains()[plan_.domain_of(order_[first])];
      for (last = first + 1; last < domain.last.value && keys_.equal(order_[first], order_[last]);) ++last;
      result.push_back(twins_alike({order_.data() + first, last - first}, first));
    }
    return result;
  }

  Segment twins_alike(std::span<const VertexId> vertices, std::uint32_t first) const {
    Segment segment;
    segment.first = first;
    for (const VertexId vertex : vertices) {
      std::uint32_t letter = 0;
      while (letter < segment.vertices.size() && !twins_.are_twins(segment.vertices[letter][0], vertex)) ++letter;
      if (letter == segment.vertices.size()) segment.vertices.emplace_back();
      segment.vertices[letter].push_back(vertex);
      segment.letters.push_back(letter);
    }
    std::sort(segment.letters.begin(), segment.letters.end());
    return segment;
  }

  TwinTest twins_;
  std::vector<VertexId> order_;
};

}  // namespace

std::unique_ptr<Canonicaliser> make_segment(const StateLayout& layout, const CanonicalOptions& options) {
  return std::make_unique<SegmentCanonicaliser>(layout, options);
}

std::unique_ptr<Canonicaliser> make_enumerate(const StateLayout& layout, const CanonicalOptions& options) {
  return std::make_unique<EnumerateCanonicaliser>(layout, options);
}

}  // namespace orbita::symmetry
