#include "parser/xml/xml_writer.h"

#include <catch2/catch.hpp>

#include <set>

#include "parser/xml/layout.h"
#include "tests/parser/read_support.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

std::string converted(const std::string& xta) {
  const Reading r = read_text("m.xta", xta);
  CAPTURE(r.problem());
  REQUIRE(r.document);
  return write_xml(*r.document);
}

}  // namespace

TEST_CASE("a text model is written with labels, layout and the 1.6 DOCTYPE") {
  const std::string xml = converted(
      "chan c; int n;\nprocess P(const int[0,1] k) { clock x; state a { x <= 5 }, b; branchpoint p; urgent "
      "b; init a;\n"
      "trans a -> p { select s : int[0,3]; guard x >= 2 && n < 3; sync c!; assign x = 0, n = s; }, p -u-> b "
      "{ probability 2; }, b -> b { }; }\nsystem P;\n");
  CHECK(
      xml.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD "
                      "Flat System 1.6//EN'"));
  CHECK(xml.ends_with("</nta>\n"));
  for (const char* piece :
       {"\t<template>\n\t\t<name>P</name>\n\t\t<parameter>const int[0, 1] k</parameter>", "kind=\"invariant\"",
        ">x &lt;= 5</label>", "<branchpoint id=\"p\"", "<init ref=\"id0\" />", "<transition controllable=\"false\">",
        ">s : int[0, 3]</label>", ">x &gt;= 2 &amp;&amp; n &lt; 3</label>", ">c!</label>", ">x = 0, n = s</label>",
        ">2</label>", "<urgent />", "<nail "}) {
    CAPTURE(piece);
    CHECK(xml.find(piece) != std::string::npos);
  }
  const Reading again = read_xml_text(xml);
  CHECK(again.problems() == std::vector<std::string>{});
  REQUIRE(again.document);
  const Template& t = *again.document->templates[0];
  CHECK(t.locations[1].urgent);
  CHECK(t.edges.size() == 3);
  CHECK_FALSE(t.edges[1].controllable);
}

TEST_CASE("generated drawings have distinct nodes and visible edges") {
  for (const std::size_t count : {1u, 2u, 3u, 24u, 25u, 200u}) {
    CAPTURE(count);
    std::vector<Location> locations(count);
    std::vector<Edge> edges;
    for (std::uint32_t i = 0; i < count; ++i) {
      for (int twice = 0; twice < 2; ++twice) {
        Edge edge;
        edge.source = i;
        edge.target = twice ? i : static_cast<std::uint32_t>((i + 1) % count);
        edges.push_back(edge);
        edges.push_back(edge);
      }
    }
    Template templ;
    templ.locations = locations;
    templ.edges = edges;
    const Drawing drawing = draw(templ);
    CHECK(std::set<Point>(drawing.nodes.begin(), drawing.nodes.end()).size() == count);
    std::set<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::vector<Point>>> lines;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (edges[i].source == edges[i].target) CHECK(drawing.edges[i].nails.size() == 2);
      lines.insert({std::minmax(edges[i].source, edges[i].target), drawing.edges[i].nails});
    }
    CHECK(lines.size() == edges.size());  // no two edges overlap
  }
}

TEST_CASE("queries, expectations and options are written") {
  Reading r = read_text("m.xta", "process P() { state a; init a; } system P;");
  REQUIRE(r.document);
  Diagnostics diagnostics;
  Query* query = read_formula(*r.document, "E<> P.a", diagnostics);
  REQUIRE(query);
  query->expected = Expectation::maybe_satisfied;
  query->comment = "first & last";
  std::vector<QueryOption> options{{"--search-order", "\"1\""}};
  query->options = options;
  r.document->queries.push_back(query);
  const Reading again = read_xml_text(write_xml(*r.document));
  REQUIRE(again.document);
  REQUIRE(again.document->queries.size() == 1);
  const Query& read = *again.document->queries[0];
  CHECK(read.kind == QueryKind::reachable);
  CHECK(read.expected == Expectation::maybe_satisfied);
  CHECK(read.comment == "first & last");
  REQUIRE(read.options.size() == 1);
  CHECK(read.options[0].value == "\"1\"");
}

TEST_CASE("declarations of a 4.x text keep their comments and spelling") {
  const std::string xml = converted(
      "/* counters */\nint  i,j ; // two\n\n// how many\nconst int N=3;\nvoid f() {\n  i = 1; // inside\n}\n"
      "// last word\nprocess P() {\n  // local\n  int k; // k\n  state a; init a;\n}\n"
      "// instance\nQ = P();\nsystem Q; // done\n");
  for (const char* piece :
       {"<declaration>/* counters */\nint  i,j ; // two\n\n// how many\nconst int N=3;\nvoid f() {\n  i = 1; // "
        "inside\n}\n// last word</declaration>",
        "<declaration>// local\nint k; // k</declaration>",
        "<system>// instance\nQ = P();\nsystem Q; // done\n</system>"}) {
    CAPTURE(piece, xml);
    CHECK(xml.find(piece) != std::string::npos);
  }
}

TEST_CASE("characters that XML cannot represent become spaces in comments") {
  const std::string xml = converted(
      "int i; // a\x01"
      "b\xEF\xBF\xBF"
      "z\nprocess P() { state a; init a; } system P;");
  CHECK(xml.find("int i; // a b z") != std::string::npos);
  CHECK(read_xml_text(xml).document);
}
