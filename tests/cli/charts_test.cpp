// Pictures of traces: well-formed, with a lifeline per process and an arrow per message.
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

// Two of three listeners hear a broadcast after a delay; names that need escaping cannot be written in a model,
// formulas can.
const char* const broadcast = R"(<nta><declaration>broadcast chan go; clock x;</declaration>
<template><name>S</name><location id="a"><name>Wait</name></location><location id="b"><name>Done</name></location><init ref="a"/>
<transition><source ref="a"/><target ref="b"/><label kind="guard">x &gt; 3</label><label kind="synchronisation">go!</label></transition></template>
<template><name>R</name><parameter>const int[0,2] n</parameter><location id="c"><name>Deaf</name></location><location id="d"><name>Heard</name></location>
<init ref="c"/>
<transition><source ref="c"/><target ref="d"/><label kind="guard">n &lt; 2</label><label kind="synchronisation">go?</label></transition></template>
<system>system S, R;</system></nta>)";

const char* const race = "E<> exists (i : pid_t) exists (j : pid_t) i != j && Process(i).cs && Process(j).cs";
const char* const late_formula = "E<> S.Done && x < 9";

struct Element {
  std::string name, text;
  std::map<std::string, std::string> attributes;
};

void collect(const xmlNode* node, std::vector<Element>& elements) {
  for (; node != nullptr; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    Element element;
    element.name = reinterpret_cast<const char*>(node->name);
    for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
      element.attributes[reinterpret_cast<const char*>(a->name)] = reinterpret_cast<const char*>(a->children->content);
    }
    if (node->children != nullptr && node->children->type == XML_TEXT_NODE) {
      element.text = reinterpret_cast<const char*>(node->children->content);
    }
    elements.push_back(element);
    collect(node->children, elements);
  }
}

std::vector<Element> parse_svg(const std::string& path) {
  const std::string text = read_text(path);
  xmlDoc* document = xmlReadMemory(text.data(), static_cast<int>(text.size()), path.c_str(), nullptr, XML_PARSE_NONET);
  REQUIRE(document != nullptr);
  std::vector<Element> elements;
  collect(xmlDocGetRootElement(document), elements);
  xmlFreeDoc(document);
  return elements;
}

std::size_t of_class(const std::vector<Element>& elements, const std::string& name) {
  return static_cast<std::size_t>(std::count_if(elements.begin(), elements.end(), [&](const Element& e) {
    const auto found = e.attributes.find("class");
    return found != e.attributes.end() && found->second == name;
  }));
}

bool has_text(const std::vector<Element>& elements, const std::string& text) {
  return std::any_of(elements.begin(), elements.end(), [&](const Element& e) { return e.text == text; });
}

std::size_t lines_with(const std::string& text, const std::string& part) {
  std::istringstream in(text);
  std::size_t found = 0;
  for (std::string line; std::getline(in, line);) found += line.find(part) != std::string::npos ? 1 : 0;
  return found;
}

}  // namespace

TEST_CASE("a message sequence chart has a lifeline per process and an arrow per receiver") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", broadcast);
  const Run run = run_orbita({"verify", model, "-q", late_formula, "--trace", "some", "--msc", folder.path("c.svg"),
                              "--gantt", folder.path("g.svg")});
  CAPTURE(run.err);
  REQUIRE(run.code == 0);
  const std::vector<Element> chart = parse_svg(folder.path("c.svg"));
  CHECK(chart[0].name == "svg");
  CHECK(has_text(chart, late_formula));  // escaped in the file, unescaped after parsing
  CHECK(of_class(chart, "lifeline") == 4);
  CHECK(of_class(chart, "message") == 2);
  CHECK(of_class(chart, "location") == 4 + 3);  // initial locations, and the targets of three moves
  CHECK(of_class(chart, "delay") == 1);
  CHECK(has_text(chart, "go"));
  for (const std::string process : {"S", "R(0)", "R(1)", "R(2)"}) CHECK(has_text(chart, process));
}

TEST_CASE("a Gantt chart has a lane per process and a bar per stay") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", broadcast);
  // The last state is shown for a while, so that every stay has a length.
  run_orbita({"verify", model, "-q", "E<> S.Done && x > 7", "--trace", "some", "--gantt", folder.path("g.svg"),
              "--trace-file", folder.path("t.json")});
  const std::vector<Element> chart = parse_svg(folder.path("g.svg"));
  CHECK(of_class(chart, "lane") == 4);
  CHECK(of_class(chart, "stay") == 7);
  CHECK(of_class(chart, "tick") >= 5);
  double total = 0, deaf = 0;
  for (const Element& e : chart) {
    const auto kind = e.attributes.find("class");
    if (kind == e.attributes.end() || kind->second != "stay") continue;
    total += std::stod(e.attributes.at("width"));
    deaf = std::max(deaf, std::stod(e.attributes.at("width")));
  }
  CHECK(deaf == Approx(900));                 // R(2) never moves: its bar fills the plot
  CHECK(total == Approx(4 * 900).margin(1));  // no gaps in any lane
}

