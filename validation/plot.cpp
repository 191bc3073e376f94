// SPDX-License-Identifier: BSD-3-Clause
#include "plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fubini::validation {
namespace {

constexpr std::array kColours = {"#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b08900",
                                 "#2a9d8f", "#8d3b72", "#555555", "#d1495b", "#00798c"};

std::string line(double x1, double y1, double x2, double y2, const char* colour, double width = 1) {
  return fmt::format(
      R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" stroke-width="{}"/>)",
      x1, y1, x2, y2, colour, width);
}

std::string label(double x, double y, const std::string& text, const char* anchor,
                  const char* colour = "#333") {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" fill="{}">{}</text>)", x, y,
                     anchor, colour, text);
}

std::string framed(double width, double height, const std::string& content) {
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" )"
      R"(font-family="sans-serif" font-size="11"><rect width="{0}" height="{1}" fill="#fff"/>{2}</svg>)",
      width, height, content);
}

// Powers of ten onto pixels
struct LogScale {
  double low, high;   // exponents
  double begin, end;  // pixels
  double operator()(double x) const {
    const double e = std::clamp(x > 0 ? std::log10(x) : low, low, high);
    return begin + (e - low) / (high - low) * (end - begin);
  }
  std::string ticks(bool along_x, double across_begin, double across_end) const {
    std::string text;
    for (double e = std::ceil(low); e <= high; ++e) {
      const double at = (*this)(std::pow(10, e));
      const std::string name = fmt::format("1e{:.0f}", e);
      text += along_x ? line(at, across_begin, at, across_end, "#e4e4e4") +
                            label(at, across_end + 14, name, "middle")
                      : line(across_begin, at, across_end, at, "#e4e4e4") +
                            label(across_begin - 6, at + 4, name, "end");
    }
    return text;
  }
};

}  // namespace

std::string growth_plot(const std::string& x_title, const std::string& y_title,
                        const std::vector<Curve>& curves) {
  constexpr double kWidth = 860, kHeight = 460, kLeft = 60, kRight = 700, kTop = 20, kBottom = 410;
  double x_low = 1e300, x_high = 1e-300, y_low = 1e300, y_high = 1e-300;
  for (const Curve& curve : curves)
    for (const auto& [x, y] : curve.points) {
      x_low = std::min(x_low, x);
      x_high = std::max(x_high, x);
      y_low = std::min(y_low, y);
      y_high = std::max(y_high, y);
    }
  const LogScale x{std::log10(x_low), std::log10(x_high), kLeft, kRight};
  const LogScale y{std::floor(std::log10(y_low)), std::ceil(std::log10(y_high)), kBottom, kTop};
  std::string text = x.ticks(true, kTop, kBottom) + y.ticks(false, kLeft, kRight);
  text += label((kLeft + kRight) / 2, kBottom + 34, x_title, "middle") +
          label(kLeft, kTop - 6, y_title, "start");

  // Names at the right, in the order of the ends, none over another.
  std::vector<std::pair<double, std::size_t>> ends;
  for (std::size_t c = 0; c < curves.size(); ++c)
    ends.emplace_back(y(curves[c].points.back().second), c);
  std::ranges::sort(ends);
  double at = kTop;
  for (const auto& [end, c] : ends) {
    const Curve& curve = curves[c];
    const char* colour = kColours[c % kColours.size()];
    std::string points;
    for (const auto& [px, py] : curve.points) {
      points += fmt::format("{:.1f},{:.1f} ", x(px), y(py));
      text += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="{}"/>)", x(px), y(py),
                          colour);
    }
    text += fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="1.5"/>)",
                        points, colour);
    at = std::max(at + 14, end);
    text += line(x(curve.points.back().first), end, kRight + 10, at, "#cccccc", 0.5) +
            label(kRight + 14, at + 4, curve.name, "start", colour);
  }
  return framed(kWidth, kHeight, text);
}

std::string distribution_plot(const std::string& title, const std::vector<Distribution>& rows,
                              const std::vector<Mark>& marks) {
  constexpr double kWidth = 860, kLeft = 210, kRight = 840, kTop = 40, kRow = 16;
  const double bottom = kTop + kRow * static_cast<double>(rows.size()) + 4;
  const LogScale x{-18, -11, kLeft, kRight};
  std::string text = x.ticks(true, kTop, bottom) + label(kLeft, 14, title, "start");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double y = kTop + kRow * (static_cast<double>(r) + 0.5);
    text += label(kLeft - 8, y + 4, rows[r].name, "end");
    std::vector<double> values = rows[r].values;
    if (values.empty()) continue;
    std::ranges::sort(values);
    const auto quantile = [&](double q) {
      return x(values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))]);
    };
    text += line(quantile(0), y, quantile(1), y, "#8aa9c0");
    text += fmt::format(
        R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="8" fill="#1b6ca8" fill-opacity="0.45"/>)",
        quantile(0.25), y - 4, std::max(quantile(0.75) - quantile(0.25), 1.0));
    text += line(quantile(0.5), y - 5, quantile(0.5), y + 5, "#0d3b5c", 2);
    text +=
        fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="#0d3b5c"/>)", quantile(1), y);
  }
  for (const Mark& mark : marks)
    text += line(x(mark.value), kTop - 4, x(mark.value), bottom, "#c8553d", 1.2) +
            label(x(mark.value), kTop - 8, mark.name, "middle", "#c8553d");
  return framed(kWidth, bottom + 24, text);
}

}  // namespace fubini::validation
