// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

inline constexpr std::string_view kJournalMark = "fubini journal ";  // a journal begins so

// Throws FileError. Of checkpoints of either kind: a journal, or the state of a stochastic fit
[[noreturn]] void refuse_checkpoint_of_another(const std::string& path);

// What an optimiser was told, in order: a file to which every evaluation is appended. An optimiser
// whose inner state cannot be saved is brought back to it by answering its questions from the
// journal; since they are the same, so are its steps, to the last bit. From the first question that
// the journal cannot answer (its end, a damaged record, another x) the answers are computed again.
class Journal {
 public:
  // Goes on with the file if `resume` and it is there and was begun for the same `identity` (throws
  // FileError if for another); else begins it anew with the first records, so that a fit that was
  // refused leaves an older checkpoint alone. Records are written every `interval` calls of tick().
  Journal(const std::string& path, std::string identity, bool resume, int interval);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  using Evaluate = std::function<double(std::span<const double> x, std::span<double> g)>;
  double evaluate(std::span<const double> x, std::span<double> g, const Evaluate& compute);

  // A number that is computed once for each x, say on held-out data.
  double note(std::span<const double> x, const std::function<double()>& compute);

  bool replaying() const { return replaying_; }
  std::int64_t replayed() const { return replayed_; }  // evaluations

  void tick();   // an iteration is over
  void flush();  // writes what is not yet written, if an iteration is over; throws FileError

 private:
  void go_on();
  bool next(std::uint64_t question, std::vector<double>& answer);
  void append(std::uint64_t question, std::span<const double> answer);
  void begin_anew();
  void stop_replaying();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_, head_, pending_;
  std::unique_ptr<std::FILE, Close> file_;
  bool replaying_ = false;
  std::int64_t replayed_ = 0;
  long good_ = 0;  // bytes of the file that are used
  std::uint64_t chain_ = 0;
  int interval_, ticks_ = 0;
};

}  // namespace fubini
