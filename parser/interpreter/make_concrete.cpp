#include "parser/interpreter/make_concrete.h"

#include <algorithm>
#include <atomic>

#include "parser/interpreter/interpreter.h"

namespace orbita {
namespace {

Span place_of(const Type& index) {
  if (index.high) return index.high->span;
  return index.set ? index.set->span : Span{};
}

ConcreteType make_integer(const Type& type, const Evaluate& evaluate) {
  ConcreteType result;
  result.kind = TypeKind::integer;
  if (!type.parametric) {
    result.low = type.low_value;
    result.high = type.high_value;
    return result;
  }
  result.low = evaluate(*type.low);
  result.high = evaluate(*type.high);
  if (result.low > result.high) result.high = result.low - 1;
  return result;
}

ConcreteType make_scalar(const Type& type, const Evaluate& evaluate) {
  ConcreteType result;
  result.kind = TypeKind::scalar;
  result.set = type.set;
  result.high = scalar_count(*type.set, evaluate) - 1;
  return result;
}

// Sizes as 64-bit numbers first: int[INT32_MIN, INT32_MAX] as an index must not wrap.
std::uint64_t count_elements(const Type& index, const Evaluate& evaluate, std::int32_t& first) {
  if (index.is(TypeKind::scalar)) return static_cast<std::uint64_t>(scalar_count(*index.set, evaluate));
  const bool known = !index.parametric;
  const std::int64_t low = known ? index.low_value : evaluate(*index.low);
  const std::int64_t high = known ? index.high_value : evaluate(*index.high);
  if (low > high) {
    const std::string what = low == 0 ? "array of size " + std::to_string(high + 1)
                                      : "empty index range [" + std::to_string(low) + "," + std::to_string(high) + "]";
    throw EvaluationError(place_of(index), what);
  }
  first = static_cast<std::int32_t>(low);
  return static_cast<std::uint64_t>(high - low + 1);
}

ConcreteType make_array(const Model& model, const Type& type, const Evaluate& evaluate) {
  ConcreteType result;
  result.kind = TypeKind::array;
  result.element = make_concrete(model, *type.element, evaluate);
  const std::uint64_t count = count_elements(*type.index, evaluate, result.first_index);
  result.index_set = type.index->set;
  if (count * std::max<std::uint64_t>(result.element->cells, 1) > max_cells) {
    throw EvaluationError(place_of(*type.index), "array of " + std::to_string(count) +
                                                     " elements is too large: more than " + std::to_string(max_cells) +
                                                     " cells");
  }
  result.count = static_cast<std::uint32_t>(count);
  result.cells = result.count * result.element->cells;
  return result;
}

ConcreteType make_structure(const Model& model, const Type& type, const Evaluate& evaluate) {
  ConcreteType result;
  result.kind = TypeKind::structure;
  std::uint64_t cells = 0;
  for (const auto& field : type.fields) {
    const ConcreteType* inner = make_concrete(model, *field.type, evaluate);
    result.fields.push_back({field.name, inner, static_cast<std::uint32_t>(cells)});
    cells += inner->cells;
    if (cells > max_cells) {
      throw EvaluationError({}, "structure is too large: more than " + std::to_string(max_cells) + " cells");
    }
  }
  result.cells = static_cast<std::uint32_t>(cells);
  return result;
}

ConcreteType make_leaf(const Type& type) {
  ConcreteType result;
  result.kind = type.kind;
  result.high = type.is(TypeKind::boolean) ? 1 : type.is(TypeKind::string) ? INT32_MAX : 0;
  if (type.is(TypeKind::floating)) result.cells = 2;
  result.hybrid = type.hybrid;
  result.urgent = type.urgent;
  result.broadcast = type.broadcast;
  return result;
}

ConcreteType make_any(const Model& model, const Type& type, const Evaluate& evaluate) {
  switch (type.kind) {
    case TypeKind::integer: return make_integer(type, evaluate);
    case TypeKind::scalar: return make_scalar(type, evaluate);
    case TypeKind::array: return make_array(model, type, evaluate);
    case TypeKind::structure: return make_structure(model, type, evaluate);
    default: return make_leaf(type);
  }
}

}  // namespace

void require_values(const ConcreteType& type, const Symbol& symbol) {
  if (type.kind == TypeKind::array) return require_values(*type.element, symbol);
  for (const auto& field : type.fields) require_values(*field.type, symbol);
  const bool ranged = type.kind == TypeKind::integer || type.kind == TypeKind::scalar;
  if (!ranged || type.low <= type.high) return;
  throw EvaluationError(symbol.span, "'" + std::string(symbol.name) + "' can have no value: its type is empty");
}

std::int32_t scalar_count(const ScalarSet& set, const Evaluate& evaluate) {
  if (set.count >= 0) return set.count;
  const std::int32_t count = evaluate(*set.size);
  if (count < 0) throw EvaluationError(set.size->span, "scalar set of negative size " + std::to_string(count));
  return count;
}

const ConcreteType* make_concrete(const Model& model, const Type& type, const Evaluate& evaluate) {
  const std::atomic_ref<const ConcreteType*> kept(type.concrete);
  if (const ConcreteType* known = kept.load(std::memory_order_acquire)) return known;
  const ConcreteType* made = model.concrete_types.add(make_any(model, type, evaluate));
  if (type.parametric) return made;
  const ConcreteType* first = nullptr;  // another thread may have been faster: all use the same one
  return kept.compare_exchange_strong(first, made, std::memory_order_acq_rel) ? made : first;
}

const ConcreteType* make_concrete(const Model& model, const Type& type) {
  return make_concrete(model, type, [](const Expr& expr) -> std::int32_t {
    throw EvaluationError(expr.span, "this value is not known here");
  });
}

}  // namespace orbita
