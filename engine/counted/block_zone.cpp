#include "engine/counted/block_zone.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace orbita {

namespace {

// A clock of an expanded matrix: of element `member` of a block, or (block == outside) a free clock.
struct Node {
  static constexpr std::uint32_t outside = UINT32_MAX;
  std::uint32_t block = outside, member = 0, clock = 0;
};

std::vector<Node> nodes_of(const BlockZone& zone, std::span<const Part> parts) {
  std::vector<Node> nodes;
  for (std::uint32_t x = 0; x <= zone.free_clocks; ++x) nodes.push_back({Node::outside, 0, x});
  for (const Part& part : parts) {
    for (std::uint32_t i = 0; i < part.count; ++i) {
      for (std::uint32_t k = 0; k < zone.blocks[part.block].clocks; ++k)
        nodes.push_back({part.block, part.first + i, k});
    }
  }
  return nodes;
}

// Reads bounds between clocks of any elements off the matrix over copies.
class BoundReader {
 public:
  explicit BoundReader(const BlockZone& zone) : zone_(zone), matrix_(zone.zone.view()) {
    std::uint32_t at = zone.free_clocks + 1;
    for (const Block& block : zone.blocks) {
      first_.push_back(at);
      at += block.copies() * block.clocks;
    }
    assert(at == matrix_.dimension);
  }
  raw_t operator()(const Node& x, const Node& y) const {
    const bool other = x.block == y.block && x.block != Node::outside && x.member != y.member;
    assert(!other || zone_.blocks[x.block].size >= 2);
    return matrix_.row(place(x, 0))[place(y, other ? 1 : 0)];
  }
  std::uint32_t place(const Node& x, std::uint32_t copy) const {
    return x.block == Node::outside ? x.clock : first_[x.block] + copy * zone_.blocks[x.block].clocks + x.clock;
  }

 private:
  const BlockZone& zone_;
  const ConstMatrix matrix_;
  std::vector<std::uint32_t> first_;
};

template <class BoundOf>
Zone matrix_over(const std::vector<Node>& nodes, BoundOf bound_of) {
  Zone result;
  const auto n = static_cast<std::uint32_t>(nodes.size());
  result.resize(n);
  const Matrix out = result.matrix();
  for (std::uint32_t i = 0; i < n; ++i) {
    raw_t* row = out.row(i);
    for (std::uint32_t j = 0; j < n; ++j) row[j] = i == j ? raw_le_zero : bound_of(nodes[i], nodes[j]);
    std::fill(row + n, row + out.stride(), raw_infinity);
  }
  return result;
}

// Clocks `kind` of `older` elements are at least those of `younger` ones.
void order_constraints(const std::vector<Node>& nodes, std::uint32_t block, std::uint32_t older_end, std::uint32_t kind,
                       bool first_older, std::vector<Constraint>& constraints) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].block != block || nodes[i].clock != kind || nodes[i].member >= older_end) continue;
    for (std::uint32_t j = 0; j < nodes.size(); ++j) {
      if (nodes[j].block != block || nodes[j].clock != kind || nodes[j].member < older_end) continue;
      const std::uint32_t older = first_older ? i : j, younger = first_older ? j : i;
      constraints.push_back({ClockIndex{younger}, ClockIndex{older}, le_zero});
    }
  }
}

// The older of two blocks first, as far as the zone tells.
bool is_older(const BlockZone& zone, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t x = zone.first_clock(a), y = zone.first_clock(b);
  for (std::uint32_t k = 0; k < zone.blocks[a].clocks; ++k) {
    const raw_t ahead = zone.zone.view().row(y + k)[x + k], behind = zone.zone.view().row(x + k)[y + k];
    if (ahead <= raw_le_zero && behind > raw_le_zero) return true;
    if (behind <= raw_le_zero && ahead > raw_le_zero) return false;
  }
  // Not ordered: by their bounds, so that equal zones are made equal.
  for (std::uint32_t k = 0; k < zone.blocks[a].clocks; ++k) {
    const raw_t up_a = zone.zone.view().row(x + k)[0], up_b = zone.zone.view().row(y + k)[0];
    if (up_a != up_b) return up_a > up_b;
    const raw_t low_a = zone.zone.view().row(0)[x + k], low_b = zone.zone.view().row(0)[y + k];
    if (low_a != low_b) return low_a < low_b;
  }
  return zone.blocks[a].size > zone.blocks[b].size;
}

