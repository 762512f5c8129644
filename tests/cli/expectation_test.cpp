// Places of expectations, their contents, and how --update writes them.
#include <catch2/catch.hpp>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

const std::string counter_model =
    "int[0,3] x;\n"
    "process P() { state A; init A; trans A -> A { guard x < 3; assign x = x + 1; }; }\n"
    "system P;\n";

std::string xml_with(const std::string& queries) {
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<nta>\n\t<declaration>int[0,3] x;</declaration>\n"
         "\t<template>\n\t\t<name>P</name>\n\t\t<location id=\"id0\" x=\"0\" y=\"0\"><name>A</name></location>\n"
         "\t\t<init ref=\"id0\"/>\n\t\t<transition><source ref=\"id0\"/><target ref=\"id0\"/>\n"
         "\t\t\t<label kind=\"guard\">x &lt; 3</label><label kind=\"assignment\">x = x + 1</label></transition>\n"
         "\t</template>\n\t<system>system P;</system>\n\t<queries>\n" +
         queries + "\t</queries>\n</nta>\n";
}

std::string query(const std::string& formula, const std::string& more) {
  return "\t\t<query>\n\t\t\t<formula>" + formula + "</formula>\n" + more + "\t\t</query>\n";
}

json outcomes(const Run& run) {
  json list = json::array();
  const json document = json::parse(run.out);
  for (const json& model : document["models"]) {
    for (const json& one : model["cases"]) list.push_back(one["outcome"]);
  }
  return list;
}

}  // namespace

