// Images of predicates under exchanges, as predicates again: `Train(0).Cross` becomes `Train(1).Cross`.
//
// Programs are copied with the cells, clocks and ids they mention renamed. That is a guess, since a program may also
// compute what it looks at: is_image() (gate.h) proves it or not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/detect/exchange.h"
#include "engine/detect/normal_form.h"
#include "engine/network/predicate.h"

namespace orbita::detection {

// Predicates over programs that grow: the network's and the queries' first.
class PredicateImages {
 public:
  PredicateImages(const Network& network, const Programs& programs);

  // The predicate as one of the programs here.
  Predicate adopted(Predicate predicate) const;
  // nullopt: some program is not of a kind that can be copied.
  std::optional<Predicate> image(const Predicate& predicate, const Exchange& g);
  // What all of the predicates say together, or any of them (at least one).
  Predicate joined(const std::vector<Predicate>& predicates, bool all) const;

 private:
  std::optional<CodeRef> copied(CodeRef code, const Exchange& g);
  bool rename(ClockTerm& term, std::vector<NetClockId>& candidates, const Exchange& g);

  const Network& network_;
  std::shared_ptr<Programs> programs_;
};

// What it says, without names: equal for two only if they say the same (of one NormalNetwork).
std::string text_of(NormalNetwork& normal, const Exchange& any, const Predicate& predicate);

}  // namespace orbita::detection
