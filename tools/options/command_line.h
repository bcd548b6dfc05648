// The command line of a program: options, flags, positional arguments and
// subcommands. A wrapper of CLI11. Only command_line.cc includes its headers,
// since they cost several seconds of compilation per file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/options/command_info.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 named it
class App;
class Option;
}  // namespace CLI

namespace couillon::tools {

// The name of a value that is the id of a ruleset.
inline constexpr char kRulesetValue[] = "RULESET";

// An option or positional argument of a command. A handle: copyable, and valid
// as long as its CommandLineParser.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option Required();
  // The number of values that the option takes.
  Option Expected(int count);
  Option Expected(int least, int most);
  // Takes one value per occurrence; without this, a list takes all values up to
  // the next option. Necessary if "--" may follow: otherwise CLI11 adds it to
  // the list.
  Option Repeatable();
  // Splits a value at `separator` into several.
  Option Delimiter(char separator);
  // Shows the current value of the variable in the help.
  Option ShowDefault();
  // Shows `name`, such as RULESET, for the value in the help; completions know
  // kRulesetValue.
  Option ValueName(const std::string& name);
  // Accepts only these texts.
  Option OneOf(const std::vector<std::string>& texts);
  // Accepts `least` to `most`, both included.
  Option Range(int least, int most);
  Option Range(std::int64_t least, std::int64_t most);
  Option Range(std::uint64_t least, std::uint64_t most);
  Option Range(double least, double most);
  // Accepts texts for which `problem` returns nothing; else prints it.
  Option Check(std::function<std::string(const std::string&)> problem);
  // Shows the option only in the help of --help-all.
  Option Rare();
  Option Needs(Option other);
  Option Excludes(Option other);
  // Whether the command line has it. Requires: it has been parsed.
  [[nodiscard]] bool Given() const;
  // Its long name, as in "--seed"; without hyphens if it is positional.
  [[nodiscard]] std::string Name() const;

 private:
  CLI::Option* option_;
};

// The options of a program or of one of its commands. A handle like Option.
class CommandLine {
 public:
  CommandLine(CLI::App* app, std::function<int()>* chosen)
      : app_(app), chosen_(chosen) {}

  // Adds an option, whose names start with "-" and are separated by commas, or
  // a positional argument. `value` is unchanged if the option is absent.
  // Requires: `value` outlives the parser.
  Option AddOption(const std::string& names, std::string& value,
                   const std::string& description);
  Option AddOption(const std::string& names, std::vector<std::string>& value,
                   const std::string& description);
  Option AddOption(const std::string& names, int& value,
                   const std::string& description);
  Option AddOption(const std::string& names, std::uint32_t& value,
                   const std::string& description);
  Option AddOption(const std::string& names, std::int64_t& value,
                   const std::string& description);
  Option AddOption(const std::string& names, std::uint64_t& value,
                   const std::string& description);
  Option AddOption(const std::string& names, double& value,
                   const std::string& description);
  Option AddOption(const std::string& names, std::optional<std::int64_t>& value,
                   const std::string& description);
  Option AddOption(const std::string& names, std::optional<double>& value,
                   const std::string& description);
  // Adds an option that calls `read` with all its values, if it has some.
  Option AddOption(
      const std::string& names,
      const std::function<void(const std::vector<std::string>&)>& read,
      const std::string& description);
  // Adds an option or a flag that calls `read` with its value, if it is given.
  Option AddOption(const std::string& names,
                   const std::function<void(const std::string&)>& read,
                   const std::string& description);
  Option AddOption(const std::string& names,
                   const std::function<void(const std::uint64_t&)>& read,
                   const std::string& description);
  Option AddFlag(const std::string& names, bool& value,
                 const std::string& description);
  Option AddFlag(const std::string& names, const std::function<void()>& set,
                 const std::string& description);

  CommandLine AddSubcommand(const std::string& name,
                            const std::string& description);
  // Sets the heading under which the help of the program lists this command.
  void SetGroup(const std::string& heading);
  // Sets the heading under which the help lists the options that are added from
  // now on.
  void StartGroup(const std::string& heading);
  // Leaves this command out of the help.
  void Hide();
  // Sets the two example command lines at the end of the help.
  // tests/tools/examples_test.cc runs them.
  void SetExamples(const std::string& first, const std::string& second);
  // Makes it an error to give no subcommand.
  void RequireSubcommand();
  // Returns a group of options; exactly one of them has to be given.
  CommandLine AddAlternatives(const std::string& name);
  // The names of its options that the command line has, as Option::Name(), also
  // of those in groups. Requires: it has been parsed.
  [[nodiscard]] std::vector<std::string> GivenOptions() const;
  // Sets the function to run if this command is given; it returns the exit
  // code.
  void OnChosen(std::function<int()> run);

 private:
  CLI::App* app_;
  std::function<int()>* chosen_;
};

class CommandLineParser {
 public:
  CommandLineParser(const std::string& program, const std::string& description);
  ~CommandLineParser();
  CommandLineParser(const CommandLineParser&) = delete;
  CommandLineParser& operator=(const CommandLineParser&) = delete;

  CommandLine root();
  // Adds --version, which prints `text`.
  void SetVersion(const std::string& text);

  // What the help says, of all commands that are not hidden.
  [[nodiscard]] CommandInfo Describe() const;

  // Returns nullopt if the arguments are valid. Otherwise prints the requested
  // help, or the error, and returns the exit code: 0 for help.
  std::optional<int> Parse(int argc, const char* const* argv);
  // Runs the command that was given. Requires: Parse returned nullopt, and a
  // command was required.
  [[nodiscard]] int RunChosen() const;

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<int()> chosen_;
};

}  // namespace couillon::tools
