// Options, help and errors, on top of CLI11.
#include "tools/options/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "proto/nearest_name.h"
#include "tools/options/help_text.h"

namespace couillon::tools {
namespace {

// Ends the groups of rarely used options: CLI11 keeps no other text of an
// option.
constexpr char kRare[] = " (rare)";

// CLI11 says kind and limits in one text: "TEXT:{a,b}", "INT:INT in [0 - 9]".
void ReadValue(const std::string& type, OptionInfo& info) {
  const std::size_t colon = type.find(':');
  info.value = type.substr(0, colon);
  if (colon == std::string::npos) return;
  const std::string limits = type.substr(colon + 1);
  if (limits.starts_with('{')) {
    info.choices = absl::StrSplit(limits.substr(1, limits.size() - 2), ',');
  } else if (const std::size_t at = limits.find('['); at != std::string::npos) {
    info.range = absl::StrReplaceAll(
        limits.substr(at + 1, limits.find(']') - at - 1), {{" - ", " to "}});
  }
}

OptionInfo ReadOption(const CLI::Option& option) {
  OptionInfo info{.description = option.get_description()};
  for (const std::string& name : option.get_snames()) {
    info.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    info.names.push_back("--" + name);
  }
  if (info.names.empty()) info.names = {option.get_name(true)};
  if (option.get_type_size() != 0) {
    ReadValue(option.get_type_name(), info);
    info.default_value = option.get_default_str();
    info.takes_list =
        option.get_expected_max() == CLI::detail::expected_max_vector_size;
  }
  for (const CLI::Option* other : option.get_needs()) {
    info.needs.push_back(other->get_name());
  }
  for (const CLI::Option* other : option.get_excludes()) {
    info.excludes.push_back(other->get_name());
  }
  info.required = option.get_required();
  absl::string_view group = option.get_group();
  info.is_rare = absl::ConsumeSuffix(&group, kRare);
  info.group = std::string(group);
  return info;
}

// Adds the options of `app` and of the groups in it, which CLI11 treats as
// commands without a name.
void AddOptions(const CLI::App& app, CommandInfo& info) {
  for (const CLI::Option* option : app.get_options({})) {
    if (!option->get_group().empty()) {
      info.options.push_back(ReadOption(*option));
    }
  }
  for (const CLI::App* group : app.get_subcommands(
           [](const CLI::App* inner) { return inner->get_name().empty(); })) {
    AddOptions(*group, info);
  }
}

CommandInfo ReadCommand(const CLI::App& app,
                        const std::vector<std::string>& above) {
  CommandInfo info{.path = above,
                   .description = app.get_description(),
                   .group = app.get_group()};
  info.path.push_back(app.get_name());
  AddOptions(app, info);
  const std::string footer = app.get_footer();
  for (const auto line : absl::StrSplit(footer, '\n')) {
    auto example = line;
    if (absl::ConsumePrefix(&example, "  ")) {
      info.examples.emplace_back(example);
    }
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* inner) {
         return !inner->get_name().empty() && !inner->get_group().empty();
       })) {
    info.commands.push_back(ReadCommand(*command, info.path));
  }
  return info;
}

// The last command on the command line, and all their names: "couillon bot
// check".
const CLI::App& LastCommand(const CLI::App& root, std::string& names) {
  const CLI::App* app = &root;
  names = app->get_name();
  for (;;) {
    const std::vector<CLI::App*> parsed = app->get_subcommands();
    if (parsed.empty()) return *app;
    app = parsed.front();
    names += " " + app->get_name();
  }
}

// The long names of the options of `app`, "--seed", and of its groups.
void AddOptionNames(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  for (const CLI::App* group : app.get_subcommands(
           [](const CLI::App* one) { return one != nullptr; })) {
    if (group->get_name().empty()) AddOptionNames(*group, names);
  }
}

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(
           [](const CLI::App* one) { return one != nullptr; })) {
    if (!command->get_name().empty()) names.push_back(command->get_name());
  }
  return names;
}

bool IsOption(const std::string& argument) {
  return argument.size() > 1 && argument.starts_with("-") && argument != "--";
}

// The argument that is to blame for `error`; empty if none is unknown. An
// unknown option comes first: the option that is missing may be misspelt, and
// what is too much may be the value of the unknown one.
std::string UnknownArgument(const CLI::App& command,
                            const CLI::ParseError& error) {
  const std::vector<std::string> unknown = command.remaining();
  const auto option = std::ranges::find_if(unknown, IsOption);
  if (option != unknown.end()) return *option;
  const bool missing =
      dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ||
      dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  return missing && !unknown.empty() ? unknown.front() : "";
}

