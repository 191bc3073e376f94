// SPDX-License-Identifier: BSD-3-Clause
// Tasks in, a line each, on standard input; answers out, a line of JSON each. See tasks.hpp.
#include "tasks.hpp"

#include <exception>
#include <iostream>
#include <sstream>

int main() {
  fubini::bench::Tasks tasks;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream text(line);
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    if (words.empty()) continue;
    fubini::bench::Json answer;
    try {
      answer = tasks.run(words);
    } catch (const std::exception& error) {
      answer = {{"failed", line + ": " + error.what()}};
    }
    std::cout << answer.dump() << std::endl;
  }
}
