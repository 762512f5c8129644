#include "engine/exchange/edge_partitions.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "engine/exchange/edge_conflicts.h"
#include "engine/exchange/exchanges.h"
#include "parser/work_limits.h"

namespace orbita::exchange {

namespace {

struct AtomForm {
  TermId condition, x, y, bound;
  bool strict = false;
  const ClockAtom* atom = nullptr;
};

struct ConditionForm {
  TermId data;
  std::vector<AtomForm> atoms;
};

struct EdgeForm {
  ConditionForm guard;
  TermId channel, effect;
  std::vector<ChannelId> channels;  // candidates
  TermId whole;                     // all of it as one term
};

class Prover {
 public:
  Prover(const Network& network, EdgePartitions& known)
      : network_(network),
        known_(known),
        partitions_(known.partitions),
        programs_(network, terms_),
        exchanges_(network, known.ids, terms_, programs_) {
    programs_.load(network.programs);
  }

  void prove_network() {
    finest_ = finest();
    base_ = partition_of(partitions_.coarsest(), [](Exchange&) { return true; });  // cells without an image
    make_forms();
    prove_edges();
    prove_locations();
    prove_hearing();
    known_.always = partition_of(base_, [&](Exchange& e) { return respects_hooks(e); });
    if (network_.has_channel_priority || network_.has_process_priority) add_priorities();
    note_asymmetric_edges();
  }

  PartitionId prove_predicate(const Predicate& predicate) {
    finest_ = finest();
    if (predicate.nodes.empty()) return partitions_.coarsest();
    base_ = partition_of(partitions_.coarsest(), [](Exchange&) { return true; });
    if (predicate.has_deadlock) return finest_;
    programs_.load(*predicate.programs);
    programs_.bind({});
    return guarded([&] {
      std::vector<Form> forms;
      for (const Predicate::Node& node : predicate.nodes) forms.push_back(form_of(node));
      const TermId whole = predicate_term(predicate, forms, 0, nullptr);
      return partition_of(base_, [&](Exchange& e) { return same(predicate_term(predicate, forms, 0, &e), whole); });
    });
  }

 private:
  // ---------------------------------------------------------------- partitions

  PartitionId finest() {
    Partitions::Cells labels(partitions_.places());
    for (std::uint32_t p = 0; p < labels.size(); ++p) labels[p] = p;
    return partitions_.intern(labels);
  }

  // Every element joins the first cell whose first element it may be exchanged with. Only what refines `within`.
  PartitionId partition_of(PartitionId within, const std::function<bool(Exchange&)>& respected) {
    const Partitions::Cells bounds = partitions_.cells(within);
    Partitions::Cells labels(partitions_.places());
    for (std::uint32_t p = 0; p < labels.size(); ++p) {
      labels[p] = p;
      for (std::uint32_t q = 0; q < p; ++q) {
        if (labels[q] != q || bounds[q] != bounds[p]) continue;
        poll_limits();
        Exchange* const exchange =
            exchanges_.find(partitions_.set_of(p), partitions_.element_of(q), partitions_.element_of(p));
        if (exchange == nullptr || !is_respected(*exchange, respected)) continue;
        labels[p] = q;
        break;
      }
    }
    return partitions_.intern(labels);
  }

  static bool is_respected(Exchange& exchange, const std::function<bool(Exchange&)>& respected) {
    try {
      return respected(exchange);
    } catch (const Unproved&) {
      return false;
    }
  }

  PartitionId guarded(const std::function<PartitionId()>& prove) const {
    try {
      return prove();
    } catch (const Unproved&) {
      return finest_;
    }
  }

  bool same(TermId a, TermId b) const { return !terms_.differ(a, b); }

  // --------------------------------------------------------------------- forms

  TermId clock_term(const ClockTerm& term) {
    return term.code == no_code ? terms_.constant(term.clock.value) : programs_.evaluate(term.code);
  }

