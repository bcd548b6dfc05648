// The command line of a program: options, flags, positional arguments and
// subcommands. A front to CLI11 that needs none of its headers: they cost
// several seconds per file that includes them, so command_line.cc alone does.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 named it
class App;
class Option;
}  // namespace CLI

namespace couillon::tools {

// An option or positional argument of a command. A handle: it is copied freely
// and valid as long as its CommandLineParser.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option Required();
  // The number of values that the option takes.
  Option Expected(int count);
  Option Expected(int least, int most);
  // Takes one value each time it is given, where a list takes all up to the
  // next option. Required where "--" may follow: CLI11 lets a list have it.
  Option Repeatable();
  // Splits a value at `separator` into several.
  Option Delimiter(char separator);
  // Shows the current value of the variable in the help.
  Option ShowDefault();
  // Accepts these texts only.
  Option OneOf(const std::vector<std::string>& texts);
  // Accepts `least` to `most`, both included.
  Option Range(int least, int most);
  Option Range(std::int64_t least, std::int64_t most);
  Option Range(std::uint64_t least, std::uint64_t most);
  Option Range(double least, double most);
  Option Needs(Option other);
  Option Excludes(Option other);

 private:
  CLI::Option* option_;
};

// The options of a program or of one of its commands. A handle like Option.
class CommandLine {
 public:
  CommandLine(CLI::App* app, std::function<int()>* chosen)
      : app_(app), chosen_(chosen) {}

  // Adds an option, whose names start with "-" and have commas between them,
  // or a positional argument. `value` keeps what it has if the option is
  // absent; it outlives the parser.
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
  Option AddFlag(const std::string& names, bool& value,
                 const std::string& description);

  CommandLine AddSubcommand(const std::string& name,
                            const std::string& description);
  // The heading under which the help of the program lists this command.
  void SetGroup(const std::string& heading);
  // Two command lines that the help ends with. tests/tools/examples_test.cc
  // runs them.
  void SetExamples(const std::string& first, const std::string& second);
  // Makes it an error to give no subcommand.
  void RequireSubcommand();
  // Returns a group of options of which exactly one has to be given.
  CommandLine AddAlternatives(const std::string& name);
  // What runs if this command is the one that was given; it returns the exit
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

  // Returns nothing if the arguments are good. Otherwise prints the help that
  // was asked for, or the error, and returns the exit code: 0 for help.
  std::optional<int> Parse(int argc, const char* const* argv);
  // Runs the command that was given. Requires: Parse returned nothing, and a
  // command was required.
  [[nodiscard]] int RunChosen() const;

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<int()> chosen_;
};

}  // namespace couillon::tools
