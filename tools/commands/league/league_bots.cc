#include "tools/commands/league/league_bots.h"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/setup/joining_bots.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/start_permission.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/options/launch_options.h"
#include "tools/options/league_options.h"
#include "tools/options/process_options.h"

namespace couillon::tools {
namespace {

struct BotOptions {
  std::string directory;
  std::vector<std::string> bots;
  bool allow_plaintext = false;
  StoredBotOptions stored_bots;
};

// What the stored league asks for needs permission; what was decided here, and
// what bots ask for that are named here, does not.
arena::StartPermission PermissionFor(const BotOptions& options,
                                     const v1::LeagueConfig& stored) {
  arena::StartPermission permission = ReadStoredBotOptions(options.stored_bots);
  if (arena::ProgramsText(stored).empty() &&
      permission.isolation == arena::IsolationRequest::kAuto) {
    permission.isolation = arena::IsolationRequest::kLimits;
  }
  permission.named_here = true;
  return permission;
}

// Tries the new bots, and stores in `changed` who they are.
absl::Status TryFresh(const BotOptions& options, const v1::LeagueConfig& stored,
                      arena::ChangedLeague& changed) {
  v1::LeagueConfig fresh = changed.config;
  fresh.clear_bots();
  for (const arena::BotIndex bot : changed.fresh) {
    *fresh.add_bots() = changed.config.bots(ToInt(bot));
  }
  const absl::StatusOr<arena::BotTrials> trials =
      TryBots(fresh, options.directory, PermissionFor(options, stored),
              fresh.allow_cheating());
  absl::Status status = trials.status();
  if (status.ok()) status = arena::AllWork(*trials);
  if (status.ok()) status = arena::SetIdentities(*trials, fresh);
  int at = 0;
  for (const arena::BotIndex bot : changed.fresh) {
    *changed.config.mutable_bots(ToInt(bot)) = fresh.bots(at++);
  }
  return status;
}

absl::StatusOr<std::vector<v1::BotEntry>> ReadNewBots(
    const BotOptions& options) {
  ASSIGN_OR_RETURN(std::vector<v1::BotEntry> bots,
                   arena::ReadTableBots(options.bots, CheckLeagueBuiltin));
  for (v1::BotEntry& bot : bots) {
    if (options.allow_plaintext) arena::AllowPlaintext(bot);
  }
  return bots;
}

int SayHowToPlay(const arena::LeagueStore& store, const std::string& what,
                 const BotOptions& options) {
  std::cout << absl::StrFormat(
      "%s: %s\nTo play what is missing: %s league "
      "resume %s%s\n",
      store.directory(), what, ProgramName(),
      arena::ShellWord(store.directory()),
      StoredBotOptionsText(store.config(), store.directory(),
                           ReadStoredBotOptions(options.stored_bots)));
  return kExitDone;
}

int Add(const BotOptions& options) {
  const auto bots = ReadNewBots(options);
  if (!bots.ok()) return ExitWith(bots.status());
  auto store = arena::LeagueStore::OpenToPlay(options.directory);
  if (!store.ok()) return ExitWith(store.status());
  absl::Status status = CheckNoRound(**store, {"submit", " BOT"});
  if (!status.ok()) return ExitWith(status);
  auto changed =
      arena::WithMoreBots((*store)->config(), *bots, CheckLeagueBuiltin);
  if (!changed.ok()) return ExitWith(changed.status());
  status = TryFresh(options, (*store)->config(), *changed);
  if (status.ok()) status = (*store)->AddBots(changed->config);
  if (!status.ok()) return ExitWith(status);
  WarnOfNoSandbox(changed->no_sandbox);
  return SayHowToPlay(
      **store, absl::StrFormat("%d bots now", changed->config.bots_size()),
      options);
}

int Replace(const BotOptions& options) {
  const auto bots = ReadNewBots(options);
  if (!bots.ok()) return ExitWith(bots.status());
  if (bots->size() != 1) {
    return ExitWith(absl::InvalidArgumentError(
        absl::StrFormat("bot: found %d bots; expected one", bots->size())));
  }
  auto store = arena::LeagueStore::OpenToPlay(options.directory);
  if (!store.ok()) return ExitWith(store.status());
  absl::Status status = CheckNoRound(**store, {"submit", " NAME=COMMAND"});
  if (!status.ok()) return ExitWith(status);
  auto changed = arena::WithBotReplaced((*store)->config(), bots->front(),
                                        CheckLeagueBuiltin);
  if (!changed.ok()) return ExitWith(changed.status());
  status = TryFresh(options, (*store)->config(), *changed);
  if (status.ok()) {
    status = (*store)->ReplaceBot(changed->fresh.front(), changed->config);
  }
  if (!status.ok()) return ExitWith(status);
  WarnOfNoSandbox(changed->no_sandbox);
  return SayHowToPlay(**store,
                      absl::StrFormat("%s is another program, and its results "
                                      "are dropped",
                                      bots->front().name()),
                      options);
}

std::shared_ptr<BotOptions> AddBotOptions(CommandLine command,
                                          const std::string& help) {
  auto options = std::make_shared<BotOptions>();
  command.AddOption("directory", options->directory, "Directory of the league")
      .Required();
  command.AddOption("bots", options->bots, help).Required();
  AddStoredBotOptions(command, options->stored_bots,
                      {{"plaintext", &options->allow_plaintext}});
  return options;
}

}  // namespace

void AddAddCommand(CommandLine league) {
  CommandLine add = league.AddSubcommand(
      "add", "Add bots to a league, which then plays what is missing");
  add.SetExamples("couillon league add results builtin:first-legal",
                  "couillon league add results builtin:heuristic && couillon "
                  "league resume results");
  const auto options = AddBotOptions(add, "Bots, as for league run --bots");
  add.OnChosen([options] { return Add(*options); });
}

void AddReplaceCommand(CommandLine league) {
  CommandLine replace = league.AddSubcommand(
      "replace",
      "Give a bot of a league another program, which plays its deals again");
  replace.SetExamples(
      "couillon league replace results greedy=builtin:heuristic",
      "couillon league replace results 'random=couillon-bot --name "
      "first-legal' "
      "&& couillon league resume results");
  const auto options =
      AddBotOptions(replace,
                    "The bot's name in the league, and the program: "
                    "NAME=COMMAND, NAME=DIRECTORY, NAME=ADDRESS");
  replace.OnChosen([options] { return Replace(*options); });
}

}  // namespace couillon::tools
