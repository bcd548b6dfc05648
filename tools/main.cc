// couillon: a referee for bots that play games of the Couillon family.
#include <signal.h>  // NOLINT(modernize-deprecated-headers): has SIGPIPE

#include <csignal>
#include <exception>
#include <iostream>

#include "tools/commands/command.h"

namespace couillon::tools {
namespace {

int Run(int argc, char** argv) {
  CommandLineParser parser("couillon",
                           "A referee and league for bots of the Couillon "
                           "family");
  parser.SetVersion("couillon 0.1.0");
  CommandLine root = parser.root();
  root.RequireSubcommand();
  AddLeagueCommand(root);
  AddMatchCommand(root);
  AddBotCommand(root);
  AddReportCommand(root);
  AddFaultsCommand(root);
  AddVerifyCommand(root);
  AddRateCommand(root);
  AddSprtCommand(root);
  AddSelfTestCommand(root);
  AddFairnessCommand(root);
  AddBenchCommand(root);
  AddDealCommand(root);
  AddReplayCommand(root);
  AddTraceCommand(root);
  AddRulesCommand(root);
  if (const auto exit_code = parser.Parse(argc, argv)) {
    return *exit_code == 0 ? kExitDone : kExitUsage;
  }
  return parser.RunChosen();
}

}  // namespace
}  // namespace couillon::tools

int main(int argc, char** argv) {
  // A bot or a pipe that goes away is an error to be told, not a death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // nor is a file that may not grow
  try {
    return couillon::tools::Run(argc, argv);
  } catch (const std::exception& error) {  // of a library: ours throw none
    std::cerr << "couillon: " << error.what() << '\n';
    return couillon::tools::kExitError;
  }
}
