// Chooses the writer of a table; an arena is exported from the stores of its
// rounds.

#include "arena/front/export/league_export.h"

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/front/export/league_rows.h"
#include "arena/league/store/league_store.h"
#include "arena/report/data/league_report.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

absl::StatusOr<std::optional<int>> IndexOf(const v1::LeagueConfig& config,
                                           const std::string& ruleset) {
  if (ruleset.empty()) return std::nullopt;
  std::vector<std::string> specs;
  for (int i = 0; i < config.rulesets_size(); ++i) {
    if (config.rulesets(i).spec() == ruleset) return std::optional(i);
    specs.push_back(config.rulesets(i).spec());
  }
  return absl::NotFoundError(
      absl::StrFormat("--ruleset: found \"%s\"; expected one of the league: %s",
                      ruleset, absl::StrJoin(specs, ", ")));
}

absl::Status Flushed(std::ostream& out) {
  if (out.flush()) return absl::OkStatus();
  return absl::UnavailableError("the rows cannot be written");
}

absl::Status Write(ExportTable table, LeagueStore& store,
                   const RowTarget& target) {
  switch (table) {
    case ExportTable::kStandings:
      return WriteStandings(store, target);
    case ExportTable::kPairs:
      return WritePairs(store, target);
    case ExportTable::kUnits:
      return WriteUnits(store, target);
    case ExportTable::kDeals:
      return WriteDeals(store, target);
    case ExportTable::kFaults:
      return WriteFaults(store, target);
    case ExportTable::kHistory:
      return absl::InvalidArgumentError(
          "--what: found \"history\" of a league; expected the directory of an "
          "arena, whose ratings have a history");
    case ExportTable::kRounds:
      return absl::InvalidArgumentError(
          "--what: found \"rounds\" of a league; expected the directory of an "
          "arena that is a Swiss or a knock-out");
  }
  return absl::InvalidArgumentError("no such table");
}

}  // namespace

absl::Status ExportLeague(LeagueStore& store, const ExportRequest& request,
                          std::ostream& out) {
  ASSIGN_OR_RETURN(const std::optional<int> ruleset,
                   IndexOf(store.config(), request.ruleset));
  RETURN_IF_ERROR(
      Write(request.table, store,
            {.out = &out, .format = request.format, .ruleset = ruleset}));
  return Flushed(out);
}

absl::Status ExportArena(const LeagueReport& report,
                         const ExportRequest& request, std::ostream& out) {
  ASSIGN_OR_RETURN(const std::optional<int> ruleset,
                   IndexOf(report.config, request.ruleset));
  const RowTarget target{
      .out = &out, .format = request.format, .ruleset = ruleset};
  if (request.table == ExportTable::kStandings) {
    WriteStandingsOf(report, target);
  } else if (request.table == ExportTable::kHistory) {
    WriteHistory(report, target);
  } else if (request.table == ExportTable::kRounds) {
    if (report.result.rule != ResultRule::kPoints &&
        report.result.rule != ResultRule::kBracket) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--what: found \"rounds\" of an arena in the format %s; expected a "
          "Swiss or a knock-out; each round is a league in rounds/0001 and so "
          "on",
          report.result.format));
    }
    WriteRounds(report, target);
  } else {
    return absl::InvalidArgumentError(
        "--what: found a table of a league; expected \"standings\", "
        "\"history\" or \"rounds\" of an arena, or the directory of one of its "
        "rounds, such as rounds/0001");
  }
  return Flushed(out);
}

}  // namespace couillon::arena
