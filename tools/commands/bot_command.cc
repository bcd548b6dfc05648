// couillon bot: commands for authors of bots.
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/bot_template.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/program/source_tree.h"

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
      "Made %s. Next:\n  %s bot build %s\n  %s bot check %s\n",
      options.directory, ProgramName(), arena::ShellWord(options.directory),
      ProgramName(), arena::ShellWord(options.directory));
  return kExitDone;
}

void AddNew(CommandLine bot) {
  CommandLine command = bot.AddSubcommand(
      "new", "Make a new bot from a template, in a new directory");
  command.SetExamples("couillon bot new --lang python ada",
                      "couillon bot new --lang rust eve");
  auto options = std::make_shared<NewOptions>();
  command
      .AddOption(
          "--lang", options->language,
          "One of " +
              absl::StrJoin(arena::TemplateLanguages(options->source), ", "))
      .Required();
  command.AddOption("--source", options->source,
                    "Another tree of couillon, with SDKs and templates");
  command
      .AddOption("directory", options->directory,
                 "Directory to make; its last part is the bot's name")
      .Required();
  command.OnChosen([options] { return New(*options); });
}

void AddBuild(CommandLine bot) {
  CommandLine command =
      bot.AddSubcommand("build", "Run the build command of a bot's manifest");
  command.SetExamples("couillon bot build mine",
                      "couillon bot build mine && couillon bot check mine");
  auto directory = std::make_shared<std::string>();
  auto source = std::make_shared<std::string>(SourceTree());
  command.AddOption(
      "--source", *source,
      "Another tree of couillon, with the SDKs; the build command "
      "finds it in COUILLON_SOURCE");
  command.AddOption("directory", *directory, "Directory with bot.txtpb")
      .Required();
  command.OnChosen([directory, source] {
    return ExitWith(arena::BuildBot(*directory, *source));
  });
}

}  // namespace

void AddBotCommand(CommandLine app) {
  CommandLine bot =
      app.AddSubcommand("bot", "Make, build and check a bot of your own");
  bot.SetGroup("Write a bot");
  bot.SetExamples(
      "couillon bot new --lang cpp first_bot",
      "couillon bot check --decisions 20 -- couillon-bot --name greedy");
  bot.RequireSubcommand();
  AddNew(bot);
  AddBuild(bot);
  AddBotCheckCommand(bot);
  AddBotAskCommand(bot);
}

}  // namespace couillon::tools
