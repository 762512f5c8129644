#include "gui-bridge/model/operations.h"

#include <algorithm>
#include <set>

#include "gui-bridge/model/query_elements.h"
#include "gui-bridge/model/utf16.h"
#include "parser/source.h"

namespace orbita::bridge {

namespace {

constexpr std::int64_t farthest = 1'000'000;

[[noreturn]] void impossible(const std::string& why) { throw RpcError(ErrorCode::impossible, why); }

const XmlNode& element_of(const XmlText& tree, const Params& p, const char* member,
                          const std::vector<std::string_view>& names) {
  const XmlNode& node = tree.at(p.text(member));
  if (std::find(names.begin(), names.end(), node.name) == names.end())
    impossible(p.place(member) + ": this cannot be done to <" + std::string(node.name) + ">");
  return node;
}

std::string coordinate(const Params& p, const char* name) {
  return std::to_string(p.number(name, -farthest, farthest));
}

void position_edits(const XmlText& tree, const XmlNode& node, const Params& p, std::vector<TextEdit>& edits) {
  const bool has_x = node.attribute("x") != nullptr, has_y = node.attribute("y") != nullptr;
  if (has_x == has_y && !has_x) {  // one edit: two at the same place would come in any order
    TextEdit both = tree.set_attribute(node, "x", coordinate(p, "x"));
    both.text += attribute_text("y", coordinate(p, "y"));
    edits.push_back(both);
    return;
  }
  edits.push_back(tree.set_attribute(node, "x", coordinate(p, "x")));
  edits.push_back(tree.set_attribute(node, "y", coordinate(p, "y")));
}

std::string position_text(const Params& p) {
  if (!p.has("x") && !p.has("y")) return "";
  return attribute_text("x", coordinate(p, "x")) + attribute_text("y", coordinate(p, "y"));
}

std::string nail_text(const Params& nail) { return "<nail" + position_text(nail) + "/>"; }

std::string label_text(const Params& label) {
  return "<label" + attribute_text("kind", label.text("kind")) + position_text(label) + ">" +
         escaped(normalise_newlines(label.text("text"))) + "</label>";
}

// ---- ids

void collect_ids(const XmlNode& node, std::set<std::string>& ids) {
  for (const XmlNode* n : children(node)) {
    if (const std::string_view* id = n->attribute("id")) ids.emplace(*id);
    collect_ids(*n, ids);
  }
}

std::string new_id(const XmlText& tree, const Params& p) {
  std::set<std::string> ids;
  collect_ids(tree.root(), ids);
  if (const std::optional<std::string> wanted = p.maybe_text("id")) {
    if (!wanted->empty() && ids.count(*wanted) == 0) return *wanted;
  }
  std::size_t number = ids.size();
  while (ids.count("id" + std::to_string(number)) > 0) ++number;
  return "id" + std::to_string(number);
}

// The id of a location or branchpoint of the template.
std::string end_id(const XmlNode& templ, const Params& p, const char* member) {
  const std::string id = p.text(member);
  for (const XmlNode* n : children(templ)) {
    const std::string_view* found = n->attribute("id");
    if ((n->name == "location" || n->name == "branchpoint") && found != nullptr && *found == id) return id;
  }
  throw RpcError(ErrorCode::not_found, p.place(member) + ": the template has no location or branchpoint '" + id + "'");
}

std::string_view reference_of(const XmlNode& node, std::string_view child) {
  const XmlNode* const found = node.child(child);
  const std::string_view* const ref = found == nullptr ? nullptr : found->attribute("ref");
  return ref == nullptr ? std::string_view{} : *ref;
}

std::function<std::string(const XmlText&)> last_of(std::string parent, std::string name) {
  return [parent = std::move(parent), name = std::move(name)](const XmlText& tree) {
    return tree.xpath(*children(tree.at(parent), name).back());
  };
}

// ---- operations on what is there

Operation set_text(const XmlText& tree, const Params& p) {
  const std::string xpath = p.text("xpath");
  if (xpath.empty()) {  // the file itself
    const std::string after = replaced_part(tree.text(), p);
    return {{difference(tree.text(), after)}};
  }
  if (const XmlNode* const node = tree.find(xpath)) {
    if (!children(*node).empty()) impossible("<" + std::string(node->name) + "> is more than a text");
    return {{tree.set_content(*node, replaced_part(content_of(*node), p))}};
  }
  const std::size_t slash = xpath.rfind('/');
  const std::string parent = xpath.substr(0, slash == std::string::npos ? 0 : slash);
  const std::string name = slash == std::string::npos ? "" : xpath.substr(slash + 1);
  const XmlNode& above = tree.at(parent);
  const bool of_file = &above == &tree.root() && (name == "declaration" || name == "system");
  const bool of_template = above.name == "template" && (name == "declaration" || name == "parameter");
  if (!of_file && !of_template) throw RpcError(ErrorCode::not_found, "no element " + xpath);
  const std::string element = "<" + name + ">" + escaped(replaced_part("", p)) + "</" + name + ">";
  TextEdit edit = tree.insert(above, name, "<>");
  edit.text.replace(edit.text.find("<>"), 2, element);  // lines of the text must not be indented
  return {{edit}, [xpath](const XmlText&) { return xpath; }};
}

Operation set_label(const XmlText& tree, const Params& p) {
  const XmlNode& owner = element_of(tree, p, "owner", {"location", "transition"});
  const std::string kind = p.text("kind"), text = normalise_newlines(p.text("text"));
  for (const XmlNode* label : children(owner, "label")) {
    const std::string_view* found = label->attribute("kind");
    if (found == nullptr || *found != kind) continue;
    if (text.empty()) return {{tree.remove(*label)}};
    Operation operation{{tree.set_content(*label, text)}};
    if (p.has("x")) position_edits(tree, *label, p, operation.edits);
    return operation;
  }
  if (text.empty()) return {};
  TextEdit edit = tree.insert(owner, "label", "<>");
  edit.text.replace(edit.text.find("<>"), 2, label_text(p));
  return {{edit}, last_of(tree.xpath(owner), "label")};
}

Operation move(const XmlText& tree, const Params& p) {
  Operation operation;
  position_edits(tree, element_of(tree, p, "xpath", {"location", "branchpoint", "label", "name", "nail"}), p,
                 operation.edits);
  return operation;
}

Operation set_nails(const XmlText& tree, const Params& p) {
  const XmlNode& edge = element_of(tree, p, "xpath", {"transition"});
  const std::vector<Params> nails = p.objects("nails");
  const std::vector<const XmlNode*> old = children(edge, "nail");
  Operation operation;
  const std::size_t kept = std::min(nails.size(), old.size());
  for (std::size_t i = 0; i < kept; ++i) position_edits(tree, *old[i], nails[i], operation.edits);
  for (std::size_t i = kept; i < old.size(); ++i) operation.edits.push_back(tree.remove(*old[i]));
  for (std::size_t i = kept; i < nails.size(); ++i)
    operation.edits.push_back(tree.insert(edge, "nail", nail_text(nails[i])));
  return operation;
}

Operation set_name(const XmlText& tree, const Params& p) {
  const XmlNode& owner = element_of(tree, p, "xpath", {"location", "template"});
  const std::string text = p.text("text");
  const XmlNode* const name = owner.child("name");
  if (name == nullptr) {
    if (text.empty()) return {};
    return {{tree.insert(owner, "name", "<name" + position_text(p) + ">" + escaped(text) + "</name>")}};
  }
  if (text.empty() && owner.name == "template") impossible("a template has a name");
  if (text.empty()) return {{tree.remove(*name)}};
  Operation operation{{tree.set_content(*name, text)}};
  if (p.has("x")) position_edits(tree, *name, p, operation.edits);
  return operation;
}

Operation make_initial(const XmlText& tree, const XmlNode& location) {
  const XmlNode& templ = *tree.parent(location);
  const std::string_view* const id = location.attribute("id");
  if (id == nullptr) impossible("the location has no id");
  if (const XmlNode* const init = templ.child("init")) return {{tree.set_attribute(*init, "ref", *id)}};
  return {{tree.insert(templ, "init", "<init" + attribute_text("ref", *id) + "/>")}};
}

Operation set_flag(const XmlText& tree, const Params& p) {
  const std::string flag = p.word("flag", {"initial", "urgent", "committed", "controllable"});
  const bool value = p.flag("value", true);
  if (flag == "controllable") {
    const XmlNode& edge = element_of(tree, p, "xpath", {"transition"});
    return {{value ? tree.remove_attribute(edge, flag) : tree.set_attribute(edge, flag, "false")}};
  }
  const XmlNode& location = element_of(tree, p, "xpath", {"location"});
  if (flag == "initial") {
    if (!value) impossible("a template has an initial location: make another one initial");
    return make_initial(tree, location);
  }
  const XmlNode* const there = location.child(flag);
  if (value == (there != nullptr)) return {};
  return {{value ? tree.insert(location, flag, "<" + flag + "/>") : tree.remove(*there)}};
}

Operation set_color(const XmlText& tree, const Params& p) {
  const XmlNode& node = element_of(tree, p, "xpath", {"location", "transition", "label", "branchpoint"});
  const std::optional<std::string> color = p.maybe_text("color");
  if (!color) return {{tree.remove_attribute(node, "color")}};
  const bool fine = color->size() == 7 && (*color)[0] == '#' &&
                    color->find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (!fine) p.fail("color", "a colour as #rrggbb");
  return {{tree.set_attribute(node, "color", *color)}};
}

Operation set_ends(const XmlText& tree, const Params& p) {
  const XmlNode& edge = element_of(tree, p, "xpath", {"transition"});
  Operation operation;
  for (const char* end : {"source", "target"}) {
    if (!p.has(end)) continue;
    const std::string id = end_id(*tree.parent(edge), p, end);
    if (const XmlNode* const there = edge.child(end)) operation.edits.push_back(tree.set_attribute(*there, "ref", id));
    else operation.edits.push_back(tree.insert(edge, end, "<" + std::string(end) + attribute_text("ref", id) + "/>"));
  }
  return operation;
}

// ---- operations that add and remove

Operation add_template(const XmlText& tree, const Params& p) {
  const std::string id = new_id(tree, p), name = p.text("name");
  if (name.empty()) impossible("a template has a name");
  const std::string text = "<template>\n\t<name>" + escaped(name) + "</name>\n\t<location" + attribute_text("id", id) +
                           " x=\"0\" y=\"0\">\n\t</location>\n\t<init" + attribute_text("ref", id) + "/>\n</template>";
  return {{tree.insert(tree.root(), "template", text)}, last_of(tree.xpath(tree.root()), "template")};
}

Operation add_node(const XmlText& tree, const Params& p, const std::string& kind) {
  const XmlNode& templ = element_of(tree, p, "template", {"template"});
  const std::string id = new_id(tree, p), name = p.text("name", "");
  std::string text = "<" + kind + attribute_text("id", id) + position_text(p) + ">\n";
  if (kind == "location" && !name.empty()) {
    constexpr std::int64_t left = 10, above = 34;
    text += "\t<name" + attribute_text("x", std::to_string(p.number("x", -farthest, farthest) - left)) +
            attribute_text("y", std::to_string(p.number("y", -farthest, farthest) - above)) + ">" + escaped(name) +
            "</name>\n";
  }
  text += "</" + kind + ">";
  Operation operation{{tree.insert(templ, kind, text)}, last_of(tree.xpath(templ), kind)};
  const bool first = kind == "location" && templ.child("location") == nullptr && templ.child("init") == nullptr;
  if (first) operation.edits.push_back(tree.insert(templ, "init", "<init" + attribute_text("ref", id) + "/>"));
  return operation;
}

Operation add_edge(const XmlText& tree, const Params& p) {
  const XmlNode& templ = element_of(tree, p, "template", {"template"});
  std::string text = "<transition>\n\t<source" + attribute_text("ref", end_id(templ, p, "source")) + "/>\n\t<target" +
                     attribute_text("ref", end_id(templ, p, "target")) + "/>";
  for (const Params& label : p.objects("labels")) {
    if (label.text("text").find('\n') != std::string::npos) impossible("add labels of several lines after the edge");
    text += "\n\t" + label_text(label);
  }
  for (const Params& nail : p.objects("nails")) text += "\n\t" + nail_text(nail);
  return {{tree.insert(templ, "transition", text + "\n</transition>")}, last_of(tree.xpath(templ), "transition")};
}

Operation remove_node(const XmlText& tree, const XmlNode& node) {
  const XmlNode& templ = *tree.parent(node);
  const std::string_view* const id = node.attribute("id");
  Operation operation{{tree.remove(node)}};
  if (id == nullptr) return operation;
  if (const XmlNode* const init = templ.child("init"); init != nullptr && node.name == "location") {
    const bool initial = init->attribute("ref") != nullptr && *init->attribute("ref") == *id;
    if (initial && children(templ, "location").size() > 1)
      impossible("this is the initial location: make another one initial first");
    if (initial) operation.edits.push_back(tree.remove(*init));
  }
  for (const XmlNode* edge : children(templ, "transition")) {
    if (reference_of(*edge, "source") == *id || reference_of(*edge, "target") == *id)
      operation.edits.push_back(tree.remove(*edge));
  }
  return operation;
}

Operation remove(const XmlText& tree, const Params& p) {
  const XmlNode& node = element_of(
      tree, p, "xpath",
      {"location", "branchpoint", "transition", "label", "nail", "template", "query", "declaration", "parameter"});
  if (node.name == "location" || node.name == "branchpoint") return remove_node(tree, node);
  return {{tree.remove(node)}};
}

}  // namespace

std::string replaced_part(const std::string& whole, const Params& p) {
  const std::string text = normalise_newlines(p.text("text"));
  if (!p.has("from") && !p.has("to")) return text;
  const auto most = static_cast<std::int64_t>(whole.size());
  const std::size_t from = utf16_offset(whole, static_cast<std::size_t>(p.number("from", 0, most)));
  const std::size_t to = utf16_offset(whole, static_cast<std::size_t>(p.number("to", 0, most)));
  if (to < from) p.fail("to", "an offset behind 'from'");
  return whole.substr(0, from) + text + whole.substr(to);
}

Operation make_operation(const XmlText& tree, const Params& p) {
  const std::string op = p.text("op");
  if (op == "text") return set_text(tree, p);
  if (op == "label") return set_label(tree, p);
  if (op == "move") return move(tree, p);
  if (op == "nails") return set_nails(tree, p);
  if (op == "name") return set_name(tree, p);
  if (op == "flag") return set_flag(tree, p);
  if (op == "color") return set_color(tree, p);
  if (op == "ends") return set_ends(tree, p);
  if (op == "add_template") return add_template(tree, p);
  if (op == "add_location") return add_node(tree, p, "location");
  if (op == "add_branchpoint") return add_node(tree, p, "branchpoint");
  if (op == "add_edge") return add_edge(tree, p);
  if (op == "delete") return remove(tree, p);
  if (op == "add_query") return add_query(tree, p);
  if (op == "query") return change_query(tree, p);
  p.fail("op", "an operation of model/edit");
}

}  // namespace orbita::bridge
