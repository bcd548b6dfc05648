// Forfeits by bot in the order of units, and from which unit on the bot is out.

#include "arena/league/run/disqualification_rule.h"

#include <algorithm>
#include <limits>

#include "arena/table/team.h"
#include "arena/table/verdict.h"

namespace couillon::arena {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

bool IsOverBudget(const UnitResult& result) {
  return std::ranges::any_of(result.faults, [](const Fault& fault) {
    return fault.verdict == Verdict::kOverBudget;
  });
}

DisqualificationRule::DisqualificationRule(int bots, int disqualify_after)
    : disqualify_after_(static_cast<std::size_t>(disqualify_after)),
      forfeited_(static_cast<std::size_t>(bots)),
      last_(static_cast<std::size_t>(bots)) {
  for (std::atomic<std::int64_t>& last : last_) last = kNever;
}

void DisqualificationRule::AddForfeit(std::int64_t unit, BotIndex bot) {
  const auto at = static_cast<std::size_t>(bot);
  if (++forfeited_[at] == disqualify_after_) last_[at] = unit;
}

std::optional<BotIndex> DisqualificationRule::DisqualifiedIn(
    const Unit& unit) const {
  std::optional<BotIndex> disqualified;
  std::int64_t earliest = unit.number;  // a bot loses every unit after its last
  for (const Team team : kAllTeams) {
    for (const BotIndex bot : unit.teams[team]) {
      const std::int64_t last = last_[static_cast<std::size_t>(bot)];
      if (last >= earliest) continue;
      earliest = last;
      disqualified = bot;
    }
  }
  return disqualified;
}

}  // namespace couillon::arena
