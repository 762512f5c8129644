// State shared by the parts of the XML reader: the document being filled, the positions of its texts, and the reporting
// of problems.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "parser/grammar/grammar.h"
#include "parser/xml/xml_blocks.h"
#include "parser/xml/xml_elements.h"
#include "parser/xml/xml_reader.h"

namespace orbita {

// An element in UPPAAL's notation and in words: "/nta/template[2]/location[1]",
// "location idle of template P".
struct XmlPlace {
  std::string xpath;
  std::string words;
  XmlPlace inside(std::string_view step) const;                                             // …/step
  XmlPlace inside(std::string_view step, std::size_t number) const;                         // …/step[number]
  XmlPlace inside(std::string_view step, std::size_t number, std::string_view what) const;  // "…, what"
  XmlPlace part(std::string_view step, std::string_view what) const;                        // …/step, "…, what"
};

class XmlModelReader {
 public:
  XmlModelReader(Document& document, Diagnostics& diagnostics)
      : document_(document),
        diagnostics_(diagnostics),
        grammar_{document, diagnostics, document.syntax},
        blocks_(document.sources, *document.xml, document.path) {}

  XmlModelErrors read();

 private:
  // xml_reader.cpp: the document
  void read_text_parts(const XmlNode& root, const XmlPlace& place);
  void read_system(const XmlNode& root, const XmlPlace& place);
  void read_templates(const XmlNode& root, const XmlPlace& place);
  void read_chart(const XmlNode& node, const XmlPlace& place);

  // xml_template.cpp
  struct Parts;
  void read_template(const XmlNode& node, XmlPlace place);
  Parts collect_parts(const XmlNode& node, const XmlPlace& place);
  void read_locations(Parts& parts);
  void read_location_labels(const XmlNode& node, const XmlPlace& place, Location& location);
  void read_branchpoints(Parts& parts);
  void read_init(Parts& parts);
  void read_edges(Parts& parts);
  void read_edge(const XmlNode& node, std::size_t number, Parts& parts);
  void read_edge_labels(const XmlNode& node, const XmlPlace& place, Edge& edge);
  std::uint32_t read_end(const XmlNode& edge, std::string_view role, const XmlPlace& place, const Parts& parts);
  std::string_view register_id(const XmlNode& node, const XmlPlace& place, std::uint32_t number, Parts& parts);
  std::string_view internal_name(std::string_view id, Parts& parts);
  // The kind of a label if it is one of `known` and has text; "" if there is nothing to read.
  std::string_view label_kind(const XmlNode& label, const XmlPlace& place, std::size_t number, bool of_location);

  // xml_queries.cpp
  void read_queries(const XmlNode& queries, const XmlPlace& place);
  void read_query(const XmlNode& node, std::uint32_t index, const XmlPlace& place,
                  const std::vector<QueryOption>& defaults);
  void read_expected(const XmlNode& expect, const XmlPlace& place, Query& query);

  // shared: names, checks of elements, problems
  struct Name {
    std::string_view text;  // empty: absent, or invalid and reported
    Span span;
    bool blank = true;
  };
  Name read_name(const XmlNode& node, const XmlPlace& place);
  std::uint32_t text_block(const XmlNode& node, XmlPlace place) {
    return blocks_.text(node, std::move(place.xpath), std::move(place.words));
  }
  Span tag(const XmlNode& node, const XmlPlace& place) { return blocks_.tag(node, place.xpath, place.words); }
  bool is_blank_block(std::uint32_t block) const;

  // Unknown attributes of the element. Inside a template they are errors, unless they carry no meaning.
  void check_attributes(const XmlNode& node, XmlElement element, const XmlPlace& place);
  // Calls visit(child, number) for each known child element, number counting children of the same name; reports unknown
  // children, wrong order, and repetitions of elements allowed once.
  template <class Visit>
  void for_children(const XmlNode& node, XmlElement element, const XmlPlace& place, Visit&& visit);
  // For elements that hold only text or nothing: checks their attributes, and elements inside.
  void check_leaf(const XmlNode& node, XmlElement element, const XmlPlace& place);
  // The same for a child of `parent`; its place is computed only if there is a problem to report.
  void check_child_leaf(const XmlNode& node, XmlElement element, const XmlPlace& parent, std::size_t number);
  void report_unknown_child(const XmlNode& child, const XmlElementRule& parent, const XmlPlace& place);
  void report_disorder(const XmlNode& child, const XmlPlace& place, std::string_view before);
  void report_second(const XmlNode& child, const XmlPlace& place, std::size_t number);

  void structure_error(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  // Runs a grammar function and counts the errors it reports.
  template <class Parse>
  auto parse(Parse&& run, std::size_t& errors) {
    const std::size_t before = diagnostics_.error_count();
    auto result = run();
    errors += diagnostics_.error_count() - before;
    return result;
  }

  Document& document_;
  Diagnostics& diagnostics_;
  GrammarContext grammar_;
  XmlBlocks blocks_;
  XmlModelErrors errors_;
  std::unordered_set<std::string> warned_;  // unknown elements and attributes that are ignored: once per name
  bool in_template_ = false;
  bool told_disorder_ = false;
  bool told_shared_id_ = false;
  std::unordered_map<std::string_view, std::string_view> id_owner_;  // id -> name of the template that has it
};

bool is_blank(std::string_view text);
std::string_view trim(std::string_view text);
// All text and CDATA of an element, without a block.
std::string plain_text(const XmlNode& element);

template <class Visit>
void XmlModelReader::for_children(const XmlNode& node, XmlElement element, const XmlPlace& place, Visit&& visit) {
  constexpr std::size_t most = 8;
  std::size_t counts[most] = {};
  const XmlElementRule& expected = rule(element);
  int highest = 0;
  for (const XmlNode* child = node.first_child; child; child = child->next) {
    if (child->kind != XmlNode::Kind::element) continue;
    const int rank = child_rank(expected, child->name);
    if (rank < 0) {
      report_unknown_child(*child, expected, place);
      continue;
    }
    const bool either_order = element == XmlElement::location && rank >= 2;  // urgent, committed
    if (rank < highest && !either_order)
      report_disorder(*child, place, expected.children[static_cast<std::size_t>(highest)]);
    highest = std::max(highest, rank);
    visit(*child, ++counts[rank]);
  }
}

}  // namespace orbita
