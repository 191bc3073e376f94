// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace fubini::check {

// A test case of JUnit's XML, which build servers read
struct JUnitCase {
  std::string of;  // the class: "gradients", "laws", "functions"
  std::string name;
  double seconds = 0;
  std::string failure = {};  // the verdict; empty: it passed
  std::string text = {};     // more of it
};

std::string junit(const std::string& suite, const std::vector<JUnitCase>& cases);

}  // namespace fubini::check
