// orbita convert: xml <-> xta. XML to XML keeps everything.
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output.h"

namespace orbita::cli {

namespace {

struct ConvertArguments {
  std::string in, out;
  bool old_syntax = false;
};

int convert(const ConvertArguments& arguments, Streams& streams) {
  const std::string extension = std::filesystem::path(arguments.out).extension().string();
  if (extension != ".xml" && extension != ".xta") {
    throw std::invalid_argument(arguments.out + ": the output's name must end in .xml or .xta");
  }
  Diagnostics diagnostics;
  try {
    const std::shared_ptr<Document> document =
        read_model(arguments.in, diagnostics, {.old_syntax = arguments.old_syntax});
    write_file(arguments.out, extension == ".xml" ? write_xml(*document) : write_xta(*document));
    print_diagnostics(streams.err, *diagnostics.sources(), diagnostics.sorted(), use_colour(streams.err_is_terminal));
    return exit_ok;
  } catch (const ModelError& error) {
    print_diagnostics(streams.err, *diagnostics.sources(), error.diagnostics(), use_colour(streams.err_is_terminal));
    return exit_usage;
  }
}

}  // namespace

void add_convert(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* verb = app.add_subcommand("convert", "Write a model in another format");
  verb->add_option("IN", arguments->in, "Model: .xml, .xta or .ta")->required();
  verb->add_option("OUT", arguments->out, "Output: .xml or .xta")->required();
  add_flag(*verb, "--old-syntax", arguments->old_syntax, "Read the text as UPPAAL 3.x");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return convert(*arguments, streams); }; });
}

}  // namespace orbita::cli
