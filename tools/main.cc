// couillon: a referee for bots that play games of the Couillon family.
#include <signal.h>  // NOLINT(modernize-deprecated-headers): has SIGPIPE

#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <optional>

#include "arena/players/rpc/grpc_polling.h"
#include "proto/whole_file.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/program/build_info.h"
#include "tools/program/standings_signal.h"

namespace couillon::tools {
namespace {

// The exit code of a command that returned `code`. A full disk shows itself at
// the latest when the end of the output is written: half of a report is no
// success. A command that failed has said why.
int AfterOutput(int code) {
  std::cout.flush();
  if (std::cout || code != kExitDone) return code;
  std::cerr << "couillon: the output could not be written\n";
  return kExitError;
}

// Names what probably took the memory: the largest file that was read.
int AfterNoMemory() {
  std::cerr << "couillon: there is not enough memory";
  if (const std::optional<LargestFile> file = LargestFileRead()) {
    std::cerr << "; the largest file that was read is " << file->path << ", of "
              << file->bytes << " bytes";
  }
  std::cerr << '\n';
  return kExitError;
}

int Run(int argc, char** argv) {
  CommandLineParser parser("couillon",
                           "A referee and leagues for bots that play the "
                           "Couillon card games");
  parser.SetVersion(VersionText("couillon"));
  AddHelpAsCommand(parser);
  AddAllCommands(parser.root());
  AddHelpCommands(parser);
  if (const auto exit_code = parser.Parse(argc, argv)) {
    return *exit_code == 0 ? kExitDone : kExitUsage;
  }
  return parser.RunChosen();
}

}  // namespace
}  // namespace couillon::tools

int main(int argc, char** argv) {
  couillon::tools::TakeStandingsSignals();
  // A closed connection or pipe is reported as an error and must not kill us.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // the same for the limit on file sizes
  couillon::arena::WaitForSocketsByPoll();
  try {
    return couillon::tools::AfterOutput(couillon::tools::Run(argc, argv));
  } catch (const std::bad_alloc&) {
    return couillon::tools::AfterNoMemory();
  } catch (const std::exception& error) {  // of a library: ours throw none
    std::cerr << "couillon: " << error.what() << '\n';
    return couillon::tools::kExitError;
  }
}
