// The variables NO_COLOR, CLICOLOR_FORCE and TERM.
#include "tools/options/color_option.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace couillon::tools {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool UsesColor() {
  if (!Variable("NO_COLOR").empty()) return false;
  const std::string forced = Variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  const std::string terminal = Variable("TERM");
  return isatty(STDOUT_FILENO) == 1 && !terminal.empty() && terminal != "dumb";
}

}  // namespace couillon::tools
