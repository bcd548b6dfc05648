// couillon arena: a league that stays open. Bots join, are replaced and leave
// while rounds are planned and played.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/setup.h"
#include "arena/league/setup/start_permission.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/arena_status.h"
#include "arena/standing/journal/entry_ranges.h"
#include "arena/standing/journal/name_owner.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/submission.h"
#include "arena/standing/journal/submission_trial.h"
#include "arena/standing/journal/verify_arena.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/schedule/unit_budget.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/arena/arena_authors.h"
#include "tools/commands/arena/arena_commands.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/commands/shared/report_output.h"
#include "tools/options/command_line.h"
#include "tools/options/launch_options.h"
#include "tools/options/league_options.h"
#include "tools/options/option_names.h"
#include "tools/options/process_options.h"
#include "tools/program/source_tree.h"

namespace couillon::tools {
namespace {

struct BotSubmission {
  std::string directory;
  std::vector<std::string> bots;
  std::vector<std::string> own_limits;
  bool build = false;
  bool unchecked = false;
  bool allow_plaintext = false;
  StoredBotOptions stored_bots;
};

// A bot that works, as the arena keeps it, and what it says of itself.
struct Candidate {
  v1::BotEntry pinned;
  arena::BotDescription description;
};

// What the arena's settings ask for needs permission; what a bot asks for that
// is named here does not.
arena::StartPermission PermissionFor(const BotSubmission& options) {
  arena::StartPermission permission = ReadStoredBotOptions(options.stored_bots);
  permission.named_here = true;
  return permission;
}

// OK if this command line permits what the arena asks for: its absence is no
// fault of a bot, so no bot is refused for it.
absl::Status CheckPermitted(const BotSubmission& options,
                            const arena::ArenaState& state,
                            const std::vector<v1::BotEntry>& bots) {
  v1::LeagueConfig config = state.settings;
  for (const v1::BotEntry& bot : bots) *config.add_bots() = bot;
  const absl::Status status =
      arena::PermittedConfig(config, PermissionFor(options), options.directory)
          .status();
  return absl::Status(status.code(),
                      absl::StrCat(options.directory, ": ", status.message()));
}

// Builds, pins and tries a bot. The error is the reason for its refusal.
absl::StatusOr<Candidate> Prepare(const BotSubmission& options,
                                  const arena::ArenaState& state,
                                  const v1::BotEntry& bot) {
  RETURN_IF_ERROR(arena::CheckNameOwner(state, bot));
  if (options.build && !bot.directory().empty()) {
    RETURN_IF_ERROR(arena::BuildBot(bot.directory(), SourceTree()));
  }
  ASSIGN_OR_RETURN(v1::BotEntry pinned, arena::PinBot(options.directory, bot));
  arena::LaunchOptions launch =
      LaunchOptionsOf(options.directory, PermissionFor(options),
                      state.settings.allow_cheating());
  launch.build_directory = bot.directory();  // not that of the copy
  ASSIGN_OR_RETURN(
      arena::BotDescription description,
      arena::TrySubmission(state, pinned, launch, !options.unchecked));
  return Candidate{.pinned = std::move(pinned),
                   .description = std::move(description)};
}

// Says that a bot is refused, and keeps it in the journal.
absl::Status Refuse(const std::string& directory, const std::string& name,
                    const std::string& reason) {
  std::cout << absl::StrFormat("%s: refused\n%s\n", arena::PrintableLine(name),
                               reason);
  return arena::RefuseBot(directory, name, reason);
}

// What the words of a command line stand for.
struct Arrivals {
  std::vector<v1::BotEntry> bots;
  // Name and reason of each word that stands for none.
  std::vector<std::pair<std::string, std::string>> unreadable;
};

Arrivals ReadArrivals(const std::vector<std::string>& words) {
  Arrivals arrivals;
  for (const std::string& word : words) {
    const absl::StatusOr<std::vector<v1::BotEntry>> bots =
        arena::ReadTableBots({word}, CheckLeagueBuiltin);
    if (bots.ok()) {
      arrivals.bots.insert(arrivals.bots.end(), bots->begin(), bots->end());
      continue;
    }
    const std::string name = word.substr(0, word.find('='));
    // The errors name the option of league run.
    std::string reason(bots.status().message());
    constexpr char kOption[] = "--bots: ";
    if (reason.starts_with(kOption)) reason.erase(0, sizeof(kOption) - 1);
    arrivals.unreadable.emplace_back(name.empty() ? word : name,
                                     std::move(reason));
  }
  return arrivals;
}

// Accepts or refuses one bot, and says so. Returns whether it was accepted.
absl::StatusOr<bool> SubmitOne(const BotSubmission& options,
                               const arena::ArenaState& state,
                               const v1::BotEntry& bot) {
  const absl::StatusOr<Candidate> candidate = Prepare(options, state, bot);
  if (!candidate.ok()) {
    RETURN_IF_ERROR(Refuse(options.directory, bot.name(),
                           std::string(candidate.status().message())));
    return false;
  }
  const absl::StatusOr<arena::Accepted> accepted = arena::AcceptBot(
      options.directory, candidate->pinned, candidate->description);
  if (absl::IsInvalidArgument(accepted.status()) ||
      absl::IsFailedPrecondition(accepted.status())) {
    RETURN_IF_ERROR(Refuse(options.directory, bot.name(),
                           std::string(accepted.status().message())));
    return false;
  }
  if (!accepted.ok()) return accepted.status();
  // The bot is accepted even if rounds cannot be read.
  const std::string why_not =
      arena::WhyNoBotJoins(state, options.directory).value_or("");
  std::cout << absl::StrFormat(
      "%s v%d: %s\n", arena::PrintableLine(bot.name()), accepted->version,
      accepted->known   ? "this very program is here already"
      : why_not.empty() ? "plays from the next round on"
                        : "does not play: " + why_not);
  return true;
}

int Submit(const BotSubmission& options) {
  const absl::StatusOr<arena::ArenaState> state =
      arena::ReadState(options.directory);
  if (!state.ok()) return ExitWith(state.status());
  Arrivals arrivals = ReadArrivals(options.bots);
  const absl::Status limits =
      arena::ReadOwnLimits(options.own_limits, arrivals.bots);
  if (!limits.ok()) return ExitWith(WithOptionName(limits));
  absl::Status startable = CheckPermitted(options, *state, arrivals.bots);
  if (startable.ok()) startable = arena::CheckSandbox(state->settings);
  if (!startable.ok()) return ExitWith(startable);
  for (const auto& [name, reason] : arrivals.unreadable) {
    const absl::Status status = Refuse(options.directory, name, reason);
    if (!status.ok()) return ExitWith(status);
  }
  bool all = arrivals.unreadable.empty();
  for (v1::BotEntry bot : arrivals.bots) {
    if (options.allow_plaintext) arena::AllowPlaintext(bot);
    arena::SetDefaultOwnBudget(state->settings, bot);
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

struct ExtendOptions {
  std::string directory;
  std::uint64_t items = 0;  // 0: as many as before
  int rounds = 0;           // likewise
};

int Extend(const ExtendOptions& options) {
  const absl::Status status =
      arena::ExtendArena(options.directory, options.items, options.rounds);
  if (!status.ok()) return ExitWith(status);
  if (options.items > 0) {
    const absl::StatusOr<arena::ArenaState> state =
        arena::ReadState(options.directory);
    if (!state.ok()) return ExitWith(state.status());
    std::cout << absl::StrFormat("%s: %s\n", options.directory,
                                 arena::TargetText(*state));
  }
  if (options.rounds > 0) {
    std::cout << absl::StrFormat("%s: has %d rounds\n", options.directory,
                                 options.rounds);
  }
  return kExitDone;
}

std::shared_ptr<std::string> AddDirectory(CommandLine command) {
  auto directory = std::make_shared<std::string>();
  command.AddOption("directory", *directory, "Directory of the arena")
      .Required();
  return directory;
}

void AddSubmitBotCommand(CommandLine arena) {
  CommandLine submit = arena.AddSubcommand(
      "submit", "Check bots and let them join, or replace their last version");
  submit.SetExamples(
      "couillon arena submit open builtin:greedy",
      "couillon arena submit open builtin:random 'mine=couillon-bot --name "
      "heuristic'");
  auto options = std::make_shared<BotSubmission>();
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
  AddOwnLimitsOption(submit, options->own_limits);
  AddStoredBotOptions(submit, options->stored_bots,
                      {{"plaintext", &options->allow_plaintext},
                       {"unchecked", &options->unchecked}});
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

void AddExtendArenaCommand(CommandLine arena) {
  CommandLine extend = arena.AddSubcommand(
      "extend", "Raise the number of deals or matches per pairing");
  extend.SetExamples("couillon arena extend open --to 500",
                     "couillon arena extend open --to 1000 && couillon arena "
                     "run open --dry-run");
  auto options = std::make_shared<ExtendOptions>();
  extend.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  extend
      .AddOption("--to", options->items,
                 "Deals or matches per pairing and ruleset")
      .Range(std::uint64_t{1}, arena::kMaxDeals);
  extend.AddOption("--swiss-rounds", options->rounds, "Rounds of a Swiss")
      .Range(1, arena::kMaxArenaRounds);
  extend.OnChosen([options] { return Extend(*options); });
}

void AddArenaReportCommand(CommandLine arena) {
  CommandLine report =
      arena.AddSubcommand("report", "Show the standings of all versions");
  report.SetExamples("couillon arena report open",
                     "couillon arena report open --format json");
  auto options = std::make_shared<ReportOptions>();
  report.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  AddReportOptions(report, *options);
  report.OnChosen([options] { return ExitWith(ShowArenaReport(*options)); });
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

int VerifyArena(const std::string& directory) {
  const absl::StatusOr<arena::VerifiedArena> verified =
      arena::VerifyArena(directory);
  if (!verified.ok()) return ExitWith(verified.status());
  const std::size_t absent = verified->absent.size();
  std::cout << absl::StrFormat(
      "%s: %d entries of the journal, %d %srounds and %d units are as stored; "
      "%d tables dealt and replayed\n",
      directory, verified->entries, verified->rounds,
      absent == 0 ? "" : absl::StrFormat("of %d ", verified->rounds + absent),
      verified->units, verified->records);
  if (absent > 0) {
    std::cout << absl::StrFormat(
        "Not there: %s%s, not begun or removed; %s arena run %s plays what is "
        "missing\n",
        arena::RoundDirectory(directory, verified->absent.front()),
        absent == 1 ? "" : absl::StrFormat(" and %d others", absent - 1),
        ProgramName(), arena::ShellWord(directory));
  }
  return kExitDone;
}

void AddArenaCommand(CommandLine app) {
  CommandLine arena = app.AddSubcommand(
      "arena", "A league that stays open: bots join, are replaced and leave");
  arena.SetGroup("Play");
  arena.SetExamples("couillon arena init open --ruleset fr --deals 400",
                    "couillon arena submit open builtin:greedy builtin:random");
  arena.RequireSubcommand();
  AddArenaInitCommand(arena);
  AddSubmitBotCommand(arena);
  AddArenaPlanCommands(arena);
  AddArenaRunCommand(arena);
  AddArenaServeCommand(arena);
  AddArenaAuthorCommands(arena);
  AddArenaStatusCommand(arena);
  AddArenaReportCommand(arena);
  AddRetireCommand(arena);
  AddExtendArenaCommand(arena);
  AddArenaVerifyCommand(arena);
}

}  // namespace couillon::tools
