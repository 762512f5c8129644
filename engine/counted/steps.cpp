#include "engine/counted/steps.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "parser/work_limits.h"

namespace orbita {

namespace {

std::uint32_t place_in(const Edge* edge, std::span<const Edge> edges) {
  return edge == nullptr ? 0 : static_cast<std::uint32_t>(edge - edges.data()) + 1;
}

// Elements that a row lists of each block, one after the other.
class Listed {
 public:
  Listed(const Patterns& patterns, const Pattern& pattern, std::span<const Part> parts, const Arrangement& at) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::uint32_t set = patterns.set_of(pattern.zone.blocks[parts[p].block].key);
      for (std::uint32_t i = 0; i < parts[p].count; ++i)
        where_[{set, at.first[p] + i}] = {static_cast<std::uint32_t>(p), i};
    }
  }
  struct Place {
    std::uint32_t part = 0, member = 0;
  };
  const Place& of(std::uint32_t set, std::uint32_t element) const { return where_.at({set, element}); }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, Place> where_;
};

// Finds out who the movers of a synchronisation are, and whether it is the first of its orbit: elements of a block
// that are named in turn must be its first, second, … one.
class MoverNames {
 public:
  MoverNames(const SmallModel& model, const Listed& listed) : model_(model), listed_(listed) {}

  // The mover's number; nullopt: some other synchronisation stands for this one.
  std::optional<std::uint32_t> name(std::uint32_t set, std::uint32_t element) {
    const Listed::Place& at = listed_.of(set, element);
    for (std::uint32_t m = 0; m < blocks_.size(); ++m) {
      if (blocks_[m] == at.part && members_[m] == at.member) return m;
    }
    if (at.member != std::count(blocks_.begin(), blocks_.end(), at.part)) return std::nullopt;
    blocks_.push_back(at.part);
    members_.push_back(at.member);
    return static_cast<std::uint32_t>(blocks_.size() - 1);
  }

  std::optional<Role> role(const Offer& offer) {
    const Network& network = model_.network();
    const NetEdge& edge = network.edges[offer.edge];
    const ElementLayout::Owner& owner = model_.layout().owner_of_process(offer.process);
    Role role;
    role.kind = owner.kind;
    const Template& templ = *network.processes[offer.process].origin->templ;
    role.edge = place_in(edge.tree, templ.edges);
    role.branch = place_in(edge.branch, templ.edges);
    if (owner.set != none) {
      const std::optional<std::uint32_t> mover = name(owner.set, owner.element);
      if (!mover) return std::nullopt;
      role.mover = *mover;
    }
    for (std::size_t k = 0; k < edge.selects.size(); ++k) {
      const SetId set = edge.selects[k].set;
      if (set == none) {
        role.selects.push_back({none, offer.selects[k]});
        continue;
      }
      const std::uint32_t element = network.set(set).code.element_of(offer.selects[k]);
      const std::optional<std::uint32_t> mover = name(set.value, element);
      if (!mover) return std::nullopt;
      role.selects.push_back({*mover, 0});
    }
    return role;
  }

  const std::vector<std::uint32_t>& blocks() const { return blocks_; }  // parts: one for each block here

 private:
  const SmallModel& model_;
  const Listed& listed_;
  std::vector<std::uint32_t> blocks_, members_;
};

// The edges with which one process may hear a broadcast, and the ways in which it does not.
struct Hearing {
  std::vector<const Offer*> edges;
  std::vector<std::vector<ClockBound>> deaf;
  std::uint32_t options() const { return static_cast<std::uint32_t>(edges.size() + deaf.size()); }
};

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

// The options of an element are those of its processes, combined; the first process counts fastest.
std::uint32_t options_of_element(const std::map<ProcessId, Hearing>& hearing, const ElementLayout& layout,
                                 std::uint32_t set, std::uint32_t element) {
  std::uint32_t options = 1;
  for (const auto& [process, one] : hearing) {
    const ElementLayout::Owner& owner = layout.owner_of_process(process);
    if (owner.set == set && owner.element == element) options *= one.options();
  }
  return options;
}

}  // namespace

// --------------------------------------------------------------------- actions

