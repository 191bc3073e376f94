// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "subject.hpp"

#include <vector>

namespace fubini::faults {

std::vector<Subject> functions();  // faults, then right ones: the texts are functions of R^n
std::vector<Subject>
models();  // the same of rank models, as functions of scores and tie parameters
std::vector<Subject> every_subject();  // both

}  // namespace fubini::faults
