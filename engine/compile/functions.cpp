// Functions: one piece of code per process they depend on and per binding of reference parameters.
//
// A reference to a known place (a global, a local, an element with constant index) is bound when the
// function is compiled, so most reference parameters cost nothing and analyses see through them.
// Other references are addresses passed in a frame cell.
#include <algorithm>

#include "engine/compile/lowering.h"

namespace orbita {

using ir::FunctionCode;
using ir::Node;
using ir::Op;

namespace {

constexpr std::uint64_t max_folding_steps = 100'000;

bool is_place(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::name:
    case ExprKind::index:
    case ExprKind::member: return true;
    case ExprKind::conditional: return is_place(*expr.args[1]) && is_place(*expr.args[2]);
    default:
      return is_assignment(expr.kind) || expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::pre_decrement;
  }
}

Sort sort_of(const Type& type) {
  const bool clocks = contains(type, TypeKind::clock);
  if (contains(type, TypeKind::channel)) return Sort::channel;
  return clocks ? Sort::clock : Sort::data;
}

bool is_frame(const NetPlace& place) {
  if (place.cells || place.sort != Sort::data) return false;
  if (place.at->is_constant()) return segment_of(static_cast<std::uint32_t>(place.at->value)) == Segment::frame;
  return place.extent == nullptr;
}

// Equal keys: the same code will do.
void add_to_key(std::vector<std::uint64_t>& key, const std::optional<NetPlace>& reference) {
  if (!reference) return key.push_back(0);
  key.push_back(reinterpret_cast<std::uintptr_t>(reference->type));
  if (reference->cells) {
    key.push_back(1);
    key.push_back(reinterpret_cast<std::uintptr_t>(reference->cells));
  } else if (reference->at->is_constant()) {
    key.push_back(2);
    key.push_back(static_cast<std::uint32_t>(reference->at->value));
  } else if (!reference->extent) {
    key.push_back(3);
  } else {
    key.push_back(4);
    const ir::Extent& extent = *reference->extent;
    key.push_back(static_cast<std::uint64_t>(extent.segment));
    key.push_back(extent.cells);
    key.push_back(extent.bases.size());
    key.insert(key.end(), extent.bases.begin(), extent.bases.end());
    for (const auto& d : extent.dimensions) key.push_back((std::uint64_t{d.stride} << 32) | d.count);
  }
}

}  // namespace

// The argument of a value parameter, ready to be stored (or, for structs and arrays, an address).
Node* Lowering::argument(const Expr& expr, const Symbol& parameter, ProcessId owner) {
  const ConcreteType* type = elaborate_type(state_.model, *parameter.type, state_.process_tree(owner));
  if (type->is_leaf()) return converted(value(expr), *type, expr.span);
  const std::size_t mark = before_.size();
  NetPlace source = place(expr, Sort::data);
  materialise(source);
  const NetPlace kept = temporary(*type);
  Node* copying = copy(kept, source, expr.span);
  if (copying->op != Op::copy || before_.size() != mark) {  // checked cell by cell, or made by a call
    before_.push_back(copying);
    return with_before(mark, nodes_.address(Segment::frame, offset_of(static_cast<std::uint32_t>(kept.at->value))));
  }
  Node* address = nodes_.offset(source.at, 0);
  if (address->is_constant()) address = nodes_.constant(address->value);  // a node of its own, for the extent
  address->extent = source.extent;
  return address;
}

Node* Lowering::call(const Expr& expr, std::optional<NetPlace>& result) {
  const Function& called = *expr.symbol->function;
  const ProcessId here = called.symbol->owner ? process_ : none;
  if (expr.args[0]->kind != ExprKind::member) return call_in(expr, here, result);
  // P.f() or P(i).f() in a query: the function as it is in that process.
  const Expr& process = *expr.args[0]->args[0];
  const std::uint32_t first = process.kind == ExprKind::call ? process.symbol->set->first : process.symbol->index;
  Node* position = process_number(process);
  if (position->is_constant())
    return call_in(expr, ProcessId{first + static_cast<std::uint32_t>(position->value)}, result);
  if (is_aggregate(called.result->type)) {
    refuse(expr.span, "refused", "this call returns a struct and its process is not known when the query is loaded");
  }
  std::uint32_t member = process.symbol->set->size - 1;
  Node* chosen = call_in(expr, ProcessId{first + member}, result);
  while (member-- > 0) {
    Node* here_it_is =
        nodes_.binary(Op::equal, position, nodes_.constant(static_cast<std::int32_t>(member)), expr.span);
    chosen = nodes_.conditional(here_it_is, call_in(expr, ProcessId{first + member}, result), chosen);
  }
  return chosen;
}

