// The growth plot of a sweep, as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>

#include "cli/sweep.h"

namespace orbita::cli {

namespace {

struct PlotPoint {
  double x = 0, y = 0;
};

struct PlotLine {
  std::string label;
  std::vector<PlotPoint> points;
};

constexpr double left = 80, right = 560, top = 50, bottom = 400, total_width = 840, total_height = 470;
// Told apart by colour-blind people too (Okabe and Ito).
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};

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

// The last constant with several values, all numbers.
std::size_t axis_of(const SweepResult& result) {
  for (std::size_t i = result.constants.size(); i-- > 0;) {
    if (result.constants[i].values.size() > 1) return i;
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
      if (i != axis) label += result.constants[i].name + "=" + row.values[i] + " ";
    }
    label += row.formula.size() > 34 ? row.formula.substr(0, 33) + "…" : row.formula;
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
    out += fmt::format("<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"#dddddd\"/>\n", left, y, right, y);
    out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", left - 8, y + 4, std::pow(10, power));
  }
  std::vector<double> values;
  for (const PlotLine& line : lines) {
    for (const PlotPoint& point : line.points) values.push_back(point.x);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const std::size_t every = values.size() / 12 + 1;
  for (std::size_t i = 0; i < values.size(); i += every) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", frame.x(values[i]), bottom + 18, values[i]);
  }
  return out + fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#000000\"/>\n", left, top, bottom, right);
}

std::string curve(const Frame& frame, const PlotLine& line, std::size_t number) {
  const char* colour = colours[number % std::size(colours)];
  std::string points, marks;
  for (const PlotPoint& point : line.points) {
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", frame.x(point.x), frame.y(point.y));
    marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", frame.x(point.x), frame.y(point.y), colour);
  }
  const double legend = top + 18 * static_cast<double>(number);
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n{}", points, colour, marks) +
         fmt::format("<circle cx=\"{}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", right + 20, legend, colour) +
         fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", right + 30, legend + 4, svg_escaped(line.label));
}

}  // namespace

std::string growth_plot(const std::string& title, const SweepResult& result, const std::string& what) {
  const std::size_t axis = axis_of(result);
  const std::vector<PlotLine> lines = lines_of(result, axis, what);
  const Frame frame = frame_of(lines);
  const double height = std::max(total_height, top + 18 * static_cast<double>(lines.size()) + 20);
  const std::string unit = what == "time" ? "seconds" : what == "memory" ? "megabytes" : "states stored";
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      total_width, height);
  out += fmt::format("<text x=\"{}\" y=\"24\" font-size=\"15\">{}</text>\n", left, svg_escaped(title));
  out += axes(frame, lines);
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + right) / 2, bottom + 42,
                     svg_escaped(result.constants[axis].name));
  out += fmt::format("<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{} (log scale)</text>\n",
                     (top + bottom) / 2, unit);
  for (std::size_t i = 0; i < lines.size(); ++i) out += curve(frame, lines[i], i);
  return out + "</svg>\n";
}

}  // namespace orbita::cli
