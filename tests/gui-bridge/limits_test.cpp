// What one session may use, and that a session which has used it up goes on.
#include <catch2/catch.hpp>

#include "tests/gui-bridge/local_client.h"

using namespace orbita::test;

namespace {

using orbita::bridge::Settings;

constexpr int limit_error = -32003;

// A verification that no limit of this test lets end by itself.
json start_long_job(LocalClient& client, const json& options = json::object()) {
  json all{{"symmetry", "off"}, {"trace", "none"}};
  all.update(options);
  const std::string model = client.result("model/open", {{"file", "train-gate.xml"}, {"set", {{"N", "11"}}}})["model"];
  return client.result("verify/start", {{"model", model}, {"formulas", {"A[] not deadlock"}}, {"options", all}})["job"];
}

json end_of(LocalClient& client, const json& job) {
  return client.wait_for(
      [&](const json& m) { return m.value("method", "") == "verify/end" && m["params"]["job"] == job; })["params"];
}

}  // namespace

TEST_CASE("a request that takes too long ends with an error that says so, and the session goes on") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](Settings& s) { s.request_seconds = 0.3; });
  const std::string model = client.result("model/open", {{"file", "fischer.xml"}})["model"];
  const std::string simulation = client.result("simulate/start", {{"model", model}})["simulation"];
  json answer;
  for (int i = 0; i < 50 && !answer.contains("error"); ++i)
    answer = client.call("simulate/random", {{"simulation", simulation}, {"state", 0}, {"steps", 10000}});
  CHECK(answer["error"]["code"] == limit_error);
  CHECK(answer["error"]["message"].get<std::string>().find("time") != std::string::npos);
  CHECK(client.result("simulate/moves", {{"simulation", simulation}, {"state", 0}})["moves"].size() == 10);
}

TEST_CASE("the simulations of a session stay below its memory") {
  const ModelFolder folder;
  constexpr std::size_t megabytes = 4;
  LocalClient client(folder.path().string(), [](Settings& s) { s.memory_bytes = megabytes << 20; });
  const std::string model = client.result("model/open", {{"file", "fischer.xml"}, {"set", {{"N", "40"}}}})["model"];
  json answer;
  std::string simulation;
  for (int i = 0; i < 400 && !answer.contains("error"); ++i) {
    if (i % 100 == 0) simulation = client.result("simulate/start", {{"model", model}})["simulation"];
    answer = client.call("simulate/random", {{"simulation", simulation}, {"state", 0}, {"steps", 20}});
  }
  CHECK(answer["error"]["code"] == limit_error);
  CHECK(answer["error"]["message"].get<std::string>().find("memory") != std::string::npos);
  client.result("simulate/close", {{"simulation", simulation}});
  for (const char* other : {"s1", "s2", "s3", "s4"}) client.call("simulate/close", {{"simulation", other}});
  simulation = client.result("simulate/start", {{"model", model}})["simulation"];
  CHECK(client.result("simulate/random", {{"simulation", simulation}, {"state", 0}, {"steps", 5}})["states"].size() ==
        5);
}

TEST_CASE("an exploration that reaches the memory of its session is open, and says why") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](Settings& s) { s.memory_bytes = std::size_t{24} << 20; });
  const json job = start_long_job(client);
  const json verdict = client.notification("verify/verdict")["params"];
  CHECK(verdict["verdict"] == "unknown");
  CHECK(verdict["reason"].get<std::string>().find("memory") != std::string::npos);
  CHECK(end_of(client, job)["state"] == "done");
}

TEST_CASE("no option of a client goes beyond the limits of the server") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](Settings& s) {
    s.memory_bytes = std::size_t{24} << 20;
    s.job_seconds = 30;
  });
  const json job = start_long_job(client, {{"memory_bytes", 1e15}, {"seconds", 1e6}});
  CHECK(client.notification("verify/verdict")["params"]["verdict"] == "unknown");
  CHECK(end_of(client, job)["state"] == "done");
}

TEST_CASE("options that would need more than a job may use are refused") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](Settings& s) { s.memory_bytes = std::size_t{256} << 20; });
  const std::string model = client.result("model/open", {{"file", "fischer.xml"}, {"set", {{"N", "2"}}}})["model"];
  const auto code = [&](const json& options) {
    return client.call("verify/start", {{"model", model}, {"options", options}})
        .value("error", json::object())
        .value("code", 0);
  };
  constexpr int invalid = -32602;
  CHECK(code({{"approximation", "bits"}, {"bits", "40"}}) == invalid);
  CHECK(code({{"bits", "40"}, {"approximation", "bits"}}) == invalid);
  CHECK(code({{"approximation", "bits"}, {"bits", "20"}}) == 0);
  CHECK(code({{"threads", 1000}}) == invalid);
  CHECK(code({{"dump-states", "/tmp/states"}}) == invalid);
  for (const char* varied : {"threads=1,1000", "memory=1", "dump-states=/tmp/states"}) {
    CAPTURE(varied);
    const json answer =
        client.call("symmetry/sweep", {{"model", model}, {"vary", {varied}}, {"formulas", {"E<> true"}}});
    CHECK(answer["error"]["code"] == invalid);
  }
}

