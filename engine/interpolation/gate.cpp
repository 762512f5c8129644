#include "engine/interpolation/gate.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/interpolation/lift.h"
#include "parser/interpreter/elaborate.h"
#include "parser/work_limits.h"

namespace orbita::interpolation {

namespace {

constexpr std::size_t most_letters = 4'000'000;

// The property has something in it that the writer does not know how to compare.
class Incomparable {};

bool commutes(ExprKind kind) {
  switch (kind) {
    case ExprKind::add:
    case ExprKind::multiply:
    case ExprKind::minimum:
    case ExprKind::maximum:
    case ExprKind::equal:
    case ExprKind::not_equal:
    case ExprKind::bit_and:
    case ExprKind::bit_or:
    case ExprKind::bit_xor:
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::logical_xor: return true;
    default: return false;
  }
}

class Writer {
 public:
  Writer(const Cast& cast, const Exchange& exchange) : cast_(cast), exchange_(exchange) {}

  std::string write(const Expr& expr) {
    poll_limits();
    std::string text = text_of(expr);
    letters_ += text.size();
    if (letters_ > most_letters) throw Incomparable();
    return text;
  }

 private:
  struct Bound {
    const Symbol* symbol = nullptr;
    std::optional<Lift> lift;
    std::uint32_t process = none;  // lifted: whose parameter
    std::int64_t value = 0;        // otherwise
  };

  const Bound* find(const Symbol& symbol) const {
    const auto found =
        std::find_if(bound_.rbegin(), bound_.rend(), [&](const Bound& b) { return b.symbol == &symbol; });
    return found == bound_.rend() ? nullptr : &*found;
  }

  std::string name_of(std::uint32_t process) const { return "#" + std::to_string(image(exchange_, process)); }

  std::string text_of(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::integer:
      case ExprKind::boolean:
      case ExprKind::string: return std::to_string(expr.value);
      case ExprKind::name: return name(*expr.symbol);
      case ExprKind::member: return member(expr);
      case ExprKind::call: return call(expr);
      case ExprKind::forall:
      case ExprKind::exists:
      case ExprKind::sum: return quantifier(expr);
      case ExprKind::floating:
      case ExprKind::deadlock:
      case ExprKind::rate:
      case ExprKind::list:
      case ExprKind::comma:
      case ExprKind::spawn:
      case ExprKind::exit_:
      case ExprKind::num_of:
      case ExprKind::foreach_dynamic: throw Incomparable();
      default: break;
    }
    std::vector<std::string> parts;
    if (commutes(expr.kind)) operands(expr, expr.kind, parts);
    else
      for (const Expr* arg : expr.args) parts.push_back(write(*arg));
    return joined(expr, std::move(parts), commutes(expr.kind));
  }

  // a && (b && c) has three operands.
  void operands(const Expr& expr, ExprKind kind, std::vector<std::string>& parts) {
    const bool nests = kind != ExprKind::equal && kind != ExprKind::not_equal;
    for (const Expr* arg : expr.args) {
      if (nests && arg->kind == kind) operands(*arg, kind, parts);
      else parts.push_back(write(*arg));
    }
  }

  static std::string joined(const Expr& expr, std::vector<std::string> parts, bool in_any_order) {
    if (in_any_order) std::sort(parts.begin(), parts.end());
    std::string text = "(" + std::to_string(static_cast<int>(expr.kind));
    for (const std::string& part : parts) text += ' ' + part;
    return text + ")";
  }

  std::string name(const Symbol& symbol) {
    if (const Bound* bound = find(symbol)) {
      if (!bound->lift) return std::to_string(bound->value);
      return "id" + std::to_string(bound->lift->position) + name_of(bound->process);
    }
    if (symbol.kind == SymbolKind::process && symbol.set == nullptr) return name_of(symbol.index);
    if (symbol.kind != SymbolKind::variable || symbol.owner != nullptr) throw Incomparable();
    return "v" + std::to_string(symbol.id);
  }

  std::string member(const Expr& expr) {
    const Type* left = expr.args[0]->type;
    const bool of_process = left != nullptr && left->is(TypeKind::process);
    if (of_process && expr.symbol == nullptr) throw Incomparable();
    const std::string what =
        of_process ? "m" + std::to_string(expr.symbol->id) : "f" + std::to_string(expr.field_index);
    return "(" + write(*expr.args[0]) + "." + what + ")";
  }

  std::string call(const Expr& expr) {
    const Symbol* symbol = expr.symbol;
    if (symbol == nullptr) throw Incomparable();
    if (symbol->kind == SymbolKind::process) return process(expr);
    // A function of the global scope reads no process.
    if (symbol->owner != nullptr || expr.args[0]->kind != ExprKind::name) throw Incomparable();
    std::string text = "(call" + std::to_string(symbol->id);
    for (std::size_t i = 1; i < expr.args.size(); ++i) text += ' ' + write(*expr.args[i]);
    return text + ")";
  }

