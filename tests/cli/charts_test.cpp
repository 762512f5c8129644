// Pictures of traces: well-formed, with a lifeline per process and an arrow per message.
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <catch2/catch.hpp>
#include <algorithm>
#include <map>
#include <sstream>

#include "tests/cli/program.h"

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
  const Run run = run_orbita({"verify", model, "-q", late_formula, "--trace", "some", "--msc", folder.path("c.svg"), "--gantt", folder.path("g.svg")});
  CAPTURE(run.err);
  REQUIRE(run.code == 0);
  const std::vector<Element> chart = parse_svg(folder.path("c.svg"));
  CHECK(chart[0].name == "svg");
  CHECK(has_text(chart, late_formula));  // escaped in the file, itself again after parsing
  CHECK(of_class(chart, "lifeline") == 4);
  CHECK(of_class(chart, "message") == 2);
  CHECK(of_class(chart, "location") == 4 + 3);  // where all begin, and where the three that move go
  CHECK(of_class(chart, "delay") == 1);
  CHECK(has_text(chart, "go"));
  for (const std::string process : {"S", "R(0)", "R(1)", "R(2)"}) CHECK(has_text(chart, process));
}

TEST_CASE("a Gantt chart has a lane per process and a bar per stay") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", broadcast);
  // The last state is watched for a while, so that every stay has a length.
  run_orbita({"verify", model, "-q", "E<> S.Done && x > 7", "--trace", "some", "--gantt", folder.path("g.svg"), "--trace-file", folder.path("t.json")});
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
  CHECK(deaf == Approx(900));        // R(2) never moves: its bar fills the plot
  CHECK(total == Approx(4 * 900).margin(1));  // no gaps in any lane
}

TEST_CASE("Mermaid charts") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", broadcast);
  run_orbita({"verify", model, "-q", late_formula, "--trace", "some", "--msc", folder.path("c.mmd"), "--gantt", folder.path("g.mmd")});
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
    std::vector<std::string> arguments{"verify", model_path(model), "--trace", "some", "--msc", folder.path("c.svg"),
                                       "--gantt", folder.path("g.svg"), "--trace-file", folder.path("t.json")};
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
      std::vector<std::string> again{"replay", model_path(model), file.path().string(), "--msc", folder.path("again.svg")};
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
