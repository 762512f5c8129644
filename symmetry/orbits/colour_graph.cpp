#include "symmetry/orbits/colour_graph.h"

#include <nauty/nausparse.h>
#include <nauty/nauty.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "symmetry/orbits/strategies.h"

namespace orbita::symmetry {

struct GraphLabeller::Graph {
  std::vector<std::size_t> starts;
  std::vector<int> degrees, neighbours;
  std::vector<int> lab, ptn, orbits;
  sparsegraph canonical{};

  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { SG_FREE(canonical); }
};

GraphLabeller::GraphLabeller(const MovedCells& plan) : plan_(&plan), keys_(plan), graph_(std::make_unique<Graph>()) {}
GraphLabeller::~GraphLabeller() = default;

void GraphLabeller::add_edge(std::uint32_t a, std::uint32_t b) {
  edges_.emplace_back(a, b);
  edges_.emplace_back(b, a);
}

// The label of an element is the number of its key among those of its domain.
void GraphLabeller::colour_elements() {
  keys_.sort(order_);
  colours_.assign(plan_->vertices(), {});
  for (const Domain& domain : plan_->domains()) {
    std::uint64_t number = 0;
    for (std::uint32_t p = domain.first.value; p < domain.last.value; ++p) {
      if (p > domain.first.value && !keys_.equal(order_[p - 1], order_[p])) ++number;
      colours_[order_[p].value] = {0, std::uint64_t{domain.first.value} << 32 | number, 0};
    }
  }
}

void GraphLabeller::add_facts(const Facts& facts, std::uint64_t kind) {
  for (std::uint32_t fact = 0; fact < facts.size(); ++fact) {
    const std::span<const VertexId> tuple = facts.tuple(fact);
    for (std::size_t k = 0; k < tuple.size(); ++k) {
      const auto vertex = static_cast<std::uint32_t>(colours_.size());
      colours_.push_back({kind, facts.label(fact), k});
      add_edge(vertex, tuple[k].value);
      if (k > 0) add_edge(vertex, vertex - 1);
    }
  }
}

void GraphLabeller::build(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone,
                          bool matrix) {
  ranks_.resize(zone.dimension());
  exceeding_ranks(zone, ranks_);
  keys_.compute(values, active, ranks_);
  value_facts_.clear();
  add_value_facts(*plan_, values, value_facts_);
  clock_facts_.clear();
  add_clock_facts(*plan_, active, zone, ranks_, matrix, clock_facts_);
  edges_.clear();
  colour_elements();
  add_facts(value_facts_, 1);
  add_facts(clock_facts_, 2);
  std::sort(edges_.begin(), edges_.end());
}

void GraphLabeller::order_colours() {
  Graph& g = *graph_;
  const std::size_t n = colours_.size();
  g.lab.resize(n);
  g.ptn.resize(n);
  g.orbits.resize(n);
  std::iota(g.lab.begin(), g.lab.end(), 0);
  const auto colour = [&](int v) -> const Colour& { return colours_[static_cast<std::size_t>(v)]; };
  std::sort(g.lab.begin(), g.lab.end(), [&](int a, int b) { return colour(a) < colour(b); });
  for (std::size_t k = 0; k < n; ++k) {
    g.ptn[k] = k + 1 < n && colour(g.lab[k]) == colour(g.lab[k + 1]) ? 1 : 0;
  }
}

void GraphLabeller::run(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone,
                        bool matrix) {
  best_ = plan_->identity();
  stabiliser_ = 1;
  if (plan_->vertices() == 0) return;
  build(values, active, zone, matrix);
  order_colours();
  Graph& g = *graph_;
  const std::size_t n = colours_.size();
  g.starts.assign(n, 0);
  g.degrees.assign(n, 0);
  g.neighbours.clear();
  for (const auto& [from, to] : edges_) {
    if (g.degrees[from]++ == 0) g.starts[from] = g.neighbours.size();
    g.neighbours.push_back(static_cast<int>(to));
  }
  sparsegraph graph{};
  graph.nv = static_cast<int>(n);
  graph.nde = g.neighbours.size();
  graph.v = g.starts.data();
  graph.d = g.degrees.data();
  graph.e = g.neighbours.data();
  graph.vlen = graph.dlen = n;
  graph.elen = g.neighbours.capacity();

  DEFAULTOPTIONS_SPARSEGRAPH(options);
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  statsblk stats;
  sparsenauty(&graph, g.lab.data(), g.ptn.data(), g.orbits.data(), &options, &stats, &g.canonical);
  // Elements have the first colours, domain by domain, so their labels are their places.
  for (const VertexId place : plan_->vertex_ids()) {
    best_[VertexId{static_cast<std::uint32_t>(g.lab[place.value])}] = place;
  }
  assert(stats.errstatus == 0);
  stabiliser_ = stats.grpsize1 * std::pow(10.0, stats.grpsize2);
}

namespace {

class GraphCanonicaliser final : public PlannedCanonicaliser {
 public:
  GraphCanonicaliser(const StateLayout& layout, const CanonicalOptions& options)
      : PlannedCanonicaliser(layout), options_(options), labeller_(plan_) {}

 private:
  bool choose(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone) override {
    const bool matrix = !options_.diagonal_property && !has_diagonal_property(zone);
    labeller_.run(values, active, zone, matrix);
    to_ = labeller_.best();
    return true;
  }

  CanonicalOptions options_;
  GraphLabeller labeller_;
};

}  // namespace

std::unique_ptr<Canonicaliser> make_graph(const StateLayout& layout, const CanonicalOptions& options) {
  return std::make_unique<GraphCanonicaliser>(layout, options);
}

}  // namespace orbita::symmetry
