// XML -> XML loses nothing; XML -> XTA -> XML is the same model.
#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/model_files.h"
#include "tests/parser/model_dump.h"
#include "tests/parser/read_support.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::testing;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Canonical XML with comments, or "" if the text is not XML.
std::string canonical_model(const std::string& text) {
  xmlDoc* document = xmlReadMemory(text.data(), static_cast<int>(text.size()), nullptr, nullptr,
                                   XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
  if (!document) return "";
  xmlChar* bytes = nullptr;
  const int size = xmlC14NDocDumpMemory(document, nullptr, XML_C14N_1_0, nullptr, 1, &bytes);
  std::string result(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(std::max(size, 0)));
  xmlFree(bytes);
  xmlFreeDoc(document);
  return result;
}

// The checked model as text, or "rejected".
std::string checked_dump(const std::shared_ptr<Document>& document) {
  Diagnostics diagnostics;
  try {
    return dump(*check(document, diagnostics, {.overrides = {}, .allow_refused = true}));
  } catch (const ModelError&) {
    return "rejected";
  }
}

void check_rewrite(const std::string& text) {
  const Reading r = read_xml_text(text);
  CAPTURE(r.problem());
  REQUIRE(r.document);
  const std::string written = write_xml(*r.document);
  REQUIRE(canonical_model(text) != "");
  REQUIRE((canonical_model(written) == canonical_model(text)));
  const Reading again = read_xml_text(written);
  REQUIRE(again.document);
  REQUIRE((write_xml(*again.document) == written));
}

}  // namespace

TEST_CASE("every kind of node survives a rewrite") {
  check_rewrite(R"(<?xml version="1.0" encoding="utf-8"?>
<!-- before --><?keep me?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.1//EN' 'flat-1_2.dtd' [<!ELEMENT nta ANY>]>
<nta xmlns:u="urn:u" u:version="3">
	<declaration>int i; // a &lt; b &amp;&amp; c &gt; d "quoted" ä &#13;&#x9;</declaration>
	<template u:mark="&quot;&#10;&#9;&lt;'&amp;">
		<name x="5" y="5"> P </name><!-- inside -->
		<location id="a" x="-3" y="7" color="#ff00ff"><label kind="comments"><![CDATA[ <x> & ]]>]]&gt;</label><committed/></location>
		<init ref="a"/>
		<?pi data?>
		<transition id="t1" action="go"><source ref="a"/><target ref="a"/><label kind="testcode">}{ not a language</label><nail x="1" y="2"/></transition>
	</template>
	<system>system P;</system>
	<queries><query><formula>E&lt;&gt; P._a</formula><comment> </comment><result outcome="success" type="quality" value="x" timestamp="2020"><details>&#x1F600;</details></result></query></queries>
	<u:plugin><system>not the system</system><anything/></u:plugin>
</nta>
<!-- after -->
)");
}

TEST_CASE("a rewrite echoes the DOCTYPE, or adds that of DTD 1.6") {
  const std::string model = model_with("");
  const std::string with = "<!DOCTYPE nta SYSTEM 'mine.dtd'>";
  CHECK(write_xml(*read_xml_text(with + model).document).find(with) != std::string::npos);
  CHECK(write_xml(*read_xml_text(model).document).find("DTD Flat System 1.6") != std::string::npos);
}

TEST_CASE("a rewrite puts elements into UPPAAL's order together with the comments before them") {
  const Reading r = read_xml_text(
      "<nta><!-- s --><system>system P;</system><template><init ref=\"a\"/><note/><location "
      "id=\"a\"><committed/><name>l</name></location>"
      "<transition><nail x=\"1\" y=\"1\"/><target ref=\"a\"/><source ref=\"a\"/></transition><!-- n "
      "--><name>P</name><!-- end --></template></nta>");
  REQUIRE(r.document);
  const std::string written = write_xml(*r.document);
  CHECK(canonical_model(written) ==
        "<nta><template><!-- n --><name>P</name><location "
        "id=\"a\"><name>l</name><committed></committed></location><init ref=\"a\"></init><note></note>"
        "<transition><source ref=\"a\"></source><target ref=\"a\"></target><nail x=\"1\" "
        "y=\"1\"></nail></transition><!-- end --></template><!-- s --><system>system P;</system></nta>");
  const Reading again = read_xml_text(written);
  REQUIRE(again.problems().size() == 1);  // <note/> is still unknown, but nothing is out of order
  CHECK(again.diagnostics.items()[0].code == "unknown-element");
}

