// The growth plot of a sweep, as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>

#include "cli/verbs/sweep.h"

namespace orbita::cli {

namespace {

struct PlotPoint {
  double x = 0, y = 0;
};

struct PlotLine {
  std::string label;  // "symmetry=off q1"
  std::vector<PlotPoint> points;
};

// How a line is told from the others: by colour, and by dashes and marks where it runs over another one.
struct PlotStyle {
  const char* colour;
  const char* dashes;
  int mark;
};

constexpr double left = 80, right = 560, top = 50, bottom = 400, total_width = 840, total_height = 470;
// Told apart by colour-blind people too (Okabe and Ito).
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};
constexpr const char* dash_patterns[] = {"none", "9 5", "2 4", "9 4 2 4", "14 4"};
constexpr std::size_t mark_count = 5;
constexpr std::size_t legend_columns = 118;  // characters of a formula in one line

PlotStyle style_of(std::size_t number) {
  return {colours[number % std::size(colours)], dash_patterns[number % std::size(dash_patterns)],
          static_cast<int>(number % mark_count)};
}

// Hollow, and each larger than the one before it, so that marks on the same place are all seen.
std::string mark_at(double x, double y, const PlotStyle& style) {
  const auto path = [&](const std::string& shape) {
    return fmt::format("<path d=\"M{:.1f} {:.1f}{}\" fill=\"none\" stroke=\"{}\"/>\n", x, y, shape, style.colour);
  };
  switch (style.mark) {
    case 0: return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x, y, style.colour);
    case 1: return path("m-5 -5h10v10h-10z");           // square
    case 2: return path("m0 -8l7 12h-14z");             // triangle
    case 3: return path("m0 -8l8 8l-8 8l-8 -8z");       // diamond
    default: return path("m-7 -7l14 14m-14 0l14 -14");  // cross
  }
}

std::string svg_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else out += c;
  }
  return out;
}

// The last name with several values; constants come behind options.
std::size_t axis_of(const SweepResult& result) {
  for (std::size_t i = result.swept.size(); i-- > 0;) {
    if (result.swept[i].values.size() > 1) return i;
  }
  throw std::invalid_argument("--plot needs a constant with several values: --set N=2..10");
}

double number_of(const std::string& text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) {
    throw std::invalid_argument("--plot needs numbers: " + text + " is none");
  }
  return value;
}

double measured(const SweepRow& row, const std::string& what) {
  if (what == "time") return row.seconds;
  if (what == "memory") return static_cast<double>(row.bytes) / 1048576;
  return static_cast<double>(row.stored);
}

std::vector<PlotLine> lines_of(const SweepResult& result, std::size_t axis, const std::string& what) {
  std::vector<PlotLine> lines;
  for (const SweepRow& row : result.rows) {
    if (row.verdict == "skipped" || row.verdict == "unknown" || measured(row, what) <= 0) continue;
    std::string label;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (i != axis) label += result.swept[i].name + "=" + row.values[i] + " ";
    }
    label += "q" + std::to_string(row.query);
    const auto same = [&](const PlotLine& line) { return line.label == label; };
    auto line = std::find_if(lines.begin(), lines.end(), same);
    if (line == lines.end()) line = lines.insert(lines.end(), {label, {}});
    line->points.push_back({number_of(row.values[axis]), measured(row, what)});
  }
  if (lines.empty()) throw std::invalid_argument("--plot: no point was decided");
  return lines;
}

struct Frame {
  double x_low, x_high, y_low, y_high;  // y: powers of ten

  double x(double value) const { return left + (value - x_low) / (x_high - x_low) * (right - left); }
  double y(double value) const { return bottom - (std::log10(value) - y_low) / (y_high - y_low) * (bottom - top); }
};

Frame frame_of(const std::vector<PlotLine>& lines) {
  Frame frame{1e300, -1e300, 1e300, -1e300};
  for (const PlotLine& line : lines) {
    for (const PlotPoint& point : line.points) {
      frame.x_low = std::min(frame.x_low, point.x);
      frame.x_high = std::max(frame.x_high, point.x);
      frame.y_low = std::min(frame.y_low, std::floor(std::log10(point.y)));
      frame.y_high = std::max(frame.y_high, std::ceil(std::log10(point.y)));
    }
  }
  if (frame.x_high <= frame.x_low) frame.x_high = frame.x_low + 1;
  if (frame.y_high <= frame.y_low) frame.y_high = frame.y_low + 1;
  return frame;
}

