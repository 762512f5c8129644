// A query that cannot be read is listed and counted like any other, in every format.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

std::string lamp(const TemporaryFolder& folder, const std::string& queries = "") {
  return folder.write("lamp.xml",
                      "<nta><declaration>int n; clock x;</declaration><template><name>Lamp</name>\n"
                      "<location id=\"a\"><name>off</name></location><init ref=\"a\"/></template>\n"
                      "<system>system Lamp;</system>" +
                          queries + "</nta>\n");
}

std::string formula(const std::string& text) { return "<query><formula>" + text + "</formula></query>"; }

}  // namespace

TEST_CASE("a formula of -q with a syntax error has its line among the verdicts") {
  const TemporaryFolder folder;
  const std::string model = lamp(folder);
  for (const std::string text :
       {"A[] n == 0 implies n == 1", "AG n == 0", "E<> n ==", "A[] forall i : int[0,1] n == i", "@", ""}) {
    const Run run = run_orbita({"verify", model, "-q", text});
    CAPTURE(text, run.out, run.err);
    CHECK(run.code == 2);
    CHECK(run.out.find("error         " + text + "  (") == 0);
    CHECK(run.err.find("no queries") == std::string::npos);
    CHECK(run.err.find("error: ") != std::string::npos);
  }
}

TEST_CASE("queries with syntax errors are counted in the table, in JSON, in events and in JUnit") {
  const TemporaryFolder folder;
  const std::string model = lamp(folder, "<queries>" + formula("E&lt;&gt; Lamp.off") + formula("A[] n implies n") +
                                             formula("E&lt;&gt; nobody") + formula("AG n") + "</queries>");
  const std::string junit = folder.path("junit.xml");
  const Run text = run_orbita({"verify", model, "--junit", junit});
  CAPTURE(text.out, text.err);
  CHECK(text.code == 2);
  CHECK(text.out.find("satisfied     E<> Lamp.off\nerror         A[] n implies n  (expected the end of the query, "
                      "found 'implies')\n"
                      "error         E<> nobody  (unknown name 'nobody')\nerror         AG n  (") == 0);
  CHECK(text.out.find("ERROR          1           0       0     3") != std::string::npos);
  const std::string report = read_text(junit);
  CAPTURE(report);
  CHECK(report.find("tests=\"4\" failures=\"0\" errors=\"3\"") != std::string::npos);
  CHECK(report.find("name=\"A[] n implies n\"") != std::string::npos);

  const json answer = json::parse(run_orbita({"verify", model, "--format", "json"}).out);
  REQUIRE(answer["queries"].size() == 4);
  CHECK(answer["queries"][1]["formula"] == "A[] n implies n");
  CHECK(answer["queries"][1]["verdict"] == "error");
  CHECK(answer["queries"][1]["reason"] == "expected the end of the query, found 'implies'");
  CHECK(answer["diagnostics"].size() == 3);

  const Run events = run_orbita({"verify", model, "--format", "ndjson"});
  CHECK(events.out.find("\"error\":3") != std::string::npos);
}

TEST_CASE("orbita test reports the position of a query that cannot be read") {
  const TemporaryFolder folder;
  const std::string model = folder.write("m.xta", "process P() { state a; init a; } system P;\n");
  folder.write("m.q", "E<> P.a // expect: satisfied\nA[] P.a implies P.a\nAG P.a // expect: error\n");
  const Run run = run_orbita({"test", model, "--format", "json"});
  const json answer = json::parse(run.out);
  CAPTURE(run.out);
  CHECK(run.code == 2);
  REQUIRE(answer["models"][0]["cases"].size() == 3);
  CHECK(answer["models"][0]["cases"][0]["outcome"] == "passed");
  CHECK(answer["models"][0]["cases"][1]["outcome"] == "broken");
  CHECK(answer["models"][0]["cases"][1]["formula"] == "A[] P.a implies P.a");
  const std::string message = answer["models"][0]["cases"][1]["message"];
  CHECK(message.find("m.q:2:9: expected the end of the query, found 'implies'") != std::string::npos);
  CHECK(answer["models"][0]["cases"][2]["outcome"] == "passed");
}

TEST_CASE("diagnostics have positions if known, and source lines where they help") {
  const TemporaryFolder folder;
  const Run missing = run_orbita({"verify", folder.path("nofile.xml")});
  CHECK(missing.err == folder.path("nofile.xml") + ": error: cannot read the file: No such file or directory\n");
  const Run one_line = run_orbita({"verify", lamp(folder), "-q", "E<> Lamp.of"});
  CHECK(one_line.err.find("query:1:10: error: ") == 0);  // at the member, not at the process
  CHECK(one_line.err.find(" at /") == std::string::npos);
  const std::string model =
      folder.write("lines.xml", "<nta><declaration>int n;\nint m = k;</declaration><system>system P;</system></nta>");
  CHECK(run_orbita({"check", model}).out.find("    at /nta/declaration line 2 column 9\n") != std::string::npos);
}

TEST_CASE("option names of other tools are answered with ours") {
  const TemporaryFolder folder;
  const std::string model = lamp(folder);
  const auto told = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all{"verify", model};
    all.insert(all.end(), words.begin(), words.end());
    const Run run = run_orbita(all);
    CHECK(run.code == 2);
    return run.err.substr(0, run.err.find('\n'));
  };
  CHECK(told({"--json"}) == "orbita verify: unknown option --json; its name here is --format json");
  CHECK(told({"-t", "1"}) ==
        "orbita verify: unknown option -t; its name here is --trace (--trace none|some|shortest|fastest)");
  CHECK(told({"-t1"}) ==
        "orbita verify: unknown option -t1; its name here is --trace (--trace none|some|shortest|fastest)");
  CHECK(told({"--time-limit", "5"}) == "orbita verify: unknown option --time-limit; its name here is --timeout");
}

TEST_CASE("every form of asking prints the version") {
  const std::string version = run_orbita({"--version"}).out;
  CHECK(version.find("orbita ") == 0);
  for (const std::string word : {"version", "-v", "-V"}) {
    const Run run = run_orbita({word});
    CHECK(run.code == 0);
    CHECK(run.out == version);
  }
}
