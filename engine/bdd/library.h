// The BDD library, BuDDy, for the time of one decision.
//
// BuDDy keeps all of its nodes in global variables: a second Library in another thread waits until the first is gone,
// or its own limits are met. Every bdd must be gone before its Library. Limits hold inside operations too: the library
// looks at them at each garbage collection, and where it runs out of nodes; LimitReached then leaves the operation in
// the middle, and nothing but destroying what is left may follow.
#pragma once

#include <bdd.h>

#include <cstddef>
#include <mutex>

namespace orbita::bdds {

class Library {
 public:
  // `memory`: bytes the nodes may take; the maximum of size_t: no limit. Throws LimitReached if that is
  // too little to begin.
  Library(std::size_t variables, std::size_t memory);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  std::size_t bytes() const;       // of nodes and caches
  std::size_t live_nodes() const;  // the most that any garbage collection has left, one made now among them
  std::size_t peak_nodes() const;  // allocated, at most

 private:
  std::unique_lock<std::timed_mutex> only_one_;
};

}  // namespace orbita::bdds
