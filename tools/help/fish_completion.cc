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

// {1} cases that go one command down, {2} the ids of rulesets.
constexpr char kHead[] =
    R"(# Completion of {0} for fish. Generated from the help of the program.
function __{0}_at --description 'Whether this command is being typed'
    set -l command
    for word in (commandline -opc)[2..]
        switch "$command $word"
{1}        end
    end
    test "$command" = "$argv"
end
function __{0}_rulesets --description 'Ids of rulesets, after a comma too'
    set -l before (string match -r '^.*,' -- (commandline -ct))
    for id in {2}
        echo "$before$id"
    end
end
)";

std::string Quoted(const std::string& text) {
  return "'" + absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}) + "'";
}

// The path of a command below the program: "league run".
std::string Below(const CommandInfo& command) {
  return absl::StrJoin(command.path.begin() + 1, command.path.end(), " ");
}

// A line `complete` for the words of one command.
std::string Line(const CommandInfo& program, const CommandInfo& command,
                 const std::string& rest) {
  return absl::StrFormat(
      "complete -c %s -n %s%s\n", program.path[0],
      Quoted("__" + program.path[0] + "_at " + Below(command)), rest);
}

std::string ValuesOf(const CommandInfo& program, const OptionInfo& option) {
  if (TakesRuleset(option)) {
    return " -r -a " + Quoted("(__" + program.path[0] + "_rulesets)");
  }
  if (!option.choices.empty()) {
    return " -x -a " + Quoted(absl::StrJoin(option.choices, " "));
  }
  return option.value.empty() ? "" : " -r";
}

std::string OptionLine(const CommandInfo& program, const CommandInfo& command,
                       const OptionInfo& option) {
  if (option.positional()) {
    if (!TakesRuleset(option)) return "";
    return Line(program, command,
                " -a " + Quoted("(__" + program.path[0] + "_rulesets)"));
  }
  std::string names;
  for (const std::string& name : option.names) {
    names += name.starts_with("--") ? " -l " + name.substr(2)
                                    : " -s " + name.substr(1);
  }
  return Line(
      program, command,
      names + ValuesOf(program, option) + " -d " + Quoted(option.description));
}

std::string Cases(const CommandInfo& program) {
  std::string cases;
  ForEachCommand(program, [&](const CommandInfo& command) {
    if (command.path.size() == 1) return;
    const std::vector<std::string> above(command.path.begin() + 1,
                                         command.path.end() - 1);
    cases += absl::StrFormat(
        "            case %s\n                set command %s\n",
        Quoted(absl::StrJoin(above, " ") + " " + command.path.back()),
        Quoted(Below(command)));
  });
  return cases;
}

}  // namespace

std::string FishCompletion(const CommandInfo& program,
                           const std::vector<std::string>& rulesets) {
  std::string text =
      absl::StrReplaceAll(kHead, {{"{0}", program.path[0]},
                                  {"{1}", Cases(program)},
                                  {"{2}", absl::StrJoin(rulesets, " ")}});
  ForEachCommand(program, [&](const CommandInfo& command) {
    for (const CommandInfo& inner : command.commands) {
      text += Line(program, command,
                   " -f -a " + Quoted(inner.path.back()) + " -d " +
                       Quoted(inner.description));
    }
    for (const OptionInfo& option : command.options) {
      text += OptionLine(program, command, option);
    }
  });
  return text;
}

}  // namespace couillon::tools
