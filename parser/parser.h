// parser/: from the user's files to a checked model.
//
//   Diagnostics diagnostics;
//   auto document = read_model("train.xml", diagnostics);        // syntax
//   auto model = check(document, diagnostics);                    // names, types, instances
//   for (const Process& p : model->processes) std::cout << p.name << '\n';
//
// Reads XML (any flat-system DTD), XTA and TA (4.x and 3.x), query files and
// single formulas. Nothing here explores states or prints.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parser/check/check.h"
#include "parser/diagnostic.h"
#include "parser/document.h"
#include "parser/model.h"
#include "parser/print/printer.h"
#include "parser/source.h"

namespace orbita {

struct ReadOptions {
  bool old_syntax = false;  // 3.x text only; otherwise 4.x, then 3.x if that fails
  std::size_t max_bytes = std::size_t{256} << 20;
};

// Reads a file, format by extension or by its first character.
// Throws ModelError if it cannot be read or has syntax errors.
std::shared_ptr<Document> read_model(const std::string& path, Diagnostics& diagnostics,
                                     const ReadOptions& options = {});
// The same for text already in memory; `name` is shown in diagnostics and decides the format.
std::shared_ptr<Document> read_model_text(const std::string& name, std::string text, Diagnostics& diagnostics,
                                          const ReadOptions& options = {});

// Queries from a .q file or from one formula (`-q`), parsed into the document's arena; not yet checked. A query with a
// syntax error, or an empty formula, is of kind `invalid`.
std::vector<Query*> read_query_file(Document& document, const std::string& path, Diagnostics& diagnostics);
Query* read_formula(Document& document, const std::string& formula, Diagnostics& diagnostics);

// Writers. XML from a document read from XML is a loss-free rewrite; from XTA a layout is generated.
std::string write_xml(const Document& document);
// XTA keeps the text of declarations, comments included, where the model is in 4.x syntax.
std::string write_xta(const Document& document);

}  // namespace orbita
