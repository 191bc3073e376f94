// SPDX-License-Identifier: BSD-3-Clause
// What cannot be provoked from outside; src/c/guard.cpp is compiled into this program for it.
#include "c/guard.hpp"

#include <gtest/gtest.h>

namespace fubini::c {
namespace {

template <class Thrown>
fubini_status status_of(Thrown thrown) {
  return guarded("f", [&] { throw thrown; });
}

TEST(CGuard, EveryExceptionBecomesAStatusAndASentence) {
  EXPECT_EQ(status_of(UnknownName("a")), FUBINI_UNKNOWN_NAME);
  EXPECT_EQ(status_of(ArgumentError("a")), FUBINI_BAD_ARGUMENT);
  EXPECT_EQ(status_of(NumericalError("a")), FUBINI_NUMERICAL);
  EXPECT_EQ(status_of(FileError("a")), FUBINI_FILE);
  EXPECT_STREQ(last_error(), "f: a");
  EXPECT_EQ(status_of(std::bad_alloc()), FUBINI_OUT_OF_MEMORY);
  EXPECT_EQ(status_of(std::length_error("vector")), FUBINI_OUT_OF_MEMORY);
  EXPECT_STREQ(last_error(), "f: out of memory");
  EXPECT_EQ(status_of(std::runtime_error("b")), FUBINI_UNEXPECTED);
  EXPECT_STREQ(last_error(), "f: b");
  EXPECT_EQ(status_of(42), FUBINI_UNEXPECTED);
  EXPECT_NE(std::string(last_error()).find("no std::exception"), std::string::npos);
}

TEST(CGuard, NumbersAreMinusOneAfterAnException) {
  EXPECT_EQ(guarded_number("f", [] { return 5; }), 5);
  EXPECT_EQ(guarded_number("f", []() -> std::int64_t { throw FileError("a"); }), -1);
}

}  // namespace
}  // namespace fubini::c
