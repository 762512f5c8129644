#include "engine/bdd/runs.h"

#include <vector>

#include "parser/work_limits.h"

namespace orbita::bdds {

MaximalRuns maximal_runs(const Network& network, Steps& steps, const DeadData* dead, const bdd& inside) {
  struct Part {
    bdd from;
    const Assignment* how;  // kept by the steps
  };
  std::vector<Part> parts;
  bdd moving = bddfalse;
  for (const ProcessId p : network.processes.ids()) {
    steps.expand(inside, p, true, [&](const bdd& from, const bdd&, const Assignment* how) {
      parts.push_back({from, how});
      moving |= from;
    });
  }
  const bdd ending = steps.may_wait(inside) | (inside - moving);
  // The largest set each of whose states ends the run or has a transition into the set.
  bdd staying = inside;
  for (;;) {
    check_limits();
    bdd next = ending;
    const bdd targets = dead == nullptr ? staying : dead->unnormalised(staying);
    for (const Part& part : parts) next |= part.from & part.how->preimage(targets);
    next &= staying;
    if (next == staying) return {ending, staying};
    staying = next;
  }
}

// Where no run ends, every state has a successor: states reached from the one at hand are taken instead of it until one
// is reached from itself. Each time it was not, the states that can be reached have become fewer.
RunPath run_from(const std::vector<std::int32_t>& first, const MaximalRuns& runs, const Encoding& encoding,
                 Reach& reach) {
  reach.stay_in(runs.staying);
  RunPath path{{first}, std::nullopt};
  const auto meets = [](const bdd& target) {
    return [&target](const bdd& fresh) { return (fresh & target) != bddfalse; };
  };
  const auto go_to = [&](const bdd& target) {
    const std::vector<std::vector<std::int32_t>> added = reach.path_to(target);
    path.states.insert(path.states.end(), added.begin(), added.end());
  };
  reach.breadth_first(encoding.state(first), meets(runs.ending));
  if ((reach.reached() & runs.ending) != bddfalse) {
    path.states.clear();
    go_to(runs.ending);
    return path;
  }
  for (;;) {
    const bdd here = encoding.state(path.states.back());
    const std::size_t position = path.states.size() - 1;
    reach.breadth_first(reach.after(here), meets(here));
    const bool again = (reach.reached() & here) != bddfalse;
    go_to(again ? here : bddtrue);
    if (!again) continue;
    path.loop_start = position;
    return path;
  }
}

}  // namespace orbita::bdds
