// A round's store must hold the league that the journal has.

#include "arena/standing/journal/round_results.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/bot_index.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

absl::StatusOr<std::unique_ptr<LeagueStore>> OpenRoundToRead(
    const ArenaState& state, int number, const std::string& directory) {
  const std::string place = RoundDirectory(directory, number);
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(place);
  if (absl::IsNotFound(store.status())) return nullptr;
  if (!store.ok()) return store;
  if (SameRound((*store)->config(), RoundConfig(state, number, directory))) {
    return store;
  }
  return absl::DataLossError(absl::StrFormat(
      "%s: holds another league than round %d of the journal", place, number));
}

absl::Status AddForfeits(const RoundPlan& plan, const std::map<int, int>& index,
                         LeagueStore& store, std::vector<Fault>& faults) {
  ASSIGN_OR_RETURN(std::vector<Fault> found, store.Faults());
  const std::vector<int> entrants = ListEntrants(plan);
  for (Fault& fault : found) {
    if (!fault.forfeits) continue;
    fault.bot = BotIndex(index.at(entrants[Index(fault.bot)]));
    faults.push_back(std::move(fault));
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
