// What the symmetry view says: the report of interchangeable ids, and the representative of a state.
#include <catch2/catch.hpp>
#include <cmath>
#include <regex>

#include "tests/gui-bridge/local_client.h"

using namespace orbita::test;

namespace {

// Of "S_6 on P x S_3 on Q" or "C_4 on R".
double group_order(const std::string& group) {
  double order = 1;
  const std::regex factor("([SC])_(\\d+)");
  for (std::sregex_iterator at(group.begin(), group.end(), factor), end; at != end; ++at)
    order *= (*at)[1] == "S" ? std::tgamma(std::stod((*at)[2]) + 1) : std::stod((*at)[2]);
  return std::round(order);
}

json report_of(LocalClient& client, const std::string& file) {
  const json model = client.result("model/open", {{"file", file}})["model"];
  return client.result("symmetry/report", {{"model", model}});
}

json set_of(const json& report, const std::string& name) {
  for (const json& set : report["sets"]) {
    if (set["name"] == name) return set;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("the sets of a report are the group that an exploration uses, declared or found") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  int found = 0;
  const json files = client.result("model/files")["files"];
  for (const json& file : files) {
    if (file["kind"] != "model") continue;
    const json report = report_of(client, file["path"]);
    CAPTURE(file["path"], report.dump());
    double order = 1;
    for (const json& set : report["sets"]) {
      std::size_t inside = 0;
      for (const json& cell : set["cells"]) inside += cell.size();
      CHECK(inside == set["elements"].size());
      CHECK(set["size"] == set["elements"].size());
      if (!set["reduced"].get<bool>()) continue;
      CHECK(set["permutations"].get<double>() > 1);
      if (set["rotations"] == 1) order *= set["permutations"].get<double>();
      else order = set["permutations"].get<double>();  // rings are turned together
      found += set["detected"].get<bool>() ? 1 : 0;
    }
    CHECK(std::abs(order / group_order(report["group"]) - 1) < 1e-9);
  }
  CHECK(found >= 4);
}

TEST_CASE("one process that is not like the others is in a cell of its own") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  const json set = set_of(report_of(client, "fischer-one-different.xml"), "Process");
  CHECK(set["cells"] == json::parse("[[0],[1,2,3]]"));
  CHECK(set["permutations"] == 6);
  CHECK(set["detected"] == true);
  CHECK(set["elements"][0]["processes"][0] == "Process(1)");
}

TEST_CASE(
    "a ring is there with its elements in order, and its states have the least of the turned ones as representative") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  const json model = client.result("model/open", {{"file", "dining-philosophers.xml"}})["model"];
  const json ring = set_of(client.result("symmetry/report", {{"model", model}}), "Philosopher");
  CHECK(ring["rotations"] == 4);
  REQUIRE(ring["elements"].size() == 4);
  const json started = client.result("simulate/start", {{"model", model}});
  const json simulation = started["simulation"];
  int turned = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const json far =
        client.result("simulate/random",
                      {{"simulation", simulation}, {"state", 0}, {"steps", 1 + seed % 7}, {"seed", seed}})["state"];
    const json found = client.result("inspect/representative", {{"simulation", simulation}, {"state", far["state"]}});
    CAPTURE(seed, found.dump(), far.dump());
    CHECK(found["group"] == "C_4 on Philosopher");
    CHECK(found["canonical"] == true);
    const json& becomes = found["sets"][0]["permutation"];
    for (std::size_t i = 0; i < 4; ++i) {  // all by the same number of places
      CHECK(becomes[i] == (i + becomes[0].get<std::size_t>()) % 4);
      // and the process that the element owns goes with it
      const auto number = [&](const json& name) {
        for (std::size_t p = 0; p < started["processes"].size(); ++p) {
          if (started["processes"][p]["name"] == name) return p;
        }
        return started["processes"].size();
      };
      const std::size_t from = number(ring["elements"][i]["processes"][0]);
      const std::size_t to = number(ring["elements"][becomes[i].get<std::size_t>()]["processes"][0]);
      CHECK(found["processes"][from] == to);
      CHECK(found["locations"][to] == far["locations"][from]);
    }
    turned += becomes[0] != 0 ? 1 : 0;
  }
  CHECK(turned > 3);
}

TEST_CASE("the representative of a state is of the group that the report names") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  const json files = client.result("model/files")["files"];
  for (const json& file : files) {
    if (file["kind"] != "model") continue;
    CAPTURE(file["path"]);
    const json model = client.result("model/open", {{"file", file["path"]}})["model"];
    const json group = client.result("symmetry/report", {{"model", model}})["group"];
    const json simulation = client.result("simulate/start", {{"model", model}})["simulation"];
    const json far = client.result("simulate/random",
                                   {{"simulation", simulation}, {"state", 0}, {"steps", 5}, {"seed", 2}})["state"];
    const json found = client.result("inspect/representative", {{"simulation", simulation}, {"state", far["state"]}});
    CHECK(found["group"] == group);
    for (std::size_t p = 0; p < far["locations"].size(); ++p)
      CHECK(found["locations"][found["processes"][p].get<std::size_t>()] == far["locations"][p]);
  }
}
