#include "parser/print/printer.h"

#include <catch2/catch.hpp>
#include <random>

#include "parser/parser.h"
#include "syntax_support.h"

using namespace orbita;
using namespace orbita::syntax_test;

namespace {

std::string canonical_expression(const std::string& text) {
  Workshop shop;
  const Expr* expr = parse_update(shop.context, shop.add(text));
  return expr && shop.problems().empty() ? print(*expr) : "problems: " + shop.problems();
}

// Random trees, built without the parser.
class Grower {
 public:
  Grower(Arena& arena, unsigned seed) : arena_(arena), random_(seed) {}

  Expr* expr(int depth) {
    const int kind = depth <= 0 ? number(0, 3) : number(0, 19);
    if (kind <= 1) return name();
    if (kind == 2) return leaf(number(0, 3) == 0 ? ExprKind::boolean : ExprKind::integer, number(0, 1));
    if (kind == 3) return special_leaf();
    if (kind <= 10) return node(pick(ExprKind::power, ExprKind::imply), {expr(depth - 1), expr(depth - 1)});
    if (kind <= 12) return node(pick(ExprKind::plus, ExprKind::post_decrement), {expr(depth - 1)});
    if (kind == 13)
      return node(pick(ExprKind::assign, ExprKind::assign_shift_right), {expr(depth - 1), expr(depth - 1)});
    if (kind == 14) return node(ExprKind::conditional, {expr(depth - 1), expr(depth - 1), expr(depth - 1)});
    if (kind == 15) return node(ExprKind::index, {expr(depth - 1), expr(depth - 1)});
    if (kind == 16) return node(ExprKind::call, {name(), expr(depth - 1), expr(depth - 1)});
    if (kind == 17) {
      Expr* member = node(number(0, 1) ? ExprKind::member : ExprKind::rate, {expr(depth - 1)});
      member->name = "field";
      return member;
    }
    return quantifier(depth);
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  ExprKind pick(ExprKind first, ExprKind last) {
    return static_cast<ExprKind>(number(static_cast<int>(first), static_cast<int>(last)));
  }
  Expr* leaf(ExprKind kind, std::int64_t value) {
    Expr* result = arena_.make<Expr>();
    result->kind = kind;
    result->value = value;
    return result;
  }
  Expr* name() {
    static const std::string_view names[] = {"a", "A", "E", "sum", "exit", "x1"};
    Expr* result = leaf(ExprKind::name, 0);
    result->name = names[number(0, 5)];
    return result;
  }
  Expr* special_leaf() {
    switch (number(0, 3)) {
      case 0: return leaf(ExprKind::integer, -2147483648LL);
      case 1: return leaf(ExprKind::integer, 2147483647);
      case 2: {
        Expr* result = leaf(ExprKind::floating, 0);
        result->number = number(0, 1000) / 8.0;
        return result;
      }
      default: return leaf(ExprKind::integer, number(-3, 3));
    }
  }
  Expr* node(ExprKind kind, const std::vector<Expr*>& args) {
    Expr* result = leaf(kind, 0);
    result->args = arena_.copy(args);
    return result;
  }
  Expr* quantifier(int depth) {
    Expr* result = node(pick(ExprKind::forall, ExprKind::sum), {expr(depth - 1)});
    result->binder = arena_.make<Binder>();
    result->binder->name = "i";
    result->binder->type = arena_.make<TypeExpr>();
    result->binder->type->low = expr(0);
    result->binder->type->high = expr(depth - 2);
    return result;
  }

  Arena& arena_;
  std::mt19937 random_;
};

// shape() shows bound variables without their ranges; the ranges follow.
std::string full_shape(const Expr& expr) {
  std::string out = shape(expr);
  const auto collect = [&](const auto& self, const Expr& part) -> void {
    if (part.binder) {
      for (const Expr* bound : {part.binder->type->low, part.binder->type->high}) {
        if (bound) out += "; " + full_shape(*bound);
      }
    }
    for (const Expr* arg : part.args) self(self, *arg);
  };
  collect(collect, expr);
  return out;
}

// A negative literal and a minus sign before a literal are written alike; compare the trees as if
// they were the same.
std::string comparable(const Expr& expr) {
  std::string out = full_shape(expr);
  for (std::size_t at = out.find("(minus "); at != std::string::npos; at = out.find("(minus ", at + 1)) {
    const std::size_t first = at + 7;
    std::size_t end = first;
    while (end < out.size() && std::isdigit(static_cast<unsigned char>(out[end])) != 0) ++end;
    if (end > first && out[end] == ')')
      out = out.substr(0, at) + "-" + out.substr(first, end - first) + out.substr(end + 1);
  }
  return out;
}

}  // namespace

TEST_CASE("parentheses are printed only where they are needed") {
  CHECK(canonical_expression("(a + (b * c)) - ((d))") == "a + b * c - d");
  CHECK(canonical_expression("a - (b - c)") == "a - (b - c)");
  CHECK(canonical_expression("(a - b) - c") == "a - b - c");
  CHECK(canonical_expression("-(a ** b)") == "-(a ** b)");
  CHECK(canonical_expression("(-a) ** b") == "-a ** b");
  CHECK(canonical_expression("!(a && b)") == "!(a && b)");
  CHECK(canonical_expression("(not a) == b") == "!a == b");
  CHECK(canonical_expression("a imply (b imply c)") == "a imply (b imply c)");
  CHECK(canonical_expression("(a or b) xor c") == "a || b xor c");
  CHECK(canonical_expression("(a ? b : c) ? d : e") == "(a ? b : c) ? d : e");
  CHECK(canonical_expression("a ? b : (c ? d : e)") == "a ? b : c ? d : e");
  CHECK(canonical_expression("a ? (b = 1) : (c = 2)") == "a ? b = 1 : c = 2");
  CHECK(canonical_expression("(a = b) = c") == "(a = b) = c");
  CHECK(canonical_expression("a = (b = c)") == "a = b = c");
  CHECK(canonical_expression("(a + b)[1]") == "(a + b)[1]");
  CHECK(canonical_expression("(a[1]).b") == "a[1].b");
  CHECK(canonical_expression("(++a)--") == "(++a)--");
}

TEST_CASE("open quantifiers are closed when something follows") {
  CHECK(canonical_expression("(forall (i : T) a) && b") == "(forall (i : T) a) && b");
  CHECK(canonical_expression("b && (forall (i : T) a)") == "b && forall (i : T) a");
  CHECK(canonical_expression("(b && (forall (i : T) a)) || c") == "b && (forall (i : T) a) || c");
  CHECK(canonical_expression("(!exists (i : T) a) ? b : c") == "!(exists (i : T) a) ? b : c");
  CHECK(canonical_expression("(sum (i : int[0, N - 1]) a[i]) + 1 <= 2") == "(sum (i : int[0, N - 1]) a[i]) + 1 <= 2");
  CHECK(canonical_expression("a ? forall (i : T) b : c") == "a ? forall (i : T) b : c");
  CHECK(canonical_expression("(forall (i : T) a)'") == "(forall (i : T) a)'");
}

TEST_CASE("signs never run together") {
  CHECK(canonical_expression("- -a") == "- -a");
  CHECK(canonical_expression("-(--a)") == "- --a");
  CHECK(canonical_expression("+(++a)") == "+ ++a");
  CHECK(canonical_expression("a - -b") == "a - -b");
  CHECK(canonical_expression("-+-a") == "-+-a");
  CHECK(canonical_expression("!!a") == "!!a");
  CHECK(canonical_expression("- -2147483648") == "- -2147483648");
  CHECK(canonical_expression("x-- > 0") == "x-- > 0");
}

TEST_CASE("literals keep their value") {
  CHECK(canonical_expression("1.0") == "1.0");
  CHECK(canonical_expression("0.1 + 1e300 + 5E-7") == "0.1 + 1e+300 + 5e-07");
  CHECK(canonical_expression("-2147483648 ** 2") == "-2147483648 ** 2");
  CHECK(canonical_expression("\"text\"") == "\"text\"");
  CHECK(canonical_expression("true") == "true");
}

TEST_CASE("random trees survive printing and parsing") {
  for (unsigned seed = 0; seed < 20000; ++seed) {
    Workshop shop;
    Grower grower(shop.document.arena, seed);
    const Expr* tree = grower.expr(2 + static_cast<int>(seed % 5));
    const std::string once = print(*tree);
    CAPTURE(seed, once);
    const Expr* again = parse_expression(shop.context, shop.add(once));
    REQUIRE(again);
    REQUIRE(shop.diagnostics.error_count() == 0);
    REQUIRE(print(*again) == once);
    REQUIRE(comparable(*again) == comparable(*tree));
  }
}

TEST_CASE("removing any pair of printed parentheses changes the tree") {
  int pairs = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Workshop shop;
    Grower grower(shop.document.arena, seed);
    const Expr* tree = grower.expr(3);
    const std::string once = print(*tree);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < once.size(); ++i) {
      if (once[i] == '(') open.push_back(i);
      if (once[i] != ')') continue;
      const std::size_t begin = open.back();
      open.pop_back();
      const bool grouping = begin == 0 || once[begin - 1] == '(' || once[begin - 1] == '[' || once[begin - 1] == '!' ||
                            once[begin - 1] == '-' || once[begin - 1] == '+' || once[begin - 1] == ' ';
      if (!grouping) continue;  // a call
      std::string without = once;
      without[i] = without[begin] = ' ';
      CAPTURE(seed, once, without);
      Workshop other;
      const Expr* changed = parse_expression(other.context, other.add(without));
      if (changed && !other.diagnostics.has_errors()) REQUIRE(comparable(*changed) != comparable(*tree));
      ++pairs;
    }
  }
  CHECK(pairs > 1000);
}

