// Queries in a file beside the model.
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
