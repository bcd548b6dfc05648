// The position of a unit's records in the file of deal records.
#pragma once

#include <cstdint>

namespace couillon::arena {

// A range of bytes of the file.
struct DealSpan {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

}  // namespace couillon::arena
