// Totals of players, then their ratings, teams and partners.
#include "arena/report/text/tournament_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/format_result.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/standings.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/text/bot_table.h"
#include "arena/report/text/result_text.h"
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

// The totals, which decide.
ReportPart TotalsPart(const LeagueReport& report,
                      const TournamentTable& table) {
  const PlayerScope scope{.listed = HasListedTables(report)};
  const bool is_single = report.tournaments.size() == 1;
  ReportPart part{.rows = {{"place", "player"}}, .name_column = 1};
  if (IsArenaRound(report.config) && !report.arena) {
    part.title = "Totals of the round, under " + table.ruleset;
  } else {
    part.title = ResultTitle(report.result, is_single ? "" : table.ruleset);
    part.paragraph = WinnerText(report.result);
  }
  TextOf(PlayerReport(), scope).AddTitlesTo(part.rows[0]);
  if (!report.faults.empty()) part.rows[0].emplace_back("faults");
  for (const PlayerReport& player : table.players) {
    const ResultPlace* const place =
        FindPlace(report.result, report.config.bots(ToInt(player.bot)).name(),
                  table.ruleset);
    const std::size_t at = part.rows.size();
    std::vector<std::string>& row = part.rows.emplace_back();
    row = {PlaceText(place), ShownName(report.config, player.bot)};
    TextOf(player, scope).AddCellsTo(row);
    if (place != nullptr && place->place == 1) {
      part.tones.push_back({at, 1, Tone::kStrong});
    }
    if (report.faults.empty()) continue;
    const std::int64_t faults = FaultsOf(report, player.bot);
    if (faults > 0) part.tones.push_back({at, row.size(), Tone::kWarning});
    row.push_back(Grouped(faults));
  }
  return part;
}

// The best rated first, those without a rating last; islands apart.
std::vector<PlayerReport> ByRating(const LeagueReport& report,
                                   const TournamentTable& table) {
  std::vector<PlayerReport> players = table.players;
  std::ranges::stable_sort(players, {}, [&](const PlayerReport& player) {
    const auto& rating = IsInPoints(report) ? player.points : player.elo;
    return std::pair(
        player.island,
        rating ? -rating->value : std::numeric_limits<double>::infinity());
  });
  return players;
}

ReportPart RatingsPart(const LeagueReport& report,
                       const TournamentTable& table) {
  std::vector<std::string> titles = {"player"};
  if (IsInPoints(report)) titles.emplace_back("points/deal");
  titles.emplace_back(IsInPoints(report) ? "Elo/deal" : "Elo");
  BotTable players(report, titles, {}, false);
  for (const PlayerReport& player : ByRating(report, table)) {
    std::vector<std::string> ratings;
    if (IsInPoints(report)) ratings.push_back(WithError(player.points, 3));
    ratings.push_back(WithError(player.elo, 1));
    if (player.no_result) ratings[0] = NoResultText(player.forfeits);
    players.Add(player.bot, player.rank, ratings, {});
  }
  ReportPart part = players.Finish();
  part.title = report.tournaments.size() == 1
                   ? "Ratings"
                   : "Ratings under " + table.ruleset;
  part.notes = IslandNotes(report, table);
  if (table.few_deals) {
    part.notes.push_back(
        absl::StrFormat("Few %s: some ratings rest on fewer than %d.",
                        ItemsWord(report.config), stats::kFewDeals));
  }
  return part;
}

void AddDetails(const LeagueReport& report, const TournamentTable& table,
                std::vector<ReportPart>& parts) {
  parts.push_back(RatingsPart(report, table));
  Rows teams = TeamRows(report, table);
  if (teams.size() > 1) parts.push_back({.rows = std::move(teams)});
  parts.push_back({.rows = PartnerRows(report, table)});
}

}  // namespace

std::vector<ReportPart> TournamentStandingParts(const LeagueReport& report) {
  std::vector<ReportPart> parts;
  parts.reserve(report.tournaments.size());
  for (const TournamentTable& table : report.tournaments) {
    parts.push_back(TotalsPart(report, table));
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
       {true,
        "\"left\" is game points left, counted from 0: the lowest per deal "
        "wins."},
       {true, absl::StrFormat("± is a 95%% interval, of game points left "
                              "clustered by %s, of ratings clustered by deal.",
                              listed ? "table" : "round")},
       {true,
        "\"rank\" goes by the rating, 95% certain for all players together. "
        "\"with partner\" is points left per deal."},
       {listed,
        "Not all players have sat with and against the same others: the "
        "ratings allow for that, the places do not. \"tables\" counts those "
        "with different teams."},
       {!report.history.empty(),
        "Ratings after each round are relative to the mean of the players "
        "that had played by then."}});
}

}  // namespace couillon::arena
