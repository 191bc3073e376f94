// SPDX-License-Identifier: BSD-3-Clause
#include "c/handles.hpp"

#include "fubini/core/error.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <variant>

namespace fubini::c {
namespace {

using Data = std::shared_ptr<SharedDataset>;
using Fitted = std::shared_ptr<const Ranker>;
using Held = std::variant<Data, Fitted>;
constexpr const char* kNames[] = {"dataset", "ranker"};  // as Held has them

// "FU" on top: outside of every address that a process on x86-64 or AArch64 can have.
static_assert(sizeof(std::uintptr_t) == 8);
constexpr std::uintptr_t kFirst = std::uintptr_t{0x4655} << 48;

class Registry {
 public:
  std::uintptr_t add(Held held) {
    const std::scoped_lock lock(mutex_);
    const std::uintptr_t handle = next_ + 1;
    held_.emplace(handle, std::move(held));
    return next_ = handle;
  }

  template <class Wanted>
  Wanted find(const void* handle, const char* argument) {
    const std::scoped_lock lock(mutex_);
    return std::get<Wanted>(place<Wanted>(handle, argument)->second);
  }

  // What is removed is destroyed by the caller, when the lock is gone.
  template <class Wanted>
  Wanted remove(const void* handle, const char* argument) {
    const std::scoped_lock lock(mutex_);
    const auto found = place<Wanted>(handle, argument);
    Wanted result = std::get<Wanted>(std::move(found->second));
    held_.erase(found);
    return result;
  }

 private:
  template <class Wanted>
  auto place(const void* handle, const char* argument) {
    const std::string wanted = kNames[Held(Wanted{}).index()];
    const auto number = reinterpret_cast<std::uintptr_t>(handle);
    const auto found = held_.find(number);
    std::string is;
    if (handle == nullptr)
      is = "NULL";
    else if (number > kFirst && number <= next_ && found == held_.end())
      is = "a handle that was freed";
    else if (found == held_.end())
      is = "no handle that Fubini gave";
    else if (!std::holds_alternative<Wanted>(found->second))
      is = std::string("a ") + kNames[found->second.index()];
    if (!is.empty())
      throw ArgumentError(std::string(argument) + " is " + is + "; wanted a live " + wanted);
    return found;
  }

  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, Held> held_;
  std::uintptr_t next_ = kFirst;
};

// Never destroyed: threads may still call while the program ends.
Registry& registry() {
  static auto& all = *new Registry;
  return all;
}

}  // namespace

fubini_dataset* add(Data data) {
  return reinterpret_cast<fubini_dataset*>(registry().add(std::move(data)));
}
fubini_ranker* add(Fitted ranker) {
  return reinterpret_cast<fubini_ranker*>(registry().add(std::move(ranker)));
}
Data find(const fubini_dataset* handle, const char* argument) {
  return registry().find<Data>(handle, argument);
}
Fitted find(const fubini_ranker* handle, const char* argument) {
  return registry().find<Fitted>(handle, argument);
}
void remove(const fubini_dataset* handle) { registry().remove<Data>(handle, "data"); }
void remove(const fubini_ranker* handle) { registry().remove<Fitted>(handle, "ranker"); }

}  // namespace fubini::c
