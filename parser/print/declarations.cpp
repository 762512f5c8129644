#include "parser/print/print.h"
#include "parser/print/printer.h"

namespace orbita {

namespace internal {

namespace {

void append_range(std::string& out, const Expr* low, const Expr* high) {
  if (!low || !high) return;
  out += '[';
  append(out, *low, Level::assignment);
  out += ", ";
  append(out, *high, Level::assignment);
  out += ']';
}

// Fields that share a type were written as one declaration. They must stay one: every written `scalar[n]` is a separate
// set.
void append_fields(std::string& out, std::span<const Field> fields) {
  out += "struct { ";
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool first = i == 0 || fields[i].type != fields[i - 1].type;
    const bool last = i + 1 == fields.size() || fields[i].type != fields[i + 1].type;
    if (first) {
      append(out, *fields[i].type);
      out += ' ';
    }
    append(out, fields[i].declarator);
    out += last ? "; " : ", ";
  }
  out += '}';
}

void append_signature(std::string& out, const Function& function, std::string_view name) {
  append(out, *function.result);
  out += ' ';
  append_name(out, name);
  append(out, function.params);
}

template <class Entry, class One>
void append_ranked(std::string& out, std::span<const Entry> entries, One&& one) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) out += entries[i].level > entries[i - 1].level ? " < " : ", ";
    one(entries[i]);
  }
}

void append_import(std::string& out, const Decl& decl, int indent) {
  ((out += "import \"") += decl.library) += "\" {\n";
  for (const Function* function : decl.functions) {
    append_indent(out, indent + 2);
    if (function->external_name.empty()) {
      append_signature(out, *function, function->name);
    } else {
      append_name(out, function->name);
      out += " = ";
      append_signature(out, *function, function->external_name);
    }
    out += ";\n";
  }
  append_indent(out, indent);
  out += '}';
}

void append_progress(std::string& out, const Decl& decl, int indent) {
  out += "progress {\n";
  for (const ProgressEntry& entry : decl.progress) {
    append_indent(out, indent + 2);
    if (entry.guard) {
      append(out, *entry.guard);
      out += " : ";
    }
    append(out, *entry.measure);
    out += ";\n";
  }
  append_indent(out, indent);
  out += '}';
}

void append_instantiation(std::string& out, const Decl& decl) {
  append_name(out, decl.name);
  if (!decl.params.empty()) append(out, decl.params);
  out += " = ";
  append_name(out, decl.target);
  out += '(';
  append_list(out, decl.args, [&](const Expr* arg) { append(out, *arg, Level::assignment); });
  out += ");";
}

void append_update_hook(std::string& out, std::string_view word, const Expr* update) {
  (out += word) += " { ";
  if (update) append(out, *update);
  out += update ? " }" : "}";
}

// Would an `else` after this statement belong to an `if` inside it?
bool ends_with_open_if(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::if_: return stmt.body.size() < 2 || ends_with_open_if(*stmt.body[1]);
    case StmtKind::for_:
    case StmtKind::for_range:
    case StmtKind::while_: return ends_with_open_if(*stmt.body[0]);
    default: return false;
  }
}

void append_block(std::string& out, const Stmt& stmt, int indent) {
  out += "{\n";
  for (const Decl* decl : stmt.decls) {
    append_indent(out, indent + 2);
    append(out, *decl, indent + 2);
    out += '\n';
  }
  for (const Stmt* inner : stmt.body) append(out, *inner, indent + 2);
  append_indent(out, indent);
  out += '}';
}

// The statement controlled by a header just written; ends at the end of a line.
void append_body(std::string& out, const Stmt& stmt, int indent, bool in_braces = false) {
  if (stmt.kind == StmtKind::block) {
    out += ' ';
    append_block(out, stmt, indent);
    out += '\n';
  } else if (in_braces) {
    out += " {\n";
    append(out, stmt, indent + 2);
    append_indent(out, indent);
    out += "}\n";
  } else {
    out += '\n';
    append(out, stmt, indent + 2);
  }
}

void append_if(std::string& out, const Stmt& stmt, int indent) {
  const Stmt* current = &stmt;
  while (true) {
    out += "if (";
    append(out, *current->condition);
    out += ')';
    const bool has_else = current->body.size() > 1;
    append_body(out, *current->body[0], indent, has_else && ends_with_open_if(*current->body[0]));
    if (!has_else) return;
    append_indent(out, indent);
    out += "else";
    const Stmt* otherwise = current->body[1];
    if (otherwise->kind != StmtKind::if_) {
      append_body(out, *otherwise, indent);
      return;
    }
    out += ' ';
    current = otherwise;
  }
}

void append_for(std::string& out, const Stmt& stmt, int indent) {
  out += "for (";
  if (stmt.kind == StmtKind::for_range) {
    append(out, *stmt.binder);
  } else {
    append(out, *stmt.init);
    out += "; ";
    append(out, *stmt.condition);
    out += "; ";
    append(out, *stmt.step);
  }
  out += ')';
  append_body(out, *stmt.body[0], indent);
}

void append_do(std::string& out, const Stmt& stmt, int indent) {
  out += "do";
  append_body(out, *stmt.body[0], indent);
  append_indent(out, indent);
  out += "while (";
  append(out, *stmt.condition);
  out += ");\n";
}

}  // namespace

