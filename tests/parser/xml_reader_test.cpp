#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "parser/print/printer.h"
#include "parser/xml/xml_elements.h"
#include "tests/parser/read_support.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::testing;
using Problems = std::vector<std::string>;

namespace {

// The whole text of an expression's block, and its position in the file.
std::string place_of(const Document& document, Span span) {
  const Position at = document.sources.locate(span);
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace

TEST_CASE("a small model becomes templates, locations, edges and queries") {
  const Reading r = read_xml_text(R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.1//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_2.dtd'>
<nta>
	<declaration>chan c; int n;</declaration>
	<template>
		<name x="5" y="5"> P
		</name>
		<parameter>const int k</parameter>
		<declaration>clock x;</declaration>
		<location id="id0" x="1" y="2"><name>idle</name><label kind="invariant">x &lt;= 5</label><urgent/></location>
		<location id="id1"><label kind="exponentialrate">1:2</label><committed/></location>
		<branchpoint id="id2" x="0" y="0"/>
		<init ref="id1"/>
		<transition controllable="false">
			<source ref="id0"/><target ref="id2"/>
			<label kind="assignment">n = s</label>
			<label kind="guard">x &gt;= 2</label>
			<label kind="synchronisation">c!</label>
			<label kind="select">s : int[0,3]</label>
			<label kind="comments">nothing</label>
			<nail x="1" y="1"/>
		</transition>
		<transition><source ref="id2"/><target ref="id1"/><label kind="probability">3</label></transition>
	</template>
	<system>Q = P(3);
system Q;</system>
	<queries>
		<option key="--diagnostic" value="0"/>
		<query><formula></formula><comment>Heading</comment></query>
		<query><formula>E&lt;&gt;
Q.idle</formula><comment>reach</comment><option key="--search-order" value="1"/><expect outcome="failure" type="symbolic" value=""/></query>
		<query><formula>// only a comment</formula></query>
		<query><formula>A[] not deadlock</formula></query>
	</queries>
</nta>
)");
  CHECK(r.problems() == Problems{});
  REQUIRE(r.document);
  const Document& d = *r.document;
  CHECK(d.declarations.size() == 2);
  REQUIRE(d.templates.size() == 1);
  const Template& t = *d.templates[0];
  CHECK(t.name == "P");
  CHECK(place_of(d, t.span) == "6:22");
  CHECK(t.params.size() == 1);
  CHECK(t.decls.size() == 1);
  REQUIRE(t.locations.size() == 2);
  CHECK(t.locations[0].name == "idle");
  CHECK(t.locations[0].urgent);
  CHECK_FALSE(t.locations[0].committed);
  REQUIRE(t.locations[0].invariant);
  CHECK(t.locations[1].name == "_id1");
  CHECK(t.locations[1].anonymous);
  CHECK(t.locations[1].committed);
  CHECK(t.locations[1].exponential_rate);
  CHECK(t.locations[1].exponential_rate2);
  REQUIRE(t.branchpoints.size() == 1);
  CHECK(t.branchpoints[0].name == "_id2");
  CHECK(t.has_init);
  CHECK(t.init == 1);
  REQUIRE(t.edges.size() == 2);
  CHECK(t.edges[0].source == 0);
  CHECK(t.edges[0].target == 2);
  CHECK_FALSE(t.edges[0].controllable);
  CHECK(t.edges[0].selects.size() == 1);
  CHECK(t.edges[0].guard);
  CHECK(t.edges[0].sync);
  CHECK(t.edges[0].direction == SyncDirection::send);
  CHECK(t.edges[0].update);
  CHECK(t.edges[1].probability);
  CHECK(t.edges[1].controllable);
  REQUIRE(t.edges[0].layout >= 0);
  CHECK(d.layout[static_cast<std::size_t>(t.edges[0].layout)]->child("nail"));
  CHECK(*d.layout[static_cast<std::size_t>(t.locations[0].layout)]->attribute("y") == "2");
  CHECK(d.system.size() == 2);
  REQUIRE(d.queries.size() == 2);
  CHECK(d.queries[0]->index == 2);
  CHECK(d.queries[0]->kind == QueryKind::reachable);
  CHECK(d.queries[0]->comment == "reach");
  CHECK(d.queries[0]->expected == Expectation::not_satisfied);
  REQUIRE(d.queries[0]->options.size() == 2);
  CHECK(d.queries[0]->options[0].key == "--diagnostic");
  CHECK(d.queries[0]->options[1].value == "1");
  CHECK(d.queries[1]->index == 4);
  CHECK(d.queries[1]->options.size() == 1);
  CHECK(d.queries[1]->expected == Expectation::none);
}

TEST_CASE("blocks carry UPPAAL's XPath and words") {
  const Reading r = read_xml_text(model_with(R"(<transition><source ref="id0"/><target ref="id1"/>
<label kind="comments">!</label><label kind="guard">x &lt; 5</label></transition>)"));
  REQUIRE(r.document);
  const Template& t = *r.document->templates[0];
  const TextBlock& guard = r.document->sources[t.edges[0].guard->span.block];
  CHECK(guard.xpath == "/nta/template[1]/transition[1]/label[2]");
  CHECK(guard.context == "edge a->b of template P, guard");
  CHECK(guard.text == "x < 5");
  const TextBlock& edge = r.document->sources[t.edges[0].span.block];
  CHECK(edge.xpath == "/nta/template[1]/transition[1]");
  CHECK(edge.context == "edge a->b of template P");
  const TextBlock& location = r.document->sources[t.locations[1].span.block];
  CHECK(location.xpath == "/nta/template[1]/location[2]/name");
  CHECK(location.context == "location b of template P, name");
  CHECK(r.document->sources[t.span.block].xpath == "/nta/template[1]/name");
  CHECK(r.document->sources[r.document->declarations[0]->span.block].context == "declaration");
  CHECK(r.document->sources[r.document->system[0]->span.block].context == "system");
}

TEST_CASE("places in the file are exact through entities, CDATA, comments and CRLF") {
  const auto guard_places = [](const std::string& label) {
    // The guard is `i < 1 && i > 2 && i == 3`: the positions of its three literals.
    const Reading r =
        read_xml_text(model_with("<transition><source ref=\"id0\"/><target ref=\"id1\"/>\n<label kind=\"guard\">" +
                                 label + "</label></transition>"));
    CAPTURE(label, r.problem());
    REQUIRE(r.document);
    const Expr& all = *r.document->templates[0]->edges[0].guard;
    REQUIRE(all.kind == ExprKind::logical_and);
    const Expr& first_two = *all.args[0];
    const auto literal = [&](const Expr& comparison) { return place_of(*r.document, comparison.args[1]->span); };
    return literal(*first_two.args[0]) + " " + literal(*first_two.args[1]) + " " + literal(*all.args[1]);
  };
  CHECK(guard_places("i &lt; 1 &amp;&amp; i &gt; 2 &amp;&amp; i == 3") == "5:28 5:48 5:66");
  CHECK(guard_places("i &#60; 1\n&#x26;&#38;\n i &gt; 2\n&amp;&amp; i == 3") == "5:29 7:9 8:17");
  CHECK(guard_places("<![CDATA[i < 1 && i > 2\n &&]]> i == 3") == "5:34 5:43 6:13");
  CHECK(guard_places("i &lt; <!-- one\n line -->1 &amp;&amp; i > 2<!----> &amp;&amp; i == 3") == "6:10 6:27 6:52");
  CHECK(guard_places("\r\n i &lt; 1\r\n &amp;&amp; i > 2 &amp;&amp;\r\n\ti == 3") == "6:9 7:17 8:7");
  CHECK(guard_places("/* \xC3\xA4 */ i &lt; 1 &amp;&amp; i > 2 &amp;&amp; i == 3") == "5:37 5:54 5:72");
}

TEST_CASE("other encodings are decoded, byte order marks skipped") {
  const std::string body =
      "<nta><declaration>// \xE4\nint i;</declaration><template><name>P</name><location id=\"a\"/><init "
      "ref=\"a\"/></template><system>system P;</system></nta>";
  const Reading latin = read_xml_text("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>" + body);
  REQUIRE(latin.document);
  CHECK(latin.document->sources[latin.document->declarations[0]->span.block].text == "// \xC3\xA4\nint i;");
  const Reading mark = read_xml_text("\xEF\xBB\xBF<?xml version=\"1.0\"?><nta><system>system P</system></nta>");
  CHECK(mark.problems() ==
        Problems{"1:43: error[missing-semicolon]: expected ';' after the system line, found the end of the text"});
  std::string wide = "\xFF\xFE";
  for (const char c : model_with("")) wide += c, wide += '\0';
  CHECK(read_xml_text(wide).document);
  CHECK(read_text("no-extension", wide).document);
  CHECK(read_xml_text("<?xml version=\"1.0\" encoding=\"martian\"?>" + body).problem() ==
        "1:1: error[xml]: parser error: unsupported encoding 'martian'");
  CHECK(read_xml_text("<?xml version=\"1.0\" encoding=\"us-ascii\"?>\n" + body).problem() ==
        "2:22: error[xml]: parser error: byte 64 is not valid us-ascii");
}

TEST_CASE("the format is decided by extension, then by the first character") {
  CHECK(read_text("m.XML", model_with("")).document);
  CHECK(read_text("model", "\n " + model_with("").substr(0)).document);
  CHECK(read_text("m.xta", "process P() { state a; init a; } system P;").document);
  CHECK(read_text("model", "process P() { state a; init a; } system P;").document);
  CHECK(read_text("m.xml", "process P() {}").problem() ==
        "1:1: error[xml]: parser error: Start tag expected, '<' not found");
  CHECK_FALSE(read_text("m.ta", model_with("")).document);
}

TEST_CASE("3.x texts inside XML are detected") {
  const std::string old =
      "<nta><declaration>const N 3;</declaration><template><name>P</name><location id=\"a\"/><init "
      "ref=\"a\"/></template>"
      "<instantiation>P1 := P();</instantiation><system>system P1;</system></nta>";
  const Reading r = read_xml_text(old);
  REQUIRE(r.document);
  CHECK(r.document->syntax == Syntax::v3);
  CHECK(r.problems() == Problems{"1:1: note[old-syntax]: read as the old 3.x syntax"});
  CHECK(r.document->system.size() == 2);
  ReadOptions options;
  options.old_syntax = true;
  CHECK(read_text("m.xml", old, options).problems() == Problems{});
}

TEST_CASE("text that is wrong in both syntaxes keeps the errors of 4.x") {
  const Reading r = read_xml_text(
      "<nta>\n<declaration>int i = ;</declaration><template><name>P</name><location id=\"a\"/><init "
      "ref=\"a\"/></template><system>system P;</system></nta>");
  CHECK_FALSE(r.document);
  CHECK(r.problems() == Problems{"2:22: error[syntax-error]: expected an expression, found ';'"});
}

TEST_CASE("a formula with an error affects neither the model nor the other formulas") {
  const Reading r =
      read_xml_text(model_with("",
                               "\n<queries><query><formula>E&lt;&gt; (P.a</formula></query><query><formula>E&lt;&gt; "
                               "P.b</formula></query></queries>"));
  REQUIRE(r.document);
  REQUIRE(r.diagnostics.items().size() == 1);
  CHECK(r.block_of_first().xpath == "/nta/queries/query[1]/formula");
  CHECK(r.block_of_first().context == "query 1");
  REQUIRE(r.document->queries.size() == 2);
  CHECK(r.document->queries[0]->kind == QueryKind::invalid);
  CHECK(r.document->queries[0]->text == "E<> (P.a");
  CHECK(r.document->queries[1]->kind == QueryKind::reachable);
  CHECK(r.document->queries[1]->index == 2);
}

TEST_CASE("elements may come in any order") {
  const Reading r = read_xml_text(
      R"(<nta><system>system P;</system><template><init ref="id0"/><transition><label kind="guard">s == 1</label><nail x="0" y="0"/>
<label kind="select">s : int[0,1]</label><target ref="id0"/><source ref="id0"/></transition><location id="id0"><urgent/><label kind="invariant">true</label><name>a</name></location><name>P</name></template><declaration>int i;</declaration></nta>)");
  REQUIRE(r.document);
  CHECK(r.problems() == Problems{"1:32: warning[element-order]: element 'template' stands behind 'system'"});
  CHECK(r.document->templates[0]->edges[0].selects.size() == 1);
  CHECK(r.document->declarations.size() == 1);
}

TEST_CASE("ids that are not identifiers still give unique internal names") {
  const Reading r = read_xml_text(
      "<nta><template><name>P</name><location id=\"a.b\"/><location id=\"a-b\"/><location "
      "id=\"x\"><name>_a_b</name></location><init ref=\"x\"/></template><system>system P;</system></nta>");
  REQUIRE(r.document);
  const Template& t = *r.document->templates[0];
  CHECK(t.locations[0].name == "_a_b_2");
  CHECK(t.locations[1].name == "_a_b_3");
  CHECK(t.locations[2].name == "_a_b");
}

TEST_CASE("live sequence charts are kept by name") {
  const Reading r = read_xml_text(
      "<nta><template><name>P</name><location id=\"a\"/><init "
      "ref=\"a\"/></template><lsc><name>S</name><parameter>const int i</parameter><message "
      "x=\"1\"/></lsc><system>system P;</system></nta>");
  REQUIRE(r.document);
  REQUIRE(r.document->templates.size() == 2);
  CHECK(r.document->templates[1]->is_lsc);
  CHECK(r.document->templates[1]->params.size() == 1);
  CHECK(r.problems() == Problems{"1:85: note[lsc-kept]: the live sequence chart 'S' is kept but not interpreted"});
}

TEST_CASE("problems of the document are reported at their element") {
  const std::string p = "<template><name>P</name><location id=\"a\"/><init ref=\"a\"/></template>";
  CHECK(read_xml_text("<html/>").problem() == "1:1: error[xml-root]: the root element is 'html', not 'nta'");
  CHECK(read_xml_text("<nta>" + p + "</nta>").problem() ==
        "1:1: error[missing-system]: the model has no 'system' element");
  CHECK(read_xml_text("<nta>" + p + "\n<system> \n</system></nta>").problem() ==
        "2:1: error[missing-system]: the 'system' element is empty");
  CHECK(read_xml_text("<project>" + p + "<system>system P;</system></project>").problems() == Problems{});
  CHECK(read_xml_text("<nta>" + p + "<system>system P;</system>\n <system>system P;</system></nta>").problem() ==
        "2:2: error[duplicate-element]: a second 'system' element");
  CHECK(read_xml_text("<nta>\n<imports>x</imports>" + p + "<system>system P;</system></nta>").problem() ==
        "2:1: warning[imports-ignored]: 'imports' is obsolete and ignored");
  CHECK(read_xml_text("<nta>" + p + "<system>system P;</system>\n<simulator><a/></simulator><simulator/></nta>")
            .problems() == Problems{"2:1: warning[unknown-element]: element 'simulator' is unknown here and ignored"});
  CHECK(read_xml_text("<nta>" + p +
                      "<system>system P;</system>\n<queries><query speed=\"1\"/><query speed=\"2\"/></queries></nta>")
            .problems() ==
        Problems{"2:10: warning[unknown-attribute]: attribute 'speed' of element 'query' is unknown and ignored"});
}

TEST_CASE("problems of a template are reported at their element") {
  const auto problems = [](const std::string& inside) {
    return read_xml_text("<nta><template>\n" + inside + "</template><system>system P;</system></nta>").problems();
  };
  const std::string a = "<name>P</name><location id=\"a\"/>";
  const std::string init = "<init ref=\"a\"/>";
  CHECK(problems("<location id=\"a\"/>" + init) == Problems{"1:6: error[missing-name]: the template has no name"});
  CHECK(problems("<name> </name><location id=\"a\"/>" + init) ==
        Problems{"2:7: error[missing-name]: the template has no name"});
  CHECK(problems("<name>P Q</name><location id=\"a\"/>" + init) ==
        Problems{"2:9: error[syntax-error]: expected a single name, found 'Q'"});
  CHECK(problems("<name>P</name><location id=\"a\"><name>guard</name></location>" + init) ==
        Problems{"2:38: error[keyword-as-name]: the keyword 'guard' cannot be used as a name"});
  CHECK(problems(a) == Problems{"1:6: error[missing-init]: the template has no initial location"});
  CHECK(problems(a + "<init/>") == Problems{"2:33: error[missing-ref]: the init element has no 'ref'"});
  CHECK(problems(a + "<init ref=\"b\"/>") ==
        Problems{"2:33: error[unknown-ref]: there is no location with id 'b' in this template"});
  CHECK(problems(a + "<branchpoint id=\"b\"/><init ref=\"b\"/>") ==
        Problems{"2:54: error[init-branchpoint]: a branchpoint cannot be the initial location"});
  CHECK(problems(a + "<location/>" + init) == Problems{"2:33: error[missing-id]: the location has no id"});
  CHECK(problems(a + "<location id=\"a\"/>" + init) ==
        Problems{"2:33: error[duplicate-id]: id 'a' is already used in this template"});
  CHECK(problems(a + init + init) == Problems{"2:48: error[duplicate-element]: a second 'init' element"});
  CHECK(problems("<name>P</name><location id=\"a\"><urgent/><committed/></location>" + init) ==
        Problems{"2:41: error[urgent-committed]: the location is both urgent and committed"});
  CHECK(problems("<name>P</name><location id=\"a\"><label>x</label></location>" + init) ==
        Problems{"2:32: error[missing-kind]: the label has no kind"});
  CHECK(problems("<name>P</name><location id=\"a\"><label kind=\"guard\">x</label></location>" + init) ==
        Problems{"2:32: error[unknown-label-kind]: a label of kind 'guard' has no meaning at a location"});
  CHECK(problems("<name>P</name><location id=\"a\"><label kind=\"invariant\">1</label><label "
                 "kind=\"invariant\"> </label><label kind=\"invariant\">2</label></location>" +
                 init) == Problems{"2:98: error[duplicate-label]: a second label of kind 'invariant'"});
}

namespace {

// Every problem of a model around `inside` of a template, with its hint.
Problems told_with_hints(const std::string& inside, const std::string& after = "") {
  const Reading r = read_xml_text(model_with(inside, after));
  Problems lines = r.problems();
  const auto items = r.diagnostics.sorted();
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!items[i].hint.empty()) lines[i] += " (" + items[i].hint + ")";
  return lines;
}

}  // namespace

TEST_CASE("an unknown element inside a template is an error with a suggestion") {
  const auto location = [](const std::string& inside) {
    return told_with_hints("<location id=\"z\">" + inside + "</location>");
  };
  const std::string edge = "<transition><source ref=\"id0\"/><target ref=\"id1\"/>";
  CHECK(
      location("<commited/>") ==
      Problems{"4:1: warning[element-order]: element 'location' stands behind 'init' (UPPAAL itself cannot read files "
               "whose elements are out of order; 'orbita convert' puts them right)",
               "4:18: error[unknown-element]: element 'commited' is unknown here (did you mean 'committed'?)"});
  CHECK(location("<Urgent/>").back() ==
        "4:18: error[unknown-element]: element 'Urgent' is unknown here (did you mean 'urgent'?)");
  CHECK(
      location("<invariant>x &lt; 5</invariant>").back() ==
      "4:18: error[unknown-element]: element 'invariant' is unknown here (write <label kind=\"invariant\">…</label>)");
  CHECK(told_with_hints(edge + "<committed/></transition>").back() ==
        "4:51: error[unknown-element]: element 'committed' is unknown here ('committed' belongs inside 'location')");
  CHECK(told_with_hints("<edge/>") == Problems{"4:1: error[unknown-element]: element 'edge' is unknown here"});
  // Elements inside text would be dropped from it.
  CHECK(told_with_hints(edge + "<label kind=\"guard\">x &lt; <b>5</b></label></transition>").front() ==
        "4:78: error[unknown-element]: element 'b' is unknown here");
}

TEST_CASE("an unknown attribute inside a template is an error with a suggestion") {
  const std::string ends = "<source ref=\"id0\"/><target ref=\"id1\"/>";
  CHECK(told_with_hints("<transition controlable=\"false\">" + ends + "</transition>") ==
        Problems{"4:1: error[unknown-attribute]: attribute 'controlable' of element 'transition' is unknown (did you "
                 "mean 'controllable'?)"});
  CHECK(told_with_hints("<location id=\"z\"><urgent value=\"false\"/></location>").back() ==
        "4:18: error[unknown-attribute]: attribute 'value' of element 'urgent' is unknown");
  CHECK(told_with_hints("<transition>" + ends + "<label kind=\"guard\" negated=\"1\">x &lt; 1</label></transition>") ==
        Problems{"4:51: error[unknown-attribute]: attribute 'negated' of element 'label' is unknown"});
}

TEST_CASE("extensions of other tools without meaning pass inside a template") {
  for (const std::string_view name : harmless_elements()) {
    const Problems problems = told_with_hints("<" + std::string(name) + ">a <b/></" + std::string(name) + ">");
    CHECK(problems ==
          Problems{"4:1: warning[unknown-element]: element '" + std::string(name) + "' is unknown here and ignored"});
  }
  for (const std::string_view name : harmless_attributes()) {
    const Reading r = read_xml_text(model_with("<transition " + std::string(name) +
                                               "=\"1\"><source ref=\"id0\"/><target ref=\"id1\"/></transition>"));
    CHECK(r.document);
  }
  for (const std::string_view kind : harmless_label_kinds()) {
    const Reading r = read_xml_text(model_with("<transition><source ref=\"id0\"/><target ref=\"id1\"/><label kind=\"" +
                                               std::string(kind) + "\">any text</label></transition>"));
    CHECK(r.document);
  }
  CHECK(read_xml_text(model_with("<tool:grid xmlns:tool=\"urn:tool\" tool:size=\"8\"/>")).document);
  CHECK(read_xml_text(model_with("<transition><source ref=\"id0\"/><target ref=\"id1\"/><label kind=\"weight\"> "
                                 "</label></transition>"))
            .document);  // an empty label of any kind has no meaning
}

TEST_CASE("outside templates only slips that change the verification are errors") {
  CHECK(told_with_hints("", "<querys/>") ==
        Problems{"6:27: error[unknown-element]: element 'querys' is unknown here (did you mean 'queries'?)"});
  CHECK(told_with_hints("", "<queries><query><formulla>E&lt;&gt; P.b</formulla></query></queries>") ==
        Problems{"6:43: error[unknown-element]: element 'formulla' is unknown here (did you mean 'formula'?)"});
  CHECK(read_xml_text(model_with("", "<simulator/><queries><query><plots/></query></queries>")).document);
}

TEST_CASE("the documents list the extensions that pass") {
  std::ifstream in(std::filesystem::path(test::source_dir()) / "docs/diagnostics.md");
  const std::string page((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto row = [&](const std::string& head) {
    const std::size_t begin = page.find("| " + head + " |");
    REQUIRE(begin != std::string::npos);
    return page.substr(begin, page.find('\n', begin) - begin);
  };
  const auto listed = [](const std::string& line, std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
      CAPTURE(line, name);
      CHECK(line.find("`" + std::string(name) + "`") != std::string::npos);
    }
    CHECK(std::count(line.begin(), line.end(), '`') == static_cast<std::ptrdiff_t>(2 * names.size()));
  };
  listed(row("elements"), harmless_elements());
  listed(row("attributes"), harmless_attributes());
  listed(row("label kinds"), harmless_label_kinds());
}

TEST_CASE("problems of an edge are reported at their element") {
  const auto problems = [](const std::string& inside) { return read_xml_text(model_with(inside)).problems(); };
  const std::string ends = "<source ref=\"id0\"/><target ref=\"id1\"/>";
  CHECK(problems("<transition><target ref=\"id1\"/></transition>") ==
        Problems{"4:1: error[missing-source]: the transition has no 'source' element"});
  CHECK(problems("<transition><source ref=\"id1\"/></transition>") ==
        Problems{"4:1: error[missing-target]: the transition has no 'target' element"});
  const Reading attributes = read_xml_text(model_with("<transition source=\"id0\" target=\"id1\"/>"));
  CHECK(attributes.problem() == "4:1: error[missing-source]: the transition has no 'source' element");
  CHECK(attributes.diagnostics.sorted().front().hint ==
        "as an attribute it is not UPPAAL's format; write <source ref=\"…\"/> inside");
  CHECK(problems("<transition><source/><target ref=\"id1\"/></transition>") ==
        Problems{"4:13: error[missing-ref]: the source element has no 'ref'"});
  CHECK(problems("<transition><source ref=\"id0\"/><target ref=\"id7\"/></transition>") ==
        Problems{"4:32: error[unknown-ref]: there is no location with id 'id7' in this template"});
  const Reading spelling =
      read_xml_text(model_with("<transition>" + ends + "\n<label kind=\"synchronization\">c!</label></transition>"));
  CHECK_FALSE(spelling.document);
  CHECK(spelling.problems() == Problems{"5:1: error[unknown-label-kind]: label kind 'synchronization' is unknown"});
  CHECK(spelling.diagnostics.items()[0].hint == "did you mean 'synchronisation'?");
  CHECK(spelling.block_of_first().xpath == "/nta/template[1]/transition[1]/label[1]");
  CHECK(problems("<transition>" + ends +
                 "<label kind=\"guard\"/><label kind=\"guard\">1</label>\n<label "
                 "kind=\"guard\">2</label></transition>") ==
        Problems{"5:1: error[duplicate-label]: a second label of kind 'guard'"});
  CHECK(problems("<transition>" + ends + "<source ref=\"id0\"/></transition>").size() ==
        2);  // second, and out of order
}

TEST_CASE("ids reused in another template are looked up per template") {
  const std::string second = "<template><name>Q</name><location id=\"id0\"/><init ref=\"id0\"/></template>";
  std::string text = model_with("");
  text.insert(text.find("<system>"), second);
  const Reading r = read_xml_text(text);
  REQUIRE(r.document);
  CHECK(r.problems() == Problems{"6:25: warning[shared-id]: id 'id0' is also used in template 'P'"});
  CHECK(r.document->templates[1]->init == 0);
  const Reading stray = read_xml_text(
      "<nta><template><name>P</name><location id=\"a\"/><init "
      "ref=\"a\"/></template><template><name>Q</name><location id=\"b\"/><init ref=\"b\"/>"
      "<transition><source ref=\"b\"/><target ref=\"a\"/></transition></template><system>system "
      "P;</system></nta>");
  REQUIRE(stray.diagnostics.items().size() == 1);
  CHECK(stray.diagnostics.items()[0].code == "unknown-ref");
  CHECK(stray.diagnostics.items()[0].hint == "that id belongs to template 'P'");
}

TEST_CASE("all problems are reported in one run") {
  const Reading r =
      read_xml_text(model_with("<transition><source ref=\"id0\"/><target ref=\"id9\"/><label "
                               "kind=\"guard\">x &lt;</label></transition>\n"
                               "<transition><source ref=\"id0\"/><target ref=\"id1\"/><label "
                               "kind=\"assignment\">i = </label></transition>"));
  CHECK_FALSE(r.document);
  CHECK(r.diagnostics.error_count() == 3);
}

TEST_CASE("files that cannot be read are reported by name") {
  Diagnostics diagnostics;
  CHECK_THROWS_AS(read_model("/nonexistent/model.xml", diagnostics), ModelError);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].code == "file");
  CHECK(diagnostics.items()[0].message == "cannot read the file: No such file or directory");
  CHECK((*diagnostics.sources())[diagnostics.items()[0].where.block].file == "/nonexistent/model.xml");
  Diagnostics folder;
  CHECK_THROWS_AS(read_model("/", folder), ModelError);
  CHECK(folder.items()[0].message == "cannot read the file: Is a directory");
}
