// Three ways to name one bot: a directory, a command, an address.
#include "tools/options/bot_arguments.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/setup.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/players/roster/remote_arguments.h"
#include "bots/cpp/bundled/bundled.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "tools/options/option_names.h"
#include "tools/program/source_tree.h"

namespace couillon::tools {

void AddBotArguments(CommandLine command, BotArguments& options) {
  command
      .AddOption(
          "bot", options.arguments,
          std::string("A bot directory, or -- and a command with its "
                      "arguments, or NAME=COMMAND in one argument, or ") +
              arena::kAddressHelp)
      .Required();
  AddLimitOption(command, options.limits,
                 {arena::LimitUse::kAnswer, arena::LimitUse::kProcess});
  AddProcessOptions(command, options.process,
                    {{"plaintext", &options.allow_plaintext}});
}

namespace {

bool IsProgram(const std::string& name) {
  return arena::FindProgram(name, /*directory=*/"").ok();
}

// Whether `argument` is a bot as leagues take it, other than a path or an
// address: NAME=COMMAND, or a bundled bot.
bool IsLeagueBot(const std::string& argument) {
  return !IsProgram(argument) && (absl::StrContains(argument, '=') ||
                                  argument.starts_with("builtin:") ||
                                  bots::CheckStrategyName(argument).ok());
}

absl::StatusOr<v1::BotEntry> ReadLeagueBot(const std::string& argument) {
  ASSIGN_OR_RETURN(std::vector<v1::BotEntry> bots,
                   arena::ReadTableBots({argument}, bots::CheckStrategyName));
  COUILLON_CHECK(bots.size() == 1);
  if (bots.front().builtin().empty()) return bots.front();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is a bundled bot inside the referee, which has no process to start; "
      "expected a program: -- couillon-bot --name %s",
      argument, bots.front().builtin()));
}

// The words of a command: the arguments, or those of a single one that is no
// program as a whole.
absl::StatusOr<std::vector<std::string>> CommandOf(
    const std::vector<std::string>& arguments) {
  if (arguments.size() > 1 || IsProgram(arguments[0])) {
    return arguments;
  }
  return arena::SplitShellWords(arguments[0]);
}

}  // namespace

absl::StatusOr<v1::BotEntry> ReadBotArguments(const BotArguments& options) {
  const std::vector<std::string>& arguments = options.arguments;
  const bool is_single = arguments.size() == 1;
  v1::BotEntry entry;
  std::error_code error;
  if (is_single && std::filesystem::is_directory(arguments[0], error)) {
    RETURN_IF_ERROR(arena::ApplyManifest(arguments[0], entry));
  } else if (arena::IsRemote(arguments)) {
    RETURN_IF_ERROR(
        arena::ReadRemoteArguments(arguments, *entry.mutable_remote()));
    entry.set_name(arguments[0]);
  } else if (is_single && IsLeagueBot(arguments[0])) {
    ASSIGN_OR_RETURN(v1::BotEntry read, ReadLeagueBot(arguments[0]));
    entry = std::move(read);
  } else {
    ASSIGN_OR_RETURN(const std::vector<std::string> command,
                     CommandOf(arguments));
    if (command.empty()) {
      return absl::InvalidArgumentError(
          "bot: found an empty command; expected a program and its arguments");
    }
    entry.set_name(std::filesystem::path(command[0]).filename().string());
    *entry.mutable_command() = {command.begin(), command.end()};
  }
  if (options.allow_plaintext) arena::AllowPlaintext(entry);
  return entry;
}

std::string BuildHint(const std::string& program, const v1::BotEntry& bot) {
  if (bot.directory().empty()) return "";
  const absl::StatusOr<v1::BotManifest> manifest =
      arena::ReadManifest(bot.directory());
  if (!manifest.ok() || manifest->build().empty()) return "";
  return absl::StrFormat("If it is not built yet: %s bot build %s", program,
                         arena::ShellWord(bot.directory()));
}

absl::StatusOr<arena::TrialWorker> MakeTrialWorker(const BotArguments& options,
                                                   const v1::BotEntry& bot) {
  arena::TrialRequest request = options.request;
  request.process = ReadProcesses(options.process);
  std::vector<v1::BotEntry> bots;  // no bot has limits of its own
  RETURN_IF_ERROR(ReadLimitOptions(options.limits, request.limits, bots));
  absl::StatusOr<arena::TrialWorker> worker =
      arena::MakeTrialWorker(request, bot, SharedPaths());
  if (!worker.ok()) return WithOptionName(worker.status());
  WarnOfNoSandbox(worker->no_sandbox);
  return worker;
}

}  // namespace couillon::tools
