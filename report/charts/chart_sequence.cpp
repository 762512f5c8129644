// The message sequence chart as SVG.
#include <fmt/format.h>

#include <algorithm>

#include "engine/trace/trace_text.h"
#include "report/charts/chart_layout.h"
#include "report/charts/edge_text.h"
#include "report/charts/svg.h"
#include "report/charts/trace_charts.h"

namespace orbita {

namespace {

constexpr double sequence_row = 40, time_width = 70;
constexpr std::size_t most_changes = 4;  // of one step; more do not fit beside it

class SequenceChart {
 public:
  SequenceChart(const Model& model, const Trace& trace) : model_(model), trace_(trace), changes_(changes_of(trace)) {
    place_lifelines();
    right_ = centre_.empty() ? chart_margin + time_width : centre_.back() + last_half_;
    width_ = right_ + chart_margin;
    for (std::vector<std::string>& step : changes_) {
      if (step.size() > most_changes) {
        const std::size_t rest = step.size() - most_changes + 1;
        step.resize(most_changes - 1);
        step.push_back(fmt::format("and {} more", rest));
      }
      for (const std::string& change : step) width_ = std::max(width_, right_ + 16 + text_width(change) + chart_margin);
    }
    width_ = std::max(width_, 320.0);
    caption_ = caption_lines(one_line(trace.formula), width_ - 2 * chart_margin);
  }

  std::string text() {
    const double top = chart_margin + caption_height(caption_);
    y_ = top + 60;
    for (std::size_t p = 0; p < centre_.size(); ++p) place(p, trace_.initial.locations[p].second, y_);
    mark_time();
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) step(i);
    if (trace_.final_delay != Rational(0)) wait(trace_.final_delay);
    if (const std::string end = end_text(trace_); !end.empty()) {
      y_ += sequence_row;
      body_ += label_at(chart_margin + time_width, y_, end, "start");
    }
    const double bottom = y_ + sequence_row;
    return svg_document(width_, bottom + chart_margin, one_line(trace_.formula),
                        arrow + caption_at(caption_) + heads(top + 16) + lifelines(top, bottom) + body_);
  }

 private:
  static constexpr const char* arrow =
      "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"10\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
      "orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n";

  // Far enough from each other for the names, the locations, and the labels of messages between neighbours.
  void place_lifelines() {
    std::vector<double> half;
    for (const Lane& lane : lanes_of(trace_)) {
      double width = std::max(text_width(lane.process) + 24, 90.0);
      for (const Stay& stay : lane.stays) width = std::max(width, text_width(stay.location) + 24);
      half.push_back(width / 2);
    }
    std::vector<double> gap(half.size(), 0);  // before each lifeline
    for (std::size_t p = 0; p < half.size(); ++p)
      gap[p] = p == 0 ? chart_margin + time_width + half[0] : half[p - 1] + half[p] + 16;
    for (const TraceStep& step : trace_.steps) {
      const double label = text_width(channel_text(model_, step.edges)) + 30;
      for (std::size_t e = 1; e < step.edges.size(); ++e) {
        const auto [a, b] =
            std::minmax({lane_of(trace_, step.edges[0].process), lane_of(trace_, step.edges[e].process)});
        if (b == a + 1) gap[b] = std::max(gap[b], label);
      }
    }
    double x = 0;
    for (const double distance : gap) centre_.push_back(x += distance);
    if (!half.empty()) last_half_ = half.back();
  }

  std::string heads(double y) const {
    const std::string_view bold = " font-weight=\"bold\"";
    std::string out = text_at(chart_margin, y, "time", "start", bold);
    const bool any = std::any_of(changes_.begin(), changes_.end(), [](const auto& step) { return !step.empty(); });
    if (any) out += text_at(right_ + 16, y, "changes", "start", bold);
    return out;
  }

