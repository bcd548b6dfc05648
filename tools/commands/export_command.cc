// couillon export: the results of a league as tables for other programs.
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/front/export/league_export.h"
#include "arena/front/export/parquet_file.h"
#include "arena/front/export/row_writer.h"
#include "arena/league/store/league_store.h"
#include "arena/report/data/league_report.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/program/output_file.h"
#include "tools/program/source_tree.h"

namespace couillon::tools {
namespace {

struct ExportOptions {
  std::string directory;
  std::string what = "standings";
  std::string format = "csv";
  std::string ruleset;
  std::string out;
};

arena::RowFormat FormatOf(const std::string& format) {
  static const std::map<std::string, arena::RowFormat> kFormats = {
      {"csv", arena::RowFormat::kCsv},
      {"jsonl", arena::RowFormat::kJsonLines},
      {"parquet", arena::RowFormat::kTypedLines}};
  return kFormats.at(format);
}

arena::ExportTable TableOf(const std::string& what) {
  static const std::map<std::string, arena::ExportTable> kTables = {
      {"standings", arena::ExportTable::kStandings},
      {"pairs", arena::ExportTable::kPairs},
      {"units", arena::ExportTable::kUnits},
      {"deals", arena::ExportTable::kDeals},
      {"faults", arena::ExportTable::kFaults},
      {"history", arena::ExportTable::kHistory},
      {"rounds", arena::ExportTable::kRounds}};
  return kTables.at(what);
}

// Writes the table of a league or an arena.
absl::Status ExportTo(const ExportOptions& options, std::ostream& out) {
  const arena::ExportRequest request{.table = TableOf(options.what),
                                     .format = FormatOf(options.format),
                                     .ruleset = options.ruleset};
  if (arena::IsArena(options.directory)) {
    ASSIGN_OR_RETURN(const arena::ArenaState state,
                     arena::ReadState(options.directory));
    ASSIGN_OR_RETURN(const arena::LeagueReport report,
                     arena::MakeArenaReport(state, options.directory, {}));
    return arena::ExportArena(report, request, out);
  }
  ASSIGN_OR_RETURN(const std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.directory));
  return arena::ExportLeague(*store, request, out);
}

// The Python that writes Parquet.
std::string Python() {
  const char* const given = std::getenv("COUILLON_PYTHON");
  return given != nullptr && *given != '\0' ? given : "python3";
}

absl::Status ExportParquet(const ExportOptions& options) {
  if (options.out.empty()) {
    return absl::InvalidArgumentError(
        "--format parquet: found no --out; expected --out FILE, since a "
        "Parquet file is binary");
  }
  ASSIGN_OR_RETURN(const std::unique_ptr<arena::ParquetFile> file,
                   arena::ParquetFile::Create(
                       {.python = Python(),
                        .script = SourceTree() + "/tools/export/parquet.py",
                        .path = options.out}));
  std::ostream& rows = file->rows();
  absl::Status written = ExportTo(options, rows);
  // If the rows are not taken, the program that takes them knows why.
  if (!written.ok() && rows) return written;
  return file->Finish();
}

absl::Status Export(const ExportOptions& options) {
  if (options.format == "parquet") return ExportParquet(options);
  if (options.out.empty()) return ExportTo(options, std::cout);
  return WriteWhole(options.out, [&options](std::ostream& file) {
    return ExportTo(options, file);
  });
}

}  // namespace

void AddExportCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "export", "Write the results of a league as CSV, JSON lines or Parquet");
  command.SetGroup("Read results");
  command.SetExamples(
      "couillon export results --what pairs --out pairs.csv",
      "couillon export results --what deals --format jsonl --out deals.jsonl");
  auto options = std::make_shared<ExportOptions>();
  command
      .AddOption("directory", options->directory,
                 "Directory of the league or arena")
      .Required();
  command
      .AddOption("--what", options->what,
                 "standings: a row per bot; pairs: per deal of each pairing, "
                 "over all seatings; units: per unit of work; deals: per deal "
                 "and seating, with cards and actions; faults; history: of an "
                 "arena, per bot and round; rounds: of a Swiss or a knock-out, "
                 "per pairing of a round")
      .OneOf({"standings", "pairs", "units", "deals", "faults", "history",
              "rounds"})
      .ShowDefault();
  command
      .AddOption("--format", options->format,
                 "csv; jsonl: an object per line; parquet: needs --out and "
                 "$COUILLON_PYTHON (python3) with pyarrow")
      .OneOf({"csv", "jsonl", "parquet"})
      .ShowDefault();
  command
      .AddOption("--ruleset", options->ruleset,
                 "Only this ruleset of the league")
      .ValueName(kRulesetValue);
  command.AddOption("--out", options->out, "File to write (default: stdout)");
  command.OnChosen([options] { return ExitWith(Export(*options)); });
}

}  // namespace couillon::tools
