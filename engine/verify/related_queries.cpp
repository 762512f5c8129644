#include "engine/verify/related_queries.h"

#include <utility>

#include "engine/verify/best_trace.h"

namespace orbita {

bool RelatedQueries::may_relate() const {
  return context_.detected != nullptr && options_.approximation == Approximation::exact && !options_.certified &&
         !options_.explored;
}

bool RelatedQueries::may_be_images(std::size_t i, std::size_t j) const {
  const auto& [first, second] = context_.predicates[i];
  const auto& [other_first, other_second] = context_.predicates[j];
  // Queries with the same stabiliser are decided by one exploration anyway.
  return decidable_[i] && !images_[i] && context_.queries[i]->kind == context_.queries[j]->kind &&
         context_.query_uses[i] != context_.query_uses[j] && first.nodes.size() == other_first.nodes.size() &&
         second.nodes.size() == other_second.nodes.size();
}

void RelatedQueries::find_images() {
  images_.assign(context_.queries.size(), std::nullopt);
  if (!may_relate()) return;
  const auto asked = [&](std::size_t i) {
    return DetectedSymmetry::Asked{{&context_.predicates[i].first, &context_.predicates[i].second},
                                   context_.query_uses[i].cells};
  };
  for (std::size_t j = 1; j < context_.queries.size(); ++j) {
    if (!decidable_[j] || is_measure(*context_.queries[j])) continue;
    for (std::size_t i = 0; i < j && !images_[j]; ++i) {
      if (!may_be_images(i, j)) continue;
      std::string exchanged = context_.detected->exchanged_in(asked(i), asked(j));
      if (!exchanged.empty()) images_[j] = Image{i, std::move(exchanged)};
    }
  }
}

Members RelatedQueries::take_over_from_images(Results& results, Members& decided) const {
  Members left;
  for (std::size_t j = 0; j < images_.size(); ++j) {
    if (!images_[j]) continue;
    const QueryResult& original = results[images_[j]->of];
    if (original.trace || original.error || wants_best_trace(context_, images_[j]->of, original)) {
      left.push_back(j);
      continue;
    }
    const Query* query = results[j].query;
    results[j] = original;
    results[j].query = query;
    const std::string why =
        "as for query " + std::to_string(images_[j]->of + 1) + ", with " + images_[j]->exchanged + " exchanged";
    results[j].reason += results[j].reason.empty() ? why : "; " + why;
    decided.push_back(j);
  }
  return left;
}

void RelatedQueries::rewrite() {
  as_asked_.resize(context_.queries.size());
  context_.rewritten.assign(context_.queries.size(), false);
  if (!may_relate() || options_.engine == Engine::bdd) return;
  for (std::size_t i = 0; i < context_.queries.size(); ++i) {
    auto& [predicate, unused] = context_.predicates[i];
    if (!decidable_[i] || images_[i] || !is_reachability(*context_.queries[i])) continue;
    DetectedSymmetry::Use& use = context_.query_uses[i];
    if (!context_.detected->tells_apart(use)) continue;
    std::optional<Predicate> all = context_.detected->over_cells(
        predicate, context_.queries[i]->kind == QueryKind::invariantly, *context_.programs);
    if (!all) continue;
    DetectedSymmetry::Use wider = context_.detected->use_for({&*all, &unused}, {}, options_.reduce);
    if (!DetectedSymmetry::is_finer(use, wider)) continue;
    as_asked_[i] = AsAsked{std::move(predicate), std::move(use)};
    predicate = std::move(*all);
    use = std::move(wider);
    context_.rewritten[i] = true;
  }
}

void RelatedQueries::ask_as_asked(std::size_t query) {
  context_.predicates[query].first = std::move(as_asked_[query]->predicate);
  context_.query_uses[query] = std::move(as_asked_[query]->use);
  context_.rewritten[query] = false;
}

}  // namespace orbita
