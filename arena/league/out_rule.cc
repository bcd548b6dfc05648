#include "arena/league/out_rule.h"

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

namespace couillon::arena {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

OutRule::OutRule(int bots, int out_after)
    : out_after_(static_cast<std::size_t>(out_after)),
      lost_(static_cast<std::size_t>(bots)),
      last_(static_cast<std::size_t>(bots)) {
  for (std::atomic<std::int64_t>& last : last_) last = kNever;
}

std::optional<std::int64_t> OutRule::Lost(std::int64_t unit, BotIndex bot) {
  const auto at = static_cast<std::size_t>(bot);
  if (out_after_ == 0 || unit >= last_[at]) return std::nullopt;
  std::set<std::int64_t>& lost = lost_[at];
  lost.insert(unit);
  if (lost.size() < out_after_) return std::nullopt;
  // Only the first ones count; the last of them decides.
  lost.erase(std::next(lost.begin(), static_cast<std::ptrdiff_t>(out_after_)),
             lost.end());
  last_[at] = *lost.rbegin();
  return *lost.rbegin() + 1;
}

std::optional<BotIndex> OutRule::OutOf(const Unit& unit) const {
  std::optional<BotIndex> out;
  std::int64_t earliest = unit.number;  // a bot loses what comes after its last
  for (const Team team : kBothTeams) {
    for (const BotIndex bot : unit.teams[team]) {
      const std::int64_t last = last_[static_cast<std::size_t>(bot)];
      if (last >= earliest) continue;
      earliest = last;
      out = bot;
    }
  }
  return out;
}

}  // namespace couillon::arena
