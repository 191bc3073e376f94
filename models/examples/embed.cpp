// SPDX-License-Identifier: BSD-3-Clause
// A program that trains and ranks.
#include <fubini/fit/fit.hpp>
#include <fubini/io/ranker.hpp>

#include <cstdio>

using namespace fubini;

int main() {
  Dataset data = Dataset::dense(2);  // queries with their documents' features; equal grades tie
  data.add_query("berlin", std::vector<double>{3, 1, 1, 0},
                 std::vector<float>{.9F, .1F, .5F, .2F, .3F, .8F, .1F, .6F});
  data.add_query("hamburg", std::vector<double>{0, 2, 2},
                 std::vector<float>{.2F, .9F, .7F, .3F, .8F, .5F});
  const Ranker ranker(fit(built_in(), data, "pmop_full", {.l2 = 0.1}).model);
  const std::vector<float> documents = {.1F, .7F, .9F, .4F};
  for (const double score :
       ranker.score(Items::dense(documents.data(), 2, 2, ranker.num_features())))
    std::printf("%.3f\n", score);
}
