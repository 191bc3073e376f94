// SPDX-License-Identifier: BSD-3-Clause
// Model files with a right checksum whose content is anything that JSON can say: hardly an input of
// a blind fuzzer would get past the checksum. Some inputs are any bytes instead (first byte odd).
#include "fubini/core/error.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/io/document.hpp"
#include "fubini/io/model_file.hpp"
#include "fubini/io/ranker.hpp"
#include "tests/fuzz/json_mutation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

namespace {

using namespace fubini;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

std::string with_checksum(std::string_view text) {
  const Json content = Json::parse(text, "m");
  return content.is_object() ? format_document({"fubini model", 1}, content) : std::string(text);
}

void use(const Ranker& ranker) {
  const FittedModel& model = ranker.model();
  for (const double x : model.weights) expect(std::isfinite(x), "weights");
  for (const double x : model.ties) expect(std::isfinite(x), "ties");
  expect(model.ties.size() == model.tie_parameters.size(), "ties");
  expect(ranker.scorer().num_weights() == std::ssize(model.weights), "number of weights");
  const std::string text = format_model(model);
  expect(format_model(parse_model(text, "again")) == text, "written and read back");
  try {
    if (model.items.empty() && model.num_features <= 1000) {
      const std::vector<float> row(model.num_features, 0.5F);
      ranker.score(Items::dense(row.data(), model.num_features, 1, model.num_features));
    }
  } catch (const NumericalError&) {  // weights beyond all measure
  }
}

}  // namespace

// Half of the inputs stay JSON: a value in them is changed, taken out, doubled or put elsewhere.
extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  std::minstd_rand random(seed);
  if (size > 1 && data[0] % 2 == 0 && random() % 8 != 0) {
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string changed = fuzz::mutated(text, random, &LLVMFuzzerMutate);
    if (!changed.empty() && changed.size() < most) {
      std::memcpy(data + 1, changed.data(), changed.size());
      return changed.size() + 1;
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    use(Ranker::parse(data[0] % 2 == 0 ? with_checksum(text) : std::string(text), "m"));
  } catch (const MemoryError& error) {
    expect(std::string(error.what()).size() > 8, "an error without a sentence");
  } catch (const FileError& error) {
    expect(std::string(error.what()).size() > 8, "an error without a sentence");
  }
  return 0;
}
