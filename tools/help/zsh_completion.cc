#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/help/command_walk.h"
#include "tools/help/completions.h"
#include "tools/options/command_info.h"

namespace couillon::tools {
namespace {

std::string FunctionOf(const CommandInfo& command) {
  return "_" + absl::StrReplaceAll(FullName(command), {{" ", "_"}, {"-", "_"}});
}

// Text inside [] or between colons of a specification of _arguments.
std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
}

// What completes a value: the last part of a specification.
std::string ActionOf(const CommandInfo& program, const OptionInfo& option) {
  if (TakesRuleset(option)) return "_" + program.path[0] + "_rulesets";
  if (option.choices.empty()) return "_files";
  return "(" + absl::StrJoin(option.choices, " ") + ")";
}

// A specification for each name of an option, or for a positional argument.
std::string Specifications(const CommandInfo& program,
                           const OptionInfo& option) {
  const std::string action = ActionOf(program, option);
  if (option.positional()) {
    return absl::StrFormat(
        " \\\n    %s", SingleQuoted((option.takes_list ? "*:" : ":") +
                                    Escaped(option.names[0]) + ":" + action));
  }
  std::string value;
  if (!option.value.empty()) {
    value = ":" + Escaped(option.value) + ":" + action;
  }
  std::string text;
  const std::string rest = "[" + Escaped(option.description) + "]" + value;
  for (const std::string& name : option.names) {
    text += absl::StrCat(" \\\n    ", SingleQuoted("*" + name + rest));
  }
  return text;
}

// A function that completes the arguments of one command.
std::string Function(const CommandInfo& program, const CommandInfo& command) {
  std::string text =
      FunctionOf(command) + "() {\n  local state line\n  _arguments -C";
  for (const OptionInfo& option : command.options) {
    text += Specifications(program, option);
  }
  if (command.commands.empty()) return text + "\n}\n";
  std::string names;
  std::string cases;
  for (const CommandInfo& inner : command.commands) {
    names += " " +
             SingleQuoted(Escaped(inner.path.back()) + ":" + inner.description);
    cases += absl::StrFormat("      %s) %s ;;\n", inner.path.back(),
                             FunctionOf(inner));
  }
  return text + absl::StrFormat(
                    " \\\n    '1:command:->command' '*::argument:->argument'\n"
                    "  case $state in\n  command)\n    local -a commands=(%s)\n"
                    "    _describe command commands ;;\n  argument)\n"
                    "    case $line[1] in\n%s    esac ;;\n  esac\n}\n",
                    names, cases);
}

}  // namespace

std::string ZshCompletion(const CommandInfo& program,
                          const std::vector<std::string>& rulesets) {
  const std::string name = program.path[0];
  std::string text = absl::StrFormat(
      "#compdef %s\n"
      "# Completion of %s for zsh. Generated from the help of the program.\n"
      "_%s_rulesets() {\n"
      "  _alternative 'rulesets:ruleset:_sequence compadd - %s' "
      "'files:file:_files'\n}\n",
      name, name, name, absl::StrJoin(rulesets, " "));
  ForEachCommand(program, [&](const CommandInfo& command) {
    text += Function(program, command);
  });
  // Read by compinit, or sourced.
  return text + absl::StrFormat(
                    "if [[ $funcstack[1] == _%s ]]; then _%s \"$@\"; else "
                    "compdef _%s %s; fi\n",
                    name, name, name, name);
}

}  // namespace couillon::tools
