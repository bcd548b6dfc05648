#include "tools/options/color_option.h"

#include <unistd.h>

#include <cstdlib>

namespace couillon::tools {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

void AddColorOption(CommandLine command, std::string& color) {
  command
      .AddOption("--color", color,
                 "Colours in text: auto (on a terminal, unless NO_COLOR is "
                 "set), always or never")
      .OneOf({"auto", "always", "never"});
}

bool UsesColor(const std::string& color) {
  if (color != "auto") return color == "always";
  const std::string terminal = Variable("TERM");
  return isatty(STDOUT_FILENO) == 1 && Variable("NO_COLOR").empty() &&
         !terminal.empty() && terminal != "dumb";
}

}  // namespace couillon::tools
