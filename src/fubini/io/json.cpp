// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/json.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fubini {
namespace {

using Array = std::vector<Json>;
using Numbers = std::vector<double>;
using Object = std::vector<Json::Member>;

}  // namespace

template <class T>
T* Json::own() {
  auto* found = std::get_if<Shared<T>>(&value_);
  if (found == nullptr) return nullptr;
  if (found->use_count() > 1) *found = std::make_shared<T>(**found);
  return found->get();
}

Json::Json(std::initializer_list<Part> parts) {
  const auto is_member = [](const Part& part) {
    const Array* pair = part.value().get<Array>();
    return pair != nullptr && pair->size() == 2 && pair->front().text() != nullptr;
  };
  if (std::ranges::all_of(parts, is_member)) {
    const auto object = std::make_shared<Object>();
    for (const Part& part : parts) {
      Json pair = part.taken();
      Array& both = *pair.own<Array>();
      object->push_back({*both[0].text(), std::move(both[1])});
    }
    value_ = object;
  } else {
    const auto array = std::make_shared<Array>();
    for (const Part& part : parts) array->push_back(part.taken());
    value_ = array;
  }
}

Json Json::array() { return Array(); }

Json Json::object() {
  Json result;
  result.value_ = std::make_shared<Object>();
  return result;
}

std::optional<double> Json::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value_)) return *number;
  return std::nullopt;
}

std::optional<long> Json::whole() const {
  if (const auto* number = std::get_if<std::int64_t>(&value_)) return *number;
  const auto* number = std::get_if<std::uint64_t>(&value_);
  if (number == nullptr || !std::in_range<long>(*number)) return std::nullopt;
  return static_cast<long>(*number);
}

std::span<const Json::Member> Json::members() const {
  const Object* object = get<Object>();
  return object == nullptr ? std::span<const Member>() : std::span<const Member>(*object);
}

std::optional<Array> Json::list() const {
  if (const Array* array = get<Array>()) return *array;
  if (const Numbers* found = get<Numbers>()) return Array(found->begin(), found->end());
  return std::nullopt;
}

std::optional<Numbers> Json::numbers() const {
  if (const Numbers* found = get<Numbers>()) return *found;
  const Array* array = get<Array>();
  if (array == nullptr) return std::nullopt;
  Numbers result;
  for (const Json& one : *array) {
    const std::optional<double> number = one.number();
    if (!number) return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

const Json* Json::find(std::string_view key) const {
  for (const Member& member : members())
    if (member.key == key) return &member.value;
  return nullptr;
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) *this = object();
  Object* object = own<Object>();
  if (object == nullptr) throw ArgumentError("Json: a member of what is no object");
  const auto found = std::ranges::find(*object, key, &Member::key);
  return found != object->end() ? found->value
                                : object->emplace_back(Member{std::string(key), {}}).value;
}

void Json::push_back(Json value) {
  if (is_null()) *this = array();
  if (Numbers* numbers = own<Numbers>()) {
    if (const auto* number = std::get_if<double>(&value.value_)) return numbers->push_back(*number);
    *this = Array(numbers->begin(), numbers->end());
  }
  Array* array = own<Array>();
  if (array == nullptr) throw ArgumentError("Json: an entry of what is no list");
  array->push_back(std::move(value));
}

void Json::update(const Json& object) {
  for (const Member& member : object.members()) (*this)[member.key] = member.value;
}

// What nlohmann's parser finds, as it finds it
class Json::Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}
  Json take() { return std::move(root_); }
  const std::string& complaint() const { return complaint_; }

  bool null() { return add({}); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // JSON has none
  bool key(std::string& value) {
    open_.back()->own<Object>()->push_back({std::move(value), {}});
    return true;
  }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) {
    return open(Numbers());  // until something else comes
  }
  bool end_object() {
    check_keys();
    return close();
  }
  bool end_array() { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
    const std::string what = error.what();
    complaint_ = what.substr(what.find("] ") + 2, 120);
    return false;
  }

 private:
  static constexpr std::size_t kDeepest = 8;  // ours are 4; deeper ones would exhaust the stack

  // Where a value went
  Json& place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    Json& parent = *open_.back();
    if (auto* object = parent.own<Object>()) return object->back().value = std::move(value);
    parent.push_back(std::move(value));
    auto* array = parent.own<Array>();
    return array == nullptr ? parent : array->back();  // a number needs no place
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() == kDeepest)
      throw FileError(name_ + ": nested more than " + std::to_string(kDeepest) + " deep");
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  void check_keys() const {
    std::vector<std::string_view> keys;
    for (const Member& member : open_.back()->members()) keys.push_back(member.key);
    std::ranges::sort(keys);
    const auto twice = std::ranges::adjacent_find(keys);
    if (twice != keys.end()) throw FileError(name_ + ": " + shown(*twice) + " stands twice");
  }

  const std::string& name_;
  Json root_;
  std::vector<Json*> open_;  // what they point to stays: only the innermost grows
  std::string complaint_;
};

Json Json::parse(std::string_view text, const std::string& name) {
  Reader reader(name);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &reader))
    throw FileError(name + ": not JSON, or cut short (" + reader.complaint() + ")");
  return reader.take();
}

class Json::Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}
  std::string take() { return std::move(text_); }

  void operator()(std::monostate) { text_ += "null"; }
  void operator()(bool value) { text_ += value ? "true" : "false"; }
  void operator()(std::int64_t value) { text_ += std::to_string(value); }
  void operator()(std::uint64_t value) { text_ += std::to_string(value); }
  void operator()(double value) {
    if (!std::isfinite(value)) return (*this)(std::monostate());
    std::array<char, 64> room{};
    const char* end = nlohmann::detail::to_chars(room.data(), room.data() + room.size(), value);
    text_.append(room.data(), static_cast<std::size_t>(end - room.data()));
  }
  template <class T>
  void operator()(const std::shared_ptr<T>& shared) {
    (*this)(*shared);
  }
  void operator()(const std::string& value) {
    text_ += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  void operator()(const Numbers& list) {
    all('[', list, ']', [this](double one) { (*this)(one); });
  }
  void operator()(const Array& list) {
    all('[', list, ']', [this](const Json& one) { std::visit(*this, one.value_); });
  }
  void operator()(const Object& object) {
    all('{', object, '}', [this](const Member& member) {
      (*this)(member.key);
      text_ += indent_ < 0 ? ":" : ": ";
      std::visit(*this, member.value.value_);
    });
  }

 private:
  void new_line() {
    if (indent_ < 0) return;
    text_ += '\n';
    text_.append(static_cast<std::size_t>(indent_) * static_cast<std::size_t>(depth_), ' ');
  }
  template <class List, class Write>
  void all(char open, const List& list, char close, const Write& write) {
    text_ += open;
    ++depth_;
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (k > 0) text_ += ',';
      new_line();
      write(list[k]);
    }
    --depth_;
    if (!list.empty()) new_line();
    text_ += close;
  }

  int indent_, depth_ = 0;
  std::string text_;
};

std::string Json::dump(int indent) const {
  Writer writer(indent);
  std::visit(writer, value_);
  return writer.take();
}

}  // namespace fubini
