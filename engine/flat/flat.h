// The instantiated model as data: input of the certificate checker (docs/certificates.md).
//
// Every parameter, select, quantifier and array cell is written out: processes with locations, slots, clocks, channels
// and edges by number, expressions as trees. docs/schema/flat.json describes the document. It is made from the checked
// model alone, by code that shares nothing with compile/, analysis or search, so that a mistake in those cannot hide in
// it. A construct that cannot be written out is a ModelError that names it.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/replay/state.h"
#include "parser/model.h"

namespace orbita {

using FlatJson = nlohmann::ordered_json;

// The edge of the model that a flat edge is one instance of.
struct FlatEdgeKey {
  std::uint32_t process = 0;
  const Edge* edge = nullptr;
  const Edge* branch = nullptr;         // the second half of an edge through a branchpoint
  std::vector<std::int32_t> selects{};  // of the edge, then of the branch
  friend auto operator<=>(const FlatEdgeKey&, const FlatEdgeKey&) = default;
};

struct FlatModel {
  FlatJson document;
  Layout layout;                                     // the cells that slots, clocks and channels are
  std::vector<std::uint32_t> slot_of_cell;           // by layout cell; no_flat_cell: no data
  std::vector<FlatEdgeKey> edges;                    // by flat edge
  std::map<FlatEdgeKey, std::uint32_t> edge_number;  // edges that are never enabled are left out
  std::map<const ScalarSet*, std::int32_t> sets;     // of the model: position in the document's sets
};
inline constexpr std::uint32_t no_flat_cell = 0xffffffffu;

// What the document says about where it comes from.
struct FlatOrigin {
  std::string file, sha256;
  std::map<std::string, std::string> set;  // constants that were overridden
};

// Throws ModelError. Queries of other kinds than E<>, A[], E[], A<> and --> are left out.
FlatModel flatten(const Model& model, const std::vector<Query*>& queries, const FlatOrigin& origin);

// The cells, processes and edges of any model by number, without what its expressions say, so also where they call
// functions; no edge is left out, and it has no queries. Certificates about an outline are checked with the model
// itself (replay_check.h).
FlatModel outline(const Model& model, const FlatOrigin& origin);

// One line per process, slot, edge, …: easy to compare, and to read.
std::string flat_text(const FlatJson& flat);

// The flat model as a model in text form (XTA) again, and its queries: same verdicts, same counts without symmetry. May
// throw nlohmann::json::exception where the document is not what docs/schema/flat.json says.
std::string unflatten(const FlatJson& flat);
std::vector<std::string> flat_queries(const FlatJson& flat);

}  // namespace orbita
