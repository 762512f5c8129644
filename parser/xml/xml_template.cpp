// The <template> elements: locations, branchpoints, edges and their labels.
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "parser/xml/xml_model_reader.h"

namespace orbita {
namespace {

constexpr std::uint32_t nowhere = 0xFFFFFFFF;

std::string quoted_start(std::string_view text) { return "'" + std::string(text.substr(0, 60)) + "'"; }

template <class Kinds>
bool contains(const Kinds& kinds, std::string_view kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

}  // namespace

// A template while it is being read. Nodes (locations, then branchpoints) are numbered as edges
// refer to them.
struct XmlModelReader::Parts {
  Template* templ = nullptr;
  XmlPlace place;
  const XmlNode* name = nullptr;
  const XmlNode* parameter = nullptr;
  const XmlNode* declaration = nullptr;
  const XmlNode* init = nullptr;
  std::vector<const XmlNode*> locations, branchpoints, transitions;
  std::vector<Location> location_trees;
  std::vector<Branchpoint> branchpoint_trees;
  std::vector<Edge> edge_trees;
  absl::flat_hash_map<std::string_view, std::uint32_t> ids;
  absl::flat_hash_set<std::string_view> names;  // of nodes

  std::string_view node_name(std::uint32_t number) const {
    if (number == nowhere) return "?";
    const std::size_t locations_read = location_trees.size();
    return number < locations_read ? location_trees[number].name : branchpoint_trees[number - locations_read].name;
  }
};

XmlModelReader::Parts XmlModelReader::collect_parts(const XmlNode& node, const XmlPlace& place) {
  Parts parts;
  parts.place = place;
  const auto once = [&](const XmlNode*& slot, const XmlNode& child, std::size_t number) {
    if (number > 1) report_second(child, place, number);
    else slot = &child;
  };
  for_children(node, XmlElement::template_, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name == "location") parts.locations.push_back(&child);
    else if (child.name == "transition") parts.transitions.push_back(&child);
    else if (child.name == "branchpoint") parts.branchpoints.push_back(&child);
    else if (child.name == "name") once(parts.name, child, number);
    else if (child.name == "parameter") once(parts.parameter, child, number);
    else if (child.name == "declaration") once(parts.declaration, child, number);
    else once(parts.init, child, number);
  });
  return parts;
}

void XmlModelReader::read_template(const XmlNode& node, XmlPlace place) {
  place.words = "template";
  check_attributes(node, XmlElement::template_, place);
  Template* templ = document_.arena.make<Template>();
  templ->layout = static_cast<std::int32_t>(document_.layout.size());
  document_.layout.push_back(&node);
  const XmlNode* name_element = node.child("name");
  const Name name = name_element ? read_name(*name_element, place.part("name", "name")) : Name{};
  if (name.blank)
    structure_error("missing-name", name_element ? name.span : tag(node, place), "the template has no name");
  templ->name = name.text;
  templ->span = name_element ? name.span : Span{};
  place.words = "template " + std::string(name.text.empty() ? "?" : name.text);

  Parts parts = collect_parts(node, place);
  parts.templ = templ;
  if (parts.parameter) {
    check_child_leaf(*parts.parameter, XmlElement::text, place, 1);
    const std::uint32_t block = text_block(*parts.parameter, place.part("parameter", "parameter"));
    if (!is_blank_block(block))
      templ->params = document_.arena.copy(parse([&] { return parse_parameters(grammar_, block); }, errors_.text));
  }
  if (parts.declaration) {
    check_child_leaf(*parts.declaration, XmlElement::text, place, 1);
    const std::uint32_t block = text_block(*parts.declaration, place.part("declaration", "declaration"));
    if (!is_blank_block(block))
      templ->decls =
          document_.arena.copy(parse([&] { return parse_local_declarations(grammar_, block); }, errors_.text));
  }
  read_locations(parts);
  read_branchpoints(parts);
  // A template without locations is left to the checker, which knows whether it is used.
  if (parts.init) read_init(parts);
  else if (!parts.locations.empty())
    structure_error("missing-init", tag(node, place), "the template has no initial location",
                    "add <init ref=\"…\"/> with the id of a location");
  read_edges(parts);
  templ->locations = document_.arena.copy(parts.location_trees);
  templ->branchpoints = document_.arena.copy(parts.branchpoint_trees);
  templ->edges = document_.arena.copy(parts.edge_trees);
  if (!name.text.empty()) document_.templates.push_back(templ);
}

