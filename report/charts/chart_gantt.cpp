// The Gantt chart as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/trace/trace_text.h"
#include "report/charts/chart_layout.h"
#include "report/charts/edge_text.h"
#include "report/charts/svg.h"
#include "report/charts/trace_charts.h"

namespace orbita {

namespace {

constexpr double lane_height = 40, bar_height = 26, plot_width = 900;

// 1, 2 or 5 times a power of ten, so that about ten marks fit.
double tick_distance(double total) {
  if (total <= 0) return 1;
  const double power = std::pow(10, std::floor(std::log10(total / 10)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (total / (factor * power) <= 11) return factor * power;
  }
  return 10 * power;
}

class GanttChart {
 public:
  GanttChart(const Trace& trace, std::vector<Lane> lanes)
      : trace_(trace), lanes_(std::move(lanes)), end_(duration(trace)), total_(to_double(end_)) {
    double longest = 40;
    for (const Lane& lane : lanes_) {
      left_ = std::max(left_, chart_margin + text_width(lane.process) + 16);
      for (const Stay& stay : lane.stays) {
        if (stay.to == end_) longest = std::max(longest, text_width(stay.location) + 20);
      }
    }
    tail_ = std::min(longest, 200.0);
    caption_ = caption_lines(one_line(trace.formula), plot_width);
  }

  std::string text() {
    const double top = chart_margin + caption_height(caption_) + 14;
    const double bottom = top + lane_height * static_cast<double>(lanes_.size());
    axis(top, bottom);
    for (std::size_t i = 0; i < lanes_.size(); ++i) lane(lanes_[i], top + lane_height * static_cast<double>(i));
    end_mark(top, bottom);
    const std::string end = end_text(trace_);
    if (!end.empty()) body_ += text_at(left_, bottom + 56, end, "start", " font-style=\"italic\"");
    return svg_document(left_ + plot_width + 2 * chart_margin, bottom + (end.empty() ? 56 : 72),
                        one_line(trace_.formula), caption_at(caption_) + body_);
  }

 private:
  // A tail after the end of the run shows the location of every process then.
  double at(double time) const { return left_ + (total_ > 0 ? time / total_ * (plot_width - tail_) : 0); }

  void axis(double top, double bottom) {
    const double distance = tick_distance(total_);
    for (double t = 0; t <= total_ * (1 + 1e-9); t += distance) {
      body_ +=
          fmt::format(
              "<line class=\"tick\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>\n",
              at(t), top - 6, bottom + 6) +
          text_at(at(t), bottom + 20, fmt::format("{:g}", t));
    }
    body_ +=
        text_at(left_ + plot_width / 2, bottom + 38, "time", "middle", " class=\"axis-title\" font-weight=\"bold\"");
  }

  void end_mark(double top, double bottom) {
    body_ += fmt::format(
                 "<line class=\"end\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#333\" "
                 "stroke-dasharray=\"3 3\"/>\n",
                 at(total_), top - 6, bottom + 6) +
             text_at(at(total_), top - 10, "end: " + to_text(end_), "start", " fill=\"#333\"");
  }

  void lane(const Lane& lane, double y) {
    body_ += "<g class=\"lane\">\n" + text_at(left_ - 10, y + bar_height / 2 + 4, lane.process, "end");
    const double height = bar_height / static_cast<double>(lane.rows);
    for (const Stay& stay : lane.stays) bar(stay, y + height * static_cast<double>(stay.row), height);
    body_ += "</g>\n";
  }

  void bar(const Stay& stay, double y, double height) {
    const double from = at(to_double(stay.from)), to = stay.lasts ? left_ + plot_width : at(to_double(stay.to)),
                 width = to - from;
    const std::string about = fmt::format("<title>{} from {} {}</title>", xml_escaped(stay.location),
                                          to_text(stay.from), stay.lasts ? "on" : "to " + to_text(stay.to));
    if (width < 1) {  // left at once
      body_ += fmt::format(
          "<line class=\"moment\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#333\" "
          "stroke-width=\"2\">{3}</line>\n",
          from, y - 2, y + height + 2, about);
      return;
    }
    body_ += fmt::format(
        "<rect class=\"stay\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
        "stroke=\"#555\">{}</rect>\n",
        from, y, width, height, stay.colour.empty() ? colour_of_name(stay.location) : stay.colour, about);
    const std::string label = shortened_label(stay.location, width - 6);
    if (!label.empty() && height >= 12) body_ += text_at(from + width / 2, y + height / 2 + 4, label);
  }

  const Trace& trace_;
  std::vector<Lane> lanes_;
  std::vector<std::string> caption_;
  Rational end_;
  double total_, left_ = chart_margin, tail_ = 0;
  std::string body_;
};

}  // namespace

std::string gantt_svg(const Trace& trace, std::vector<Lane> lanes) {
  return GanttChart(trace, std::move(lanes)).text();
}

}  // namespace orbita
