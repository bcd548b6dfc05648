// The report of a league or an arena in any format, to stdout or a file: for
// `report` and `arena report`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/report/json/report_json.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

struct ReportOptions {
  std::string directory;
  std::string format = "text";
  std::string scale;
  std::string anchor;   // empty: the mean of the field is at 0
  std::string out;      // empty: stdout
  bool policy = false;  // the whole policy in text
  bool reproducible = false;
  // Deals of each pairing in the losses of a page; null: within the budget.
  std::optional<std::int64_t> losses;
};

// Adds all options but the directory.
void AddReportOptions(CommandLine command, ReportOptions& options);

// The version of this program, for reports.
arena::ProgramVersion ThisProgram();

// Prints or writes the report of a league.
absl::Status ShowReport(const ReportOptions& options);
// The same of an arena.
absl::Status ShowArenaReport(const ReportOptions& options);

}  // namespace couillon::tools
