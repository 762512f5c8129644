#include "engine/bdd/library.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <string>

#include "parser/work_limits.h"

namespace orbita::bdds {

namespace {

std::timed_mutex library_in_use;
int most_live = 0;  // nodes; of the library in use

// Measured on queue locks of 40 to 60 processes: from 20 000 nodes garbage collections, each of which empties the
// operation caches, take 1.5 times as long as from a million.
constexpr int first_nodes = 1'000'000, most_new_nodes = 2'000'000, cache_ratio = 8;
// Clearing that many takes longer than deciding a small model.
constexpr int few_nodes = 50'000;
constexpr std::size_t few_variables = 100;
constexpr std::size_t node_bytes = 20, cache_entry_bytes = 16, caches = 4;
constexpr std::size_t bytes_per_node = node_bytes + cache_entry_bytes * caches / cache_ratio;

void at_error(int code) {
  // BDD_NODES: tables of the largest prime size below the limit would be smaller than those there are.
  if (code == BDD_NODENUM || code == BDD_MEMORY || code == BDD_NODES) throw LimitReached(StopReason::memory);
  throw std::logic_error(std::string("the BDD library: ") + bdd_errstring(code));
}

void at_collection(int before, bddGbcStat* of) {
  if (before != 0) return;
  most_live = std::max(most_live, of->nodes - of->freenodes);
  check_limits();
}

std::unique_lock<std::timed_mutex> wait_for_library() {
  std::unique_lock<std::timed_mutex> lock(library_in_use, std::defer_lock);
  while (!lock.try_lock_for(std::chrono::milliseconds(10))) check_limits();
  return lock;
}

}  // namespace

Library::Library(std::size_t variables, std::size_t memory) : only_one_(wait_for_library()) {
  const std::size_t most =
      std::min<std::size_t>(memory / bytes_per_node, static_cast<std::size_t>(std::numeric_limits<int>::max() / 2));
  // A variable takes two nodes. The library does not survive running out of nodes while it makes variables.
  const std::size_t fewest = 4 * variables + 1'000;
  if (most < fewest) throw LimitReached(StopReason::memory);
  const std::size_t wanted = variables > few_variables ? first_nodes : few_nodes;
  const int nodes = static_cast<int>(std::clamp(wanted, fewest, most));
  bdd_init(nodes, std::max(nodes / cache_ratio, 1'000));
  most_live = 0;
  bdd_error_hook(at_error);
  bdd_gbc_hook(at_collection);
  bdd_resize_hook(nullptr);
  // The library has rounded up to a prime number, and refuses a limit that is not above what it has.
  bdd_setmaxnodenum(std::max(static_cast<int>(most), bdd_getallocnum() + 1));
  bdd_setmaxincrease(most_new_nodes);
  bdd_setcacheratio(cache_ratio);
  bdd_setvarnum(static_cast<int>(std::max<std::size_t>(variables, 1)));
  bdd_disable_reorder();
}

Library::~Library() {
  bdd_gbc_hook(nullptr);
  bdd_done();
}

std::size_t Library::bytes() const { return peak_nodes() * bytes_per_node; }

std::size_t Library::live_nodes() const {
  bdd_gbc();
  return static_cast<std::size_t>(most_live);
}

std::size_t Library::peak_nodes() const { return static_cast<std::size_t>(bdd_getallocnum()); }

}  // namespace orbita::bdds
