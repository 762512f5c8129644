// How the members of a team talk to each other: bulk-synchronous, and in flat words only.
//
// Nothing else is shared between members while they work, so processes on several machines can take the place of
// threads: a transport for them has to implement the functions below.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "engine/base/limits.h"

namespace orbita {

// One member's end. exchange() and all_gather() are collective: every member calls them in the same order, and each
// waits for all others. Once the team has ended they return at once, and the result is unspecified.
class Transport {
 public:
  using Words = std::vector<std::int32_t>;
  using Keys = std::vector<std::uint64_t>;
  virtual ~Transport() = default;

  virtual unsigned size() const = 0;   // members
  virtual unsigned index() const = 0;  // of this one

  // Sends outboxes[i] to member i. The result: what member i has sent to this one. Outboxes belong to the transport,
  // and the result is valid, until the next collective call has returned.
  virtual std::span<const std::span<const std::int32_t>> exchange(const std::vector<Words>& outboxes) = 0;
  // The keys of all members. `own` belongs to the transport, and the result is valid, until the next collective call
  // has returned.
  virtual std::span<const std::span<const std::uint64_t>> all_gather(const Keys& own) = 0;

  // The sum over all members, each with the numbers it gave last. Not collective, and never waits.
  virtual Progress sum(const Progress& own) = 0;
  // All members leave as soon as possible. Not collective; may be called more than once.
  virtual void end() = 0;
  virtual bool has_ended() const = 0;
};

// Members that are threads of one process: they read each other's outboxes where they are.
class ThreadTeam {
 public:
  explicit ThreadTeam(unsigned members);
  Transport& operator[](unsigned member) { return ends_[member]; }
  unsigned size() const { return static_cast<unsigned>(ends_.size()); }

 private:
  class ThreadTransport final : public Transport {
   public:
    ThreadTransport(ThreadTeam& team, unsigned index) : team_(team), index_(index) {}

    unsigned size() const override { return team_.size(); }
    unsigned index() const override { return index_; }
    std::span<const std::span<const std::int32_t>> exchange(const std::vector<Words>& outboxes) override;
    std::span<const std::span<const std::uint64_t>> all_gather(const Keys& own) override;
    Progress sum(const Progress& own) override;
    void end() override { team_.end(); }
    bool has_ended() const override { return team_.has_ended(); }

   private:
    ThreadTeam& team_;
    unsigned index_;
    std::vector<std::span<const std::int32_t>> inbox_;
    std::vector<std::span<const std::uint64_t>> gathered_;
  };
  // What a member shows the others. It is written before a meeting, and read between that one and the next.
  struct Board {
    const std::vector<Transport::Words>* outboxes = nullptr;
    const Transport::Keys* keys = nullptr;
  };
  struct alignas(64) Tally {
    std::atomic<std::uint64_t> stored{0}, explored{0}, waiting{0}, transitions{0}, memory{0};
  };

  void meet();  // waits until all members have called it, or one has ended the team
  void end();
  bool has_ended() const { return ended_.load(std::memory_order_relaxed); }

  std::deque<ThreadTransport> ends_;
  std::vector<Board> boards_;
  std::deque<Tally> tallies_;
  std::atomic<bool> ended_{false};
  std::mutex lock_;  // of what follows
  std::condition_variable all_here_;
  unsigned arrived_ = 0;
  std::uint64_t meetings_ = 0;
};

}  // namespace orbita
