// The time of day, for what is no part of the results.
#pragma once

#include <chrono>
#include <cstdint>

namespace couillon::tools {

inline std::int64_t SecondsSince1970() {
  using std::chrono::system_clock;
  return std::chrono::duration_cast<std::chrono::seconds>(
             system_clock::now().time_since_epoch())
      .count();
}

}  // namespace couillon::tools
