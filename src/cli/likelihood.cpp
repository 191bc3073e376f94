// SPDX-License-Identifier: BSD-3-Clause
#include "cli/training.hpp"

#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/core/text.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <fmt/format.h>

#include <numeric>
#include <vector>

namespace fubini::cli {
namespace {

struct LikelihoodOptions {
  std::string model;
  std::vector<double> scores;
  std::vector<long> buckets;
  std::vector<double> ties;
  std::string gradient = "hand";
  bool json = false;
};

constexpr long kMostItems = 100'000'000;

// A ranking keeps every item, so it is not made before this holds.
void check_buckets(const LikelihoodOptions& options) {
  const long items = std::accumulate(options.buckets.begin(), options.buckets.end(), 0L);
  if (items != std::ssize(options.scores))
    throw ArgumentError(fmt::format("--buckets: {} items; wanted {}, as there are --scores", items,
                                    options.scores.size()));
}

ValueAndGradient in_digits(const Definition<Digits>& model, const Ranking& ranking,
                           const std::vector<double>& f, const std::vector<double>& ties) {
  const PreciseGradient truth = in_fifty_digits(model, ranking, f, ties);
  ValueAndGradient result{truth.value.high, {}, {}};
  for (const Precise& slope : truth.slopes)
    (result.scores.size() < f.size() ? result.scores : result.ties).push_back(slope.high);
  return result;
}

ValueAndGradient evaluate(const Catalogues& known, const LikelihoodOptions& options,
                          const Ranking& ranking, const std::vector<double>& f,
                          const std::vector<double>& ties) {
  const Model model = known.models.make(options.model);
  check_arguments("--ties", model.tie_parameters(), ranking, f, ties);  // the rest was
  if (options.gradient == "hand" && !model.has_gradient())
    throw ArgumentError(
        fmt::format("--gradient hand: model {} has none by hand; wanted --gradient autodiff",
                    model.info().name));
  const Index largest = model.info().largest_bucket;
  if (impossible(ranking, largest))
    throw NumericalError(
        fmt::format("the log-likelihood is -infinity: {} gives no bucket of more than {} item{}",
                    model.info().name, largest, largest == 1 ? "" : "s"));
  if (options.gradient == "hand") return log_likelihood_gradient(model, ranking, f, ties);
  const ModelTexts texts = known.models.texts(options.model);
  ValueAndGradient result{0, std::vector<double>(f.size()), std::vector<double>(ties.size())};
  if (options.gradient == "digits")
    result = in_digits(texts.digits, ranking, f, ties);
  else
    result.value = reverse_gradient(texts.autodiff.reverse, ranking, f, ties,
                                    Gradient{result.scores, result.ties});
  check_result(model.info().name, largest, ranking, result.value, {result.scores, result.ties});
  return result;
}

std::string list(const std::vector<double>& numbers) {
  std::vector<std::string> parts;
  for (const double x : numbers) parts.push_back(fmt::format("{:.17g}", x));
  return "[" + join(parts, ", ") + "]";
}

// Errors name the options.
ValueAndGradient evaluate_options(const Catalogues& known, const LikelihoodOptions& options,
                                  const Ranking& ranking) {
  try {
    return evaluate(known, options, ranking, options.scores, options.ties);
  } catch (const NumericalError& error) {
    throw NumericalError("--scores, --ties: " + std::string(error.what()));
  }
}

std::string likelihood_command(const Catalogues& known, const LikelihoodOptions& options) {
  check_buckets(options);
  const Ranking ranking(options.buckets);
  const ValueAndGradient result = evaluate_options(known, options, ranking);
  if (options.json)
    return fmt::format("{{\"value\": {:.17g}, \"gradient\": {{\"scores\": {}, \"ties\": {}}}}}\n",
                       result.value, list(result.scores), list(result.ties));
  std::string text = fmt::format("{:<16}{:.17g}\n", "value", result.value);
  for (Index i = 0; i < ranking.num_items(); ++i)
    text += fmt::format("{:<16}{:.17g}\n", fmt::format("d/d score {}", i + 1), result.scores[i]);
  const auto names = known.models.make(options.model).tie_parameters();
  for (std::size_t t = 0; t < names.size(); ++t)
    text += fmt::format("{:<16}{:.17g}\n", "d/d " + names[t], result.ties[t]);
  return text;
}

}  // namespace

void add_likelihood(CommandLine& line) {
  add_command<LikelihoodOptions>(
      line, "likelihood", "The log-likelihood of one ranking, and its gradient",
      [&line](Command& app, LikelihoodOptions& to) {
        add_model(app, to.model, line.known)->required();
        app.add_numbers("--scores", to.scores, "Scores in bucket order, separated by commas")
            ->required();
        app.add_counts("--buckets", to.buckets, {.least = 1, .most = kMostItems},
                       "Bucket sizes, best first")
            ->required();
        app.add_numbers("--ties", to.ties, "The model's tie parameters");
        app.add_choice("--gradient", to.gradient, {"hand", "autodiff", "digits"},
                       "By hand (default), autodiff, or digits: 50 of them");
        app.add_flag("--json", to.json, "Print JSON: value, gradient.scores, gradient.ties");
        app.footer(
            "Example: fubini likelihood --model pmop_full --scores 1,0.5,-1 --buckets 1,2 --json");
      },
      [&line](const LikelihoodOptions& options) {
        return Outcome{.text = likelihood_command(line.known, options)};
      });
}

}  // namespace fubini::cli