  AtomForm form_of(const ClockAtom& atom) {
    return {programs_.evaluate(atom.condition),
            clock_term(atom.x),
            clock_term(atom.y),
            atom.bound == no_code ? terms_.constant(atom.constant) : programs_.evaluate(atom.bound),
            atom.strict,
            &atom};
  }

  ConditionForm form_of(const Condition& condition) {
    ConditionForm form{programs_.evaluate(condition.data), {}};
    for (const ClockAtom& atom : condition.atoms) form.atoms.push_back(form_of(atom));
    return form;
  }

  // The terms as they are (nullptr) or after an exchange.
  TermId term_of(const AtomForm& form, Exchange* e) {
    const auto clock = [&](TermId term, std::span<const NetClockId> candidates) {
      return e == nullptr ? term : exchanges_.renamed_number(*e, term, candidates);
    };
    return terms_.tuple({renamed(form.condition, e), clock(form.x, form.atom->x_candidates),
                         clock(form.y, form.atom->y_candidates), terms_.constant(form.strict), renamed(form.bound, e)});
  }

  TermId term_of(const ConditionForm& form, Exchange* e) {
    std::vector<TermId> atoms;
    for (const AtomForm& atom : form.atoms) atoms.push_back(term_of(atom, e));
    return terms_.tuple({renamed(form.data, e), terms_.bag(std::move(atoms))});
  }

  TermId term_of(const EdgeForm& form, Exchange* e) {
    const bool stays = e == nullptr || form.channels.empty();
    const TermId channel = stays ? form.channel : exchanges_.renamed_number<ChannelId>(*e, form.channel, form.channels);
    return terms_.tuple({term_of(form.guard, e), channel, renamed(form.effect, e)});
  }

  TermId renamed(TermId term, Exchange* e) { return e == nullptr ? term : exchanges_.renamed(*e, term); }

  // --------------------------------------------------------------------- edges

  void make_forms() {
    for (const NetEdge& edge : network_.edges) {
      poll_limits();
      try {
        forms_.push_back(form_of(edge));
      } catch (const Unproved&) {
        forms_.push_back(std::nullopt);
      }
    }
  }

  EdgeForm form_of(const NetEdge& edge) {
    EdgeForm form;
    programs_.bind(edge.selects);
    form.guard = form_of(edge.guard);
    form.channel = terms_.constant(edge.direction == SyncDirection::none ? -1 : std::int64_t{edge.channel.value});
    if (edge.direction != SyncDirection::none && edge.channel_index != no_code)
      form.channel = terms_.operation(Opcode::add, form.channel, programs_.evaluate(edge.channel_index));
    if (edge.direction != SyncDirection::none) {
      for (const ChannelId c : edge.channels()) form.channels.push_back(c);
    }
    const CodeRef updates[] = {edge.update};
    form.effect = programs_.execute(updates);
    form.whole = term_of(form, nullptr);
    return form;
  }

  bool never_taken(EdgeId e) const { return forms_[e] && terms_.constant_of(forms_[e]->guard.data) == 0; }

  // Edges of one template edge, apart for each choice of select values, or all together.
  void prove_edges() {
    known_.edge.assign(network_.edges.size(), partitions_.coarsest());
    std::map<std::uint32_t, std::map<std::vector<std::int32_t>, std::vector<EdgeId>>> families;
    for (const EdgeId e : network_.edges.ids()) {
      const NetEdge& edge = network_.edges[e];
      std::vector<std::int32_t> chosen;
      for (const SelectRange& select : edge.selects) {
        if (select.low == select.high) chosen.push_back(select.low);
      }
      if (!never_taken(e)) families[edge.family][chosen].push_back(e);
    }
    for (const auto& [family, parts] : families) {
      std::vector<EdgeId> all;
      for (const auto& [chosen, part] : parts) all.insert(all.end(), part.begin(), part.end());
      const PartitionId together = partition_of_edges(all);
      std::vector<PartitionId> apart;
      if (parts.size() > 1) {
        for (const auto& [chosen, part] : parts) apart.push_back(partition_of_edges(part));
      }
      // Together where that respects as much: the edges of a select over ids are exchanged with each other. Never some
      // together and some apart: an edge and its images have one partition.
      const bool is_one = std::all_of(apart.begin(), apart.end(),
                                      [&](PartitionId part) { return partitions_.is_finer(part, together); });
      std::size_t next = 0;
      for (const auto& [chosen, part] : parts) {
        for (const EdgeId e : part) known_.edge[e] = is_one ? together : apart[next];
        ++next;
      }
    }
  }

