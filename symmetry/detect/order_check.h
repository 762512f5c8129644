// Loops over scalarsets: can the order of the iterations be observed?
#pragma once

#include <vector>

#include "symmetry/detect/collector.h"

namespace orbita::violations {

// Collects violations, each once.
class Report {
 public:
  explicit Report(const IdSets& ids) : ids_(ids) {}
  void add(const ScalarSet& set, std::string rule, Span where, std::string message, std::string hint);
  void add(SymmetryViolation violation);
  std::vector<SymmetryViolation> take_sorted();

 private:
  const IdSets& ids_;
  std::vector<SymmetryViolation> items_;
};

// A collector that judges the loops it meets and reports what breaks the symmetry (V1 to V8, V11
// inside loops) and what may fail depending on the order (V14).
class OrderCheck : public Collector {
 public:
  OrderCheck(const Resolver& resolver, Report& report) : Collector(resolver), resolver_(resolver), report_(report) {}

 private:
  struct Conflict;
  bool is_order_sensitive(const LoopOverSet& loop) override;
  void quantifier(const Expr& expr, const Frame& frame) override;

  std::vector<Conflict> conflicts(const LoopOverSet& loop) const;
  void report_conflicts(const LoopOverSet& loop, std::vector<Conflict> found);
  bool report_sequence(const LoopOverSet& loop, const Conflict& conflict, const std::vector<Conflict>& all,
                       std::set<const Symbol*>& told_roots);
  bool report_numbering(const LoopOverSet& loop, const Conflict& conflict);
  bool report_ties(const LoopOverSet& loop, const Conflict& conflict);
  void report_plain(const LoopOverSet& loop, const Conflict& conflict);
  bool returns_are_symmetric(const LoopOverSet& loop) const;
  void report_returns(const LoopOverSet& loop);
  void note_partial_sums(const LoopOverSet& loop);
  bool may_fail(const Expr& expr, const Frame& frame) const;
  std::string text(const Expr& expr) const;

  const Resolver& resolver_;
  Report& report_;
};

// Additions to a bounded variable whose sum may leave the range on the way though not at its end.
// The first such access, or nullptr.
const Access* partial_sum_risk(const std::vector<Access>& accesses, const Symbol& root);

}  // namespace orbita::violations