  std::string lifelines(double top, double bottom) const {
    std::string out;
    for (std::size_t p = 0; p < centre_.size(); ++p) {
      out += fmt::format(
                 "<g class=\"lifeline\"><line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" "
                 "stroke=\"#999\"/>",
                 centre_[p], top + 24, bottom) +
             text_at(centre_[p], top + 16, trace_.initial.locations[p].first, "middle", " font-weight=\"bold\"") +
             "</g>\n";
    }
    return out;
  }

  void place(std::size_t lane, const std::string& location, double y) {
    const double half = text_width(location) / 2 + 8;
    body_ +=
        fmt::format(
            "<g class=\"location\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"20\" rx=\"8\" fill=\"{}\" "
            "stroke=\"#555\"/>",
            centre_[lane] - half, y - 10, 2 * half, colour_of_name(location)) +
        text_at(centre_[lane], y + 4, location) + "</g>\n";
  }
  void mark_time() { body_ += text_at(chart_margin, y_ + 4, to_text(time_), "start", " class=\"time\""); }
  void wait(const Rational& delay) {
    time_ += delay;
    y_ += sequence_row / 2;
    body_ += fmt::format(
                 "<line class=\"delay\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#bbb\" "
                 "stroke-dasharray=\"4 4\"/>\n",
                 chart_margin, y_ + 4, right_, y_ + 4) +
             text_at(chart_margin, y_, "+" + to_text(delay), "start", " fill=\"#777\"");
    y_ += sequence_row;
    mark_time();
  }

  void step(std::size_t number) {
    const TraceStep& step = trace_.steps[number];
    if (step.delay != Rational(0)) wait(step.delay);
    else if (!step.edges.empty()) y_ += sequence_row;
    if (trace_.end == TraceEnd::lasso && number == trace_.loop_start) {
      body_ += text_at(right_, y_ - 14, "from here on for ever", "end", " font-style=\"italic\"");
    }
    const std::string channel = channel_text(model_, step.edges);
    const std::size_t sender = step.edges.empty() ? 0 : lane_of(trace_, step.edges[0].process);
    for (std::size_t e = 1; e < step.edges.size(); ++e) {
      message(sender, lane_of(trace_, step.edges[e].process), channel, step.edges.size() > 2);
    }
    if (step.edges.size() == 1) {
      const std::string label = channel.empty() ? "" : channel + "!";  // a broadcast without receivers
      body_ += fmt::format("<circle class=\"action\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", centre_[sender], y_) +
               (label.empty() ? "" : label_at(centre_[sender] + 10, y_ + 4, label, "start"));
    }
    for (std::size_t i = 0; i < changes_[number].size(); ++i) {
      body_ += text_at(right_ + 16, y_ + 4 + 14 * static_cast<double>(i), changes_[number][i], "start",
                       " class=\"change\" fill=\"#a00\"");
    }
    if (!step.edges.empty()) y_ += 22;
    for (const TraceEdge& edge : step.edges) place(lane_of(trace_, edge.process), edge_text(model_, edge).target, y_);
  }

  // With several receivers each arrow has its label just before its head, where no other arrow has one.
  void message(std::size_t from, std::size_t to, const std::string& channel, bool several) {
    const std::size_t neighbour = several ? (from < to ? to - 1 : to + 1) : from;
    body_ += fmt::format(
                 "<g class=\"message\"><line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"black\" "
                 "marker-end=\"url(#arrow)\"/>",
                 centre_[from], y_, centre_[to], y_) +
             label_at((centre_[neighbour] + centre_[to]) / 2, y_ - 4, channel) + "</g>\n";
  }

  const Model& model_;
  const Trace& trace_;
  std::vector<std::vector<std::string>> changes_;  // per step
  std::vector<std::string> caption_;
  std::vector<double> centre_;
  double right_ = 0, width_ = 0, last_half_ = 0, y_ = 0;
  Rational time_;
  std::string body_;
};

}  // namespace

std::string sequence_svg(const Model& model, const Trace& trace) { return SequenceChart(model, trace).text(); }

}  // namespace orbita