  PartitionId partition_of_edges(const std::vector<EdgeId>& edges) {
    const auto is_unknown = [&](EdgeId e) { return !forms_[e]; };
    if (std::any_of(edges.begin(), edges.end(), is_unknown)) return finest_;
    return partition_of(base_, [&](Exchange& exchange) {
      return std::all_of(edges.begin(), edges.end(), [&](EdgeId e) { return has_image(e, edges, exchange); });
    });
  }

  bool has_image(EdgeId e, const std::vector<EdgeId>& edges, Exchange& exchange) {
    const NetEdge& edge = network_.edges[e];
    const ProcessId process{Exchange::image(exchange.values, network_.location_value(edge.process))};
    const TermId image = term_of(*forms_[e], &exchange);
    const auto fits = [&](EdgeId other) {
      const NetEdge& o = network_.edges[other];
      return o.process == process && o.source == edge.source && o.target == edge.target &&
             o.direction == edge.direction && same_flags(edge, o);
    };
    for (const EdgeId other : edges) {
      if (fits(other) && forms_[other]->whole == image) return true;
    }
    return std::any_of(edges.begin(), edges.end(),
                       [&](EdgeId other) { return fits(other) && same(forms_[other]->whole, image); });
  }

  // Urgent, broadcast and priority of the channels that may be meant.
  bool same_flags(const NetEdge& a, const NetEdge& b) const {
    if (a.direction == SyncDirection::none) return true;
    const Channel &first = network_.channels[a.channel], &second = network_.channels[b.channel];
    return first.urgent == second.urgent && first.broadcast == second.broadcast && first.priority == second.priority;
  }

  void note_asymmetric_edges() {
    std::set<std::pair<std::uint32_t, PartitionId>> met;
    for (const EdgeId e : network_.edges.ids()) {
      const NetEdge& edge = network_.edges[e];
      if (known_.edge[e] == partitions_.coarsest() || !met.emplace(edge.family, known_.edge[e]).second) continue;
      const NetProcess& process = network_.processes[edge.process];
      const std::string name(process.origin->templ->name);
      known_.asymmetric.push_back({"the edge " + process.locations[edge.source].name + " -> " +
                                       process.locations[edge.target].name + " of " + name,
                                   edge.tree != nullptr ? edge.tree->span : Span{}, known_.edge[e]});
    }
  }

  // ----------------------------------------------------------------- locations

  struct LocationForm {
    ConditionForm invariant;
    std::vector<std::pair<NetClockId, TermId>> rates;
  };

  std::optional<LocationForm> form_of(const NetLocation& location) {
    try {
      LocationForm form{form_of(location.invariant), {}};
      for (const RateAtom& rate : location.rates) {
        form.rates.emplace_back(rate.clock, rate.rate == no_code ? terms_.constant(0) : programs_.evaluate(rate.rate));
      }
      return form;
    } catch (const Unproved&) {
      return std::nullopt;
    }
  }

  TermId term_of(const LocationForm& form, Exchange* e) {
    std::vector<TermId> rates;
    for (const auto& [clock, rate] : form.rates) {
      const NetClockId image = e == nullptr ? clock : e->image(clock);
      rates.push_back(terms_.tuple({terms_.constant(image.value), renamed(rate, e)}));
    }
    return terms_.tuple({term_of(form.invariant, e), terms_.bag(std::move(rates))});
  }

