// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/function/detail/asked.hpp"
#include "fubini/check/function/detail/points.hpp"
#include "fubini/check/function/detail/slopes.hpp"
#include "fubini/core/random.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fubini::check {

// What all comparisons of one size share.
struct Examination {
  Asked& asked;
  const FunctionOptions& options;
  FunctionReport& report;
  const Clock& clock;
  Draws& draws;
  std::vector<double> base;           // sizes of x's entries
  std::vector<bool> judged = {};      // of each entry, whether something told
  std::vector<std::string> why = {};  // if not: the first reason
  double seconds_a_value = 0;
  double value_at_x = 0;  // its size; of the first point that has one
  bool digits = true;     // false: they take too long, or the text does not do with them

  void note(const std::string& sentence);
};

// One point, and what was found there.
class Place {
 public:
  Place(Examination& run, const Point& point, double value, std::vector<double> found);

  void against_exact_ways();   // 50 digits, both modes of autodiff
  void against_differences();  // and the complex step
  void against_itself(std::span<const double> elsewhere);
  // After other calls, what was found here before must be found again.
  void against_again(Against way, double value, std::span<const double> gradient);
  Kept kept() const { return {point_.name, point_.x, found_, value_, steady_}; }

 private:
  friend class ByDifferences;

  // How a difference is taken that exceeds what is always allowed
  enum class Fault { none, lost, wrong };
  struct Entry {
    std::string name;
    double found = 0, wanted = 0;
    double unit = 1;   // the norm, in the units of this entry
    double usual = 0;  // a thousandth of usual values, in these units
    bool direction = false;
  };

  void compare(Against way, const Entry& entry, double allowed, Fault beyond);
  FunctionEntry described(const Entry& entry, double allowed) const;
  static Fault lost_or_wrong(const Entry& entry, double explained);
  static bool is_little(const Entry& entry);
  void undecided(Against way, const std::string& entry, const std::string& why);

  void against_truth();
  void against_value(double truth, std::optional<double> by_reverse);
  void against_autodiff(Against way, std::span<const double> wanted);
  void take_reverse();
  void take_forward();
  void take_scatter();
  double noise(std::size_t j);  // of the gradient, among neighbours
  void add_noise(double spacing);

  double usual() const { return 1e-3 * run_.value_at_x; }
  double usual(std::size_t j) const { return usual() / scale_[j]; }
  double unit(std::size_t j) const { return norm_ / scale_[j]; }
  double rounding(std::size_t j) const;
  double away(std::span<const double> slopes, std::size_t j) const;  // from the truth
  double explained_by_text(std::size_t j);
  std::size_t size() const { return point_.x.size(); }
  std::string entry_name(std::size_t j) const { return check::entry_name(run_.options, j); }

  Examination& run_;
  const Point& point_;
  double value_;
  std::vector<double> found_, scale_;  // scale: what a large step of each entry is
  bool steady_ = true;                 // its value: asked again, the same
  double norm_ = 0;                    // of the gradient times scale
  std::vector<double> truth_, reverse_, forward_, noise_;
  std::vector<double> lost_;  // what 50 digits excuse, of each entry
  std::optional<double> reverse_value_;
  std::vector<Scatter> scatter_;
  std::vector<double> scatter_size_;  // its unit, of each entry
};

}  // namespace fubini::check
