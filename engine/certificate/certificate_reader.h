// A written certificate read back (docs/certificates.md has the format), for the checks and exports of Orbita itself;
// orbita-certify has a reader of its own.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dbm/zone.h"
#include "engine/flat/flat.h"

namespace orbita {

// What the checker of a certificate says: exit code 1 rejected, 2 unreadable, 3 unsupported.
class CertificateFault : public std::runtime_error {
 public:
  CertificateFault(int fault, const std::string& reason) : std::runtime_error(reason), code(fault) {}
  int code;
};

inline constexpr std::int32_t open_value = INT32_MIN;  // "*": any value of the slot's range

struct CertificateRecords {
  struct Cover {
    std::uint32_t node = 0;
    std::string permutations;  // as written, "" where nothing moves
  };
  struct Node {
    std::size_t line = 0;
    std::vector<std::int32_t> row;  // locations of the processes, then values of the slots
    std::uint32_t zone = 0;
    std::map<std::vector<std::uint32_t>, Cover> covers;  // by the flat edges of a transition
  };
  struct Family {  // cells that differ in elements only, row by row; -1: there is none
    char sort = 's';
    std::vector<std::uint32_t> sets;
    std::vector<std::int32_t> cells;
  };
  struct Holder {  // the slot holds elements of the set: first + element
    std::uint32_t set = 0, slot = 0;
    std::int32_t first = 0;
  };
  struct ClockLimits {
    std::uint32_t clock = 0;
    std::int32_t lower = -1, upper = -1;
  };

  nlohmann::json header;
  std::vector<std::vector<std::uint32_t>> sets;  // classes of elements
  std::vector<Family> families;
  std::vector<Holder> holders;
  bool includes_zones = false;                                     // "g *": zones are compared by inclusion
  std::map<std::pair<int, int>, std::vector<ClockLimits>> limits;  // by process and location; (-1, -1): everywhere
  std::vector<std::vector<Constraint>> zones;                      // flat clock numbers
  std::vector<Node> nodes;
  Cover initial;
  bool has_twins = false, has_pending = false;
};

// Throws CertificateFault where the text is not a certificate of this flat model or outline.
CertificateRecords read_certificate(const std::string& text, const FlatJson& flat);

}  // namespace orbita
