#include <charconv>
#include <cmath>

#include "parser/grammar/keywords.h"
#include "parser/print/print.h"
#include "parser/print/printer.h"

namespace orbita {

namespace internal {

namespace {

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
  if (const Operator op = operator_of(expr.kind); op.fixity != Fixity::no_sign) return op.level;
  if (expr.kind == ExprKind::conditional) return Level::assignment;
  if (!quantifier_spelling(expr.kind).empty()) return Level::unary;
  if (expr.kind == ExprKind::integer && expr.value < 0) return Level::unary;
  if (expr.kind == ExprKind::floating && std::signbit(expr.number)) return Level::unary;
  if (expr.kind == ExprKind::comma) return Level::comma;
  return Level::postfix;
}

// `followed`: an operator comes next, which an open quantifier body would consume.
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

void append_prefix(std::string& out, std::string_view sign, const Expr& operand, bool followed) {
  out += sign;
  const std::size_t at = out.size();
  append_expr(out, operand, Level::unary, followed);
  if (out[at] == sign.back() && sign.back() != '!') out.insert(at, " ");  // "- -x" is not "--x"
}

void append_sign(std::string& out, std::string_view sign) { ((out += ' ') += sign) += ' '; }

void append_operator(std::string& out, const Operator& op, const Expr& expr, bool followed) {
  switch (op.fixity) {
    case Fixity::prefix: append_prefix(out, op.text, *expr.args[0], followed); break;
    case Fixity::postfix:
      append_expr(out, *expr.args[0], Level::postfix, true);
      out += op.text;
      break;
    case Fixity::binary:
      append_expr(out, *expr.args[0], op.level, true);
      append_sign(out, op.text);
      append_expr(out, *expr.args[1], tighter(op.level), followed);
      break;
    case Fixity::assignment:
      append_expr(out, *expr.args[0], Level::disjunction, true);
      append_sign(out, op.text);
      append_expr(out, *expr.args[1], Level::assignment, followed);
      break;
    case Fixity::no_sign: break;
  }
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
    case ExprKind::string:
      (out += '"') += expr.name;
      out += '"';
      break;
    case ExprKind::deadlock: out += "deadlock"; break;
    case ExprKind::exit_: out += "exit()"; break;
    case ExprKind::num_of:
      (out += "numOf(") += expr.name;
      out += ')';
      break;
    case ExprKind::list: append_initialiser_list(out, expr); break;
    default: append_name(out, expr.name); break;
  }
}

// a[i], f(x), s.f, spawn T(x)
bool append_access(std::string& out, const Expr& expr) {
  const auto first = [&] { append_expr(out, *expr.args[0], Level::postfix, true); };
  switch (expr.kind) {
    case ExprKind::member:
      first();
      out += '.';
      append_name(out, expr.name);
      return true;
    case ExprKind::index:
      first();
      out += '[';
      append_expr(out, *expr.args[1], Level::assignment, false);
      out += ']';
      return true;
    case ExprKind::spawn: out += "spawn "; [[fallthrough]];
    case ExprKind::call:
      first();
      append_arguments(out, expr.args.subspan(1));
      return true;
    default: return false;
  }
}

void append_bare(std::string& out, const Expr& expr, bool followed) {
  if (const Operator op = operator_of(expr.kind); op.fixity != Fixity::no_sign) {
    append_operator(out, op, expr, followed);
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
  } else if (!append_access(out, expr)) {
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
