#include "engine/verify/abstraction_plan.h"

#include <algorithm>

#include "engine/team/member.h"

namespace orbita {

namespace {

Subsumption chosen(SubsumptionChoice choice, Subsumption automatic) {
  switch (choice) {
    case SubsumptionChoice::automatic: break;
    case SubsumptionChoice::equality: return Subsumption::equality;
    case SubsumptionChoice::inclusion: return Subsumption::inclusion;
    case SubsumptionChoice::simulation: return Subsumption::simulation;
  }
  return automatic;
}

AbstractionPlan exact_zones(SubsumptionChoice choice) {
  AbstractionPlan plan;
  plan.bounds = BoundsMode::exact;
  plan.subsumption = choice == SubsumptionChoice::equality ? Subsumption::equality : Subsumption::inclusion;
  plan.ends = false;
  return plan;
}

AbstractionPlan extrapolated(Extrapolation kind, SubsumptionChoice choice) {
  AbstractionPlan plan;
  const bool maximum = kind == Extrapolation::m || kind == Extrapolation::m_plus;
  plan.bounds = maximum ? BoundsMode::maximum : BoundsMode::lower_upper;
  plan.extrapolation = kind;
  plan.subsumption = chosen(choice, Subsumption::inclusion);
  return plan;
}

Extrapolation kind_of(Abstraction abstraction) {
  switch (abstraction) {
    case Abstraction::m: return Extrapolation::m;
    case Abstraction::m_plus: return Extrapolation::m_plus;
    case Abstraction::lu: return Extrapolation::lu;
    case Abstraction::lu_plus: return Extrapolation::lu_plus;
    default: return Extrapolation::off;
  }
}

// The same for lower and upper bounds alike.
Extrapolation m_variant(Extrapolation kind) {
  if (kind == Extrapolation::lu) return Extrapolation::m;
  if (kind == Extrapolation::lu_plus) return Extrapolation::m_plus;
  return kind;
}

// Where priorities block, a transition is taken where another one's guard and invariant do *not* hold: every test
// counts as its opposite too, which is what the M bounds say.
bool counts_what_cannot_happen(const Features& features) {
  return features.needs_deadlocks || features.has_priorities ||
         (features.mentions_deadlock && !features.proves_deadlock_free);
}

// Bounds, extrapolation and subsumption.
AbstractionPlan plan_zones(const Features& features, const VerifyOptions& options) {
  const Abstraction abstraction = options.abstraction;
  const SubsumptionChoice subsumption = options.subsumption;
  if (abstraction == Abstraction::exact || features.differences == ComparedDifferences::unknown)
    return exact_zones(subsumption);
  const bool deadlocks = counts_what_cannot_happen(features);
  const bool compares_zones = subsumption == SubsumptionChoice::equality || subsumption == SubsumptionChoice::inclusion;
  Extrapolation kind = kind_of(abstraction);
  // Without simulation only extrapolation makes zones few. States told apart by hash must be few without any
  // subsumption.
  const bool needs_extrapolation = features.is_hashed() || (abstraction == Abstraction::automatic && compares_zones);
  if (kind == Extrapolation::off && needs_extrapolation) kind = Extrapolation::lu_plus;
  // What extrapolation adds to a measured clock would be measured too.
  if (kind != Extrapolation::off && !features.measures_clocks) {
    // Cells of differences hold on both sides (SuccessorLister), so bounds have to.
    const bool both_sides = deadlocks || features.differences == ComparedDifferences::known;
    return extrapolated(both_sides ? m_variant(kind) : kind, subsumption);
  }
  AbstractionPlan plan;
  if (deadlocks || abstraction == Abstraction::am) plan.bounds = BoundsMode::maximum;
  if (!features.measures_clocks) plan.subsumption = chosen(subsumption, Subsumption::simulation);
  plan.ends = plan.subsumption == Subsumption::simulation;
  return plan;
}

// Joined zones keep neither the order of clocks that sorting needs nor the shortest or fastest path.
bool can_join(const Features& features, const VerifyOptions& options, const AbstractionPlan& abstraction,
              bool reduces_symmetry) {
  return features.may_join && options.join != Joining::off && features.approximation == Approximation::exact &&
         !reduces_symmetry && !features.has_stopwatches && abstraction.extrapolation == Extrapolation::off &&
         abstraction.subsumption == Subsumption::simulation && !features.earliest_first &&
         options.trace != TraceKind::shortest && !options.explored;
}

// Bounds found on the way uncover states late, behind longer paths.
bool explores_lazily(const Features& features, const VerifyOptions& options, const AbstractionPlan& abstraction,
                     bool reduces_symmetry) {
  const bool looks_for_states = !features.looks_for_runs && !features.looks_for_best_run && !features.visits_states;
  return options.lazy_bounds && looks_for_states && features.approximation == Approximation::exact &&
         options.trace != TraceKind::shortest && features.is_about_data && !counts_what_cannot_happen(features) &&
         !reduces_symmetry && !features.has_stopwatches && features.differences == ComparedDifferences::absent &&
         abstraction.extrapolation == Extrapolation::off;
}

}  // namespace

Features network_features(const Network& network) {
  Features features;
  features.has_priorities = network.has_channel_priority || network.has_process_priority;
  features.has_stopwatches = network.has_stopwatches;
  features.resets_to_zero_only = network.resets_to_zero_only;
  return features;
}

AbstractionPlan plan_abstraction(const Features& features, const VerifyOptions& options) {
  AbstractionPlan plan = plan_zones(features, options);
  const bool extrapolates = plan.extrapolation != Extrapolation::off;
  plan.prunes_by_simulation = plan.subsumption == Subsumption::simulation &&
                              features.differences == ComparedDifferences::absent && !extrapolates &&
                              !features.looks_for_runs;
  plan.is_exact = features.approximation != Approximation::hull && !extrapolates && features.resets_to_zero_only &&
                  !features.has_stopwatches;
  return plan;
}

ExplorerPlan plan_explorer(const Features& features, const VerifyOptions& options, const AbstractionPlan& abstraction,
                           bool reduces_symmetry) {
  ExplorerPlan plan;
  if (features.interpolates) {
    plan.kind = ExplorerKind::interpolation;
    plan.order = Order::depth_first;
    return plan;
  }
  const bool hull = features.approximation == Approximation::hull;
  plan.order = options.trace == TraceKind::shortest ? Order::breadth_first : options.order;
  if (features.earliest_first) plan.order = Order::earliest;
  plan.strict = options.trace == TraceKind::shortest && !hull;
  plan.past_errors = features.looks_for_best_run;
  if (hull) plan.joining = Joining::hull;
  else if (can_join(features, options, abstraction, reduces_symmetry)) plan.joining = options.join;
  if (features.is_hashed()) plan.kind = ExplorerKind::hashed;
  else if (explores_lazily(features, options, abstraction, reduces_symmetry)) plan.kind = ExplorerKind::lazy;
  const bool may_watch = plan.kind == ExplorerKind::reachability && !features.looks_for_best_run;
  plan.checks_symmetry = may_watch && options.check_symmetry && reduces_symmetry;
  plan.shows_states = may_watch && options.explored;
  const bool in_any_order = plan.kind == ExplorerKind::reachability && plan.order == Order::breadth_first &&
                            !plan.strict && !features.visits_states && !plan.shows_states &&
                            features.approximation == Approximation::exact;
  plan.dives = in_any_order;
  if (features.threads > 1 && in_any_order && !plan.checks_symmetry) {
    plan.kind = ExplorerKind::distributed;
    plan.members = std::min(features.threads, TeamMember::most_members);
    // Paths through joined zones are looked for backwards, in one store.
    if (options.trace != TraceKind::off) plan.joining = Joining::off;
  }
  return plan;
}

bool can_prove_deadlock_free(const Features& network, const VerifyOptions& options) {
  const bool simulates =
      options.subsumption == SubsumptionChoice::automatic || options.subsumption == SubsumptionChoice::simulation;
  return options.abstraction == Abstraction::automatic && simulates && options.approximation == Approximation::exact &&
         !options.lazy_bounds && !network.has_stopwatches && !network.has_priorities;
}

}  // namespace orbita
