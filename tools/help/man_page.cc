#include "tools/help/man_page.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace couillon::tools {
namespace {

// Text as roff shows it: hyphens that can be copied, and no line that is taken
// for a request.
std::string Roff(const std::string& text) {
  std::string roff =
      absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}, {"\n", "\n\\&"}});
  if (roff.starts_with('.') || roff.starts_with('\'')) roff.insert(0, "\\&");
  return roff;
}

std::string Bold(const std::string& text) {
  return "\\fB" + Roff(text) + "\\fR";
}

std::string PageName(const CommandInfo& command) {
  return absl::StrJoin(command.path, "-");
}

std::string ValueOf(const OptionInfo& option) {
  if (option.value.empty()) return "";
  return " \\fI" + Roff(option.value) + "\\fR" +
         (option.takes_list ? " ..." : "");
}

std::string ShownNames(const OptionInfo& option) {
  return absl::StrJoin(
      option.names, ", ",
      [](std::string* out, const std::string& name) { *out += Bold(name); });
}

// The limits of an option, as sentences after its description.
std::string Limits(const OptionInfo& option) {
  std::string limits;
  const auto add = [&limits](const char* label, const std::string& value) {
    if (value.empty()) return;
    limits += absl::StrFormat("\n%s: %s.", label, Roff(value));
  };
  add("One of", absl::StrJoin(option.choices, ", "));
  add("Range", option.range);
  add("Default", option.default_value);
  add("Only with", absl::StrJoin(option.needs, ", "));
  add("Not with", absl::StrJoin(option.excludes, ", "));
  if (option.required) limits += "\nRequired.";
  return limits;
}

// Descriptions in the help end without a full stop.
std::string Sentence(const std::string& text) {
  return text.empty() || text.ends_with('.') ? text : text + ".";
}

std::string Entry(const OptionInfo& option) {
  return absl::StrFormat(".TP\n%s%s\n%s%s\n", ShownNames(option),
                         option.positional() ? "" : ValueOf(option),
                         Roff(Sentence(option.description)), Limits(option));
}

std::string Entries(const CommandInfo& command, bool positional,
                    const char* heading) {
  std::string text;
  for (const OptionInfo& option : command.options) {
    if (option.positional() == positional) text += Entry(option);
  }
  return text.empty() ? text : absl::StrFormat(".SH %s\n%s", heading, text);
}

std::string Synopsis(const CommandInfo& command) {
  std::string text = ".SH SYNOPSIS\n" + Bold(absl::StrJoin(command.path, " "));
  if (!command.options.empty()) text += " [\\fIOPTIONS\\fR]";
  if (!command.commands.empty()) text += " \\fICOMMAND\\fR";
  for (const OptionInfo& option : command.options) {
    if (!option.positional()) continue;
    const std::string name = "\\fI" + Roff(option.names[0]) + "\\fR" +
                             (option.takes_list ? " ..." : "");
    text += option.required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

// The commands of a command, under the headings of its help.
std::string Commands(const CommandInfo& command) {
  std::string text;
  std::string group;
  for (const CommandInfo& inner : command.commands) {
    if (text.empty()) text = ".SH COMMANDS\n";
    if (inner.group != group && inner.group != "Subcommands") {
      text += ".SS " + Roff(inner.group) + "\n";
    }
    group = inner.group;
    text += absl::StrFormat(".TP\n\\fB%s\\fR(1)\n%s\n", Roff(PageName(inner)),
                            Roff(Sentence(inner.description)));
  }
  return text;
}

std::string Examples(const CommandInfo& command) {
  if (command.examples.empty()) return "";
  std::string text = ".SH EXAMPLES\n.nf\n";
  for (const std::string& example : command.examples) {
    text += Roff(example) + "\n";
  }
  return text + ".fi\n";
}

std::string ExitStatus(const CommandInfo& command) {
  if (command.path[0] != "couillon") return "";
  return ".SH EXIT STATUS\n0 if all went well; 1 after an error; 2 if the "
         "command line is wrong; 3 if a bot\nfailed under \\-\\-strict; 130 if "
         "a signal stopped the program, whose league can be resumed.\n";
}

std::string SeeAlso(const CommandInfo& command) {
  if (command.path.size() == 1) return "";
  std::vector<std::string> above = command.path;
  above.pop_back();
  return absl::StrFormat(".SH SEE ALSO\n\\fB%s\\fR(1)\n",
                         Roff(absl::StrJoin(above, "-")));
}

void AddPages(const CommandInfo& command, const std::string& version,
              std::vector<HelpFile>& pages) {
  const std::string name = PageName(command);
  pages.push_back(
      {.name = name + ".1",
       .text = absl::StrFormat(
           ".\\\" Generated from the help of the program.\n"
           ".TH %s 1 \"\" \"%s %s\" \"User Commands\"\n"
           ".SH NAME\n%s \\- %s\n%s.SH DESCRIPTION\n%s\n%s%s%s%s%s%s",
           Roff(absl::AsciiStrToUpper(name)), Roff(command.path[0]),
           Roff(version), Roff(name), Roff(command.description),
           Synopsis(command), Roff(Sentence(command.description)),
           Commands(command), Entries(command, true, "ARGUMENTS"),
           Entries(command, false, "OPTIONS"), ExitStatus(command),
           Examples(command), SeeAlso(command))});
  for (const CommandInfo& inner : command.commands) {
    AddPages(inner, version, pages);
  }
}

}  // namespace

std::vector<HelpFile> ManPages(const CommandInfo& program,
                               const std::string& version) {
  std::vector<HelpFile> pages;
  AddPages(program, version, pages);
  return pages;
}

}  // namespace couillon::tools
