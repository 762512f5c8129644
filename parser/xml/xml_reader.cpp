#include "parser/xml/xml_reader.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "parser/decode.h"
#include "parser/xml/xml_model_reader.h"
#include "parser/xml/xml_tree.h"

namespace orbita {
namespace {

constexpr const char* entity_hint =
    "write the text out; only &lt; &gt; &amp; &quot; &apos; and character references are expanded";
constexpr const char* limit_hint = "no model needs this; the file is damaged or not meant for a model checker";

constexpr const char* ampersand_hint = "in XML text write '&amp;' for '&', so '&amp;&amp;' or 'and' for '&&'";
constexpr const char* less_hint = "in XML text write '&lt;' for '<'";

struct ProblemWords {
  std::string message, hint;
};

// libxml2's message, or a plain one for common mistakes in models.
ProblemWords words_for(const std::string& message) {
  const auto has = [&](std::string_view part) { return message.find(part) != std::string::npos; };
  if (has("xmlParseEntityRef: no name")) return {"'&' begins no entity", ampersand_hint};
  if (has("EntityRef: expecting ';'")) return {"the entity that '&' begins does not end with ';'", ampersand_hint};
  if (has("StartTag: invalid element name")) return {"'<' begins no element", less_hint};
  if (has("Opening and ending tag mismatch") || has("error parsing attribute name") || has("find end of Start Tag"))
    return {message, std::string("if a '<' before it is part of a formula: ") + less_hint};
  return {message, ""};
}

void report(const XmlProblem& problem, Span where, Diagnostics& diagnostics) {
  switch (problem.kind) {
    case XmlProblem::Kind::limit: return diagnostics.error("xml-limit", where, problem.message, limit_hint);
    case XmlProblem::Kind::entity: return diagnostics.error("xml-entity", where, problem.message, entity_hint);
    case XmlProblem::Kind::not_well_formed:
      const ProblemWords words = words_for(problem.message);
      return diagnostics.error("xml", where, "parser error: " + words.message, words.hint);
  }
}

constexpr std::array<std::string_view, 2> root_names{"nta", "project"};

}  // namespace

std::shared_ptr<const XmlDocument> read_xml_tree(const std::string& file, std::string bytes, Sources& sources,
                                                 Diagnostics& diagnostics) {
  auto xml = std::make_shared<XmlDocument>();
  Decoded decoded = decode_xml(std::move(bytes));
  xml->text = std::move(decoded.text);
  if (!decoded.problem.empty()) {
    const Span end = place_in_text(sources, file, xml->text, xml->text.size());
    diagnostics.error("xml", end, "parser error: " + decoded.problem, "");
    return nullptr;
  }
  const std::optional<XmlProblem> problem = read_tree(*xml);
  if (!problem) return xml;
  report(*problem, place_in_text(sources, file, xml->text, problem->offset), diagnostics);
  return nullptr;
}

XmlModelErrors read_xml_model(Document& document, Diagnostics& diagnostics) {
  return XmlModelReader(document, diagnostics).read();
}

XmlModelErrors XmlModelReader::read() {
  const XmlNode& root = *document_.xml->root;
  const XmlPlace place{"/" + std::string(root.name), ""};
  if (std::find(root_names.begin(), root_names.end(), root.name) == root_names.end()) {
    structure_error("xml-root", tag(root, place), "the root element is '" + std::string(root.name) + "', not 'nta'",
                    "this is not a UPPAAL model");
    return errors_;
  }
  check_attributes(root, XmlElement::nta, place);
  read_text_parts(root, place);
  read_templates(root, place);
  read_system(root, place);
  if (const XmlNode* queries = root.child("queries")) read_queries(*queries, place.inside("queries"));
  return errors_;
}

// All children of the root before the templates; also reports problems with its children.
void XmlModelReader::read_text_parts(const XmlNode& root, const XmlPlace& place) {
  for_children(root, XmlElement::nta, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name == "template" || child.name == "lsc") return;
    if (number > 1) return report_second(child, place, number);
    if (child.name == "imports") {
      diagnostics_.warning("imports-ignored", tag(child, place.inside("imports")), "'imports' is obsolete and ignored");
    } else if (child.name == "declaration") {
      check_child_leaf(child, XmlElement::text, place, number);
      const std::uint32_t block = text_block(child, place.part("declaration", "declaration"));
      document_.declarations = parse([&] { return parse_declarations(grammar_, block); }, errors_.text);
    }
  });
}

void XmlModelReader::read_templates(const XmlNode& root, const XmlPlace& place) {
  std::size_t templates = 0, charts = 0;
  for (const XmlNode* child = root.first_child; child; child = child->next) {
    if (child->kind != XmlNode::Kind::element) continue;
    in_template_ = child->name == "template";
    if (in_template_) read_template(*child, place.inside("template", ++templates));
    in_template_ = false;
    if (child->name == "lsc") read_chart(*child, place.inside("lsc", ++charts));
  }
}

// A live sequence chart is kept by its name, so that its use can be refused where it occurs.
void XmlModelReader::read_chart(const XmlNode& node, const XmlPlace& place) {
  const XmlNode* element = node.child("name");
  const Name name = element ? read_name(*element, place.part("name", "live sequence chart, name")) : Name{};
  if (name.text.empty()) return;
  Template* chart = document_.arena.make<Template>();
  chart->name = name.text;
  chart->span = name.span;
  chart->is_lsc = true;
  chart->layout = static_cast<std::int32_t>(document_.layout.size());
  document_.layout.push_back(&node);
  if (const XmlNode* parameter = node.child("parameter")) {
    const std::uint32_t block =
        text_block(*parameter, place.part("parameter", "template " + std::string(name.text) + ", parameter"));
    if (!is_blank_block(block))
      chart->params = document_.arena.copy(parse([&] { return parse_parameters(grammar_, block); }, errors_.text));
  }
  document_.templates.push_back(chart);
  diagnostics_.note("lsc-kept", name.span,
                    "the live sequence chart '" + std::string(name.text) + "' is kept but not interpreted");
}

void XmlModelReader::read_system(const XmlNode& root, const XmlPlace& place) {
  if (const XmlNode* extra = root.child("instantiation")) {
    check_child_leaf(*extra, XmlElement::text, place, 1);
    const std::uint32_t block = text_block(*extra, place.part("instantiation", "instantiation"));
    if (!is_blank_block(block))
      document_.system = parse([&] { return parse_declarations(grammar_, block); }, errors_.text);
  }
  const XmlNode* element = root.child("system");
  const std::string hint = "every model ends with a line like 'system P, Q;' in its <system> element";
  if (!element) return structure_error("missing-system", tag(root, place), "the model has no 'system' element", hint);
  check_child_leaf(*element, XmlElement::text, place, 1);
  const std::uint32_t block = text_block(*element, place.part("system", "system"));
  if (is_blank_block(block))
    return structure_error("missing-system", tag(*element, place.inside("system")), "the 'system' element is empty",
                           hint);
  const std::vector<Decl*> tail = parse([&] { return parse_system(grammar_, block); }, errors_.text);
  document_.system.insert(document_.system.end(), tail.begin(), tail.end());
}

}  // namespace orbita
