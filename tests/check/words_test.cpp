// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/words.hpp"

#include "tests/support/faulty_models.hpp"

#include "fubini/core/names.hpp"
#include "fubini/catalogue/entries.hpp"
#include "models/davidson.hpp"
#include "models/pmop_mean.hpp"

#include <gtest/gtest.h>

namespace fubini::words_test {
namespace {

// As a catalogue would have it
struct first_score {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    return subset.scores[0];
  }
};

struct half_slope : squares {
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= f[i];
    return squares::log_likelihood<double>(ranking, f, ties);
  }
  using squares::log_likelihood;
};

template <class M>
std::string words(M model) {
  const ModelTexts all = in_every_arithmetic(model);
  return join(check::in_words(all, Sampler(model), {by_worths(model)},
                              check::laws(all, built_in_models(), {.many_items = 100})),
              "\n");
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Words, SayThatARightModelIsRight) {
  const std::string text = words(pmop_mean{});
  for (const char* part :
       {"Order: that of the items inside a bucket changes nothing",
        "Gradient: the one by hand agrees with 50 digits", "Sum: probabilities sum to one",
        "affine in the mean score for each size, for any number of items", "Chains: on 10 items",
        "Speed: the gradient by hand takes"})
    EXPECT_TRUE(says(text, part)) << part << " is not in\n" << text;
}

TEST(Words, SayWhatAModelOfPairsIsNot) {
  EXPECT_TRUE(says(words(davidson{}), "it does not choose bucket after bucket"));
}

TEST(Words, NameAPotentialThatSeesTheOrder) {
  const std::string text = words(as_model<first_score>{});
  EXPECT_TRUE(says(text, "Order: IT DEPENDS")) << text;
  EXPECT_TRUE(says(text, "a potential must not")) << text;
  EXPECT_TRUE(says(text, "by enumeration, up to 24 items")) << text;
  EXPECT_TRUE(says(text, "--inference importance")) << text;
  EXPECT_FALSE(says(text, "Form:")) << text;
}

// Written as any subset, and of a form none the less
struct priced {
  std::vector<std::string> tie_parameters() const { return {"price"}; }
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    return sum / constant_t<T>(subset.size()) - ties[0] * constant_t<T>(subset.size() - 1);
  }
};

TEST(Words, NameTheFormThatAPotentialHasUnsaid) {
  const std::string text = words(as_model<priced>{});
  for (const char* part : {"Form: THIS IS affine in the mean score for every size", "--form affine",
                           "Estimate: by importance sampling log Z is known within", "24 items",
                           "Metropolis-Hastings"})
    EXPECT_TRUE(says(text, part)) << part << " is not in\n" << text;
}

// Its stage potential is not that of its likelihood.
struct other_stages : pmop<sized<geometric_mean>> {
  sized<geometric_mean> stage_potential() const { return {{}, {.log_gamma = {0, 0.1}}}; }
};

TEST(Words, SeeSumsThatAreNotThoseOfThePotential) {
  EXPECT_TRUE(says(words(pmop_mean{}), "Sum: on 60 items, too, the sums agree"));
  EXPECT_TRUE(says(words(other_stages{}), "THE SUMS ARE NOT those of the stage potential"));
}

TEST(Words, NameTheEntryOfAWrongGradient) {
  const std::string text = words(half_slope{});
  EXPECT_TRUE(says(text, "Gradient: WRONG through the scorer worths: item ")) << text;
}

TEST(Words, SayOnlyThatAModelFailsWhereItDoes) {
  for (const std::string& text : {words(throwing{}), words(nan_valued{})}) {
    EXPECT_TRUE(says(text, "Numbers: IT FAILED")) << text;
    EXPECT_FALSE(says(text, "Speed")) << text;
  }
}

TEST(AsModel, NamesAPotentialsModelAfterIt) {
  EXPECT_EQ(model_info(as_model<first_score>{}).name, "first_score");
  EXPECT_EQ(model_info(as_model<davidson>{}).name, "davidson");
}

TEST(Catalogue, JoinsWithAnotherUnlessANameStandsInBoth) {
  const ModelCatalogue own({model_entry<as_model<first_score>>()});
  ModelCatalogue all = built_in_models();
  all.join(own);
  EXPECT_EQ(all.size(), built_in_models().size() + 1);
  EXPECT_EQ(all.make("first_score").info().name, "first_score");
  EXPECT_THROW(all.join(own), ArgumentError);
}

}  // namespace
}  // namespace fubini::words_test