TEST_CASE("fields that share a written type stay together") {
  Workshop shop;
  const auto decls = parse_declarations(shop.context, shop.add("struct { scalar[3] a, b; scalar[3] c; } s;"));
  REQUIRE(decls.size() == 1);
  CHECK(print(*decls[0]) == "struct { scalar[3] a, b; scalar[3] c; } s;");
  CHECK(print(*decls[0]->type) == "struct { scalar[3] a, b; scalar[3] c; }");
}

TEST_CASE("anonymous and odd names become legal and unique in XTA") {
  Document document;
  Template process;
  process.name = "P";
  Location locations[4];
  locations[0].name = "_id0";
  locations[0].anonymous = true;
  locations[1].name = "_id0";
  locations[2].name = "while";
  locations[3].name = "_id-3 x";
  locations[3].anonymous = true;
  Branchpoint branchpoint;
  branchpoint.name = "_id0";
  Edge edge;
  edge.source = 0;
  edge.target = 4;
  process.locations = locations;
  process.branchpoints = {&branchpoint, 1};
  process.edges = {&edge, 1};
  process.has_init = true;
  document.templates.push_back(&process);
  CHECK(write_xta(document) ==
        "\nprocess P()\n{\n  state\n    _id0_2,\n    _id0,\n    while_,\n    _id_3_x;\n  branchpoint _id0_3;\n"
        "  init _id0_2;\n  trans\n    _id0_2 -> _id0_3 { };\n}\n\n");
}

TEST_CASE("statements print at the depth asked for") {
  Workshop shop;
  const auto decls = parse_declarations(shop.context, shop.add("void f() { if (a) { b = 1; } }"));
  CHECK(print(*decls[0]->function->body->body[0], 4) == "    if (a) {\n      b = 1;\n    }\n");
}
