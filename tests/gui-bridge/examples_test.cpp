// Every example of docs/gui-bridge.md, in order, in one session; and every message against its schema.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "gui-bridge/workspace/methods.h"
#include "tests/cli/schema.h"
#include "tests/gui-bridge/local_client.h"
#include "tests/places.h"

using namespace orbita::test;

namespace {

struct ExampleMessage {
  bool sent = false;
  json content;
};

std::vector<ExampleMessage> example_messages() {
  std::ifstream in(test::source_dir() + "/docs/gui-bridge.md");
  std::vector<std::string> texts;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("```", 0) == 0) inside = line == "```json";
    else if (inside && (line.rfind("--> ", 0) == 0 || line.rfind("<-- ", 0) == 0)) texts.push_back(line);
    else if (inside && !texts.empty()) texts.back() += line;
  }
  std::vector<ExampleMessage> messages;
  for (const std::string& text : texts) messages.push_back({text[0] == '-', json::parse(text.substr(4))});
  return messages;
}

// What is shown is there; "…" stands for anything, at the end of an array for the rest of it.
bool shows(const json& pattern, const json& actual) {
  if (pattern == "…") return true;
  if (pattern.is_object()) {
    if (!actual.is_object()) return false;
    for (const auto& [name, value] : pattern.items()) {
      if (!actual.contains(name) || !shows(value, actual[name])) return false;
    }
    return true;
  }
  if (!pattern.is_array()) return pattern == actual;
  if (!actual.is_array()) return false;
  const bool open = !pattern.empty() && pattern.back() == "…";
  const std::size_t shown = pattern.size() - (open ? 1 : 0);
  if (open ? actual.size() < shown : actual.size() != shown) return false;
  for (std::size_t i = 0; i < shown; ++i) {
    if (!shows(pattern[i], actual[i])) return false;
  }
  return true;
}

void check_schema(const std::string& method, const json& document) {
  std::string name = method.rfind("$/", 0) == 0 ? method.substr(2) : method;
  for (char& c : name) c = c == '/' ? '-' : c;
  const std::vector<std::string> problems = schema_problems("bridge/" + name + ".json", document);
  CAPTURE(method, problems, document.dump().substr(0, 2000));
  CHECK(problems.empty());
}

}  // namespace

TEST_CASE("every example of docs/gui-bridge.md does what it shows") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  const std::vector<ExampleMessage> messages = example_messages();
  REQUIRE(messages.size() > 100);
  std::set<std::string> shown;
  json sent;
  for (const ExampleMessage& message : messages) {
    if (message.sent) {
      sent = message.content;
      shown.insert(sent["method"].get<std::string>());
      client.send(sent);
      continue;
    }
    const json& expected = message.content;
    json actual;
    if (expected.contains("id")) {
      actual = client.wait_for([&](const json& m) { return m.contains("id") && m["id"] == expected["id"]; });
    } else {
      actual = client.wait_for([&](const json& m) { return shows(expected, m); });
    }
    CAPTURE(sent.dump(), expected.dump(), actual.dump().substr(0, 4000));
    CHECK(shows(expected, actual));
    if (actual.contains("result"))
      check_schema(sent["method"], {{"params", sent.value("params", json::object())}, {"result", actual["result"]}});
    if (actual.contains("method")) check_schema(actual["method"], {{"params", actual["params"]}});
  }
  for (const orbita::bridge::Method& method : orbita::bridge::methods()) {
    CAPTURE(method.name);
    CHECK(shown.count(method.name) == 1);
  }
}

TEST_CASE("messages about all models conform to their schemas") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  const auto call = [&](const std::string& method, const json& params) {
    const json result = client.result(method, params);
    check_schema(method, {{"params", params}, {"result", result}});
    return result;
  };
  const json files = call("model/files", json::object())["files"];
  for (const json& file : files) {
    if (file["kind"] != "model") continue;
    CAPTURE(file["path"]);
    const json model = call("model/open", {{"file", file["path"]}})["model"];
    for (const char* method : {"model/check", "model/render", "model/names", "model/summary", "symmetry/report"})
      call(method, {{"model", model}});
    const json simulation = call("simulate/start", {{"model", model}})["simulation"];
    const json far = call("simulate/random",
                          {{"simulation", simulation}, {"state", 0}, {"steps", 8}, {"seed", 1}})["state"]["state"];
    for (const char* method :
         {"simulate/moves", "simulate/path", "inspect/state", "inspect/zone", "inspect/representative"})
      call(method, {{"simulation", simulation}, {"state", far}});
    const json trace = call("trace/open", {{"simulation", simulation}, {"state", far}})["trace"];
    for (const char* method : {"trace/info", "trace/steps", "trace/goal", "trace/lanes", "trace/replay"})
      call(method, {{"trace", trace}});
    call("verify/start", {{"model", model}, {"options", {{"seconds", 0.5}, {"trace", "some"}}}});
    json notes = client.notification("verify/verdict");
    check_schema("verify/verdict", {{"params", notes["params"]}});
    notes = client.notification("verify/end");
    check_schema("verify/end", {{"params", notes["params"]}});
  }
}
