// Prefetches memory that is needed soon.
#pragma once

#include <cstddef>

namespace couillon::arena {

// Prefetches all of `object` into the cache. Has no other effect.
template <typename Object>
void Prefetch(const Object& object) {
  constexpr std::size_t kCacheLine = 64;  // bytes
  const char* const begin = reinterpret_cast<const char*>(&object);
  for (std::size_t at = 0; at < sizeof(Object); at += kCacheLine) {
    __builtin_prefetch(begin + at);
  }
}

// Prefetches the cache line in which `value` begins.
template <typename Value>
void PrefetchLine(const Value& value) {
  __builtin_prefetch(&value);
}

}  // namespace couillon::arena
