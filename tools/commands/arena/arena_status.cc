#include "arena/standing/journal/arena_status.h"

#include <iostream>
#include <memory>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/text/identities_text.h"
#include "arena/report/text/result_text.h"
#include "arena/report/text/usage_text.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/standing/planner/season.h"
#include "tools/commands/arena/arena_commands.h"
#include "tools/commands/shared/command.h"

namespace couillon::tools {
namespace {

// Empty: the organizer submitted it.
std::string OfAuthor(const std::string& author) {
  return author.empty() ? "" : "; author " + arena::PrintableLine(author);
}

void PrintEntrants(const arena::ArenaState& state) {
  for (const arena::Entrant& entrant : state.entrants) {
    std::cout << absl::StrFormat(
        "  %s: %s, digest %s%s%s\n", arena::PrintableLine(entrant.Label()),
        arena::StatusName(entrant.status),
        arena::ShortDigest(entrant.bot.identity().digest()),
        arena::SdkText(entrant.bot.identity().sdk()),
        OfAuthor(entrant.bot.dial_in().author()));
  }
  for (const arena::Refusal& refusal : state.refusals) {
    std::cout << absl::StrFormat(
        "  %s: refused: %s%s\n", arena::PrintableLine(refusal.name),
        arena::PrintableLine(refusal.reason, 300), OfAuthor(refusal.author));
  }
}

struct ArenaStatusOptions {
  std::string directory;
  std::string format = "text";
};

int ShowArenaStatus(const ArenaStatusOptions& options) {
  const std::string& directory = options.directory;
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return ExitWith(state.status());
  absl::StatusOr<arena::ArenaStatus> status =
      arena::ReadStatus(*state, directory);
  if (!status.ok()) return ExitWith(status.status());
  const absl::Status planned = arena::AddNextRound(*state, directory, *status);
  if (!planned.ok()) return ExitWith(planned);
  if (options.format == "json") {
    std::cout << arena::StatusJson(*state, *status).dump(2) << "\n";
    return kExitDone;
  }
  std::cout << absl::StrFormat("%s: %d entrants, %d rounds planned; %s",
                               arena::FormatName(state->format),
                               state->entrants.size(), state->rounds.size(),
                               arena::TargetText(*state));
  if (!arena::NeedsResults(state->format)) {
    std::cout << absl::StrFormat(
        ", %d %s left", state->Left().pairings,
        state->format == arena::RoundFormat::kIndividual ? "pairs of partners"
                                                         : "pairings");
  }
  if (status->items) {
    std::cout << absl::StrFormat(": %s of %s played",
                                 arena::Grouped(status->items->played),
                                 arena::Grouped(status->items->target));
  }
  std::cout << "\n";
  if (status->result) {
    std::cout << arena::ResultLine(*status->result) << "\n";
  }
  PrintEntrants(*state);
  if (const std::optional<arena::UnplayedRound>& round = status->open) {
    std::cout << absl::StrFormat("Round %d: %d of %d units played\n",
                                 round->number, round->progress.units_done,
                                 round->progress.units)
              << arena::DescribeWaits(*state, *round);
  }
  std::cout << arena::DescribeNextRound(*state, *status)
            << arena::DescribeUsage(status->used);
  return kExitDone;
}

}  // namespace

void AddArenaStatusCommand(CommandLine arena) {
  CommandLine status =
      arena.AddSubcommand("status", "Show the entrants and how much is played");
  status.SetExamples("couillon arena status open",
                     "couillon arena status open && couillon arena run open");
  auto options = std::make_shared<ArenaStatusOptions>();
  status.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  status.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  status.OnChosen([options] { return ShowArenaStatus(*options); });
}

}  // namespace couillon::tools