// What is wrong with `argument`, and what may have been meant.
std::string WhyUnknown(const CLI::App& command, const std::string& argument) {
  if (IsOption(argument)) {
    const std::string name = argument.substr(0, argument.find('='));
    std::vector<std::string> options;
    AddOptionNames(command, options);
    return absl::StrFormat("unknown option %s%s", name,
                           DidYouMean(name, options));
  }
  const std::vector<std::string> commands = CommandNames(command);
  if (commands.empty()) {
    return absl::StrFormat("unexpected argument \"%s\"", argument);
  }
  return absl::StrFormat("unknown command \"%s\"%s", argument,
                         DidYouMean(argument, commands));
}

// Reads whole numbers as decimal ones: CLI11 takes 010 for 8 and 0x10 for 16,
// and -1 for the largest number that has no sign.
CLI::Option* AddNumber(CLI::Option* option, bool is_signed) {
  return option->transform(CLI::Validator(
      [is_signed](std::string& text) -> std::string {
        const bool minus = text.starts_with('-');
        std::string digits = text.substr(minus || text.starts_with('+'));
        if (digits.empty() ||
            digits.find_first_not_of("0123456789") != std::string::npos) {
          return "found " + text + "; expected a whole number";
        }
        if (minus && !is_signed) {
          return "found " + text + "; expected 0 or more";
        }
        digits.erase(
            0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
        const std::string found =
            std::exchange(text, (minus ? "-" : "") + digits);
        // CLI11 takes the nearest number that has room.
        std::int64_t with_sign = 0;
        std::uint64_t without = 0;
        if (is_signed ? absl::SimpleAtoi(text, &with_sign)
                      : absl::SimpleAtoi(text, &without)) {
          return "";
        }
        return "found " + found + "; expected a number with 64 bits at most";
      },
      ""));
}

// The line about a command line that cannot be read.
std::string UsageError(const CLI::App& root, const CLI::ParseError& error) {
  std::string names;
  const CLI::App& command = LastCommand(root, names);
  const std::string unknown = UnknownArgument(command, error);
  const std::string what =
      unknown.empty() ? error.what() : WhyUnknown(command, unknown);
  const std::string help = " (" + names + " --help)";
  return names + ": " + what + (what.ends_with('?') ? "" : help);
}

}  // namespace

Option Option::Required() {
  option_->required();
  return *this;
}

Option Option::Expected(int count) {
  option_->expected(count);
  return *this;
}

Option Option::Expected(int least, int most) {
  option_->expected(least, most);
  return *this;
}

Option Option::Repeatable() {
  option_->expected(1)->allow_extra_args(false)->take_all();
  return *this;
}

Option Option::Delimiter(char separator) {
  option_->delimiter(separator);
  return *this;
}

Option Option::ShowDefault() {
  option_->capture_default_str();
  return *this;
}

