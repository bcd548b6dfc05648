#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/help/command_walk.h"
#include "tools/help/completions.h"
#include "tools/options/command_info.h"

namespace couillon::tools {
namespace {

// {1} cases "couillon league" that go one command down, {2} cases of words,
// {3} cases of values. `option` is the last option before the cursor.
constexpr char kScript[] =
    R"(# Completion of {0} for bash. Generated from the help of the program.
_{0}() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command={0} option='' options='' commands='' values='' list='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -* ]]; then option=${COMP_WORDS[i]}; fi
    case "$command ${COMP_WORDS[i]}" in
{1}    esac
  done
  # --option=value is three words here.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=$option
  fi
  case "$command" in
{2}  esac
  case "$command $option" in
{3}  esac
  COMPREPLY=()
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ -n $values && ($previous == "$option" || -n $list) ]]; then
    local before=''
    if [[ $values == *{4}* && $current == *,* ]]; then before=${current%,*},; fi
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$values" -- "${current##*,}")
  elif [[ $previous != "$option" || -z $option ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  fi
}
complete -o bashdefault -o default -F _{0} {0}
)";

std::string NamesOf(const CommandInfo& command) {
  std::vector<std::string> names;
  for (const OptionInfo& option : command.options) {
    if (!option.positional()) {
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
  }
  return absl::StrJoin(names, " ");
}

// The words that may follow a command: its own commands, or rulesets.
std::string WordsOf(const CommandInfo& command, const std::string& rulesets) {
  for (const OptionInfo& option : command.options) {
    if (option.positional() && TakesRuleset(option)) return rulesets;
  }
  return absl::StrJoin(command.commands, " ",
                       [](std::string* out, const CommandInfo& inner) {
                         *out += inner.path.back();
                       });
}

std::string ValuesCase(const CommandInfo& command, const OptionInfo& option,
                       const std::string& rulesets) {
  const std::string values =
      TakesRuleset(option) ? rulesets : absl::StrJoin(option.choices, " ");
  if (option.positional() || values.empty()) return "";
  const std::string patterns = absl::StrJoin(
      option.names, " | ", [&](std::string* out, const std::string& name) {
        *out += SingleQuoted(FullName(command) + " " + name);
      });
  return absl::StrFormat("    %s) values=%s list=%s ;;\n", patterns,
                         SingleQuoted(values), option.takes_list ? "1" : "''");
}

}  // namespace

std::string BashCompletion(const CommandInfo& program,
                           const std::vector<std::string>& rulesets) {
  const std::string ids = absl::StrJoin(rulesets, " ");
  std::string down;
  std::string words;
  std::string values;
  ForEachCommand(program, [&](const CommandInfo& command) {
    const std::string name = SingleQuoted(FullName(command));
    if (command.path.size() > 1) {
      down += absl::StrFormat("      %s) command=%s ;;\n", name, name);
    }
    words += absl::StrFormat(
        "    %s)\n      options=%s\n      commands=%s ;;\n", name,
        SingleQuoted(NamesOf(command)), SingleQuoted(WordsOf(command, ids)));
    for (const OptionInfo& option : command.options) {
      values += ValuesCase(command, option, ids);
    }
  });
  return absl::StrReplaceAll(kScript, {{"{0}", program.path[0]},
                                       {"{1}", down},
                                       {"{2}", words},
                                       {"{3}", values},
                                       {"{4}", SingleQuoted(ids)}});
}

}  // namespace couillon::tools
