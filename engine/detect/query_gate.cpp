// What queries can tell apart: their predicates and measures in normal form, renamed by an exchange.
#include <algorithm>
#include <functional>

#include "engine/detect/gate.h"
#include "engine/detect/query_images.h"

namespace orbita::detection {

namespace {

// A predicate as a word, renamed or as it is: a node, then its children.
class PredicateCode {
 public:
  PredicateCode(NormalNetwork& normal, Renamer& renamer, const Predicate& predicate, bool renamed)
      : normal_(normal), renamer_(renamer), predicate_(predicate), renamed_(renamed) {}

  std::string text() {
    if (predicate_.nodes.empty()) return "";
    code(0);  // finds out whether evaluating may fail
    return (may_fail_ ? "ordered " : "") + code(0);
  }

 private:
  // Children of `and` and `or` in any order, unless evaluating may fail.
  std::string code(std::uint32_t k) {
    const Predicate::Node& node = predicate_.nodes[k];
    std::string text = std::to_string(static_cast<int>(node.kind)) + "(";
    if (node.kind == Predicate::Kind::data && node.data != no_code) {
      Diagrams& d = normal_.diagrams();
      const DiagramId data = d.truth(normal_.data(*predicate_.programs, node.data));
      may_fail_ = may_fail_ || !d.is_number(d.has_failed(data), 0);
      text += std::to_string((renamed_ ? renamer_.plain(data) : data).value);
    }
    if (node.kind == Predicate::Kind::atom) {
      const NormalCondition atom = normal_.atom(*predicate_.programs, node.atom);
      may_fail_ = may_fail_ || atom.ordered;
      for (const std::uint64_t word : renamed_ ? renamer_.code(atom) : renamer_.plain_code(atom))
        text += std::to_string(word) + ",";
    }
    std::vector<std::string> children;
    for (const std::uint32_t child : node.children) children.push_back(code(child));
    const bool any_order = node.kind == Predicate::Kind::conjunction || node.kind == Predicate::Kind::disjunction;
    if (any_order && !may_fail_) std::sort(children.begin(), children.end());
    for (const std::string& child : children) text += child + ";";
    return text + ")";
  }

  NormalNetwork& normal_;
  Renamer& renamer_;
  const Predicate& predicate_;
  bool renamed_;
  bool may_fail_ = false;
};

}  // namespace

bool is_image(NormalNetwork& normal, const Exchange& exchange, const Predicate& of, const Predicate& predicate) {
  Renamer renamer(normal, exchange);
  try {
    return PredicateCode(normal, renamer, of, true).text() == PredicateCode(normal, renamer, predicate, false).text();
  } catch (const Beyond&) {
    return false;
  }
}

std::string text_of(NormalNetwork& normal, const Exchange& any, const Predicate& predicate) {
  Renamer renamer(normal, any);
  return PredicateCode(normal, renamer, predicate, false).text();
}

std::string told_apart(NormalNetwork& normal, const Placement& placement, SetId set, std::int32_t first,
                       std::int32_t second, const Predicate& predicate) {
  const Exchange exchange(normal.network(), placement, set, first, second);
  Renamer renamer(normal, exchange);
  try {
    const bool same = PredicateCode(normal, renamer, predicate, true).text() ==
                      PredicateCode(normal, renamer, predicate, false).text();
    return same ? "" : "the query tells them apart";
  } catch (const Beyond& problem) {
    return std::string("the query cannot be compared: ") + problem.what();
  }
}

namespace {

bool keeps(NormalNetwork& normal, Renamer& renamer, const Measure& measure) {
  Diagrams& d = normal.diagrams();
  const DiagramId data = measure.data == no_code ? d.number(0) : normal.data(*measure.programs, measure.data);
  if (renamer.plain(data) != data) return false;
  if (!measure.is_clock) return true;
  const DiagramId clock = measure.clock.code == no_code ? d.number(measure.clock.clock.value)
                                                        : normal.data(*measure.programs, measure.clock.code);
  return renamer.clock_number(clock) == clock;
}

}  // namespace

std::string told_apart(NormalNetwork& normal, const Placement& placement, SetId set, std::int32_t first,
                       std::int32_t second, const Measure& measure) {
  const Exchange exchange(normal.network(), placement, set, first, second);
  Renamer renamer(normal, exchange);
  try {
    return keeps(normal, renamer, measure) ? "" : "the query tells them apart";
  } catch (const Beyond& problem) {
    return std::string("the query cannot be compared: ") + problem.what();
  }
}

bool is_invariant(NormalNetwork& normal, const Exchange& exchange, const Measure& measure) {
  Renamer renamer(normal, exchange);
  try {
    return keeps(normal, renamer, measure);
  } catch (const Beyond&) {
    return false;
  }
}

}  // namespace orbita::detection
