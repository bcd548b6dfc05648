#include "tools/options/command_line.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"

namespace couillon::tools {

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

Option Option::OneOf(const std::vector<std::string>& texts) {
  option_->check(CLI::IsMember(texts));
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
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names, std::uint32_t& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names, std::int64_t& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names, std::uint64_t& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names, double& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names,
                              std::optional<std::int64_t>& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
}

Option CommandLine::AddOption(const std::string& names,
                              std::optional<double>& value,
                              const std::string& description) {
  return Option(app_->add_option(names, value, description));
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

void CommandLine::SetExamples(const std::string& first,
                              const std::string& second) {
  app_->footer("Examples:\n  " + first + "\n  " + second);
}

void CommandLine::RequireSubcommand() { app_->require_subcommand(1); }

CommandLine CommandLine::AddAlternatives(const std::string& name) {
  return {app_->add_option_group(name)->require_option(1), chosen_};
}

void CommandLine::OnChosen(std::function<int()> run) {
  app_->callback([chosen = chosen_, run = std::move(run)] { *chosen = run; });
}

CommandLineParser::CommandLineParser(const std::string& program,
                                     const std::string& description)
    : app_(std::make_unique<CLI::App>(description)) {
  app_->name(program);
}

CommandLineParser::~CommandLineParser() = default;

CommandLine CommandLineParser::root() { return {app_.get(), &chosen_}; }

void CommandLineParser::SetVersion(const std::string& text) {
  app_->set_version_flag("--version", text);
}

std::optional<int> CommandLineParser::Parse(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app_->exit(error);
  }
  return std::nullopt;
}

int CommandLineParser::RunChosen() const { return chosen_(); }

}  // namespace couillon::tools
