// Names as in reports and files.

#include "arena/table/verdict.h"

#include <array>
#include <cstddef>

namespace couillon::arena {

std::string_view VerdictName(Verdict verdict) {
  constexpr std::array<std::string_view, 8> kNames = {
      "normal",     "illegal_action", "timeout",       "crash",
      "disconnect", "protocol_error", "start_failure", "over_budget"};
  return kNames[static_cast<std::size_t>(verdict)];
}

}  // namespace couillon::arena
