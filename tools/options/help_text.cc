// Prints what CommandLineParser::Describe() says, since CLI11's own formatter
// neither wraps lines nor leaves out ranges.
#include "tools/options/help_text.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace couillon::tools {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kTextColumn = 26;
constexpr std::size_t kMaxChoices = 68;
constexpr char kNoBreak[] = "\v";  // a blank at which no line ends

// Adds `text` to `lines`, which end at `column`; later lines begin at `indent`.
void AddWrapped(const std::string& text, std::size_t indent, std::size_t column,
                std::string& lines) {
  for (const auto word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (column + word.size() > kWidth && column > indent) {
      while (lines.back() == ' ') lines.pop_back();
      absl::StrAppend(&lines, "\n", std::string(indent, ' '));
      column = indent;
    }
    for (const char c : word) lines += c == kNoBreak[0] ? ' ' : c;
    lines += ' ';
    column += word.size() + 1;
  }
  while (lines.back() == ' ') lines.pop_back();
  lines += '\n';
}

// "  LABEL   text", with the text in its column. A label that is too wide has a
// line of its own.
std::string Entry(const std::string& label, const std::string& text) {
  std::string lines = "  " + label;
  std::size_t column = lines.size();
  if (column + 2 > kTextColumn) {
    lines += '\n';
    column = 0;
  }
  lines.append(kTextColumn - column, ' ');
  AddWrapped(text, kTextColumn, kTextColumn, lines);
  return lines;
}

std::string OptionEntry(const OptionInfo& option) {
  std::string label = absl::StrJoin(option.names, ",");
  const std::string choices = absl::StrJoin(option.choices, "|");
  const bool is_long = choices.size() > kMaxChoices;
  if (!choices.empty() && !is_long) {
    absl::StrAppend(&label, " ", choices);
  } else if (!option.value.empty() && !option.positional()) {
    absl::StrAppend(&label, " ", option.value);
  }
  if (option.takes_list) label += " ...";
  std::string text = option.description;
  if (is_long) text += ": " + absl::StrJoin(option.choices, ", ");
  if (!option.default_value.empty()) {
    absl::StrAppend(&text, " (default:", kNoBreak, option.default_value, ")");
  }
  if (option.required && !option.positional()) text += " (required)";
  return Entry(label, text);
}

// The headings in the order in which they first appear; that of --help last.
std::vector<std::string> Headings(const CommandInfo& command) {
  std::vector<std::string> headings;
  for (const OptionInfo& option : command.options) {
    if (std::ranges::find(headings, option.group) == headings.end()) {
      headings.push_back(option.group);
    }
  }
  if (!headings.empty()) std::ranges::rotate(headings, headings.begin() + 1);
  return headings;
}

std::string Usage(const CommandInfo& command) {
  std::string usage = "Usage: " + absl::StrJoin(command.path, " ");
  if (!command.options.empty()) usage += " [OPTIONS]";
  for (const OptionInfo& option : command.options) {
    if (!option.positional()) continue;
    std::string name = option.names[0] + (option.takes_list ? "..." : "");
    absl::StrAppend(&usage, " ", option.required ? name : "[" + name + "]");
  }
  if (!command.commands.empty()) usage += " COMMAND";
  return usage + "\n";
}

std::string Options(const CommandInfo& command, bool all) {
  std::string text;
  std::string arguments;
  for (const OptionInfo& option : command.options) {
    if (option.positional()) arguments += OptionEntry(option);
  }
  if (!arguments.empty()) absl::StrAppend(&text, "\nArguments:\n", arguments);
  for (const std::string& heading : Headings(command)) {
    std::string entries;
    for (const OptionInfo& option : command.options) {
      if (option.positional() || option.group != heading) continue;
      if (all || !option.is_rare) entries += OptionEntry(option);
    }
    if (!entries.empty()) absl::StrAppend(&text, "\n", heading, ":\n", entries);
  }
  return text;
}

std::string Commands(const CommandInfo& command) {
  std::vector<std::string> groups;
  for (const CommandInfo& inner : command.commands) {
    if (std::ranges::find(groups, inner.group) == groups.end()) {
      groups.push_back(inner.group);
    }
  }
  std::string text;
  for (const std::string& group : groups) {
    absl::StrAppend(&text, "\n", group, ":\n");
    for (const CommandInfo& inner : command.commands) {
      if (inner.group != group) continue;
      text += Entry(inner.path.back(), inner.description);
    }
  }
  return text;
}

}  // namespace

std::string HelpText(const CommandInfo& command, bool all) {
  std::string text;
  AddWrapped(command.description, 0, 0, text);
  absl::StrAppend(&text, Usage(command), Options(command, all),
                  Commands(command));
  if (!command.examples.empty()) text += "\nExamples:\n";
  for (const std::string& example : command.examples) {
    absl::StrAppend(&text, "  ", example, "\n");
  }
  return text;
}

}  // namespace couillon::tools
