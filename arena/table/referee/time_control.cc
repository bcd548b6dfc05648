// The budget of a unit against the time used.

#include "arena/table/referee/time_control.h"

#include "absl/strings/str_format.h"

namespace couillon::arena {

std::string TimeControl::OverBudget(Clock::duration thought) const {
  using std::chrono::milliseconds;
  // Rounded up, so that it is more than what is allowed.
  const Clock::duration found = thought + milliseconds(1) - Clock::duration(1);
  return absl::StrFormat(
      "thought for %d ms in one unit of work, at most %d ms are allowed",
      std::chrono::duration_cast<milliseconds>(found).count(),
      std::chrono::duration_cast<milliseconds>(unit_budget).count());
}

}  // namespace couillon::arena
