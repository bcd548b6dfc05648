// couillon: a referee for bots that play games of the Couillon family.
#include <signal.h>  // NOLINT(modernize-deprecated-headers): has SIGPIPE

#include <CLI/App.hpp>
#include <CLI/CLI.hpp>  // IWYU pragma: keep - has what App links to
#include <CLI/Error.hpp>
#include <csignal>
#include <exception>
#include <iostream>

#include "tools/commands/command.h"

namespace couillon::tools {
namespace {

int Run(int argc, char** argv) {
  CLI::App app("A referee and league for bots of the Couillon family");
  app.name("couillon");
  app.require_subcommand(1);
  app.set_version_flag("--version", "couillon 0.1.0");
  Command chosen;
  AddLeagueCommand(app, chosen);
  AddMatchCommand(app, chosen);
  AddBotCommand(app, chosen);
  AddReportCommand(app, chosen);
  AddFaultsCommand(app, chosen);
  AddVerifyCommand(app, chosen);
  AddRateCommand(app, chosen);
  AddSprtCommand(app, chosen);
  AddSelfTestCommand(app, chosen);
  AddFairnessCommand(app, chosen);
  AddBenchCommand(app, chosen);
  AddDealCommand(app, chosen);
  AddReplayCommand(app, chosen);
  AddTraceCommand(app, chosen);
  AddRulesCommand(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitUsage;
  }
  return chosen();
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