CountedSteps::Known& CountedSteps::known(PatternId pattern) {
  if (known_of_.size() <= pattern.value) known_of_.resize(patterns_.size());
  Known*& known = known_of_[pattern.value];
  if (known == nullptr) {
    std::vector<Action> actions = find_actions(patterns_[pattern]);
    known_.push_back({});
    known = &known_.back();
    known->results.resize(actions.size());
    known->actions = std::move(actions);
    bytes_ += sizeof(Known) + known->actions.size() * (sizeof(Action) + 100);
  }
  return *known;
}

const std::vector<Action>& CountedSteps::actions(PatternId pattern) { return known(pattern).actions; }

std::vector<Action> CountedSteps::find_actions(const Pattern& pattern) {
  poll_limits();
  const std::vector<Part> parts = list_copies(pattern.zone, patterns_.cap());
  const Arrangement at = patterns_.arrange(pattern, parts);
  SmallModel& model = patterns_.models().with(at.sizes);
  const Expander::Offers offers = model.expander().offers(at.row);
  if (offers.failed) throw CannotCount("a guard cannot be evaluated in some state");
  const Listed listed(patterns_, pattern, parts, at);
  const IdVector<ChannelId, Channel>& channels = model.network().channels;
  std::vector<Action> actions;
  const auto add = [&](std::span<const Offer* const> taken, bool broadcast) {
    MoverNames names(model, listed);
    Action action;
    action.broadcast = broadcast;
    for (const Offer* offer : taken) {
      std::optional<Role> role = names.role(*offer);
      if (!role) return;
      action.roles.push_back(std::move(*role));
    }
    const auto committed = [](const Offer* offer) { return offer->committed; };
    if (offers.committed && !broadcast && std::none_of(taken.begin(), taken.end(), committed)) return;
    action.movers = names.blocks();
    action.block_options.assign(pattern.zone.blocks.size(), 1);
    action.mover_options.assign(action.movers.size(), 1);
    if (broadcast) add_listeners(action, pattern, model, at, parts, offers, *taken.front());
    actions.push_back(std::move(action));
  };
  for (const Offer& offer : offers.list) {
    if (offer.direction == SyncDirection::none) {
      const Offer* taken[] = {&offer};
      add(taken, false);
    } else if (offer.direction == SyncDirection::send && channels[offer.channel].broadcast) {
      const Offer* taken[] = {&offer};
      add(taken, true);
    } else if (offer.direction == SyncDirection::send) {
      for (const Offer& other : offers.list) {
        if (other.direction != SyncDirection::receive || other.channel != offer.channel ||
            other.process == offer.process) {
          continue;
        }
        const Offer* taken[] = {&offer, &other};
        add(taken, false);
      }
    }
  }
  return actions;
}

void CountedSteps::add_listeners(Action& action, const Pattern& pattern, SmallModel& model, const Arrangement& at,
                                 std::span<const Part> parts, const Expander::Offers& offers, const Offer& sender) {
  const std::map<ProcessId, Hearing> hearing = hearing_of(offers, sender);
  const ElementLayout& layout = model.layout();
  for (const auto& [process, one] : hearing) {
    const ElementLayout::Owner& owner = layout.owner_of_process(process);
    if (owner.set != none) continue;
    if (action.free_options.size() <= owner.kind) action.free_options.resize(owner.kind + 1, 1);
    action.free_options[owner.kind] = one.options();
  }
  std::vector<std::uint32_t> taken(parts.size());
  const auto set_at = [&](std::uint32_t part) { return patterns_.set_of(pattern.zone.blocks[parts[part].block].key); };
  for (std::size_t m = 0; m < action.movers.size(); ++m) {
    const std::uint32_t part = action.movers[m];
    action.mover_options[m] = options_of_element(hearing, layout, set_at(part), at.first[part] + taken[part]++);
  }
  for (std::uint32_t b = 0; b < parts.size(); ++b) {
    if (taken[b] < parts[b].count)
      action.block_options[b] = options_of_element(hearing, layout, set_at(b), at.first[b] + taken[b]);
  }
  constexpr std::uint32_t most_options = 100;  // one byte each where steps are remembered
  for (const auto* options : {&action.mover_options, &action.free_options, &action.block_options}) {
    if (std::any_of(options->begin(), options->end(), [](std::uint32_t n) { return n > most_options; }))
      throw CannotCount("there are very many ways to hear a broadcast");
  }
}

