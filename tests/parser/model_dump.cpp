#include "tests/parser/model_dump.h"

#include <algorithm>
#include <sstream>

#include "parser/interpreter/elaborate.h"
#include "parser/operators.h"

namespace orbita::testing {
namespace {

class Dump {
 public:
  explicit Dump(Model& model) : model_(model) {}

  std::string run() {
    for (const ScalarSet* set : model_.scalar_sets) out_ << "scalarset " << set->name << ' ' << set->count << '\n';
    for (const GlobalObject& object : model_.globals) global(object);
    section(model_.document->declarations);
    for (const Template* templ : model_.document->templates) template_tree(*templ);
    section(model_.document->system);
    for (const auto& set : model_.process_sets)
      out_ << "set " << set->symbol->name << ' ' << set->first << ' ' << set->size << '\n';
    for (const Process& process : model_.processes) instance(process);
    priorities();
    label("before", model_.before_update);
    label("after", model_.after_update);
    out_ << "facts " << model_.has_process_priority << model_.has_guarded_receivers << model_.has_rates << '\n';
    return out_.str();
  }

 private:
  void cells(const std::vector<std::int32_t>& values) {
    for (const std::int32_t value : values) out_ << ' ' << value;
  }

  void type(const ConcreteType& t) {
    out_ << static_cast<int>(t.kind) << '/' << t.cells;
    if (t.kind == TypeKind::integer) out_ << '[' << t.low << ',' << t.high << ']';
    if (t.hybrid) out_ << " hybrid";
    if (t.urgent) out_ << " urgent";
    if (t.broadcast) out_ << " broadcast";
    if (t.set) out_ << " of " << t.set->name;
    if (t.index_set) out_ << " by " << t.index_set->name;
    if (t.element) {
      out_ << " from " << t.first_index << ' ';
      type(*t.element);
    }
    for (const ConcreteType::Field& field : t.fields) {
      out_ << " ." << field.name << ' ';
      type(*field.type);
    }
  }

  void global(const GlobalObject& object) {
    out_ << "global " << object.symbol->name << (object.symbol->is_const ? " const " : " ")
         << (object.symbol->is_meta ? "meta " : "");
    type(*object.type);
    cells(object.value);
    out_ << '\n';
  }

  void symbol(const Symbol& s) {
    out_ << s.name << '@' << static_cast<int>(s.kind) << static_cast<int>(s.scope) << (s.owner ? s.owner->name : "");
  }

  void tree(const Expr& e) {
    out_ << '(' << static_cast<int>(e.kind) << operator_of(e.kind).text << " c" << static_cast<int>(e.constraint);
    if (e.type) out_ << " t" << describe(*e.type);
    if (e.symbol) symbol(*e.symbol);
    if (!e.name.empty()) out_ << ' ' << e.name;
    if (e.kind == ExprKind::integer || e.kind == ExprKind::boolean) out_ << ' ' << e.value;
    if (e.kind == ExprKind::floating) out_ << ' ' << e.number;
    if (e.binder) binder(*e.binder);
    for (const std::string_view field : e.field_names) out_ << " ." << field;
    for (const Expr* arg : e.args) tree(*arg);
    out_ << ')';
  }

  void binder(const Binder& b) {
    out_ << " {" << b.name << ':' << (b.symbol && b.symbol->type ? describe(*b.symbol->type) : "?") << '}';
  }

  void label(const char* what, const Expr* e) {
    if (!e) return;
    out_ << "  " << what << ' ';
    tree(*e);
    out_ << '\n';
  }

  void declarator(const Declarator& d) {
    out_ << "declare " << d.name << (d.by_reference ? " &" : " ");
    if (d.symbol && d.symbol->type) out_ << describe(*d.symbol->type) << ' ' << d.symbol->is_const << d.symbol->is_meta;
    if (d.init) tree(*d.init);
    out_ << '\n';
  }

  void section(std::span<Decl* const> decls) {
    for (const Decl* decl : decls) declaration(*decl);
  }

