#include "gui-bridge/model/query_file.h"

#include "parser/document.h"
#include "parser/grammar/grammar.h"

namespace orbita::bridge {

Json expectation_json(Expectation expected) {
  switch (expected) {
    case Expectation::satisfied: return "satisfied";
    case Expectation::not_satisfied: return "not-satisfied";
    case Expectation::maybe_satisfied: return "maybe-satisfied";
    case Expectation::maybe_not_satisfied: return "maybe-not-satisfied";
    case Expectation::error: return "error";
    case Expectation::none: break;
  }
  return nullptr;
}

Json queries_of_file(const std::string& name, std::string text) {
  Document document;
  Diagnostics problems;  // whoever asks a wrong query is told
  TextBlock block;
  block.file = name;
  block.text = std::move(text);
  GrammarContext context{document, problems};
  Json list = Json::array();
  for (const Query* query : parse_query_file(context, document.sources.add(std::move(block))))
    list.push_back(
        {{"formula", query->text}, {"comment", query->comment}, {"expect", expectation_json(query->expected)}});
  return list;
}

}  // namespace orbita::bridge
