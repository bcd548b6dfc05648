// The part of the file of deal records that a unit takes.
#pragma once

#include <cstdint>

namespace couillon::arena {

// Where the records of a unit lie in the file.
struct DealSpan {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

}  // namespace couillon::arena