void put_in_order(BlockZone& zone, const std::vector<std::uint32_t>& order) {
  std::vector<Part> parts;
  BlockZone result;
  result.free_clocks = zone.free_clocks;
  for (const std::uint32_t b : order) {
    parts.push_back({b, 0, zone.blocks[b].copies()});
    result.blocks.push_back(zone.blocks[b]);
  }
  result.zone = expand(zone, parts);
  zone = std::move(result);
}

}  // namespace

std::uint32_t BlockZone::dimension() const { return first_clock(static_cast<std::uint32_t>(blocks.size())); }

std::uint32_t BlockZone::first_clock(std::uint32_t block) const {
  std::uint32_t at = free_clocks + 1;
  for (std::uint32_t b = 0; b < block; ++b) at += blocks[b].copies() * blocks[b].clocks;
  return at;
}

std::uint32_t copies_to_close(const BlockZone& zone) {
  const auto several = [](const Block& b) { return b.clocks > 1; };
  return std::any_of(zone.blocks.begin(), zone.blocks.end(), several) ? 3 : 2;
}

Zone expand(const BlockZone& zone, std::span<const Part> parts) {
  const BoundReader bound(zone);
  return matrix_over(nodes_of(zone, parts), bound);
}

std::vector<Part> list_copies(const BlockZone& zone, std::uint32_t copies) {
  std::vector<Part> parts;
  for (std::uint32_t b = 0; b < zone.blocks.size(); ++b) parts.push_back({b, 0, std::min(zone.blocks[b].size, copies)});
  return parts;
}

BlockZone hull_of_blocks(const BlockZone& zone, std::uint32_t first, std::uint32_t second, std::uint32_t size_cap) {
  assert(first < second && zone.blocks[first].key == zone.blocks[second].key);
  const BoundReader bound(zone);
  BlockZone result;
  result.free_clocks = zone.free_clocks;
  result.blocks = zone.blocks;
  Block& both = result.blocks[first];
  both.size = std::min(both.size + zone.blocks[second].size, size_cap);
  result.blocks.erase(result.blocks.begin() + second);

  // A clock of the result stands for these clocks of the zone.
  const auto old_block = [&](std::uint32_t b) { return b < second ? b : b + 1; };
  const auto options = [&](const Node& node) {
    std::vector<Node> nodes;
    if (node.block == Node::outside) return std::vector<Node>{node};
    nodes.push_back({old_block(node.block), node.member, node.clock});
    if (node.block == first) nodes.push_back({second, node.member, node.clock});
    return nodes;
  };
  const std::vector<Part> parts = list_copies(result, 2);
  result.zone = matrix_over(nodes_of(result, parts), [&](const Node& x, const Node& y) {
    raw_t most = -raw_limit;
    for (const Node& a : options(x)) {
      for (const Node& b : options(y)) {
        const bool inside = x.block == first && y.block == first;
        if (inside && x.member == y.member && a.block != b.block) continue;  // one element is in one block
        if (inside && x.member != y.member && a.block == b.block && zone.blocks[a.block].size < 2) continue;
        most = std::max(most, bound(a, b));
      }
    }
    return most;
  });
  return result;
}

