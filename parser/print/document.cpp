// Whole models as XTA, and query files.
#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "parser/grammar/keywords.h"
#include "parser/parser.h"
#include "parser/print/print.h"
#include "parser/print/printer.h"
#include "parser/print/written.h"

namespace orbita {

namespace {

using internal::append;
using internal::append_list;
using internal::append_name;

// Only characters an identifier may have, and not a keyword.
std::string make_legal(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool legal = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '#';
    result += legal && static_cast<unsigned char>(c) < 128 ? c : '_';
  }
  const bool bad_start =
      result.empty() || (std::isalpha(static_cast<unsigned char>(result[0])) == 0 && result[0] != '_');
  if (bad_start) result.insert(0, "_");
  if (standing_in_models(result) == Standing::reserved) result += '_';
  return result;
}

// Unique names for the nodes of one process: their own where usable.
class NodeNames {
 public:
  explicit NodeNames(const Template& process) {
    for (const Parameter& parameter : process.params) reserve(parameter.declarator.name);
    for (const Decl* decl : process.decls) {
      for (const Declarator& declarator : decl->declarators) reserve(declarator.name);
      if (decl->function) reserve(decl->function->name);
    }
    // Given names first: a generated name must not take one of them.
    names_.resize(process.locations.size() + process.branchpoints.size());
    for (std::size_t i = 0; i < process.locations.size(); ++i) {
      if (!process.locations[i].anonymous) names_[i] = unique(process.locations[i].name);
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i].empty()) {
        const bool branch = i >= process.locations.size();
        names_[i] =
            unique(branch ? process.branchpoints[i - process.locations.size()].name : process.locations[i].name);
      }
    }
  }
  const std::string& operator[](std::size_t node) const { return names_[node]; }

 private:
  void reserve(std::string_view name) { used_.insert(make_legal(name)); }
  std::string unique(std::string_view wanted) {
    const std::string legal = make_legal(wanted);
    std::string result = legal;
    for (int n = 2; !used_.insert(result).second; ++n) result = legal + "_" + std::to_string(n);
    return result;
  }

  std::unordered_set<std::string> used_;
  std::vector<std::string> names_;
};

void append_state(std::string& out, const Location& location, const std::string& name) {
  out += name;
  if (!location.invariant && !location.exponential_rate) return;
  out += " {";
  if (location.invariant) append(out += ' ', *location.invariant);
  if (location.exponential_rate) {
    append(out += location.invariant ? "; " : " ; ", *location.exponential_rate);
    if (location.exponential_rate2) append(out += " : ", *location.exponential_rate2);
  }
  out += " }";
}

template <class Select>
void append_marked(std::string& out, const char* word, const Template& process, const NodeNames& names,
                   Select&& select) {
  bool any = false;
  for (std::size_t i = 0; i < process.locations.size(); ++i) {
    if (!select(process.locations[i])) continue;
    (out += any ? ", " : std::string("  ") + word + " ") += names[i];
    any = true;
  }
  if (any) out += ";\n";
}

void append_edge(std::string& out, const Edge& edge, const NodeNames& names) {
  ((out += names[edge.source]) += edge.controllable ? " -> " : " -u-> ") += names[edge.target];
  out += " {";
  if (!edge.selects.empty()) {
    out += " select ";
    append_list(out, edge.selects, [&](const Binder& binder) { append(out, binder); });
    out += ';';
  }
  if (edge.guard) (append(out += " guard ", *edge.guard), out += ';');
  if (edge.sync) {
    append(out += " sync ", *edge.sync, Level::postfix);
    out += edge.direction == SyncDirection::send ? "!;" : edge.direction == SyncDirection::receive ? "?;" : ";";
  }
  if (edge.update) (append(out += " assign ", *edge.update), out += ';');
  if (edge.probability) (append(out += " probability ", *edge.probability), out += ';');
  out += " }";
}

// Printed, or verbatim as written.
void append_section(std::string& out, std::span<Decl* const> declarations, int indent, const WrittenText* written) {
  if (written && !declarations.empty()) {
    (out += written->of(declarations)) += '\n';
    return;
  }
  for (const Decl* decl : declarations) {
    internal::append_indent(out, indent);
    append(out, *decl, indent);
    out += '\n';
  }
}

