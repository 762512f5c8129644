// States as coloured graphs, labelled canonically by nauty (docs/theory/symmetry.md, "References"). Exact with and
// without the diagonal property; slower than canonical_search.h, and independent of it.
//
// Every vertex of the plan is a vertex of the graph with the same number, coloured by its key. A fact about k vertices
// becomes a path of k vertices, coloured by label and position, each joined to the vertex it is about.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/facts.h"
#include "symmetry/orbits/keys.h"
#include "symmetry/orbits/moved_cells.h"

namespace orbita::symmetry {

class GraphLabeller {
 public:
  explicit GraphLabeller(const MovedCells& plan);
  ~GraphLabeller();

  void run(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone, bool matrix);
  const VertexMap& best() const { return best_; }
  double stabiliser() const { return stabiliser_; }

 private:
  // Colours are compared as (kind, label, position): elements, then facts about values, about clocks.
  struct Colour {
    std::uint64_t kind = 0, label = 0, position = 0;
    friend auto operator<=>(const Colour&, const Colour&) = default;
  };
  struct Graph;  // nauty's

  void build(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone,
             bool matrix);
  void colour_elements();
  void add_facts(const Facts& facts, std::uint64_t kind);
  void add_edge(std::uint32_t a, std::uint32_t b);
  void order_colours();

  const MovedCells* plan_;
  Keys keys_;
  Facts value_facts_, clock_facts_;
  std::vector<std::uint32_t> ranks_;
  std::vector<VertexId> order_;
  std::vector<Colour> colours_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::unique_ptr<Graph> graph_;
  VertexMap best_;
  double stabiliser_ = 1;
};

}  // namespace orbita::symmetry
