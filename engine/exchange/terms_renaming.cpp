// Terms under a renaming of what they are about.
#include <algorithm>

#include "engine/exchange/terms.h"

namespace orbita::exchange {

TermId Terms::renamed(TermId id, Renaming& renaming) {
  if (const auto known = renaming.known.find(id.value); known != renaming.known.end()) return known->second;
  const Term term = (*this)[id];
  std::vector<TermId> args;
  if (term.kind != TermKind::value && term.kind != TermKind::bound) {
    for (const TermId arg : term.args) args.push_back(renamed(arg, renaming));
  }
  TermId result = id;
  switch (term.kind) {
    case TermKind::constant:
    case TermKind::failure: break;
    case TermKind::value:
    case TermKind::bound: result = renaming.leaf(term, id); break;
    case TermKind::operation:
      if (term.op == Opcode::less || term.op == Opcode::less_equal)
        result = less(args[0], args[1], term.op == Opcode::less_equal);
      else result = operation(term.op, args[0], args[1]);
      break;
    case TermKind::negation: result = negation(args[0]); break;
    case TermKind::conjunction: result = all_of(std::move(args)); break;
    case TermKind::disjunction: result = any_of(std::move(args)); break;
    case TermKind::swap: result = swap(term.keys[0], term.keys[1], args[0]); break;
    case TermKind::choice: result = choice(args[0], args[1], args[2]); break;
    case TermKind::cases: {
      std::vector<std::pair<std::int64_t, TermId>> branches;
      for (std::size_t k = 0; k < term.keys.size(); ++k) branches.emplace_back(term.keys[k], args[k + 1]);
      result = cases(args[0], std::move(branches));
      break;
    }
    case TermKind::tuple: result = tuple(std::move(args)); break;
    case TermKind::bag: result = bag(std::move(args)); break;
    case TermKind::effect: {
      const auto cell_count = static_cast<std::size_t>(term.keys[0]);
      const auto key = [&](std::size_t k) { return static_cast<std::uint32_t>(term.keys[k]); };
      std::vector<Write> cells;
      std::vector<ClockWrite> clocks;
      for (std::size_t k = 0; k < cell_count; ++k) cells.push_back(renaming.cell({key(k + 1), args[k]}));
      for (std::size_t k = cell_count, at = cell_count + 1; k < args.size(); ++k, at += 2)
        clocks.push_back({renaming.clock({key(at)}), renaming.clock({key(at + 1)}), args[k]});
      result = effect(std::move(cells), std::move(clocks));
      break;
    }
  }
  renaming.known.emplace(id.value, result);
  return result;
}

}  // namespace orbita::exchange