Node* Lowering::call_in(const Expr& expr, ProcessId owner, std::optional<NetPlace>& result) {
  const Function& called = *expr.symbol->function;
  if (!called.body)
    refuse(expr.span, "refused", "the imported function '" + std::string(called.name) + "' cannot be called");
  std::vector<std::optional<NetPlace>> references(called.params.size());
  std::vector<Node*> args;
  for (std::size_t i = 0; i < called.params.size(); ++i) {
    const Symbol& parameter = *called.params[i].declarator.symbol;
    const Expr& given = *expr.args[i + 1];
    // An integer variable given for `const double&` is converted: a value like any other.
    const bool converts = parameter.type->is(TypeKind::floating) && !given.type->is(TypeKind::floating);
    if (parameter.by_reference && is_place(given) && !converts) {
      const std::size_t mark = before_.size();
      NetPlace target = place(given, sort_of(*parameter.type));
      if (before_.size() != mark) {
        materialise(target);
        target.at = with_before(mark, target.at);
      }
      if (!target.cells && !target.at->is_constant()) args.push_back(target.at);
      references[i] = target;
    } else {
      args.push_back(argument(given, parameter, owner));
    }
  }
  const FunctionCode* code = function(called, owner, references);
  // Objects passed by value are copied when all arguments are there; effects of later ones come too soon.
  bool effects_follow = false;
  for (std::size_t i = args.size(); i-- > 0;) {
    if (code->parameters[i].copied > 0 && effects_follow) {
      NetPlace kept;
      kept.at = nodes_.address(Segment::frame, frame_cells(code->parameters[i].copied));
      Node* early = nodes_.make(Op::copy, {kept.at, args[i]});
      early->count = code->parameters[i].copied;
      early->source = args[i]->extent;
      args[i] = nodes_.sequence({early, nodes_.constant(kept.at->value)});
    }
    effects_follow |= args[i]->effects;
  }
  Node* node = nodes_.make(Op::call, args, expr.span);
  node->callee = code;
  node->low = code->low;
  node->high = code->high;
  node->fails |= code->fails;
  node->effects |= code->effects_on_state;
  if (code->has_value) {
    node->real = code->real;
    if (const auto known = constant_call(*node)) return nodes_.constant(*known);
    return node;
  }
  if (!is_aggregate(called.result->type)) return node;
  const ConcreteType* type = elaborate_type(state_.model, *called.result->type, state_.process_tree(owner));
  NetPlace left;
  left.type = type;
  left.at = nodes_.address(Segment::frame, code->result_cell);
  result = temporary(*type);
  Node* kept = copy(*result, left, expr.span);
  Node* both = nodes_.sequence({node, kept});
  return both;
}

// A call that depends on nothing but its constant arguments is executed here and now.
std::optional<std::int32_t> Lowering::constant_call(const Node& call) {
  const FunctionCode& code = *call.callee;
  if (code.real || !code.closed || code.effects_on_state || !code.effects.reads.empty()) return std::nullopt;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    if (!call.args[i]->is_constant() || code.parameters[i].copied > 0) return std::nullopt;
  }
  Programs& programs = state_.programs;
  const std::size_t size = programs.code.size();
  const CodeRef program = state_.emitter.expression(call);
  if (!state_.folding) state_.folding = std::make_unique<Machine>(state_.network, max_folding_steps);
  state_.folding->load(programs);
  state_.no_values.resize(state_.network.value_count());
  const std::int32_t value = state_.folding->evaluate(program, state_.no_values);
  const bool failed = static_cast<bool>(state_.folding->failure());
  state_.folding->clear_failure();
  programs.code.resize(size);
  if (failed) return std::nullopt;
  return value;
}

