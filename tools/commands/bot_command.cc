// couillon bot: what the author of a bot needs.
#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/roster/bot_directory.h"
#include "arena/roster/bot_template.h"
#include "tools/commands/command.h"
#include "tools/options/source_tree.h"

namespace couillon::tools {
namespace {

struct NewOptions {
  std::string language;
  std::string source = SourceTree();
  std::string directory;
};

int New(const NewOptions& options) {
  const absl::Status status =
      arena::MakeBot(options.language, options.source, options.directory);
  if (!status.ok()) return ExitWith(status);
  std::cout << absl::StrFormat(
      "Made %s. To go on:\n  %s bot build %s\n  %s bot check %s\n",
      options.directory, ProgramName(), options.directory, ProgramName(),
      options.directory);
  return kExitDone;
}

void AddNew(CLI::App& bot, Command& chosen) {
  CLI::App* command =
      bot.add_subcommand("new", "Make a bot to begin with, in a new directory");
  auto options = std::make_shared<NewOptions>();
  command
      ->add_option(
          "--lang", options->language,
          "One of " +
              absl::StrJoin(arena::TemplateLanguages(options->source), ", "))
      ->required();
  command
      ->add_option("--source", options->source,
                   "The source tree of couillon, which has the SDKs")
      ->capture_default_str();
  command
      ->add_option("directory", options->directory,
                   "To be made; its last part is the bot's name")
      ->required();
  command->callback(
      [options, &chosen] { chosen = [options] { return New(*options); }; });
}

void AddBuild(CLI::App& bot, Command& chosen) {
  CLI::App* command =
      bot.add_subcommand("build", "Run the build command of a bot's manifest");
  auto directory = std::make_shared<std::string>();
  auto source = std::make_shared<std::string>(SourceTree());
  command
      ->add_option("--source", *source,
                   "The source tree of couillon; the build command finds it in "
                   "COUILLON_SOURCE")
      ->capture_default_str();
  command->add_option("directory", *directory, "With bot.txtpb")->required();
  command->callback([directory, source, &chosen] {
    chosen = [directory, source] {
      return ExitWith(arena::BuildBot(*directory, *source));
    };
  });
}

}  // namespace

void AddBotCommand(CLI::App& app, Command& chosen) {
  CLI::App* bot = app.add_subcommand("bot", "Make, build and check a bot");
  bot->require_subcommand(1);
  AddNew(*bot, chosen);
  AddBuild(*bot, chosen);
  AddBotCheckCommand(*bot, chosen);
  AddBotAskCommand(*bot, chosen);
}

}  // namespace couillon::tools
