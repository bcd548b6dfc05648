#include "arena/unit/unit_result.h"

#include <cstddef>
#include <string>

namespace couillon::arena {

bool IsTouched(const std::string& touched, std::size_t item) {
  if (item / 8 >= touched.size()) return false;
  return (static_cast<unsigned char>(touched[item / 8]) >> (item % 8) & 1) != 0;
}

int HalfPointsOf(char code, int seatings) {
  const auto value = static_cast<unsigned char>(code);
  return seatings == 2 ? value / 3 + value % 3 : value;
}

}  // namespace couillon::arena
