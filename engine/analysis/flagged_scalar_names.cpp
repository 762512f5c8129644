// The names of elements are forgotten: what was found for one scalar holds for all scalars of its orbit.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "engine/analysis/flagged_scalars.h"

namespace orbita {

namespace {

// Of relations one of which is enough, those that no smaller one makes superfluous: a few of them.
template <class Relation>
void keep_smallest(std::set<Relation>& relations) {
  constexpr std::size_t most_relations = 4;
  const auto is_part = [](const Relation& a, const Relation& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
      return std::equal(x.second.begin(), x.second.end(), y.second.begin(), y.second.end(), std::less_equal<>());
    });
  };
  const std::set<Relation> all = relations;
  std::erase_if(relations, [&](const Relation& large) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Relation& small) { return small != large && is_part(small, large); });
  });
  while (relations.size() > most_relations) relations.erase(std::prev(relations.end()));
}

}  // namespace

// By process: the orbit of (scalar, flag, process).
IdVector<ProcessId, std::uint32_t> FlaggedScalars::orbits_of(const Rule& rule, OrbitNumbers& orbit) const {
  const std::uint32_t scalar = network_.slot_value(rule.scalar);
  IdVector<ProcessId, std::uint32_t> result;
  for (const ProcessId p : network_.processes.ids()) {
    const std::uint32_t at = network_.location_value(p);
    result.push_back(rule.flag == none ? orbit.of({scalar, at})
                                       : orbit.of({scalar, network_.slot_value(rule.flag), at}));
  }
  return result;
}

// What was found for one rule, said without names: where its scalar is live for the processes of an orbit, by
// location and value of the flag. Processes of one orbit are joined.
FlaggedScalars::Nameless FlaggedScalars::nameless(const Rule& rule,
                                                  const IdVector<ProcessId, std::uint32_t>& orbits) const {
  Nameless result;
  for (const ProcessId p : network_.processes.ids()) {
    const std::size_t count = network_.processes[p].locations.size() * rule.range;
    std::vector<std::uint8_t>& joined = result[orbits[p]];
    joined.resize(count);
    for (std::size_t i = 0; i < count; ++i) joined[i] |= live_[cell(rule, place(p, LocationId{0}), 0) + i];
  }
  return result;
}

// What was found for a rule (v, w) is said of all its images: v is dead beside w if by any of the relations that were
// found for the rules of its orbit, read with other names, no process has it live.
//
// This is sound. Let v be dead in a state q by the relation of the rule (g(v), g(w)), read with the names of (v, w).
// Then g(v) is dead in g(q) as it was found, and changing g(v) there gives a bisimilar state; g is an automorphism, so
// changing v in q does. (Joining processes makes the relation larger, and less dead.) Which scalars are dead depends on
// locations and flags alone, so they can be changed one after the other. And it does not depend on names: rules are
// whole orbits, and all rules of an orbit have the same relations. So v is dead in q if and only if g(v) is dead in
// g(q).
void FlaggedScalars::forget_names(const CellOrbits& orbits) {
  OrbitNumbers rule_orbit(orbits), part_orbit(orbits);
  std::map<std::uint32_t, std::set<Nameless>> found;         // by orbit of the rule
  std::vector<std::uint32_t> orbit_of;                       // by rule: its orbit …
  std::vector<IdVector<ProcessId, std::uint32_t>> parts_of;  // … and those of its parts, by process
  for (const Rule& rule : rules_) {
    const std::uint32_t scalar = network_.slot_value(rule.scalar);
    orbit_of.push_back(rule.flag == none ? rule_orbit.of({scalar})
                                         : rule_orbit.of({scalar, network_.slot_value(rule.flag)}));
    parts_of.push_back(orbits_of(rule, part_orbit));
    found[orbit_of.back()].insert(nameless(rule, parts_of.back()));
  }
  for (auto& [orbit, relations] : found) keep_smallest(relations);
  std::vector<Rule> rules;
  std::vector<std::uint8_t> live;
  for (std::size_t r = 0; r < rules_.size(); ++r) {
    for (const Nameless& relation : found[orbit_of[r]]) {
      rules.push_back(rules_[r]);
      rules.back().table = live.size();
      for (const std::uint32_t part : parts_of[r]) {
        const std::vector<std::uint8_t>& table = relation.at(part);
        live.insert(live.end(), table.begin(), table.end());
      }
    }
  }
  rules_ = std::move(rules);
  live_ = std::move(live);
}

}  // namespace orbita
