// Malicious input: every case ends in a clear error (or a model), in bounded time and memory.
#include <sys/resource.h>
#include <catch2/catch.hpp>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bench/generated_model.h"
#include "parser/decode.h"
#include "tests/parser/read_support.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

// CPU seconds, so that other work on the machine does not count. The bounds catch non-linear behaviour; they hold for
// instrumented code too.
double seconds_to_read(const std::string& name, const std::string& text, Reading& reading) {
  const std::clock_t begin = std::clock();
  reading = read_text(name, text);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

long peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

std::string repeated(const std::string& piece, std::size_t times) {
  std::string result;
  result.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += piece;
  return result;
}

const std::string small_model = R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'flat-1_6.dtd'>
<nta>
	<!-- a comment -->
	<declaration>chan c; int[0,3] n; void f() { n = n &lt; 3 ? n + 1 : 0; }</declaration>
	<template>
		<name x="5" y="5">P</name>
		<declaration>clock x;</declaration>
		<location id="id0"><name>idle</name><label kind="invariant"><![CDATA[x <= 5]]></label></location>
		<location id="id1"><committed/></location>
		<init ref="id0"/>
		<transition><source ref="id0"/><target ref="id1"/><label kind="select">s : int[0,1]</label><label kind="guard">x &gt;= 2 &amp;&amp; n == s</label><label kind="assignment">f(), x = 0</label><nail x="1" y="1"/></transition>
		<transition><source ref="id1"/><target ref="id0"/></transition>
	</template>
	<system>system P;</system>
	<queries><query><formula>E&lt;&gt; P.idle</formula><comment>c</comment></query></queries>
</nta>
)";

const std::string old_model =
    "<nta><declaration>const N 3; int n;</declaration><template><name>P</name><parameter>int v; const "
    "k</parameter>"
    "<location id=\"a\"/><init ref=\"a\"/><transition><source ref=\"a\"/><target ref=\"a\"/><label "
    "kind=\"guard\">v=&lt;2, v&gt;0</label><label kind=\"assignment\">v:=0</label></transition></template>"
    "<instantiation>P1 := P(n, 2);</instantiation><system>system P1;</system></nta>";

const std::string xta_model =
    "clock x; chan c; const int N = 3;\ntypedef struct { int a; bool b[N]; } T;\nT t = { 1, { true, false, "
    "true } };\n"
    "int f(int &r, const int k) { for (i : int[0,2]) { if (t.b[i]) r += k; else r -= 1; } return r; }\n"
    "process P(const int[0,2] id) {\n  state a { x <= 5 }, b, d; urgent d; commit b; init a;\n"
    "  trans a -> b { select s : int[0,1]; guard x >= 2 && s == id; sync c!; assign x = 0, t.a = f(t.a, 2); "
    "}, -> d { };\n}\n"
    "Q = P(1); system Q, P; /* end */ // done\n";

}  // namespace

TEST_CASE("external entities are refused, not fetched") {
  const std::string secret = (std::filesystem::temp_directory_path() / "orbita-xxe-secret.txt").string();
  std::ofstream(secret) << "int stolen;";
  const Reading r = read_xml_text("<?xml version=\"1.0\"?>\n<!DOCTYPE nta [<!ENTITY secret SYSTEM \"file://" + secret +
                                  "\">]>\n"
                                  "<nta><declaration>&secret;</declaration><system>system P;</system></nta>");
  CHECK_FALSE(r.document);
  CHECK(r.problems() == std::vector<std::string>{"2:16: error[xml-entity]: entity declarations are not accepted"});
  const Reading parameter =
      read_xml_text("<!DOCTYPE nta [\n<!ENTITY % more SYSTEM \"http://127.0.0.1:1/x.dtd\"> %more;]>\n<nta/>");
  CHECK(parameter.problem() == "2:1: error[xml-entity]: entity declarations are not accepted");
  const Reading undeclared =
      read_xml_text("<!DOCTYPE nta SYSTEM 'file://" + secret + "'>\n<nta><declaration>&secret;</declaration></nta>");
  CHECK(undeclared.problem() == "2:19: error[xml]: parser error: Entity 'secret' not defined");
  std::filesystem::remove(secret);
}

TEST_CASE("billion laughs are refused at the first declaration") {
  std::string text = "<!DOCTYPE nta [\n<!ENTITY a0 \"ha\">\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "&a" + std::to_string(i - 1) + ";";
    text += "<!ENTITY a" + std::to_string(i) + " \"" + repeated(before, 10) + "\">\n";
  }
  Reading r;
  CHECK(seconds_to_read("m.xml", text + "]><nta><declaration>&a39;</declaration></nta>", r) < 1);
  CHECK(r.problem() == "2:1: error[xml-entity]: entity declarations are not accepted");
}

