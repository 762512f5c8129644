// A session in this process, without a transport.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/options/options.h"
#include "gui-bridge/server/session.h"
#include "tests/places.h"

namespace orbita::test {

using nlohmann::json;

// A folder with copies of models/, removed at the end.
class ModelFolder {
 public:
  ModelFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "orbita-bridge-XXXXXX").string();
    base_ = ::mkdtemp(name.data());
    folder_ = base_ / "models";
    std::filesystem::copy(test::source_dir() + "/models", folder_);
  }
  ~ModelFolder() { std::filesystem::remove_all(base_); }
  ModelFolder(const ModelFolder&) = delete;
  ModelFolder& operator=(const ModelFolder&) = delete;
  const std::filesystem::path& path() const { return folder_; }
  const std::filesystem::path& outside() const { return base_; }

 private:
  std::filesystem::path base_, folder_;
};

class LocalClient {
 public:
  explicit LocalClient(const std::string& folder, const std::function<void(bridge::Settings&)>& change = {})
      : settings_(settings_for(folder)) {
    if (change) change(settings_);
    served_ = std::make_unique<bridge::ServedFolder>(settings_.folder, settings_.read_only, settings_.file_bytes);
    sessions_ = std::make_unique<bridge::Sessions>(settings_, *served_);
    session_ = sessions_->start([this](const std::string& text) { receive(text); });
  }
  ~LocalClient() {
    session_->end();
    session_.reset();
    sessions_.reset();
  }

  static bridge::Settings settings_for(const std::string& folder) {
    bridge::Settings settings;
    settings.folder = folder;
    settings.set_option = cli::set_exploration_option;
    return settings;
  }

  void send(const json& message) {
    session_->receive(message.dump(), [this](const std::string& text) { receive(text); });
  }
  void send_text(const std::string& text) {
    session_->receive(text, [this](const std::string& reply) { receive(reply); });
  }

  // The answer to a request; null when none comes in time.
  json call(const std::string& method, json params = json::object()) {
    const int id = ++last_id_;
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
    return wait_for([&](const json& message) { return message.contains("id") && message["id"] == id; });
  }
  json result(const std::string& method, json params = json::object()) {
    json answer = call(method, std::move(params));
    if (!answer.is_object() || !answer.contains("result")) throw std::runtime_error(method + ": " + answer.dump());
    return answer["result"];
  }

  // Takes the first message that fits, now or within the time.
  json wait_for(const std::function<bool(const json&)>& fits, double seconds = 120) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::unique_lock<std::mutex> lock(lock_);
    while (true) {
      for (auto it = messages_.begin(); it != messages_.end(); ++it) {
        if (!fits(*it)) continue;
        json found = std::move(*it);
        messages_.erase(it);
        return found;
      }
      if (came_.wait_until(lock, until) == std::cv_status::timeout) return nullptr;
    }
  }
  json notification(const std::string& method, double seconds = 120) {
    return wait_for([&](const json& m) { return m.contains("method") && m["method"] == method; }, seconds);
  }

 private:
  void receive(const std::string& text) {
    if (text.empty()) return;
    const std::lock_guard<std::mutex> lock(lock_);
    messages_.push_back(json::parse(text));
    came_.notify_all();
  }

  bridge::Settings settings_;
  std::unique_ptr<bridge::ServedFolder> served_;
  std::mutex lock_;
  std::condition_variable came_;
  std::deque<json> messages_;
  int last_id_ = 100000;
  std::unique_ptr<bridge::Sessions> sessions_;
  std::shared_ptr<bridge::Session> session_;
};

}  // namespace orbita::test
