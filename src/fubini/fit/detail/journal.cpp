// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/journal.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace fubini {
namespace {

constexpr std::string_view kVersion = "1\n";

std::string_view bytes(std::span<const double> x) {
  return {reinterpret_cast<const char*>(x.data()), x.size_bytes()};
}

std::uint64_t hash(std::string_view text) { return std::stoull(fingerprint(text), nullptr, 16); }

// A record: what was asked, how many numbers answer it, the numbers, and a checksum that goes over
// all records before it too.
struct Head {
  std::uint64_t question, count;
};

std::uint64_t checksum(std::uint64_t chain, const Head& head, std::span<const double> answer) {
  std::string text(reinterpret_cast<const char*>(&chain), sizeof chain);
  text.append(reinterpret_cast<const char*>(&head), sizeof head);
  text.append(bytes(answer));
  return hash(text);
}

[[noreturn]] void fail(const std::string& path, const char* what, int error) {
  throw FileError(shown_name(path) + ": " + what +
                  " (what was written before is intact): " + std::strerror(error));
}

}  // namespace

void refuse_checkpoint_of_another(const std::string& path) {
  throw FileError(shown_name(path) +
                  ": the checkpoint belongs to another fit (other data or options); wanted the "
                  "same, or a fit without --resume");
}

Journal::Journal(const std::string& path, std::string identity, bool resume, int interval)
    : path_(path),
      head_(std::string(kJournalMark) + std::string(kVersion) + std::move(identity) + "\n"),
      chain_(hash(head_)),
      interval_(std::max(interval, 1)) {
  if (resume) go_on();
}

Journal::~Journal() {
  try {
    flush();
  } catch (const FileError&) {  // a fit that ended has its result; one that did not was told before
  }
}

void Journal::go_on() {
  file_.reset(std::fopen(path_.c_str(), "r+be"));
  if (!file_ && errno == ENOENT) return;
  if (!file_) fail(path_, "cannot go on from the checkpoint", errno);
  std::string found(head_.size(), '\0');
  found.resize(std::fread(found.data(), 1, found.size(), file_.get()));
  if (found == head_) {
    replaying_ = true;
    good_ = static_cast<long>(head_.size());
    return;
  }
  if (!head_.starts_with(found)) refuse_checkpoint_of_another(path_);
  file_.reset();  // it was cut before the first line was whole: there is nothing to go on from
}

void Journal::begin_anew() {
  write_file(path_, head_);  // all or nothing
  file_.reset(std::fopen(path_.c_str(), "r+be"));
  if (!file_ || std::fseek(file_.get(), 0, SEEK_END) != 0) fail(path_, "cannot write", errno);
  good_ = static_cast<long>(head_.size());
}

void Journal::stop_replaying() {
  replaying_ = false;
  const bool cut =
      std::fseek(file_.get(), good_, SEEK_SET) == 0 && ftruncate(fileno(file_.get()), good_) == 0;
  if (!cut) fail(path_, "cannot write", errno);
}

// The record that answers this question, if it comes next and is whole
bool Journal::next(std::uint64_t question, std::vector<double>& answer) {
  Head head{};
  std::uint64_t sum = 0;
  const auto get = [&](void* to, std::size_t size) {
    return size == 0 || std::fread(to, size, 1, file_.get()) == 1;
  };
  if (!get(&head, sizeof head) || head.question != question || head.count != answer.size() ||
      !get(answer.data(), answer.size() * sizeof(double)) || !get(&sum, sizeof sum) ||
      sum != checksum(chain_, head, answer)) {
    stop_replaying();
    return false;
  }
  chain_ = sum;
  good_ += static_cast<long>(sizeof head + answer.size() * sizeof(double) + sizeof sum);
  return true;
}

void Journal::append(std::uint64_t question, std::span<const double> answer) {
  const Head head{question, answer.size()};
  chain_ = checksum(chain_, head, answer);
  pending_.append(reinterpret_cast<const char*>(&head), sizeof head);
  pending_.append(bytes(answer));
  pending_.append(reinterpret_cast<const char*>(&chain_), sizeof chain_);
}

double Journal::evaluate(std::span<const double> x, std::span<double> g, const Evaluate& compute) {
  const std::uint64_t question = hash(bytes(x));
  std::vector<double> answer(g.size() + 1);
  if (replaying_ && next(question, answer)) {
    ++replayed_;
    if (std::isnan(answer[0])) throw NumericalError("the objective has no value here");
    std::copy(answer.begin() + 1, answer.end(), g.begin());
    return answer[0];
  }
  try {
    answer[0] = compute(x, g);
    std::ranges::copy(g, answer.begin() + 1);
    append(question, answer);
    return answer[0];
  } catch (const NumericalError&) {  // a step too far is an answer too
    std::ranges::fill(answer, std::numeric_limits<double>::quiet_NaN());
    append(question, answer);
    throw;
  }
}

double Journal::note(std::span<const double> x, const std::function<double()>& compute) {
  const std::uint64_t question = ~hash(bytes(x));
  std::vector<double> answer(1);
  if (replaying_ && next(question, answer)) return answer[0];
  answer[0] = compute();
  append(question, answer);
  return answer[0];
}

void Journal::tick() {
  if (++ticks_ % interval_ == 0) flush();
}

void Journal::flush() {
  if (pending_.empty() || (!file_ && ticks_ == 0)) return;
  if (!file_) begin_anew();
  const std::string text = std::exchange(pending_, {});
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
                       std::fflush(file_.get()) == 0 && fdatasync(fileno(file_.get())) == 0;
  if (written) {
    good_ += static_cast<long>(text.size());
    return;
  }
  const int error = errno;
  stop_replaying();  // back to whole records
  fail(path_, "cannot write the checkpoint", error);
}

}  // namespace fubini
