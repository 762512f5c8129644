#include "parser/type.h"

#include <algorithm>

#include "parser/print/printer.h"
#include "parser/symbol.h"

namespace orbita {
namespace {

// The same expression over the same symbols: enough to know that two bounds are equal.
bool same_expression(const Expr* a, const Expr* b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind || a->symbol != b->symbol || a->value != b->value || a->name != b->name ||
      a->args.size() != b->args.size() || a->binder != b->binder) {
    return false;
  }
  return std::equal(a->args.begin(), a->args.end(), b->args.begin(),
                    [](const Expr* x, const Expr* y) { return same_expression(x, y); });
}

bool same_range(const Type& a, const Type& b) {
  if (!a.parametric && !b.parametric) return a.low_value == b.low_value && a.high_value == b.high_value;
  return same_expression(a.low, b.low) && same_expression(a.high, b.high);
}

bool equivalent_index(const Type& a, const Type& b) {
  if (a.kind != b.kind) return false;
  return a.is(TypeKind::scalar) ? a.set == b.set : same_range(a, b);
}

bool equivalent_fields(const Type& a, const Type& b) {
  return std::equal(
      a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
      [](const StructField& x, const StructField& y) { return x.name == y.name && equivalent(*x.type, *y.type); });
}

std::string bound_text(const Expr* expr, std::int32_t value, bool known) {
  return known || !expr ? std::to_string(value) : print(*expr);
}

std::string range_text(const Type& type) {
  return "[" + bound_text(type.low, type.low_value, !type.parametric) + "," +
         bound_text(type.high, type.high_value, !type.parametric) + "]";
}

std::string index_text(const Type& index) {
  if (index.is(TypeKind::scalar)) return "[" + std::string(index.set->name) + "]";
  if (!index.parametric && index.low_value == 0) {
    return "[" + std::to_string(static_cast<std::int64_t>(index.high_value) + 1) + "]";
  }
  return "[int" + range_text(index) + "]";
}

std::string describe_array(const Type& type) {
  std::string dims;
  const Type* element = &type;
  for (; element->is(TypeKind::array); element = element->element) dims += index_text(*element->index);
  return describe(*element) + dims;
}

std::string describe_structure(const Type& type) {
  std::string text = "struct { ";
  for (const auto& field : type.fields) {
    if (text.size() > 120) return text + "… }";
    text += describe(*field.type) + " " + std::string(field.name) + "; ";
  }
  return text + "}";
}

std::string describe_channel(const Type& type) {
  return std::string(type.urgent ? "urgent " : "") + (type.broadcast ? "broadcast " : "") + "chan";
}

}  // namespace

bool equivalent(const Type& a, const Type& b) {
  if (a.is(TypeKind::error) || b.is(TypeKind::error) || &a == &b) return true;
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case TypeKind::integer: return !a.bounded || !b.bounded || same_range(a, b);
    case TypeKind::scalar: return a.set == b.set;
    case TypeKind::structure: return equivalent_fields(a, b);
    case TypeKind::array: return equivalent_index(*a.index, *b.index) && equivalent(*a.element, *b.element);
    case TypeKind::process:
    case TypeKind::process_set: return a.process == b.process;
    default: return true;
  }
}

bool contains(const Type& type, TypeKind kind) {
  if (type.kind == kind) return true;
  if (type.is(TypeKind::array)) return contains(*type.element, kind);
  return std::any_of(type.fields.begin(), type.fields.end(),
                     [kind](const StructField& field) { return contains(*field.type, kind); });
}

bool mentions_scalars(const Type& type) {
  if (type.is(TypeKind::scalar)) return true;
  if (type.is(TypeKind::array)) return type.index->is(TypeKind::scalar) || mentions_scalars(*type.element);
  return std::any_of(type.fields.begin(), type.fields.end(),
                     [](const StructField& field) { return mentions_scalars(*field.type); });
}

std::string describe(const Type& type) {
  switch (type.kind) {
    case TypeKind::error: return "unknown type";
    case TypeKind::void_: return "void";
    case TypeKind::integer: return type.bounded ? "int" + range_text(type) : "int";
    case TypeKind::boolean: return "bool";
    case TypeKind::clock: return type.hybrid ? "hybrid clock" : "clock";
    case TypeKind::channel: return describe_channel(type);
    case TypeKind::scalar: return std::string(type.set->name);
    case TypeKind::structure: return describe_structure(type);
    case TypeKind::array: return describe_array(type);
    case TypeKind::floating: return "double";
    case TypeKind::string: return "string";
    case TypeKind::difference: return "clock difference";
    case TypeKind::rate: return "clock rate";
    case TypeKind::function: return "function";
    case TypeKind::template_: return "template";
    case TypeKind::process: return "process";
    case TypeKind::process_set: return "set of processes";
    case TypeKind::location: return "location";
    case TypeKind::type_name: return "type";
  }
  return "?";
}

}  // namespace orbita
