// Names and commands of a cold audit.
#include "arena/report/figures/audit_figures.h"

#include <array>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/shell_word.h"

namespace couillon::arena {

std::string_view AuditVerdictName(v1::AuditVerdict verdict) {
  constexpr std::array<std::string_view, 7> kNames = {
      "nothing_asked", "alike",   "nothing_asked", "not_reproducible",
      "failed",        "changed", "better"};
  const auto at = static_cast<std::size_t>(verdict);
  return kNames[at < kNames.size() ? at : 0];
}

stats::MeanEstimate SeenDealsLead(const v1::SeenDealsTest& test) {
  stats::MeanEstimate mean{.pairs = test.clusters()};
  if (test.clusters() == 0) return mean;
  mean.mean = test.mean();
  mean.interval = {.lo = test.lower(), .hi = test.upper()};
  return mean;
}

std::string ReplayCommand(const v1::ChangedDecision& decision,
                          const std::string& replay) {
  std::string command = absl::StrFormat(
      "%s --deal %d --seating %d --ruleset %s --bots", replay, decision.item(),
      decision.seating(), ShellWord(decision.ruleset()));
  for (const std::string& bot : decision.bots()) {
    absl::StrAppend(&command, " ", ShellWord(bot));
  }
  return command;
}

}  // namespace couillon::arena