void append_process(std::string& out, const Template& process, const WrittenText* written) {
  const NodeNames names(process);
  out += "process ";
  append_name(out, process.name);
  append(out, process.params);
  out += "\n{\n";
  append_section(out, process.decls, 2, written);
  if (!process.locations.empty()) {
    out += "  state\n";
    for (std::size_t i = 0; i < process.locations.size(); ++i) {
      append_state(out += "    ", process.locations[i], names[i]);
      out += i + 1 < process.locations.size() ? ",\n" : ";\n";
    }
  }
  for (std::size_t i = 0; i < process.branchpoints.size(); ++i) {
    ((out += i == 0 ? "  branchpoint " : ", ") += names[process.locations.size() + i]);
    if (i + 1 == process.branchpoints.size()) out += ";\n";
  }
  append_marked(out, "commit", process, names, [](const Location& l) { return l.committed; });
  append_marked(out, "urgent", process, names, [](const Location& l) { return l.urgent; });
  if (process.has_init) ((out += "  init ") += names[process.init]) += ";\n";
  if (!process.edges.empty()) {
    out += "  trans\n";
    for (std::size_t i = 0; i < process.edges.size(); ++i) {
      append_edge(out += "    ", process.edges[i], names);
      out += i + 1 < process.edges.size() ? ",\n" : ";\n";
    }
  }
  out += "}\n";
}

std::string_view expectation_word(Expectation expected) {
  switch (expected) {
    case Expectation::satisfied: return "T";
    case Expectation::not_satisfied: return "F";
    case Expectation::maybe_satisfied: return "MT";
    case Expectation::maybe_not_satisfied: return "MF";
    case Expectation::error: return "E";
    case Expectation::none: break;
  }
  return "";
}

std::string_view path_spelling(QueryKind kind) {
  switch (kind) {
    case QueryKind::reachable: return "E<>";
    case QueryKind::invariantly: return "A[]";
    case QueryKind::potentially_always: return "E[]";
    case QueryKind::eventually: return "A<>";
    case QueryKind::sup: return "sup";
    case QueryKind::inf: return "inf";
    case QueryKind::bounds: return "bounds";
    default: return "";
  }
}

// `written`: source of verbatim declarations; nullptr: they are printed.
std::string xta_text(const Document& document, const WrittenText* written) {
  std::string out;
  append_section(out, document.declarations, 0, written);
  for (const Template* process : document.templates) {
    out += '\n';
    if (process->is_lsc) {
      ((out += "// live sequence chart ") += make_legal(process->name)) += " left out\n";
    } else {
      append_process(out, *process, written);
    }
  }
  if (!document.templates.empty()) out += '\n';
  append_section(out, document.system, 0, written);
  return out;
}

}  // namespace

std::string print(const Query& query) {
  std::string out;
  switch (query.kind) {
    case QueryKind::unsupported:
    case QueryKind::invalid: return std::string(query.text);
    case QueryKind::leads_to:
      append(out, *query.predicate);
      append(out += " --> ", *query.consequence);
      return out;
    case QueryKind::sup:
    case QueryKind::inf:
    case QueryKind::bounds:
      out += path_spelling(query.kind);
      if (query.predicate) {
        append(out += '{', *query.predicate);
        out += '}';
      }
      out += ": ";
      append_list(out, query.expressions, [&](const Expr* expr) { append(out, *expr, Level::assignment); });
      return out;
    default:
      (out += path_spelling(query.kind)) += ' ';
      append(out, *query.predicate);
      return out;
  }
}

std::string print_xta(const Document& document) { return xta_text(document, nullptr); }

std::string write_xta(const Document& document) {
  const WrittenText written(document);
  return xta_text(document, &written);
}

std::string print_query_file(const std::vector<Query*>& queries) {
  std::string out;
  for (const Query* query : queries) {
    if (!out.empty()) out += '\n';
    if (!query->comment.empty() && query->comment.find("*/") == std::string_view::npos) {
      ((out += "/*\n") += query->comment) += "\n*/\n";
    }
    for (const char c : print(*query)) {
      if (c == '\n') out += " \\";
      out += c;
    }
    out += '\n';
    if (const std::string_view word = expectation_word(query->expected); !word.empty()) {
      ((out += "/* EXPECT:") += word) += " */\n";
    }
  }
  return out;
}

}  // namespace orbita
