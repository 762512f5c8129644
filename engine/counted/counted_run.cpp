#include "engine/counted/counted_run.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

#include "engine/counted/valuation.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

constexpr std::uint32_t no_part = UINT32_MAX;

// Which clock a place of a zone over listed parts is.
struct ClockPlace {
  std::uint32_t part = no_part, member = 0, clock = 0;  // clock: among the active ones of the element, or of the free
};

// The elements that a row lists, by part.
struct ListedElements {
  std::map<ElementName, std::pair<std::uint32_t, std::uint32_t>> place;  // part, member

  ListedElements(const Patterns& patterns, const Pattern& pattern, std::span<const Part> parts, const Arrangement& at) {
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      const std::uint32_t set = patterns.set_of(pattern.zone.blocks[parts[p].block].key);
      for (std::uint32_t i = 0; i < parts[p].count; ++i) place[{set, at.first[p] + i}] = {p, i};
    }
  }
};

// Places of the active clocks of a shape; [0] is the reference clock. A clock is numbered among those of its element,
// or of the free ones, that `kinds_of` lists for its part.
template <class KindsOf>
std::vector<ClockPlace> places_of(const ListedElements& listed, const ElementLayout& layout, const Shape& shape,
                                  KindsOf kinds_of) {
  std::vector<ClockPlace> places(1);
  for (const NetClockId clock : shape.clocks) {
    const ElementLayout::Owner& owner = layout.owner_of_clock(clock);
    ClockPlace place;
    if (owner.set != none) std::tie(place.part, place.member) = listed.place.at({owner.set, owner.element});
    const std::vector<std::uint32_t>& kinds = kinds_of(place.part);
    const auto found = std::find(kinds.begin(), kinds.end(), owner.kind);
    assert(found != kinds.end());
    place.clock = static_cast<std::uint32_t>(found - kinds.begin());
    places.push_back(place);
  }
  return places;
}

// What one step of the path does, and to whom.
struct NamedStep {
  CountedSteps::Details details;
  const Action* action = nullptr;
  std::vector<std::uint32_t> free;                 // options of free processes
  std::vector<std::vector<std::uint32_t>> tokens;  // by part
};

class Teller {
 public:
  Teller(CountedSearch& search, CountedSteps& steps, Patterns& patterns, const CountedGoal& goal)
      : search_(search), steps_(steps), patterns_(patterns), goal_(goal) {}

  // Backwards; false: a step has no room.
  bool walk_back() {
    const std::vector<NodeId> path = search_.path_to(*goal_.hit);
    if (!find_steps(path) || !start_at_goal(search_.state(path.back()))) return false;
    for (std::size_t i = named_.size(); i-- > 0;) {
      check_limits();
      if (!take_back(search_.state(path[i]), named_[i])) return false;
    }
    return true;
  }

  std::optional<CountedRun> tell(const Network& network, const std::vector<std::int32_t>& counts) {
    if (!name_tokens(counts)) return std::nullopt;
    const ElementLayout layout(network);
    Expander expander(network);
    CountedRun run;
    run.initial = network.initial_values();
    std::vector<std::int32_t> row = run.initial;
    for (const NamedStep& step : named_) {
      check_limits();
      Cast cast;
      std::map<ElementName, std::uint32_t> options;
      for (std::size_t p = 0; p < step.tokens.size(); ++p) {
        for (const std::uint32_t token : step.tokens[p]) options[names_[token]] = step.details.option[p];
      }
      for (std::size_t m = 0; m < step.action->movers.size(); ++m)
        cast.movers.push_back(names_[step.tokens[m].front()]);
      cast.free = step.free;
      cast.option = [&](const ElementName& who) { return options.at(who); };
      Transition transition;
      if (!put_together({network, layout, expander}, row, *step.action, cast, transition) || transition.failure)
        return std::nullopt;
      row = transition.target;
      run.steps.push_back(std::move(transition));
    }
    name_goal(network, layout, run.goal);
    return run;
  }

