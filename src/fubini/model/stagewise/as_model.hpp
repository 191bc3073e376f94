// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/pmop.hpp"

#include <string>

// What a catalogue makes of the struct in a file: a model as it is, a potential as pmop of it,
// under the potential's name.
namespace fubini {

template <Potential P>
struct potential_model : pmop<P> {
  static std::string model_name() { return std::string(type_name<P>()); }
  static constexpr auto description = [] {
    if constexpr (requires { P::description; })
      return P::description;
    else
      return "ordered partitions, a potential";
  }();
};

namespace detail {

template <class X>
struct AsModel {
  using type = X;
};
template <Potential X>
requires(!GenericModel<X>) struct AsModel<X> {
  using type = potential_model<X>;
};

}  // namespace detail

template <class X>
using as_model = typename detail::AsModel<X>::type;

}  // namespace fubini
