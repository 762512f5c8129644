// Queries in a file beside the model, and what a trace of a query says step by step.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/gui-bridge/local_client.h"

using namespace orbita::test;

namespace {

json queries_of(LocalClient& client, const std::string& file) {
  const json model = client.result("model/open", {{"file", file}})["model"];
  return client.result("model/queries", {{"model", model}});
}

}  // namespace

TEST_CASE("queries of the .q file beside a model have their comments and expectations, and wrong ones are there too") {
  const ModelFolder folder;
  std::filesystem::create_directory(folder.path() / "old");
  std::ofstream(folder.path() / "old/walk.xta") << "process P() { state a, b; init a; trans a -> b { }; }\nsystem P;\n";
  std::ofstream(folder.path() / "old/walk.q") << "/* It may go on. */\nE<> P.b  // expect: satisfied\n\n"
                                                 "A[] (P.a\n  or P.b)\nA[] P.\n";
  LocalClient client(folder.path().string());
  const json found = queries_of(client, "old/walk.xta");
  CHECK(found["file"] == "old/walk.q");
  REQUIRE(found["queries"].size() == 3);
  CHECK(found["queries"][0] == json{{"formula", "E<> P.b"}, {"comment", "It may go on."}, {"expect", "satisfied"}});
  CHECK(found["queries"][1]["formula"] == "A[] (P.a\n  or P.b)");
  CHECK(found["queries"][1]["expect"].is_null());
  CHECK(found["queries"][2]["formula"] == "A[] P.");
}

TEST_CASE("a model without a file beside it, or with a link out of the folder, has no queries there") {
  const ModelFolder folder;
  std::ofstream(folder.outside() / "secret.q") << "E<> true\n";
  std::filesystem::create_symlink(folder.outside() / "secret.q", folder.path() / "fischer.q");
  LocalClient client(folder.path().string());
  CHECK(queries_of(client, "german.xml") == json{{"file", nullptr}, {"queries", json::array()}});
  const json model = client.result("model/open", {{"file", "fischer.xml"}})["model"];
  const json answer = client.call("model/queries", {{"model", model}});
  CHECK(answer["error"]["code"] == -32004);
  const json nowhere = client.result("model/open", {{"name", "train-gate.xml"}, {"text", "<nta/>"}})["model"];
  CHECK(client.result("model/queries", {{"model", nowhere}})["file"].is_null());
}

TEST_CASE("a simulation along a trace has a state for each of its steps, also for one that is only a delay") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  const json model =
      client.result("model/open", {{"name", "walk.xta"},
                                   {"text",
                                    "clock x; process P() { state a { x <= 3 }, b { x <= 2 }, c; init a; trans "
                                    "a -> b { guard x >= 1; assign x = 0; }, b -> a { guard x >= 1; assign x = 0; }, "
                                    "a -> c { guard x > 2; }; }\nsystem P;\n"}})["model"];
  int only_delays = 0;
  for (const char* formula : {"P.a --> P.c", "A<> P.c", "E<> P.c"}) {
    CAPTURE(formula);
    client.result("verify/start", {{"model", model}, {"formulas", {formula}}, {"options", {{"trace", "shortest"}}}});
    const json trace = client.notification("verify/verdict")["params"]["trace"];
    const json walked = client.result("trace/simulate", {{"trace", trace}});
    const json all = client.result("trace/steps", {{"trace", trace}});
    REQUIRE(walked["states"].size() == all["steps"].size() + 1);
    json locations = all["state"]["locations"];
    for (std::size_t i = 0; i <= all["steps"].size(); ++i) {
      if (i > 0) {
        const json& step = all["steps"][i - 1];
        for (const json& change : step["locations"]) locations[change[0].get<std::size_t>()] = change[1];
        only_delays += step["edges"].empty() ? 1 : 0;
      }
      const json state = client.result("simulate/state",
                                       {{"simulation", walked["simulation"]}, {"state", walked["states"][i]}})["state"];
      CAPTURE(i, state.dump());
      CHECK(state["locations"] == locations);
    }
  }
  CHECK(only_delays > 0);
}