// ---------------------------------------------------------------- distributions

namespace {

// Calls visit for every way to write `total` as a sum of sizes.size() numbers, from `position` on.
void compositions(std::uint32_t total, std::vector<std::uint32_t>& sizes, std::size_t position,
                  const std::function<void()>& visit) {
  if (position + 1 == sizes.size()) {
    sizes[position] = total;
    visit();
    return;
  }
  for (std::uint32_t n = 0; n <= total; ++n) {
    sizes[position] = n;
    compositions(total - n, sizes, position + 1, visit);
  }
}

// The same for many elements: numbers up to `many`, which stands for more, that add up to many.
void sums_to_many(std::uint32_t many, std::vector<std::uint32_t>& sizes, std::size_t position, std::uint32_t sum,
                  const std::function<void()>& visit) {
  if (position == sizes.size()) {
    if (sum >= many) visit();
    return;
  }
  for (std::uint32_t n = 0; n <= many; ++n) {
    sizes[position] = n;
    sums_to_many(many, sizes, position + 1, sum + n, visit);
  }
}

void choices(const std::vector<std::uint32_t>& options, std::vector<std::uint32_t>& chosen, std::size_t position,
             const std::function<void()>& visit) {
  if (position == options.size()) return visit();
  for (std::uint32_t n = 0; n < options[position]; ++n) {
    chosen[position] = n;
    choices(options, chosen, position + 1, visit);
  }
}

}  // namespace

void CountedSteps::for_each_distribution(const Pattern& pattern, const Action& action,
                                         std::span<const std::uint32_t> counts,
                                         const std::function<void(const Distribution&)>& visit) {
  Distribution& how = how_;
  how.movers.assign(action.movers.size(), 0);
  how.free.assign(action.free_options.size(), 0);
  how.blocks.resize(counts.size());
  for (std::size_t b = 0; b < counts.size(); ++b) how.blocks[b].assign(action.block_options[b], 0);
  if (!action.broadcast && many_.set == none) {  // as most are: nothing to choose
    for (std::size_t b = 0; b < counts.size(); ++b) how.blocks[b][0] = counts[b];
    for (const std::uint32_t b : action.movers) {
      if (how.blocks[b][0]-- == 0) return;
    }
    return visit(how);
  }
  std::vector<std::uint32_t> rest(counts.begin(), counts.end());
  const auto of_block = [&](std::size_t b, const std::function<void()>& next) {
    if (!is_many(pattern, b, rest[b])) return compositions(rest[b], how.blocks[b], 0, next);
    sums_to_many(many_.many, how.blocks[b], 0, 0, next);
  };
  const std::function<void(std::size_t)> from_block = [&](std::size_t b) {
    poll_limits();
    if (b == how.blocks.size()) return visit(how);
    of_block(b, [&] { from_block(b + 1); });
  };
  // Of many, some leave many or one less than that many.
  const std::function<void(std::size_t)> from_mover = [&](std::size_t m) {
    if (m == action.movers.size()) {
      choices(action.mover_options, how.movers, 0,
              [&] { choices(action.free_options, how.free, 0, [&] { from_block(0); }); });
      return;
    }
    const std::uint32_t b = action.movers[m];
    if (is_many(pattern, b, rest[b])) from_mover(m + 1);
    if (rest[b] == 0) return;
    --rest[b];
    from_mover(m + 1);
    ++rest[b];
  };
  from_mover(0);
}

void CountedSteps::for_each_step(const CountedState& state, const Visit& visit) {
  const std::vector<Action>& list = actions(state.pattern);
  const Pattern& pattern = patterns_[state.pattern];
  for (std::size_t a = 0; a < list.size(); ++a) {
    for_each_distribution(pattern, list[a], state.counts,
                          [&](const Distribution& how) { visit(a, how, step(state.pattern, a, how)); });
  }
}

