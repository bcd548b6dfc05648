#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/journal/journal.h"
#include "arena/report/league_report.h"
#include "arena/report/report_text.h"
#include "arena/store/league_store.h"
#include "tools/commands/command.h"
#include "tools/options/command_line.h"
#include "tools/options/scale_option.h"

namespace couillon::tools {
namespace {

int Report(const std::string& directory, const std::string& format,
           const std::string& scale) {
  if (arena::IsArena(directory)) return ReportArena(directory, format, scale);
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToRead(directory);
  if (!store.ok()) return ExitWith(store.status());
  absl::StatusOr<arena::LeagueReport> report = arena::MakeReport(
      **store,
      {.scale = ReadScale(scale), .most_pairings = MostPairings(format)});
  if (!report.ok()) return ExitWith(report.status());
  std::cout << Rendered(*report, format);
  return kExitDone;
}

}  // namespace

std::int64_t MostPairings(const std::string& format) {
  return format == "csv" ? arena::kAllPairings : arena::kMostListedPairings;
}

std::string Rendered(const arena::LeagueReport& report,
                     const std::string& format) {
  if (format == "json") return arena::RenderJson(report);
  if (format == "csv") return arena::RenderCsv(report);
  if (format == "html") return arena::RenderHtml(report);
  return arena::RenderText(report);
}

void AddReportCommand(CommandLine app) {
  CommandLine command =
      app.AddSubcommand("report", "Show the report of a league");
  command.SetGroup("Read results");
  command.SetExamples("couillon report results",
                      "couillon report results --format html > report.html");
  auto directory = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>("text");
  command.AddOption("directory", *directory, "Directory of the league or arena")
      .Required();
  command.AddOption("--format", *format, "text, json, csv or html")
      .OneOf({"text", "json", "csv", "html"});
  auto scale = std::make_shared<std::string>();
  AddScaleOption(command, *scale);
  command.OnChosen([directory, format, scale] {
    return Report(*directory, *format, *scale);
  });
}

}  // namespace couillon::tools