// Registers the node's id; returns it, or "" if there is none (reported).
std::string_view XmlModelReader::register_id(const XmlNode& node, const XmlPlace& place, std::uint32_t number,
                                             Parts& parts) {
  const std::string_view* id = node.attribute("id");
  if (!id || id->empty()) {
    structure_error("missing-id", tag(node, place), "the " + std::string(node.name) + " has no id");
    return {};
  }
  if (!parts.ids.emplace(*id, number).second) {
    structure_error("duplicate-id", tag(node, place), "id " + quoted_start(*id) + " is already used in this template",
                    "edges could not tell the two apart");
  } else if (const auto [owner, is_new] = id_owner_.emplace(*id, parts.templ->name); !is_new && !told_shared_id_) {
    told_shared_id_ = true;
    diagnostics_.warning("shared-id", tag(node, place),
                         "id " + quoted_start(*id) + " is also used in template " + quoted_start(owner->second),
                         "ids are looked up per template here; UPPAAL wants them unique in the document");
  }
  return *id;
}

// "_" and the id, as UPPAAL names anonymous nodes; turned into a unique identifier where ids are odd.
std::string_view XmlModelReader::internal_name(std::string_view id, Parts& parts) {
  std::string name = "_" + std::string(id);
  for (char& c : name) {
    const bool fine =
        ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' || c == '$' || c == '#';
    if (!fine) c = '_';
  }
  std::string unique = name;
  for (unsigned n = 2; parts.names.contains(unique); ++n) unique = name + "_" + std::to_string(n);
  const std::string_view kept = document_.arena.copy(std::string_view(unique));
  parts.names.insert(kept);
  return kept;
}

void XmlModelReader::read_locations(Parts& parts) {
  parts.location_trees.resize(parts.locations.size());
  std::vector<std::size_t> nameless;
  for (std::size_t i = 0; i < parts.locations.size(); ++i) {
    const XmlNode& node = *parts.locations[i];
    Location& location = parts.location_trees[i];
    XmlPlace place = parts.place.inside("location", i + 1);
    const std::string owner = " of " + parts.place.words;
    place.words = "location" + owner;
    const std::string_view id = register_id(node, place, static_cast<std::uint32_t>(i), parts);
    check_attributes(node, XmlElement::location, place);
    location.layout = static_cast<std::int32_t>(document_.layout.size());
    document_.layout.push_back(&node);

    Name name;
    if (const XmlNode* element = node.child("name")) {
      XmlPlace name_place = place.inside("name");
      name_place.words = "location " + std::string(trim(plain_text(*element)).substr(0, 60)) + owner + ", name";
      name = read_name(*element, name_place);
    }
    location.anonymous = name.text.empty();
    if (location.anonymous) {
      location.name = id;  // for now; see below
      location.span = tag(node, place);
      nameless.push_back(i);
    } else {
      location.name = name.text;
      location.span = name.span;
      parts.names.insert(name.text);
    }
    place.words = "location " + std::string(location.name.empty() ? "?" : location.name) + owner;
    read_location_labels(node, place, location);
  }
  // Given names come first, so that generated names avoid them.
  for (const std::size_t i : nameless)
    parts.location_trees[i].name = internal_name(parts.location_trees[i].name, parts);
}

std::string_view XmlModelReader::label_kind(const XmlNode& label, const XmlPlace& place, std::size_t number,
                                            bool of_location) {
  const auto here = [&] { return tag(label, place.inside("label", number, "label")); };
  check_child_leaf(label, XmlElement::label, place, number);
  const std::string_view* kind = label.attribute("kind");
  if (!kind) {
    structure_error("missing-kind", here(), "the label has no kind");
    return {};
  }
  const auto known = of_location ? location_label_kinds() : edge_label_kinds();
  if (contains(known, *kind)) return *kind;
  if (is_blank(plain_text(label))) return {};
  if (contains(of_location ? edge_label_kinds() : location_label_kinds(), *kind))
    structure_error(
        "unknown-label-kind", here(),
        "a label of kind " + quoted_start(*kind) + " has no meaning at " + (of_location ? "a location" : "an edge"));
  else if (is_harmless_label_kind(*kind))
    diagnostics_.warning("unknown-label-kind", here(),
                         "label kind " + quoted_start(*kind) + " is unknown; the label is ignored");
  else
    structure_error("unknown-label-kind", here(), "label kind " + quoted_start(*kind) + " is unknown",
                    spelling_hint(*kind, {known.begin(), known.end()}));
  return {};
}

