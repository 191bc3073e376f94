// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// JSON that stays JSON while it is changed.
namespace fubini::fuzz {

using Tree = nlohmann::ordered_json;
using MutateBytes = std::size_t (*)(unsigned char* data, std::size_t size, std::size_t most);

inline void gather(Tree& tree, std::vector<Tree*>& all) {
  all.push_back(&tree);
  if (tree.is_structured())
    for (Tree& one : tree) gather(one, all);
}

// What a reader may not expect in its place
inline Tree surprise(std::minstd_rand& random) {
  static const std::vector<Tree> kAll = {nullptr,
                                         true,
                                         0,
                                         -1,
                                         1,
                                         1.5,
                                         -0.0,
                                         1e308,
                                         5e-324,
                                         3.4e38,
                                         100000000,
                                         100000001,
                                         2147483648,
                                         9007199254740993,
                                         -9223372036854775807,
                                         18446744073709551615U,
                                         "",
                                         "linear",
                                         "worths",
                                         "mlp:2",
                                         "mlp:1000000,1000000",
                                         "products:1x2",
                                         "products:all",
                                         "davidson:",
                                         "davidson_luce:max_order=3",
                                         "\xff",
                                         std::string(1, '\0'),
                                         Tree::array(),
                                         Tree::object(),
                                         Tree::array({Tree::array({1, 1})}),
                                         Tree::object({{"a", 1}})};
  return kAll[random() % kAll.size()];
}

inline Tree bytes_changed(const std::string& text, MutateBytes mutate) {
  std::string room = text;
  room.resize(text.size() + 8);
  room.resize(mutate(reinterpret_cast<unsigned char*>(room.data()), text.size(), room.size()));
  return room;
}

inline void change(Tree& at, Tree& other, std::minstd_rand& random, MutateBytes mutate) {
  switch (random() % 7) {
    case 0: at = surprise(random); return;
    case 1: {
      Tree copy = other;  // it may be a part of the other
      at = std::move(copy);
      return;
    }
    case 2:
      if (at.is_structured() && !at.empty()) at.erase(std::next(at.begin(), random() % at.size()));
      return;
    case 3:
      if (at.is_array())
        at.push_back(at.empty() ? surprise(random) : Tree(at[random() % at.size()]));
      return;
    case 4:
      if (at.is_object())
        at[std::string(1, static_cast<char>('a' + random() % 26))] = surprise(random);
      return;
    case 5:
      if (at.is_string()) at = bytes_changed(at.get<std::string>(), mutate);
      return;
    default:
      if (at.is_number()) at = at.get<double>() * (static_cast<double>(random() % 2000) / 100 - 10);
  }
}

// A few changes; empty if it is no JSON.
inline std::string mutated(std::string_view text, std::minstd_rand& random, MutateBytes mutate) {
  Tree tree = Tree::parse(text.begin(), text.end(), nullptr, false);
  if (tree.is_discarded()) return "";
  for (auto left = 1 + random() % 3; left > 0; --left) {
    std::vector<Tree*> all;
    gather(tree, all);
    change(*all[random() % all.size()], *all[random() % all.size()], random, mutate);
  }
  return tree.dump(-1, ' ', false, Tree::error_handler_t::replace);
}

}  // namespace fubini::fuzz
