// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/io/file.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace fubini {

// A folder of its own for a test's files, in which the program runs
class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fubini-test-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const std::string& folder() const { return folder_; }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  void write(const std::string& name, const std::string& text) const {
    write_file(path(name), text);
  }
  Finished shell(const std::string& command) const {
    return run("cd " + folder_ + " && " + command);
  }
  Finished fubini(const std::string& arguments) const {
    return shell(program_path() + " " + arguments);
  }

 private:
  std::string folder_;
};

}  // namespace fubini
