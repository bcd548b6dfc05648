// Names of the grades.

#include "arena/players/check/finding.h"

#include <array>
#include <cstddef>

namespace couillon::arena {

std::string_view GradeName(Grade grade) {
  constexpr std::array<std::string_view, 4> kNames = {"pass", "warn", "fail",
                                                      "skipped"};
  return kNames[static_cast<std::size_t>(grade)];
}

}  // namespace couillon::arena
