#include "symmetry/detect/unwritten_meta_reads.h"

#include <algorithm>

#include "parser/work_limits.h"
#include "symmetry/detect/commutation.h"
#include "symmetry/detect/expressions.h"

namespace orbita::violations {

namespace {

// What has certainly been written so far. Not reachable: after a return, everything has.
struct Written {
  bool reachable = true;
  std::vector<Path> paths;

  bool covers(const Path& path) const {
    return !reachable || std::any_of(paths.begin(), paths.end(), [&](const Path& whole) {
      if (whole.root != path.root || whole.steps.size() > path.steps.size()) return false;
      for (std::size_t k = 0; k < whole.steps.size(); ++k) {
        const Step &a = whole.steps[k], &b = path.steps[k];
        if (a.is_field ? a.field != b.field : a.index.kind != Term::Kind::all && a.index != b.index) return false;
      }
      return true;
    });
  }
  void add(const Path& path) {
    const bool known = std::all_of(path.steps.begin(), path.steps.end(), [](const Step& step) {
      return step.is_field || step.index.kind != Term::Kind::any;
    });
    if (known && !covers(path)) paths.push_back(path);
  }
  void forget(const std::function<bool(const Path&)>& which) { std::erase_if(paths, which); }
};

// After one or the other.
Written join(const Written& a, const Written& b) {
  if (!a.reachable) return b;
  if (!b.reachable) return a;
  Written both;
  for (const Path& path : a.paths) {
    if (b.covers(path)) both.add(path);
  }
  for (const Path& path : b.paths) {
    if (a.covers(path)) both.add(path);
  }
  return both;
}

std::set<const ScalarSet*> tracked_sets(const Symbol& symbol) {
  std::set<const ScalarSet*> sets;
  if (symbol.is_meta && symbol.type) collect_sets(*symbol.type, sets);
  return sets;
}

class StaleReads {
 public:
  StaleReads(const Resolver& resolver, Report& report) : resolver_(resolver), report_(report) {}

  void read(const Expr& expr, const Entry& entry) {
    frame_ = Frame{&entry, nullptr, {}};
    now_ = {};
    value(expr);
  }
  Written run(const Expr& update, const Entry& entry, Written start) {
    frame_ = Frame{&entry, nullptr, {}};
    now_ = std::move(start);
    value(update);
    return now_;
  }

 private:
  static constexpr std::uint64_t max_steps = 3'000'000;

  void report(const Symbol& root, Span where) {
    for (const ScalarSet* set : tracked_sets(root)) {
      report_.add(*set, "V13", where,
                  "`" + std::string(root.name) + "` is outside the state; its value does not follow the permutation",
                  "write it before reading it in the same transition");
    }
  }

  // Too much code: what was not looked at is not proven.
  bool out_of_steps() {
    if (++steps_ < max_steps) return false;
    if (steps_ == max_steps) {
      for (const ScalarSet* set : resolver_.model().scalar_sets) {
        report_.add(*set, "V13", set->span,
                    "the model is too large to prove that scalars outside the state are written before they are read",
                    "avoid `meta` scalars");
      }
    }
    return true;
  }

  bool is_tracked(const Symbol& root) { return !tracked_sets(root).empty(); }

  // Nothing in the function, nor in what it calls or gets, can be stale.
  bool is_irrelevant(const Function& function) {
    const auto [known, fresh] = irrelevant_.try_emplace(&function, true);
    if (!fresh) return known->second;
    bool relevant = false;
    for_each_expression(*function.body, [&](const Expr& part) {
      if (part.kind == ExprKind::name && part.symbol) relevant |= is_tracked(*part.symbol);
      if (part.kind == ExprKind::call && part.symbol && part.symbol->function && part.symbol->function->body) {
        relevant |= !is_irrelevant(*part.symbol->function);
      }
    });
    // A template's reference parameter may stand for a meta variable.
    relevant |= function.symbol && function.symbol->owner && frame_.entry && !frame_.entry->bindings.empty();
    return irrelevant_[&function] = !relevant;
  }

  void read_place(const Expr& place) {
    for (const Path& path : resolver_.places(place, frame_)) {
      if (is_tracked(*path.root) && !now_.covers(path)) report(*path.root, place.span);
    }
  }
  void write_place(const Expr& place) {
    const std::vector<Path> paths = resolver_.places(place, frame_);
    if (paths.size() == 1 && is_tracked(*paths[0].root)) now_.add(paths[0]);
  }