  void prove_locations() {
    programs_.bind({});
    std::map<std::pair<std::uint32_t, LocationId>, std::vector<ProcessId>> families;
    for (const ProcessId p : network_.processes.ids()) {
      known_.location.emplace_back(network_.processes[p].locations.size(), partitions_.coarsest());
      const NetProcess& process = network_.processes[p];
      for (const LocationId l : process.locations.ids()) families[{process.family, l}].push_back(p);
    }
    for (const auto& [key, processes] : families) {
      const LocationId l = key.second;
      PartitionId proved = partition_of_location(l, processes);
      if (proved != partitions_.coarsest()) {
        const NetProcess& process = network_.processes[processes[0]];
        const NetLocation& location = process.locations[l];
        known_.asymmetric.push_back(
            {"the invariant of " + location.name + " of " + std::string(process.origin->templ->name),
             location.tree != nullptr ? location.tree->span : Span{}, proved});
      }
      for (const ProcessId p : processes) {
        for (const EdgeId e : network_.processes[p].locations[l].edges) {
          if (is_urgent(network_.edges[e])) proved = partitions_.meet(proved, known_.edge[e]);
        }
      }
      for (const ProcessId p : processes) known_.location[p][l] = proved;
    }
  }

  bool is_urgent(const NetEdge& edge) const {
    if (edge.direction == SyncDirection::none) return false;
    return std::ranges::any_of(edge.channels(), [&](ChannelId c) { return network_.channels[c].urgent; });
  }

  PartitionId partition_of_location(LocationId l, const std::vector<ProcessId>& processes) {
    std::map<ProcessId, std::pair<LocationForm, TermId>> forms;
    for (const ProcessId p : processes) {
      std::optional<LocationForm> form = form_of(network_.processes[p].locations[l]);
      if (!form) return finest_;
      const TermId whole = term_of(*form, nullptr);
      forms.emplace(p, std::pair(std::move(*form), whole));
    }
    return partition_of(base_, [&](Exchange& exchange) {
      return std::all_of(forms.begin(), forms.end(), [&](const auto& form) {
        const auto image = forms.find(ProcessId{Exchange::image(exchange.values, network_.location_value(form.first))});
        if (image == forms.end()) return false;
        const NetLocation &a = network_.processes[form.first].locations[l],
                          &b = network_.processes[image->first].locations[l];
        return a.urgent == b.urgent && a.committed == b.committed &&
               same(term_of(form.second.first, &exchange), image->second.second);
      });
    });
  }

  // ---------------------------------------------------------------- broadcasts

  // Who hears a broadcast executes its update in the order of processes: two that do not commute are never exchanged.
  // Channels of one array have one partition, and it respects where receivers go as well.
  void prove_hearing() {
    std::map<std::uint32_t, std::vector<EdgeId>> receivers;  // by family of channels
    for (const EdgeId e : network_.edges.ids()) {
      const NetEdge& edge = network_.edges[e];
      if (edge.direction != SyncDirection::receive || never_taken(e)) continue;
      if (network_.channels[edge.channel].broadcast)
        receivers[known_.ids.channels[edge.channel.value].family].push_back(e);
    }
    std::map<std::uint32_t, PartitionId> proved;
    for (const auto& [family, edges] : receivers) proved[family] = partition_of_receivers(edges);
    for (const Cell& channel : known_.ids.channels) {
      const auto known = proved.find(channel.family);
      known_.hearing.push_back(known == proved.end() ? partitions_.coarsest() : known->second);
    }
  }

  PartitionId partition_of_receivers(const std::vector<EdgeId>& edges) {
    assert(known_.edge.size() == network_.edges.size() && known_.location.size() == network_.processes.size());
    PartitionId proved = partitions_.coarsest();
    for (const EdgeId e : edges) {
      const NetEdge& edge = network_.edges[e];
      proved = partitions_.meet(proved, partitions_.meet(known_.edge[e], known_.location[edge.process][edge.target]));
    }
    for (std::size_t a = 0; a < edges.size(); ++a) {
      for (std::size_t b = a + 1; b < edges.size(); ++b) {
        poll_limits();
        if (!commute(edges[a], edges[b])) return finest_;
      }
    }
    return proved;
  }

