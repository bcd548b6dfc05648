#include "arena/journal/arena_status.h"

#include <utility>

#include "arena/journal/next_round.h"
#include "arena/planner/plan_round.h"
#include "arena/report/format/schema.h"
#include "arena/report/identities.h"
#include "arena/store/usage_rows.h"
#include "arena/text/printable.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// What the entrants have used in all rounds.
absl::StatusOr<std::vector<UsedBot>> UsedEntrants(
    const ArenaState& state, const std::string& directory) {
  absl::StatusOr<std::vector<StoredUsage>> usage =
      UsageOfEntrants(state, directory);
  if (!usage.ok()) return usage.status();
  v1::LeagueConfig config = state.settings;
  for (const Entrant& entrant : state.entrants) {
    *config.add_bots() = entrant.bot;
    config.mutable_bots()->rbegin()->set_name(PrintableLine(entrant.Label()));
  }
  return UsedBots(config, *usage);
}

absl::StatusOr<std::optional<UnplayedRound>> FindOpenRound(
    const ArenaState& state, const std::string& directory) {
  const absl::StatusOr<std::optional<int>> unfinished =
      UnfinishedRound(state, directory);
  if (!unfinished.ok()) return unfinished.status();
  const std::optional<int>& number = *unfinished;
  if (!number) return std::nullopt;
  absl::StatusOr<RoundProgress> progress =
      ProgressOf(state, *number, directory);
  if (!progress.ok()) return progress.status();
  return UnplayedRound{.number = *number, .progress = *std::move(progress)};
}

// Null: the organizer submitted it.
Json AuthorJson(const std::string& author) {
  if (author.empty()) return nullptr;
  return PrintableLine(author);
}

// Null if what is left follows from results.
Json LeftJson(const ArenaState& state) {
  if (NeedsResults(state.format)) return nullptr;
  const LeftToPlan left = state.Left();
  return {{"pairings", left.pairings}, {"items", left.items}};
}

}  // namespace

absl::StatusOr<ArenaStatus> ReadStatus(const ArenaState& state,
                                       const std::string& directory) {
  absl::StatusOr<std::vector<UsedBot>> used = UsedEntrants(state, directory);
  if (!used.ok()) return used.status();
  const absl::StatusOr<std::optional<UnplayedRound>> open =
      FindOpenRound(state, directory);
  if (!open.ok()) return open.status();
  return ArenaStatus{.used = *std::move(used), .open = *open};
}

Json StatusJson(const ArenaState& state, const ArenaStatus& status) {
  Json entrants = Json::array();
  for (const Entrant& entrant : state.entrants) {
    entrants.push_back(
        {{"bot", PrintableLine(entrant.Label())},
         {"status", StatusName(entrant.status)},
         {"author", AuthorJson(entrant.bot.dial_in().author())},
         {"digest", ShortDigest(entrant.bot.identity().digest())},
         {"sdk", PrintableLine(entrant.bot.identity().sdk())}});
  }
  Json refused = Json::array();
  for (const Refusal& refusal : state.refusals) {
    refused.push_back({{"bot", PrintableLine(refusal.name)},
                       {"author", AuthorJson(refusal.author)},
                       {"reason", Printable(refusal.reason)}});
  }
  Json round = nullptr;
  if (status.open) {
    round = {{"number", status.open->number},
             {"units_done", status.open->progress.units_done},
             {"units", status.open->progress.units}};
  }
  Json json = NewDocument(kArenaStatusSchema);
  json["format"] = FormatName(state.format);
  json["items"] = state.target;
  json["left"] = LeftJson(state);
  json["rounds"] = state.rounds.size();
  json["open_round"] = std::move(round);
  json["entrants"] = std::move(entrants);
  json["refused"] = std::move(refused);
  json["usage"] = UsageJson(status.used);
  return json;
}

}  // namespace couillon::arena