  void value(const Expr& expr) {
    poll_limits();
    if (out_of_steps()) return;
    switch (expr.kind) {
      case ExprKind::name: return read_place(expr);
      case ExprKind::member:
      case ExprKind::index: indices_of(expr); return read_place(expr);
      case ExprKind::call: return call(expr);
      case ExprKind::logical_and:
      case ExprKind::logical_or:
      case ExprKind::imply: {
        value(*expr.args[0]);
        Written before = now_;
        value(*expr.args[1]);
        now_ = std::move(before);
        return;
      }
      case ExprKind::conditional: return conditional(expr);
      case ExprKind::forall:
      case ExprKind::exists:
      case ExprKind::sum: {
        Written before = now_;
        value(*expr.args[0]);
        now_ = std::move(before);
        return;
      }
      default: break;
    }
    if (is_assignment(expr.kind)) {
      indices_of(*expr.args[0]);
      if (expr.kind != ExprKind::assign) read_place(*expr.args[0]);
      value(*expr.args[1]);
      return write_place(*expr.args[0]);
    }
    if (is_increment(expr.kind)) {
      indices_of(*expr.args[0]);
      return read_place(*expr.args[0]);
    }
    for (const Expr* arg : expr.args) {
      if (arg) value(*arg);
    }
  }

  void conditional(const Expr& expr) {
    value(*expr.args[0]);
    Written before = now_;
    value(*expr.args[1]);
    Written after = std::exchange(now_, std::move(before));
    value(*expr.args[2]);
    now_ = join(after, now_);
  }

  void indices_of(const Expr& place) {
    const auto look = [&](const Expr& part) { value(part); };
    for_each_in_place(place, look, look);
  }

  void call(const Expr& expr) {
    const Symbol* callee = expr.symbol;
    const Function* function = callee ? callee->function : nullptr;
    bool passes_tracked = false;
    for (std::size_t k = 1; k < expr.args.size(); ++k) {
      const bool by_reference =
          function && k <= function->params.size() && function->params[k - 1].declarator.by_reference;
      const std::vector<Path> paths = by_reference ? resolver_.places(*expr.args[k], frame_) : std::vector<Path>{};
      for (const Path& path : paths) passes_tracked |= is_tracked(*path.root);
      if (!paths.empty()) indices_of(*expr.args[k]);
      else value(*expr.args[k]);
      if (!paths.empty() && function && !function->body) read_place(*expr.args[k]);
    }
    if (!function || !function->body || (!passes_tracked && is_irrelevant(*function))) return;

    Entry other;
    Frame inside = resolver_.enter(expr, frame_);
    if (expr.args[0]->kind == ExprKind::member) {
      const Expr* process = expr.args[0]->args[0];
      indices_of(*process);
      if (process->symbol && process->symbol->kind == SymbolKind::process) {
        other = resolver_.entry_of(*process->symbol);
        inside.entry = &other;
      }
    }
    Frame outer = std::exchange(frame_, std::move(inside));
    std::vector<Written> outer_exits = std::exchange(exits_, {});
    statement(*function->body);
    for (const Written& exit : exits_) now_ = join(now_, exit);
    now_.reachable = true;
    exits_ = std::move(outer_exits);
    frame_ = std::move(outer);
  }

  void statement(const Stmt& stmt) {
    poll_limits();
    if (out_of_steps()) return;
    switch (stmt.kind) {
      case StmtKind::empty: return;
      case StmtKind::block:
        declarations(stmt);
        for (const Stmt* part : stmt.body) statement(*part);
        return;
      case StmtKind::expression:
      case StmtKind::assert_:
        if (stmt.condition) value(*stmt.condition);
        return;
      case StmtKind::return_:
        if (stmt.condition) value(*stmt.condition);
        exits_.push_back(now_);
        now_ = {};
        now_.reachable = false;
        return;
      case StmtKind::if_: return choice(stmt);
      case StmtKind::for_range: return range_loop(stmt);
      case StmtKind::for_:
        if (stmt.init) value(*stmt.init);
        return loop({stmt.condition, stmt.body[0], stmt.step});
      case StmtKind::while_: return loop({stmt.condition, stmt.body[0], nullptr});
      case StmtKind::do_while:
        statement(*stmt.body[0]);
        if (stmt.condition) value(*stmt.condition);
        return;
    }
  }

  void declarations(const Stmt& block) {
    for (const Decl* decl : block.decls) {
      for (const Declarator& declarator : decl->declarators) {
        if (declarator.init) value(*declarator.init);
      }
    }
  }

  void choice(const Stmt& stmt) {
    value(*stmt.condition);
    Written before = now_;
    statement(*stmt.body[0]);
    Written after = std::exchange(now_, std::move(before));
    if (stmt.body.size() > 1) statement(*stmt.body[1]);
    now_ = join(after, now_);
  }

  struct Loop {
    const Expr* condition;
    const Stmt* body;
    const Expr* step;
  };
  void loop(const Loop& parts) {  // perhaps not even once
    if (parts.condition) value(*parts.condition);
    Written before = now_;
    statement(*parts.body);
    if (parts.step) value(*parts.step);
    now_ = std::move(before);
  }

