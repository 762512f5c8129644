// Atoms as a user reads them.
#include <string>

#include "engine/interpolation/terms.h"

namespace orbita::interpolation {

namespace {

std::string sign_and(std::int64_t factor, const std::string& what, bool first) {
  const std::string sign = factor < 0 ? (first ? "-" : " - ") : (first ? "" : " + ");
  const std::int64_t size = factor < 0 ? -factor : factor;
  return sign + (size == 1 ? what : std::to_string(size) + "*" + what);
}

}  // namespace

std::string Terms::text(TermId id) const {
  const Term& term = terms_[id.value];
  const Network& network = cast_.network();
  switch (term.kind) {
    case Term::Kind::parameter:
      return network.processes[ProcessId{term.owner}].name + "." +
             std::string(cast_.model().processes[term.owner].arguments[term.number].parameter->name);
    case Term::Kind::cell: {
      const Variable& v = cast_[term.owner];
      if (const auto at = constant_of(term.sum); at && *at >= 0 && *at < std::ssize(v.values)) {
        return network.slots[network.slot_at(v.values[static_cast<std::size_t>(*at)])].name;
      }
      const std::string owner = v.process == none ? "" : network.processes[ProcessId{v.process}].name + ".";
      return owner + std::string(v.symbol->name) + "[" + text(term.sum) + "]";
    }
    case Term::Kind::table: return "table" + std::to_string(term.owner) + "[" + text(term.sum) + "]";
    case Term::Kind::remainder: return "(" + text(term.sum) + ") % " + std::to_string(term.number);
  }
  return "";
}

std::string Terms::text(SumId id) const {
  const Sum& sum = sums_[id.value];
  std::string result;
  for (const auto& [term, factor] : sum.parts) result += sign_and(factor, text(term), result.empty());
  if (result.empty()) return std::to_string(sum.constant);
  if (sum.constant > 0) result += " + " + std::to_string(sum.constant);
  if (sum.constant < 0) result += " - " + std::to_string(-sum.constant);
  return result;
}

// The constant goes to the right.
std::string Terms::text(AtomId id) const {
  const Atom& atom = atoms_[id.value];
  const Sum& sum = sums_[atom.sum.value];
  bool all_negative = true;
  for (const auto& [term, factor] : sum.parts) all_negative &= factor < 0;
  std::string left;
  for (const auto& [term, factor] : sum.parts) {
    left += sign_and(all_negative ? -factor : factor, text(term), left.empty());
  }
  const std::string right = std::to_string(all_negative ? sum.constant : -sum.constant);
  switch (atom.relation) {
    case Relation::at_most: return left + (all_negative ? " >= " : " <= ") + right;
    case Relation::equal: return left + " == " + right;
    case Relation::different: return left + " != " + right;
  }
  return "";
}

std::size_t Terms::memory() const {
  const std::size_t bytes = terms_.size() * (sizeof(Term) + 48) + atoms_.size() * (sizeof(Atom) + sizeof(Facts) + 96);
  return bytes + tests_.size() * 48 + implied_.size() * sizeof(Implied) + renamed_.size() * sizeof(Renamed) +
         sum_bytes_;
}

}  // namespace orbita::interpolation