  bool commute(EdgeId a, EdgeId b) {
    const NetEdge &first = network_.edges[a], &second = network_.edges[b];
    if (first.process == second.process) return true;
    if (network_.processes[first.process].family != network_.processes[second.process].family) return true;
    if (!may_disturb(first, second)) return true;
    const auto key = std::minmax(a, b);
    const auto known = commute_.find(key);
    if (known != commute_.end()) return known->second;
    bool result = false;
    try {
      if (first.selects.empty() && second.selects.empty()) {
        programs_.bind({});
        const CodeRef one[] = {first.update, second.update}, other[] = {second.update, first.update};
        result = same(programs_.execute(one), programs_.execute(other));
      }
    } catch (const Unproved&) {
    }
    return commute_.emplace(key, result).first->second;
  }

  // --------------------------------------------------------------------- others

  bool respects_hooks(Exchange& exchange) {
    programs_.bind({});
    for (const CodeRef hook : {network_.before_update, network_.after_update}) {
      if (hook == no_code) continue;
      const CodeRef only[] = {hook};
      const TermId effect = programs_.execute(only);
      if (!same(exchanges_.renamed(exchange, effect), effect)) return false;
    }
    return true;
  }

  // What may block a step is part of it.
  void add_priorities() {
    for (const PartitionId p : known_.edge) known_.always = partitions_.meet(known_.always, p);
    for (const PartitionId p : known_.hearing) known_.always = partitions_.meet(known_.always, p);
    for (const auto& locations : known_.location) {
      for (const PartitionId p : locations) known_.always = partitions_.meet(known_.always, p);
    }
    known_.always = partition_of(known_.always, [&](Exchange& exchange) {
      return std::all_of(exchange.values.begin(), exchange.values.end(),
                         [&](const auto& move) {
                           return move.first >= network_.processes.size() ||
                                  network_.processes[ProcessId{move.first}].priority ==
                                      network_.processes[ProcessId{move.second}].priority;
                         }) &&
             std::all_of(exchange.channels.begin(), exchange.channels.end(), [&](const auto& move) {
               return network_.channels[ChannelId{move.first}].priority ==
                      network_.channels[ChannelId{move.second}].priority;
             });
    });
  }

  // ----------------------------------------------------------------- predicates

  struct Form {
    TermId data;
    AtomForm atom;
  };

  Form form_of(const Predicate::Node& node) {
    Form form;
    if (node.kind == Predicate::Kind::data) form.data = programs_.evaluate(node.data);
    if (node.kind == Predicate::Kind::atom) form.atom = form_of(node.atom);
    return form;
  }

  TermId predicate_term(const Predicate& predicate, const std::vector<Form>& forms, std::uint32_t at, Exchange* e) {
    const Predicate::Node& node = predicate.nodes[at];
    const TermId kind = terms_.constant(static_cast<std::int64_t>(node.kind));
    if (node.kind == Predicate::Kind::data) return terms_.tuple({kind, renamed(forms[at].data, e)});
    if (node.kind == Predicate::Kind::atom) return terms_.tuple({kind, term_of(forms[at].atom, e)});
    std::vector<TermId> children;
    for (const std::uint32_t child : node.children) children.push_back(predicate_term(predicate, forms, child, e));
    return terms_.tuple({kind, terms_.bag(std::move(children))});
  }

  const Network& network_;
  EdgePartitions& known_;
  Partitions& partitions_;
  Terms terms_;
  SymbolicRun programs_;
  Exchanges exchanges_;
  PartitionId finest_, base_;
  IdVector<EdgeId, std::optional<EdgeForm>> forms_;
  std::map<std::pair<EdgeId, EdgeId>, bool> commute_;
};

}  // namespace

EdgePartitions prove_exchanges(const Network& network, const IdClasses& ids) {
  EdgePartitions known;
  known.ids = ids;
  known.partitions = Partitions(ids.layout);
  Prover(network, known).prove_network();
  return known;
}

PartitionId prove_predicate(const Network& network, EdgePartitions& known, const Predicate& predicate) {
  return Prover(network, known).prove_predicate(predicate);
}

}  // namespace orbita::exchange