TEST_CASE("deep nesting of elements ends in a clear error") {
  Reading r;
  CHECK(seconds_to_read("m.xml", repeated("<nta>", 100000) + repeated("</nta>", 100000), r) < 2);
  CHECK(r.problem() == "1:1281: error[xml-limit]: elements are nested deeper than 256");
  CHECK(seconds_to_read("m.xml", repeated("<nta>", 100000), r) < 2);
  CHECK(r.problem() == "1:1281: error[xml-limit]: elements are nested deeper than 256");
}

TEST_CASE("deep nesting inside texts ends in a clear error") {
  for (const std::string& open :
       {std::string("("), std::string("!"), std::string("-"), std::string("a["), std::string("{")}) {
    CAPTURE(open);
    Reading r;
    CHECK(seconds_to_read(
              "m.xml",
              "<nta><declaration>int i = " + repeated(open, 100000) + "</declaration><system>system P;</system></nta>",
              r) < 5);
    CHECK_FALSE(r.document);
    CHECK(r.diagnostics.has_errors());
  }
  Reading sum;  // a long sum is a deep tree without a single parenthesis
  CHECK(seconds_to_read(
            "m.xta", "int i = 1" + repeated(" + 1", 100000) + "; process P() { state a; init a; } system P;", sum) < 5);
  Reading blocks;
  CHECK(seconds_to_read("m.xta", "void f() " + repeated("{ if (1) ", 100000), blocks) < 5);
  CHECK_FALSE(blocks.document);
}

TEST_CASE("a million attributes end in a clear error") {
  std::string tag = "<nta";
  for (int i = 0; i < 1000000; ++i) tag += " a" + std::to_string(i) + "=''";
  Reading r;
  CHECK(seconds_to_read("m.xml", tag + "/>", r) < 2);
  CHECK(r.problem() == "1:1944: error[xml-limit]: an element has more than 256 attributes");
  // After an error libxml2 would read on; it must not see them either.
  CHECK(seconds_to_read("m.xml", "<nta>&bad;" + tag.substr(4) + "/></nta>", r) < 2);
  CHECK(r.diagnostics.items()[0].code == "xml");
  CHECK(seconds_to_read("m.xml", "<nta>&bad;<a" + tag.substr(4) + "/></nta>", r) < 2);
  CHECK(r.diagnostics.items()[0].code == "xml");
}

TEST_CASE("odd but harmless shapes are quick") {
  Reading r;
  CHECK(seconds_to_read("m.xml", "<nta><declaration>" + repeated("&amp;", 200000) + "</declaration></nta>", r) < 3);
  CHECK(seconds_to_read("m.xml", "<nta><declaration>" + repeated("<!---->", 200000) + "int i;</declaration></nta>", r) <
        3);
  CHECK(seconds_to_read("m.xml", "<nta>" + repeated("<a/>", 300000) + "</nta>", r) < 3);
  CHECK(seconds_to_read("m.xml", "<nta>" + repeated("&", 1000000), r) < 3);
  CHECK(seconds_to_read("m.xml", "<nta a='" + repeated("&", 1000000), r) < 3);
  CHECK(seconds_to_read("m.xml", repeated("<!-- ", 300000), r) < 3);
  CHECK(seconds_to_read("m.xml", "<nta>" + repeated("<![CDATA[", 300000), r) < 3);
  CHECK(seconds_to_read("m.xml", "<!DOCTYPE nta [" + repeated("\"", 300001), r) < 3);
  CHECK(seconds_to_read("m.xml", "<!DOCTYPE nta [" + repeated("<!ELEMENT a (", 100000), r) < 3);
  CHECK(seconds_to_read("m.xml", "<nta>" + repeated("]]>", 300000) + "</nta>", r) < 3);
  CHECK(seconds_to_read("m.xml", "<nta>" + repeated("<x:a xmlns:x='1' ", 300000), r) < 3);
  CHECK(seconds_to_read("m.xta", repeated("/* ", 300000), r) < 3);
  CHECK(seconds_to_read("m.xta", repeated("\"", 300001), r) < 3);
  CHECK(seconds_to_read("m.xta", repeated("process P() { state a; ", 50000), r) < 5);
}

TEST_CASE("models truncated at any byte end in an error, never in a crash") {
  for (const std::string& model : {small_model, old_model}) {
    REQUIRE(read_xml_text(model).document);
    const std::size_t last = model.rfind('>');
    for (std::size_t length = 0; length < last; ++length) {
      CAPTURE(length);
      const Reading r = read_xml_text(model.substr(0, length));
      REQUIRE_FALSE(r.document);
      REQUIRE(r.diagnostics.error_count() == 1);
      REQUIRE(r.diagnostics.items()[0].code == "xml");
      REQUIRE(r.diagnostics.items()[0].message.starts_with("parser error: "));
      const Position at = r.diagnostics.sources()->locate(r.diagnostics.items()[0].where);
      REQUIRE(at.line <= 20);
    }
  }
  REQUIRE(read_text("m.xta", xta_model).document);
  const std::size_t last = xta_model.rfind("Q, P;");
  for (std::size_t length = 0; length < last; ++length) {
    CAPTURE(length);
    const Reading r = read_text("m.xta", xta_model.substr(0, length));
    REQUIRE_FALSE(r.document);
    REQUIRE(r.diagnostics.has_errors());
  }
}

