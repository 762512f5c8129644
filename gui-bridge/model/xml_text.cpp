#include "gui-bridge/model/xml_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "gui-bridge/protocol/rpc.h"
#include "parser/xml/xml_elements.h"
#include "parser/xml/xml_tree.h"

namespace orbita::bridge {

namespace {

bool is_white(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// As in diagnostics: these carry their number in an XPath (parser/xml/xml_model_reader.cpp).
bool is_numbered(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{"template", "location", "branchpoint", "transition",
                                                  "label",    "nail",     "query",       "lsc"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

const XmlElementRule& rule_of(std::string_view name) {
  if (name == "template") return rule(XmlElement::template_);
  if (name == "location") return rule(XmlElement::location);
  if (name == "transition") return rule(XmlElement::transition);
  if (name == "queries") return rule(XmlElement::queries);
  if (name == "query") return rule(XmlElement::query);
  return rule(XmlElement::nta);
}

// Where the attributes of a start tag are.
struct RawAttribute {
  std::string_view name;
  std::size_t begin = 0, end = 0;              // with the blanks before it
  std::size_t value_begin = 0, value_end = 0;  // between the quotes
};

std::vector<RawAttribute> attributes_of(std::string_view tag, std::size_t base) {
  std::vector<RawAttribute> found;
  std::size_t at = tag.find_first_of(" \t\r\n/>");
  while (at != std::string_view::npos) {
    const std::size_t name = tag.find_first_not_of(" \t\r\n", at);
    if (name == std::string_view::npos || tag[name] == '/' || tag[name] == '>') break;
    const std::size_t name_end = tag.find_first_of(" \t\r\n=", name);
    const std::size_t open = tag.find_first_of("\"'", name_end);
    const std::size_t close = tag.find(tag[open], open + 1);
    found.push_back({tag.substr(name, name_end - name), base + at, base + close + 1, base + open + 1, base + close});
    at = close + 1;
  }
  return found;
}

// The byte of the raw text where each byte of the resolved text comes from, and its end; nullopt where they do not run
// parallel.
std::optional<std::vector<std::size_t>> origins(std::string_view raw, std::size_t resolved_size) {
  std::vector<std::size_t> from;
  std::size_t at = 0;
  while (at < raw.size()) {
    std::size_t next = at + 1, produced = 1;
    if (raw[at] == '&') {
      next = raw.find(';', at);
      if (next == std::string_view::npos) return std::nullopt;
      ++next;
      if (raw[at + 1] == '#') {
        const bool hex = raw[at + 2] == 'x';
        unsigned code = 0;
        const char* first = raw.data() + at + (hex ? 3 : 2);
        std::from_chars(first, raw.data() + next - 1, code, hex ? 16 : 10);
        produced = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      }
    }
    from.insert(from.end(), produced, at);
    at = next;
  }
  if (from.size() != resolved_size) return std::nullopt;
  from.push_back(raw.size());
  return from;
}

std::string indented(const std::string& element, const std::string& indentation) {
  std::string text;
  for (const char c : element) {
    text += c;
    if (c == '\n') text += indentation;
  }
  return text;
}

}  // namespace

std::string applied(std::string text, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.offset < b.offset; });
  std::string result;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    result.append(text, at, edit.offset - at);
    result += edit.text;
    at = edit.offset + edit.length;
  }
  return result.append(text, at);
}

TextEdit difference(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t front = 0, back = 0;
  while (front < shorter && before[front] == after[front]) ++front;
  while (front > 0 && ((front < before.size() && is_inside_character(before[front])) ||
                       (front < after.size() && is_inside_character(after[front]))))
    --front;
  while (back < shorter - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  while (back > 0 && is_inside_character(before[before.size() - back])) --back;
  return {front, before.size() - front - back, std::string(after.substr(front, after.size() - front - back))};
}

std::vector<const XmlNode*> children(const XmlNode& node, std::string_view name) {
  std::vector<const XmlNode*> found;
  for (const XmlNode* n = node.first_child; n != nullptr; n = n->next) {
    if (n->kind == XmlNode::Kind::element && (name.empty() || n->name == name)) found.push_back(n);
  }
  return found;
}

std::string content_of(const XmlNode& element) {
  std::string text;
  for (const XmlNode* n = element.first_child; n != nullptr; n = n->next) {
    if (n->kind == XmlNode::Kind::text || n->kind == XmlNode::Kind::cdata) text += n->text;
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && c != '\n' && c != '\t')
      throw RpcError(ErrorCode::impossible, "the text has a control character, which XML cannot hold");
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else out += c;
  }
  return out;
}

std::string attribute_text(std::string_view name, std::string_view value) {
  std::string text = " " + std::string(name) + "=\"";
  for (const char c : escaped(value)) text += c == '"' ? std::string("&quot;") : std::string(1, c);
  return text + "\"";
}

XmlText::XmlText(std::string text) : document_(std::make_unique<XmlDocument>()) {
  document_->text = std::move(text);
  if (const std::optional<XmlProblem> problem = read_tree(*document_))
    throw RpcError(ErrorCode::model_error, "the file is not well-formed XML: " + problem->message);
  if (document_->root == nullptr) throw RpcError(ErrorCode::model_error, "the file has no element");
}

const XmlNode* XmlText::find(std::string_view xpath) const {
  const XmlNode* here = nullptr;
  while (!xpath.empty()) {
    if (xpath.front() != '/') return nullptr;
    xpath.remove_prefix(1);
    const std::size_t end = std::min(xpath.find('/'), xpath.size());
    std::string_view step = xpath.substr(0, end);
    xpath.remove_prefix(end);
    std::size_t number = 1;
    if (const std::size_t open = step.find('['); open != std::string_view::npos && step.back() == ']') {
      const char* const last = step.data() + step.size() - 1;
      const auto [stop, problem] = std::from_chars(step.data() + open + 1, last, number);
      if (problem != std::errc{} || stop != last || number == 0) return nullptr;
      step = step.substr(0, open);
    }
    if (here == nullptr) {
      if (root().name != step || number != 1) return nullptr;
      here = &root();
      continue;
    }
    const XmlNode* next = here->first_child;
    for (; next != nullptr; next = next->next) {
      if (next->kind == XmlNode::Kind::element && next->name == step && --number == 0) break;
    }
    if (next == nullptr) return nullptr;
    here = next;
  }
  return here;
}

const XmlNode& XmlText::at(std::string_view xpath) const {
  const XmlNode* const found = find(xpath);
  if (found == nullptr) throw RpcError(ErrorCode::not_found, "no element " + std::string(xpath.substr(0, 200)));
  return *found;
}

// The tree has no way up: models are a few levels deep, and edits are few.
const XmlNode* XmlText::parent(const XmlNode& node) const {
  const XmlNode* here = &root();
  while (here != nullptr) {
    const XmlNode* inside = nullptr;
    for (const XmlNode* n = here->first_child; n != nullptr; n = n->next) {
      if (n == &node) return here;
      if (n->kind == XmlNode::Kind::element && n->begin <= node.begin) inside = n;
    }
    here = inside;
  }
  return nullptr;
}

std::string XmlText::xpath(const XmlNode& node) const {
  const XmlNode* const above = parent(node);
  std::string path = (above == nullptr ? "" : xpath(*above)) + "/" + std::string(node.name);
  if (above == nullptr || !is_numbered(node.name)) return path;
  std::size_t number = 0;
  for (const XmlNode* n : children(*above, node.name)) {
    ++number;
    if (n == &node) break;
  }
  return path + "[" + std::to_string(number) + "]";
}

std::size_t XmlText::end_of(const XmlNode& node) const {
  if (node.kind != XmlNode::Kind::element) return node.end;
  const XmlNode* last = node.first_child;
  while (last != nullptr && last->next != nullptr) last = last->next;
  if (last == nullptr && text()[node.end - 2] == '/') return node.end;  // <a/>
  const std::size_t inside = last == nullptr ? node.end : end_of(*last);
  return text().find('>', inside) + 1;
}

TextEdit XmlText::set_attribute(const XmlNode& element, std::string_view name, std::string_view value) const {
  const std::string_view tag(text().data() + element.begin, element.end - element.begin);
  const std::vector<RawAttribute> all = attributes_of(tag, element.begin);
  const std::string wanted = attribute_text(name, value);
  for (const RawAttribute& a : all) {
    if (a.name != name) continue;
    if (*element.attribute(name) == value) return {a.value_begin, 0, ""};
    const std::size_t quote = wanted.find('"') + 1;
    return {a.value_begin, a.value_end - a.value_begin, wanted.substr(quote, wanted.size() - quote - 1)};
  }
  return {all.empty() ? element.begin + 1 + element.name.size() : all.back().end, 0, wanted};
}

TextEdit XmlText::remove_attribute(const XmlNode& element, std::string_view name) const {
  const std::string_view tag(text().data() + element.begin, element.end - element.begin);
  for (const RawAttribute& a : attributes_of(tag, element.begin)) {
    if (a.name == name) return {a.begin, a.end - a.begin, ""};
  }
  return {element.begin, 0, ""};
}

TextEdit XmlText::replace_all_content(const XmlNode& element, std::string_view content) const {
  if (element.first_child == nullptr && text()[element.end - 2] == '/') {
    return {element.end - 2, 2, ">" + escaped(content) + "</" + std::string(element.name) + ">"};
  }
  const std::size_t close = text().rfind("</", end_of(element));
  return {element.end, close - element.end, escaped(content)};
}

// Only what differs: the rest of the text stays as its author wrote it, entities and all.
TextEdit XmlText::set_content(const XmlNode& element, std::string_view content) const {
  const XmlNode* const piece = element.first_child;
  const bool plain = piece != nullptr && piece->kind == XmlNode::Kind::text && piece->next == nullptr;
  if (!plain) return replace_all_content(element, content);
  const std::string_view raw(text().data() + piece->begin, piece->end - piece->begin);
  const std::optional<std::vector<std::size_t>> from = origins(raw, piece->text.size());
  if (!from) return replace_all_content(element, content);
  const TextEdit change = difference(piece->text, content);
  const std::size_t begin = (*from)[change.offset], end = (*from)[change.offset + change.length];
  return {piece->begin + begin, end - begin, escaped(change.text)};
}

TextEdit XmlText::remove(const XmlNode& node) const {
  std::size_t begin = node.begin;
  const XmlNode* const above = parent(node);
  for (const XmlNode* n = above == nullptr ? nullptr : above->first_child; n != nullptr; n = n->next) {
    if (n->next == &node && n->kind == XmlNode::Kind::text && is_white(n->text)) begin = n->begin;
  }
  return {begin, end_of(node) - begin, ""};
}

// A line break and the blanks before a node; "" where something else stands before it on its line.
std::string XmlText::indentation_of(const XmlNode& node) const {
  const std::size_t line = text().rfind('\n', node.begin == 0 ? 0 : node.begin - 1);
  if (line == std::string::npos || line >= node.begin) return "";
  const std::string blanks = text().substr(line, node.begin - line);
  return is_white(blanks) ? blanks : "";
}

TextEdit XmlText::insert(const XmlNode& parent, std::string_view name, const std::string& element,
                         const XmlNode* after) const {
  const std::vector<const XmlNode*> all = children(parent);
  if (after == nullptr) {
    const XmlElementRule& order = rule_of(parent.name);
    const int rank = child_rank(order, name);
    for (const XmlNode* n : all) {
      const int other = child_rank(order, n->name);
      if (n->name == name || (other >= 0 && other <= rank)) after = n;
    }
  }
  std::string indentation = indentation_of(all.empty() ? parent : *all.front());
  if (all.empty()) indentation += '\t';
  if (indentation.empty() || indentation.front() != '\n') indentation = "\n\t";
  const std::string inside = indentation + indented(element, indentation.substr(1));
  if (after != nullptr) return {end_of(*after), 0, inside};
  const bool closed = parent.first_child == nullptr && text()[parent.end - 2] == '/';
  std::string last = indentation_of(parent);
  if (last.empty()) last = "\n";
  if (closed) return {parent.end - 2, 2, ">" + inside + last + "</" + std::string(parent.name) + ">"};
  return {parent.end, 0, inside + (parent.first_child == nullptr ? last : "")};
}

}  // namespace orbita::bridge
