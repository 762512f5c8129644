#include "cli/terminal/line_reader.h"

#include <editline/readline.h>

#include <cstdlib>
#include <cstring>
#include <istream>
#include <ostream>

namespace orbita::cli {

namespace {

constexpr const char* line_prompt = "> ";

// libedit calls plain functions, so what they complete from is global.
struct Completions {
  std::vector<std::string> commands, names;
  std::string file_command;
  const std::vector<std::string>* current = nullptr;
};
Completions completions;

char* next_completion(const char* text, int state) {
  static std::size_t at = 0;
  if (state == 0) at = 0;
  while (at < completions.current->size()) {
    const std::string& word = (*completions.current)[at++];
    if (word.compare(0, std::strlen(text), text) == 0) return ::strdup(word.c_str());
  }
  return nullptr;
}

char** complete_word(const char* text, int start, int) {
  const std::string before(rl_line_buffer, static_cast<std::size_t>(start));
  const std::size_t first = before.find_first_not_of(' ');
  const std::string& files = completions.file_command;
  if (first != std::string::npos && before.compare(first, files.size() + 1, files + " ") == 0)
    return nullptr;  // file names
  completions.current = first == std::string::npos ? &completions.commands : &completions.names;
  rl_attempted_completion_over = 1;
  return rl_completion_matches(text, next_completion);
}

}  // namespace

LineReader::LineReader(Streams& streams, std::vector<std::string> commands, std::vector<std::string> names,
                       std::string file_command)
    : streams_(streams), editing_(streams.in_is_terminal && streams.out_is_terminal) {
  if (!editing_) return;
  completions = {std::move(commands), std::move(names), std::move(file_command), nullptr};
  static char program[] = "orbita", word_ends[] = " \t\n+-*/<>=!&|,?:";
  rl_readline_name = program;
  rl_completer_word_break_characters = word_ends;
  rl_attempted_completion_function = complete_word;
  ::using_history();
}

LineReader::~LineReader() {
  if (editing_) rl_attempted_completion_function = nullptr;
}

std::optional<std::string> LineReader::next() {
  streams_.out.flush();
  if (editing_) {
    char* const line = ::readline(line_prompt);
    if (line == nullptr) {
      streams_.out << '\n';
      return std::nullopt;
    }
    std::string text(line);
    std::free(line);
    if (text.find_first_not_of(" \t") != std::string::npos) ::add_history(text.c_str());
    return text;
  }
  if (streams_.in_is_terminal) streams_.out << line_prompt << std::flush;
  std::string line;
  if (!std::getline(streams_.in, line)) return std::nullopt;
  return line;
}

}  // namespace orbita::cli
