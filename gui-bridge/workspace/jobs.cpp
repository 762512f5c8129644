#include "gui-bridge/workspace/jobs.h"

#include <algorithm>

namespace orbita::bridge {

namespace {

constexpr std::size_t most_waiting = 1000;

}  // namespace

std::string_view to_text(JobState state) {
  switch (state) {
    case JobState::queued: return "queued";
    case JobState::running: return "running";
    case JobState::done: return "done";
    case JobState::cancelled: return "cancelled";
    case JobState::failed: return "failed";
  }
  return "";
}

Jobs::~Jobs() {
  {
    const std::lock_guard<std::mutex> lock(lock_);
    ending_ = true;
    waiting_.clear();
    for (const auto& [id, job] : jobs_) job->cancel();
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::string Jobs::next_id(const char* prefix) {
  const std::lock_guard<std::mutex> lock(lock_);
  return prefix + std::to_string(++counts_[prefix]);
}

void Jobs::add(std::shared_ptr<Job> job) {
  const std::lock_guard<std::mutex> lock(lock_);
  if (waiting_.size() >= most_waiting) throw RpcError(ErrorCode::limit, "too many jobs are waiting");
  while (!over_.empty() && over_.size() >= remembered_) {
    jobs_.erase(over_.front());
    over_.pop_front();
  }
  jobs_.emplace(job->id(), std::move(job));
}

void Jobs::start(std::shared_ptr<Job> job) {
  {
    const std::lock_guard<std::mutex> lock(lock_);
    waiting_.push_back(std::move(job));
    if (idle_ < waiting_.size() && threads_.size() < at_once_) threads_.emplace_back([this] { work(); });
  }
  wake_.notify_one();
}

std::shared_ptr<Job> Jobs::find(const std::string& id, const char* prefix) const {
  const std::lock_guard<std::mutex> lock(lock_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end() || id.rfind(prefix, 0) != 0) throw RpcError(ErrorCode::not_found, "no job '" + id + "'");
  return found->second;
}

void Jobs::cancel(const std::string& id, const char* prefix) {
  const std::shared_ptr<Job> job = find(id, prefix);
  job->cancel();
  {
    const std::lock_guard<std::mutex> lock(lock_);
    const auto waiting = std::find(waiting_.begin(), waiting_.end(), job);
    if (waiting == waiting_.end()) return;
    waiting_.erase(waiting);
    over_.push_back(id);
  }
  job->skip();
}

std::size_t Jobs::running() const {
  const std::lock_guard<std::mutex> lock(lock_);
  return running_.size() + waiting_.size();
}

void Jobs::work() {
  std::unique_lock<std::mutex> lock(lock_);
  while (true) {
    ++idle_;
    wake_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    --idle_;
    if (ending_) return;
    const std::shared_ptr<Job> job = waiting_.front();
    waiting_.erase(waiting_.begin());
    running_.push_back(job);
    lock.unlock();
    if (job->cancelled()) job->skip();
    else job->run();
    lock.lock();
    running_.erase(std::find(running_.begin(), running_.end(), job));
    over_.push_back(job->id());
  }
}

}  // namespace orbita::bridge
