// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The files of a command: all are known before it begins to work, and what it writes goes here.
namespace fubini::cli {

enum class Use {
  read,
  write,       // whole, at the end; what stood there before is lost
  log,         // line by line; an older log is lost
  checkpoint,  // again and again; an older checkpoint is lost
  cache,       // if it can be
};

struct NamedFile {
  std::string option;               // "--data"
  std::optional<std::string> path;  // none: it was not given
  Use use = Use::read;
};

// A file that a command may write: only Files has such.
class Output {
 public:
  const std::string& path() const { return *file_.path; }
  // Throws FileError; and as Files does, if the path leads to another of the files by now.
  void write(std::string_view text) const;

 private:
  friend class Files;
  Output(NamedFile file, std::vector<NamedFile> others)
      : file_(std::move(file)), others_(std::move(others)) {}
  NamedFile file_;
  std::vector<NamedFile> others_;
};

class Files {
 public:
  // Throws, naming options and file, if two of them are one file and one of these is written (by
  // any link; standard output and error count, if they go to a file); if one cannot be read or
  // written; if what is no log or checkpoint would be lost to one.
  explicit Files(std::vector<NamedFile> files);

  std::optional<Output> output(std::string_view option) const;  // none: it was not given

 private:
  std::vector<NamedFile> files_;
};

}  // namespace fubini::cli
