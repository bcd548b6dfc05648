// couillon arena: a league that stays open. Bots join, are replaced and leave
// while rounds are planned and played.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/journal/arena_report.h"
#include "arena/journal/arena_state.h"
#include "arena/journal/journal.h"
#include "arena/journal/open_round.h"
#include "arena/journal/submission.h"
#include "arena/journal/submission_trial.h"
#include "arena/journal/verify_arena.h"
#include "arena/league/league_defaults.h"
#include "arena/league/setup.h"
#include "arena/planner/round_robin_planner.h"
#include "arena/referee/bot_description.h"
#include "arena/report/league_report.h"
#include "arena/report/report_text.h"
#include "arena/roster/bot_directory.h"
#include "arena/roster/bot_sources.h"
#include "arena/roster/remote_arguments.h"
#include "arena/text/printable.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/arena_run.h"
#include "tools/commands/command.h"
#include "tools/commands/play_league.h"
#include "tools/options/command_line.h"
#include "tools/options/launch_options.h"
#include "tools/options/league_options.h"
#include "tools/options/scale_option.h"
#include "tools/options/source_tree.h"

namespace couillon::tools {
namespace {

// Rounds of this share of the deals per pairing, unless asked otherwise.
constexpr std::uint64_t kRoundsOfATarget = 8;

struct InitOptions {
  LeagueOptions league;
  std::string directory;
  std::uint64_t round_items = 0;  // 0: a share of the target
};

// A share of the target in whole units of work.
std::uint64_t RoundItems(const InitOptions& options,
                         const v1::LeagueConfig& settings) {
  if (options.round_items > 0) return options.round_items;
  const std::uint64_t block = settings.block_items();
  const std::uint64_t share = settings.items() / kRoundsOfATarget;
  return std::max(block, share / block * block);
}

int Init(InitOptions options) {
  options.league.request.open = true;
  absl::StatusOr<arena::LeagueRequest> request = ReadRequest(options.league);
  if (!request.ok()) return ExitWith(request.status());
  arena::SetDefaults(RulesetsByDefault(), *request);
  const absl::StatusOr<v1::LeagueConfig> settings =
      MakeConfig(options.league, *request);
  if (!settings.ok()) return ExitWith(settings.status());
  v1::ArenaCreated created;
  *created.mutable_settings() = *settings;
  created.set_round_items(RoundItems(options, *settings));
  const absl::Status status = arena::CreateJournal(options.directory, created);
  if (!status.ok()) return ExitWith(status);
  std::cerr << "Commitment to the seed: " << settings->seed_commitment()
            << "\n";
  std::cout << absl::StrFormat(
      "%s: an arena without bots; every pairing plays %d %s per ruleset, in "
      "rounds of %d\nNext: %s arena submit %s BOT..., then %s arena run %s\n",
      options.directory, settings->items(),
      settings->mode() == v1::LEAGUE_MODE_MATCHES ? "matches" : "deals",
      created.round_items(), ProgramName(), options.directory, ProgramName(),
      options.directory);
  return kExitDone;
}

struct SubmitOptions {
  std::string directory;
  std::vector<std::string> bots;
  bool build = false;
  bool unchecked = false;
};

// A bot that works, as the arena keeps it, and what it says of itself.
struct Candidate {
  v1::BotEntry pinned;
  arena::BotDescription description;
};

// Builds, pins and tries a bot. The error is the reason for its refusal.
absl::StatusOr<Candidate> Prepare(const SubmitOptions& options,
                                  const arena::ArenaState& state,
                                  const v1::BotEntry& bot) {
  if (options.build && !bot.directory().empty()) {
    absl::Status built = arena::BuildBot(bot.directory(), SourceTree());
    if (!built.ok()) return built;
  }
  absl::StatusOr<v1::BotEntry> pinned = arena::PinBot(options.directory, bot);
  if (!pinned.ok()) return pinned.status();
  absl::StatusOr<arena::BotDescription> description = arena::TrySubmission(
      state, *pinned,
      LaunchOptionsOf(options.directory, state.settings.allow_cheating()),
      !options.unchecked);
  if (!description.ok()) return description.status();
  return Candidate{.pinned = *std::move(pinned),
                   .description = *std::move(description)};
}

// Accepts or refuses one bot, and says so. Returns whether it was accepted.
absl::StatusOr<bool> SubmitOne(const SubmitOptions& options,
                               const arena::ArenaState& state,
                               const v1::BotEntry& bot) {
  const absl::StatusOr<Candidate> candidate = Prepare(options, state, bot);
  if (!candidate.ok()) {
    const std::string reason(candidate.status().message());
    std::cout << absl::StrFormat("%s: refused\n%s\n",
                                 arena::PrintableLine(bot.name()), reason);
    absl::Status status =
        arena::RefuseBot(options.directory, bot.name(), reason);
    if (!status.ok()) return status;
    return false;
  }
  const absl::StatusOr<arena::Accepted> accepted = arena::AcceptBot(
      options.directory, candidate->pinned, candidate->description);
  if (!accepted.ok()) return accepted.status();
  std::cout << absl::StrFormat(
      "%s v%d: %s\n", arena::PrintableLine(bot.name()), accepted->version,
      accepted->known ? "this very program plays already"
                      : "plays from the next round on");
  return true;
}

int Submit(const SubmitOptions& options) {
  const absl::StatusOr<arena::ArenaState> state =
      arena::ReadState(options.directory);
  if (!state.ok()) return ExitWith(state.status());
  const absl::StatusOr<std::vector<v1::BotEntry>> bots =
      arena::ReadTableBots(options.bots, CheckLeagueBuiltin);
  if (!bots.ok()) return ExitWith(bots.status());
  bool all = true;
  for (const v1::BotEntry& bot : *bots) {
    const absl::StatusOr<bool> accepted = SubmitOne(options, *state, bot);
    if (!accepted.ok()) return ExitWith(accepted.status());
    all = all && *accepted;
  }
  return all ? kExitDone : kExitBotFailed;
}

int Retire(const std::string& directory, const std::string& name) {
  const absl::Status status = arena::RetireBot(directory, name);
  if (!status.ok()) return ExitWith(status);
  std::cout << name << ": plays in no later round\n";
  return kExitDone;
}

int Extend(const std::string& directory, std::uint64_t items) {
  const absl::Status status = arena::ExtendArena(directory, items);
  if (!status.ok()) return ExitWith(status);
  std::cout << absl::StrFormat("%s: every pairing plays %d per ruleset\n",
                               directory, items);
  return kExitDone;
}

void PrintEntrants(const arena::ArenaState& state) {
  for (const arena::Entrant& entrant : state.entrants) {
    std::cout << absl::StrFormat("  %s: %s, digest %s\n",
                                 arena::PrintableLine(entrant.Label()),
                                 arena::StatusName(entrant.status),
                                 entrant.bot.identity().digest().substr(0, 12));
  }
  for (const arena::Refusal& refusal : state.refusals) {
    std::cout << absl::StrFormat("  %s: refused: %s\n",
                                 arena::PrintableLine(refusal.name),
                                 arena::PrintableLine(refusal.reason, 300));
  }
}

int ShowStatus(const std::string& directory) {
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return ExitWith(state.status());
  std::cout << absl::StrFormat(
      "%d entrants, %d rounds planned; every pairing plays %d per ruleset, %d "
      "pairings left\n",
      state->entrants.size(), state->rounds.size(), state->target,
      arena::PairingsLeft(state->Field()));
  PrintEntrants(*state);
  const absl::StatusOr<std::optional<int>> unfinished =
      arena::UnfinishedRound(*state, directory);
  if (!unfinished.ok()) return ExitWith(unfinished.status());
  if (*unfinished) {
    const absl::StatusOr<arena::RoundProgress> progress =
        arena::ProgressOf(*state, **unfinished, directory);
    if (!progress.ok()) return ExitWith(progress.status());
    std::cout << absl::StrFormat("Round %d: %d of %d units played\n",
                                 **unfinished, progress->units_done,
                                 progress->units);
  }
  return kExitDone;
}

std::shared_ptr<std::string> AddDirectory(CommandLine command) {
  auto directory = std::make_shared<std::string>();
  command.AddOption("directory", *directory, "Directory of the arena")
      .Required();
  return directory;
}

void AddInitCommand(CommandLine arena) {
  CommandLine init = arena.AddSubcommand("init", "Make an arena without bots");
  init.SetExamples(
      "couillon arena init autumn --ruleset fr,kujong --deals 400",
      "couillon arena init winter --ruleset mit-malmedy --matches 50");
  auto options = std::make_shared<InitOptions>();
  init.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  AddArenaOptions(init, options->league);
  init.AddOption("--round-items", options->round_items,
                 "The most deals or matches per pairing and ruleset in a round "
                 "(default: an eighth of them)")
      .Range(std::uint64_t{1}, arena::kMostDeals);
  init.OnChosen([options] { return Init(*options); });
}

void AddSubmitCommand(CommandLine arena) {
  CommandLine submit = arena.AddSubcommand(
      "submit", "Check bots and let them join, or replace their last version");
  submit.SetExamples(
      "couillon arena submit open builtin:greedy",
      "couillon arena submit open builtin:random 'mine=couillon-bot --name "
      "heuristic'");
  auto options = std::make_shared<SubmitOptions>();
  submit.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  submit
      .AddOption("bots", options->bots,
                 std::string("builtin:NAME, NAME=COMMAND, a bot directory or a "
                             "folder of them, or NAME= and ") +
                     arena::kAddressHelp)
      .Required();
  submit.AddFlag("--build", options->build,
                 "Run the build command of each bot's manifest first");
  submit.AddFlag("--unchecked", options->unchecked,
                 "Only start the bot; leave out the checks of couillon bot "
                 "check");
  submit.OnChosen([options] { return Submit(*options); });
}

void AddRetireCommand(CommandLine arena) {
  CommandLine retire =
      arena.AddSubcommand("retire", "A bot leaves; its results stay");
  retire.SetExamples("couillon arena retire open greedy",
                     "couillon arena retire open mine && couillon arena status "
                     "open");
  auto directory = AddDirectory(retire);
  auto name = std::make_shared<std::string>();
  retire.AddOption("bot", *name, "Its name, without a version").Required();
  retire.OnChosen([directory, name] { return Retire(*directory, *name); });
}

void AddExtendCommand(CommandLine arena) {
  CommandLine extend = arena.AddSubcommand(
      "extend", "Raise the number of deals or matches per pairing");
  extend.SetExamples("couillon arena extend open --to 500",
                     "couillon arena extend open --to 1000 && couillon arena "
                     "run open --dry-run");
  auto directory = AddDirectory(extend);
  auto items = std::make_shared<std::uint64_t>(0);
  extend.AddOption("--to", *items, "Deals or matches per pairing and ruleset")
      .Required()
      .Range(std::uint64_t{1}, arena::kMostDeals);
  extend.OnChosen([directory, items] { return Extend(*directory, *items); });
}

void AddArenaReportCommand(CommandLine arena) {
  CommandLine report =
      arena.AddSubcommand("report", "Show the standings of all versions");
  report.SetExamples("couillon arena report open",
                     "couillon arena report open --format json");
  auto directory = AddDirectory(report);
  auto format = std::make_shared<std::string>("text");
  report.AddOption("--format", *format, "text, json, csv or html")
      .OneOf({"text", "json", "csv", "html"});
  auto scale = std::make_shared<std::string>();
  AddScaleOption(report, *scale);
  report.OnChosen([directory, format, scale] {
    return ReportArena(*directory, *format, *scale);
  });
}

void AddStatusCommand(CommandLine arena) {
  CommandLine status =
      arena.AddSubcommand("status", "Show the entrants and how much is played");
  status.SetExamples("couillon arena status open",
                     "couillon arena status open && couillon arena run open");
  auto directory = AddDirectory(status);
  status.OnChosen([directory] { return ShowStatus(*directory); });
}

void AddArenaVerifyCommand(CommandLine arena) {
  CommandLine verify = arena.AddSubcommand(
      "verify", "Check the journal, every round and the bots' files");
  verify.SetExamples(
      "couillon arena verify open",
      "couillon arena verify open && couillon arena report open");
  auto directory = AddDirectory(verify);
  verify.OnChosen([directory] { return VerifyArena(*directory); });
}

}  // namespace

int ReportArena(const std::string& directory, const std::string& format,
                const std::string& scale) {
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return ExitWith(state.status());
  const absl::StatusOr<arena::LeagueReport> report =
      arena::MakeArenaReport(*state, directory, ReadScale(scale));
  if (!report.ok()) return ExitWith(report.status());
  std::cout << (format == "json"   ? arena::RenderJson(*report)
                : format == "csv"  ? arena::RenderCsv(*report)
                : format == "html" ? arena::RenderHtml(*report)
                                   : arena::RenderText(*report));
  return kExitDone;
}

int VerifyArena(const std::string& directory) {
  const absl::StatusOr<arena::VerifiedArena> verified =
      arena::VerifyArena(directory);
  if (!verified.ok()) return ExitWith(verified.status());
  std::cout << absl::StrFormat(
      "%s: %d entries of the journal, %d rounds and %d units are as stored; %d "
      "tables dealt and replayed\n",
      directory, verified->entries, verified->rounds, verified->units,
      verified->records);
  return kExitDone;
}

void AddArenaCommand(CommandLine app) {
  CommandLine arena = app.AddSubcommand(
      "arena", "A league that stays open: bots join, are replaced and leave");
  arena.SetGroup("Play");
  arena.SetExamples("couillon arena init open --ruleset fr --deals 400",
                    "couillon arena submit open builtin:greedy builtin:random");
  arena.RequireSubcommand();
  AddInitCommand(arena);
  AddSubmitCommand(arena);
  AddArenaRunCommand(arena);
  AddStatusCommand(arena);
  AddArenaReportCommand(arena);
  AddRetireCommand(arena);
  AddExtendCommand(arena);
  AddArenaVerifyCommand(arena);
}

}  // namespace couillon::tools