  // What each iteration writes at its own index is written everywhere when the loop is over.
  void range_loop(const Stmt& stmt) {
    Written before = now_;
    statement(*stmt.body[0]);
    const Written after = std::exchange(now_, std::move(before));
    if (!scalar_set(*stmt.binder) || !after.reachable) return;
    for (Path path : after.paths) {
      bool own = false;
      for (Step& step : path.steps) {
        if (step.is_field || step.index != Term::of(stmt.binder->symbol) || own) continue;
        step.index = Term{Term::Kind::all, 0, nullptr};
        own = true;
      }
      const bool leftover = std::any_of(path.steps.begin(), path.steps.end(),
                                        [&](const Step& step) { return step.index == Term::of(stmt.binder->symbol); });
      if (own && !leftover) now_.add(path);
    }
  }

  const Resolver& resolver_;
  Report& report_;
  Frame frame_;
  Written now_;
  std::vector<Written> exits_;
  std::map<const Function*, bool> irrelevant_;
  std::uint64_t steps_ = 0;
};

// What another participant of the transition still knows: variables of all, at fixed indices.
Written seen_by_others(Written written) {
  written.forget([](const Path& path) {
    return path.root->owner || path.root->scope == Scope::template_ ||
           std::any_of(path.steps.begin(), path.steps.end(),
                       [](const Step& step) { return !step.is_field && step.index.kind == Term::Kind::symbol; });
  });
  return written;
}

class TransitionCheck {
 public:
  TransitionCheck(const Resolver& resolver, const std::vector<Entry>& entries, Report& report)
      : resolver_(resolver), entries_(entries), reads_(resolver, report) {}

  void check() {
    const Model& model = resolver_.model();
    if (model.before_update) begin_ = reads_.run(*model.before_update, global_, {});
    for (const Entry& entry : entries_) labels(entry);
    for (const Entry& entry : entries_) updates(entry, false);
    for (const Entry& entry : entries_) updates(entry, true);
    if (model.after_update) reads_.run(*model.after_update, global_, end_.reachable ? end_ : begin_);
  }

 private:
  struct Sender {
    std::vector<Path> channels;
    Written written;
  };

  void labels(const Entry& entry) {
    if (!entry.templ) return;
    for (const Location& location : entry.templ->locations) {
      if (location.invariant) reads_.read(*location.invariant, entry);
    }
    for (const Edge& edge : entry.templ->edges) {
      if (edge.guard) reads_.read(*edge.guard, entry);
      if (edge.sync) indices(*edge.sync, entry);
    }
  }
  void indices(const Expr& channel, const Entry& entry) {
    for (const Expr* place = &channel; place->kind == ExprKind::index; place = place->args[0])
      reads_.read(*place->args[1], entry);
  }

  void updates(const Entry& entry, bool receivers) {
    if (!entry.templ) return;
    for (const Way& way : ways_of(*entry.templ)) {
      const Edge& edge = way.sync();
      if ((edge.direction == SyncDirection::receive) != receivers) continue;
      std::vector<Path> channels;
      if (edge.sync) channels = resolver_.places(*edge.sync, Frame{&entry, nullptr, {}});
      Written written = run(entry, way, receivers ? before_receiver(channels) : begin_);
      if (receivers) continue;
      end_ = join(end_, seen_by_others(written));
      if (edge.direction == SyncDirection::send)
        senders_.push_back({std::move(channels), seen_by_others(std::move(written))});
    }
  }

  Written run(const Entry& entry, const Way& way, Written start) {
    for (const Edge* part : {way.edge, way.branch}) {
      if (part && part->update) start = reads_.run(*part->update, entry, std::move(start));
    }
    return start;
  }

  Written before_receiver(const std::vector<Path>& channels) const {
    Written start{false, {}};
    for (const Sender& sender : senders_) {
      for (const Path& channel : channels) {
        const bool meets = std::any_of(sender.channels.begin(), sender.channels.end(),
                                       [&](const Path& other) { return !are_disjoint(channel, other, {}); });
        if (meets) start = join(start, sender.written);
      }
    }
    return start;
  }

  const Resolver& resolver_;
  const std::vector<Entry>& entries_;
  StaleReads reads_;
  const Entry global_;
  Written begin_;
  Written end_{false, {}};
  std::vector<Sender> senders_;
};

bool has_tracked(const Model& model) {
  return std::any_of(model.symbols.begin(), model.symbols.end(), [](const Symbol* symbol) {
    return symbol && symbol->kind == SymbolKind::variable && !tracked_sets(*symbol).empty();
  });
}

}  // namespace

void check_stale_reads(const Resolver& resolver, const std::vector<Entry>& entries, Report& report) {
  if (has_tracked(resolver.model())) TransitionCheck(resolver, entries, report).check();
}

void check_stale_reads(const Resolver& resolver, const Query& query, Report& report) {
  if (!has_tracked(resolver.model())) return;
  StaleReads reads(resolver, report);
  const Entry global;
  for (const Expr* expr : {query.predicate, query.consequence}) {
    if (expr) reads.read(*expr, global);
  }
  for (const Expr* expr : query.expressions) reads.read(*expr, global);
}

}  // namespace orbita::violations
