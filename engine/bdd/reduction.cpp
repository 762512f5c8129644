#include "engine/bdd/reduction.h"

#include <algorithm>
#include <array>
#include <map>

#include "parser/work_limits.h"

namespace orbita::bdds {

namespace {

std::vector<Swap> neighbour_swaps(const Encoding& encoding, std::span<const Cell> cells, const ElementGroup& group) {
  std::vector<Swap> swaps;
  for (std::size_t i = 0; i + 1 < group.elements.size(); ++i) {
    poll_limits();
    swaps.emplace_back(encoding, cells, group.set, group.elements[i], group.elements[i + 1]);
  }
  return swaps;
}

// By first index: the element; cells of no element last. Cells that hold elements first, then locations.
std::vector<std::uint32_t> significance(std::span<const Cell> cells) {
  std::vector<std::array<std::uint32_t, 5>> keys;
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    const Cell& cell = cells[c];
    const std::uint32_t kind = cell.value_set != no_set ? 0 : cell.is_location ? 1 : 2;
    if (cell.indices.empty()) keys.push_back({1, 0, 0, kind, c});
    else
      keys.push_back(
          {0, cell.indices.front().set.value, static_cast<std::uint32_t>(cell.indices.front().element), kind, c});
  }
  std::ranges::sort(keys);
  std::vector<std::uint32_t> order;
  for (const auto& key : keys) order.push_back(key.back());
  return order;
}

class Sorting final : public Reduction {
 public:
  Sorting(const Encoding& encoding, const StateLayout& layout) : canonical_(!has_references(layout)) {
    const std::vector<Cell> cells = all_cells(layout);
    const std::vector<std::uint32_t> order = significance(cells);
    std::size_t sets_used = 0;
    for (const ElementGroup& group : groups_of(layout)) {
      ++sets_used;
      for (Swap& swap : neighbour_swaps(encoding, cells, group)) {
        const bdd smaller = swap.makes_smaller(encoding, order);
        exchanges_.push_back({std::move(swap), smaller});
      }
    }
    // Exchanges of different sets together, or of cells with two indices, were not proved to suffice.
    canonical_ = canonical_ && sets_used == 1 &&
                 std::ranges::all_of(cells, [](const Cell& cell) { return cell.indices.size() < 2; });
  }

  // Each exchange makes a state smaller, so this ends.
  bdd represent(const bdd& states) override {
    bdd result = states;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Exchange& exchange : exchanges_) {
        poll_limits();
        const bdd wrong = result & exchange.smaller;
        if (wrong == bddfalse) continue;
        changed = true;
        result = (result - wrong) | exchange.swap(wrong);
      }
    }
    return result;
  }
  std::string name() const override { return "sort"; }
  bool is_canonical() const override { return canonical_; }

 private:
  struct Exchange {
    Swap swap;
    bdd smaller;
  };
  std::vector<Exchange> exchanges_;
  bool canonical_;
};

class Numbering final : public Reduction {
 public:
  Numbering(const Encoding& encoding, const StateLayout& layout, const std::vector<Link>& links) {
    const std::vector<Cell> cells = all_cells(layout);
    for (const ElementGroup& group : groups_of(layout)) groups_.push_back(number(encoding, cells, group, links));
  }

  bdd represent(const bdd& states) override {
    bdd result = states;
    for (const Group& group : groups_) {
      for (std::size_t k = 0; k < group.positions.size(); ++k) result = place(group, k, result);
    }
    return result;
  }
  std::string name() const override { return "number"; }
  bool is_canonical() const override { return false; }

 private:
  struct Choice {
    bdd condition;
    std::size_t position;  // the element that is to come here
  };
  struct Position {
    std::vector<Choice> choices;  // the first whose condition holds counts; those that change nothing are left out
    bdd is_right;                 // the right element is here already
  };
  struct Group {
    std::vector<Swap> swaps;
    std::vector<Position> positions;
  };

  static Group number(const Encoding& encoding, std::span<const Cell> cells, const ElementGroup& group,
                      const std::vector<Link>& links) {
    Group result{neighbour_swaps(encoding, cells, group), {}};
    for (std::size_t k = 0; k + 1 < group.elements.size(); ++k) {
      poll_limits();
      result.positions.push_back(position(choices_for(encoding, cells, group, links, k), k));
    }
    return result;
  }

  static Position position(const std::vector<Choice>& choices, std::size_t k) {
    Position result{{}, bddfalse};
    bdd earlier = bddfalse;
    for (const Choice& choice : choices) {
      if (choice.position == k) result.is_right |= choice.condition - earlier;
      else result.choices.push_back(choice);
      earlier |= choice.condition;
    }
    result.is_right |= bddtrue - earlier;
    return result;
  }