void CountedSteps::count(const Distribution& how, const StepResult& result, std::vector<std::uint32_t>& counts) const {
  const std::vector<Block>& blocks = patterns_[result.target].zone.blocks;
  counts.assign(blocks.size(), 0);
  std::size_t part = 0;
  for (std::size_t m = 0; m < how.movers.size(); ++m) ++counts[result.block_of[part++]];
  for (const std::vector<std::uint32_t>& sizes : how.blocks) {
    for (const std::uint32_t size : sizes) {
      if (size > 0) counts[result.block_of[part++]] += size;
    }
  }
  if (many_.set == none) return;
  for (std::size_t b = 0; b < counts.size(); ++b) counts[b] = limited(blocks[b].key, counts[b]);
}

// ----------------------------------------------------------------------- steps

const StepResult& CountedSteps::step(PatternId pattern, std::size_t action, const Distribution& how) {
  ++looked_up_;
  const std::uint32_t cap = patterns_.cap();
  memo_key_.clear();
  for (const std::uint32_t option : how.movers) memo_key_.push_back(static_cast<char>(option));
  for (const std::uint32_t option : how.free) memo_key_.push_back(static_cast<char>(option));
  for (const std::vector<std::uint32_t>& sizes : how.blocks) {
    for (const std::uint32_t size : sizes) memo_key_.push_back(static_cast<char>(std::min(size, cap)));
  }
  Known& all = known(pattern);
  const auto found = all.results[action].find(memo_key_);
  if (found != all.results[action].end()) return found->second;
  ++computed_;
  const std::string key = memo_key_;
  const Details made = details(pattern, all.actions[action], how);
  StepResult result{made.target, made.done.block_of};
  bytes_ += sizeof(StepResult) + key.size() + 64 + result.block_of.size() * sizeof(std::uint32_t);
  return all.results[action].emplace(key, std::move(result)).first->second;
}

namespace {

bool matches(const SmallModel& model, const Offer& offer, const Role& role, ProcessId process,
             std::span<const std::uint32_t> mover_elements) {
  if (offer.process != process) return false;
  const Network& network = model.network();
  const NetEdge& edge = network.edges[offer.edge];
  const Template& templ = *network.processes[process].origin->templ;
  if (place_in(edge.tree, templ.edges) != role.edge || place_in(edge.branch, templ.edges) != role.branch) return false;
  for (std::size_t k = 0; k < edge.selects.size(); ++k) {
    const SetId set = edge.selects[k].set;
    const std::int32_t wanted =
        set == none ? role.selects[k].value
                    : network.set(set).code.value_of(static_cast<std::int32_t>(mover_elements[role.selects[k].mover]));
    if (offer.selects[k] != wanted) return false;
  }
  return true;
}

}  // namespace