  // P(i): the process itself where that is clear; else the evaluation fixes it (Symbolic::process_number).
  std::string process(const Expr& expr) {
    const ProcessSet& set = *expr.symbol->set;
    if (expr.args.size() == 2 && expr.args[1]->kind == ExprKind::name && expr.args[1]->symbol != nullptr) {
      const Bound* bound = find(*expr.args[1]->symbol);
      if (bound != nullptr && bound->lift && names_itself(cast_, set, *bound->lift)) return name_of(bound->process);
    }
    std::uint32_t position = 0;
    for (std::size_t i = 1; i < expr.args.size(); ++i) {
      const ConcreteType& type = *set.types[i - 1];
      const std::optional<std::int64_t> value = number(*expr.args[i]);
      if (!value) return computed(expr);
      if (*value < type.low || *value > type.high) throw Incomparable();
      position = position * static_cast<std::uint32_t>(type.high - type.low + 1) +
                 static_cast<std::uint32_t>(*value - type.low);
    }
    return name_of(set.first + position);
  }

  std::string computed(const Expr& expr) {
    std::string text = "(P" + std::to_string(expr.symbol->id);
    for (std::size_t i = 1; i < expr.args.size(); ++i) text += ' ' + write(*expr.args[i]);
    return text + ")";
  }

  // Of a literal, a constant, or a bound variable that is no parameter; nullopt where a parameter is involved.
  std::optional<std::int64_t> number(const Expr& expr) {
    if (expr.kind == ExprKind::integer || expr.kind == ExprKind::boolean) return expr.value;
    if (expr.kind == ExprKind::name) {
      if (const Bound* bound = find(*expr.symbol)) return bound->lift ? std::nullopt : std::optional(bound->value);
      const auto known = cast_.model().global_index.find(expr.symbol);
      if (expr.symbol->is_const && known != cast_.model().global_index.end()) {
        return cast_.model().globals[known->second].value.front();
      }
      return std::nullopt;
    }
    if (expr.kind == ExprKind::add || expr.kind == ExprKind::subtract || expr.kind == ExprKind::multiply ||
        expr.kind == ExprKind::modulo) {
      const auto a = number(*expr.args[0]), b = number(*expr.args[1]);
      if (!a || !b) return std::nullopt;
      if (expr.kind == ExprKind::modulo) return *b == 0 ? std::nullopt : std::optional(*a % *b);
      return expr.kind == ExprKind::add ? *a + *b : expr.kind == ExprKind::subtract ? *a - *b : *a * *b;
    }
    return std::nullopt;
  }

  std::string quantifier(const Expr& expr) {
    const Binder& binder = *expr.binder;
    std::vector<std::string> parts;
    if (const auto lift = lift_of(cast_, binder, *expr.args[0], none)) {
      const ConcreteType* range = elaborate_type(cast_.model(), *binder.symbol->type, nullptr);
      for (const std::uint32_t p : cast_.members(lift->role)) {
        bound_.push_back({binder.symbol, lift, p, 0});
        parts.push_back(write(*expr.args[0]));
        bound_.pop_back();
      }
      // Only parameters in the range count.
      parts.push_back("[" + std::to_string(range->low) + "," + std::to_string(range->high) + "]");
    } else {
      const Type& type = *binder.symbol->type;
      if (type.parametric && !type.dynamic) throw Incomparable();
      std::optional<std::int64_t> low, high;
      if (type.dynamic) {
        low = number(*type.low);
        high = number(*type.high);
        if (!low || !high) throw Incomparable();
      } else {
        const ConcreteType* range = elaborate_type(cast_.model(), type, nullptr);
        low = range->low;
        high = range->high;
      }
      for (std::int64_t v = *low; v <= *high; ++v) {
        bound_.push_back({binder.symbol, std::nullopt, none, v});
        parts.push_back(write(*expr.args[0]));
        bound_.pop_back();
      }
    }
    return joined(expr, std::move(parts), true);
  }

  const Cast& cast_;
  const Exchange& exchange_;
  std::vector<Bound> bound_;
  std::size_t letters_ = 0;
};

}  // namespace

std::string written_out(const Cast& cast, const Expr& property, const Exchange& exchange) {
  try {
    return Writer(cast, exchange).write(property);
  } catch (const Incomparable&) {
    return "";
  }
}

std::vector<std::uint32_t> interchangeable(const Cast& cast, const Expr& property) {
  std::vector<std::uint32_t> part(cast.size());
  std::iota(part.begin(), part.end(), 0u);
  Exchange exchange = part;
  const std::string plain = written_out(cast, property, exchange);
  if (plain.empty()) return part;
  std::vector<std::uint32_t> first;  // of each part found so far
  for (std::uint32_t p = 0; p < cast.size(); ++p) {
    const auto same = std::find_if(first.begin(), first.end(), [&](std::uint32_t q) {
      if (cast.role(q) != cast.role(p)) return false;
      std::swap(exchange[p], exchange[q]);
      const bool unchanged = written_out(cast, property, exchange) == plain;
      std::swap(exchange[p], exchange[q]);
      return unchanged;
    });
    if (same == first.end()) first.push_back(p);
    else part[p] = *same;
  }
  return part;
}

}  // namespace orbita::interpolation
