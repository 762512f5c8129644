#include "engine/trace/trace_text.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "engine/trace/trace_lanes.h"

namespace orbita {

namespace {

constexpr std::size_t time_column = 40;

template <class Value>
std::unordered_map<std::string, Value> as_map(const std::vector<std::pair<std::string, Value>>& items) {
  return {items.begin(), items.end()};
}

std::vector<std::string> clock_texts(const ClockReading& clocks) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : clocks) texts.push_back(name + " = " + to_text(value));
  return texts;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find(' ', begin)) != std::string::npos; begin = end + 1) {
    words.push_back(text.substr(begin, end - begin));
  }
  words.push_back(text.substr(begin));
  return words;
}

class Text {
 public:
  Text(const Trace& trace, const TraceTextOptions& options) : trace_(trace), options_(options) {}

  std::string render() {
    if (options_.formula && !trace_.formula.empty()) text_ += one_line(trace_.formula) + "\n";
    if (options_.show != TraceShow::lanes) {
      start();
      for (std::size_t i = 0; i < trace_.steps.size(); ++i) step(i);
    }
    finish();
    if (options_.show != TraceShow::lanes) text_ += "\n";
    return std::move(text_) + lanes_text(trace_, options_.width);
  }

 private:
  bool full() const { return options_.show == TraceShow::full; }

  void line(const std::vector<std::string>& items, std::string_view separator) {
    if (!items.empty()) text_ += wrapped(items, separator, "  ", options_.width);
  }
  void heading(const std::string& title, const ClockReading& clocks) {
    std::string start = title;
    if (start.size() < time_column) start.append(time_column - start.size(), ' ');
    std::vector<std::string> items{start + "time " + to_text(time_)};
    for (std::string& text : clock_texts(clocks)) items.push_back(std::move(text));
    text_ += wrapped(items, ";  ", "    ", options_.width, "");
  }

  void start() {
    heading("start", {});
    std::vector<std::string> places;
    for (const auto& [process, location] : trace_.initial.locations) places.push_back(process + "." + location);
    line(places, "  ");
    state(trace_.initial);
    values_ = as_map(trace_.initial.variables);
  }

  void step(std::size_t number) {
    const TraceStep& step = trace_.steps[number];
    time_ += step.delay;
    if (trace_.end == TraceEnd::lasso && number == trace_.loop_start) text_ += "-- from here on for ever:\n";
    heading(std::to_string(number + 1) + "  delay " + to_text(step.delay), step.tested);
    edges(step.edges);
    if (full()) return state(step.state);
    std::vector<std::string> changes;
    for (const auto& [name, value] : step.state.variables) {
      const auto before = values_.find(name);
      if (before != values_.end() && before->second == value) continue;
      changes.push_back(name + ": " + (before == values_.end() ? "?" : std::to_string(before->second)) + " -> " +
                        std::to_string(value));
      values_[name] = value;
    }
    line(changes, ";  ");
  }

  // Words of a label are never split; the overflow continues under the label.
  void edges(const std::vector<TraceEdge>& edges) {
    std::size_t longest = 0;
    for (const TraceEdge& edge : edges) longest = std::max(longest, edge.process.size());
    const std::string indent(longest + 4, ' ');
    for (const TraceEdge& edge : edges) {
      const std::string label = edge.label.empty() ? "edge " + std::to_string(edge.edge) : edge.label;
      std::string first = "  " + edge.process;
      first.resize(indent.size(), ' ');
      text_ += wrapped(words_of(label), " ", indent, options_.width, first);
    }
  }

  void state(const TraceState& state) {
    line(value_texts(state.variables), ";  ");
    if (!full()) return;
    line(clock_texts(state.clocks), ";  ");
    if (!state.zone.empty()) line({"[" + state.zone + "]"}, "");
  }

  void finish() {
    time_ = duration(trace_);
    const std::string delay =
        trace_.final_delay == Rational(0) ? "" : "after a delay of " + to_text(trace_.final_delay) + " ";
    switch (trace_.end) {
      case TraceEnd::goal:
        if (options_.show == TraceShow::lanes) break;
        if (!delay.empty()) heading("end  delay " + to_text(trace_.final_delay), trace_.tested);
        else if (!trace_.tested.empty()) heading("end", trace_.tested);
        break;
      case TraceEnd::lasso:
        text_ += "-- back to the state before step " + std::to_string(trace_.loop_start + 1) + "\n";
        break;
      case TraceEnd::waits: text_ += "-- " + delay + "time passes for ever\n"; break;
      case TraceEnd::deadlock: text_ += "-- " + delay + "no transition is possible any more\n"; break;
      case TraceEnd::error:
        text_ += "-- " + delay + "run-time error" + (trace_.error.empty() ? "" : ": " + trace_.error) + "\n";
        edges(trace_.failing);
        break;
    }
  }