  void declaration(const Decl& decl) {
    out_ << "declaration " << static_cast<int>(decl.kind) << ' ' << decl.name << ' ' << decl.target << '\n';
    for (const Declarator& d : decl.declarators) declarator(d);
    for (const Parameter& p : decl.params) declarator(p.declarator);
    for (const Expr* arg : decl.args) label("argument", arg);
    for (const SystemEntry& entry : decl.system) out_ << "  entry " << entry.name << ' ' << entry.level << '\n';
    if (decl.function) function(*decl.function);
    for (const Function* f : decl.functions) function(*f);
  }

  void function(const Function& f) {
    out_ << "function " << f.name << ' ' << (f.symbol ? describe(*f.symbol->type) : "") << '\n';
    for (const Parameter& p : f.params) declarator(p.declarator);
    if (f.body) statement(*f.body);
    const auto effects = model_.effects.find(&f);
    if (effects == model_.effects.end()) return;
    names("reads", effects->second.reads);
    names("writes", effects->second.writes);
  }

  // By name: symbol ids follow the order of the file.
  void names(const char* what, std::span<const Symbol* const> symbols) {
    std::vector<std::string_view> sorted;
    for (const Symbol* s : symbols) sorted.push_back(s->name);
    std::sort(sorted.begin(), sorted.end());
    out_ << "  " << what;
    for (const std::string_view each : sorted) out_ << ' ' << each;
    out_ << '\n';
  }

  void statement(const Stmt& s) {
    out_ << "statement " << static_cast<int>(s.kind);
    if (s.binder) binder(*s.binder);
    out_ << '\n';
    section(s.decls);
    label("init", s.init);
    label("condition", s.condition);
    label("step", s.step);
    for (const Stmt* inner : s.body) statement(*inner);
    out_ << "end\n";
  }

  void template_tree(const Template& t) {
    out_ << "template " << t.name << (t.is_lsc ? " chart" : "") << '\n';
    for (const Parameter& p : t.params) declarator(p.declarator);
    section(t.decls);
    for (const Location& l : t.locations) {
      out_ << "location " << l.name << (l.urgent ? " urgent" : "") << (l.committed ? " committed" : "") << '\n';
      label("invariant", l.invariant);
      label("rate", l.exponential_rate);
      label("rate2", l.exponential_rate2);
    }
    for (const Branchpoint& b : t.branchpoints) out_ << "branchpoint " << b.name << '\n';
    out_ << "init " << t.init << '\n';
    for (const Edge& e : t.edges) edge(e);
  }

  void edge(const Edge& e) {
    out_ << "edge " << e.source << ' ' << e.target << ' ' << e.controllable << static_cast<int>(e.direction);
    for (const Binder& b : e.selects) binder(b);
    out_ << '\n';
    label("guard", e.guard);
    label("sync", e.sync);
    label("update", e.update);
    label("weight", e.probability);
  }

  void instance(const Process& p) {
    out_ << "process " << p.name << " of " << p.templ->name << ' ' << p.priority << (p.set ? " in set" : "");
    cells(p.indices);
    out_ << '\n';
    for (const Argument& a : p.arguments) {
      out_ << "  " << a.parameter->name << ' ';
      type(*a.type);
      if (a.is_reference) out_ << " -> " << a.reference.object->name << '+' << a.reference.offset;
      if (a.element_of) out_ << " of " << a.element_of->name;
      cells(a.value);
      out_ << '\n';
    }
    for (const LocalObject& object : elaborate_locals(model_, p)) {
      out_ << "  local " << object.symbol->name << ' ';
      type(*object.type);
      cells(object.value);
      out_ << '\n';
    }
  }

  void priorities() {
    const ChannelPriority& priority = model_.channel_priority;
    if (!priority.declared) return;
    std::vector<std::string> lines;
    for (const auto& [channel, level] : priority.levels)
      lines.push_back(std::string(channel.first->name) + "+" + std::to_string(channel.second) + "=" +
                      std::to_string(level));
    std::sort(lines.begin(), lines.end());
    out_ << "priority " << priority.default_level;
    for (const std::string& line : lines) out_ << ' ' << line;
    out_ << '\n';
  }

  Model& model_;
  std::ostringstream out_;
};

}  // namespace

std::string dump(Model& model) { return Dump(model).run(); }

}  // namespace orbita::testing
