#include "engine/detect/renamed.h"

#include <algorithm>

#include "engine/detect/nobody.h"
#include "engine/detect/symbolic_run.h"

namespace orbita::detection {

Renamer::Renamer(NormalNetwork& normal, const Exchange& exchange)
    : normal_(normal), d_(normal.diagrams()), g_(exchange) {}

DiagramId Renamer::plain(DiagramId a) {
  return d_.renamed(
      a, g_, [&](TermId leaf) { return d_.term(d_.renamed(leaf, g_)); }, plain_);
}

DiagramId Renamer::clock_number(DiagramId a) {
  const auto leaf = [&](TermId t) {
    if (!d_.terms()[t].is_number()) throw Beyond("a clock that is not known");
    return d_.number(g_.clock(clock_numbered(d_.terms()[t].constant)).value);
  };
  return d_.renamed(a, g_, leaf, clocks_);
}

DiagramId Renamer::channel_number(DiagramId a) {
  const auto leaf = [&](TermId t) {
    if (!d_.terms()[t].is_number()) throw Beyond("a channel that is not known");
    const std::int64_t channel = d_.terms()[t].constant;
    return d_.number(channel < 0 ? channel : g_.channel(ChannelId{static_cast<std::uint32_t>(channel)}).value);
  };
  return d_.renamed(a, g_, leaf, channels_);
}

DiagramId Renamer::contents_of(std::uint32_t position, DiagramId held) {
  if (!g_.changes_contents(position)) return plain(held);
  const auto leaf = [&](TermId t) {
    if (!d_.terms()[t].is_number()) throw Beyond("a number that is not known is stored as an id");
    return d_.number(g_.contents(position, d_.terms()[t].constant));
  };
  return d_.renamed(held, g_, leaf, contents_[g_.contents_key(position)]);
}

NormalCondition Renamer::image(const NormalCondition& condition) {
  NormalCondition result;
  result.ordered = condition.ordered;
  result.data = plain(condition.data);
  for (const NormalAtom& atom : condition.atoms) {
    result.atoms.push_back({g_.clock(atom.x), g_.clock(atom.y), atom.strict, plain(atom.bound)});
  }
  return result;
}

NormalUpdate Renamer::image(const NormalUpdate& update) {
  NormalUpdate result;
  result.completed = plain(update.completed);
  for (const auto& [position, held] : update.values) {
    result.values.emplace(g_.value(position), contents_of(position, held));
  }
  for (const auto& [clock, held] : update.clocks) result.clocks.emplace(g_.clock(clock), plain(held));
  return result;
}

NormalEdge Renamer::image(const NormalEdge& edge) {
  NormalEdge result = edge;
  result.channel = channel_number(edge.channel);
  result.guard = image(edge.guard);
  result.seen = image(edge.seen);
  return result;
}

Renamer::Code Renamer::plain_code(const NormalCondition& condition) const {
  Code code{condition.data.value, condition.ordered};
  std::vector<NormalAtom> atoms = condition.atoms;
  if (!condition.ordered) {
    std::sort(atoms.begin(), atoms.end());
    atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  }
  for (const NormalAtom& atom : atoms)
    code.insert(code.end(), {atom.x.value, atom.y.value, atom.strict, atom.bound.value});
  return code;
}

Renamer::Code Renamer::plain_code(const NormalUpdate& update) const {
  Code code{update.completed.value, update.values.size()};
  for (const auto& [position, held] : update.values) code.insert(code.end(), {position, held.value});
  for (const auto& [clock, held] : update.clocks) code.insert(code.end(), {clock.value, held.value});
  return code;
}

Renamer::Code Renamer::plain_code(const NormalEdge& edge) const {
  Code code{edge.source.value, edge.target.value, static_cast<std::uint64_t>(edge.direction), edge.channel.value};
  for (const Code& part : {plain_code(edge.guard), plain_code(edge.seen)}) {
    code.push_back(part.size());
    code.insert(code.end(), part.begin(), part.end());
  }
  return code;
}

Renamer::Code Renamer::plain_code(const std::vector<std::pair<NetClockId, DiagramId>>& rates) const {
  std::vector<std::pair<NetClockId, DiagramId>> sorted = rates;
  std::sort(sorted.begin(), sorted.end());
  Code code;
  for (const auto& [clock, rate] : sorted) code.insert(code.end(), {clock.value, rate.value});
  return code;
}

Renamer::Code Renamer::code(const NormalCondition& condition) { return plain_code(image(condition)); }
Renamer::Code Renamer::code(const NormalUpdate& update) { return plain_code(image(update)); }
Renamer::Code Renamer::code(const NormalEdge& edge) { return plain_code(image(edge)); }
Renamer::Code Renamer::code(const std::vector<std::pair<NetClockId, DiagramId>>& rates) {
  std::vector<std::pair<NetClockId, DiagramId>> images;
  for (const auto& [clock, rate] : rates) images.emplace_back(g_.clock(clock), plain(rate));
  return plain_code(images);
}

// ----------------------------------------------------------------- differences

std::size_t Renamer::differences(const NormalEdge& edge, const NormalEdge& other) {
  const NormalEdge mine = image(edge);
  std::size_t count = mine.direction != other.direction ? 10 : 0;
  count += mine.channel != other.channel;
  count += plain_code(mine.guard) != plain_code(other.guard);
  count += mine.seen.completed != other.seen.completed;
  for (const auto& [position, held] : mine.seen.values) {
    const auto theirs = other.seen.values.find(position);
    count += theirs == other.seen.values.end() || theirs->second != held;
  }
  for (const auto& [position, held] : other.seen.values) count += !mine.seen.values.contains(position);
  count += mine.seen.clocks != other.seen.clocks;
  return count;
}

std::string Renamer::text_of(DiagramId a) const {
  if (a == d_.failure()) return "an error";
  return d_.is_number(a) ? std::to_string(d_.number_of(a)) : "another expression";
}

Difference Renamer::describe_difference(const NormalEdge& edge, const NormalEdge& other) {
  const NormalEdge mine = image(edge);
  const Network& network = normal_.network();
  if (mine.channel != other.channel) return {" uses another channel than its image", none, Cause::channel};
  if (plain_code(mine.guard) != plain_code(other.guard))
    return {" has another guard than its image", none, Cause::guard};
  std::vector<std::uint32_t> positions;
  for (const auto& [position, held] : mine.seen.values) positions.push_back(position);
  for (const auto& [position, held] : other.seen.values) positions.push_back(position);
  for (const std::uint32_t position : positions) {
    const auto held_by = [&](const NormalUpdate& update) {
      const auto found = update.values.find(position);
      return found != update.values.end() ? found->second : d_.variable(position);
    };
    const DiagramId needed = held_by(mine.seen), held = held_by(other.seen);
    if (needed == held) continue;
    DiagramId left, right;
    d_.difference(needed, held, left, right);
    const SlotId slot = network.slot_at(position);
    const bool literal = d_.is_number(left) && d_.is_number(right);
    return {": " + network.slots[slot].name + " becomes " + text_of(right) + " where symmetry needs " + text_of(left),
            slot, literal ? Cause::literal : Cause::update};
  }
  return {" sets other clocks than its image", none, Cause::clocks};
}

// ----------------------------------------------------------------- commutation

namespace {

bool reads(const Diagrams& d, const NormalUpdate& update, const std::map<std::uint32_t, DiagramId>& written) {
  const auto touches = [&](DiagramId a) {
    if (d.is_number(a)) return false;
    const std::vector<std::uint32_t> support = d.support(a);
    return std::any_of(support.begin(), support.end(), [&](std::uint32_t v) { return written.contains(v); });
  };
  if (touches(update.completed)) return true;
  const auto writes = [&](const auto& entry) { return touches(entry.second); };
  return std::ranges::any_of(update.values, writes) || std::ranges::any_of(update.clocks, writes);
}

// What both write becomes the same, whoever comes last.
template <class Key>
bool agree(const std::map<Key, DiagramId>& a, const std::map<Key, DiagramId>& b) {
  return std::all_of(a.begin(), a.end(), [&](const auto& entry) {
    const auto other = b.find(entry.first);
    return other == b.end() || other->second == entry.second;
  });
}

}  // namespace

// One after the other, executed symbolically.
NormalUpdate Renamer::in_sequence(const NormalEdge& first, const NormalEdge& second, const Start& start) {
  NormalUpdate result;
  result.completed = d_.number(1);
  std::map<std::uint32_t, DiagramId> before = without_nobody(d_, normal_.network(), normal_.domains());
  for (const auto& [position, held] : start) before[position] = held;
  for (const NormalEdge* edge : {&first, &second}) {
    const CodeRef code = normal_.network().edges[edge->edge].update;
    if (code == no_code) continue;
    const SymbolicResult run = run_symbolically(d_, normal_.network().programs, code, edge->selects, before);
    result.completed = d_.conjunction(result.completed, run.completed);
    for (const auto& [position, held] : run.values) before[position] = result.values[position] = held;
    for (const auto& [clock, held] : run.clocks) {
      if (!d_.is_number(held)) throw Beyond("clocks that are copied");
      result.clocks[clock] = held;
    }
  }
  for (auto& [position, held] : result.values) held = d_.choose(result.completed, held, d_.variable(position));
  std::erase_if(result.values, [&](const auto& entry) { return entry.second == d_.variable(entry.first); });
  return result;
}

// Clocks are set to numbers where the update completes, and what both set becomes the same.
bool Renamer::clocks_agree(const NormalUpdate& a, const NormalUpdate& b) {
  for (const NormalUpdate* update : {&a, &b}) {
    for (const auto& [clock, held] : update->clocks) {
      for (const TermId leaf : d_.leaves(d_.choose(update->completed, held, d_.failure()))) {
        if (!d_.terms()[leaf].is_number()) return false;  // copies of clocks
      }
    }
  }
  return agree(a.clocks, b.clocks);
}

bool Renamer::are_independent(const NormalEdge& a, const NormalEdge& b) {
  return clocks_agree(a.update, b.update) && agree(a.update.values, b.update.values) &&
         !reads(d_, a.update, b.update.values) && !reads(d_, b.update, a.update.values);
}

bool Renamer::commute(const NormalEdge& a, const NormalEdge& b, const std::vector<Start>& starts) {
  if (!clocks_agree(a.update, b.update)) return false;
  return std::all_of(starts.begin(), starts.end(), [&](const Start& start) {
    const NormalUpdate ab = in_sequence(a, b, start), ba = in_sequence(b, a, start);
    return ab.completed == ba.completed && ab.values == ba.values && ab.clocks == ba.clocks;
  });
}

}  // namespace orbita::detection
