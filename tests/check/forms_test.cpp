// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/forms.hpp"

#include "fubini/core/numerics.hpp"
#include "fubini/model/stagewise/potentials/arithmetic_mean.hpp"
#include "fubini/model/stagewise/potentials/extremes_mixture.hpp"
#include "fubini/model/stagewise/potentials/maximum.hpp"
#include "fubini/model/stagewise/potentials/minimum.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"
#include "tests/sample/importance_potentials.hpp"

#include <gtest/gtest.h>

namespace fubini::forms_test {
namespace {

template <class P>
std::string recognised(const P& potential) {
  const auto form =
      check::recognised_form(AnyPotential(potential), potential_parameters(potential).size());
  return form ? form->argument : "";
}

TEST(Forms, AreSeenThroughTheirDisguise) {
  EXPECT_TRUE(recognised(mean_in_disguise{}).starts_with("Affine<T>"));
  EXPECT_TRUE(recognised(price_in_disguise{}).starts_with("Affine<T>"));
  EXPECT_TRUE(recognised(full_in_disguise{}).starts_with("T log_term"));
  EXPECT_TRUE(recognised(arithmetic_mean{}).starts_with("T log_term"));
  EXPECT_NE(recognised(maximum{}).find("const Maximum<T>"), std::string::npos);
  EXPECT_NE(recognised(minimum{}).find("const Minimum<T>"), std::string::npos);
  EXPECT_NE(recognised(sized<maximum>{{}, {.uniform = true}}).find("SizedMaximum<T>"),
            std::string::npos);
  EXPECT_NE(recognised(middle_in_disguise{}).find("const Extremes<T>"), std::string::npos);
  EXPECT_NE(recognised(extremes_mixture{}).find("const Extremes<T>"), std::string::npos);
}

TEST(Forms, AreNotSeenWhereThereIsNone) {
  EXPECT_EQ(recognised(spread{}), "");
  EXPECT_EQ(recognised(softmin{}), "");
  EXPECT_EQ(recognised(p_norm{}), "");
  EXPECT_EQ(recognised(interaction{}), "");
  EXPECT_EQ(recognised(never{}), "");
  EXPECT_EQ(recognised(not_a_number{}), "");
}

}  // namespace
}  // namespace fubini::forms_test
