// The journal against the stores, every round as a league, and every copy of a
// bot against its identity.

#include "arena/standing/journal/verify_arena.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/league/run/verify.h"
#include "arena/league/store/league_store.h"
#include "arena/players/roster/bot_identity.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/disqualified.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/round_results.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

absl::Status VerifyRound(const ArenaState& state, int number,
                         const std::string& directory,
                         VerifiedArena& verified) {
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   OpenRoundToRead(state, number, directory));
  if (store == nullptr) {
    verified.absent.push_back(number);
    return absl::OkStatus();
  }
  const absl::StatusOr<Verified> round = VerifyLeague(*store, nullptr);
  if (!round.ok()) {
    return absl::Status(
        round.status().code(),
        absl::StrFormat("%s: %s", RoundDirectory(directory, number),
                        std::string(round.status().message())));
  }
  ++verified.rounds;
  verified.units += round->units;
  verified.records += round->records;
  return absl::OkStatus();
}

// Bots that the arena holds no copy of may be gone.
absl::Status VerifyBots(const ArenaState& state, const std::string& directory) {
  v1::LeagueConfig config;
  for (const Entrant& entrant : state.entrants) {
    const bool copied = !entrant.bot.directory().empty();
    if (!copied && entrant.status != EntrantStatus::kPlays) continue;
    v1::BotEntry& bot = *config.add_bots();
    bot = LocatedBot(entrant.bot, directory);
    bot.set_name(entrant.Label());
  }
  return CheckIdentities(config);
}

// DataLoss if there is a round on the disk that the journal does not have.
absl::Status CheckNoMoreRounds(const ArenaState& state,
                               const std::string& directory) {
  const auto next = static_cast<int>(state.rounds.size()) + 1;
  const fs::path folder = fs::path(RoundDirectory(directory, next));
  std::error_code error;
  std::string found;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    int number = 0;
    if (!absl::SimpleAtoi(name, &number) || number < next) continue;
    if (found.empty() || name < found) found = name;
  }
  if (found.empty()) return absl::OkStatus();
  return absl::DataLossError(absl::StrFormat(
      "%s: is on the disk, but the journal has %d rounds: its last lines are "
      "missing; restore a copy of %s",
      (folder.parent_path() / found).string(), next - 1,
      JournalPath(directory)));
}

}  // namespace

absl::StatusOr<VerifiedArena> VerifyArena(const std::string& directory) {
  ASSIGN_OR_RETURN(const JournalEntries entries, ReadJournal(directory));
  ASSIGN_OR_RETURN(const ArenaState state, ReplayJournal(entries));
  VerifiedArena verified{.entries = static_cast<std::int64_t>(entries.size())};
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    RETURN_IF_ERROR(VerifyRound(state, number, directory, verified));
  }
  RETURN_IF_ERROR(CheckNoMoreRounds(state, directory));
  RETURN_IF_ERROR(CheckDisqualified(state, directory));
  RETURN_IF_ERROR(VerifyBots(state, directory));
  // The last check: another version of the program may plan otherwise.
  RETURN_IF_ERROR(CheckPlans(state, directory));
  return verified;
}

}  // namespace couillon::arena
