// orbita verify: decide the queries of models.
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/verbs/verify_run.h"

namespace orbita::cli {

namespace {

const Names<TraceKind> trace_names{{"none", TraceKind::off},
                                   {"some", TraceKind::some},
                                   {"shortest", TraceKind::shortest},
                                   {"fastest", TraceKind::fastest}};

const Names<DumpContent> dump_names{{"full", DumpContent::full}, {"discrete", DumpContent::discrete}};

// Options as they were given, among those declared as number `first` to before `end`.
std::string given(const CLI::App& verb, std::size_t first, std::size_t end) {
  std::string text;
  const std::vector<const CLI::Option*> all = verb.get_options();
  for (std::size_t i = first; i < end; ++i) {
    if (all[i]->count() == 0) continue;
    text += (text.empty() ? "" : " ") + all[i]->get_name();
    for (const std::string& word : all[i]->results()) text += word == "true" ? "" : " " + word;
  }
  return text;
}

}  // namespace

void add_verify(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* verb = app.add_subcommand("verify", "Decide the queries of models");
  VerifyOptions& options = arguments->options;
  add_model(*verb, arguments->model);
  verb->add_option("FILE", arguments->files,
                   "More models (.xml, .xta, .ta), and query files (any other name) for the models before them; "
                   "default: the queries inside each model, or the .q file beside it");
  add_formulas(*verb, arguments->model);
  add_choice(*verb, "--trace", options.trace, trace_names,
             "Explain verdicts by a run; default none, or some where traces are saved, drawn or shown");
  add_trace_show(*verb, arguments->show);
  add_file(*verb, "--trace-file", arguments->trace_file,
           "Save traces under this name (with -1, -2, … for several queries): .json, .xtr, .itf.json or .txt");
  const std::size_t first = verb->get_options().size();
  add_exploration(*verb, options);
  const std::size_t end = verb->get_options().size();
  CLI::Option* every =
      verb->add_option("--all-sizes", arguments->all_sizes,
                       "Decide E<> and A[] for every size of this scalar set; default: of the only one")
          ->type_name("SET")
          ->expected(0, 1);
  add_flag(*verb, "--check-symmetry", options.check_symmetry,
           "Test on explored states that permuting elements changes nothing; a difference ends with exit code 4");
  add_flag(*verb, "--check-labels", options.check_labels,
           "With --engine interpolation: verify all labels again when it is done; a mistake ends with exit code 4");
  add_flag(*verb, "--literal-sort", options.literal_sort,
           "With --symmetry sort: the published bubble sort, word by word");
  add_unsupported(*verb, options);
  add_limits(*verb, options.limits);
  CLI::Option* dump = add_file(*verb, "--dump-states", arguments->dump_states,
                               "Write every stored state to this file, one JSON object per line");
  add_choice(*verb, "--dump", arguments->dump_content, dump_names,
             "What --dump-states writes: states with their zones, or each discrete state once; default full")
      ->needs(dump);
  add_file(
      *verb, "--certificate", arguments->certificate,
      "Write what proves A[] satisfied and E<> not satisfied to this file (with -1, -2, … for several queries), and "
      "the flat model it is about to FILE.flat.json; orbita-certify checks the two; .gz and .zst are compressed");
  add_flag(
      *verb, "--certify", arguments->certify,
      "Let orbita-certify check the certificate of every verdict that has one; a rejected one ends with exit code 4");
  add_flag(*verb, "-s,--statistics", arguments->statistics, "Print statistics of every query");
  add_file(*verb, "--msc", arguments->msc, "Draw traces as message sequence charts: .svg or .mmd (Mermaid)");
  add_file(*verb, "--gantt", arguments->gantt, "Draw traces as Gantt charts: .svg or .mmd (Mermaid)");
  add_file(*verb, "--junit", arguments->junit, "Write the verdicts as JUnit XML to this file");
  add_format(*verb, arguments->format, {"text", "json", "ndjson"});
  add_word(*verb, "--progress", arguments->progress, {"auto", "plain", "json", "none"},
           "Progress of long runs; default auto: a live line on a terminal, a line every five seconds where CI is set");
  verb->footer(
      "A query file applies to the models listed before it, up to the previous query\n"
      "file; -q and --set apply to every model. Examples:\n"
      "  orbita verify models/fischer.xml --set N=8 --trace shortest\n"
      "  orbita verify a.xml b.xml both.q c.xml c.q -q 'A[] not deadlock'");
  verb->callback([=, &streams, &action] {
    arguments->every_size = every->count() > 0;
    arguments->chosen = given(*verb, first, end);
    action = [=, &streams] { return verify_models(*arguments, streams); };
  });
}

}  // namespace orbita::cli
