#include "arena/report/tournament_forms.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/report/format/document.h"
#include "arena/report/format/figure_writers.h"
#include "arena/report/format/text_table.h"
#include "arena/report/integrity.h"
#include "arena/report/league_report.h"
#include "arena/report/rank_forms.h"
#include "arena/stats/league/design_fit.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

std::string Name(const LeagueReport& report, BotIndex bot) {
  return ShownName(report.config, bot);
}

std::string FormatElo(const stats::ContrastEstimate& elo) {
  const double half = (elo.interval.hi - elo.interval.lo) / 2;
  if (!elo.standard_error || !std::isfinite(half)) return Signed(elo.value, 1);
  return Signed(elo.value, 1) + absl::StrFormat(" ± %.1f", half);
}

std::string FormatPoints(const stats::ContrastEstimate& points) {
  const double half = (points.interval.hi - points.interval.lo) / 2;
  if (!points.standard_error || !std::isfinite(half)) {
    return Signed(points.value, 3);
  }
  return Signed(points.value, 3) + absl::StrFormat(" ± %.3f", half);
}

// Game points left per deal of the row's player with the column's as partner.
Rows PartnerRows(const LeagueReport& report, const TournamentTable& table) {
  Rows rows(1, {"with partner"});
  for (const PlayerReport& partner : table.players) {
    rows[0].push_back(Name(report, partner.bot));
  }
  for (const PlayerReport& player : table.players) {
    std::vector<std::string> row = {Name(report, player.bot)};
    for (const PlayerReport& partner : table.players) {
      row.push_back(Signed(
          table.partners[Index(player.bot)][Index(partner.bot)].per_deal, 3));
    }
    rows.push_back(row);
  }
  return rows;
}

Rows TeamRows(const LeagueReport& report, const TournamentTable& table) {
  Rows rows = {{"team", "Elo"}};
  for (const TeamReport& team : table.teams) {
    std::vector<std::string> names;
    names.reserve(team.members.size());
    for (const BotIndex bot : team.members) names.push_back(Name(report, bot));
    rows.push_back({absl::StrJoin(names, " + "), FormatElo(team.elo)});
  }
  return rows;
}

// Whether it is an arena or one of its rounds: no movement of all players.
bool HasListedTables(const LeagueReport& report) {
  return !report.config.tables().empty();
}

// The players of each island, if there is more than one.
std::vector<std::string> IslandNotes(const LeagueReport& report,
                                     const TournamentTable& table) {
  std::map<int, std::vector<std::string>> islands;
  for (const PlayerReport& player : table.players) {
    if (player.deals == 0) continue;
    islands[player.island].push_back(Name(report, player.bot));
  }
  std::vector<std::string> notes;
  if (islands.size() < 2) return notes;
  notes.emplace_back(
      "These groups have not met; the zero of each is its own mean player:");
  for (const auto& [island, players] : islands) {
    notes.push_back(absl::StrJoin(players, ", "));
  }
  return notes;
}

void AddTournament(const LeagueReport& report, const TournamentTable& table,
                   std::vector<ReportPart>& parts) {
  ReportPart players = {
      .title = absl::StrFormat("%s: individual tournament", table.ruleset),
      .rows = {{"player", "points left", "per deal", "rank",
                "individual points", "individual Elo",
                HasListedTables(report) ? "tables" : "rounds", "deals"}},
      .notes = IslandNotes(report, table)};
  for (const PlayerReport& player : table.players) {
    players.rows.push_back(
        {Name(report, player.bot), Grouped(player.total),
         WithError(player.per_deal, 3), RankText(player.rank),
         player.points ? FormatPoints(*player.points) : "-",
         player.elo ? FormatElo(*player.elo) : "-",
         std::to_string(player.rounds), Grouped(player.deals)});
  }
  parts.push_back(std::move(players));
  Rows teams = TeamRows(report, table);
  if (teams.size() > 1) parts.push_back({.rows = std::move(teams)});
  parts.push_back({.rows = PartnerRows(report, table)});
}

}  // namespace

std::vector<ReportPart> TournamentParts(const LeagueReport& report) {
  std::vector<ReportPart> parts;
  for (const TournamentTable& table : report.tournaments) {
    AddTournament(report, table, parts);
  }
  return parts;
}

std::string TournamentLegend(const LeagueReport& report) {
  const bool listed = HasListedTables(report);
  std::string text = absl::StrFormat(
      "Game points left, starting at 0: the lowest wins. ± is a 95%% interval, "
      "of game\npoints clustered by %s, of Elo clustered by deal. \"individual "
      "points\" and\n\"individual Elo\" are the player's contribution to the "
      "leads and the scores of\nits sides, relative to the mean player; \"-\": "
      "it cannot be separated from its\npartners' yet, or all its results went "
      "one way. \"rank\" goes by individual\npoints (matches: Elo), 95%% "
      "certain "
      "for all players together.\n",
      listed ? "table" : "round");
  if (listed) {
    text +=
        "Not all players have sat with and against the same others, so the "
        "table is in the\norder of individual points. \"tables\" counts those "
        "with different teams.\n";
  }
  if (!report.history.empty()) {
    absl::StrAppendFormat(
        &text, "Ratings after each round are individual, relative to %s.\n",
        Name(report, BotIndex(0)));
  }
  return text;
}

}  // namespace couillon::arena
