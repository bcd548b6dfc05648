#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/players/process/sandbox_parts.h"
#include "arena/players/process/sandbox_trial.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

using Parts = std::vector<arena::SandboxPart>;

std::string PartText(const arena::SandboxPart& part) {
  const char* const state = part.works         ? "works"
                            : part.is_required ? "MISSING"
                                               : "missing";
  std::string text = absl::StrFormat("  %-8s %s", state, part.name);
  if (!part.found.empty()) absl::StrAppend(&text, ": ", part.found);
  text += "\n";
  if (!part.fix.empty()) absl::StrAppend(&text, "           ", part.fix, "\n");
  return text;
}

void PrintText(const Parts& parts, const absl::Status& works) {
  std::cout << (works.ok() ? "The sandbox works: commands that start bots use "
                             "it.\n"
                           : "The sandbox does NOT work: with --isolation auto "
                             "bots run with all your rights.\n");
  if (!works.ok()) std::cout << "  " << works.message() << "\n";
  std::cout << "Its parts:\n";
  for (const arena::SandboxPart& part : parts) std::cout << PartText(part);
}

void PrintJson(const Parts& parts, const absl::Status& works) {
  arena::Json json = arena::NewDocument(arena::kSandboxSchema);
  json["works"] = works.ok();
  json["problem"] = std::string(works.message());
  json["parts"] = arena::Json::array();
  for (const arena::SandboxPart& part : parts) {
    json["parts"].push_back({{"part", part.name},
                             {"works", part.works},
                             {"required", part.is_required},
                             {"found", part.found},
                             {"fix", part.fix}});
  }
  std::cout << json.dump(2, ' ', false, arena::Json::error_handler_t::replace)
            << "\n";
}

int ShowSandbox(const std::string& format) {
  const absl::Status works = arena::TrySandbox();
  const Parts parts = arena::ListSandboxParts(arena::FindSandboxFacts());
  format == "json" ? PrintJson(parts, works) : PrintText(parts, works);
  return works.ok() ? kExitDone : kExitError;
}

}  // namespace

void AddSandboxCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "sandbox",
      "Say which parts of the sandbox work on this machine, and what helps");
  command.SetGroup("Check");
  command.SetExamples("couillon sandbox", "couillon sandbox --format json");
  auto format = std::make_shared<std::string>("text");
  command.AddOption("--format", *format, "text or json")
      .OneOf({"text", "json"});
  command.OnChosen([format] { return ShowSandbox(*format); });
}

}  // namespace couillon::tools
