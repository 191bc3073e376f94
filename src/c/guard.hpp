// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "c/fubini.h"

#include "fubini/core/error.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/ranking.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

// The border: what is thrown behind it becomes a status and a sentence.
namespace fubini::c {

// Keeps "FUNCTION: SENTENCE" for this thread, and returns the status.
fubini_status fail(const char* function, fubini_status status, const char* sentence) noexcept;
const char* last_error() noexcept;

template <class Body>
fubini_status guarded(const char* function, Body&& body) noexcept {
  try {
    body();
    return FUBINI_OK;
  } catch (const UnknownName& error) {
    return fail(function, FUBINI_UNKNOWN_NAME, error.what());
  } catch (const MemoryError& error) {
    return fail(function, FUBINI_OUT_OF_MEMORY, error.what());
  } catch (const ArgumentError& error) {
    return fail(function, FUBINI_BAD_ARGUMENT, error.what());
  } catch (const NumericalError& error) {
    return fail(function, FUBINI_NUMERICAL, error.what());
  } catch (const FileError& error) {
    return fail(function, FUBINI_FILE, error.what());
  } catch (const std::bad_alloc&) {
    return fail(function, FUBINI_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error&) {  // a container larger than any memory
    return fail(function, FUBINI_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return fail(function, FUBINI_UNEXPECTED, error.what());
  } catch (...) {
    return fail(function, FUBINI_UNEXPECTED, "something was thrown that is no std::exception");
  }
}

// A number, or -1 and a sentence.
template <class Body>
std::int64_t guarded_number(const char* function, Body&& body) noexcept {
  std::int64_t result = -1;
  guarded(function, [&] { result = body(); });
  return result;
}

template <class T>
T* not_null(T* pointer, const char* argument) {
  if (pointer == nullptr) throw ArgumentError(std::string(argument) + " is NULL; wanted a pointer");
  return pointer;
}

inline std::string text(const char* pointer, const char* argument) {
  if (pointer == nullptr)
    throw ArgumentError(std::string(argument) + " is NULL; wanted a text that ends with a zero");
  return pointer;
}

// A number of things, each of `bytes` bytes in the caller's memory
Index checked_count(std::int64_t count, const char* argument, std::int64_t bytes);

// Rows of num_features floats, `stride` from row to row: throws unless such memory can be.
void check_rows(std::int64_t count, std::int64_t num_features, std::int64_t stride);

}  // namespace fubini::c
