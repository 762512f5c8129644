#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "cli/chart_layout.h"
#include "cli/edge_text.h"
#include "cli/trace_charts.h"

namespace orbita::cli {

namespace {

constexpr double character = 7;   // width of a letter at the font size used
constexpr double margin = 20, row_height = 40, bar_height = 26;

double text_width(const std::string& text) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });  // UTF-8
  return character * static_cast<double>(letters);
}

std::string shortened_label(const std::string& text, double width) {
  if (text_width(text) <= width) return text;
  auto letters = static_cast<std::size_t>(std::max(0.0, width / character - 1));
  std::size_t end = 0;
  for (; end < text.size() && letters > 0; --letters) {
    do ++end;
    while (end < text.size() && (text[end] & 0xC0) == 0x80);
  }
  return end == 0 ? "" : text.substr(0, end) + "…";
}

std::string svg(double width, double height, const std::string& title, const std::string& body) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<title>{2}</title>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"white\"/>\n{3}</svg>\n",
      width, height, xml_escaped(title), body);
}

std::string text_at(double x, double y, const std::string& text, const char* anchor = "middle", const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more, xml_escaped(text));
}

// The same location has the same colour everywhere.
std::string colour_of(const std::string& location) {
  std::uint32_t hash = 2166136261u;
  for (const char c : location) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return fmt::format("hsl({}, 60%, 80%)", hash % 360);
}

// 1, 2 or 5 times a power of ten, so that about ten marks fit.
double tick_distance(double total) {
  if (total <= 0) return 1;
  const double power = std::pow(10, std::floor(std::log10(total / 10)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (total / (factor * power) <= 11) return factor * power;
  }
  return 10 * power;
}

class SequenceChart {
 public:
  SequenceChart(const Model& model, const Trace& trace) : model_(model), trace_(trace) {
    double x = margin + time_width;
    for (const Lane& lane : lanes_of(trace)) {
      double width = text_width(lane.process) + 24;
      for (const Stay& stay : lane.stays) width = std::max(width, text_width(stay.location) + 24);
      width = std::max(width, 90.0);
      centre_.push_back(x + width / 2);
      x += width + 16;
    }
    width_ = x + margin;
  }

  std::string text() {
    y_ = margin + 60;
    for (std::size_t p = 0; p < centre_.size(); ++p) place(p, trace_.initial.locations[p].second, y_);
    mark_time();
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) step(i);
    if (trace_.final_delay != Rational(0)) wait(trace_.final_delay);
    if (const std::string end = end_text(trace_); !end.empty()) {
      y_ += row_height;
      body_ += text_at(margin + time_width, y_, end, "start", " font-style=\"italic\"");
    }
    const double bottom = y_ + row_height;
    std::string lines;
    for (std::size_t p = 0; p < centre_.size(); ++p) {
      lines += fmt::format("<g class=\"lifeline\"><line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#999\"/>",
                           centre_[p], margin + 24, bottom) +
               text_at(centre_[p], margin + 16, trace_.initial.locations[p].first, "middle", " font-weight=\"bold\"") + "</g>\n";
    }
    const std::string head =
        "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"10\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
        "orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n";
    return svg(width_, bottom + margin, trace_.formula, head + lines + body_);
  }

 private:
  static constexpr double time_width = 70;

  void place(std::size_t lane, const std::string& location, double y) {
    const double half = text_width(location) / 2 + 8;
    body_ += fmt::format("<g class=\"location\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"20\" rx=\"8\" fill=\"{}\" "
                         "stroke=\"#555\"/>",
                         centre_[lane] - half, y - 10, 2 * half, colour_of(location)) +
             text_at(centre_[lane], y + 4, location) + "</g>\n";
  }
  void mark_time() { body_ += text_at(margin, y_ + 4, to_text(time_), "start", " class=\"time\""); }
  void wait(const Rational& delay) {
    time_ += delay;
    y_ += row_height / 2;
    body_ += fmt::format("<line class=\"delay\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#bbb\" "
                         "stroke-dasharray=\"4 4\"/>\n",
                         margin, y_ + 4, width_ - margin, y_ + 4) +
             text_at(margin, y_, "+" + to_text(delay), "start", " fill=\"#777\"");
    y_ += row_height;
    mark_time();
  }

  void step(std::size_t number) {
    const TraceStep& step = trace_.steps[number];
    if (step.delay != Rational(0)) wait(step.delay);
    else y_ += row_height;
    if (trace_.end == TraceEnd::lasso && number == trace_.loop_start) {
      body_ += text_at(width_ - margin, y_ - 14, "from here on for ever", "end", " font-style=\"italic\"");
    }
    const std::string channel = channel_text(model_, step.edges);
    const std::size_t sender = step.edges.empty() ? 0 : lane_of(trace_, step.edges[0].process);
    for (std::size_t e = 1; e < step.edges.size(); ++e) message(sender, lane_of(trace_, step.edges[e].process), channel);
    if (step.edges.size() == 1) {
      const std::string label = channel.empty() ? "" : channel + "!";  // a broadcast that nobody hears
      body_ += fmt::format("<circle class=\"action\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", centre_[sender], y_) +
               (label.empty() ? "" : text_at(centre_[sender] + 8, y_ - 4, label, "start"));
    }
    y_ += 22;
    for (const TraceEdge& edge : step.edges) {
      place(lane_of(trace_, edge.process), edge_text(model_, edge).target, y_);
    }
  }

  void message(std::size_t from, std::size_t to, const std::string& channel) {
    body_ += fmt::format("<g class=\"message\"><line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"black\" "
                         "marker-end=\"url(#arrow)\"/>",
                         centre_[from], y_, centre_[to], y_) +
             text_at((centre_[from] + centre_[to]) / 2, y_ - 4, channel) + "</g>\n";
  }

  const Model& model_;
  const Trace& trace_;
  std::vector<double> centre_;
  double width_ = 0, y_ = 0;
  Rational time_;
  std::string body_;
};

