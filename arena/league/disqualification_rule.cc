#include "arena/league/disqualification_rule.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"
#include "arena/table/team.h"

namespace couillon::arena {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

DisqualificationRule::DisqualificationRule(int bots, int disqualify_after)
    : disqualify_after_(static_cast<std::size_t>(disqualify_after)),
      forfeited_(static_cast<std::size_t>(bots)),
      last_(static_cast<std::size_t>(bots)) {
  for (std::atomic<std::int64_t>& last : last_) last = kNever;
}

std::optional<std::int64_t> DisqualificationRule::AddForfeit(std::int64_t unit,
                                                             BotIndex bot) {
  const auto at = static_cast<std::size_t>(bot);
  if (disqualify_after_ == 0 || unit >= last_[at]) return std::nullopt;
  std::set<std::int64_t>& forfeited = forfeited_[at];
  forfeited.insert(unit);
  if (forfeited.size() < disqualify_after_) return std::nullopt;
  // Keeps the first `disqualify_after_` units; the last of them decides.
  forfeited.erase(std::next(forfeited.begin(),
                            static_cast<std::ptrdiff_t>(disqualify_after_)),
                  forfeited.end());
  last_[at] = *forfeited.rbegin();
  return *forfeited.rbegin() + 1;
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
