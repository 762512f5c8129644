// The JSON output: every field for every model, with its type.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

void check_query(const json& query) {
  CAPTURE(query.dump(2).substr(0, 2000));
  for (const char* name : {"formula", "verdict", "reason"}) REQUIRE(query.at(name).is_string());
  for (const char* name : {"stored", "explored", "transitions", "peak_bytes"})
    REQUIRE(query.at(name).is_number_unsigned());
  REQUIRE(query.at("seconds").is_number());
  const json& symmetry = query.at("symmetry");
  CHECK(symmetry.at("group").is_string());
  CHECK(symmetry.at("strategy").is_string());
  CHECK(symmetry.at("canonical").is_boolean());
  CHECK(symmetry.at("orbit_sum").is_number());
  CHECK((query.at("trace").is_null() || query.at("trace").is_object()));
  CHECK(query.at("stored").get<std::uint64_t>() > 0);
  CHECK(query.at("seconds").get<double>() >= 0);
}

}  // namespace

TEST_CASE("verify --format json has the promised fields for every model") {
  for (const std::string& model : all_models()) {
    std::vector<std::string> arguments{"verify", model_path(model), "--format", "json"};
    for (const std::string& word : small_settings(model)) arguments.push_back(word);
    const Run run = run_orbita(arguments);
    CAPTURE(model, run.err);
    const json document = json::parse(run.out);
    CHECK(document.at("orbita").is_string());
    CHECK(document.at("model") == model_path(model));
    REQUIRE(document.at("queries").is_array());
    CHECK(document.at("queries").size() >= 3);
    for (const json& query : document.at("queries")) check_query(query);
  }
}

TEST_CASE("symmetry is in the JSON, and off is off") {
  const json on = json::parse(run_orbita({"verify", model_path("readers-writers.xml"), "--format", "json"}).out);
  CHECK(on["queries"][0]["symmetry"]["group"] == "S_6 on reader_t x S_3 on writer_t");
  CHECK(on["queries"][0]["stored"] == 133);
  CHECK(on["queries"][0]["symmetry"]["orbit_sum"] == 6600);
  const json off = json::parse(
      run_orbita({"verify", model_path("readers-writers.xml"), "--format", "json", "--symmetry", "off"}).out);
  CHECK(off["queries"][0]["symmetry"]["strategy"] == "off");
  CHECK(off["queries"][0]["stored"] == 6600);
  const json variable = json::parse(
      run_orbita({"verify", model_path("readers-writers.xml"), "--format", "json"}, "UPPAAL_DISABLE_SYMMETRY=1").out);
  CHECK(variable["queries"][0]["symmetry"]["strategy"] == "off");
}

TEST_CASE("a trace in the JSON is the one of --trace-file") {
  TemporaryFolder folder;
  const std::string formula = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
  const Run run = run_orbita({"verify", model_path("fischer-broken.xml"), "-q", formula, "--trace", "some", "--format",
                              "json", "--trace-file", folder.path("trace.json")});
  CHECK(run.code == 1);
  const json document = json::parse(run.out);
  REQUIRE(document["queries"][0]["trace"].is_object());
  CHECK(document["queries"][0]["trace"] == json::parse(read_text(folder.path("trace.json"))));
}

TEST_CASE("check --format json: a good model") {
  const Run run = run_orbita({"check", model_path("fischer.xml"), "--format", "json"});
  CHECK(run.code == 0);
  const json document = json::parse(run.out);
  CHECK(document.at("ok") == true);
  CHECK(document.at("diagnostics").is_array());
}

TEST_CASE("check --format json: position, message and hint") {
  TemporaryFolder folder;
  const std::string model =
      folder.write("bad.xml",
                   "<nta>\n<declaration>int x = y;</declaration>\n<template><name>P</name><location "
                   "id=\"id0\"/><init ref=\"id0\"/>"
                   "</template>\n<system>system P;</system></nta>\n");
  const Run run = run_orbita({"check", model, "--format", "json"});
  CHECK(run.code == 2);
  const json document = json::parse(run.out);
  CHECK(document.at("ok") == false);
  bool found = false;
  for (const json& d : document.at("diagnostics")) {
    CAPTURE(d.dump());
    for (const char* name : {"severity", "code", "message", "file", "xpath", "hint"}) CHECK(d.at(name).is_string());
    CHECK(d.at("line").is_number_unsigned());
    CHECK(d.at("column").is_number_unsigned());
    CHECK(d.at("file") == model);
    found |= d["severity"] == "error" && d["line"] == 2 &&
             d["message"].get<std::string>().find("'y'") != std::string::npos && d["xpath"] == "/nta/declaration";
  }
  CHECK(found);
}

TEST_CASE("verify --format json on a broken model is still JSON") {
  TemporaryFolder folder;
  const Run run = run_orbita({"verify", folder.write("bad.xml", "<nta>"), "--format", "json"});
  CHECK(run.code == 2);
  const json document = json::parse(run.out);
  CHECK(document.at("queries").empty());
  CHECK_FALSE(document.at("diagnostics").empty());
}
