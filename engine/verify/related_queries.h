// Queries of one call that found symmetry relates to each other, or to a query that keeps more of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify/decide.h"

namespace orbita {

// Images: queries that are another one with two elements exchanged. The other one is decided, and both have its
// verdict. Rewritten: E<> and A[] about some elements, decided as queries about all that these can be exchanged with,
// where that leaves more symmetry. A trace would be one of some image: such queries are asked again, as they were, for
// theirs.
class RelatedQueries {
 public:
  // Predicates, uses and symmetry of the context are there; `decidable` says which of its queries take part.
  RelatedQueries(VerifyContext& context, const VerifyOptions& options, const std::vector<bool>& decidable)
      : context_(context), options_(options), decidable_(decidable) {}

  void find_images();
  // After find_images(). Changes predicates and uses of the context.
  void rewrite();

  bool is_image(std::size_t query) const { return images_[query].has_value(); }
  // Gives images the verdict of the query they are an image of. Returns those that have to be decided after all: with
  // a trace, which names elements. The others are appended to `decided`.
  Members take_over_from_images(Results& results, Members& decided) const;
  // Puts a rewritten query back as it was.
  void ask_as_asked(std::size_t query);

 private:
  // Where states or certificates are asked for, or the search is not exact, queries stay as they are.
  bool may_relate() const;
  bool may_be_images(std::size_t i, std::size_t j) const;

  struct Image {
    std::size_t of = 0;     // another query, with the same verdict
    std::string exchanged;  // "P(0) and P(1)"
  };
  struct AsAsked {
    Predicate predicate;
    DetectedSymmetry::Use use;
  };

  VerifyContext& context_;
  const VerifyOptions& options_;
  const std::vector<bool>& decidable_;
  std::vector<std::optional<Image>> images_;      // by query
  std::vector<std::optional<AsAsked>> as_asked_;  // by query: rewritten ones
};

}  // namespace orbita