  // Conditions under which the element at position j belongs to position k <= j, in order of preference.
  static std::vector<Choice> choices_for(const Encoding& encoding, std::span<const Cell> cells,
                                         const ElementGroup& group, const std::vector<Link>& links, std::size_t k) {
    std::vector<Choice> choices;
    const auto refers_to = [&](std::uint32_t c, std::int32_t element) {
      return encoding.equals(c, cells[c].code.value_of(element));
    };
    for (std::uint32_t c = 0; c < cells.size() && k == 0; ++c) {  // what a global variable holds
      if (cells[c].value_set != group.set || !cells[c].indices.empty()) continue;
      for (std::size_t j = k; j < group.elements.size(); ++j) choices.push_back({refers_to(c, group.elements[j]), j});
    }
    for (const Link& link : links) {
      if (k == 0 || link.set != group.set) continue;
      const std::map<std::int32_t, std::uint32_t> cell_of = cells_along(cells, link);
      const std::int32_t last = group.elements[k - 1];
      for (std::size_t j = k; j < group.elements.size(); ++j) {
        const std::int32_t element = group.elements[j];
        const auto holder = cell_of.find(link.forward ? last : element);
        if (holder != cell_of.end()) choices.push_back({refers_to(holder->second, link.forward ? element : last), j});
      }
    }
    add_classes(encoding, cells, group, k, choices);
    return choices;
  }

  // By element.
  static std::map<std::int32_t, std::uint32_t> cells_along(std::span<const Cell> cells, const Link& link) {
    std::map<std::int32_t, std::uint32_t> result;
    for (std::uint32_t c = 0; c < cells.size(); ++c) {
      const Cell& cell = cells[c];
      if (cell.family == link.family && cell.position == link.position && cell.value_set == link.set &&
          cell.indices.size() == 1 && cell.indices.front().set == link.set)
        result.emplace(cell.indices.front().element, c);
    }
    return result;
  }

  // By location: the lowest one first.
  static void add_classes(const Encoding& encoding, std::span<const Cell> cells, const ElementGroup& group,
                          std::size_t k, std::vector<Choice>& choices) {
    std::map<std::pair<std::uint32_t, std::int32_t>, std::vector<Choice>> by_class;  // (family, location)
    for (std::size_t j = k; j < group.elements.size(); ++j) {
      for (std::uint32_t c = 0; c < cells.size(); ++c) {
        const Cell& cell = cells[c];
        if (!cell.is_location || cell.indices.size() != 1 || cell.indices[0].set != group.set ||
            cell.indices[0].element != group.elements[j])
          continue;
        for (std::int32_t l = encoding.range(c).low; l <= encoding.range(c).high; ++l)
          by_class[{cell.family, l}].push_back({encoding.equals(c, l), j});
      }
    }
    for (auto& [key, list] : by_class) choices.insert(choices.end(), list.begin(), list.end());
  }

  static bdd place(const Group& group, std::size_t k, const bdd& states) {
    const Position& position = group.positions[k];
    bdd rest = states - position.is_right;
    if (rest == bddfalse) return states;
    bdd result = states - rest;
    for (const Choice& choice : position.choices) {
      if (rest == bddfalse) break;
      poll_limits();
      bdd moving = rest & choice.condition;
      if (moving == bddfalse) continue;
      rest -= moving;
      for (std::size_t j = choice.position; j > k; --j) moving = group.swaps[j - 1](moving);
      result |= moving;
    }
    return result | rest;
  }

  std::vector<Group> groups_;
};

}  // namespace

std::vector<ElementGroup> groups_of(const StateLayout& layout) {
  std::vector<ElementGroup> groups;
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    const LayoutSet& set = layout.sets[s];
    if (!set.reduced) continue;
    std::map<std::uint32_t, std::vector<std::int32_t>> parts;
    for (std::int32_t e = 0; e < set.count; ++e)
      parts[set.cell_of.empty() ? 0 : set.cell_of[static_cast<std::size_t>(e)]].push_back(e);
    for (auto& [part, elements] : parts) {
      if (elements.size() > 1) groups.push_back({SetId{s}, std::move(elements)});
    }
  }
  return groups;
}

bool has_names(const StateLayout& layout) {
  return std::ranges::any_of(
      layout.values, [&](const Cell& cell) { return cell.value_set != no_set && layout.set(cell.value_set).reduced; });
}

bool has_references(const StateLayout& layout) {
  return std::ranges::any_of(layout.values, [&](const Cell& cell) {
    return cell.value_set != no_set && layout.set(cell.value_set).reduced &&
           std::ranges::any_of(cell.indices, [&](const CellIndex& index) { return layout.set(index.set).reduced; });
  });
}

std::unique_ptr<Reduction> make_sorting(const Encoding& encoding, const StateLayout& layout) {
  return std::make_unique<Sorting>(encoding, layout);
}

std::unique_ptr<Reduction> make_numbering(const Encoding& encoding, const StateLayout& layout,
                                          const std::vector<Link>& links) {
  return std::make_unique<Numbering>(encoding, layout, links);
}

}  // namespace orbita::bdds
