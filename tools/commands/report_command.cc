#include <memory>

#include "arena/standing/journal/journal.h"
#include "tools/commands/shared/command.h"
#include "tools/commands/shared/report_output.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

void AddReportCommand(CommandLine app) {
  CommandLine command =
      app.AddSubcommand("report", "Show the report of a league");
  command.SetGroup("Read results");
  command.SetExamples("couillon report results",
                      "couillon report results --format html --out "
                      "results.html");
  auto options = std::make_shared<ReportOptions>();
  command
      .AddOption("directory", options->directory,
                 "Directory of the league or arena")
      .Required();
  AddReportOptions(command, *options);
  command.OnChosen([options] {
    return ExitWith(arena::IsArena(options->directory)
                        ? ShowArenaReport(*options)
                        : ShowReport(*options));
  });
}

}  // namespace couillon::tools
