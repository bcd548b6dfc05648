#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/league_defaults.h"
#include "arena/league/setup/setup.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/entry_ranges.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/arena/arena_commands.h"
#include "tools/commands/shared/command.h"
#include "tools/options/league_options.h"

namespace couillon::tools {
namespace {

struct InitOptions {
  LeagueOptions league;
  std::string directory;
  std::uint64_t round_items = 0;  // 0: a share of the target
  std::string format = "round-robin";
  std::uint32_t rounds = 0;
  std::uint32_t top = 0;
};

constexpr std::array kFormats = {
    std::pair("round-robin", v1::ROUND_FORMAT_ROUND_ROBIN),
    std::pair("gauntlet", v1::ROUND_FORMAT_GAUNTLET),
    std::pair("swiss", v1::ROUND_FORMAT_SWISS),
    std::pair("knockout", v1::ROUND_FORMAT_KNOCKOUT),
    std::pair("double-knockout", v1::ROUND_FORMAT_DOUBLE_KNOCKOUT),
    std::pair("adaptive", v1::ROUND_FORMAT_ADAPTIVE),
    std::pair("individual", v1::ROUND_FORMAT_INDIVIDUAL)};

// Sets what belongs to one format alone.
absl::Status SetFormat(const InitOptions& options, v1::ArenaCreated& created) {
  for (const auto& [name, format] : kFormats) {
    if (options.format == name) created.set_format(format);
  }
  if (options.rounds > 0 && created.format() != v1::ROUND_FORMAT_SWISS) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--swiss-rounds: found %d with --format %s; only a "
                        "Swiss has a number of "
                        "rounds",
                        options.rounds, options.format));
  }
  if (options.top > 0 && created.format() != v1::ROUND_FORMAT_ADAPTIVE) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--top: found %d with --format %s; expected --format adaptive",
        options.top, options.format));
  }
  created.set_rounds(options.rounds);
  created.set_top(options.top);
  return absl::OkStatus();
}

// A pairing of a Swiss plays in one round.
std::uint64_t RoundItems(const InitOptions& options,
                         const v1::LeagueConfig& settings) {
  if (options.format == "swiss") return settings.items();
  return options.round_items > 0 ? options.round_items
                                 : arena::DefaultRoundItems(settings);
}

int Init(InitOptions options) {
  options.league.request.open = true;
  if (options.format == "individual") {
    options.league.request.config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
  }
  absl::StatusOr<arena::LeagueRequest> request = ReadRequest(options.league);
  if (!request.ok()) return ExitWith(request.status());
  arena::SetDefaults(RulesetsByDefault(), *request);
  const absl::StatusOr<v1::LeagueConfig> settings =
      MakeConfig(options.league, *request);
  if (!settings.ok()) return ExitWith(settings.status());
  v1::ArenaCreated created;
  *created.mutable_settings() = *settings;
  absl::Status status = SetFormat(options, created);
  if (!status.ok()) return ExitWith(status);
  created.set_round_items(RoundItems(options, *settings));
  status = arena::CreateJournal(options.directory, created);
  if (!status.ok()) return ExitWith(status);
  std::cerr << "Commitment to the seed: " << settings->seed_commitment()
            << "\n";
  const absl::StatusOr<arena::ArenaState> state =
      arena::ReadState(options.directory);
  if (!state.ok()) return ExitWith(state.status());
  std::cout << absl::StrFormat(
      "%s: an arena without bots; %s, in rounds of %d\n"
      "Next: %s arena submit %s BOT..., then %s arena run %s\n",
      options.directory, arena::TargetText(*state),
      std::min(created.round_items(), settings->items()), ProgramName(),
      arena::ShellWord(options.directory), ProgramName(),
      arena::ShellWord(options.directory));
  return kExitDone;
}

}  // namespace

void AddArenaInitCommand(CommandLine arena) {
  CommandLine init = arena.AddSubcommand("init", "Make an arena without bots");
  init.SetExamples(
      "couillon arena init season --ruleset fr,kujong --deals 400",
      "couillon arena init winter --ruleset mit-malmedy --matches 50 --format "
      "swiss");
  auto options = std::make_shared<InitOptions>();
  init.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  AddArenaOptions(init, options->league);
  init.StartGroup("Rounds");
  init.AddOption("--round-items", options->round_items,
                 "The most deals or matches per pairing and ruleset in a round "
                 "(default: an eighth of them)")
      .Range(std::uint64_t{1}, arena::kMaxDeals);
  std::vector<std::string> formats;
  formats.reserve(kFormats.size());
  for (const auto& [name, format] : kFormats) formats.emplace_back(name);
  init.AddOption("--format", options->format, "How rounds are planned")
      .OneOf(formats)
      .ShowDefault();
  init.AddOption("--swiss-rounds", options->rounds,
                 "Rounds of a Swiss (default: as few as can find a winner)")
      .Range(1, arena::kMaxArenaRounds);
  init.AddOption("--top", options->top,
                 "How many bots at the top an adaptive arena cares about "
                 "(default: 5)")
      .Range(1, arena::kMaxArenaRounds);
  init.OnChosen([options] { return Init(*options); });
}

}  // namespace couillon::tools
