// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace fubini {

// Everything that the library throws on purpose. what() is a sentence that names the argument (or
// the file and line), what was found and what was wanted.
class Error : public std::runtime_error {
 public:
  // Whatever went into it, what() is one line of plain text of at most 500 bytes.
  explicit Error(std::string_view sentence);
};

// An argument of a call cannot be used: a size, a value, an unknown option.
class ArgumentError : public Error {
 public:
  using Error::Error;
};

// A name that the catalogue does not have; what() lists the candidates, nearest first.
class UnknownName : public ArgumentError {
 public:
  using ArgumentError::ArgumentError;
};

// A computation on valid input left the finite numbers (overflowing weights, a model that returns
// NaN). what() names the query.
class NumericalError : public Error {
 public:
  using Error::Error;
};

// A file cannot be read or written, or does not hold what it should. what() begins with its name
// and, where there is one, the line: "data.txt:7: ...".
class FileError : public Error {
 public:
  using Error::Error;
};

}  // namespace fubini
