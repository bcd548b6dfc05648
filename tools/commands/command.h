// The subcommands of `couillon`: each adds itself to the parser and, when it
// is the one that was asked for, leaves what is to be run.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 named it
class App;
}  // namespace CLI

namespace couillon::tools {

// What every command may end with.
enum ExitCode : int {
  kExitDone = 0,
  kExitError = 1,
  kExitUsage = 2,
  kExitBotFailed = 3,      // a bot failed under --strict
  kExitInterrupted = 130,  // stopped by a signal; the same command goes on
};

// Runs after parsing and returns the exit code.
using Command = std::function<int()>;

void AddDealCommand(CLI::App& app, Command& chosen);
void AddTraceCommand(CLI::App& app, Command& chosen);
void AddRulesCommand(CLI::App& app, Command& chosen);
void AddReplayCommand(CLI::App& app, Command& chosen);
void AddLeagueCommand(CLI::App& app, Command& chosen);
void AddMatchCommand(CLI::App& app, Command& chosen);
void AddBotCommand(CLI::App& app, Command& chosen);
// Of `couillon bot`.
void AddBotAskCommand(CLI::App& bot, Command& chosen);
void AddBotCheckCommand(CLI::App& bot, Command& chosen);
void AddFaultsCommand(CLI::App& app, Command& chosen);
void AddReportCommand(CLI::App& app, Command& chosen);
void AddVerifyCommand(CLI::App& app, Command& chosen);
void AddRateCommand(CLI::App& app, Command& chosen);
void AddSprtCommand(CLI::App& app, Command& chosen);
void AddSelfTestCommand(CLI::App& app, Command& chosen);
void AddFairnessCommand(CLI::App& app, Command& chosen);
void AddBenchCommand(CLI::App& app, Command& chosen);

// How this program was called, for commands that it tells its user.
std::string ProgramName();

// Prints "couillon: <message>" to stderr and returns the exit code for the
// status: kExitDone for OK, else kExitError.
int ExitWith(const absl::Status& status);

}  // namespace couillon::tools
