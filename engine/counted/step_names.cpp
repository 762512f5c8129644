#include "engine/counted/step_names.h"

namespace orbita {

namespace {

constexpr std::size_t most_steps_told = 30;

std::string name_of(const Template& templ, std::uint32_t place) {
  const std::size_t locations = templ.locations.size();
  return std::string(place < locations ? templ.locations[place].name : templ.branchpoints[place - locations].name);
}

// The edges of an action: "Home: serve -> idle + Client: wait -> shared".
std::string name_action(const Action& action, const SmallModel& model, const Patterns& patterns, const Pattern& pattern,
                        const Arrangement& at) {
  std::string text;
  for (const Role& role : action.roles) {
    ElementLayout::Owner owner{none, 0, role.kind};
    if (role.mover != none) {
      const std::uint32_t block = action.movers[role.mover];
      owner = {patterns.set_of(pattern.zone.blocks[block].key), at.first[block], role.kind};
    }
    const Template& templ = *model.network().processes[model.layout().process_of(owner)].origin->templ;
    const Edge& edge = templ.edges[role.place.edge - 1];
    text += (text.empty() ? "" : " + ") + std::string(templ.name) + ": " + name_of(templ, edge.source) + " -> " +
            name_of(templ, edge.target);
  }
  return text;
}

}  // namespace

std::string tell_steps(CountedSearch& search, CountedSteps& steps, Patterns& patterns, NodeId node) {
  const std::vector<NodeId> path = search.path_to(node);
  std::string text;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (i == most_steps_told) return text + "; and " + std::to_string(path.size() - 1 - i) + " more";
    const CountedState from = search.state(path[i]), to = search.state(path[i + 1]);
    const Pattern& pattern = patterns[from.pattern];
    const Arrangement at = patterns.arrange(pattern, list_copies(pattern.zone, patterns.cap()));
    const SmallModel& model = patterns.models().with(at.sizes);
    std::string step;
    CountedState target;
    steps.for_each_step(from, [&](std::size_t action, const Distribution& how, const StepResult& result) {
      if (!step.empty() || result.target != to.pattern) return;
      steps.count(how, result, target.counts);
      if (target.counts == to.counts)
        step = name_action(steps.actions(from.pattern)[action], model, patterns, pattern, at);
    });
    text += (text.empty() ? "" : "; ") + step;
  }
  return text;
}

}  // namespace orbita
