#include "arena/unit/unit_result.h"

#include <cstddef>
#include <string>

namespace couillon::arena {

bool IsTouched(const std::string& touched, std::size_t item) {
  if (item / 8 >= touched.size()) return false;
  return (static_cast<unsigned char>(touched[item / 8]) >> (item % 8) & 1) != 0;
}

}  // namespace couillon::arena
