// Vertices, domains and places of symmetry/orbits/ do not mix (moved_cells.h, partition.h). Compiled once for each
// number below by must_not_compile_test.sh: SNIPPET 0 compiles, every other one does not.
#include <cstdint>
#include <vector>

#include "symmetry/orbits/moved_cells.h"
#include "symmetry/orbits/partition.h"

namespace {

using namespace orbita;
using namespace orbita::symmetry;

[[maybe_unused]] void snippet(const MovedCells& plan, Partition& partition, VertexMap& to) {
  const VertexId vertex{0};
  const DomainId domain{0};
  const std::uint32_t place = 0;
#if SNIPPET == 0  // the valid form of all others: if this does not compile, their failures prove nothing
  (void)plan.domains()[plan.domain_of(vertex)].rank(vertex);
  (void)plan.domains()[domain].vertex(0);
  (void)plan.element_of(plan.domains()[domain].first);
  to[partition.at[place]] = VertexId{place};
  partition.individualise(vertex);
  (void)(partition.colour[vertex] == place);
#elif SNIPPET == 1   // a vertex as the subscript of the domains
  (void)plan.domains()[vertex];
#elif SNIPPET == 2   // an integer as their subscript
  (void)plan.domains()[0];
#elif SNIPPET == 3   // a domain where a vertex is meant
  (void)plan.domain_of(domain);
#elif SNIPPET == 4   // a number as a vertex
  (void)plan.element_of(0u);
#elif SNIPPET == 5   // where a vertex stands in its domain, counted by hand
  (void)(vertex - plan.domains()[domain].first);
#elif SNIPPET == 6   // an element as a vertex
  to[vertex] = plan.element_of(vertex);
#elif SNIPPET == 7   // a place as a vertex
  to[partition.at[place]] = place;
#elif SNIPPET == 8   // a vertex as a place
  (void)partition.at[vertex];
#elif SNIPPET == 9   // … or as a cell
  (void)partition.cell(vertex);
#elif SNIPPET == 10  // a place where a vertex is meant
  partition.individualise(place);
#elif SNIPPET == 11  // comparing a vertex with the first place of its cell
  (void)(partition.colour[vertex] == vertex);
#elif SNIPPET == 12  // a domain as a vertex
  to[vertex] = domain;
#else
#error "no such snippet"
#endif
  (void)plan, (void)partition, (void)to, (void)vertex, (void)domain, (void)place;
}

}  // namespace
