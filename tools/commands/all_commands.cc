#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

void AddAllCommands(CommandLine root) {
  root.RequireSubcommand();
  AddLeagueCommand(root);
  AddMatchCommand(root);
  AddArenaCommand(root);
  AddPlayCommand(root);
  AddReportCommand(root);
  AddExportCommand(root);
  AddFaultsCommand(root);
  AddReplayCommand(root);
  AddAnalyseCommand(root);
  AddRateCommand(root);
  AddSprtCommand(root);
  AddVerifyCommand(root);
  AddViewCommand(root);
  AddAuditCommand(root);
  AddSelfTestCommand(root);
  AddSandboxCommand(root);
  AddFairnessCommand(root);
  AddExploitCommand(root);
  AddBenchCommand(root);
  AddRulesCommand(root);
  AddDealCommand(root);
  AddTraceCommand(root);
  AddSolveCommand(root);
  AddBotCommand(root);
  // Last: a subcommand inherits the footer that its parent has at that time.
  root.SetExamples(
      "couillon match builtin:greedy builtin:random --ruleset fr --deals 400 "
      "--out match",
      "couillon rules basic-gerver");
}

}  // namespace couillon::tools
