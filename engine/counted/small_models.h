// One model with other numbers of elements: what a step needs is computed where each kind of element occurs a few
// times.
//
// A counted state lists only a few elements of each block, so its rows, guards, updates and predicates are those of the
// same model with just so many elements. Each such model is read, checked, compiled and analysed once, when it is first
// needed; sizes are small, and few of them occur.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/clock_bounds.h"
#include "engine/counted/elements.h"
#include "engine/counted/number_ids.h"
#include "engine/network/predicate.h"
#include "engine/semantics/expand.h"
#include "engine/space/predicate_eval.h"
#include "engine/space/state_store.h"
#include "engine/space/successors.h"
#include "engine/space/symmetry_plan.h"
#include "engine/space/zone_graph.h"
#include "parser/model.h"

namespace orbita {

// What is asked about the states.
struct CountedQuestions {
  std::vector<const Query*> queries;  // E<>, A[], sup, inf, bounds; of the original model
  BoundsMode bounds = BoundsMode::lower_upper;
  std::int32_t observed = 0;           // how far measured clocks are told apart
  const NumberIds* numbers = nullptr;  // ids that are integers; nullptr: scalarsets
};

// The counted engine cannot go on; the reason is for the user. Everything can be decided another way.
class CannotCount : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The model read and checked again, without its queries, with these numbers of elements by set; `numbers`: with so many
// ids, sizes[0]. Throws ModelError.
std::unique_ptr<Model> with_sizes(const Model& original, const std::vector<std::int32_t>& sizes,
                                  const NumberIds* numbers = nullptr);

// The network of a model, with its elements marked. Throws CannotCount and ModelError.
std::unique_ptr<Network> network_to_count(const Model& model, const IdSets& ids, bool numbers);

class SmallModel {
 public:
  // Throws CannotCount where the model is of another kind with this many elements.
  SmallModel(const Model& original, const std::vector<std::int32_t>& sizes, const CountedQuestions& questions);

  const Network& network() const { return *network_; }
  const ElementLayout& layout() const { return *layout_; }
  StateStore& states() { return *states_; }
  SuccessorLister& lister() { return *lister_; }
  Expander& expander() { return *expander_; }
  // For predicates and deadlocks of single states; made when first asked for.
  ZoneGraph& graph();
  PredicateEvaluator& evaluator();
  const Predicate& predicate(std::size_t query) const { return predicates_[query]; }
  const std::vector<Measure>& measures(std::size_t query) const { return measures_[query]; }

 private:
  void compile_queries(const CountedQuestions& questions);
  void analyse(const CountedQuestions& questions);

  std::unique_ptr<Model> model_;
  IdSets ids_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<ElementLayout> layout_;
  std::vector<Predicate> predicates_;
  std::vector<std::vector<Measure>> measures_;
  std::unique_ptr<BoundsAnalysis> bounds_;
  QueryReads reads_;
  SymmetryPlan symmetry_;
  BoundsMode mode_;
  std::unique_ptr<StateStore> states_;
  std::unique_ptr<SuccessorLister> lister_;
  std::unique_ptr<Expander> expander_;
  std::unique_ptr<ZoneGraph> graph_;
  std::unique_ptr<PredicateEvaluator> evaluator_;
};

class SmallModels {
 public:
  SmallModels(const Model& original, CountedQuestions questions)
      : original_(original), questions_(std::move(questions)) {}

  SmallModel& with(const std::vector<std::int32_t>& sizes);  // elements by set; throws CannotCount
  std::size_t size() const { return models_.size(); }
  std::size_t set_count() const { return questions_.numbers != nullptr ? 1 : original_.scalar_sets.size(); }
  const CountedQuestions& questions() const { return questions_; }

 private:
  void prove_exchangeable();

  const Model& original_;
  const CountedQuestions questions_;
  bool exchangeable_ = false;  // ids that are integers: proved
  std::map<std::vector<std::int32_t>, std::unique_ptr<SmallModel>> models_;
  SmallModel* first_ = nullptr;  // all others have its structure
};

}  // namespace orbita
