// The subcommands of `couillon`: each adds itself to the command line, with the
// function that runs if it is chosen.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "arena/report/text/report_form.h"
#include "tools/options/command_line.h"

namespace couillon::arena {
struct LeagueReport;
}  // namespace couillon::arena

namespace couillon::tools {

// Exit codes of all commands.
enum ExitCode : int {
  kExitDone = 0,
  kExitError = 1,
  kExitUsage = 2,
  kExitBotFailed = 3,     // a bot failed under --strict
  kExitData = 65,         // of a plan: different bytes for one shard, or damage
  kExitNothingLeft = 66,  // of an arena: no round is left to plan
  kExitTryAgain = 75,     // of a plan: shards are missing, or it was stopped
  kExitInterrupted = 130,  // stopped by a signal; can be resumed
};

// Adds every command below except help-as, with the examples of the program.
void AddAllCommands(CommandLine root);

// Adds the hidden command that prints the help as manual pages or as the
// completion of a shell. Requires: `parser` outlives the command.
void AddHelpAsCommand(CommandLineParser& parser);
// Adds the commands help and version. Requires: `parser` outlives them.
void AddHelpCommands(CommandLineParser& parser);

void AddAnalyseCommand(CommandLine app);
void AddArenaCommand(CommandLine app);
void AddAuditCommand(CommandLine app);
void AddDealCommand(CommandLine app);
void AddTraceCommand(CommandLine app);
void AddRulesCommand(CommandLine app);
void AddReplayCommand(CommandLine app);
void AddLeagueCommand(CommandLine app);
void AddMatchCommand(CommandLine app);
void AddPlayCommand(CommandLine app);
void AddBotCommand(CommandLine app);
// Subcommands of `couillon bot`.
void AddBotAskCommand(CommandLine bot);
void AddBotCheckCommand(CommandLine bot);
void AddFaultsCommand(CommandLine app);
void AddReportCommand(CommandLine app);
void AddExportCommand(CommandLine app);
void AddVerifyCommand(CommandLine app);
void AddViewCommand(CommandLine app);
void AddRateCommand(CommandLine app);
void AddSolveCommand(CommandLine app);
void AddSprtCommand(CommandLine app);
void AddSelfTestCommand(CommandLine app);
void AddSandboxCommand(CommandLine app);
void AddFairnessCommand(CommandLine app);
void AddExploitCommand(CommandLine app);
void AddBenchCommand(CommandLine app);

// The report in `format`: "text", "json" or "csv". `form` is that of text.
std::string Rendered(const arena::LeagueReport& report,
                     const std::string& format,
                     const arena::ReportForm& form = {});

// Prints the result of the verification of an arena. Returns the exit code.
int VerifyArena(const std::string& directory);

// The name with which this program was started, for suggested commands.
std::string ProgramName();

// Prints "couillon: <message>" to stderr and returns the exit code for the
// status: kExitDone for OK, else kExitError.
int ExitWith(const absl::Status& status);

// Returns `concurrency`, or one worker per core if it is 0. At least 1.
// Requires: concurrency >= 0.
int WorkersFor(int concurrency);

}  // namespace couillon::tools