namespace {

// Returns the number of files compared.
std::size_t check_rewrites(const std::vector<fs::path>& files) {
  std::size_t compared = 0;
  for (const fs::path& path : files) {
    CAPTURE(path);
    const std::string text = contents(path);
    const Reading r = read_xml_text(text);
    if (!r.document) continue;  // the invalid ones, which corpus_syntax_test lists
    const bool disordered =
        r.problems().size() > 0 && std::any_of(r.diagnostics.items().begin(), r.diagnostics.items().end(),
                                               [](const Diagnostic& d) { return d.code == "element-order"; });
    if (!disordered) check_rewrite(text);
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("XML -> XML loses nothing on our own models") {
  const std::vector<fs::path> files = test::own_files({".xml"});
  CHECK(check_rewrites(files) == files.size());
}

TEST_CASE("XML -> XML loses nothing on the corpus", "[corpus]") {
  if (test::has_corpus()) CHECK(check_rewrites(test::files_below(test::corpus_dir(), {".xml"})) > 95);
}

TEST_CASE("the dump of a checked model distinguishes models") {
  const auto dump_of = [](const std::string& declarations, const std::string& guard) {
    const Reading r = read_text(
        "m.xta", declarations + " process P() { state a; init a; trans a -> a { guard " + guard + "; }; } system P;");
    REQUIRE(r.document);
    return checked_dump(r.document);
  };
  const std::string one = dump_of("int i = 1;", "i == 1");
  CHECK(one == dump_of("int  i=1;\n// a comment\n", "(i) == 1"));
  CHECK(one != dump_of("int i = 2;", "i == 1"));
  CHECK(one != dump_of("int[0,3] i = 1;", "i == 1"));
  CHECK(one != dump_of("meta int i = 1;", "i == 1"));
  CHECK(one != dump_of("int i = 1;", "i != 1"));
  CHECK(one != dump_of("int i = 1;", "1 == i"));
}

namespace {

// Returns the number of models that came out the same and were not rejected.
std::size_t check_conversions(const std::vector<fs::path>& files) {
  std::size_t compared = 0;
  for (const fs::path& path : files) {
    CAPTURE(path);
    const Reading first = read_text(path.string(), contents(path));
    if (!first.document) continue;
    if (std::any_of(first.document->templates.begin(), first.document->templates.end(),
                    [](const Template* t) { return t->is_lsc; }))
      continue;  // no text form
    const std::string xta = write_xta(*first.document);
    const Reading second = read_text("m.xta", xta);
    INFO(second.problem());
    REQUIRE(second.document);
    const std::string xml = write_xml(*second.document);
    const Reading third = read_text("m.xml", xml);
    INFO(third.problem());
    REQUIRE(third.document);
    REQUIRE(third.document->syntax == Syntax::v4);
    REQUIRE(write_xta(*second.document) == xta);
    REQUIRE(write_xta(*third.document) == xta);
    const std::string model = checked_dump(first.document);
    REQUIRE((checked_dump(third.document) == model));
    compared += model == "rejected" ? 0 : 1;
  }
  return compared;
}

}  // namespace

TEST_CASE("XML -> XTA -> XML gives the same checked model on our own models") {
  const std::vector<fs::path> files = test::own_files(test::model_extensions);
  CHECK(check_conversions(files) == files.size());
}

TEST_CASE("XML -> XTA -> XML gives the same checked model on the corpus", "[corpus]") {
  if (test::has_corpus()) CHECK(check_conversions(test::files_below(test::corpus_dir(), test::model_extensions)) > 110);
}
