// How verbs declare their options: one function for each kind of value, so that the same kind is
// written, checked and described the same way everywhere.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/trace/trace_text.h"
#include "engine/verify.h"
#include "session/load.h"

namespace orbita::cli {

// Words and what they stand for.
template <class T>
using Names = std::vector<std::pair<std::string, T>>;

CLI::Option* add_flag(CLI::App& verb, const std::string& name, bool& value, const std::string& help);
CLI::Option* add_file(CLI::App& verb, const std::string& name, std::string& value, const std::string& help);
CLI::Option* add_word(CLI::App& verb, const std::string& name, std::string& value,
                      const std::vector<std::string>& words, const std::string& help);
// Seconds, or with a unit: 500ms, 10s, 5m, 2h.
CLI::Option* add_duration(CLI::App& verb, const std::string& name, double& seconds, const std::string& help);
// Megabytes, or with a unit: 500k, 300M, 4G.
CLI::Option* add_size(CLI::App& verb, const std::string& name, std::size_t& bytes, const std::string& help);
// A whole number from `least` to `most`.
CLI::Option* add_number(CLI::App& verb, const std::string& name, const std::function<void(std::uint64_t)>& set,
                        std::uint64_t least, std::uint64_t most, const std::string& help);
// May be repeated.
CLI::Option* add_texts(CLI::App& verb, const std::string& name, std::vector<std::string>& values,
                       const std::string& value_name, const std::string& help);

template <class T>
CLI::Option* add_number(CLI::App& verb, const std::string& name, T& value, T least, const std::string& help,
                        T most = std::numeric_limits<T>::max()) {
  return add_number(
      verb, name, [&value](std::uint64_t number) { value = static_cast<T>(number); }, least, most, help);
}

template <class T>
CLI::Option* add_choice(CLI::App& verb, const std::string& name, T& value, const Names<T>& names,
                        const std::string& help) {
  std::vector<std::string> words;
  for (const auto& entry : names) words.push_back(entry.first);
  auto chosen = std::make_shared<std::string>();
  CLI::Option* option = add_word(verb, name, *chosen, words, help);
  option->each([chosen, &value, names](const std::string& word) {
    for (const auto& [text, meaning] : names) {
      if (text == word) value = meaning;
    }
  });
  return option;
}

// What several verbs take, each with the same name and meaning.
void add_model(CLI::App& verb, ModelArguments& arguments);                // MODEL --set --old-syntax
void add_swept_model(CLI::App& verb, ModelArguments& arguments);          // the same, with --set NAME=VALUES
void add_varied_options(CLI::App& verb, std::vector<std::string>& vary);  // --vary
void add_queries(CLI::App& verb, ModelArguments& arguments);              // QUERIES -q
void add_formulas(CLI::App& verb, ModelArguments& arguments);             // -q
void add_format(CLI::App& verb, std::string& format, const std::vector<std::string>& words);
void add_limits(CLI::App& verb, Limits& limits);                      // --timeout --memory --states
void add_exploration(CLI::App& verb, VerifyOptions& options);         // --symmetry … --seed
void add_unsupported(CLI::App& verb, VerifyOptions& options);         // --unsupported
void add_trace_show(CLI::App& verb, std::optional<TraceShow>& show);  // --trace-show

// One option of add_exploration by name ("symmetry", "off"), for sweeps. Throws std::invalid_argument with what was
// expected where there is no such option or value.
void set_exploration_option(VerifyOptions& options, const std::string& name, const std::string& value);

}  // namespace orbita::cli
