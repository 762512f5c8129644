// The interchangeable elements of an exploration as a certificate states them: sets, the families of cells that differ
// in elements only, and the slots that hold elements (docs/certificates.md). Declared and detected sets look the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/certificate/flat_action.h"
#include "engine/detect/placement.h"
#include "engine/flat/flat.h"
#include "engine/network/network.h"
#include "engine/space/symmetry_plan.h"

namespace orbita {

// Numbers of the network as numbers of the flat model.
struct FlatNumbers {
  FlatNumbers(const FlatModel& flat, const Network& network);
  IdVector<SlotId, std::uint32_t> slot;
  IdVector<NetClockId, std::uint32_t> clock;
  std::vector<std::uint32_t> channel;  // by network channel
};

class CertificateSets {
 public:
  // `placement`: of detected sets; nullptr: there are only declared ones.
  CertificateSets(const FlatModel& flat, const Network& network, const FlatNumbers& numbers, const SymmetryPlan& plan,
                  const detection::Placement* placement);

  // Sets that are exchanged, in the order of their numbers in the certificate.
  const std::vector<SetId>& sets() const { return sets_; }
  std::string text() const;  // the records "s", "f" and "v"
  // The exchanges of neighbours that twins are found by; fewer where images of edges are not known.
  std::vector<Exchange> exchanges() const;

 private:
  struct Cell {
    char sort = 's';         // as in the certificate: 'p', 's', 'x', 'c'
    std::uint32_t flat = 0;  // its number in the flat model
    std::string family;
    std::vector<std::pair<std::uint32_t, std::int32_t>> indices;  // set of the certificate, element
  };
  template <class Indices>
  void add_cell(char sort, std::uint32_t flat, const std::string& family, const Indices& indices);
  void add_network_cells(const Network& network, const FlatNumbers& numbers, const detection::Placement* placement);
  void add_declared(const FlatJson& table, char sort, const std::vector<bool>& known);
  const Cell* image(const Cell& cell, std::uint32_t set, std::int32_t a, std::int32_t b) const;
  bool add_swaps(Exchange& exchange) const;
  bool add_edges(Exchange& exchange) const;

  const FlatModel& flat_;
  const StateLayout& layout_;
  std::vector<SetId> sets_;
  std::vector<std::uint32_t> number_of_;   // by set of the layout; no_flat_cell: not exchanged
  std::vector<std::int32_t> declared_as_;  // by set of the certificate: set of the flat model, or -1
  std::vector<Cell> cells_;                // that have indices
  std::map<std::pair<std::string, std::vector<std::pair<std::uint32_t, std::int32_t>>>, std::size_t> by_place_;
  struct Holder {
    std::uint32_t slot = 0, set = 0;
    std::int32_t base = 0;
  };
  std::vector<Holder> holders_;
};

}  // namespace orbita