Option Option::ValueName(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option Option::OneOf(const std::vector<std::string>& texts) {
  option_->check(CLI::Validator(
      [texts](std::string& found) {
        if (std::ranges::find(texts, found) != texts.end()) {
          return std::string();
        }
        return absl::StrFormat("found \"%s\"; expected %s%s", found,
                               absl::StrJoin(texts, ", "),
                               DidYouMean(found, texts));
      },
      "{" + absl::StrJoin(texts, ",") + "}"));
  return *this;
}

Option Option::Range(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option Option::Range(std::int64_t least, std::int64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option Option::Range(std::uint64_t least, std::uint64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

// A comparison with NaN is false, so CLI::Range would accept it.
Option Option::Range(double least, double most) {
  option_->check([](const std::string& text) {
    double value = 0;
    return absl::SimpleAtod(text, &value) && std::isnan(value)
               ? "found " + text + "; expected a number"
               : std::string();
  });
  option_->check(CLI::Range(least, most));
  return *this;
}

Option Option::Check(std::function<std::string(const std::string&)> problem) {
  option_->check(CLI::Validator(
      [problem = std::move(problem)](std::string& found) {
        return problem(found);
      },
      ""));
  return *this;
}

Option Option::Rare() {
  option_->group(option_->get_group() + kRare);
  return *this;
}

Option Option::Needs(Option other) {
  option_->needs(other.option_);
  return *this;
}

Option Option::Excludes(Option other) {
  option_->excludes(other.option_);
  return *this;
}

bool Option::Given() const { return option_->count() > 0; }

std::string Option::Name() const { return option_->get_name(); }

Option CommandLine::AddOption(const std::string& names, std::string& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names,
                              std::vector<std::string>& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names, int& value,
                              const std::string& description) {
  return Option(AddNumber(app_->add_option(names, value, description), true));
}

Option CommandLine::AddOption(const std::string& names, std::uint32_t& value,
                              const std::string& description) {
  return Option(AddNumber(app_->add_option(names, value, description), false));
}

Option CommandLine::AddOption(const std::string& names, std::int64_t& value,
                              const std::string& description) {
  return Option(AddNumber(app_->add_option(names, value, description), true));
}

Option CommandLine::AddOption(const std::string& names, std::uint64_t& value,
                              const std::string& description) {
  return Option(AddNumber(app_->add_option(names, value, description), false));
}

Option CommandLine::AddOption(const std::string& names, double& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names,
                              std::optional<std::int64_t>& value,
                              const std::string& description) {
  return Option(AddNumber(app_->add_option(names, value, description), true));
}

Option CommandLine::AddOption(const std::string& names,
                              std::optional<double>& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(
    const std::string& names,
    const std::function<void(const std::vector<std::string>&)>& read,
    const std::string& description) {
  return Option(app_->add_option_function(names, read, description));
}

Option CommandLine::AddOption(
    const std::string& names,
    const std::function<void(const std::string&)>& read,
    const std::string& description) {
  return Option(app_->add_option_function(names, read, description));
}

Option CommandLine::AddOption(
    const std::string& names,
    const std::function<void(const std::uint64_t&)>& read,
    const std::string& description) {
  return Option(AddNumber(app_->add_option_function(names, read, description),
                          /*is_signed=*/false));
}

Option CommandLine::AddFlag(const std::string& names,
                            const std::function<void()>& set,
                            const std::string& description) {
  return Option(app_->add_flag_callback(names, set, description));
}

Option CommandLine::AddFlag(const std::string& names, bool& value,
                            const std::string& description) {
  return Option(app_->add_flag(names, value, description));
}

CommandLine CommandLine::AddSubcommand(const std::string& name,
                                       const std::string& description) {
  return {app_->add_subcommand(name, description), chosen_};
}

void CommandLine::SetGroup(const std::string& heading) { app_->group(heading); }

void CommandLine::StartGroup(const std::string& heading) {
  app_->option_defaults()->group(heading);
}

void CommandLine::Hide() { app_->group(""); }

void CommandLine::SetExamples(const std::string& first,
                              const std::string& second) {
  app_->footer("Examples:\n  " + first + "\n  " + second);
}

void CommandLine::RequireSubcommand() { app_->require_subcommand(1); }

CommandLine CommandLine::AddAlternatives(const std::string& name) {
  return {app_->add_option_group(name)->require_option(1), chosen_};
}

std::vector<std::string> CommandLine::GivenOptions() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(*app_).get_options({})) {
    if (option->count() > 0) names.push_back(option->get_name());
  }
  for (CLI::App* group : app_->get_subcommands(
           [](const CLI::App* inner) { return inner->get_name().empty(); })) {
    const std::vector<std::string> inside =
        CommandLine(group, chosen_).GivenOptions();
    names.insert(names.end(), inside.begin(), inside.end());
  }
  return names;
}

void CommandLine::OnChosen(std::function<int()> run) {
  app_->callback([chosen = chosen_, run = std::move(run)] { *chosen = run; });
}

CommandLineParser::CommandLineParser(const std::string& program,
                                     const std::string& description)
    : app_(std::make_unique<CLI::App>(description)) {
  app_->name(program);
  app_->set_help_flag("-h,--help", "Print this help");
  app_->set_help_all_flag("--help-all",
                          "Print this help with rarely used options");
}

CommandLineParser::~CommandLineParser() = default;

CommandLine CommandLineParser::root() { return {app_.get(), &chosen_}; }

void CommandLineParser::SetVersion(const std::string& text) {
  app_->set_version_flag("-V,--version", text, "Print the version");
}

CommandInfo CommandLineParser::Describe() const {
  return ReadCommand(*app_, {});
}

std::optional<int> CommandLineParser::Parse(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      std::cerr << UsageError(*app_, error) << '\n';
      return error.get_exit_code();
    }
    const bool all = error.get_name() == "CallForAllHelp";
    if (!all && error.get_name() != "CallForHelp") return app_->exit(error);
    std::string names;
    const CLI::App& command = LastCommand(*app_, names);
    std::vector<std::string> above = absl::StrSplit(names, ' ');
    above.pop_back();
    std::cout << HelpText(ReadCommand(command, above), all);
    return 0;
  }
  return std::nullopt;
}

int CommandLineParser::RunChosen() const { return chosen_(); }

}  // namespace couillon::tools
