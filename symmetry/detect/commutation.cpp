#include "symmetry/detect/commutation.h"

#include <algorithm>

#include "symmetry/detect/expressions.h"

namespace orbita::violations {

namespace {

struct Receiver {
  std::vector<Path> channels;
  std::vector<Access> accesses;
};

bool is_broadcast(const Symbol& channel) {
  const Type* type = channel.type;
  while (type && type->is(TypeKind::array)) type = type->element;
  return type && type->is(TypeKind::channel) && type->broadcast;
}

// Each process has its own.
bool is_local(const Path& path) { return path.root->scope == Scope::template_ || path.root->owner; }

std::vector<Receiver> receivers(const Resolver& resolver, const Entry& entry, OrderCheck& check) {
  std::vector<Receiver> result;
  for (const Way& way : ways_of(*entry.templ)) {
    const Edge& edge = way.sync();
    if (edge.direction != SyncDirection::receive || !edge.sync) continue;
    Receiver receiver;
    for (Path& path : resolver.places(*edge.sync, Frame{&entry, nullptr, {}})) {
      if (is_broadcast(*path.root)) receiver.channels.push_back(std::move(path));
    }
    if (receiver.channels.empty()) continue;
    check.take_accesses();
    for (const Edge* part : {way.edge, way.branch}) {
      if (part && part->update) check.run(*part->update, entry);
    }
    receiver.accesses = check.take_accesses();
    std::erase_if(receiver.accesses, [](const Access& access) { return is_local(access.path); });
    result.push_back(std::move(receiver));
  }
  return result;
}

// Two members of the set can receive the same broadcast, one on each edge. The channel, or nullptr.
const Symbol* common_channel(const Receiver& a, const Receiver& b, std::span<const Symbol* const> own) {
  for (const Path& channel : a.channels) {
    for (const Path& other : b.channels) {
      if (!are_disjoint(channel, other, own)) return channel.root;
    }
  }
  return nullptr;
}

// Has the same value in all processes of the set.
bool is_shared(const Model& model, const Symbol& symbol) {
  if (symbol.kind == SymbolKind::bound || symbol.function || symbol.scope == Scope::function ||
      symbol.scope == Scope::block)
    return false;
  return !(symbol.scope == Scope::template_ || symbol.owner) || model.template_constants.contains(&symbol);
}

class ReceiverCheck {
 public:
  ReceiverCheck(const Resolver& resolver, const Entry& entry, const ScalarSet& set, Report& report)
      : model_(resolver.model()), entry_(entry), set_(set), report_(report) {
    for (std::size_t k = 0; k < entry.set->params.size(); ++k) {
      if (entry.set->types[k]->set == &set) own_.push_back(entry.set->params[k]);
    }
  }

  void check(const std::vector<Receiver>& receivers) {
    for (std::size_t a = 0; a < receivers.size(); ++a) {
      for (std::size_t b = a; b < receivers.size(); ++b) {
        if (const Symbol* channel = common_channel(receivers[a], receivers[b], own_)) {
          check_pair(*channel, receivers[a].accesses, receivers[b].accesses);
        }
      }
    }
    for (const auto& [root, problem] : problems_) tell(*root, problem);
  }

 private:
  struct Problem {
    const Symbol* channel;
    Span where;
  };

  void check_pair(const Symbol& channel, const std::vector<Access>& first, const std::vector<Access>& second) {
    const auto stable = [&](const Symbol& symbol) { return is_shared(model_, symbol); };
    for (const Access& a : first) {
      for (const Access& b : second) {
        if (!a.is_write && !b.is_write) continue;
        if (are_disjoint(a.path, b.path, own_) || commute(a, b, stable)) continue;
        note_problem(channel, a);
        note_problem(channel, b);
      }
    }
    std::vector<Access> all = first;
    all.insert(all.end(), second.begin(), second.end());
    for (const Access& access : all) note_partial_sum(all, access);
  }

  // One per variable, at the first write that takes part.
  void note_problem(const Symbol& channel, const Access& access) {
    if (!access.is_write) return;
    const auto [known, fresh] = problems_.try_emplace(access.path.root, Problem{&channel, access.span});
    if (!fresh && access.span < known->second.where) known->second = {&channel, access.span};
  }

  void tell(const Symbol& root, const Problem& problem) {
    const std::string group = std::string(entry_.symbol->name) + "(" + std::string(set_.name) + ")";
    report_.add(set_, "V10", problem.where,
                "receivers of `" + std::string(problem.channel->name) + "` in " + group +
                    " run in internal process order and do not commute on `" + std::string(root.name) + "`",
                "write only local variables, cells indexed by the process's own parameter, or sums and the like");
  }

  void note_partial_sum(const std::vector<Access>& all, const Access& access) {
    if (!access.is_write || are_disjoint(access.path, access.path, own_) || problems_.contains(access.path.root))
      return;
    const Access* risk = partial_sum_risk(all, *access.path.root);
    if (!risk) return;
    report_.add(set_, "V14", risk->span,
                "range check inside an iteration over " + std::string(set_.name) + " may abort depending on numbering",
                "check the final value, or give the variable a range that holds every partial result");
  }

  const Model& model_;
  const Entry& entry_;
  const ScalarSet& set_;
  Report& report_;
  std::vector<const Symbol*> own_;
  std::map<const Symbol*, Problem> problems_;
};

}  // namespace

std::vector<Way> ways_of(const Template& templ) {
  std::vector<Way> ways;
  for (const Edge& edge : templ.edges) {
    if (edge.source >= templ.locations.size()) continue;
    if (edge.target < templ.locations.size()) {
      ways.push_back({&edge, nullptr});
      continue;
    }
    for (const Edge& branch : templ.edges) {
      if (branch.source == edge.target) ways.push_back({&edge, &branch});
    }
  }
  return ways;
}

void check_receivers(const Resolver& resolver, const std::vector<Entry>& entries, OrderCheck& check, Report& report) {
  for (const Entry& entry : entries) {
    if (!entry.set || !entry.templ) continue;
    std::set<const ScalarSet*> sets;
    for (const ConcreteType* type : entry.set->types) {
      if (type && type->kind == TypeKind::scalar && type->set) sets.insert(type->set);
    }
    if (sets.empty()) continue;
    const std::vector<Receiver> found = receivers(resolver, entry, check);
    for (const ScalarSet* set : sets) ReceiverCheck(resolver, entry, *set, report).check(found);
  }
}

}  // namespace orbita::violations
