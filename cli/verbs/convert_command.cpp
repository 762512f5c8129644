// orbita convert: xml <-> xta. XML to XML keeps everything.
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/terminal/output.h"
#include "report/diagnostics.h"
#include "session/load.h"

namespace orbita::cli {

namespace {

struct ConvertArguments {
  std::string in, out;
  bool old_syntax = false;
};

bool is_instantiated(const Document& document, std::string_view name) {
  for (const auto* section : {&document.declarations, &document.system}) {
    for (const Decl* decl : *section) {
      if (decl->kind == DeclKind::instantiation && decl->target == name) return true;
      for (const SystemEntry& entry : decl->system)
        if (entry.name == name) return true;
    }
  }
  return false;
}

// XTA has no live sequence charts. One that is instantiated cannot be left out.
void check_charts(const Document& document, Diagnostics& diagnostics) {
  for (const Template* chart : document.templates) {
    if (!chart->is_lsc) continue;
    const std::string message = "the live sequence chart '" + std::string(chart->name) + "' cannot be written as XTA";
    if (is_instantiated(document, chart->name)) {
      diagnostics.error("lsc-left-out", chart->span, message, "convert to XML, which keeps it");
    } else {
      diagnostics.warning("lsc-left-out", chart->span, message + " and is left out", "");
    }
  }
  if (diagnostics.has_errors()) throw ModelError(diagnostics.sorted());
}

// Beside the text, where the other verbs look for them. An existing file is kept: it may have been written by hand.
void write_queries(const ConvertArguments& arguments, const Document& document, Streams& streams) {
  if (document.queries.empty()) return;
  const std::string path = std::filesystem::path(arguments.out).replace_extension(".q").string();
  const bool there = std::filesystem::exists(path);
  if (!there) write_file(path, print_query_file(document.queries));
  streams.err << path
              << (there ? ": exists; the queries of the model are not written\n" : ": the queries of the model\n");
}

// A text has its queries in the file beside it. (XML is written from its own tree, which holds them.)
void add_queries_beside(const ConvertArguments& arguments, Document& document, Diagnostics& diagnostics,
                        Streams& streams) {
  const std::string path = document.xml || !document.queries.empty() ? "" : queries_beside(arguments.in);
  if (path.empty()) return;
  document.queries = read_query_file(document, path, diagnostics);
  if (diagnostics.has_errors()) throw ModelError(diagnostics.sorted());  // nothing is lost without a word
  streams.err << path << ": the queries of the model\n";
}

int convert(const ConvertArguments& arguments, Streams& streams) {
  const std::string extension = std::filesystem::path(arguments.out).extension().string();
  if (extension != ".xml" && extension != ".xta") {
    throw std::invalid_argument(arguments.out + ": the output's name must end in .xml or .xta");
  }
  Diagnostics diagnostics;
  try {
    const std::shared_ptr<Document> document =
        read_named_model(arguments.in, diagnostics, {.old_syntax = arguments.old_syntax});
    add_queries_beside(arguments, *document, diagnostics, streams);
    if (extension == ".xml") {
      write_file(arguments.out, write_xml(*document));
    } else {
      check_charts(*document, diagnostics);
      write_file(arguments.out, write_xta(*document));
      write_queries(arguments, *document, streams);
    }
    streams.err << diagnostics_text(*diagnostics.sources(), diagnostics.sorted(), use_colour(streams.err_is_terminal));
    return exit_ok;
  } catch (const ModelError& error) {
    streams.err << diagnostics_text(*diagnostics.sources(), error.diagnostics(), use_colour(streams.err_is_terminal));
    return exit_usage;
  }
}

}  // namespace

void add_convert(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* verb = app.add_subcommand("convert", "Write a model in another format");
  verb->add_option("IN", arguments->in, "Model: .xml, .xta or .ta; - reads standard input")->required();
  verb->add_option("OUT", arguments->out, "Output: .xml or .xta")->required();
  add_flag(*verb, "--old-syntax", arguments->old_syntax, "Read the text as UPPAAL 3.x");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return convert(*arguments, streams); }; });
}

}  // namespace orbita::cli
