// The exit codes and names that all commands share.
#include "tools/commands/shared/command.h"

#include <fstream>
#include <iostream>

#include "arena/players/system/cpu_share.h"

namespace couillon::tools {

std::string ProgramName() {
  std::ifstream arguments("/proc/self/cmdline");
  std::string name;
  std::getline(arguments, name, '\0');
  return name.empty() ? "couillon" : name;
}

int ExitWith(const absl::Status& status) {
  if (status.ok()) return kExitDone;
  std::cerr << "couillon: " << status.message() << '\n';
  return kExitError;
}

int WorkersFor(int concurrency) {
  if (concurrency > 0) return concurrency;
  return arena::CountUsableCpus();
}

}  // namespace couillon::tools
