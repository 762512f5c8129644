#include "engine/counted/actions.h"

#include <algorithm>
#include <utility>

#include "engine/counted/small_models.h"

namespace orbita {

std::map<ProcessId, Hearing> hearing_of(const Expander::Offers& offers, const Offer& sender) {
  std::map<ProcessId, Hearing> result;
  for (const Offer& offer : offers.list) {
    if (offer.direction != SyncDirection::receive || offer.channel != sender.channel ||
        offer.process == sender.process) {
      continue;
    }
    result[offer.process].edges.push_back(&offer);
  }
  for (auto& [process, hearing] : result) {
    std::vector<std::vector<ClockBound>> guards;
    for (const Offer* offer : hearing.edges) guards.push_back(offer->guard);
    hearing.deaf = complement(guards);
  }
  return result;
}

std::uint32_t options_of_element(const std::map<ProcessId, Hearing>& hearing, const ElementLayout& layout,
                                 std::uint32_t set, std::uint32_t element) {
  std::uint32_t options = 1;
  for (const auto& [process, one] : hearing) {
    const ElementLayout::Owner& owner = layout.owner_of_process(process);
    if (owner.set == set && owner.element == element) options *= one.options();
  }
  return options;
}

EdgePlace place_of(const Network& network, const NetEdge& edge) {
  const Edge* first = network.processes[edge.process].origin->templ->edges.data();
  const auto place = [&](const Edge* part) {
    return part == nullptr ? 0 : static_cast<std::uint32_t>(part - first) + 1;
  };
  return {place(edge.tree), place(edge.branch)};
}

namespace {

bool plays(const Network& network, const Offer& offer, const Role& role, const std::vector<ElementName>& movers) {
  const NetEdge& edge = network.edges[offer.edge];
  if (place_of(network, edge) != role.place) return false;
  for (std::size_t k = 0; k < edge.selects.size(); ++k) {
    const SetId set = edge.selects[k].set;
    const std::int32_t wanted =
        set == none ? role.selects[k].value
                    : network.set(set).code.value_of(static_cast<std::int32_t>(movers[role.selects[k].mover].element));
    if (offer.selects[k] != wanted) return false;
  }
  return true;
}

// Adds the edges of those who hear the broadcast, in process order, and what keeps the others from hearing it.
void add_hearing(const Stage& stage, const Expander::Offers& offers, const Cast& cast, std::vector<const Offer*>& taken,
                 std::map<ProcessId, Hearing>& hearing, std::vector<ClockBound>& deaf) {
  hearing = hearing_of(offers, *taken.front());
  std::map<ElementName, std::uint32_t> left;  // of an element's option
  for (const auto& [process, one] : hearing) {
    const ElementLayout::Owner& owner = stage.layout.owner_of_process(process);
    std::uint32_t chosen = 0;
    if (owner.set == none) {
      chosen = owner.kind < cast.free.size() ? cast.free[owner.kind] : 0;
    } else {
      const ElementName who{owner.set, owner.element};
      const auto [it, is_new] = left.try_emplace(who, 0);
      if (is_new) it->second = cast.option(who);
      chosen = it->second % one.options();
      it->second /= one.options();
    }
    if (chosen < one.edges.size()) {
      taken.push_back(one.edges[chosen]);
    } else {
      const std::vector<ClockBound>& facet = one.deaf.at(chosen - one.edges.size());
      deaf.insert(deaf.end(), facet.begin(), facet.end());
    }
  }
}

}  // namespace

bool put_together(const Stage& stage, std::span<const std::int32_t> row, const Action& action, const Cast& cast,
                  Transition& transition) {
  const Expander::Offers offers = stage.expander.offers(row);
  if (offers.failed) throw CannotCount("a guard cannot be evaluated in some state");
  std::vector<const Offer*> taken;
  for (const Role& role : action.roles) {
    const ElementLayout::Owner owner =
        role.mover == none
            ? ElementLayout::Owner{none, 0, role.kind}
            : ElementLayout::Owner{cast.movers[role.mover].set, cast.movers[role.mover].element, role.kind};
    const ProcessId process = stage.layout.process_of(owner);
    const auto offer = std::find_if(offers.list.begin(), offers.list.end(), [&](const Offer& o) {
      return o.process == process && plays(stage.network, o, role, cast.movers);
    });
    if (offer == offers.list.end()) throw CannotCount("a step depends on the number of elements");
    taken.push_back(&*offer);
  }
  std::map<ProcessId, Hearing> hearing;
  std::vector<ClockBound> deaf;
  if (action.broadcast) add_hearing(stage, offers, cast, taken, hearing, deaf);
  const auto committed = [](const Offer* offer) { return offer->committed; };
  if (offers.committed && std::none_of(taken.begin(), taken.end(), committed)) return false;
  return stage.expander.take(row, taken, deaf, transition);
}

}  // namespace orbita
