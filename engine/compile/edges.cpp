// Locations and edges of the processes, and the update hooks.
#include <algorithm>
#include <cassert>
#include <map>

#include "engine/compile/compiler_state.h"
#include "engine/compile/condition.h"

namespace orbita {

using ir::Node;

namespace {

// Selects over integers with at most this many combinations become one edge per combination …
constexpr std::int64_t max_expanded = 256;
// … as long as the edge does not become more than this many in the whole network.
constexpr std::uint64_t max_expanded_edges = 1 << 16;

std::vector<SlotId> merged(const std::vector<SlotId>& a, const std::vector<SlotId>& b) {
  std::vector<SlotId> result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

void note_clock_writes(Network& network, const std::vector<ClockWrite>& writes) {
  for (const ClockWrite& write : writes) network.resets_to_zero_only &= write.low == 0 && write.high == 0;
}

void note_diagonals(Network& network, const Condition& condition) {
  for (const ClockAtom& atom : condition.atoms) {
    network.has_diagonals |=
        atom.x_candidates.back() != reference_net_clock && atom.y_candidates.back() != reference_net_clock;
  }
}

// A select variable: its values, and whether each gets its own edge.
struct SelectDraft {
  const Symbol* symbol = nullptr;
  const ConcreteType* type = nullptr;
  SelectRange range;
  bool expanded = false;
};

// The number of a template edge (and branch): the same in every process.
using EdgeFamilies = std::map<std::pair<const Edge*, const Edge*>, std::uint32_t>;

// The network being made, and the tables that number its parts.
struct Making {
  ObjectTable& objects;
  Network& network;
  EdgeFamilies families;
};

// Compiles the edges of one process.
class EdgeCompiler {
 public:
  EdgeCompiler(CompilerState& state, Making& making, ProcessId process, std::uint64_t siblings)
      : state_(state),
        objects_(making.objects),
        network_(making.network),
        families_(making.families),
        process_(process),
        siblings_(siblings) {}

  void compile(const Edge& edge, const Edge* branch) {
    selects_.clear();
    add_selects(edge);
    if (branch) {
      if (edge.sync && branch->sync) {
        refuse(branch->sync->span, "refused",
               "the edge into the branchpoint synchronises already, a branch of it cannot");
      }
      add_selects(*branch);
    }
    decide_expansion();
    values_.assign(selects_.size(), 0);
    expand(edge, branch, 0);
  }

 private:
  void add_selects(const Edge& edge) {
    for (const Binder& binder : edge.selects) {
      const Type& type = *binder.symbol->type;
      SelectDraft draft;
      draft.symbol = binder.symbol;
      draft.type = elaborate_type(state_.model, type, state_.process_tree(process_));
      draft.range.low = draft.type->kind == TypeKind::integer ? draft.type->low : 0;
      draft.range.high = draft.type->kind == TypeKind::boolean ? 1 : draft.type->high;
      if (const IdSet* set = objects_.ids().set_of(*draft.type)) {
        draft.range.set = objects_.net_set(*set, process_, draft.range.high - draft.range.low + 1);
      }
      draft.range.frame = static_cast<std::uint32_t>(selects_.size());
      selects_.push_back(draft);
    }
  }

  void decide_expansion() {
    std::int64_t product = 1;
    for (const SelectDraft& select : selects_) {
      if (select.range.set != none) continue;
      product *= std::max<std::int64_t>(std::int64_t{select.range.high} - select.range.low + 1, 0);
      if (product > max_expanded) return;
    }
    if (static_cast<std::uint64_t>(product) * siblings_ > max_expanded_edges) return;
    for (SelectDraft& select : selects_) select.expanded = select.range.set == none;
  }

  void expand(const Edge& edge, const Edge* branch, std::size_t next) {
    while (next < selects_.size() && !selects_[next].expanded) ++next;
    if (next == selects_.size()) return add(edge, branch);
    for (std::int64_t v = selects_[next].range.low; v <= selects_[next].range.high; ++v) {
      values_[next] = static_cast<std::int32_t>(v);
      expand(edge, branch, next + 1);
    }
  }

  void add(const Edge& edge, const Edge* branch) {
    state_.begin_program();
    Lowering lowering(state_, process_);
    NetEdge result;
    result.process = process_;
    result.source = LocationId{edge.source};
    result.target = LocationId{branch ? branch->target : edge.target};
    result.tree = &edge;
    result.branch = branch;
    for (std::size_t i = 0; i < selects_.size(); ++i) {
      SelectRange range = selects_[i].range;
      if (selects_[i].expanded) {
        range.low = range.high = values_[i];
        lowering.bind(*selects_[i].symbol, values_[i]);
      } else {
        lowering.bind_cell(*selects_[i].symbol, range.frame, *selects_[i].type);
      }
      result.selects.push_back(range);
    }
    if (edge.guard || (branch && branch->guard)) {
      ConditionDraft guard(lowering);
      if (edge.guard) guard.add(*edge.guard);
      if (branch && branch->guard) guard.add(*branch->guard);
      if (guard.is_false()) return;  // never enabled in this process
      result.guard = guard.finish();
      note_diagonals(network_, result.guard);
    }
    add_sync(lowering, branch && branch->sync ? *branch : edge, result);
    add_update(lowering, edge, branch, result);
    result.reads = merged(result.reads, result.guard.reads);
    result.reads_before_write = merged(result.reads_before_write, result.guard.reads);
    result.family = families_.try_emplace({&edge, branch}, static_cast<std::uint32_t>(families_.size())).first->second;
    assert(network_.processes[process_].locations.contains(result.source));
    assert(network_.processes[process_].locations.contains(result.target) && "branchpoints are taken apart");
    network_.processes[process_].locations[result.source].edges.push_back(network_.edges.end_id());
    network_.edges.push_back(std::move(result));
  }

  void add_sync(Lowering& lowering, const Edge& edge, NetEdge& result) {
    result.direction = edge.sync ? edge.direction : SyncDirection::none;
    if (!edge.sync) return;
    if (edge.direction == SyncDirection::csp) refuse(edge.sync->span, "refused", "a synchronisation needs '!' or '?'");
    const NetPlace channel = lowering.place(*edge.sync, Sort::channel);
    if (channel.at->is_constant()) {
      result.channel = ChannelId{static_cast<std::uint32_t>(channel.at->value)};
      return;
    }
    std::uint32_t first = none, last = 0;
    for_each_cell(*channel.extent, [&](std::uint32_t c) {
      first = std::min(first, c);
      last = std::max(last, c);
    });
    result.channel = ChannelId{first};
    result.channel_count = last - first + 1;
    const Node* index = make_offset(channel.at, first);
    state_.effects.walk(*index);
    const ir::Effects effects = state_.effects.take();
    result.reads = result.reads_before_write = to_slots(network_, effects.reads);
    result.channel_index = state_.emitter.expression(*index);
  }

  // channel - first; neither leaves 32 bits.
  Node* make_offset(Node* channel, std::uint32_t first) {
    Node* node =
        state_.nodes.make(ir::Op::subtract, {channel, state_.nodes.constant(static_cast<std::int32_t>(first))});
    node->low = 0;
    node->high = INT32_MAX;
    return node;
  }

  void add_update(Lowering& lowering, const Edge& edge, const Edge* branch, NetEdge& result) {
    std::vector<Node*> all;
    if (edge.update) all.push_back(lowering.effect(*edge.update));
    if (branch && branch->update) all.push_back(lowering.effect(*branch->update));
    if (all.empty()) return;
    const Node* update = state_.nodes.sequence(all);
    state_.effects.walk(*update);
    ir::Effects effects = state_.effects.take();
    if (update->is_pure()) return;
    result.update = state_.emitter.update(*update);
    result.reads = merged(result.reads, to_slots(network_, effects.reads));
    result.reads_before_write = merged(result.reads_before_write, to_slots(network_, effects.first_reads));
    result.writes = to_slots(network_, effects.writes);
    result.certain_writes = to_slots(network_, effects.certain);
    result.clock_writes = std::move(effects.clocks);
    note_clock_writes(network_, result.clock_writes);
  }

  CompilerState& state_;
  ObjectTable& objects_;
  Network& network_;
  EdgeFamilies& families_;
  ProcessId process_;
  std::uint64_t siblings_;
  std::vector<SelectDraft> selects_;
  std::vector<std::int32_t> values_;
};

// Edges leaving each branchpoint of a template.
using Branches = std::vector<std::vector<const Edge*>>;

Branches branches_of(const Template& templ) {
  Branches result(templ.branchpoints.size());
  for (const Edge& edge : templ.edges) {
    if (edge.source >= templ.locations.size()) result[edge.source - templ.locations.size()].push_back(&edge);
  }
  return result;
}

void compile_location(CompilerState& state, Network& network, ProcessId process, const Location& tree,
                      NetLocation& result) {
  result.name = tree.name;
  result.urgent = tree.urgent;
  result.committed = tree.committed;
  result.tree = &tree;
  if (!tree.invariant) return;
  state.begin_program();
  Lowering lowering(state, process);
  ConditionDraft draft(lowering);
  draft.add(*tree.invariant);
  result.invariant = draft.finish();
  result.rates = draft.take_rates();
  note_diagonals(network, result.invariant);
  network.has_stopwatches |= !result.rates.empty();
}

void compile_edges(CompilerState& state, Making& making, ProcessId process, const Branches& branches,
                   std::uint64_t siblings) {
  const Template& templ = *state.process_tree(process)->templ;
  EdgeCompiler compiler(state, making, process, siblings);
  for (const Edge& edge : templ.edges) {
    if (edge.source >= templ.locations.size()) continue;
    if (edge.target < templ.locations.size()) {
      compiler.compile(edge, nullptr);
      continue;
    }
    for (const Edge* branch : branches[edge.target - templ.locations.size()]) {
      if (branch->target >= templ.locations.size()) {
        refuse(branch->span, "refused", "an edge from a branchpoint cannot lead to another branchpoint");
      }
      compiler.compile(edge, branch);
    }
  }
}

CodeRef compile_hook(CompilerState& state, Network& network, const Expr* update) {
  if (!update) return no_code;
  state.begin_program();
  Lowering lowering(state, none);
  const Node* node = lowering.effect(*update);
  state.effects.walk(*node);
  const ir::Effects effects = state.effects.take();
  network.hook_reads = merged(network.hook_reads, to_slots(network, effects.reads));
  network.hook_writes = merged(network.hook_writes, to_slots(network, effects.writes));
  network.hook_clock_writes.insert(network.hook_clock_writes.end(), effects.clocks.begin(), effects.clocks.end());
  note_clock_writes(network, effects.clocks);
  return state.emitter.update(*node);
}

}  // namespace

std::vector<SlotId> to_slots(const Network& network, const std::vector<std::uint32_t>& cells) {
  const auto processes = static_cast<std::uint32_t>(network.processes.size());
  std::vector<SlotId> slots;
  slots.reserve(cells.size());
  for (const std::uint32_t cell : cells) {
    if (cell >= processes) slots.push_back(SlotId{cell - processes});
  }
  return slots;
}

std::uint32_t count_selects(const Model& model) {
  std::size_t most = 0;
  for (const Template* templ : model.document->templates) {
    std::size_t edges = 0, branches = 0;
    for (const Edge& edge : templ->edges) {
      auto& count = edge.source >= templ->locations.size() ? branches : edges;
      count = std::max(count, edge.selects.size());
    }
    most = std::max(most, edges + branches);
  }
  return static_cast<std::uint32_t>(most);
}

void compile_processes(CompilerState& state, ObjectTable& objects, Network& network) {
  Making making{objects, network, {}};
  std::unordered_map<const Template*, Branches> branches;
  std::unordered_map<const Template*, std::uint64_t> instances;
  for (const Process& process : state.model.processes) ++instances[process.templ];
  for (const ProcessId p : network.processes.ids()) {
    const Template& templ = *state.process_tree(p)->templ;
    const auto [known, added] = branches.try_emplace(&templ);
    if (added) known->second = branches_of(templ);
    NetProcess& process = network.processes[p];
    process.locations.resize(templ.locations.size());
    for (const LocationId l : process.locations.ids()) {
      compile_location(state, network, p, templ.locations[l.value], process.locations[l]);
    }
    compile_edges(state, making, p, known->second, instances[&templ]);
  }
}

void compile_hooks(CompilerState& state, Network& network) {
  network.before_update = compile_hook(state, network, state.model.before_update);
  network.after_update = compile_hook(state, network, state.model.after_update);
}

}  // namespace orbita