TEST_CASE("any byte replaced by a wild one is survived") {
  for (const char wild : {'\0', '\xFF', '<', '&', '"', ']', '\x01', '\xC3', '{', '('}) {
    for (std::size_t i = 0; i < small_model.size(); ++i) {
      std::string text = small_model;
      text[i] = wild;
      const Reading r = read_xml_text(text);
      REQUIRE((r.document || r.diagnostics.has_errors()));
    }
    for (std::size_t i = 0; i < xta_model.size(); ++i) {
      std::string text = xta_model;
      text[i] = wild;
      const Reading r = read_text("m.xta", text);
      REQUIRE((r.document || r.diagnostics.has_errors()));
    }
  }
}

TEST_CASE("NUL bytes are reported") {
  using namespace std::string_literals;
  const Reading xml = read_xml_text("<nta>\n<declaration>int\0 i;</declaration></nta>"s);
  CHECK_FALSE(xml.document);
  CHECK(xml.diagnostics.items()[0].code == "xml");
  CHECK(read_xml_text("\0"s).diagnostics.items()[0].code == "xml");
  CHECK(read_xml_text("").problem() == "1:1: error[xml]: parser error: Document is empty");
  const Reading text = read_text("m.xta", "int i;\n in\0t j;"s);
  CHECK(text.problems() == std::vector<std::string>{"2:4: error[nul-byte]: the text contains a NUL byte"});
}

TEST_CASE("invalid UTF-8 is reported in XML and read as ISO-8859-1 in text files") {
  const Reading xml = read_xml_text("<nta>\n<declaration>// \xE4\xF6\n</declaration></nta>");
  CHECK_FALSE(xml.document);
  CHECK(xml.problem().starts_with("2:17: error[xml]: parser error: Input is not proper UTF-8"));
  const Reading text = read_text("m.xta", "// \xE4\xF6\nprocess P() { state a; init a; } system P;");
  REQUIRE(text.document);
  CHECK(text.problems() ==
        std::vector<std::string>{"1:1: warning[encoding]: the text is not UTF-8 and is read as ISO-8859-1"});
  CHECK(read_text("m.xta", "\xFF\xFE i\n").problem().find("error[encoding]") != std::string::npos);
  CHECK(is_utf8("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"));
  for (const char* bad :
       {"\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80", "\xF0\x80\x80\x80", "\xE0\x80\x80"})
    CHECK_FALSE(is_utf8(bad));
}

TEST_CASE("files above the size limit are refused before anything else") {
  ReadOptions options;
  options.max_bytes = 1000;
  CHECK(read_text("m.xml", std::string(1001, ' '), options).problem() ==
        "1:1: error[file-size]: the file is larger than 1000 bytes");
  const auto path = (std::filesystem::temp_directory_path() / "orbita-large.xml").string();
  std::ofstream(path) << std::string(1001, ' ');
  Diagnostics diagnostics;
  CHECK_THROWS_AS(read_model(path, diagnostics, options), ModelError);
  CHECK(diagnostics.items()[0].code == "file-size");
  std::filesystem::remove(path);
}

TEST_CASE("a file of 50 MB is read in bounded memory and time", "[slow]") {
  const long before = peak_megabytes();
  Reading r;
  const double seconds = seconds_to_read("m.xml", generated_model(std::size_t{50} << 20), r);
  CAPTURE(seconds, peak_megabytes());
  REQUIRE(r.document);
  CHECK(r.document->templates.size() > 500);
  CHECK(seconds < 60);
  CHECK(peak_megabytes() - before < 3000);
}

TEST_CASE("50 MB in one label, one comment or one tag are bounded too", "[slow]") {
  constexpr std::size_t size = std::size_t{50} << 20;
  Reading r;
  CHECK(seconds_to_read("m.xml",
                        "<nta><declaration>" + std::string(size, ' ') +
                            "int i;</declaration><template><name>P</name><location id=\"a\"/><init "
                            "ref=\"a\"/></template><system>system P;</system></nta>",
                        r) < 20);
  CHECK(r.document);
  CHECK(seconds_to_read("m.xml", "<nta><!--" + std::string(size, ' ') + "--><system/></nta>", r) < 20);
  CHECK(seconds_to_read("m.xml", "<nta a='" + std::string(size, ' ') + "'/>", r) < 20);
  CHECK(seconds_to_read("m.xml", "<" + std::string(size, 'a') + "/>", r) < 20);
  CHECK(seconds_to_read("m.xml", std::string(size, '<'), r) < 20);
  CHECK(seconds_to_read("m.xml", std::string(size, 'x'), r) < 20);
  CHECK(seconds_to_read("m.xml", "<nta>" + std::string(size, '&'), r) < 20);
  CHECK(seconds_to_read("m.xml", "<nta><declaration>" + repeated("int i = ;\n", size / 10) + "</declaration></nta>",
                        r) < 60);
}