bool can_merge(const BlockZone& zone, std::uint32_t first, std::uint32_t second, std::uint32_t size_cap, Merge& merge) {
  const std::uint32_t copies = copies_to_close(zone);
  // Large enough to list both blocks' elements apart.
  const BlockZone hull = hull_of_blocks(zone, first, second, std::max(size_cap, 2 * copies));
  const std::uint32_t from_first = std::min(zone.blocks[first].size, copies);
  const std::uint32_t from_second = std::min(zone.blocks[second].size, copies);
  std::vector<Part> of_zone = list_copies(zone, copies), of_hull = list_copies(hull, copies);
  // Both matrices list the same elements: those of the second block right after those of the first.
  of_zone.erase(of_zone.begin() + second);
  of_zone.insert(of_zone.begin() + first + 1, Part{second, 0, from_second});
  of_hull[first] = {first, 0, from_first + from_second};
  const Zone mine = expand(zone, of_zone);
  const Zone all = expand(hull, of_hull);
  const std::vector<Node> nodes = nodes_of(hull, of_hull);
  for (std::uint32_t kind = 0; kind < zone.blocks[first].clocks; ++kind) {
    for (const bool first_older : {true, false}) {
      std::vector<Constraint> order;
      order_constraints(nodes, first, from_first, kind, first_older, order);
      Zone sorted = all;
      const bool alive = sorted.constrain(order);
      assert(alive && "a symmetric zone has valuations in every order");
      static_cast<void>(alive);
      if (!mine.includes(sorted.view())) continue;
      merge = {first, second, kind, first_older};
      return true;
    }
  }
  return false;
}

Normalisation normalise(BlockZone& zone, std::uint32_t size_cap, std::uint32_t most_blocks) {
  Normalisation done;
  done.block_of.resize(zone.blocks.size());
  std::iota(done.block_of.begin(), done.block_of.end(), 0u);
  const auto join = [&](const Merge& merge) {
    zone = hull_of_blocks(zone, merge.first, merge.second, size_cap);
    done.merges.push_back(merge);
    for (std::uint32_t& b : done.block_of) {
      if (b == merge.second) b = merge.first;
      else if (b > merge.second) --b;
    }
  };
  const auto merge_some_pair = [&] {
    for (std::uint32_t a = 0; a < zone.blocks.size(); ++a) {
      for (std::uint32_t b = a + 1; b < zone.blocks.size(); ++b) {
        if (zone.blocks[a].key != zone.blocks[b].key) continue;
        Merge merge{a, b, 0, true};
        if (zone.blocks[a].clocks != 0 && !can_merge(zone, a, b, size_cap, merge)) continue;
        join(merge);
        return true;
      }
    }
    return false;
  };
  // The last two blocks of a key that has too many.
  const auto force_some_pair = [&] {
    for (std::uint32_t a = 0; a < zone.blocks.size(); ++a) {
      std::vector<std::uint32_t> same;
      for (std::uint32_t b = a; b < zone.blocks.size(); ++b) {
        if (zone.blocks[b].key == zone.blocks[a].key) same.push_back(b);
      }
      if (same.size() <= most_blocks) continue;
      join({same[same.size() - 2], same.back(), 0, true});
      done.forced = true;
      return true;
    }
    return false;
  };
  while (merge_some_pair() || force_some_pair()) {
  }
  done.order.resize(zone.blocks.size());
  std::iota(done.order.begin(), done.order.end(), 0u);
  const auto comes_first = [&](std::uint32_t a, std::uint32_t b) {
    if (zone.blocks[a].key != zone.blocks[b].key) return zone.blocks[a].key < zone.blocks[b].key;
    return is_older(zone, a, b);
  };
  // By insertion: with several clocks "older" need not be transitive, and then any order will do.
  for (std::size_t i = 1; i < done.order.size(); ++i) {
    for (std::size_t k = i; k > 0 && comes_first(done.order[k], done.order[k - 1]); --k)
      std::swap(done.order[k], done.order[k - 1]);
  }
  put_in_order(zone, done.order);
  std::vector<std::uint32_t> place(done.order.size());
  for (std::uint32_t i = 0; i < done.order.size(); ++i) place[done.order[i]] = i;
  for (std::uint32_t& b : done.block_of) b = place[b];
  return done;
}

}  // namespace orbita