 private:
  bool find_steps(const std::vector<NodeId>& path) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const CountedState from = search_.state(path[i]), to = search_.state(path[i + 1]);
      bool found = false;
      CountedState target;
      steps_.for_each_step(from, [&](std::size_t a, const Distribution& how, const StepResult& result) {
        if (found || result.target != to.pattern) return;
        steps_.count(how, result, target.counts);
        if (target.counts != to.counts) return;
        found = true;
        const Action& action = steps_.actions(from.pattern)[a];
        named_.push_back({steps_.details(from.pattern, action, how), &action, how.free, {}});
      });
      if (!found) return false;
    }
    return true;
  }

  // In a state of this pattern.
  std::vector<ClockPlace> source_places(const Pattern& pattern, std::span<const Part> parts, const Arrangement& at,
                                        const ElementLayout& layout, const Shape& shape) const {
    return places_of(ListedElements(patterns_, pattern, parts, at), layout, shape,
                     [&](std::uint32_t p) -> const std::vector<std::uint32_t>& {
                       return p == no_part ? pattern.free_kinds : pattern.clock_kinds[parts[p].block];
                     });
  }
  // After a step, with the parts as blocks of the target.
  std::vector<ClockPlace> target_places(const Pattern& source, const CountedSteps::Details& made,
                                        const ElementLayout& layout, const Shape& shape) const {
    const Pattern& target = patterns_[made.target];
    return places_of(ListedElements(patterns_, source, made.parts, made.source), layout, shape,
                     [&](std::uint32_t p) -> const std::vector<std::uint32_t>& {
                       return p == no_part ? target.free_kinds : target.clock_kinds[made.done.block_of[p]];
                     });
  }

  // A valuation of the last state that satisfies the goal.
  bool start_at_goal(const CountedState& last) {
    const Pattern& pattern = patterns_[last.pattern];
    valuation_.free.assign(pattern.zone.free_clocks, unknown_time);
    for (std::size_t b = 0; b < pattern.zone.blocks.size(); ++b) {
      std::vector<Token>& tokens = valuation_.blocks.emplace_back();
      for (std::uint32_t i = 0; i < last.counts[b]; ++i)
        tokens.push_back({token_count_++, std::vector<Time>(pattern.zone.blocks[b].clocks, unknown_time)});
    }
    const std::vector<Part> parts = list_copies(pattern.zone, patterns_.cap());
    const Arrangement at = patterns_.arrange(pattern, parts);
    SmallModel& model = patterns_.models().with(at.sizes);
    const Predicate& predicate = model.predicate(goal_.query);
    if (predicate.has_clocks || predicate.has_deadlock) {
      const StateId row = model.graph().unreduced().intern(at.row);
      const Shape shape = model.graph().shape(row);
      const Zone zone = patterns_.zone_of(pattern, parts, at, model.layout(), shape);
      const Federation where = model.evaluator().satisfying(predicate, goal_.negated, row, zone.view());
      if (where.is_empty()) return false;
      goal_zone_ = where.parts().front();
      const Point point = pick_point(goal_zone_->view());
      const std::vector<ClockPlace> places = source_places(pattern, parts, at, model.layout(), shape);
      goal_clock_.assign(places.size(), {});
      for (std::size_t x = 1; x < places.size(); ++x) {
        const Time value = point.numerators[x] / point.denominator * time_unit +
                           point.numerators[x] % point.denominator * time_unit / point.denominator;
        goal_clock_[x] = {no_part, model.layout().owner_of_clock(shape.clocks[x - 1]).kind};
        if (places[x].part == no_part) {
          valuation_.free[places[x].clock] = value;
        } else {
          Token& token = valuation_.blocks[parts[places[x].part].block][places[x].member];
          token.clocks[places[x].clock] = value;
          goal_clock_[x].token = token.element;
        }
      }
    }
    if (!complete(pattern.zone, valuation_)) return false;
    assert(contains(pattern.zone, valuation_));
    note_unlisted(parts);
    spread_fractions(valuation_);
    return true;
  }

  // Elements that are not listed, with the values of one that is: they are to stay where that one is.
  void note_unlisted(std::span<const Part> parts) {
    if (!goal_zone_) return;
    for (const Part& part : parts) {
      const std::vector<Token>& tokens = valuation_.blocks[part.block];
      for (std::size_t i = part.count; i < tokens.size(); ++i) {
        const auto same = std::find_if(tokens.begin(), tokens.begin() + part.count,
                                       [&](const Token& t) { return t.clocks == tokens[i].clocks; });
        if (same != tokens.begin() + part.count) like_[same->element].push_back(tokens[i].element);
      }
    }
  }

  bool take_back(const CountedState& from, NamedStep& step) {
    const CountedSteps::Details& made = step.details;
    undo(made.done, made.size, valuation_);
    for (const std::vector<Token>& part : valuation_.blocks) {
      std::vector<std::uint32_t>& tokens = step.tokens.emplace_back();
      for (const Token& token : part) tokens.push_back(token.element);
    }
    const Pattern& pattern = patterns_[from.pattern];
    SmallModel& model = patterns_.models().with(made.source.sizes);
    const Shape shape = model.states().shape(made.source_shape);
    const std::vector<ClockPlace> source = source_places(pattern, made.parts, made.source, model.layout(), shape);
    const std::vector<ClockPlace> target =
        target_places(pattern, made, model.layout(), model.states().shape(made.target_shape));
    ClockStep clocks;
    if (!clock_step(made, source, target, clocks)) return false;
    const std::optional<BlockZone> before = able_to_step(pattern, made, source);
    if (!before || !step_back(*before, clocks, valuation_)) return false;
    assert(contains(*before, valuation_));
    std::vector<std::vector<Token>> blocks(pattern.zone.blocks.size());
    for (std::size_t p = 0; p < made.parts.size(); ++p) {
      std::vector<Token>& block = blocks[made.parts[p].block];
      std::move(valuation_.blocks[p].begin(), valuation_.blocks[p].end(), std::back_inserter(block));
    }
    valuation_.blocks = std::move(blocks);
    assert(contains(pattern.zone, valuation_));
    spread_fractions(valuation_);
    return true;
  }

  // Of the source, each part as a block: the valuations that can take the step.
  std::optional<BlockZone> able_to_step(const Pattern& pattern, const CountedSteps::Details& made,
                                        const std::vector<ClockPlace>& places) const {
    BlockZone before;
    before.free_clocks = pattern.zone.free_clocks;
    before.zone = expand(pattern.zone, made.parts);
    // The guard is on clocks in the order of the shape; listed they are part by part.
    std::vector<ClockIndex> listed_at(places.size(), reference_clock);
    std::vector<std::uint32_t> first;
    std::uint32_t at = before.free_clocks + 1;
    for (const Part& part : made.parts) {
      const std::uint32_t clocks = pattern.zone.blocks[part.block].clocks;
      first.push_back(at);
      at += part.count * clocks;
      before.blocks.push_back({pattern.zone.blocks[part.block].key, part.count, clocks});
    }
    for (std::size_t x = 1; x < places.size(); ++x) {
      const ClockPlace& place = places[x];
      listed_at[x] = ClockIndex{
          place.part == no_part ? place.clock + 1
                                : first[place.part] + place.member * before.blocks[place.part].clocks + place.clock};
    }
    for (const Constraint& c : made.op.guard) {
      if (!before.zone.constrain(listed_at[c.x.value], listed_at[c.y.value], c.bound)) return std::nullopt;
    }
    std::vector<ClockIndex> kept;
    for (std::uint32_t f = 0; f < before.free_clocks; ++f) kept.push_back(ClockIndex{f + 1});
    for (std::size_t p = 0; p < before.blocks.size(); ++p) {
      for (std::uint32_t k = 0; k < before.blocks[p].copies() * before.blocks[p].clocks; ++k)
        kept.push_back(ClockIndex{first[p] + k});
    }
    before.zone = before.zone.projected(kept);
    return before;
  }

  bool clock_step(const CountedSteps::Details& made, const std::vector<ClockPlace>& source,
                  const std::vector<ClockPlace>& target, ClockStep& step) const {
    step.delay = made.op.delay;
    step.blocks.resize(made.parts.size());
    for (std::uint32_t x = 1; x < target.size(); ++x) {
      const ClockPlace& to = target[x];
      if (to.part != no_part && to.member > 0) continue;  // as the first one
      const ZoneOp::Transfer transfer = made.op.origin({x});
      ClockOrigin origin;
      origin.shift = transfer.shift;
      if (transfer.source != reference_clock) {
        const ClockPlace& from = source[transfer.source.value];
        origin.clock = from.clock;
        origin.block = from.part;
        origin.from = from.part == no_part                       ? ClockOrigin::From::free
                      : from.part == to.part && from.member == 0 ? ClockOrigin::From::own
                                                                 : ClockOrigin::From::other;
        if (origin.from == ClockOrigin::From::other && made.parts[from.part].count != 1) return false;
      }
      std::vector<ClockOrigin>& origins = to.part == no_part ? step.free : step.blocks[to.part];
      if (origins.size() <= to.clock) origins.resize(to.clock + 1);
      origins[to.clock] = origin;
    }
    return true;
  }

  // The elements of the initial state get the names they have in the model.
  bool name_tokens(const std::vector<std::int32_t>& counts) {
    CountedSteps::Start start;
    if (!steps_.initial(counts, &start)) return false;
    undo(start.done, start.sizes, valuation_);
    names_.resize(token_count_);
    for (std::size_t g = 0; g < start.groups.size(); ++g) {
      for (std::uint32_t i = 0; i < valuation_.blocks[g].size(); ++i)
        names_[valuation_.blocks[g][i].element] = {start.groups[g].set, start.groups[g].first + i};
    }
    return true;
  }

  void name_goal(const Network& network, const ElementLayout& layout, std::vector<ClockBound>& goal) const {
    if (!goal_zone_) return;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, NetClockId> clock_of;
    for (const NetClockId x : network.proper_clocks()) {
      const ElementLayout::Owner& owner = layout.owner_of_clock(x);
      clock_of[{owner.set, owner.element, owner.kind}] = x;
    }
    const auto clock = [&](const GoalClock& at, std::uint32_t token) -> NetClockId {
      if (token == no_part) return clock_of.at({none, 0, at.kind});
      return clock_of.at({names_[token].set, names_[token].element, at.kind});
    };
    const auto add = [&](NetClockId x, NetClockId y, Bound bound) {
      if (x != y && !bound.is_infinite()) goal.push_back({x, y, bound.raw});
    };
    const Zone& zone = *goal_zone_;
    for (std::uint32_t i = 0; i < zone.dimension(); ++i) {
      const NetClockId x = i == 0 ? reference_net_clock : clock(goal_clock_[i], goal_clock_[i].token);
      for (std::uint32_t j = 0; j < zone.dimension(); ++j)
        add(x, j == 0 ? reference_net_clock : clock(goal_clock_[j], goal_clock_[j].token),
            zone(ClockIndex{i}, ClockIndex{j}));
      if (i == 0 || goal_clock_[i].token == no_part) continue;
      const auto others = like_.find(goal_clock_[i].token);
      if (others == like_.end()) continue;
      for (const std::uint32_t other : others->second) {
        const NetClockId y = clock(goal_clock_[i], other);
        add(y, reference_net_clock, zone(ClockIndex{i}, reference_clock));
        add(reference_net_clock, y, zone(reference_clock, ClockIndex{i}));
      }
    }
  }

  CountedSearch& search_;
  CountedSteps& steps_;
  Patterns& patterns_;
  const CountedGoal& goal_;
  std::vector<NamedStep> named_;
  Valuation valuation_;
  std::uint32_t token_count_ = 0;
  std::vector<ElementName> names_;  // by token
  struct GoalClock {
    std::uint32_t token = no_part, kind = 0;
  };
  std::optional<Zone> goal_zone_;                             // over the listed elements of the last state
  std::vector<GoalClock> goal_clock_;                         // by clock of it
  std::map<std::uint32_t, std::vector<std::uint32_t>> like_;  // by listed token: others with its values
};

}  // namespace

std::optional<CountedRun> name_run(CountedSearch& search, CountedSteps& steps, Patterns& patterns,
                                   const Network& network, const std::vector<std::int32_t>& counts,
                                   const CountedGoal& goal) {
  Teller teller(search, steps, patterns, goal);
  if (!teller.walk_back()) return std::nullopt;
  return teller.tell(network, counts);
}

}  // namespace orbita
