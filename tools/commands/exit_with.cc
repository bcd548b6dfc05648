#include <fstream>
#include <iostream>
#include <string>

#include "absl/status/status.h"
#include "tools/commands/command.h"

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

}  // namespace couillon::tools
