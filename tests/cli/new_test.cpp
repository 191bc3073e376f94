// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/folder.hpp"

#include "fubini/io/file.hpp"

#include <gtest/gtest.h>

// What the written folders build is tested by tests/outside.
namespace fubini::new_test {
namespace {

class New : public FolderTest {
 protected:
  std::string complaint(const std::string& words) const {
    const Finished done = fubini("new " + words);
    EXPECT_EQ(done.status, 2) << words;
    EXPECT_EQ(done.out, "") << words;
    return done.err;
  }
};

TEST_F(New, WritesFilesThatNameTheStruct) {
  for (const std::string kind : {"potential", "model", "scorer"}) {
    const Finished done = fubini("new " + kind + " my_" + kind + " --out " + kind);
    EXPECT_EQ(done.status, 0) << done.err;
    const std::string header = read_file(path(kind + "/my_" + kind + ".hpp"));
    EXPECT_NE(header.find(" my_" + kind + " {"), std::string::npos) << header;
    EXPECT_EQ(header.find("NAME"), std::string::npos) << "a name is missing";
    EXPECT_NE(read_file(path(kind + "/CMakeLists.txt")).find("find_package(fubini"),
              std::string::npos);
  }
}

TEST_F(New, WritesPotentialsOfEveryForm) {
  const auto header_of = [&](const std::string& form) {
    const std::string words = form.empty() ? "" : " --form " + form;
    const Finished done = fubini("new potential mine --out p_" + form + words);
    EXPECT_EQ(done.status, 0) << done.err;
    return read_file(path("p_" + form + "/mine.hpp"));
  };
  const std::string subset = header_of("subset");
  EXPECT_NE(subset.find("const Subset<T>&"), std::string::npos);
  EXPECT_EQ(header_of(""), subset);
  EXPECT_NE(header_of("affine").find("Affine<T> log_potential(const SizeOf&"), std::string::npos);
  EXPECT_NE(header_of("extremes").find("const Extremes<T>&"), std::string::npos);
  EXPECT_NE(header_of("additive").find("T log_term("), std::string::npos);
  EXPECT_NE(complaint("potential mine --form afine --out x").find("did you mean affine?"),
            std::string::npos);
  EXPECT_NE(complaint("model mine --form affine --out x").find("wanted with a potential"),
            std::string::npos);
}

TEST_F(New, RefusesNamesThatCannotBe) {
  for (const std::string name : {"Mine", "2nd", "my-potential", "a__b", "ä"})
    EXPECT_NE(complaint("potential " + name + " --out x").find("small letters"), std::string::npos);
  EXPECT_NE(complaint("model \"\" --out x").find("NAME: empty"), std::string::npos);
  EXPECT_NE(complaint("model davidson --out x").find("is a model already"), std::string::npos);
  for (const std::string name :
       {"class", "int", "co_yield", "and", "alignas", "std", "errno", "assert", "linux", "pmop",
        "log_sum_exp", "scorer", "laws", "tie_parameters", "check", "all", "options"})
    EXPECT_NE(complaint("model " + name + " --out x").find("itself; wanted another"),
              std::string::npos)
        << name;
  for (const std::string name : {"__x", "_X", "NULL", "EOF", "x-y"})
    EXPECT_NE(complaint("model " + name + " --out x").find("wanted at most"), std::string::npos)
        << name;
  EXPECT_FALSE(exists("x"));
  EXPECT_NE(complaint("potentail mine --out x").find("did you mean potential?"), std::string::npos);
}

TEST_F(New, LeavesWhatIsThereAlone) {
  fubini("new potential mine --out there");
  const std::string before = read_file(path("there/mine.hpp"));
  EXPECT_NE(complaint("model other --out there").find("wanted a new or empty folder"),
            std::string::npos);
  EXPECT_EQ(read_file(path("there/mine.hpp")), before);
  EXPECT_NE(complaint("model other --out /proc/nowhere").find("cannot make this folder"),
            std::string::npos);
}

}  // namespace
}  // namespace fubini::new_test