void XmlModelReader::read_location_labels(const XmlNode& node, const XmlPlace& place, Location& location) {
  bool seen_invariant = false, seen_rate = false;
  const XmlNode* committed = nullptr;
  const auto second = [&](bool& seen, const XmlNode& label, std::size_t number) {
    if (seen)
      structure_error("duplicate-label", tag(label, place.inside("label", number)),
                      "a second label of kind " + quoted_start(*label.attribute("kind")));
    return std::exchange(seen, true);
  };
  for_children(node, XmlElement::location, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name == "urgent" || child.name == "committed") check_child_leaf(child, XmlElement::flag, place, number);
    if (child.name == "urgent") location.urgent = true;
    if (child.name == "committed") location.committed = true, committed = &child;
    if (child.name == "name" && number > 1) report_second(child, place, number);
    if (child.name != "label") return;
    const std::string_view kind = label_kind(child, place, number, true);
    if (kind != "invariant" && kind != "exponentialrate") return;
    const std::uint32_t block = text_block(child, place.inside("label", number, kind));
    if (is_blank_block(block)) return;
    if (kind == "invariant") {
      if (second(seen_invariant, child, number)) return;
      location.invariant = parse([&] { return parse_guard(grammar_, block); }, errors_.text);
    } else {
      if (second(seen_rate, child, number)) return;
      const RateLabel rate = parse([&] { return parse_rate(grammar_, block); }, errors_.text);
      location.exponential_rate = rate.first;
      location.exponential_rate2 = rate.second;
    }
  });
  if (location.urgent && location.committed)
    structure_error("urgent-committed", tag(*committed, place.inside("committed")),
                    "the location is both urgent and committed", "committed includes urgent; keep one of them");
}

void XmlModelReader::read_branchpoints(Parts& parts) {
  for (std::size_t i = 0; i < parts.branchpoints.size(); ++i) {
    const XmlNode& node = *parts.branchpoints[i];
    XmlPlace place = parts.place.inside("branchpoint", i + 1);
    place.words = "branchpoint of " + parts.place.words;
    const auto number = static_cast<std::uint32_t>(parts.locations.size() + i);
    const std::string_view id = register_id(node, place, number, parts);
    check_leaf(node, XmlElement::branchpoint, place);
    Branchpoint branchpoint;
    branchpoint.name = internal_name(id, parts);
    branchpoint.span = tag(node, place);
    branchpoint.layout = static_cast<std::int32_t>(document_.layout.size());
    document_.layout.push_back(&node);
    parts.branchpoint_trees.push_back(branchpoint);
  }
}

void XmlModelReader::read_init(Parts& parts) {
  const XmlPlace place = parts.place.part("init", "init");
  check_leaf(*parts.init, XmlElement::reference, place);
  const std::string_view* ref = parts.init->attribute("ref");
  if (!ref) return structure_error("missing-ref", tag(*parts.init, place), "the init element has no 'ref'");
  const auto found = parts.ids.find(*ref);
  if (found == parts.ids.end())
    return structure_error("unknown-ref", tag(*parts.init, place),
                           "there is no location with id " + quoted_start(*ref) + " in this template");
  if (found->second >= parts.locations.size())
    return structure_error("init-branchpoint", tag(*parts.init, place), "a branchpoint cannot be the initial location");
  parts.templ->init = found->second;
  parts.templ->has_init = true;
}

void XmlModelReader::read_edges(Parts& parts) {
  parts.edge_trees.reserve(parts.transitions.size());
  for (std::size_t i = 0; i < parts.transitions.size(); ++i) read_edge(*parts.transitions[i], i + 1, parts);
}

