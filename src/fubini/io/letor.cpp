// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/letor.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/lines.hpp"
#include "fubini/io/detail/quick_float.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstring>
#include <mutex>
#include <optional>
#include <unordered_set>

namespace fubini {
namespace {

// Where in a piece, lines from 1, and what is wrong there
struct Fault {
  std::size_t line, column;
  std::string sentence;
};

// Lines of the same query, one after the other
struct Group {
  std::string_view id;
  Index rows;
  std::size_t line, column;  // of its first qid
};

struct Parsed {
  LetorPiece rows;
  std::vector<Group> groups;
  std::size_t lines = 0;
  std::uint32_t largest_feature = 1;
  std::optional<Fault> fault;
};

bool blank(char c) { return c == ' ' || c == '\t'; }

class PieceParser {
 public:
  PieceParser(std::string_view text, std::uint32_t most) : text_(text), most_(most) {}

  Parsed parse() && {
    make_room();
    try {
      while (!text_.empty()) {
        const auto end = text_.find('\n');
        ++parsed_.lines;
        parse_line(text_.substr(0, end));
        text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
      }
    } catch (Fault& fault) {
      parsed_.fault = std::move(fault);
    }
    return std::move(parsed_);
  }

 private:
  // Counting is much faster than moving what has grown, and no room is lost.
  void make_room() {
    const auto rows = static_cast<std::size_t>(std::ranges::count(text_, '\n')) + 1;
    const auto colons = static_cast<std::size_t>(std::ranges::count(text_, ':'));
    parsed_.rows.grades.reserve(rows);
    parsed_.rows.counts.reserve(rows);
    parsed_.rows.columns.reserve(colons - std::min(colons, rows));  // one is the query's
    parsed_.rows.values.reserve(colons - std::min(colons, rows));
  }

  void parse_line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    line_ = line.data();
    at_ = line.data();
    end_ = line.data() + std::min(line.find('#'), line.size());
    skip_blanks();
    if (at_ == end_) return;
    const double grade = parse_grade();
    skip_blanks();
    parse_query();
    const std::size_t before = parsed_.rows.columns.size();
    std::uint32_t last = 0;
    for (skip_blanks(); at_ < end_; skip_blanks()) last = parse_feature(last);
    parsed_.largest_feature = std::max(parsed_.largest_feature, last);
    parsed_.rows.grades.push_back(grade);
    parsed_.rows.counts.push_back(static_cast<std::uint32_t>(parsed_.rows.columns.size() - before));
    ++parsed_.groups.back().rows;
  }

  double parse_grade() {
    const char* const begin = at_;
    const std::string_view text = word();
    if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') return text[0] - '0';
    const auto grade = parse_double(text);
    if (!grade || !std::isfinite(*grade))
      fail(begin, shown(text) + " is not a grade; wanted a finite number at the line's start");
    return *grade;
  }

  void parse_query() {
    const char* const begin = at_;
    const std::string_view text = word();
    if (!text.starts_with("qid:") || text.size() == 4)
      fail(begin, (text.empty() ? "nothing" : shown(text)) + " after the grade; wanted qid:NAME");
    const std::string_view id = text.substr(4);
    if (!parsed_.groups.empty() && parsed_.groups.back().id == id) return;
    if (!is_plain_text(id))
      fail(begin, "query " + shown(id) + "; wanted a name in UTF-8 without control characters");
    parsed_.groups.push_back({id, 0, parsed_.lines, column(begin)});
  }

  // Adds the feature at hand, which must come after `last`; its number.
  std::uint32_t parse_feature(std::uint32_t last) {
    const char* const begin = at_;
    std::uint32_t id = 0;
    for (; at_ < end_ && static_cast<unsigned>(*at_ - '0') <= 9 && at_ - begin < 9; ++at_)
      id = 10 * id + static_cast<std::uint32_t>(*at_ - '0');
    float value = 0;
    const bool plain = at_ > begin && at_ < end_ && *at_ == ':' && quick_float(++at_, end_, value);
    if (!plain || id <= last || id > most_) {
      at_ = begin;
      id = parse_feature_with_care(last, value);
    }
    if (value != 0) {
      parsed_.rows.columns.push_back(id - 1);
      parsed_.rows.values.push_back(value);
    }
    return id;
  }

