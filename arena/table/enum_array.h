// An array with one value for each enumerator of an enumeration, which counts
// from 0.
#pragma once

#include <array>
#include <cstddef>

namespace couillon::arena {

template <typename Key, typename Value, std::size_t kSize>
class EnumArray {
 public:
  constexpr Value& operator[](Key key) {
    return values_[static_cast<std::size_t>(key)];
  }
  constexpr const Value& operator[](Key key) const {
    return values_[static_cast<std::size_t>(key)];
  }
  constexpr void Fill(const Value& value) { values_.fill(value); }
  friend constexpr bool operator==(const EnumArray&,
                                   const EnumArray&) = default;

 private:
  std::array<Value, kSize> values_{};
};

}  // namespace couillon::arena
