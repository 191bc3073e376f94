// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace fubini {

// A value of JSON. nlohmann/json reads and writes its parts; the tree is our own, because theirs
// takes memory to be destroyed: where there is none left, it ends the program.
//
//   Json all = {{"model", name}, {"items", Json::array()}};   // pairs that begin with a text: object
//   all["ties"]["beta"] = 0.5;
class Json {
 public:
  struct Member;
  class Part;

  Json() = default;  // null
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(double value) : value_(value) {}
  template <std::signed_integral I>
  Json(I value) : value_(static_cast<std::int64_t>(value)) {}
  template <std::unsigned_integral U>
  requires(!std::same_as<U, bool>) Json(U value) : value_(static_cast<std::uint64_t>(value)) {}
  Json(std::string text) : value_(std::make_shared<std::string>(std::move(text))) {}
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(const char* text) : Json(std::string(text)) {}
  Json(std::vector<double> numbers)
      : value_(std::make_shared<std::vector<double>>(std::move(numbers))) {}
  template <class T>
  Json(const std::vector<T>& list)
      : value_(std::make_shared<std::vector<Json>>(list.begin(), list.end())) {}
  Json(std::initializer_list<Part> parts);

  static Json array();
  static Json object();
  // Throws FileError that names `name`: not JSON, cut short, too deep, a key twice.
  static Json parse(std::string_view text, const std::string& name);

  bool is_null() const { return value_.index() == 0; }
  bool is_object() const { return get<std::vector<Member>>() != nullptr; }
  bool is_array() const { return get<std::vector<Json>>() || get<std::vector<double>>(); }
  const std::string* text() const { return get<std::string>(); }
  std::optional<double> number() const;  // a whole one too
  std::optional<long> whole() const;     // nothing if it is too large for a long

  std::span<const Member> members() const;        // of an object, in their order
  std::optional<std::vector<Json>> list() const;  // of an array
  std::optional<std::vector<double>> numbers() const;
  const Json* find(std::string_view key) const;  // nullptr if there is none

  // Null becomes an object, or a list, as it is used.
  Json& operator[](std::string_view key);
  void push_back(Json value);
  void update(const Json& object);  // its members over those of this

  // indent < 0: all in one line. What is not UTF-8 is replaced, what is not finite becomes null.
  std::string dump(int indent = -1) const;

 private:
  class Reader;
  class Writer;
  template <class T>
  using Shared = std::shared_ptr<T>;
  template <class T>
  const T* get() const {
    const auto* found = std::get_if<Shared<T>>(&value_);
    return found == nullptr ? nullptr : found->get();
  }
  template <class T>
  T* own();  // copied first if other values share it

  // Values share what they hold until one changes: a copy takes no memory, so it cannot fail. (That
  // of a variant of vectors may, and libstdc++ 12 then destroys what it has not made.) Numbers are
  // by far the longest lists: they have their own.
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Shared<std::string>,
               Shared<std::vector<double>>, Shared<std::vector<Json>>, Shared<std::vector<Member>>>
      value_;
};

struct Json::Member {
  std::string key;
  Json value;
};

// A value on its way into a list in braces: moved from there, since a list may be long.
class Json::Part {
 public:
  template <class Value>
  requires(std::constructible_from<Json, Value> && !std::same_as<std::remove_cvref_t<Value>, Part>)
      Part(Value&& value)  // NOLINT: clang-tidy 14 does not see what is required
      : value_(std::forward<Value>(value)) {}
  Part(std::initializer_list<Part> parts) : value_(parts) {}
  const Json& value() const { return value_; }
  Json taken() const { return std::move(value_); }

 private:
  mutable Json value_;
};

}  // namespace fubini
