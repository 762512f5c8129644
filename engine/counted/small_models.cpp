#include "engine/counted/small_models.h"

#include <set>
#include <utility>

#include "engine/compile/compile.h"
#include "engine/compile/query_compiler.h"
#include "parser/parser.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

std::shared_ptr<Document> read_again(const Document& document) {
  Diagnostics ignored;
  ReadOptions options;
  options.old_syntax = document.syntax == Syntax::v3;
  if (document.xml) return read_model_text(document.path, document.xml->text, ignored, options);
  if (document.sources.size() < 2) throw CannotCount("the text of the model is not known");
  return read_model_text(document.path, std::string(document.sources[1].text), ignored, options);
}

std::string not_in_order(const ModelError& error) {
  return "with other numbers of elements the model is not in order: " + error.diagnostics().front().message;
}

}  // namespace

std::unique_ptr<Model> with_sizes(const Model& original, const std::vector<std::int32_t>& sizes,
                                  const NumberIds* numbers) {
  std::shared_ptr<Document> document = read_again(*original.document);
  document->queries.clear();  // those asked for are read again, one by one
  CheckOptions options;
  options.overrides = original.overrides;
  if (numbers == nullptr) {
    options.set_sizes = sizes;
  } else {
    std::erase_if(options.overrides, [&](const auto& given) { return given.first == numbers->size->name; });
    options.overrides.emplace_back(numbers->size->name, numbers->value_for(sizes[0]));
  }
  Diagnostics ignored;
  return check(std::move(document), ignored, options);
}

std::unique_ptr<Network> network_to_count(const Model& model, const IdSets& ids, bool numbers) {
  std::unique_ptr<Network> network = compile(model, {.ids = &ids});
  if (!numbers) return network;
  const std::optional<NumberIds> found = find_number_ids(model, {});
  if (!found || !found->problems.empty()) throw CannotCount("with other numbers of ids they are no ids");
  const std::string problem = mark_number_ids(*network, *found);
  if (!problem.empty()) throw CannotCount(problem);
  return network;
}

SmallModel::SmallModel(const Model& original, const std::vector<std::int32_t>& sizes, const CountedQuestions& questions)
    : mode_(questions.bounds) {
  try {
    model_ = with_sizes(original, sizes, questions.numbers);
    ids_ = IdSets(*model_);
    network_ = network_to_count(*model_, ids_, questions.numbers != nullptr);
    compile_queries(questions);
  } catch (const ModelError& error) {
    throw CannotCount(not_in_order(error));
  }
  layout_ = std::make_unique<ElementLayout>(*network_);
  if (!layout_->problem().empty()) throw CannotCount(layout_->problem());
  analyse(questions);
}

void SmallModel::compile_queries(const CountedQuestions& questions) {
  QueryCompiler compiler(*network_);
  for (const Query* query : questions.queries) {
    Diagnostics ignored;
    Query* again = read_formula(*model_->document, std::string(query->text), ignored);
    if (!check_query(*model_, *again, ignored)) throw CannotCount("the query depends on the number of elements");
    predicates_.push_back(again->predicate != nullptr ? compiler.predicate(*again->predicate) : Predicate{});
    measures_.emplace_back();
    for (const Expr* expr : again->expressions) measures_.back().push_back(compiler.measure(*expr));
  }
}

void SmallModel::analyse(const CountedQuestions& questions) {
  QueryTests tests;
  for (std::size_t q = 0; q < questions.queries.size(); ++q) {
    collect_tests(*network_, predicates_[q], tests);
    reads_.slots.insert(reads_.slots.end(), predicates_[q].reads.begin(), predicates_[q].reads.end());
    if (!predicates_[q].nodes.empty()) reads_.predicates.push_back(&predicates_[q]);
    for (const Measure& measure : measures_[q]) {
      reads_.slots.insert(reads_.slots.end(), measure.reads.begin(), measure.reads.end());
      reads_.measured.insert(reads_.measured.end(), measure.reads.begin(), measure.reads.end());
      for (const NetClockId clock : measure.clock_candidates)
        tests.everywhere.push_back({clock, questions.observed, questions.observed});
    }
  }
  bounds_ = std::make_unique<BoundsAnalysis>(*network_, tests);
  if (!bounds_->diagonals_known() || !bounds_->diagonals().empty())
    throw CannotCount("clocks are compared with clocks");
  symmetry_ = plan_symmetry(*network_, SymmetryChoice::automatic, {}, true, false);
  if (symmetry_.active) bounds_->forget_names(*network_, symmetry_.orbits);
  states_ =
      std::make_unique<StateStore>(*network_, *bounds_, mode_, false, Normaliser(*network_, reads_, symmetry_.orbits));
  lister_ = std::make_unique<SuccessorLister>(*network_, *states_, ListerOptions{});
  expander_ = std::make_unique<Expander>(*network_);
}

ZoneGraph& SmallModel::graph() {
  if (!graph_) {
    ZoneGraphOptions options;
    options.bounds = mode_;
    graph_ = std::make_unique<ZoneGraph>(*network_, *bounds_, reads_, options, symmetry_);
  }
  return *graph_;
}

PredicateEvaluator& SmallModel::evaluator() {
  if (!evaluator_) evaluator_ = std::make_unique<PredicateEvaluator>(*network_, graph());
  return *evaluator_;
}

// With enough ids for two processes, for every variable and for nested quantifiers: how a few of them are equal is all
// that labels can tell.
void SmallModels::prove_exchangeable() {
  constexpr std::int32_t fewest = 4, most = 24;
  const auto compiled = [&](std::int32_t count, const auto& look) {
    const std::unique_ptr<Model> model = with_sizes(original_, {count}, questions_.numbers);
    const IdSets ids(*model);
    const std::unique_ptr<Network> network = compile(*model, {.ids = &ids});
    return look(*model, *network);
  };
  const auto others = compiled(fewest, [&](const Model& model, Network& network) {
    const std::optional<NumberIds> found = find_number_ids(model, {});
    if (!found) throw CannotCount("with other numbers of ids they are no ids");
    return found->depth + std::count_if(network.slots.begin(), network.slots.end(),
                                        [&](const Slot& slot) { return found->holders.contains(slot.symbol); });
  });
  const auto enough = static_cast<std::int32_t>(std::min<std::ptrdiff_t>(others, most)) + fewest;
  if (enough > most) throw CannotCount("very many variables hold ids");
  if (!compiled(enough, [](const Model&, Network& network) { return are_exchangeable(network); }))
    throw CannotCount("it is not proved that the ids may be exchanged");
  exchangeable_ = true;
}

SmallModel& SmallModels::with(const std::vector<std::int32_t>& sizes) {
  std::unique_ptr<SmallModel>& model = models_[sizes];
  if (!model) {
    check_limits();
    if (questions_.numbers != nullptr && !exchangeable_) {
      try {
        prove_exchangeable();
      } catch (const ModelError& error) {
        throw CannotCount(not_in_order(error));
      }
    }
    auto added = std::make_unique<SmallModel>(original_, sizes, questions_);
    if (first_ == nullptr) first_ = added.get();
    if (!added->layout().has_structure_of(first_->layout()))
      throw CannotCount("what belongs to no element depends on the number of elements");
    model = std::move(added);
  }
  return *model;
}

}  // namespace orbita
