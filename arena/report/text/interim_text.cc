#include "arena/report/text/interim_text.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/document.h"
#include "arena/numbers/format/text_table.h"
#include "arena/report/text/report_form.h"
#include "arena/report/text/standings_text.h"
#include "arena/report/text/three_way_text.h"
#include "arena/report/text/tournament_text.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kColumns = 3;  // rank, bot and rating

// The standings of the whole, or of each ruleset if there are none.
std::vector<ReportPart> InterimStandings(const LeagueReport& report) {
  if (!report.rulesets.empty()) return {StandingsPart(report)};
  return report.tournaments.empty() ? ThreeWayStandingParts(report)
                                    : TournamentStandingParts(report);
}

// Whether a bot has a rating yet.
bool HasRatings(const ReportPart& part) {
  return std::any_of(part.rows.begin() + 1, part.rows.end(),
                     [](const auto& row) { return row[kColumns - 1] != "-"; });
}

void Shorten(std::size_t most, ReportPart& part) {
  const std::size_t bots = part.rows.size() - 1;
  if (bots > most) {
    part.rows.resize(most + 1);
    part.notes = {
        absl::StrFormat("and %s more", Grouped(static_cast<int>(bots - most)))};
  } else {
    part.notes.clear();
  }
  for (std::vector<std::string>& row : part.rows) row.resize(kColumns);
  part.tones.clear();
}

}  // namespace

std::string InterimText(const LeagueReport& report, std::size_t most) {
  std::vector<ReportPart> parts = InterimStandings(report);
  std::erase_if(parts, std::not_fn(HasRatings));
  for (ReportPart& part : parts) {
    Shorten(most, part);
    part.title = part.title.substr(0, part.title.find(','));
    part.title +=
        absl::StrFormat(" after %s of %s units", Grouped(report.units_done),
                        Grouped(report.units));
  }
  return DocumentText(parts, {.width = kReportWidth});
}

}  // namespace couillon::arena