  const Trace& trace_;
  const TraceTextOptions& options_;
  std::string text_;
  Rational time_;
  std::unordered_map<std::string, std::int32_t> values_;
};

// "list[2]" is element 2 of "list"; nullopt: not an element of an array of numbers.
struct Element {
  std::string array;
  std::int64_t index = 0;
};
std::optional<Element> element_of(const std::string& name) {
  if (name.empty() || name.back() != ']') return std::nullopt;
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos) return std::nullopt;
  return Element{name.substr(0, open), std::stoll(name.substr(open + 1))};
}

// Items in sequence, with line breaks between them; an item too long for a line is broken between its words.
class Lines {
 public:
  Lines(std::string_view indent, std::size_t width, std::string_view first)
      : indent_(indent), width_(width), line_(first) {}

  void add(const std::string& item, std::string_view separator) {
    if (!empty_ && !fits(line_.size() + separator.size() + item.size())) {
      // The non-blank part of the separator stays at the end of the line.
      line_ += separator;
      line_.erase(line_.find_last_not_of(' ') + 1);
      text_ += line_ + "\n";
      line_ = indent_;
      empty_ = true;
    }
    if (empty_ && !fits(line_.size() + item.size()) && item.find(' ', 1) != std::string::npos) {
      for (const std::string& word : words_of(item)) add(word, " ");
      return;
    }
    line_ += (empty_ ? "" : std::string(separator)) + item;
    empty_ = false;
  }
  std::string text() const { return text_ + line_ + "\n"; }

 private:
  bool fits(std::size_t columns) const { return width_ == 0 || columns <= width_; }

  std::string indent_;
  std::size_t width_;
  std::string line_, text_;
  bool empty_ = true;  // the line has no item yet
};

}  // namespace

std::string render(const Trace& trace, const TraceTextOptions& options) { return Text(trace, options).render(); }

std::vector<std::string> value_texts(const std::vector<std::pair<std::string, std::int32_t>>& variables) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < variables.size();) {
    const std::optional<Element> first = element_of(variables[i].first);
    std::size_t end = i + 1;
    std::string values = std::to_string(variables[i].second);
    for (; first && end < variables.size(); ++end) {
      const std::optional<Element> next = element_of(variables[end].first);
      if (!next || next->array != first->array || next->index != first->index + static_cast<std::int64_t>(end - i))
        break;
      values += ", " + std::to_string(variables[end].second);
    }
    if (end == i + 1) {
      texts.push_back(variables[i].first + " = " + values);
    } else {
      const std::string range = first->index == 0
                                    ? ""
                                    : "[" + std::to_string(first->index) + ".." +
                                          std::to_string(first->index + static_cast<std::int64_t>(end - i) - 1) + "]";
      texts.push_back(first->array + range + " = {" + values + "}");
    }
    i = end;
  }
  return texts;
}

std::string wrapped(const std::vector<std::string>& items, std::string_view separator, std::string_view indent,
                    std::size_t width) {
  return wrapped(items, separator, indent, width, indent);
}

std::string wrapped(const std::vector<std::string>& items, std::string_view separator, std::string_view indent,
                    std::size_t width, std::string_view first) {
  Lines lines(indent, width, first);
  for (const std::string& item : items) lines.add(item, separator);
  return lines.text();
}

std::string one_line(std::string_view formula) {
  std::string line;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    const std::string_view rest = formula.substr(i);
    if (rest.starts_with("//")) {
      i += std::min(rest.find('\n'), rest.size()) - 1;
    } else if (rest.starts_with("/*")) {
      i += std::min(rest.find("*/", 2), rest.size() - 2) + 1;
      if (!line.empty() && line.back() != ' ') line += ' ';
    } else if (static_cast<unsigned char>(formula[i]) > 32) {
      line += formula[i];
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace orbita
