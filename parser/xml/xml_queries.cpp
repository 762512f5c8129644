// The <queries> element.
#include <string>
#include <vector>

#include "parser/xml/xml_model_reader.h"

namespace orbita {
namespace {

Expectation expectation(const XmlNode& expect) {
  const std::string_view* outcome = expect.attribute("outcome");
  if (!outcome) return Expectation::none;
  if (*outcome == "success") return Expectation::satisfied;
  if (*outcome == "failure") return Expectation::not_satisfied;
  if (*outcome == "maybe_true") return Expectation::maybe_satisfied;
  if (*outcome == "maybe_false") return Expectation::maybe_not_satisfied;
  if (*outcome == "error") return Expectation::error;
  return Expectation::none;
}

// Later options win, so document-wide ones come first.
void read_option(const XmlNode& node, Arena& arena, std::vector<QueryOption>& options) {
  const std::string_view* key = node.attribute("key");
  const std::string_view* value = node.attribute("value");
  if (!key || key->empty()) return;
  options.push_back({arena.copy(*key), value ? arena.copy(*value) : std::string_view{}});
}

}  // namespace

void XmlModelReader::read_queries(const XmlNode& queries, const XmlPlace& place) {
  check_attributes(queries, XmlElement::queries, place);
  std::vector<QueryOption> defaults;
  for (const XmlNode* child = queries.first_child; child; child = child->next)
    if (child->kind == XmlNode::Kind::element && child->name == "option")
      read_option(*child, document_.arena, defaults);
  for_children(queries, XmlElement::queries, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name != "query") return;
    XmlPlace here = place.inside("query", number);
    here.words = "query " + std::to_string(number);
    read_query(child, static_cast<std::uint32_t>(number), here, defaults);
  });
}

void XmlModelReader::read_query(const XmlNode& node, std::uint32_t index, const XmlPlace& place,
                                const std::vector<QueryOption>& defaults) {
  check_attributes(node, XmlElement::query, place);
  std::vector<QueryOption> options = defaults;
  const XmlNode* formula = nullptr;
  const XmlNode* comment = nullptr;
  const XmlNode* expect = nullptr;
  for_children(node, XmlElement::query, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name == "option") return read_option(child, document_.arena, options);
    if (child.name == "result") return;
    if (number > 1) return report_second(child, place, number);
    if (child.name == "formula") formula = &child;
    if (child.name == "comment") comment = &child;
    if (child.name == "expect") expect = &child;
  });
  if (!formula) return;
  const std::uint32_t block = text_block(*formula, place.inside("formula"));
  Query* query = parse([&] { return parse_query(grammar_, block); }, errors_.queries);
  if (!query) return;  // a placeholder
  query->index = index;
  query->options = document_.arena.copy(options);
  if (comment) query->comment = document_.arena.copy(std::string_view(plain_text(*comment)));
  if (expect && expectation(*expect) != Expectation::none) query->expected = expectation(*expect);
  document_.queries.push_back(query);
}

}  // namespace orbita
