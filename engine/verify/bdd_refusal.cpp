#if ORBITA_HAS_BDD

#include "engine/verify/bdd_refusal.h"

namespace orbita {

namespace {

Span place_of_priorities(const Model& model) {
  for (const Decl* decl : model.document->declarations) {
    if (decl->kind == DeclKind::channel_priority) return decl->span;
  }
  for (const Process& process : model.processes) {
    if (process.priority != 0) return process.span;
  }
  return {};
}

}  // namespace

std::optional<bdds::Refusal> refusal_of(const VerifyContext& context, std::size_t i) {
  const Query& query = *context.queries[i];
  const Network& network = context.network;
  if (auto refusal = bdds::find_refusal(network)) return refusal;
  if (network.has_channel_priority || network.has_process_priority)
    return bdds::Refusal{place_of_priorities(context.model), "priorities of channels or processes"};
  if (is_measure(query)) return bdds::Refusal{query.span, "sup, inf and bounds"};
  if (!is_reachability(query) && network.clocks.size() > 1)
    return bdds::Refusal{query.span, "runs of a model with clocks"};
  return bdds::find_refusal(network, context.predicates[i].first, query.kind == QueryKind::invariantly, query.span);
}

}  // namespace orbita

#endif
