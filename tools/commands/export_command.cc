// couillon export: the results of a league as tables for other programs.
#include <fstream>
#include <ios>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/export/league_export.h"
#include "arena/export/row_writer.h"
#include "arena/store/league_store.h"
#include "tools/commands/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

struct ExportOptions {
  std::string directory;
  std::string what = "standings";
  std::string format = "csv";
  std::string ruleset;
  std::string out;
};

arena::ExportTable TableOf(const std::string& what) {
  static const std::map<std::string, arena::ExportTable> kTables = {
      {"standings", arena::ExportTable::kStandings},
      {"pairs", arena::ExportTable::kPairs},
      {"units", arena::ExportTable::kUnits},
      {"deals", arena::ExportTable::kDeals},
      {"faults", arena::ExportTable::kFaults}};
  return kTables.at(what);
}

absl::Status Export(const ExportOptions& options) {
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToRead(options.directory);
  if (!store.ok()) return store.status();
  const arena::ExportRequest request{
      .table = TableOf(options.what),
      .format = options.format == "csv" ? arena::RowFormat::kCsv
                                        : arena::RowFormat::kJsonLines,
      .ruleset = options.ruleset};
  if (options.out.empty()) {
    return arena::ExportLeague(**store, request, std::cout);
  }
  std::ofstream file(options.out, std::ios::binary);
  if (!file) {
    return absl::PermissionDeniedError(
        absl::StrFormat("--out: %s cannot be written", options.out));
  }
  return arena::ExportLeague(**store, request, file);
}

}  // namespace

void AddExportCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "export", "Write the results of a league as CSV or JSON lines");
  command.SetGroup("Read results");
  command.SetExamples(
      "couillon export results --what pairs --out pairs.csv",
      "couillon export results --what deals --format jsonl --out deals.jsonl");
  auto options = std::make_shared<ExportOptions>();
  command.AddOption("directory", options->directory, "Directory of the league")
      .Required();
  command
      .AddOption("--what", options->what,
                 "standings: a row per bot; pairs: per deal of each pairing, "
                 "over all seatings; units: per unit of work; deals: per deal "
                 "and seating, with cards and actions; faults")
      .OneOf({"standings", "pairs", "units", "deals", "faults"})
      .ShowDefault();
  command
      .AddOption("--format", options->format,
                 "csv, or jsonl: an object per line (docs/formats.md)")
      .OneOf({"csv", "jsonl"})
      .ShowDefault();
  command
      .AddOption("--ruleset", options->ruleset,
                 "Only this ruleset of the league")
      .ValueName(kRulesetValue);
  command.AddOption("--out", options->out, "File to write (default: stdout)");
  command.OnChosen([options] { return ExitWith(Export(*options)); });
}

}  // namespace couillon::tools
