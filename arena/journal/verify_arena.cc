#include "arena/journal/verify_arena.h"

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/journal/arena_state.h"
#include "arena/journal/journal.h"
#include "arena/journal/next_round.h"
#include "arena/journal/open_round.h"
#include "arena/journal/round_results.h"
#include "arena/league/verify.h"
#include "arena/roster/bot_identity.h"
#include "arena/store/league_store.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

absl::Status VerifyRound(const ArenaState& state, int number,
                         const std::string& directory,
                         VerifiedArena& verified) {
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      OpenRoundToRead(state, number, directory);
  if (!store.ok()) return store.status();
  if (*store == nullptr) return absl::OkStatus();
  const absl::StatusOr<Verified> round = VerifyLeague(**store, nullptr);
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

}  // namespace

absl::StatusOr<VerifiedArena> VerifyArena(const std::string& directory) {
  const absl::StatusOr<JournalEntries> entries = ReadJournal(directory);
  if (!entries.ok()) return entries.status();
  const absl::StatusOr<ArenaState> state = StateOf(*entries);
  if (!state.ok()) return state.status();
  VerifiedArena verified{.entries = static_cast<std::int64_t>(entries->size())};
  for (int number = 1; number <= static_cast<int>(state->rounds.size());
       ++number) {
    absl::Status status = VerifyRound(*state, number, directory, verified);
    if (!status.ok()) return status;
  }
  absl::Status status = CheckPlans(*state, directory);
  if (status.ok()) status = VerifyBots(*state, directory);
  if (!status.ok()) return status;
  return verified;
}

}  // namespace couillon::arena
