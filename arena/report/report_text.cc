#include "arena/report/report_text.h"

#include <couillon/v1/league.pb.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/report/league_report.h"
#include "arena/report/policy_text.h"
#include "arena/report/rating_sheet.h"
#include "arena/report/text_table.h"
#include "arena/stats/design_fit.h"
#include "arena/stats/elo.h"
#include "arena/stats/interval.h"
#include "arena/stats/league.h"
#include "arena/stats/mean.h"
#include "arena/verdict.h"

namespace couillon::arena {
namespace {

const std::string& Name(const LeagueReport& report, int bot) {
  return report.config.bots(bot).name();
}

std::vector<std::string> Names(const LeagueReport& report) {
  std::vector<std::string> names;
  for (const v1::BotEntry& bot : report.config.bots()) {
    names.push_back(bot.name());
  }
  return names;
}

// Pairs and game points a deal of one bot over all its pairings.
struct BotSums {
  std::int64_t pairs = 0;
  std::optional<double> game_points;
};

BotSums SumsOf(const RatingTable& table, int bot) {
  BotSums sums;
  double total = 0;
  for (const PairingReport& pairing : table.pairings) {
    if (pairing.first != bot && pairing.second != bot) continue;
    sums.pairs += pairing.score.pairs;
    if (!pairing.game_points.mean) continue;
    const double mean = *pairing.game_points.mean;
    total += (pairing.first == bot ? mean : -mean) *
             static_cast<double>(pairing.score.pairs);
  }
  if (sums.pairs > 0 && !table.ruleset.empty()) {
    sums.game_points = total / static_cast<double>(sums.pairs);
  }
  return sums;
}

std::string RatingRows(const LeagueReport& report, const RatingTable& table) {
  std::vector<std::vector<std::string>> rows = {
      {"bot", "Elo", "points/deal", "pairs"}};
  for (const int bot : table.sheet.order) {
    const BotSums sums = SumsOf(table, bot);
    rows.push_back(
        {Name(report, bot),
         FormatRating(table.sheet.rating.bots[static_cast<std::size_t>(bot)]),
         Signed(sums.game_points, 3), Grouped(sums.pairs)});
  }
  return Columns(rows);
}

std::string PairingRows(const LeagueReport& report, const RatingTable& table) {
  // Who looks at a league under way looks again, and a fixed interval would
  // be wrong more often each time.
  const bool live = report.units_done < report.units;
  std::vector<std::vector<std::string>> rows = {
      {"pairing", live ? "Elo [95% at any time]" : "Elo [95%]", "nElo", "LOS",
       "points/deal", "worth"}};
  for (const PairingReport& pairing : table.pairings) {
    const stats::Interval& interval =
        live ? pairing.anytime_elo : pairing.elo.plus_two.elo_interval;
    const stats::EloEstimate& elo = pairing.elo;
    std::string worth = "-";
    if (pairing.design_gain) {
      worth = absl::StrFormat("%.1fx", *pairing.design_gain);
    }
    rows.push_back(
        {Name(report, pairing.first) + " - " + Name(report, pairing.second),
         absl::StrFormat("%s [%s, %s]", Signed(elo.elo, 1),
                         Signed(interval.lo, 1), Signed(interval.hi, 1)),
         Signed(elo.nelo, 1),
         absl::StrFormat("%.1f%%", 100 * elo.plus_two.superiority),
         WithError(pairing.game_points, 3), worth});
  }
  return Columns(rows);
}

// What the pairings come to without the deals that a forfeit touched.
std::string UntouchedRows(const LeagueReport& report,
                          const RatingTable& table) {
  std::vector<std::vector<std::string>> rows = {
      {"without forfeits", "Elo [95%]", "points/deal", "pairs", "of"}};
  for (const PairingReport& pairing : table.pairings) {
    if (!pairing.untouched) continue;
    const PairingReport::Untouched& untouched = *pairing.untouched;
    rows.push_back(
        {Name(report, pairing.first) + " - " + Name(report, pairing.second),
         absl::StrFormat("%s [%s, %s]", Signed(untouched.elo.elo, 1),
                         Signed(untouched.elo.plus_two.elo_interval.lo, 1),
                         Signed(untouched.elo.plus_two.elo_interval.hi, 1)),
         WithError(untouched.game_points, 3), Grouped(untouched.score.pairs),
         Grouped(pairing.score.pairs)});
  }
  return rows.size() == 1 ? std::string() : Columns(rows) + "\n";
}

std::string FaultRows(const LeagueReport& report) {
  std::map<std::pair<int, Verdict>, std::pair<int, int>> counts;
  for (const Fault& fault : report.faults) {
    auto& [all, lost] = counts[{fault.bot, fault.verdict}];
    ++all;
    lost += fault.forfeits ? 1 : 0;
  }
  std::vector<std::vector<std::string>> rows = {
      {"bot", "fault", "times", "cost a deal or more"}};
  for (const auto& [key, count] : counts) {
    rows.push_back({Name(report, key.first),
                    std::string(VerdictName(key.second)), Grouped(count.first),
                    Grouped(count.second)});
  }
  return "Faults\n" + Columns(rows) + "\n";
}

// After a stop the plain estimate leans outwards, which the reader has to know.
std::string TestText(const HeadToHead& test) {
  return absl::StrFormat(
      "Sequential test, %s pairs in the order of the deals\n%s"
      "Elo     [%s, %s], an interval that holds although the test chose when "
      "to stop;\n        the estimates above lean outwards for that reason\n\n",
      Grouped(test.input.score.pairs), SequentialText(test),
      Signed(test.anytime_interval.lo, 1), Signed(test.anytime_interval.hi, 1));
}

std::string FormatElo(const stats::ContrastEstimate& elo) {
  const double half = (elo.interval.hi - elo.interval.lo) / 2;
  if (!elo.standard_error || !std::isfinite(half)) return Signed(elo.value, 1);
  return Signed(elo.value, 1) + absl::StrFormat(" ± %.1f", half);
}

// Game points left a deal of the player of the line with that of the column.
std::string PartnerRows(const LeagueReport& report,
                        const TournamentTable& table) {
  std::vector<std::vector<std::string>> rows(1, {"a deal with"});
  for (const PlayerReport& partner : table.players) {
    rows[0].push_back(Name(report, partner.bot));
  }
  for (const PlayerReport& player : table.players) {
    std::vector<std::string> row = {Name(report, player.bot)};
    for (const PlayerReport& partner : table.players) {
      row.push_back(Signed(table
                               .partners[static_cast<std::size_t>(player.bot)]
                                        [static_cast<std::size_t>(partner.bot)]
                               .per_deal,
                           3));
    }
    rows.push_back(row);
  }
  return Columns(rows);
}

std::string TeamRows(const LeagueReport& report, const TournamentTable& table) {
  std::vector<std::vector<std::string>> rows = {{"together", "Elo"}};
  for (const TeamReport& team : table.teams) {
    std::vector<std::string> names;
    for (const int bot : team.members) names.push_back(Name(report, bot));
    rows.push_back({absl::StrJoin(names, " + "), FormatElo(team.elo)});
  }
  return rows.size() == 1 ? std::string() : Columns(rows) + "\n";
}

std::string TournamentText(const LeagueReport& report) {
  std::string text;
  for (const TournamentTable& table : report.tournaments) {
    text += absl::StrFormat("%s: every player for itself\n", table.ruleset);
    std::vector<std::vector<std::string>> rows = {
        {"player", "total", "a deal", "own Elo", "rounds", "deals"}};
    for (const PlayerReport& player : table.players) {
      rows.push_back({Name(report, player.bot), Grouped(player.total),
                      WithError(player.per_deal, 3),
                      player.elo ? FormatElo(*player.elo) : "-",
                      std::to_string(player.rounds), Grouped(player.deals)});
    }
    text += Columns(rows) + "\n" + TeamRows(report, table) +
            PartnerRows(report, table) + "\n";
  }
  if (!report.faults.empty()) text += FaultRows(report);
  return text +
         "Game points left, counted from 0: the lowest wins. ± is a 95%\n"
         "interval, of game points by round, of Elo by deal. \"own Elo\" is "
         "the player's\npart in what its sides scored, against the mean of "
         "all; \"-\" is one that the\nrounds played cannot tell from its "
         "partners'.\n";
}

}  // namespace

std::string RenderText(const LeagueReport& report) {
  const bool matches = report.config.mode() == v1::LEAGUE_MODE_MATCHES;
  const char* item = matches ? "matches" : "deals";
  std::string text;
  if (report.units_done < report.units) {
    text += absl::StrFormat("Not finished: %d of %d units played.\n\n",
                            report.units_done, report.units);
  }
  text += DescribePolicy(report.config) + "\n";
  const auto section = [&](const RatingTable& table, const std::string& title) {
    text += absl::StrFormat("%s: %s %s, each in %d seatings\n", title,
                            Grouped(table.items), item, table.seatings);
    text += RatingRows(report, table) + "\n";
    if (report.config.bots_size() > 2) {
      text += CrossTableText(table.sheet, Names(report)) + "\n";
    }
    if (table.ruleset.empty()) return;
    text += PairingRows(report, table) + "\n" + UntouchedRows(report, table);
  };
  for (const RatingTable& table : report.rulesets) {
    section(table, table.ruleset);
  }
  if (!report.tournaments.empty()) return text + TournamentText(report);
  if (report.test) text += TestText(*report.test);
  if (report.overall) section(*report.overall, "All rulesets together");
  if (!report.faults.empty()) text += FaultRows(report);
  if (report.units_done < report.units) {
    text +=
        "The brackets of a league under way hold however often it is looked "
        "at; ± does not.\n";
  }
  text += absl::StrFormat(
      "Elo is per %s, %s at 0; ± and brackets are 95%% intervals by deal.\n"
      "\"worth\" is how many independent deals one mirrored deal was worth.\n",
      matches ? "match" : "deal", Name(report, 0));
  if (report.config.bots_size() > 2) {
    text +=
        "\"better than\" is the chance that the bot of the line is better than "
        "that of the\ncolumn; > and < mark what holds for all comparisons at "
        "once.\n";
  }
  return text;
}

}  // namespace couillon::arena
