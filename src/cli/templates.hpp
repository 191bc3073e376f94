// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace fubini::cli {

struct Template {
  std::string name;  // of the file
  std::string text;
};

// The files of a new potential, model or scorer
std::vector<Template> templates(const std::string& kind, const std::string& name);

}  // namespace fubini::cli
