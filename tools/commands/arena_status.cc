#include "tools/commands/arena_status.h"

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/journal/arena_state.h"
#include "arena/journal/next_round.h"
#include "arena/journal/open_round.h"
#include "arena/planner/plan_round.h"
#include "arena/planner/season.h"
#include "arena/report/format/json.h"
#include "arena/report/format/schema.h"
#include "arena/report/identities.h"
#include "arena/report/usage_text.h"
#include "arena/store/usage_rows.h"
#include "arena/text/printable.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

void PrintEntrants(const arena::ArenaState& state) {
  for (const arena::Entrant& entrant : state.entrants) {
    std::cout << absl::StrFormat(
        "  %s: %s, digest %s%s\n", arena::PrintableLine(entrant.Label()),
        arena::StatusName(entrant.status),
        arena::ShortDigest(entrant.bot.identity().digest()),
        arena::SdkText(entrant.bot.identity().sdk()));
  }
  for (const arena::Refusal& refusal : state.refusals) {
    std::cout << absl::StrFormat("  %s: refused: %s\n",
                                 arena::PrintableLine(refusal.name),
                                 arena::PrintableLine(refusal.reason, 300));
  }
}

struct StatusOptions {
  std::string directory;
  std::string format = "text";
};

// What the entrants have used in all rounds.
absl::StatusOr<std::vector<arena::UsedBot>> UsedEntrants(
    const arena::ArenaState& state, const std::string& directory) {
  absl::StatusOr<std::vector<arena::StoredUsage>> usage =
      arena::UsageOfEntrants(state, directory);
  if (!usage.ok()) return usage.status();
  v1::LeagueConfig config = state.settings;
  for (const arena::Entrant& entrant : state.entrants) {
    *config.add_bots() = entrant.bot;
    config.mutable_bots()->rbegin()->set_name(
        arena::PrintableLine(entrant.Label()));
  }
  return arena::UsedBots(config, *usage);
}

// The round that is not played to its end.
struct OpenRound {
  int number = 0;
  arena::RoundProgress progress;
};

absl::StatusOr<std::optional<OpenRound>> FindOpenRound(
    const arena::ArenaState& state, const std::string& directory) {
  const absl::StatusOr<std::optional<int>> unfinished =
      arena::UnfinishedRound(state, directory);
  if (!unfinished.ok()) return unfinished.status();
  const std::optional<int>& number = *unfinished;
  if (!number) return std::nullopt;
  absl::StatusOr<arena::RoundProgress> progress =
      arena::ProgressOf(state, *number, directory);
  if (!progress.ok()) return progress.status();
  return OpenRound{.number = *number, .progress = *std::move(progress)};
}

void PrintStatusJson(const arena::ArenaState& state,
                     const std::optional<OpenRound>& open,
                     const std::vector<arena::UsedBot>& used) {
  arena::Json entrants = arena::Json::array();
  for (const arena::Entrant& entrant : state.entrants) {
    entrants.push_back(
        {{"bot", arena::PrintableLine(entrant.Label())},
         {"status", arena::StatusName(entrant.status)},
         {"digest", arena::ShortDigest(entrant.bot.identity().digest())},
         {"sdk", arena::PrintableLine(entrant.bot.identity().sdk())}});
  }
  arena::Json refused = arena::Json::array();
  for (const arena::Refusal& refusal : state.refusals) {
    refused.push_back({{"bot", arena::PrintableLine(refusal.name)},
                       {"reason", arena::PrintableLine(refusal.reason)}});
  }
  arena::Json round = nullptr;
  if (open) {
    round = {{"number", open->number},
             {"units_done", open->progress.units_done},
             {"units", open->progress.units}};
  }
  arena::Json status = arena::NewDocument(arena::kArenaStatusSchema);
  status["format"] = arena::FormatName(state.format);
  status["items"] = state.target;
  status["rounds"] = state.rounds.size();
  status["open_round"] = std::move(round);
  status["entrants"] = std::move(entrants);
  status["refused"] = std::move(refused);
  status["usage"] = arena::UsageJson(used);
  std::cout << status.dump(2) << "\n";
}

int ShowStatus(const StatusOptions& options) {
  const std::string& directory = options.directory;
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return ExitWith(state.status());
  const absl::StatusOr<std::vector<arena::UsedBot>> used =
      UsedEntrants(*state, directory);
  if (!used.ok()) return ExitWith(used.status());
  const absl::StatusOr<std::optional<OpenRound>> open =
      FindOpenRound(*state, directory);
  if (!open.ok()) return ExitWith(open.status());
  if (options.format == "json") {
    PrintStatusJson(*state, *open, *used);
    return kExitDone;
  }
  std::cout << absl::StrFormat(
      "%s: %d entrants, %d rounds planned; %s per ruleset",
      arena::FormatName(state->format), state->entrants.size(),
      state->rounds.size(), arena::TargetText(state->format, state->target));
  if (!arena::NeedsResults(state->format)) {
    std::cout << absl::StrFormat(
        ", %d %s left", state->Left().pairings,
        state->format == arena::RoundFormat::kIndividual ? "pairs of partners"
                                                         : "pairings");
  }
  std::cout << "\n";
  PrintEntrants(*state);
  if (const std::optional<OpenRound>& round = *open) {
    std::cout << absl::StrFormat("Round %d: %d of %d units played\n",
                                 round->number, round->progress.units_done,
                                 round->progress.units);
  }
  std::cout << arena::DescribeUsage(*used);
  return kExitDone;
}

}  // namespace

void AddArenaStatusCommand(CommandLine arena) {
  CommandLine status =
      arena.AddSubcommand("status", "Show the entrants and how much is played");
  status.SetExamples("couillon arena status open",
                     "couillon arena status open && couillon arena run open");
  auto options = std::make_shared<StatusOptions>();
  status.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  status.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  status.OnChosen([options] { return ShowStatus(*options); });
}

}  // namespace couillon::tools
