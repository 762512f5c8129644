// Work that takes long: explorations, in threads of their own.
//
// So many of a session run at once; the others wait, in the order in which they came. The operating system shares the
// processor among all threads, and each job has a memory limit, so that none can starve another.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "gui-bridge/protocol/rpc.h"

namespace orbita::bridge {

enum class JobState : std::uint8_t { queued, running, done, cancelled, failed };
std::string_view to_text(JobState state);

class Job {
 public:
  explicit Job(std::string id) : id_(std::move(id)) {}
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  const std::string& id() const { return id_; }
  // The work, in its own thread; throws nothing.
  virtual void run() = 0;
  // Called instead of run() when it is cancelled before it has begun.
  virtual void skip() = 0;
  virtual Json status() const = 0;  // from any thread

  void cancel() { stop_.store(true); }
  bool cancelled() const { return stop_.load(); }
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  const std::string id_;
  std::atomic<bool> stop_{false};
};

class Jobs {
 public:
  // So many run at once, so many are remembered when they are over.
  Jobs(unsigned at_once, std::size_t remembered) : at_once_(at_once), remembered_(remembered) {}
  ~Jobs();  // cancels all and waits for them

  std::string next_id(const char* prefix);
  // Can be found from now on, until it is over and others take its room. Throws RpcError(limit) when too many wait.
  void add(std::shared_ptr<Job> job);
  void start(std::shared_ptr<Job> job);
  std::shared_ptr<Job> find(const std::string& id, const char* prefix) const;  // throws RpcError(not_found)
  // One that waits is over at once, one that runs soon. Throws RpcError(not_found).
  void cancel(const std::string& id, const char* prefix);
  std::size_t running() const;

 private:
  void work();

  const unsigned at_once_;
  const std::size_t remembered_;
  mutable std::mutex lock_;
  std::condition_variable wake_;
  std::map<std::string, std::shared_ptr<Job>> jobs_;
  std::vector<std::shared_ptr<Job>> waiting_;
  std::vector<std::shared_ptr<Job>> running_;
  std::deque<std::string> over_;  // ids of jobs that have ended, the first in front
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  std::map<std::string, std::size_t> counts_;
  bool ending_ = false;
};

}  // namespace orbita::bridge
