#include "arena/report/text/pairing_rows.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "arena/report/data/bot_names.h"
#include "arena/table/schedule/league_schedule.h"

namespace couillon::arena {
namespace {

constexpr std::int64_t kMaxPairingsOfText = 5000;
constexpr std::size_t kMaxSignNotes = 20;

std::int64_t PairingsOf(const RatingTable& table) {
  return static_cast<std::int64_t>(table.pairings.size()) +
         table.pairings_left_out;
}

}  // namespace

Rows ForfeitFreeRows(const LeagueReport& report, const RatingTable& table) {
  const bool matches = ArePlayingMatches(report.config);
  Rows rows = {{"without forfeits",
                matches ? "Elo/match [95%]" : "Elo/deal [95%]", "pairs", "of"}};
  if (!matches) rows[0].insert(rows[0].begin() + 1, "points/deal [95%]");
  for (const PairingReport& pairing : table.pairings) {
    if (!pairing.forfeit_free) continue;
    const PairingReport::ForfeitFree& forfeit_free = *pairing.forfeit_free;
    std::vector<std::string> row = {ShownName(report.config, pairing.first) +
                                    " - " +
                                    ShownName(report.config, pairing.second)};
    if (!matches) {
      row.push_back(
          Bracketed(forfeit_free.points.mean, forfeit_free.points.interval, 3));
    }
    row.push_back(Bracketed(forfeit_free.elo.elo,
                            forfeit_free.elo.plus_two.elo_interval, 1));
    row.push_back(Grouped(forfeit_free.score.pairs));
    row.push_back(Grouped(pairing.score.pairs));
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> SignNotes(const LeagueReport& report,
                                   const RatingTable& table) {
  std::vector<std::string> notes;
  std::int64_t more = 0;
  for (const PairingReport& pairing : table.pairings) {
    if (!pairing.signs_differ) continue;
    if (PairingsOf(table) > kMaxPairingsOfText &&
        notes.size() >= kMaxSignNotes) {
      ++more;
      continue;
    }
    const bool first = pairing.points.mean.value_or(0) > 0;
    notes.push_back(absl::StrFormat(
        "%s gains more game points than %s, which wins more deals.",
        ShownName(report.config, first ? pairing.first : pairing.second),
        ShownName(report.config, first ? pairing.second : pairing.first)));
  }
  if (more > 0) {
    notes.push_back(absl::StrFormat(
        "%d more pairings have such a difference (signs_differ in JSON).",
        more));
  }
  return notes;
}

}  // namespace couillon::arena