  std::uint32_t parse_feature_with_care(std::uint32_t last, float& value) {
    const char* const begin = at_;
    const std::string_view text = word();
    const auto colon = text.find(':');
    const auto id = parse_integer(text.substr(0, colon));
    if (colon == std::string_view::npos || !id)
      fail(begin, shown(text) + " is not a feature; wanted number:value");
    if (*id < 1 || *id > most_)
      fail(begin,
           "feature number " + std::to_string(*id) + "; wanted 1 to " + std::to_string(most_));
    if (*id <= last)
      fail(begin, "feature " + std::to_string(*id) + " after " + std::to_string(last) +
                      "; wanted increasing numbers");
    const auto number = nearest_float(text.substr(colon + 1));
    if (!number)
      fail(begin + colon + 1, shown(text.substr(colon + 1)) + " as value of feature " +
                                  std::to_string(*id) +
                                  "; wanted a finite number, at most 3.4e38 in size");
    value = *number;
    return static_cast<std::uint32_t>(*id);
  }

  // Too small for a float is 0; nothing if it is no finite number.
  static std::optional<float> nearest_float(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    float value = 0;
    const char* const end = text.data() + text.size();
    auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range)
      value = static_cast<float>(parse_double(text).value_or(HUGE_VAL));
    else if (error != std::errc{} || stop != end)
      return std::nullopt;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  }

  void skip_blanks() {
    while (at_ < end_ && blank(*at_)) ++at_;
  }
  std::string_view word() {
    const char* const begin = at_;
    while (at_ < end_ && !blank(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }
  std::size_t column(const char* at) const { return static_cast<std::size_t>(at - line_) + 1; }
  [[noreturn]] void fail(const char* at, std::string sentence) const {
    throw Fault{parsed_.lines, column(at), std::move(sentence)};
  }

  std::string_view text_;
  std::uint32_t most_;
  Parsed parsed_;
  const char *line_ = nullptr, *at_ = nullptr, *end_ = nullptr;
};

std::vector<std::string_view> cut(std::string_view text, std::size_t piece_bytes) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const auto end = text.find('\n', std::min(text.size(), std::max(piece_bytes, size_t{1}) - 1));
    pieces.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
    text.remove_prefix(pieces.back().size());
  }
  return pieces;
}

std::vector<Parsed> parse_pieces(std::string_view text, const LetorOptions& options) {
  const auto most =
      static_cast<std::uint32_t>(options.num_features > 0 ? options.num_features : kMostFeatures);
  const std::vector<std::string_view> pieces = cut(text, options.piece_bytes);
  std::vector<Parsed> parsed(pieces.size());
  std::atomic<Index> first_fault = static_cast<Index>(pieces.size());
  std::mutex mutex;
  std::size_t done = 0;
  const auto work = [&](Index k) {
    if (k > first_fault) return;  // what comes later no longer matters
    parsed[k] = PieceParser(pieces[k], most).parse();
    if (parsed[k].fault) {
      Index known = first_fault;
      while (k < known && !first_fault.compare_exchange_weak(known, k)) {
      }
    }
    if (!options.progress) return;
    const std::lock_guard lock(mutex);
    done += pieces[k].size();
    options.progress(done, text.size());
  };
  if (pieces.size() == 1)
    work(0);
  else
    for_each_in_parallel(static_cast<Index>(pieces.size()), options.threads, work);
  return parsed;
}

}  // namespace

LetorRows parse_letor(std::string_view text, const std::string& name, const LetorOptions& options) {
  if (options.threads < 0)
    throw ArgumentError("parse_letor: threads is " + std::to_string(options.threads) +
                        "; wanted 0 or more");
  if (options.num_features < 0 || options.num_features > kMostFeatures)
    throw ArgumentError("parse_letor: num_features is " + std::to_string(options.num_features) +
                        "; wanted 0 to " + std::to_string(kMostFeatures));
  std::vector<Parsed> parsed = parse_pieces(without_byte_order_mark(text), options);
  LetorRows all;
  std::unordered_set<std::string_view> seen;
  std::size_t lines = 0;
  for (Parsed& piece : parsed) {
    for (const Group& group : piece.groups) {
      if (!all.queries.empty() && all.queries.back().id == group.id) {
        all.queries.back().rows += group.rows;
        continue;
      }
      if (!seen.insert(group.id).second)
        fail_at(name, lines + group.line, group.column,
                "query " + shown(group.id) + " comes back; wanted all its lines together");
      all.queries.push_back({std::string(group.id), group.rows});
    }
    if (const auto& fault = piece.fault)
      fail_at(name, lines + fault->line, fault->column, fault->sentence);
    lines += piece.lines;
    all.largest_feature = std::max<Index>(all.largest_feature, piece.largest_feature);
    all.pieces.push_back(std::move(piece.rows));
  }
  if (all.queries.empty())
    throw FileError(name + ": no data; wanted lines such as '2 qid:10 1:0.5 3:-2'");
  return all;
}

}  // namespace fubini
