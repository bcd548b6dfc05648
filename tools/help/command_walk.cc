#include "tools/help/command_walk.h"

#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

void ForEachCommand(const CommandInfo& program,
                    const std::function<void(const CommandInfo&)>& visit) {
  visit(program);
  for (const CommandInfo& command : program.commands) {
    ForEachCommand(command, visit);
  }
}

std::string FullName(const CommandInfo& command) {
  return absl::StrJoin(command.path, " ");
}

bool TakesRuleset(const OptionInfo& option) {
  return option.value == kRulesetValue;
}

std::string SingleQuoted(const std::string& text) {
  return "'" + absl::StrReplaceAll(text, {{"'", "'\\''"}}) + "'";
}

}  // namespace couillon::tools