TEST_CASE("a sequence chart has the query as caption, heads, evaluated channels and changed variables") {
  TemporaryFolder folder;
  const std::string formula = "E<> exists (i : id_t) Train(i).Cross";
  REQUIRE(run_orbita({"verify", model_path("train-gate.xml"), "--set", "N=3", "-q",
                      "E<>\n  exists (i : id_t) Train(i).Cross", "--trace", "shortest", "--msc", folder.path("c.svg"),
                      "--trace-file", folder.path("t.json")})
              .code == 0);
  const std::vector<Element> chart = parse_svg(folder.path("c.svg"));
  std::string caption, changes;
  bool evaluated = false;
  for (const Element& e : chart) {
    const auto kind = e.attributes.find("class");
    const std::string name = kind == e.attributes.end() ? "" : kind->second;
    if (name == "caption") caption += (caption.empty() ? "" : " ") + e.text;
    if (name == "change") changes += e.text + "; ";
    CHECK(e.text.find("[id]") == std::string::npos);
    evaluated = evaluated || std::regex_match(e.text, std::regex("appr\\[[0-2]\\]"));
  }
  CHECK(caption == formula);
  CHECK(evaluated);
  CHECK(changes.find("Gate.len: 0 → 1") != std::string::npos);
  CHECK(has_text(chart, "time"));
  CHECK(has_text(chart, "changes"));
  CHECK(of_class(chart, "ground") == of_class(chart, "message"));  // no label is crossed by a lifeline
  const json trace = json::parse(read_text(folder.path("t.json")));
  CHECK(std::regex_match(trace.at("steps")[0].at("edges")[0].at("channel").get<std::string>(),
                         std::regex("appr\\[[0-2]\\]")));
}

TEST_CASE("Fischer's id is among the changes of the race") {
  TemporaryFolder folder;
  REQUIRE(run_orbita(
              {"verify", model_path("fischer-broken.xml"), "--set", "N=2", "-q", race, "--msc", folder.path("c.svg")})
              .code == 0);
  const std::vector<Element> chart = parse_svg(folder.path("c.svg"));
  CHECK(has_text(chart, "id: 0 → 1"));
  CHECK(has_text(chart, "set: 0 → 1"));
}

TEST_CASE("the location at the end of a run is a bar of a Gantt chart, and the axis has a title") {
  TemporaryFolder folder;
  REQUIRE(run_orbita(
              {"verify", model_path("fischer-broken.xml"), "--set", "N=2", "-q", race, "--gantt", folder.path("g.svg")})
              .code == 0);
  const std::vector<Element> chart = parse_svg(folder.path("g.svg"));
  std::size_t critical = 0;
  for (std::size_t i = 0; i + 1 < chart.size(); ++i) {
    if (chart[i].name == "rect" && chart[i + 1].text.find("cs from ") == 0) {
      ++critical;
      CHECK(std::stod(chart[i].attributes.at("width")) >= 20);
    }
  }
  CHECK(critical == 2);
  CHECK(of_class(chart, "end") == 1);
  CHECK(of_class(chart, "axis-title") == 1);
  CHECK(of_class(chart, "caption") >= 1);
}

TEST_CASE("a Gantt chart follows the model's gantt declaration exactly") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xta",
      "clock x; int n; typedef int[0,1] id;\n"
      "process P(const id i) { state A, B { x <= 8 }, C; init A;\n"
      "  trans A -> B { guard x >= 2 && n == i; assign n = n + 1; }, B -> C { guard n == 2 && x >= 6; }; }\n"
      "system P;\n"
      "gantt { Late: x > 3 -> 1; T(i : id): P(i).B -> 2, for (k : id) n == k && i == 0 -> k; }\n");
  const Run run = run_orbita(
      {"verify", model, "-q", "E<> P(0).C && x >= 7", "--trace", "fastest", "--gantt", folder.path("g.svg")});
  CAPTURE(run.out, run.err);
  REQUIRE(run.code == 0);
  CHECK(run.err.empty());
  const std::vector<Element> chart = parse_svg(folder.path("g.svg"));
  CHECK(of_class(chart, "lane") == 3);
  for (const std::string lane : {"Late", "T(0)", "T(1)"}) CHECK(has_text(chart, lane));
  std::vector<std::string> bars;
  for (const Element& e : chart) {
    if (e.name == "title" && e.text.find(" from ") != std::string::npos) bars.push_back(e.text);
  }
  CHECK(std::count(bars.begin(), bars.end(), "x > 3 from 3 on") == 1);
  CHECK(std::count(bars.begin(), bars.end(), "B from 2 to 6") == 1);  // P(0) leaves it
  CHECK(std::count(bars.begin(), bars.end(), "B from 2 on") == 1);
  CHECK(std::count(bars.begin(), bars.end(), "n == k && i == 0 from 0 to 2") == 1);
  CHECK(std::count(bars.begin(), bars.end(), "n == k && i == 0 from 2 to 2") == 1);  // n is 1 for zero time
}

