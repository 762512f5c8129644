// The tree of an XML text: every piece with its bytes, next to any other piece and of any length.
#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

#include "parser/xml/xml_reader.h"
#include "parser/xml/xml_tree.h"

using namespace orbita;

namespace {

using Kind = XmlNode::Kind;

// A piece as written, and its expected node.
struct XmlPiece {
  Kind kind;
  std::string written, text, name;
};

const std::vector<XmlPiece>& xml_pieces() {
  static const std::vector<XmlPiece> pieces{
      {Kind::text, "x", "x", ""},
      {Kind::text, "&lt;", "<", ""},
      {Kind::text, "&amp;&amp;", "&&", ""},
      {Kind::text, "&#10;", "\n", ""},
      {Kind::text, "&#x20AC;", "€", ""},
      {Kind::text, "ä€😀", "ä€😀", ""},
      {Kind::text, " \n\t ", " \n\t ", ""},
      {Kind::text, "]] > \"'", "]] > \"'", ""},
      {Kind::text, std::string(5000, 'y'), std::string(5000, 'y'), ""},  // more than libxml2 reads in one chunk
      {Kind::text, "ö" + std::string(700, '\n'), "ö" + std::string(700, '\n'), ""},
      {Kind::cdata, "<![CDATA[a<b && c]]>", "a<b && c", ""},
      {Kind::cdata, "<![CDATA[]]>", "", ""},
      {Kind::cdata, "<![CDATA[" + std::string(9000, 'z') + "ü]]>", std::string(9000, 'z') + "ü", ""},
      {Kind::comment, "<!-- <c a='1'> -->", " <c a='1'> ", ""},
      {Kind::comment, "<!---->", "", ""},
      {Kind::instruction, "<?pi  some <? data ?>", "some <? data ", "pi"},
      {Kind::instruction, "<?pi?>", "", "pi"},
      {Kind::element, "<e/>", "", "e"},
      {Kind::element, "<p:e a = '1&quot;&amp;'\n\tb=\"2\n3\" />", "", "p:e"},
  };
  return pieces;
}

struct ExpectedNode {
  Kind kind;
  std::uint32_t begin, end;
  std::string text, name;
};

}  // namespace

TEST_CASE("every piece of a text is found with its bytes") {
  const unsigned seed = 20261118;
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(seed, round);
    XmlDocument document;
    document.text = "<?xml version='1.0'?>\n<!-- before --><!DOCTYPE r [<!ELEMENT r ANY><!-- in it -->]>\n<r>";
    std::vector<ExpectedNode> expected;
    for (auto count = random() % 12; count > 0; --count) {
      const XmlPiece& piece = xml_pieces()[random() % xml_pieces().size()];
      const auto begin = static_cast<std::uint32_t>(document.text.size());
      document.text += piece.written;
      const auto end = static_cast<std::uint32_t>(document.text.size());
      const bool goes_on = piece.kind == Kind::text && !expected.empty() && expected.back().kind == Kind::text;
      if (goes_on) {
        expected.back().end = end;
        expected.back().text += piece.text;
      } else {
        expected.push_back({piece.kind, begin, end, piece.text, piece.name});
      }
    }
    document.text += "</r>\n<?after?>";
    const auto problem = read_tree(document);
    REQUIRE((problem ? problem->message : "") == "");
    std::size_t found = 0;
    for (const XmlNode* node = document.root->first_child; node; node = node->next, ++found) {
      REQUIRE(found < expected.size());
      const ExpectedNode& wanted = expected[found];
      REQUIRE(node->kind == wanted.kind);
      REQUIRE(node->begin == wanted.begin);
      REQUIRE(node->end == wanted.end);
      REQUIRE(node->text == wanted.text);
      REQUIRE(node->name == wanted.name);
      if (node->name == "p:e") {
        REQUIRE(node->attributes.size() == 2);
        REQUIRE(node->attributes[0].name == "a");
        REQUIRE(node->attributes[0].value == "1\"&");
        REQUIRE(node->attributes[1].value == "2 3");
      }
    }
    REQUIRE(found == expected.size());
    REQUIRE(document.before_root->text == " before ");
    REQUIRE(document.after_root->name == "after");
    REQUIRE(document.doctype == "<!DOCTYPE r [<!ELEMENT r ANY><!-- in it -->]>");
  }
}

TEST_CASE("unreadable text is reported at its first byte") {
  const auto told = [](const std::string& text) {
    XmlDocument document;
    document.text = text;
    const auto problem = read_tree(document);
    return problem ? std::to_string(problem->offset) + " " + problem->message : "fine";
  };
  CHECK(told("<r>a</s>") == "4 Opening and ending tag mismatch: r line 1 and s");
  CHECK(told("<r>ab &nope; c</r>") == "6 Entity 'nope' not defined");
  CHECK(told("<r>ab && c</r>").starts_with("6 "));
  CHECK(told("<r>ab <5</r>").starts_with("6 "));
  CHECK(told("<r a=1/>").starts_with("5 "));
  CHECK(told("<r>ab <![CDATA[ c</r>") == "6 CData section not finished");
  CHECK(told("<r>ab <!-- c</r>").starts_with("6 "));
  CHECK(told("<r/>\n x").starts_with("6 "));
  CHECK(told("\n x<r/>").starts_with("2 "));
  CHECK(told("<r/>" + std::string(1, '\0')) == "4 the text contains a NUL byte");  // libxml2 alone takes it for the end
  CHECK(told("<!DOCTYPE r [ <!ENTITY a 'b'> ]><r/>") == "14 entity declarations are not accepted");
}
