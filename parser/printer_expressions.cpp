#include <charconv>
#include <cmath>

#include "parser/internal/print.h"
#include "parser/keywords.h"
#include "parser/printer.h"

namespace orbita {

namespace internal {

namespace {

struct BinarySpelling {
  std::string_view text;  // empty: not a binary operator
  Level level = Level::postfix;
};

BinarySpelling binary_spelling(ExprKind kind) {
  switch (kind) {
    case ExprKind::power: return {"**", Level::power};
    case ExprKind::multiply: return {"*", Level::product};
    case ExprKind::divide: return {"/", Level::product};
    case ExprKind::modulo: return {"%", Level::product};
    case ExprKind::add: return {"+", Level::sum};
    case ExprKind::subtract: return {"-", Level::sum};
    case ExprKind::shift_left: return {"<<", Level::shift};
    case ExprKind::shift_right: return {">>", Level::shift};
    case ExprKind::minimum: return {"<?", Level::minimum};
    case ExprKind::maximum: return {">?", Level::minimum};
    case ExprKind::less: return {"<", Level::relation};
    case ExprKind::less_equal: return {"<=", Level::relation};
    case ExprKind::greater_equal: return {">=", Level::relation};
    case ExprKind::greater: return {">", Level::relation};
    case ExprKind::equal: return {"==", Level::equality};
    case ExprKind::not_equal: return {"!=", Level::equality};
    case ExprKind::bit_and: return {"&", Level::bit_and};
    case ExprKind::bit_xor: return {"^", Level::bit_xor};
    case ExprKind::bit_or: return {"|", Level::bit_or};
    case ExprKind::logical_and: return {"&&", Level::conjunction};
    case ExprKind::logical_or: return {"||", Level::disjunction};
    case ExprKind::logical_xor: return {"xor", Level::disjunction};
    case ExprKind::imply: return {"imply", Level::disjunction};
    default: return {};
  }
}

std::string_view assignment_spelling(ExprKind kind) {
  switch (kind) {
    case ExprKind::assign: return "=";
    case ExprKind::assign_add: return "+=";
    case ExprKind::assign_subtract: return "-=";
    case ExprKind::assign_multiply: return "*=";
    case ExprKind::assign_divide: return "/=";
    case ExprKind::assign_modulo: return "%=";
    case ExprKind::assign_and: return "&=";
    case ExprKind::assign_or: return "|=";
    case ExprKind::assign_xor: return "^=";
    case ExprKind::assign_shift_left: return "<<=";
    case ExprKind::assign_shift_right: return ">>=";
    default: return "";
  }
}

std::string_view prefix_spelling(ExprKind kind) {
  switch (kind) {
    case ExprKind::plus: return "+";
    case ExprKind::minus: return "-";
    case ExprKind::logical_not: return "!";
    case ExprKind::pre_increment: return "++";
    case ExprKind::pre_decrement: return "--";
    default: return "";
  }
}

std::string_view quantifier_spelling(ExprKind kind) {
  switch (kind) {
    case ExprKind::forall: return "forall";
    case ExprKind::exists: return "exists";
    case ExprKind::sum: return "sum";
    case ExprKind::foreach_dynamic: return "foreach";
    default: return "";
  }
}

Level level_of(const Expr& expr) {
  const BinarySpelling binary = binary_spelling(expr.kind);
  if (!binary.text.empty()) return binary.level;
  if (!assignment_spelling(expr.kind).empty() || expr.kind == ExprKind::conditional) return Level::assignment;
  if (!prefix_spelling(expr.kind).empty() || !quantifier_spelling(expr.kind).empty()) return Level::unary;
  if (expr.kind == ExprKind::integer && expr.value < 0) return Level::unary;
  if (expr.kind == ExprKind::floating && std::signbit(expr.number)) return Level::unary;
  if (expr.kind == ExprKind::comma) return Level::comma;
  return Level::postfix;
}

Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

// `followed`: an operator comes next, which an open quantifier body would swallow.
void append_expr(std::string& out, const Expr& expr, Level level, bool followed);

void append_number(std::string& out, double number) {
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  out += text;
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void append_arguments(std::string& out, std::span<Expr* const> args) {
  out += '(';
  append_list(out, args, [&](const Expr* arg) { append_expr(out, *arg, Level::assignment, false); });
  out += ')';
}

void append_prefix(std::string& out, const Expr& expr, bool followed) {
  const std::string_view sign = prefix_spelling(expr.kind);
  out += sign;
  const std::size_t at = out.size();
  append_expr(out, *expr.args[0], Level::unary, followed);
  if (out[at] == sign.back() && sign.back() != '!') out.insert(at, " ");  // "- -x" is not "--x"
}

void append_initialiser_list(std::string& out, const Expr& expr) {
  out += '{';
  for (std::size_t i = 0; i < expr.args.size(); ++i) {
    if (i > 0) out += ", ";
    if (i < expr.field_names.size() && !expr.field_names[i].empty()) {
      append_name(out, expr.field_names[i]);
      out += ": ";
    }
    append_expr(out, *expr.args[i], Level::assignment, false);
  }
  out += '}';
}

void append_leaf(std::string& out, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::integer: out += std::to_string(expr.value); break;
    case ExprKind::boolean: out += expr.value != 0 ? "true" : "false"; break;
    case ExprKind::floating: append_number(out, expr.number); break;
    case ExprKind::string: (out += '"') += expr.name; out += '"'; break;
    case ExprKind::deadlock: out += "deadlock"; break;
    case ExprKind::exit_: out += "exit()"; break;
    case ExprKind::num_of: (out += "numOf(") += expr.name; out += ')'; break;
    case ExprKind::list: append_initialiser_list(out, expr); break;
    default: append_name(out, expr.name); break;
  }
}

// What stands behind its first operand: a[i], f(x), s.f, x', x++.
bool append_postfix(std::string& out, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::member:
    case ExprKind::index:
    case ExprKind::call:
    case ExprKind::rate:
    case ExprKind::post_increment:
    case ExprKind::post_decrement: break;
    case ExprKind::spawn:
      out += "spawn ";
      append_expr(out, *expr.args[0], Level::postfix, true);
      append_arguments(out, expr.args.subspan(1));
      return true;
    default: return false;
  }
  append_expr(out, *expr.args[0], Level::postfix, true);
  switch (expr.kind) {
    case ExprKind::member: out += '.'; append_name(out, expr.name); break;
    case ExprKind::index:
      out += '[';
      append_expr(out, *expr.args[1], Level::assignment, false);
      out += ']';
      break;
    case ExprKind::call: append_arguments(out, expr.args.subspan(1)); break;
    case ExprKind::rate: out += '\''; break;
    case ExprKind::post_increment: out += "++"; break;
    default: out += "--"; break;
  }
  return true;
}

void append_bare(std::string& out, const Expr& expr, bool followed) {
  if (const BinarySpelling binary = binary_spelling(expr.kind); !binary.text.empty()) {
    append_expr(out, *expr.args[0], binary.level, true);
    ((out += ' ') += binary.text) += ' ';
    append_expr(out, *expr.args[1], tighter(binary.level), followed);
  } else if (const std::string_view sign = assignment_spelling(expr.kind); !sign.empty()) {
    append_expr(out, *expr.args[0], Level::disjunction, true);
    ((out += ' ') += sign) += ' ';
    append_expr(out, *expr.args[1], Level::assignment, followed);
  } else if (!prefix_spelling(expr.kind).empty()) {
    append_prefix(out, expr, followed);
  } else if (const std::string_view word = quantifier_spelling(expr.kind); !word.empty()) {
    (out += word) += " (";
    append(out, *expr.binder);
    out += ") ";
    append_expr(out, *expr.args[0], Level::assignment, false);
  } else if (expr.kind == ExprKind::conditional) {
    append_expr(out, *expr.args[0], Level::disjunction, true);
    out += " ? ";
    append_expr(out, *expr.args[1], Level::assignment, false);
    out += " : ";
    append_expr(out, *expr.args[2], Level::assignment, followed);
  } else if (expr.kind == ExprKind::comma) {
    append_expr(out, *expr.args[0], Level::comma, false);
    out += ", ";
    append_expr(out, *expr.args[1], Level::assignment, false);
  } else if (!append_postfix(out, expr)) {
    append_leaf(out, expr);
  }
}

void append_expr(std::string& out, const Expr& expr, Level level, bool followed) {
  const bool open_quantifier = followed && !quantifier_spelling(expr.kind).empty();
  if (level_of(expr) >= level && !open_quantifier) {
    append_bare(out, expr, followed);
    return;
  }
  out += '(';
  append_bare(out, expr, false);
  out += ')';
}

}  // namespace

void append_name(std::string& out, std::string_view name) {
  out += name;
  if (standing_in_models(name) == Standing::reserved) out += '_';
}

void append(std::string& out, const Expr& expr, Level level) { append_expr(out, expr, level, false); }

void append(std::string& out, const Binder& binder) {
  append_name(out, binder.name);
  out += " : ";
  if (binder.type) append(out, *binder.type);
}

}  // namespace internal

std::string print(const Expr& expr) {
  std::string out;
  internal::append(out, expr);
  return out;
}

std::string print(const Binder& binder) {
  std::string out;
  internal::append(out, binder);
  return out;
}

}  // namespace orbita
