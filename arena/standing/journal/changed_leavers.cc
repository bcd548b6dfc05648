// Identities of those who left are compared while a round with them is open.

#include "arena/standing/journal/changed_leavers.h"

#include <cstddef>
#include <set>
#include <utility>

#include "arena/players/roster/bot_identity.h"
#include "arena/standing/journal/open_round.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Returns true if only files on this machine say what the bot is. Those of a
// bundled bot are the program's own; a bot at an address has none here.
bool IsMadeOfFiles(const v1::BotEntry& bot) { return !bot.command().empty(); }

bool HasLeft(const Entrant& entrant) {
  return entrant.status != EntrantStatus::kPlays && IsMadeOfFiles(entrant.bot);
}

// Those who have left, in rounds that are not played to their end.
absl::StatusOr<std::set<int>> LeaversInOpenRounds(
    const ArenaState& state, const std::string& directory) {
  std::set<int> leavers;
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    if (state.finished->Contains(number)) continue;
    std::set<int> of_round;
    for (const int entrant :
         ListEntrants(state.rounds[static_cast<std::size_t>(number) - 1])) {
      if (HasLeft(state.entrants[static_cast<std::size_t>(entrant)])) {
        of_round.insert(entrant);
      }
    }
    if (of_round.empty()) continue;
    ASSIGN_OR_RETURN(const RoundProgress progress,
                     ReadProgress(state, number, directory));
    if (progress.units_done < progress.units) leavers.merge(of_round);
  }
  return leavers;
}

}  // namespace

absl::StatusOr<std::map<int, absl::Status>> ChangedLeavers(
    const ArenaState& state, const std::string& directory) {
  ASSIGN_OR_RETURN(const std::set<int> leavers,
                   LeaversInOpenRounds(state, directory));
  std::map<int, absl::Status> changed;
  for (const int leaver : leavers) {
    const Entrant& entrant = state.entrants[static_cast<std::size_t>(leaver)];
    v1::LeagueConfig alone;
    v1::BotEntry& bot = *alone.add_bots();
    bot = LocatedBot(entrant.bot, directory);
    bot.set_name(entrant.Label());
    absl::Status same = CheckIdentities(alone);
    if (!same.ok()) changed[leaver] = std::move(same);
  }
  return changed;
}

void MakeUnstartable(v1::BotEntry& bot) {
  bot.clear_directory();
  bot.clear_command();
  bot.add_command("/dev/null/" + bot.name() +
                  " is not what was submitted, so it is not started");
}

}  // namespace couillon::arena
