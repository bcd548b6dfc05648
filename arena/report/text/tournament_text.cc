// Standings of players, then their Elo, teams and partners.
#include "arena/report/text/tournament_text.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/league_report.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/text/bot_table.h"
#include "arena/report/text/sentences.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

bool IsInPoints(const LeagueReport& report) {
  return !ArePlayingMatches(report.config);
}

// Game points left per deal of the row's player with the column's as partner.
Rows PartnerRows(const LeagueReport& report, const TournamentTable& table) {
  Rows rows(1, {"with partner"});
  for (const PlayerReport& partner : table.players) {
    rows[0].push_back(
        CutInMiddle(ShownName(report.config, partner.bot), kHeadWidth));
  }
  for (const PlayerReport& player : table.players) {
    std::vector<std::string> row = {ShownName(report.config, player.bot)};
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
    for (const BotIndex bot : team.members) {
      names.push_back(ShownName(report.config, bot));
    }
    rows.push_back(
        {absl::StrJoin(names, " + "), WithError(std::optional(team.elo), 1)});
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
    islands[player.island].push_back(ShownName(report.config, player.bot));
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

// Ratings in the unit of the standings, as JSON has it.
std::string RatingCell(const LeagueReport& report, const PlayerReport& player) {
  return IsInPoints(report) ? WithError(player.points, 3)
                            : WithError(player.elo, 1);
}

ReportPart PlayersPart(const LeagueReport& report,
                       const TournamentTable& table) {
  const PlayerScope scope{.listed = HasListedTables(report)};
  BotTable players(report,
                   {"player", IsInPoints(report) ? "points/deal" : "Elo"},
                   TextOf(PlayerReport(), scope), true);
  for (const PlayerReport& player : table.players) {
    players.Add(player.bot, player.rank, {RatingCell(report, player)},
                TextOf(player, scope));
  }
  ReportPart part = players.Finish();
  part.title = report.tournaments.size() == 1
                   ? "Standings"
                   : "Standings under " + table.ruleset;
  part.notes = IslandNotes(report, table);
  return part;
}

// The rating that the standings do not have; empty if there is none.
Rows EloRows(const LeagueReport& report, const TournamentTable& table) {
  Rows rows = {{"player", "Elo/deal"}};
  if (!IsInPoints(report)) return {};
  for (const PlayerReport& player : table.players) {
    rows.push_back(
        {ShownName(report.config, player.bot), WithError(player.elo, 1)});
  }
  return rows;
}

void AddDetails(const LeagueReport& report, const TournamentTable& table,
                std::vector<ReportPart>& parts) {
  const std::size_t first = parts.size();
  Rows elo = EloRows(report, table);
  if (!elo.empty()) parts.push_back({.rows = std::move(elo)});
  Rows teams = TeamRows(report, table);
  if (teams.size() > 1) parts.push_back({.rows = std::move(teams)});
  parts.push_back({.rows = PartnerRows(report, table)});
  if (report.tournaments.size() > 1) parts[first].title = table.ruleset;
}

}  // namespace

std::vector<ReportPart> TournamentStandingParts(const LeagueReport& report) {
  std::vector<ReportPart> parts;
  parts.reserve(report.tournaments.size());
  for (const TournamentTable& table : report.tournaments) {
    parts.push_back(PlayersPart(report, table));
  }
  return parts;
}

std::vector<ReportPart> TournamentParts(const LeagueReport& report) {
  std::vector<ReportPart> parts = TournamentStandingParts(report);
  for (const TournamentTable& table : report.tournaments) {
    AddDetails(report, table, parts);
  }
  return parts;
}

std::string TournamentLegend(const LeagueReport& report) {
  const bool listed = HasListedTables(report);
  return JoinApplicable(
      {{true,
        absl::StrFormat(
            "\"%s\" is the player's contribution to the %s of its sides, "
            "relative to the mean player, adjusted for partners; \"-\": it "
            "cannot be separated from its partners' yet, or all its results "
            "went one way.",
            IsInPoints(report) ? "points/deal" : "Elo",
            IsInPoints(report) ? "leads" : "scores")},
       {true, "\"left\" is game points left, counted from 0: the lowest wins."},
       {true, absl::StrFormat("± is a 95%% interval, of game points left "
                              "clustered by %s, of ratings clustered by deal.",
                              listed ? "table" : "round")},
       {true,
        "\"rank\" goes by the rating of the standings, 95% certain for all "
        "players together. \"with partner\" is points left per deal."},
       {listed,
        "Not all players have sat with and against the same others, so the "
        "order is that of the ratings. \"tables\" counts those with different "
        "teams."},
       {!report.history.empty(),
        absl::StrFormat("Ratings after each round are relative to %s.",
                        ShownName(report.config, BotIndex(0)))}});
}

}  // namespace couillon::arena