TEST_CASE("a query file has expectations next to or above each query") {
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter_model);
  folder.write("counter.q",
               "E<> x == 3   // expect: satisfied\n"
               "// expect: not-satisfied\nA[] x < 3\n"
               "A[] x <= 3\n/* EXPECT:T */\n"
               "E<> x == 1   // expect: satisfied, 10s, 100 states, 50MB\n");
  const Run run = run_orbita({"test", model, "--format", "json"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(outcomes(run) == json({"passed", "passed", "passed", "passed"}));
}

TEST_CASE("a model in text form has expectations with their formulas") {
  TemporaryFolder folder;
  const std::string model =
      folder.write("counter.xta", "// expect: E<> x == 3  satisfied\n// expect: A[] x < 3  not-satisfied\n" +
                                      counter_model + "// expect: A[] x < 3 || x == 3  holds, 5s\n");
  const Run run = run_orbita({"test", model, "--format", "json"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(outcomes(run).size() == 3);
  const std::string wrong =
      folder.write("wrong.xta", "// expect: E<> x == 3 satisfied\n" + counter_model);  // one blank
  const Run refused = run_orbita({"test", wrong});
  CHECK(refused.code == 2);
  CHECK(refused.out.find("two blanks") != std::string::npos);
}

TEST_CASE("XML: <expect> outweighs a comment, a comment outweighs a stored result") {
  TemporaryFolder folder;
  const std::string failure = "\t\t\t<result outcome=\"failure\" type=\"quality\"/>\n";
  const std::string comment = "\t\t\t<comment>Goes up.\nexpect: satisfied</comment>\n";
  const std::string model = folder.write(
      "m.xml", xml_with(query("E&lt;&gt; x == 3",
                              comment + "\t\t\t<expect outcome=\"failure\" type=\"symbolic\" value=\"\"/>\n") +
                        query("E&lt;&gt; x == 3", comment + failure) + query("E&lt;&gt; x == 3", failure) +
                        query("E&lt;&gt; x == 3", "\t\t\t<result outcome=\"success\" type=\"quality\"/>\n") +
                        query("E&lt;&gt; x == 3", "")));
  const Run run = run_orbita({"test", model, "--format", "json"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(outcomes(run) == json({"failed", "passed", "failed", "passed", "no-expectation"}));
  CHECK(run.out.find("by the stored result") != std::string::npos);
  // verify uses expectations written by a person, not stored results of an old run.
  CHECK(run_orbita({"verify", model}).code == 1);
}

TEST_CASE("a misspelt expectation is an error, not ignored") {
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter_model);
  for (const std::string word : {"satisified", "", "satisfied, soon", "satisfied, 5 apples", "10s"}) {
    folder.write("counter.q", "E<> x == 2  // expect: satisfied\nE<> x == 3  // expect: " + word + "\n");
    const Run run = run_orbita({"test", model});
    CAPTURE(word, run.out, run.err);
    CHECK(run.code == 2);
  }
}

TEST_CASE("a query over its budget has failed") {
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter_model);
  folder.write("counter.q", "A[] x <= 3  // expect: satisfied, 2 states\nA[] x >= 0  // expect: satisfied, 4 states\n");
  const Run run = run_orbita({"test", model, "--format", "json"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(outcomes(run) == json({"failed", "passed"}));
  CHECK(run.out.find("over its budget") != std::string::npos);
  const std::string xml =
      folder.write("m.xml", xml_with(query("A[] x &lt;= 3",
                                           "\t\t\t<expect outcome=\"success\" type=\"symbolic\" value=\"\">"
                                           "<resource type=\"states\" value=\"2\" unit=\"\"/></expect>\n")));
  CHECK(run_orbita({"test", xml}).code == 1);
}

TEST_CASE("many processes give the same answer as one, in the same order") {
  const auto without_times = [](json document) {
    document["summary"].erase("seconds");
    for (json& model : document["models"]) {
      model.erase("seconds");
      for (json& one : model["cases"]) one.erase("seconds");
    }
    return document;
  };
  const Run one = run_orbita({"test", model_path(""), "--jobs", "1", "--format", "json"});
  const Run many = run_orbita({"test", model_path(""), "--jobs", "5", "--format", "json"});
  CHECK(one.code == 0);
  CHECK(without_times(json::parse(one.out)) == without_times(json::parse(many.out)));
  CHECK(json::parse(one.out)["summary"]["passed"] == json::parse(one.out)["summary"]["cases"]);
}

TEST_CASE("--update writes into a query file, shows a diff, and then the suite passes") {
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter_model);
  folder.write("counter.q",
               "// up\nE<> x == 3   // expect: not-satisfied, 10s\nA[] x < 3\nA[] x <= 3 /* why not */\nE<> x == 1\n/* "
               "EXPECT:F */\n");
  const Run run = run_orbita({"test", model, "--update"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(read_text(folder.path("counter.q")) ==
        "// up\nE<> x == 3   // expect: satisfied, 10s\nA[] x < 3  // expect: not-satisfied\n"
        "// expect: satisfied\nA[] x <= 3 /* why not */\nE<> x == 1\n/* EXPECT:T */\n");
  for (const std::string line : {"-E<> x == 3   // expect: not-satisfied, 10s\n",
                                 "+E<> x == 3   // expect: satisfied, 10s\n", "-/* EXPECT:F */\n+/* EXPECT:T */\n"}) {
    CHECK(run.out.find("\n" + line) != std::string::npos);
  }
  CHECK(run_orbita({"test", model}).code == 0);
  const std::string before = read_text(folder.path("counter.q"));
  CHECK(run_orbita({"test", model, "--update"}).code == 0);
  CHECK(read_text(folder.path("counter.q")) == before);
  CHECK(read_text(model) == counter_model);
}

TEST_CASE("--update changes nothing in an XML file but the expectations") {
  TemporaryFolder folder;
  const std::string text = xml_with(
      query("E&lt;&gt; x == 3",
            "\t\t\t<comment>a &amp; b</comment>\n\t\t\t<expect outcome=\"failure\" type=\"symbolic\" value=\"false\">"
            "<resource type=\"time\" value=\"5\" unit=\"s\"/></expect>\n") +
      query("A[] x &lt; 3", "\t\t\t<result outcome=\"success\" type=\"quality\"><details>old</details></result>\n") +
      "\t\t<query><formula><![CDATA[A[] x <= 3]]></formula></query>\n");
  const std::string model = folder.write("m.xml", text);
  const Run run = run_orbita({"test", model, "--update"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  std::string expected = text;
  const auto replace = [&](const std::string& from, const std::string& to) {
    const std::size_t at = expected.find(from);
    REQUIRE(at != std::string::npos);
    expected.replace(at, from.size(), to);
  };
  replace("<expect outcome=\"failure\" type=\"symbolic\" value=\"false\">",
          "<expect outcome=\"success\" type=\"symbolic\" value=\"true\">");
  replace("A[] x &lt; 3</formula>\n",
          "A[] x &lt; 3</formula>\n\t\t\t<expect outcome=\"failure\" type=\"symbolic\" value=\"false\"/>\n");
  replace("]]></formula>", "]]></formula><expect outcome=\"success\" type=\"symbolic\" value=\"true\"/>");
  CHECK(read_text(model) == expected);
  CHECK(run_orbita({"test", model}).code == 0);
  CHECK(run_orbita({"verify", model}).code == 0);
}

TEST_CASE("--update of a file in another encoding keeps its characters") {
  TemporaryFolder folder;
  std::string text = xml_with(query("A[] x &lt;= 3", "\t\t\t<comment>caf\xe9</comment>\n"));
  text.replace(text.find("utf-8"), 5, "iso-8859-1");
  const std::string model = folder.write("latin.xml", text);
  CHECK(run_orbita({"test", model, "--update"}).code == 0);
  const std::string changed = read_text(model);
  CHECK(changed.find("encoding=\"utf-8\"") != std::string::npos);
  CHECK(changed.find("caf\xc3\xa9") != std::string::npos);
  CHECK(run_orbita({"test", model}).code == 0);
}

TEST_CASE("--update leaves undecided queries and queries with errors alone") {
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter_model);
  const std::string queries = "A[] x <= 3  // expect: not-satisfied, 2 states\nE<> y == 3\n";
  folder.write("counter.q", queries);
  CHECK(run_orbita({"test", model, "--update"}).code == 2);
  CHECK(read_text(folder.path("counter.q")) == queries);
}

TEST_CASE("JUnit files follow the schema for every outcome") {
  TemporaryFolder folder;
  const std::string model = folder.write("counter.xta", counter_model);
  folder.write("counter.q",
               "E<> x == 3 && \"a\" != \"<&>\"\nE<> x == 3  // expect: satisfied\nA[] x < 3  // expect: satisfied\n"
               "A[] x >= 0\nE<> nobody\nA[] x <= 3  // expect: satisfied, 1 states\n");
  folder.write("broken.xml", "<nta><declaration>int x = ;</declaration><system>system P;</system></nta>");
  const std::string file = folder.path("junit.xml");
  run_orbita({"test", folder.path(""), "--junit", file});
  CAPTURE(read_text(file));
  CHECK(is_valid_junit(file));
  run_orbita({"test", model_path(""), "--junit", file, "--jobs", "2"});
  CHECK(is_valid_junit(file));
  // The schema does reject invalid documents.
  for (const std::string bad :
       {"<testsuites/>", "<testsuite name=\"\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0\"/>",
        "<testsuites tests=\"x\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0\"/>"}) {
    CHECK_FALSE(is_valid_junit(folder.write("bad.xml", bad)));
  }
}
