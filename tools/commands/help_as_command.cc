// couillon help-as: the help of all commands as manual pages or as the
// completion of a shell. Hidden: the build and packagers use it.
#include <filesystem>
#include <fstream>
#include <ios>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/shared/command.h"
#include "tools/help/completions.h"
#include "tools/help/man_page.h"
#include "tools/options/command_info.h"
#include "tools/options/command_line.h"
#include "tools/program/build_info.h"

namespace couillon::tools {
namespace {

namespace fs = std::filesystem;

struct HelpAsOptions {
  std::string format;
  std::string folder;
};

// The files of a format, under the names that shells and man look for.
std::vector<HelpFile> FilesFor(const std::string& format,
                               const CommandInfo& program) {
  const std::vector<std::string> rulesets = wire::RulesetIds();
  const std::string name = program.path[0];
  if (format == "bash") return {{name, BashCompletion(program, rulesets)}};
  if (format == "zsh") return {{"_" + name, ZshCompletion(program, rulesets)}};
  if (format == "fish") {
    return {{name + ".fish", FishCompletion(program, rulesets)}};
  }
  return ManPages(program, BuildVersion());
}

absl::Status Write(const std::string& folder,
                   const std::vector<HelpFile>& files) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (const HelpFile& file : files) {
    const fs::path path = fs::path(folder) / file.name;
    std::ofstream out(path, std::ios::binary);
    out << file.text;
    out.close();
    if (!out) {
      return absl::PermissionDeniedError(
          absl::StrFormat("--out: %s cannot be written", path.string()));
    }
  }
  return absl::OkStatus();
}

int PrintHelpAs(const HelpAsOptions& options, const CommandInfo& program) {
  const std::vector<HelpFile> files = FilesFor(options.format, program);
  if (!options.folder.empty()) return ExitWith(Write(options.folder, files));
  for (const HelpFile& file : files) std::cout << file.text;
  return kExitDone;
}

}  // namespace

void AddHelpAsCommand(CommandLineParser& parser) {
  CommandLine command = parser.root().AddSubcommand(
      "help-as", "Print the help of all commands in another format");
  command.Hide();
  auto options = std::make_shared<HelpAsOptions>();
  command
      .AddOption("format", options->format,
                 "man: manual pages; the others: completion of that shell")
      .OneOf({"man", "bash", "zsh", "fish"})
      .Required();
  command.AddOption("--out", options->folder,
                    "Folder for the files (default: print them)");
  command.OnChosen(
      [options, &parser] { return PrintHelpAs(*options, parser.Describe()); });
}

}  // namespace couillon::tools