// The index of the source or target node of an edge; `nowhere` if it cannot be found (reported).
std::uint32_t XmlModelReader::read_end(const XmlNode& edge, std::string_view role, const XmlPlace& place,
                                       const Parts& parts) {
  const XmlNode* element = edge.child(role);
  if (!element) {
    const bool as_attribute = edge.attribute(role) != nullptr;
    structure_error(
        role == "source" ? DiagnosticCode("missing-source") : DiagnosticCode("missing-target"), tag(edge, place),
        "the transition has no '" + std::string(role) + "' element",
        as_attribute ? "as an attribute it is not UPPAAL's format; write <" + std::string(role) + " ref=\"…\"/> inside"
                     : "");
    return nowhere;
  }
  const XmlPlace here = place.inside(role);
  const std::string_view* ref = element->attribute("ref");
  if (!ref) {
    structure_error("missing-ref", tag(*element, here), "the " + std::string(role) + " element has no 'ref'");
    return nowhere;
  }
  const auto found = parts.ids.find(*ref);
  if (found != parts.ids.end()) return found->second;
  const auto elsewhere = id_owner_.find(*ref);
  structure_error("unknown-ref", tag(*element, here),
                  "there is no location with id " + quoted_start(*ref) + " in this template",
                  elsewhere == id_owner_.end() ? "" : "that id belongs to template " + quoted_start(elsewhere->second));
  return nowhere;
}

void XmlModelReader::read_edge(const XmlNode& node, std::size_t number, Parts& parts) {
  XmlPlace place = parts.place.inside("transition", number);
  place.words = "edge of " + parts.place.words;
  Edge edge;
  edge.source = read_end(node, "source", place, parts);
  edge.target = read_end(node, "target", place, parts);
  place.words = "edge ";
  place.words.append(parts.node_name(edge.source)).append("->").append(parts.node_name(edge.target));
  place.words.append(" of ").append(parts.place.words);
  check_attributes(node, XmlElement::transition, place);
  if (const std::string_view* controllable = node.attribute("controllable"))
    edge.controllable = *controllable != "false";
  edge.span = tag(node, place);
  edge.layout = static_cast<std::int32_t>(document_.layout.size());
  document_.layout.push_back(&node);
  read_edge_labels(node, place, edge);
  if (edge.source != nowhere && edge.target != nowhere) parts.edge_trees.push_back(edge);
}

// All labels are collected before any is parsed, and parsed in the order of scopes.
void XmlModelReader::read_edge_labels(const XmlNode& node, const XmlPlace& place, Edge& edge) {
  std::uint32_t select = 0, guard = 0, sync = 0, update = 0, probability = 0;  // blocks; 0: absent
  for_children(node, XmlElement::transition, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name == "nail") return check_child_leaf(child, XmlElement::nail, place, number);
    if (child.name != "label") {
      check_child_leaf(child, XmlElement::reference, place, number);
      if (number > 1) report_second(child, place, number);
      return;
    }
    const std::string_view kind = label_kind(child, place, number, false);
    std::uint32_t* slot = kind == "guard"             ? &guard
                          : kind == "synchronisation" ? &sync
                          : kind == "assignment"      ? &update
                          : kind == "select"          ? &select
                          : kind == "probability"     ? &probability
                                                      : nullptr;
    if (!slot) return;
    const std::uint32_t block = text_block(child, place.inside("label", number, kind));
    if (is_blank_block(block)) return;
    if (*slot != 0)
      return structure_error("duplicate-label", tag(child, place.inside("label", number)),
                             "a second label of kind " + quoted_start(kind));
    *slot = block;
  });
  if (select) edge.selects = document_.arena.copy(parse([&] { return parse_select(grammar_, select); }, errors_.text));
  if (guard) edge.guard = parse([&] { return parse_guard(grammar_, guard); }, errors_.text);
  if (sync) {
    const SyncLabel label = parse([&] { return parse_sync(grammar_, sync); }, errors_.text);
    edge.sync = label.channel;
    edge.direction = label.direction;
  }
  if (update) edge.update = parse([&] { return parse_update(grammar_, update); }, errors_.text);
  if (probability) edge.probability = parse([&] { return parse_expression(grammar_, probability); }, errors_.text);
}

}  // namespace orbita