const FunctionCode* Lowering::function(const Function& called, ProcessId owner,
                                       const std::vector<std::optional<NetPlace>>& references) {
  std::vector<std::uint64_t> key{reinterpret_cast<std::uintptr_t>(&called), owner.value};
  for (const auto& reference : references) add_to_key(key, reference);
  auto& slot = state_.functions[key];
  if (!slot) {
    auto made = std::make_shared<FunctionCode>();
    Body body{&called, nullptr, 0};
    Lowering inside(state_, owner, &body);
    inside.compile_function(called, references, *made);
    slot = std::move(made);
  }
  return slot.get();
}

void Lowering::bind_parameter(const Symbol& symbol, const std::optional<NetPlace>& reference, FunctionCode& into) {
  if (reference) {
    NetPlace place = *reference;
    into.closed &= !is_frame(place);
    into.writes_frame |= is_frame(place) && !symbol.is_const;
    if (!place.cells && !place.at->is_constant()) {
      const std::uint32_t cell = frame_cells(1);
      into.parameters.push_back({cell, 0});
      place.at = nodes_.load(nodes_.address(Segment::frame, cell), nullptr, INT32_MIN, INT32_MAX);
    }
    bindings_.push_back({&symbol, place, false, 0});
    return;
  }
  const ConcreteType* type = concrete(*symbol.type);
  const std::uint32_t cell = frame_cells(std::max(type->cells, 1u));
  into.parameters.push_back(
      {cell, type->is_leaf() ? 0 : state_.cells_of(*type, Sort::data), type->kind == TypeKind::floating});
  bind_cell(symbol, cell, *type);
}

void Lowering::compile_function(const Function& called, const std::vector<std::optional<NetPlace>>& references,
                                FunctionCode& into) {
  for (std::size_t i = 0; i < called.params.size(); ++i) {
    bind_parameter(*called.params[i].declarator.symbol, references[i], into);
  }
  if (!called.result->type->is(TypeKind::void_)) {
    body_->result = concrete(*called.result->type);
    if (body_->result->is_leaf()) {
      into.has_value = true;
      into.real = body_->result->kind == TypeKind::floating;
      into.low = body_->result->kind == TypeKind::integer ? body_->result->low : 0;
      into.high = body_->result->kind == TypeKind::boolean ? 1 : body_->result->high;
    } else {
      into.result_cell = body_->result_cell = state_.new_frame_cells(body_->result->cells);
    }
  }
  const Node* node = statement(*called.body);
  if (into.has_value && body_->low <= body_->high) {  // often less than the type allows: bounds of clocks profit
    into.low = std::max(into.low, body_->low);
    into.high = std::min(into.high, body_->high);
  }
  into.fails = node->fails;
  state_.effects.walk(*node);
  into.effects = state_.effects.take();
  into.effects_on_state = !into.effects.writes.empty() || !into.effects.clocks.empty() || into.writes_frame;
  state_.emitter.function(*node, into);
}

Node* Lowering::block(const Stmt& stmt) {
  const std::size_t mark = bindings_.size();
  std::vector<Node*> all;
  for (const Decl* decl : stmt.decls) {
    if (decl->kind != DeclKind::variables) continue;
    for (const Declarator& declarator : decl->declarators) {
      const Symbol& symbol = *declarator.symbol;
      const ConcreteType* type = concrete(*symbol.type);
      NetPlace place = temporary(*type);
      Node* set = initialise(place, declarator.init);
      const bool known = symbol.is_const && type->is_leaf() && set->op == Op::store && set->args[1]->is_constant();
      if (known) {
        bind(symbol, set->args[1]->value);
      } else {
        all.push_back(set);
        bindings_.push_back({&symbol, place, false, 0});
      }
    }
  }
  for (const Stmt* inner : stmt.body) all.push_back(statement(*inner));
  bindings_.resize(mark);
  return nodes_.sequence(all);
}