TEST_CASE("a job explores as the verb verify does: symmetry nobody declared is used") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  const std::string model = client.result("model/open", {{"file", "fischer-ints.xml"}})["model"];
  const auto verdict = [&](const json& options) {
    client.result("verify/start", {{"model", model}, {"formulas", {"A[] not deadlock"}}, {"options", options}});
    return client.notification("verify/verdict")["params"];
  };
  const json as_it_is = verdict(json::object()), declared = verdict({{"symmetry", "declared"}});
  CHECK(as_it_is["symmetry"]["group"] == "S_5 on Process");
  CHECK(as_it_is["stored"].get<int>() < declared["stored"].get<int>());
  CHECK(as_it_is["verdict"] == declared["verdict"]);
}

TEST_CASE("an exploration ends when its time is up") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](Settings& s) { s.job_seconds = 0.5; });
  start_long_job(client);
  const json verdict = client.notification("verify/verdict")["params"];
  CHECK(verdict["verdict"] == "unknown");
  CHECK(verdict["reason"].get<std::string>().find("time") != std::string::npos);
}

TEST_CASE("jobs beyond those that run at once wait, and one that waits is cancelled at once") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](Settings& s) { s.jobs = 1; });
  const json first = start_long_job(client), second = start_long_job(client), third = start_long_job(client);
  CHECK(!client.notification("verify/progress").is_null());
  const auto state_of = [&](const json& job) { return client.result("verify/status", {{"job", job}})["state"]; };
  CHECK(state_of(first) == "running");
  CHECK(state_of(second) == "queued");
  client.result("verify/cancel", {{"job", second}});
  CHECK(state_of(second) == "cancelled");  // although the first one still runs
  CHECK(end_of(client, second)["state"] == "cancelled");
  CHECK(state_of(first) == "running");
  client.result("verify/cancel", {{"job", first}});
  CHECK(end_of(client, first)["state"] == "cancelled");
  client.wait_for(
      [&](const json& m) { return m.value("method", "") == "verify/progress" && m["params"]["job"] == third; });
  CHECK(state_of(third) == "running");
  client.result("verify/cancel", {{"job", third}});
}

TEST_CASE("jobs that are over make room for new ones") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](Settings& s) { s.remembered_jobs = 3; });
  const std::string model = client.result("model/open", {{"file", "fischer.xml"}, {"set", {{"N", "2"}}}})["model"];
  for (int i = 0; i < 8; ++i) {
    const json job =
        client.result("verify/start", {{"model", model}, {"formulas", {"E<> Process(0).cs or true"}}})["job"];
    CHECK(end_of(client, job)["state"] == "done");
  }
  CHECK(client.call("verify/status", {{"job", "v1"}})["error"]["code"] == -32002);
  CHECK(client.result("verify/status", {{"job", "v8"}})["state"] == "done");
}

TEST_CASE("where there are too many sessions, the longest unused one that may be replaced makes room") {
  const ModelFolder folder;
  Settings settings = LocalClient::settings_for(folder.path().string());
  settings.sessions = 3;
  const orbita::bridge::ServedFolder served(settings.folder, false, settings.file_bytes);
  orbita::bridge::Sessions sessions(settings, served);
  const auto nothing = [](const std::string&) {};
  const auto kept = sessions.start(nothing), first = sessions.start(nothing), second = sessions.start(nothing);
  const auto may_go = [&](const auto& one) { return &one != kept.get(); };
  first->receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})", nothing);  // the second one is older now
  for (int i = 0; i < 1000 && first->is_busy(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const auto third = sessions.start(nothing, may_go);
  REQUIRE(third != nullptr);
  CHECK(second->is_ending());
  CHECK(!first->is_ending());
  CHECK(!kept->is_ending());
  CHECK(sessions.start(nothing) == nullptr);  // none may be replaced
}

TEST_CASE("there are so many sessions, and those that nobody uses end") {
  const ModelFolder folder;
  Settings settings = LocalClient::settings_for(folder.path().string());
  settings.sessions = 2;
  const orbita::bridge::ServedFolder served(settings.folder, false, settings.file_bytes);
  orbita::bridge::Sessions sessions(settings, served);
  const auto nothing = [](const std::string&) {};
  const auto first = sessions.start(nothing), second = sessions.start(nothing);
  REQUIRE(second != nullptr);
  CHECK(sessions.start(nothing) == nullptr);
  sessions.end_idle(3600, [](const auto&) { return true; });
  CHECK(sessions.count() == 2);
  sessions.end_idle(0, [&](const auto& one) { return &one == first.get(); });
  for (int i = 0; i < 1000 && sessions.count() > 1; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(sessions.find(first->id()) == nullptr);
  CHECK(sessions.find(second->id()) == second);
  CHECK(sessions.start(nothing) != nullptr);
}
