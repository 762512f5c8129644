#include "engine/bdd/runs.h"

#include <vector>

#include "parser/work_limits.h"

namespace orbita::bdds {

bdd maximal_runs(const Network& network, Steps& steps, const DeadData* dead, const bdd& inside) {
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
    if (next == staying) return staying;
    staying = next;
  }
}

}  // namespace orbita::bdds