Node* Lowering::for_range(const Stmt& stmt) {
  const BinderRange over = range(*stmt.binder);
  const Stmt& body = *stmt.body[0];
  if (over.is_static() && over.size() <= 0) return nodes_.make(Op::nothing, {});
  if (unroll(over, tree_size(body))) {
    const auto size = static_cast<std::size_t>(over.size());
    std::vector<Node*> all;
    copies_ *= size;
    for (std::int64_t v = over.low->value; v <= over.high->value; ++v) {
      bind(*stmt.binder->symbol, static_cast<std::int32_t>(v));
      all.push_back(statement(body));
      unbind();
    }
    copies_ /= size;
    return nodes_.sequence(all);
  }
  const std::uint32_t cell = frame_cells(1);
  const std::uint32_t limit = over.high->is_constant() ? 0 : frame_cells(1);
  bind_cell(*stmt.binder->symbol, cell, *over.type);
  Node* inner = statement(body);
  unbind();
  Node* node = nodes_.make(Op::for_range, {over.low, over.high, inner}, stmt.span);
  node->cell = cell;
  node->limit_cell = limit;
  return node;
}

Node* Lowering::return_statement(const Stmt& stmt) {
  if (!stmt.condition) return nodes_.make(Op::return_, {}, stmt.span);
  if (!body_->result) return nodes_.sequence({effect(*stmt.condition), nodes_.make(Op::return_, {}, stmt.span)});
  if (body_->result->is_leaf()) {
    Node* result = converted(value(*stmt.condition), *body_->result, stmt.condition->span);
    body_->low = std::min(body_->low, result->low);
    body_->high = std::max(body_->high, result->high);
    return nodes_.make(Op::return_, {result}, stmt.span);
  }
  const std::size_t mark = before_.size();
  NetPlace target;
  target.type = body_->result;
  target.at = nodes_.address(Segment::frame, body_->result_cell);
  const NetPlace source = place(*stmt.condition, Sort::data);
  Node* copying = copy(target, source, stmt.condition->span);
  return nodes_.sequence({with_before(mark, copying), nodes_.make(Op::return_, {}, stmt.span)});
}

Node* Lowering::statement(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::empty: return nodes_.make(Op::nothing, {});
    case StmtKind::block: return block(stmt);
    case StmtKind::expression: return effect(*stmt.condition);
    case StmtKind::if_: {
      Node* choice = condition(*stmt.condition);
      if (choice->is_constant()) {
        if (choice->value != 0) return statement(*stmt.body[0]);
        return stmt.body.size() > 1 ? statement(*stmt.body[1]) : nodes_.make(Op::nothing, {});
      }
      Node* then = statement(*stmt.body[0]);
      if (stmt.body.size() < 2) return nodes_.make(Op::if_, {choice, then}, stmt.span);
      return nodes_.make(Op::if_, {choice, then, statement(*stmt.body[1])}, stmt.span);
    }
    case StmtKind::for_: {
      Node* start = effect(*stmt.init);
      Node* choice = condition(*stmt.condition);
      Node* body = statement(*stmt.body[0]);
      Node* loop = nodes_.make(Op::while_, {choice, body, effect(*stmt.step)}, stmt.span);
      loop->fails = true;  // may run into the step limit
      return nodes_.sequence({start, loop});
    }
    case StmtKind::for_range: return for_range(stmt);
    case StmtKind::while_:
    case StmtKind::do_while: {
      Node* choice = condition(*stmt.condition);
      Node* loop = nodes_.make(stmt.kind == StmtKind::while_ ? Op::while_ : Op::do_while,
                               {choice, statement(*stmt.body[0])}, stmt.span);
      loop->fails = true;
      return loop;
    }
    case StmtKind::return_: return return_statement(stmt);
    case StmtKind::assert_: {
      Node* good = condition(*stmt.condition);
      if (good->is_constant(1)) return nodes_.make(Op::nothing, {});
      Node* node = nodes_.make(Op::assert_, {good}, stmt.span);
      node->fails = true;
      return node;
    }
  }
  return nodes_.make(Op::nothing, {});
}

}  // namespace orbita
