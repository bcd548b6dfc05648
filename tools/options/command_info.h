// What the help of a program says of its commands, as data: for manual pages
// and completions. CommandLineParser::Describe() makes it.
#pragma once

#include <string>
#include <vector>

namespace couillon::tools {

// An option, a flag, or a positional argument.
struct OptionInfo {
  // With their hyphens, such as "-h" and "--help"; a positional argument has
  // one name, without any.
  std::vector<std::string> names;
  std::string description;
  std::string value;                 // its kind, such as INT; empty for a flag
  std::vector<std::string> choices;  // all possible values, if listed
  std::string range;                 // such as "0 to 256"; empty without one
  std::string default_value;         // empty if the help shows none
  std::vector<std::string> needs;    // names of options
  std::vector<std::string> excludes;
  std::string group;     // heading in the help
  bool is_rare = false;  // left out of the short help
  bool required = false;
  bool takes_list = false;  // any number of values

  [[nodiscard]] bool positional() const { return names[0][0] != '-'; }
};

struct CommandInfo {
  // From the program on: {"couillon", "league", "run"}.
  std::vector<std::string> path;
  std::string description;
  std::string group;  // heading in the help of the command above; may be empty
  std::vector<OptionInfo> options;  // positional arguments included
  std::vector<std::string> examples;
  std::vector<CommandInfo> commands;  // without hidden ones
};

}  // namespace couillon::tools