CountedSteps::Details CountedSteps::details(PatternId id, const Action& action, const Distribution& how) {
  const Pattern& pattern = patterns_[id];
  const std::uint32_t cap = patterns_.cap();
  Details made;
  // The parts, and the option each of them takes.
  std::vector<std::uint32_t> option, next(pattern.zone.blocks.size());
  for (std::size_t m = 0; m < action.movers.size(); ++m) {
    made.parts.push_back({action.movers[m], next[action.movers[m]]++, 1});
    option.push_back(how.movers[m]);
  }
  for (std::uint32_t b = 0; b < how.blocks.size(); ++b) {
    for (std::uint32_t o = 0; o < how.blocks[b].size(); ++o) {
      if (how.blocks[b][o] == 0) continue;
      const std::uint32_t listed = std::min(how.blocks[b][o], cap);
      made.parts.push_back({b, next[b], listed});
      next[b] += listed;
      option.push_back(o);
    }
  }
  made.source = patterns_.arrange(pattern, made.parts);
  SmallModel& model = patterns_.models().with(made.source.sizes);
  const ElementLayout& layout = model.layout();
  const Expander::Offers offers = model.expander().offers(made.source.row);
  if (offers.failed) throw CannotCount("a guard cannot be evaluated in some state");

  // Who takes part.
  const auto set_of_part = [&](std::size_t p) {
    return patterns_.set_of(pattern.zone.blocks[made.parts[p].block].key);
  };
  const std::span<const std::uint32_t> mover_elements(made.source.first.data(), action.movers.size());
  std::vector<const Offer*> taken;
  for (const Role& role : action.roles) {
    const ElementLayout::Owner owner =
        role.mover == none ? ElementLayout::Owner{none, 0, role.kind}
                           : ElementLayout::Owner{set_of_part(role.mover), mover_elements[role.mover], role.kind};
    const ProcessId process = layout.process_of(owner);
    const auto offer = std::find_if(offers.list.begin(), offers.list.end(),
                                    [&](const Offer& o) { return matches(model, o, role, process, mover_elements); });
    if (offer == offers.list.end()) throw CannotCount("a step depends on the number of elements");
    taken.push_back(&*offer);
  }
  std::vector<ClockBound> deaf;
  if (action.broadcast) {
    const Listed listed(patterns_, pattern, made.parts, made.source);
    const std::map<ProcessId, Hearing> hearing = hearing_of(offers, *taken.front());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> left;  // of an element's option
    for (const auto& [process, one] : hearing) {
      const ElementLayout::Owner& owner = layout.owner_of_process(process);
      std::uint32_t chosen = 0;
      if (owner.set == none) {
        chosen = owner.kind < how.free.size() ? how.free[owner.kind] : 0;
      } else {
        const auto [it, is_new] = left.try_emplace({owner.set, owner.element}, 0);
        if (is_new) it->second = option[listed.of(owner.set, owner.element).part];
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
  const auto committed = [](const Offer* offer) { return offer->committed; };
  if (offers.committed && std::none_of(taken.begin(), taken.end(), committed)) return made;
  if (!model.expander().take(made.source.row, taken, deaf, made.transition)) return made;
  if (made.transition.failure) throw CannotCount("a step fails at run time");

  // What it does to the clocks.
  const ShapeId shape = model.states().shape_of_row(made.source.row);
  Draft draft;
  if (!model.lister().draft(shape, made.transition, draft)) return made;
  made.op = draft.op;
  const Zone source = patterns_.zone_of(pattern, made.parts, made.source, layout, model.states().shape(shape));
  Zone scratch, target;
  if (!apply(draft.op, source.view(), scratch, target)) return made;
  std::vector<Patterns::Group> groups;
  for (std::size_t p = 0; p < made.parts.size(); ++p)
    groups.push_back({set_of_part(p), made.source.first[p], made.parts[p].count, made.parts[p].count});
  made.target = patterns_.make(draft.row, target.view(), layout, model.states().shape(draft.shape), groups, made.done);
  return made;
}

std::optional<CountedState> CountedSteps::initial(const std::vector<std::int32_t>& counts) {
  const auto cap = static_cast<std::int32_t>(patterns_.cap());
  std::vector<std::int32_t> sizes;
  for (const std::int32_t count : counts) sizes.push_back(std::min(count, cap + 2));
  SmallModel& model = patterns_.models().with(sizes);
  Values row = model.network().initial_values();
  ZoneOp op;
  if (!model.lister().list_initial(row, model.states().shape_of_row(row), true, op)) return std::nullopt;
  Zone scratch, zone;
  if (!apply(op, Zone::zero(1).view(), scratch, zone)) return std::nullopt;
  model.states().normalise()(row);
  const TakenApart apart = model.layout().take_apart(row);
  std::vector<Patterns::Group> groups;
  std::vector<std::uint32_t> true_size;
  for (std::uint32_t s = 0; s < sizes.size(); ++s) {
    const std::vector<Values>& keys = apart.keys[s];
    for (std::uint32_t e = 0; e < keys.size();) {
      std::uint32_t end = e + 1;
      while (end < keys.size() && keys[end] == keys[e]) ++end;
      groups.push_back({s, e, end - e, end - e});
      true_size.push_back(end - e);
      e = end;
    }
    if (sizes[s] == counts[s]) continue;
    if (groups.back().listed < patterns_.cap()) throw CannotCount("elements differ in the initial state");
    groups.back().size = patterns_.cap();
    true_size.back() += static_cast<std::uint32_t>(counts[s] - sizes[s]);
  }
  Normalisation done;
  CountedState state;
  state.pattern = patterns_.make(row, zone.view(), model.layout(),
                                 model.states().shape(model.states().shape_of_row(row)), groups, done);
  state.counts.assign(patterns_[state.pattern].zone.blocks.size(), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) state.counts[done.block_of[g]] += true_size[g];
  return state;
}

}  // namespace orbita
