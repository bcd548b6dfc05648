#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/report/league_report.h"
#include "arena/report/report_text.h"
#include "arena/store/league_store.h"
#include "tools/commands/command.h"

namespace couillon::tools {
namespace {

int Report(const std::string& directory, const std::string& format) {
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToRead(directory);
  if (!store.ok()) return ExitWith(store.status());
  absl::StatusOr<arena::LeagueReport> report = arena::MakeReport(**store);
  if (!report.ok()) return ExitWith(report.status());
  if (format == "json") {
    std::cout << arena::RenderJson(*report);
  } else if (format == "csv") {
    std::cout << arena::RenderCsv(*report);
  } else if (format == "html") {
    std::cout << arena::RenderHtml(*report);
  } else {
    std::cout << arena::RenderText(*report);
  }
  return kExitDone;
}

}  // namespace

void AddReportCommand(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("report", "What a league has shown");
  auto directory = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>("text");
  command->add_option("directory", *directory, "Of the league")->required();
  command->add_option("--format", *format, "text, json, csv or html")
      ->check(CLI::IsMember({"text", "json", "csv", "html"}));
  command->callback([directory, format, &chosen] {
    chosen = [directory, format] { return Report(*directory, *format); };
  });
}

}  // namespace couillon::tools
