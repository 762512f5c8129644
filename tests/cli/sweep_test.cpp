// orbita sweep: one row per point and query, in three formats, and a plot.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/cli/schema.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

std::vector<std::string> sweep(std::vector<std::string> more) {
  std::vector<std::string> words{"sweep", model_path("csma-cd-b.xml"), "-q", "A[] true"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a sweep gives the verdicts of verify, point by point") {
  const Run run = run_orbita(sweep({"--set", "N=2..5", "--format", "json"}));
  CAPTURE(run.out, run.err);
  REQUIRE(run.code == 0);
  const json document = json::parse(run.out);
  REQUIRE(document["points"].size() == 4);
  for (int n = 2; n <= 5; ++n) {
    const json& point = document["points"][static_cast<std::size_t>(n - 2)];
    CHECK(point["set"]["N"] == std::to_string(n));
    CHECK(point["verdict"] == "satisfied");
    CHECK(point["stored"] == 4 * n - 1);
  }
}

TEST_CASE("lists, ranges and steps; the last constant varies fastest") {
  const Run run = run_orbita({"sweep", model_path("readers-writers.xml"), "-q", "A[] true", "--set", "R=1,3", "--set",
                              "W=1..5/2", "--format", "csv"});
  CAPTURE(run.out, run.err);
  REQUIRE(run.code == 0);
  std::istringstream in(run.out);
  std::vector<std::string> starts;
  for (std::string line; std::getline(in, line);) starts.push_back(line.substr(0, 4));
  CHECK(starts == std::vector<std::string>{"R,W,", "1,1,", "1,3,", "1,5,", "3,1,", "3,3,", "3,5,"});
}

TEST_CASE("the table has a line for each point and query") {
  const Run run =
      run_orbita({"sweep", model_path("readers-writers.xml"), "-q", "A[] true", "-q", "E<> false", "--set", "R=1..3"});
  CAPTURE(run.out);
  CHECK(run.code == 1);  // E<> false
  CHECK(lines_of(run.out) == 1 + 6 + 2);
  CHECK(run.out.find("not-satisfied") != std::string::npos);
  CHECK(run.out.find("q2: E<> false") != std::string::npos);
}

TEST_CASE("after a limit the larger points are skipped, and nothing is exit code 0") {
  const std::vector<std::string> line{"sweep",    model_path("readers-writers.xml"),
                                      "-q",       "A[] true",
                                      "--set",    "W=1",
                                      "--set",    "R=1..6",
                                      "--states", "15",
                                      "--format", "json"};
  const Run run = run_orbita(line);
  CHECK(run.code == 3);
  const json points = json::parse(run.out)["points"];
  REQUIRE(points.size() == 6);
  std::size_t i = 0;
  while (i < 6 && points[i]["verdict"] == "satisfied") ++i;
  REQUIRE(i >= 1);
  REQUIRE(i < 5);
  CHECK(points[i]["verdict"] == "unknown");
  CHECK(points[i]["reason"] == "state limit");
  for (++i; i < 6; ++i) CHECK(points[i]["verdict"] == "skipped");
  std::vector<std::string> all = line;
  all.push_back("--keep-going");
  CHECK(json::parse(run_orbita(all).out)["points"][5]["verdict"] == "unknown");
}

TEST_CASE("the plot is SVG with a labelled logarithmic axis and a mark for every point") {
  TemporaryFolder folder;
  const std::string file = folder.path("growth.svg");
  REQUIRE(run_orbita(sweep({"--set", "N=2..7", "--plot", file})).code == 0);
  const std::string svg = read_text(file);
  CHECK(svg.find("<svg xmlns=") == 0);
  CHECK(svg.find("states stored (log scale)") != std::string::npos);
  CHECK(svg.find(">N</text>") != std::string::npos);
  CHECK(svg.find(">100</text>") != std::string::npos);
  std::size_t marks = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++marks;
  CHECK(marks == 6 + 1);  // one in the legend
  CHECK(std::system(("xmllint --noout '" + file + "' 2>/dev/null || ! command -v xmllint >/dev/null").c_str()) == 0);
}

TEST_CASE("invalid sweeps and plots are refused") {
  for (const std::string bad : {"N", "=3", "N=", "N=1..", "N=5..2", "N=1..9/0", "N=1,,2", "N=1..x", "N=1..999999999"}) {
    const Run run = run_orbita(sweep({"--set", bad}));
    CAPTURE(bad, run.err);
    CHECK(run.code == 2);
    CHECK(run.err.find("--set " + bad) != std::string::npos);
  }
  TemporaryFolder folder;
  CHECK(run_orbita(sweep({"--set", "N=2", "--plot", folder.path("x.svg")})).code == 2);
  CHECK_FALSE(std::filesystem::exists(folder.path("x.svg")));
  CHECK(run_orbita(sweep({"--set", "unheard_of=1..2"})).code == 2);
  CHECK(run_orbita(sweep({"--set", "N=2..3", "--plot-value", "time"})).err.find("needs --plot") != std::string::npos);
}

TEST_CASE("an option can be swept, and every form of the output names it") {
  TemporaryFolder folder;
  const std::string file = folder.path("growth.svg");
  const std::string formula = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
  const std::vector<std::string> line{"sweep",  model_path("fischer.xml"), "-q",    formula,
                                      "-q",     formula + " && true",      "--set", "N=2..4",
                                      "--vary", "symmetry=off,auto"};
  const auto with_format = [&](std::vector<std::string> more) {
    more.insert(more.begin(), line.begin(), line.end());
    return run_orbita(more);
  };
  const Run text = with_format({"--plot", file});
  CAPTURE(text.out, text.err);
  REQUIRE(text.code == 0);
  CHECK(text.out.find("symmetry  N  query") == 0);
  CHECK(text.out.find("\n     off  2  q1") != std::string::npos);
  CHECK(lines_of(text.out) == 1 + 2 * 3 * 2 + 2);

  const Run csv = with_format({"--format", "csv"});
  CHECK(csv.out.find("symmetry,N,query,") == 0);
  CHECK(csv.out.find("\nauto,4,2,") != std::string::npos);

  const json document = json::parse(with_format({"--format", "json"}).out);
  CHECK(schema_problems("sweep.json", document).empty());
  std::map<std::string, std::size_t> stored;  // for N = 4
  for (const json& point : document["points"]) {
    if (point["set"]["N"] == "4") stored[point["options"]["symmetry"]] = point["stored"];
  }
  CHECK(stored["off"] > 3 * stored["auto"]);
  CHECK(stored["auto"] > 0);

  const std::string svg = read_text(file);
  for (const char* label : {">symmetry=off q1<", ">symmetry=off q2<", ">symmetry=auto q1<", ">symmetry=auto q2<"}) {
    CAPTURE(label);
    CHECK(svg.find(label) != std::string::npos);
  }
  // Whole formulas below the plot, and equal curves are distinguishable.
  CHECK(svg.find(
            "q1: A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs &amp;&amp; Process(j).cs) imply i == j<") !=
        std::string::npos);
  CHECK(svg.find("stroke-dasharray=\"none\"") != std::string::npos);
  CHECK(svg.find("stroke-dasharray=\"9 5\"") != std::string::npos);
}

TEST_CASE("invalid values of --vary are refused with the valid ones") {
  for (const std::string bad :
       {"symmetry", "symmetry=", "symmetry=autom", "simmetry=off", "symmetry=off,,auto", "threads=0"}) {
    const Run run = run_orbita(sweep({"--set", "N=2", "--vary", bad}));
    CAPTURE(bad, run.err);
    CHECK(run.code == 2);
    CHECK(run.err.find("--vary " + bad) != std::string::npos);
  }
  CHECK(run_orbita(sweep({"--set", "N=2", "--vary", "simmetry=off"})).err.find("symmetry|extrapolation|") !=
        std::string::npos);
  CHECK(run_orbita(sweep({"--set", "N=2", "--vary", "threads=1..2"})).code == 0);
}

TEST_CASE("a limit at one value of an option does not skip its other values") {
  const Run run = run_orbita({"sweep", model_path("fischer.xml"), "-q", "A[] true", "--set", "N=6", "--vary",
                              "symmetry=off,auto", "--states", "500", "--format", "json"});
  CAPTURE(run.out);
  const json points = json::parse(run.out)["points"];
  REQUIRE(points.size() == 2);
  CHECK(points[0]["verdict"] == "unknown");
  CHECK(points[1]["verdict"] == "satisfied");
}
