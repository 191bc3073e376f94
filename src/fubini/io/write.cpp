// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/write.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fubini {
namespace {

constexpr std::string_view kSpoilsName = ",\r\n";
constexpr std::string_view kSpoilsId = " \t\r\n#";

void append(std::string& text, float value) {
  std::array<char, 32> buffer;
  char* const begin = buffer.data();
  const auto end = std::to_chars(begin, begin + buffer.size(), value).ptr;
  // Readers go by way of double, which may round a second time.
  double read = 0;
  std::from_chars(begin, end, read);
  if (static_cast<float>(read) == value)
    text.append(begin, end);
  else
    text += format_double(value);
}

void append(std::string& text, Index value) {
  std::array<char, 24> buffer;
  text.append(buffer.data(),
              std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
}

void append_query(std::string& text, const Query& query) {
  const Ranking& ranking = query.ranking;
  std::vector<Index> position(ranking.num_items());
  for (Index p = 0; p < ranking.num_items(); ++p) position[ranking.order()[p]] = p;
  for (const Index p : position) {
    text += format_double(query.grades[p]);
    text += " qid:";
    text += query.id;
    query.items.for_each_feature(p, [&](Index j, double x) {
      if (x == 0) return;  // of either sign: no score can tell
      text += ' ';
      append(text, j + 1);
      text += ':';
      append(text, static_cast<float>(x));
    });
    text += '\n';
  }
}

void check_ids(const Dataset& data) {
  std::unordered_set<std::string_view> seen;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    if (query.id.empty() || query.id.find_first_of(kSpoilsId) != std::string_view::npos)
      throw ArgumentError("letor_text: query id " + shown(query.id) +
                          "; wanted one without spaces or #");
    if (!seen.insert(query.id).second)
      throw ArgumentError("letor_text: query id " + shown(query.id) +
                          " stands twice; wanted each once");
    if (query.weight != 1)
      throw ArgumentError("letor_text: query " + shown(query.id) + " has weight " +
                          format_double(query.weight) + "; the format holds 1 only");
  }
}

void check_names(const char* where, const Dataset& data, std::span<const std::string> names) {
  if (data.kind() != Items::Kind::identity)
    throw ArgumentError(std::string(where) + ": the dataset has features; wanted items by number");
  if (std::ssize(names) != data.num_distinct_items())
    throw ArgumentError(std::string(where) + ": " + std::to_string(names.size()) + " names for " +
                        std::to_string(data.num_distinct_items()) + " items; wanted one each");
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty() || name.find_first_of(kSpoilsName) != std::string::npos)
      throw ArgumentError(std::string(where) + ": item name " + shown(name) +
                          "; wanted one without commas or ends of lines");
    if (!seen.insert(name).second)
      throw ArgumentError(std::string(where) + ": item name " + shown(name) + " stands twice");
  }
}

// One line of paired comparisons
struct Line {
  Index i = 0, j = 0;
  std::array<double, 3> counts{};
  std::size_t next = 3;  // the outcome that may come next; 3: none
};

Line as_line(const Query& query) {
  const Ranking& ranking = query.ranking;
  const bool tie = ranking.num_buckets() == 1;
  if (ranking.num_items() != 2 || !(query.weight > 0) || query.grades[1] != 0 ||
      query.grades[0] != (tie ? 0 : 1))
    throw ArgumentError("pairs_text: query " + shown(query.id) +
                        " is no comparison; wanted two items with grades 1 and 0 or 0 and 0, and a "
                        "weight above 0");
  const std::size_t outcome = tie ? 2 : ranking.order()[0] == 0 ? 0 : 1;
  const Index first = ranking.order()[0];
  Line line{query.items.id(first), query.items.id(1 - first), {}, outcome + 1};
  line.counts[outcome] = query.weight;
  return line;
}

}  // namespace

std::string letor_text(const Dataset& data, int threads) {
  if (data.kind() == Items::Kind::identity)
    throw ArgumentError("letor_text: the dataset has no features; wanted rows of them");
  if (data.num_queries() == 0) throw ArgumentError("letor_text: no queries; wanted one at least");
  check_ids(data);
  constexpr Index kPiece = 64;
  std::vector<std::string> pieces((data.num_queries() + kPiece - 1) / kPiece);
  for_each_in_parallel(std::ssize(pieces), threads, [&](Index k) {
    const Index end = std::min(data.num_queries(), (k + 1) * kPiece);
    for (Index q = k * kPiece; q < end; ++q) append_query(pieces[k], data.query(q));
  });
  std::size_t size = 0;
  for (const std::string& piece : pieces) size += piece.size();
  std::string text;
  text.reserve(size);
  for (std::string& piece : pieces) text += std::exchange(piece, {});  // in memory once, not twice
  return text;
}

std::string pairs_text(const Dataset& data, std::span<const std::string> names) {
  check_names("pairs_text", data, names);
  std::string text = "item_i,item_j,wins_i,wins_j,ties\n";
  Line current;
  const auto finish = [&] {
    if (current.i == current.j) return;  // there is none yet
    text += names[current.i] + "," + names[current.j];
    for (const double count : current.counts) text += "," + format_double(count);
    text += '\n';
  };
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Line line = as_line(data.query(q));
    // Readers make queries of a line in the order of its outcomes.
    if (line.i == current.i && line.j == current.j && line.next > current.next) {
      current.counts[line.next - 1] = line.counts[line.next - 1];
      current.next = line.next;
      continue;
    }
    finish();
    current = line;
  }
  finish();
  return text;
}

std::string rankings_text(const Dataset& data, std::span<const std::string> names) {
  check_names("rankings_text", data, names);
  std::string text = "weight";
  for (const std::string& name : names) text += "," + name;
  text += '\n';
  std::vector<Index> place(names.size());
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    std::fill(place.begin(), place.end(), Index{0});
    for (Index p = 0; p < query.items.size(); ++p)
      place[query.items.id(p)] = query.ranking.bucket_of(p) + 1;
    text += format_double(query.weight);
    for (const Index k : place) {
      text += ',';
      append(text, k);
    }
    text += '\n';
  }
  return text;
}

}  // namespace fubini
