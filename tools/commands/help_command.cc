// couillon help, couillon version
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/setup/limits.h"
#include "arena/numbers/text/printable.h"
#include "proto/nearest_name.h"
#include "tools/commands/shared/command.h"
#include "tools/options/allow_option.h"
#include "tools/options/command_info.h"
#include "tools/options/command_line.h"
#include "tools/options/help_text.h"
#include "tools/program/build_info.h"

namespace couillon::tools {
namespace {

struct HelpOptions {
  std::vector<std::string> names;
  bool all = false;
};

int PrintHelp(const HelpOptions& options, CommandInfo command) {
  if (options.names == std::vector<std::string>{"limits"}) {
    std::cout << arena::LimitsHelp();
    return kExitDone;
  }
  if (options.names == std::vector<std::string>{"allow"}) {
    std::cout << AllowHelp();
    return kExitDone;
  }
  for (const std::string& name : options.names) {
    const auto inner = std::ranges::find_if(
        command.commands,
        [&name](const CommandInfo& each) { return each.path.back() == name; });
    if (inner == command.commands.end()) {
      std::vector<std::string> known;
      for (const CommandInfo& each : command.commands) {
        known.push_back(each.path.back());
      }
      std::cerr << absl::StrFormat(
          "couillon help: %s has no command \"%s\"%s\n",
          absl::StrJoin(command.path, " "), arena::PrintableLine(name),
          DidYouMean(name, known));
      return kExitUsage;
    }
    command = CommandInfo(*inner);
  }
  std::cout << HelpText(command, options.all);
  return kExitDone;
}

}  // namespace

void AddHelpCommands(CommandLineParser& parser) {
  CommandLine help =
      parser.root().AddSubcommand("help", "Print the help of a command");
  help.SetGroup("Help");
  help.SetExamples("couillon help league run", "couillon help limits");
  auto options = std::make_shared<HelpOptions>();
  help.AddOption("command", options->names,
                 "Names of a command, such as league run (default: the list of "
                 "commands); or limits or allow: what these options "
                 "take");
  help.AddFlag("--all", options->all, "With rarely used options");
  help.OnChosen(
      [options, &parser] { return PrintHelp(*options, parser.Describe()); });

  CommandLine version =
      parser.root().AddSubcommand("version", "Print the version");
  version.SetGroup("Help");
  version.SetExamples("couillon version", "couillon version | head -1");
  version.OnChosen([] {
    std::cout << VersionText("couillon") << "\n";
    return kExitDone;
  });
}

}  // namespace couillon::tools
