// Types: ranges, scalarsets, structs, arrays, binders.
#include <algorithm>

#include "parser/check/checker.h"

namespace orbita {

std::optional<Checker::Dependence> Checker::compile_time(const Expr& expr, const char* what) {
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  if (!accesses.writes.empty()) {
    error("side-effect", accesses.writes.front().where, std::string(what) + " must not modify variables");
    return std::nullopt;
  }
  Dependence result = Dependence::closed;
  for (const Access& access : accesses.reads) {
    const Symbol& symbol = *access.symbol;
    if (!symbol.compile_time) {
      error(
          "not-constant", access.where,
          std::string(what) + " must be known at compile time, but '" + std::string(symbol.name) + "' is not constant",
          symbol.kind == SymbolKind::parameter && !symbol.by_reference && !symbol.function
              ? "declare the parameter 'const'"
              : "");
      return std::nullopt;
    }
    if (symbol.kind == SymbolKind::bound) {
      result = Dependence::dynamic;
    } else if (symbol.parametric && result == Dependence::closed) {
      result = Dependence::parametric;
    }
  }
  return result;
}

std::optional<Checker::Dependence> Checker::constant_int(Expr& expr, const char* what) {
  const Type* type = check(expr);
  if (type->is(TypeKind::error)) return std::nullopt;
  if (!is_value(expr)) {
    error("type-mismatch", expr.span, std::string(what) + " must be an integer, not " + describe(*type));
    return std::nullopt;
  }
  return compile_time(expr, what);
}

const Type* Checker::range_type(Expr* low, Expr* high, Span where) {
  const auto first = constant_int(*low, "a range bound");
  const auto second = constant_int(*high, "a range bound");
  if (!first || !second) return error_;
  Type* type = new_type(TypeKind::integer);
  type->bounded = true;
  type->low = low;
  type->high = high;
  const Dependence dependence = std::max(*first, *second);
  type->parametric = dependence != Dependence::closed;
  type->dynamic = dependence == Dependence::dynamic;
  if (type->parametric) return type;
  const auto low_value = evaluate(*low);
  const auto high_value = evaluate(*high);
  if (!low_value || !high_value) return error_;
  if (*low_value > *high_value) {
    warning("empty-range", where,
            "empty range [" + std::to_string(*low_value) + "," + std::to_string(*high_value) + "]");
  }
  type->low_value = *low_value;
  // Empty: stored as [low, low - 1] in any case, so that high - low + 1 is the number of values.
  type->high_value = *low_value > *high_value ? *low_value - 1 : *high_value;
  return type;
}

const Type* Checker::resolve_range(TypeExpr& syntax, bool is_const) {
  if (syntax.low) return range_type(syntax.low, syntax.high, join(syntax.low->span, syntax.high->span));
  if (is_const) return int_;
  Type* type = new_type(TypeKind::integer);
  type->low_value = -32768;
  type->high_value = 32767;
  return type;
}

const Type* Checker::resolve_scalar(TypeExpr& syntax) {
  if (!syntax.size) return error_;
  const auto dependence = constant_int(*syntax.size, "the size of a scalar set");
  if (!dependence) return error_;
  if (*dependence == Dependence::dynamic) {
    error("not-constant", syntax.size->span, "the size of a scalar set must not depend on a bound variable");
    return error_;
  }
  note_size_dependence(*syntax.size);
  ScalarSet* set = model_.arena.make<ScalarSet>();
  if (*dependence == Dependence::closed) {
    const auto count = evaluate(*syntax.size);
    if (!count) return error_;
    if (*count < 0) {
      error("bad-size", syntax.size->span, "scalar set of negative size " + std::to_string(*count));
      return error_;
    }
    const std::size_t id = model_.scalar_sets.size();
    const bool resized = template_ == nullptr && id < options_.set_sizes.size() && options_.set_sizes[id] >= 0;
    set->count = resized ? options_.set_sizes[id] : *count;
  }
  set->id = static_cast<std::uint32_t>(model_.scalar_sets.size());
  set->span = syntax.span;
  set->size = syntax.size;
  set->owner = template_;
  set->name = model_.arena.copy(std::string_view(
      "scalar[" +
      (set->count >= 0 ? std::to_string(set->count) : std::string(model_.sources().text(syntax.size->span))) + "]"));
  model_.scalar_sets.push_back(set);
  Type* type = new_type(TypeKind::scalar);
  type->set = set;
  type->parametric = set->count < 0;
  if (type->parametric && template_) facts_[template_].parametric_types.push_back(type);
  return type;
}

bool Checker::check_field_type(const Type& type, Span where, std::string_view name) {
  switch (type.kind) {
    case TypeKind::array: return check_field_type(*type.element, where, name);
    case TypeKind::channel:
    case TypeKind::string:
    case TypeKind::void_:
      error("bad-field", where, "field '" + std::string(name) + "' cannot be of type " + describe(type));
      return false;
    default: return true;
  }
}

// Bounds the cost of walking types, even for typedefs of typedefs.
bool Checker::check_extent(const Type& type, Span where) {
  if (type.nodes > max_type_nodes) {
    error("too-large", where, "this type has more than " + std::to_string(max_type_nodes) + " parts");
  } else if (type.depth > max_type_depth) {
    error("too-deep", where, "this type is nested more than " + std::to_string(max_type_depth) + " levels deep");
  }
  return type.nodes <= max_type_nodes && type.depth <= max_type_depth;
}

const Type* Checker::resolve_structure(TypeExpr& syntax) {
  if (syntax.fields.empty()) return error_;  // reported by the grammar
  Type* type = new_type(TypeKind::structure);
  std::vector<StructField> fields;
  bool sound = true;
  for (Field& field : syntax.fields) {
    const Resolved base = resolve(*field.type);
    const Type* full = resolve_dims(base.type, field.declarator.dims);
    if (base.is_const) {  // meta fields occur in models; as part of the state they are harmless
      error("bad-prefix", field.type->span, "a struct field cannot be const");
      sound = false;
    }
    sound = check_field_type(*full, field.declarator.span, field.declarator.name) && sound;
    if (std::any_of(fields.begin(), fields.end(),
                    [&](const StructField& other) { return other.name == field.declarator.name; })) {
      error("duplicate-name", field.declarator.span,
            "the struct has two fields '" + std::string(field.declarator.name) + "'");
      sound = false;
    }
    sound = sound && !full->is(TypeKind::error);
    type->parametric = type->parametric || full->parametric;
    type->nodes += full->nodes;
    type->depth = std::max(type->depth, full->depth + 1);
    if (!check_extent(*type, field.declarator.span)) return error_;
    fields.push_back({field.declarator.name, full});
  }
  type->fields = model_.arena.copy(fields);
  return sound ? type : error_;
}

const Type* Checker::resolve_named(TypeExpr& syntax, Resolved& result) {
  const Symbol* symbol = look_up(syntax.name, syntax.span, NameUse::type);
  if (!symbol) return error_;
  if (symbol->kind != SymbolKind::typedef_) {
    error("not-a-type", syntax.span, "'" + std::string(syntax.name) + "' is not a type");
    return error_;
  }
  result.is_const = result.is_const || symbol->is_const;
  result.is_meta = result.is_meta || symbol->is_meta;
  const Type* type = symbol->type;
  if (type->is(TypeKind::channel) && (syntax.is_urgent || syntax.is_broadcast)) {
    Type* channel = model_.arena.make<Type>(*type);
    channel->urgent = type->urgent || syntax.is_urgent;
    channel->broadcast = type->broadcast || syntax.is_broadcast;
    channel->concrete = nullptr;
    return channel;
  }
  // A bare int named by a typedef gets the full range when a constant is declared with it.
  if (result.is_const && type->is(TypeKind::integer) && !type->bounded) return int_;
  return type;
}

bool Checker::check_prefixes(const TypeExpr& syntax, const Type& type) {
  if (type.is(TypeKind::error)) return true;
  const bool channel = contains(type, TypeKind::channel);
  if ((syntax.is_urgent || syntax.is_broadcast) && !channel) {
    error("bad-prefix", syntax.span, "only channels can be urgent or broadcast");
    return false;
  }
  if (!syntax.is_const && !syntax.is_meta) return true;
  const char* what = channel                           ? "a channel"
                     : contains(type, TypeKind::clock) ? "a clock"
                     : type.is(TypeKind::void_)        ? "void"
                                                       : nullptr;
  if (what) error("bad-prefix", syntax.span, std::string(what) + " cannot be " + (syntax.is_const ? "const" : "meta"));
  return !what;
}

Checker::Resolved Checker::resolve(TypeExpr& syntax) {
  Resolved result{error_, syntax.is_const, syntax.is_meta};
  switch (syntax.kind) {
    case TypeSyntax::named: result.type = resolve_named(syntax, result); break;
    case TypeSyntax::integer: result.type = resolve_range(syntax, syntax.is_const); break;
    case TypeSyntax::boolean: result.type = bool_; break;
    case TypeSyntax::clock: {
      Type* type = new_type(TypeKind::clock);
      type->hybrid = syntax.is_hybrid;
      result.type = type;
      break;
    }
    case TypeSyntax::channel: {
      Type* type = new_type(TypeKind::channel);
      type->urgent = syntax.is_urgent;
      type->broadcast = syntax.is_broadcast;
      result.type = type;
      break;
    }
    case TypeSyntax::scalar: result.type = resolve_scalar(syntax); break;
    case TypeSyntax::structure: result.type = resolve_structure(syntax); break;
    case TypeSyntax::floating: result.type = floating_; break;
    case TypeSyntax::string: result.type = string_; break;
    case TypeSyntax::void_: result.type = void_; break;
  }
  if (!check_prefixes(syntax, *result.type)) result.type = error_;
  syntax.type = result.type;
  return result;
}

const Type* Checker::resolve_dim(const Type* element, ArrayDim& dim) {
  if (dim.size && dim.size->kind == ExprKind::name) {
    const Symbol* symbol = scopes_.find(dim.size->name);
    if (symbol && symbol->kind == SymbolKind::typedef_) {
      dim.index_type = model_.document->arena.make<TypeExpr>();
      dim.index_type->kind = TypeSyntax::named;
      dim.index_type->span = dim.size->span;
      dim.index_type->name = dim.size->name;
      dim.size = nullptr;
    }
  }
  const Type* index = error_;
  if (dim.size) {
    const auto dependence = constant_int(*dim.size, "an array size");
    if (dependence) {
      Expr* high = model_.arena.make<Expr>();
      high->kind = ExprKind::subtract;
      high->constraint = ConstraintClass::integral;
      high->span = dim.size->span;
      high->args = model_.arena.copy(std::vector<Expr*>{dim.size, number(1, dim.size->span)});
      high->type = int_;
      Type* range = new_type(TypeKind::integer);
      range->bounded = true;
      range->low = number(0, dim.size->span);
      range->high = high;
      range->parametric = *dependence != Dependence::closed;
      range->dynamic = *dependence == Dependence::dynamic;
      index = range;
      if (!range->parametric) {
        const auto count = evaluate(*dim.size);
        if (count && *count <= 0) {
          error("bad-size", dim.size->span, "array of size " + std::to_string(*count));
        }
        if (!count || *count <= 0) return error_;
        range->high_value = *count - 1;
      }
    }
  } else if (dim.index_type) {
    index = resolve(*dim.index_type).type;
    const Span where = dim.index_type->span;
    if (!index->is(TypeKind::error) && !index->is(TypeKind::scalar) &&
        !(index->is(TypeKind::integer) && index->bounded)) {
      error("bad-index-type", where,
            "an array is indexed by a bounded integer or a scalar type, not " + describe(*index));
      index = error_;
    }
  }
  if (index->is(TypeKind::error) || element->is(TypeKind::error)) return error_;
  note_size_dependence(*index);
  Type* array = new_type(TypeKind::array);
  array->element = element;
  array->index = index;
  array->nodes = element->nodes + 1;
  array->depth = element->depth + 1;
  if (!check_extent(*array, dim.size ? dim.size->span : dim.index_type->span)) return error_;
  array->parametric = element->parametric || index->parametric;
  array->dynamic = element->dynamic || index->dynamic;
  return array;
}

const Type* Checker::resolve_dims(const Type* element, std::span<ArrayDim> dims) {
  const Type* type = element;
  for (std::size_t i = dims.size(); i > 0; --i) type = resolve_dim(type, dims[i - 1]);
  return type;
}

void Checker::note_size_dependence(const Expr& expr) {
  if (!template_) return;
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  auto& parameters = facts_[template_].size_parameters;
  for (const Access& access : accesses.reads) {
    if (access.symbol->kind == SymbolKind::parameter) parameters.insert(access.symbol);
    const auto indirect = depends_on_.find(access.symbol);
    if (indirect != depends_on_.end()) parameters.insert(indirect->second.begin(), indirect->second.end());
  }
}

void Checker::note_size_dependence(const Type& type) {
  if (!type.parametric) return;
  if (type.low) note_size_dependence(*type.low);
  if (type.high) note_size_dependence(*type.high);
}

Symbol* Checker::bind(Binder& binder, bool quantifier, bool default_range_allowed) {
  const Type* type = resolve(*binder.type).type;
  const bool range = type->is(TypeKind::integer) && (type->bounded || default_range_allowed);
  if (!type->is(TypeKind::error) && !range && !type->is(TypeKind::scalar)) {
    error("bad-binder", binder.type->span,
          "'" + std::string(binder.name) + "' needs a bounded integer or a scalar type, not " + describe(*type));
    type = error_;
  }
  Symbol* symbol = new_symbol(SymbolKind::bound, binder.name, binder.span, type);
  symbol->scope = Scope::block;
  symbol->is_const = true;
  symbol->compile_time = quantifier;
  symbol->function = nullptr;
  binder.symbol = symbol;
  return symbol;
}

}  // namespace orbita