void append_indent(std::string& out, int indent) { out.append(static_cast<std::size_t>(indent), ' '); }

void append(std::string& out, const TypeExpr& type) {
  if (type.is_const) out += "const ";
  if (type.is_meta) out += "meta ";
  if (type.is_urgent) out += "urgent ";
  if (type.is_broadcast) out += "broadcast ";
  if (type.is_hybrid) out += "hybrid ";
  switch (type.kind) {
    case TypeSyntax::named: append_name(out, type.name); break;
    case TypeSyntax::integer:
      out += "int";
      append_range(out, type.low, type.high);
      break;
    case TypeSyntax::boolean: out += "bool"; break;
    case TypeSyntax::clock: out += "clock"; break;
    case TypeSyntax::channel: out += "chan"; break;
    case TypeSyntax::scalar:
      out += "scalar[";
      if (type.size) append(out, *type.size, Level::assignment);
      out += ']';
      break;
    case TypeSyntax::structure: append_fields(out, type.fields); break;
    case TypeSyntax::floating: out += "double"; break;
    case TypeSyntax::string: out += "string"; break;
    case TypeSyntax::void_: out += "void"; break;
  }
}

void append(std::string& out, const Declarator& declarator) {
  if (declarator.by_reference) out += '&';
  append_name(out, declarator.name);
  for (const ArrayDim& dim : declarator.dims) {
    out += '[';
    if (dim.index_type) {
      append(out, *dim.index_type);
    } else if (dim.size) {
      append(out, *dim.size, Level::assignment);
    }
    out += ']';
  }
  if (declarator.init) {
    out += " = ";
    append(out, *declarator.init, Level::assignment);
  }
}

void append(std::string& out, const Parameter& parameter) {
  append(out, *parameter.type);
  out += ' ';
  append(out, parameter.declarator);
}

void append(std::string& out, std::span<const Parameter> parameters) {
  out += '(';
  append_list(out, parameters, [&](const Parameter& parameter) { append(out, parameter); });
  out += ')';
}

void append(std::string& out, const Decl& decl, int indent) {
  switch (decl.kind) {
    case DeclKind::typedefs:
    case DeclKind::variables:
      if (decl.kind == DeclKind::typedefs) out += "typedef ";
      append(out, *decl.type);
      out += ' ';
      append_list(out, decl.declarators, [&](const Declarator& declarator) { append(out, declarator); });
      out += ';';
      break;
    case DeclKind::function:
      append_signature(out, *decl.function, decl.function->name);
      out += '\n';
      append_indent(out, indent);
      append_block(out, *decl.function->body, indent);
      break;
    case DeclKind::channel_priority:
      out += "chan priority ";
      append_ranked<PriorityEntry>(out, decl.priorities, [&](const PriorityEntry& entry) {
        if (entry.channel) {
          append(out, *entry.channel, Level::postfix);
        } else {
          out += "default";
        }
      });
      out += ';';
      break;
    case DeclKind::before_update: append_update_hook(out, "before_update", decl.update); break;
    case DeclKind::after_update: append_update_hook(out, "after_update", decl.update); break;
    case DeclKind::import_: append_import(out, decl, indent); break;
    case DeclKind::instantiation: append_instantiation(out, decl); break;
    case DeclKind::dynamic_template:
      out += "dynamic ";
      append_name(out, decl.name);
      append(out, decl.params);
      out += ';';
      break;
    case DeclKind::system_line:
      out += "system ";
      append_ranked<SystemEntry>(out, decl.system, [&](const SystemEntry& entry) { append_name(out, entry.name); });
      out += ';';
      break;
    case DeclKind::progress: append_progress(out, decl, indent); break;
    case DeclKind::gantt: ((out += "gantt {") += decl.raw) += '}'; break;
  }
}

void append(std::string& out, const Stmt& stmt, int indent) {
  append_indent(out, indent);
  switch (stmt.kind) {
    case StmtKind::block:
      append_block(out, stmt, indent);
      out += '\n';
      return;
    case StmtKind::empty: out += ";\n"; return;
    case StmtKind::if_: append_if(out, stmt, indent); return;
    case StmtKind::for_:
    case StmtKind::for_range: append_for(out, stmt, indent); return;
    case StmtKind::do_while: append_do(out, stmt, indent); return;
    case StmtKind::while_:
      out += "while (";
      append(out, *stmt.condition);
      out += ')';
      append_body(out, *stmt.body[0], indent);
      return;
    case StmtKind::return_: out += stmt.condition ? "return " : "return"; break;
    case StmtKind::assert_: out += "assert "; break;
    case StmtKind::expression: break;
  }
  if (stmt.condition) append(out, *stmt.condition);
  out += ";\n";
}

}  // namespace internal

std::string print(const TypeExpr& type) {
  std::string out;
  internal::append(out, type);
  return out;
}

std::string print(const Decl& decl) {
  std::string out;
  internal::append(out, decl, 0);
  return out;
}

std::string print(const Stmt& stmt, int indent) {
  std::string out;
  internal::append(out, stmt, indent);
  return out;
}

std::string print(const Parameter& parameter) {
  std::string out;
  internal::append(out, parameter);
  return out;
}

}  // namespace orbita
