#include "arena/table/verdict.h"

#include <array>
#include <cstddef>

namespace couillon::arena {

std::string_view VerdictName(Verdict verdict) {
  constexpr std::array<std::string_view, 7> kNames = {
      "normal",     "illegal_action", "timeout",      "crash",
      "disconnect", "protocol_error", "start_failure"};
  return kNames[static_cast<std::size_t>(verdict)];
}

}  // namespace couillon::arena