std::string axes(const Frame& frame, const std::vector<PlotLine>& lines) {
  std::string out;
  for (double power = frame.y_low; power <= frame.y_high; ++power) {
    const double y = frame.y(std::pow(10, power));
    out +=
        fmt::format("<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"#dddddd\"/>\n", left, y, right, y);
    out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", left - 8, y + 4,
                       std::pow(10, power));
  }
  std::vector<double> values;
  for (const PlotLine& line : lines) {
    for (const PlotPoint& point : line.points) values.push_back(point.x);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const std::size_t every = values.size() / 12 + 1;
  for (std::size_t i = 0; i < values.size(); i += every) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", frame.x(values[i]),
                       bottom + 18, values[i]);
  }
  return out +
         fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#000000\"/>\n", left, top, bottom, right);
}

std::string curve(const Frame& frame, const PlotLine& line, std::size_t number) {
  const PlotStyle style = style_of(number);
  const auto stroke = [&](const std::string& points) {
    return fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"{}\"/>\n", points,
        style.colour, style.dashes);
  };
  std::string points, marks;
  for (const PlotPoint& point : line.points) {
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", frame.x(point.x), frame.y(point.y));
    marks += mark_at(frame.x(point.x), frame.y(point.y), style);
  }
  const double legend = top + 22 * static_cast<double>(number);
  return stroke(points) + marks + stroke(fmt::format("{},{:.1f} {},{:.1f}", right + 15, legend, right + 55, legend)) +
         mark_at(right + 35, legend, style) +
         fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", right + 65, legend + 4, svg_escaped(line.label));
}

// "q1: FORMULA", whole, in as many lines as it takes.
std::vector<std::string> formula_lines(const SweepResult& result) {
  std::map<std::size_t, std::string> formulas;
  for (const SweepRow& row : result.rows) formulas.emplace(row.query, row.formula);
  std::vector<std::string> lines;
  for (const auto& [number, formula] : formulas) {
    std::string rest = fmt::format("q{}: {}", number, formula);
    std::replace(rest.begin(), rest.end(), '\n', ' ');
    while (rest.size() > legend_columns) {
      const std::size_t blank = rest.rfind(' ', legend_columns);
      const std::size_t end = blank == std::string::npos || blank < 10 ? legend_columns : blank + 1;
      lines.push_back(rest.substr(0, end));
      rest = "      " + rest.substr(end);
    }
    lines.push_back(rest);
  }
  return lines;
}

}  // namespace

std::string growth_plot(const std::string& title, const SweepResult& result, const std::string& what) {
  const std::size_t axis = axis_of(result);
  const std::vector<PlotLine> lines = lines_of(result, axis, what);
  const Frame frame = frame_of(lines);
  const std::vector<std::string> formulas = formula_lines(result);
  const double below = std::max(total_height, top + 22 * static_cast<double>(lines.size()) + 20);
  const double height = below + 18 * static_cast<double>(formulas.size()) + 10;
  const std::string unit = what == "time" ? "seconds" : what == "memory" ? "megabytes" : "states stored";
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      total_width, height);
  out += fmt::format("<text x=\"{}\" y=\"24\" font-size=\"15\">{}</text>\n", left, svg_escaped(title));
  out += axes(frame, lines);
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + right) / 2, bottom + 42,
                     svg_escaped(result.swept[axis].name));
  out += fmt::format("<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{} (log scale)</text>\n",
                     (top + bottom) / 2, unit);
  for (std::size_t i = 0; i < lines.size(); ++i) out += curve(frame, lines[i], i);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    out += fmt::format("<text x=\"20\" y=\"{:g}\" xml:space=\"preserve\">{}</text>\n",
                       below + 18 * static_cast<double>(i), svg_escaped(formulas[i]));
  }
  return out + "</svg>\n";
}

}  // namespace orbita::cli