class GanttChart {
 public:
  explicit GanttChart(const Trace& trace) : trace_(trace), lanes_(lanes_of(trace)), total_(to_double(duration(trace))) {
    for (const Lane& lane : lanes_) left_ = std::max(left_, margin + text_width(lane.process) + 16);
  }

  std::string text() {
    const double bottom = margin + row_height * static_cast<double>(lanes_.size());
    axis(bottom);
    for (std::size_t i = 0; i < lanes_.size(); ++i) lane(lanes_[i], margin + row_height * static_cast<double>(i));
    const std::string end = end_text(trace_);
    if (!end.empty()) body_ += text_at(left_, bottom + 44, end, "start", " font-style=\"italic\"");
    return svg(left_ + plot + 2 * margin, bottom + 60, trace_.formula, body_);
  }

 private:
  static constexpr double plot = 900;

  double at(const Rational& time) const { return left_ + (total_ > 0 ? to_double(time) / total_ * plot : 0); }

  void axis(double bottom) {
    const double distance = tick_distance(total_);
    for (double t = 0; t <= total_ * (1 + 1e-9); t += distance) {
      const double x = left_ + (total_ > 0 ? t / total_ * plot : 0);
      body_ += fmt::format("<line class=\"tick\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>\n", x,
                           margin - 6, bottom + 6) +
               text_at(x, bottom + 20, fmt::format("{:g}", t));
    }
  }

  void lane(const Lane& lane, double y) {
    body_ += "<g class=\"lane\">\n" + text_at(left_ - 10, y + bar_height / 2 + 4, lane.process, "end");
    for (const Stay& stay : lane.stays) {
      const double from = at(stay.from), width = at(stay.to) - from;
      const std::string about = fmt::format("<title>{} from {} to {}</title>", xml_escaped(stay.location), to_text(stay.from), to_text(stay.to));
      if (width < 1) {  // left at once
        body_ += fmt::format("<line class=\"moment\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#333\" "
                             "stroke-width=\"2\">{3}</line>\n",
                             from, y - 2, y + bar_height + 2, about);
        continue;
      }
      body_ += fmt::format("<rect class=\"stay\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\" fill=\"{}\" stroke=\"#555\">{}</rect>\n",
                           from, y, width, bar_height, colour_of(stay.location), about);
      const std::string label = shortened_label(stay.location, width - 6);
      if (!label.empty()) body_ += text_at(from + width / 2, y + bar_height / 2 + 4, label);
    }
    body_ += "</g>\n";
  }

  const Trace& trace_;
  std::vector<Lane> lanes_;
  double total_, left_ = margin;
  std::string body_;
};

}  // namespace

std::string sequence_svg(const Model& model, const Trace& trace) { return SequenceChart(model, trace).text(); }
std::string gantt_svg(const Trace& trace) { return GanttChart(trace).text(); }

}  // namespace orbita::cli