TEST_CASE("the charts in docs/img are drawn by the commands next to them") {
  TemporaryFolder folder;
  REQUIRE(run_orbita({"verify", model_path("fischer-broken.xml"), "--set", "N=2", "-q", race, "--trace", "shortest",
                      "--msc", folder.path("race-msc.svg"), "--gantt", folder.path("race-gantt.svg")})
              .code == 0);
  for (const std::string name : {"race-msc.svg", "race-gantt.svg"}) {
    CHECK(read_text(folder.path(name)) == read_text(orbita::test::source_dir() + "/docs/img/" + name));
  }
}

TEST_CASE("files that are not written because there is no trace are named") {
  TemporaryFolder folder;
  const std::string model = model_path("fischer.xml");
  const Run one = run_orbita({"verify", model, "--set", "N=2", "-q", "A[] not deadlock", "--gantt",
                              folder.path("g.svg"), "--trace-file", folder.path("t.json")});
  CHECK(one.code == 0);
  CHECK(one.err.find("not written: " + folder.path("t.json") + ", " + folder.path("g.svg") +
                     ": there is no trace for the verdict 'satisfied' of A[] not deadlock") != std::string::npos);
  const Run two = run_orbita(
      {"verify", model, "--set", "N=2", "-q", "A[] not deadlock", "-q", "E<> set", "--msc", folder.path("c.svg")});
  CHECK(two.err.find("not written: " + folder.path("c-1.svg") + ":") != std::string::npos);
  CHECK(two.err.find("c-2.svg") == std::string::npos);
  CHECK(std::filesystem::exists(folder.path("c-2.svg")));
  CHECK(run_orbita({"verify", model, "--set", "N=2", "-q", "A[] not deadlock", "--trace", "some"}).err.empty());
}

TEST_CASE("Mermaid charts") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", broadcast);
  run_orbita({"verify", model, "-q", late_formula, "--trace", "some", "--msc", folder.path("c.mmd"), "--gantt",
              folder.path("g.mmd")});
  const std::string chart = read_text(folder.path("c.mmd"));
  CHECK(chart.find("sequenceDiagram\n") == 0);
  CHECK(lines_with(chart, "participant ") == 4);
  CHECK(lines_with(chart, "->>") == 2);
  CHECK(chart.find("  p0->>p1: go\n") != std::string::npos);
  const std::string gantt = read_text(folder.path("g.mmd"));
  CHECK(gantt.find("gantt\n") == 0);
  CHECK(lines_with(gantt, "section ") == 4);
  CHECK(lines_with(gantt, "  Heard :") == 2);
}

TEST_CASE("charts of every model's traces are well-formed, from verify and from replay") {
  for (const std::string& model : all_models()) {
    CAPTURE(model);
    TemporaryFolder folder;
    std::vector<std::string> arguments{"verify",       model_path(model),    "--trace", "some",
                                       "--msc",        folder.path("c.svg"), "--gantt", folder.path("g.svg"),
                                       "--trace-file", folder.path("t.json")};
    for (const std::string& word : small_settings(model)) arguments.push_back(word);
    REQUIRE(run_orbita(arguments).code == 0);
    for (const auto& file : std::filesystem::directory_iterator(folder.path(""))) {
      const std::string name = file.path().filename().string();
      if (name[0] != 't') continue;
      const json trace = json::parse(read_text(file.path().string()));
      std::size_t messages = 0;
      for (const json& step : trace.at("steps")) messages += step.at("edges").empty() ? 0 : step.at("edges").size() - 1;
      const std::string number = name.substr(1, name.find('.') - 1);
      const std::vector<Element> chart = parse_svg(folder.path("c" + number + ".svg"));
      CHECK(of_class(chart, "lifeline") == trace.at("initial").at("loc").size());
      CHECK(of_class(chart, "message") == messages);
      CHECK(of_class(parse_svg(folder.path("g" + number + ".svg")), "lane") == trace.at("initial").at("loc").size());
      std::vector<std::string> again{"replay", model_path(model), file.path().string(), "--msc",
                                     folder.path("again.svg")};
      for (const std::string& word : small_settings(model)) again.push_back(word);
      REQUIRE(run_orbita(again).code == 0);
      CHECK(read_text(folder.path("again.svg")) == read_text(folder.path("c" + number + ".svg")));
    }
  }
}

TEST_CASE("a chart of another kind is refused before anything is explored") {
  const Run run = run_orbita({"verify", model_path("fischer.xml"), "--msc", "x.png"});
  CHECK(run.code == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find("x.png") != std::string::npos);
}
