// The standings of a league, from its report.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "arena/front/export/league_rows.h"
#include "arena/front/export/row_writer.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/format_result.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_history.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/three_way_report.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using Cells = std::vector<Cell>;

// The columns of a value and of the ends of its 95% interval.
ColumnList Estimate(const std::string& name) {
  return Numbers({name, name + "_lo", name + "_hi"});
}

// The bots of a table with their places: by the rule of the format, or as
// `order` has them if the ratings are the result. Those without a place come
// last.
using PlacedBots = std::vector<std::pair<Cell, int>>;

PlacedBots PlaceBots(const LeagueReport& report, const std::string& ruleset,
                     const std::vector<int>& order) {
  PlacedBots placed;
  if (report.result.rule == ResultRule::kRatings) {
    for (const int bot : order) {
      placed.emplace_back(static_cast<std::int64_t>(placed.size()) + 1, bot);
    }
    return placed;
  }
  std::map<std::string, int> left;
  for (const int bot : order) left[NameOf(report.config, BotIndex(bot))] = bot;
  for (const ResultPlace& place : report.result.places) {
    if (!place.ruleset.empty() && place.ruleset != ruleset) continue;
    const auto found = left.find(place.bot);
    if (found == left.end()) continue;
    placed.emplace_back(std::int64_t{place.place}, found->second);
    left.erase(found);
  }
  for (const auto& [name, bot] : left) placed.emplace_back(Cell(), bot);
  return placed;
}

// The columns of the points of a Swiss.
ColumnList SwissColumns(const LeagueReport& report) {
  if (report.result.rule != ResultRule::kPoints) return {};
  return Numbers({"points", "buchholz"});
}

void AppendSwiss(const LeagueReport& report, const std::string& bot,
                 Cells& cells) {
  if (report.result.rule != ResultRule::kPoints) return;
  const ResultPlace* const place = FindPlace(report.result, bot, "");
  if (place == nullptr || !place->swiss) {
    cells.resize(cells.size() + 2);
    return;
  }
  cells.emplace_back(place->swiss->points);
  cells.emplace_back(place->swiss->buchholz);
}

// The first columns of all standings.
ColumnList PlaceColumns() {
  return Texts({"ruleset"}) + Counts({"place"}) + Texts({"bot"}) +
         Counts({"rank_best", "rank_worst"});
}

// A value and the ends of its 95% interval, empty where it is open. A bot that
// won or lost everything has one end and no value.
void Append(std::optional<double> value, const stats::Interval& interval,
            Cells& cells) {
  const auto end = [](double at) {
    return std::isfinite(at) ? Cell(at) : Cell();
  };
  cells.emplace_back(value);
  cells.push_back(end(interval.lo));
  cells.push_back(end(interval.hi));
}

void Append(const std::optional<stats::ContrastEstimate>& estimate,
            Cells& cells) {
  Append(estimate ? std::optional(estimate->value) : std::nullopt,
         estimate ? estimate->interval : stats::Interval(), cells);
}

void Append(const stats::LeagueRating* rating, std::size_t bot, Cells& cells) {
  if (rating == nullptr || bot >= rating->bots.size()) {
    return Append(std::nullopt, stats::Interval(), cells);
  }
  Append(rating->bots[bot].value, rating->bots[bot].interval, cells);
}

void Append(const std::optional<stats::RankBand>& rank, Cells& cells) {
  cells.push_back(rank ? Cell(std::int64_t{rank->best}) : Cell());
  cells.push_back(rank ? Cell(std::int64_t{rank->worst}) : Cell());
}

// The ranks of a scale that the table may not have.
void Append(const stats::RankBands& ranks, std::size_t bot, Cells& cells) {
  Append(bot < ranks.size() ? ranks[bot] : std::nullopt, cells);
}

void WriteTable(const LeagueReport& report, const RatingTable& table,
                RowWriter& writer) {
  const v1::LeagueConfig& config = report.config;
  const bool points = table.scale == stats::ResultScale::kPoints;
  for (const auto& [place, index] :
       PlaceBots(report, table.ruleset, table.sheet.order)) {
    const auto bot = static_cast<std::size_t>(index);
    const std::string& name = NameOf(config, BotIndex(index));
    Cells cells = {table.ruleset, place, name};
    Append(table.sheet.ranks, bot, cells);
    Append(points ? &table.sheet.rating : nullptr, bot, cells);
    Append(table.matches ? &*table.matches : nullptr, bot, cells);
    Append(&table.by_score, bot, cells);
    cells.emplace_back(table.totals[bot].results.pairs);
    Append(table.match_ranks, bot, cells);
    Append(table.score_ranks, bot, cells);
    cells.emplace_back(ProtectionField(config, BotIndex(index)));
    AppendSwiss(report, name, cells);
    writer.Write(cells);
  }
}

void WriteRoundRobin(const LeagueReport& report, const RowTarget& target) {
  RowWriter writer(*target.out, target.format,
                   PlaceColumns() + Estimate("game_points") +
                       Estimate("elo_per_match") + Estimate("elo") +
                       Counts({"pairs", "elo_per_match_rank_best",
                               "elo_per_match_rank_worst", "elo_rank_best",
                               "elo_rank_worst"}) +
                       Texts({"processes"}) + SwissColumns(report));
  for (std::size_t i = 0; i < report.rulesets.size(); ++i) {
    if (target.Wants(static_cast<int>(i))) {
      WriteTable(report, report.rulesets[i], writer);
    }
  }
}

void WriteTournaments(const LeagueReport& report, const RowTarget& target) {
  RowWriter writer(*target.out, target.format,
                   PlaceColumns() + Estimate("game_points_left") +
                       Estimate("game_points") + Estimate("elo") +
                       Counts({"rounds", "deals"}) + Texts({"processes"}));
  for (std::size_t i = 0; i < report.tournaments.size(); ++i) {
    if (!target.Wants(static_cast<int>(i))) continue;
    const TournamentTable& table = report.tournaments[i];
    for (const PlayerReport& player : table.players) {
      const std::string& name = NameOf(report.config, player.bot);
      const ResultPlace* const place =
          FindPlace(report.result, name, table.ruleset);
      Cells cells = {
          table.ruleset,
          place != nullptr ? Cell(std::int64_t{place->place}) : Cell(), name};
      Append(player.rank, cells);
      Append(player.per_deal.mean, player.per_deal.interval, cells);
      Append(player.points, cells);
      Append(player.elo, cells);
      cells.emplace_back(std::int64_t{player.rounds});
      cells.emplace_back(player.deals);
      cells.emplace_back(ProtectionField(report.config, player.bot));
      writer.Write(cells);
    }
  }
}

void WriteThreeWay(const LeagueReport& report, const RowTarget& target) {
  RowWriter writer(*target.out, target.format,
                   PlaceColumns() + Estimate("lead") + Numbers({"points"}) +
                       Counts({"items"}) + Texts({"processes"}));
  for (std::size_t i = 0; i < report.three_way.size(); ++i) {
    if (!target.Wants(static_cast<int>(i))) continue;
    const ThreeWayTable& table = report.three_way[i];
    std::int64_t place = 0;
    for (const ThreeWayBot& bot : table.bots) {
      Cells cells = {table.ruleset, ++place, NameOf(report.config, bot.bot)};
      Append(bot.rank, cells);
      Append(bot.lead, cells);
      cells.emplace_back(bot.points);
      cells.emplace_back(bot.items);
      cells.emplace_back(ProtectionField(report.config, bot.bot));
      writer.Write(cells);
    }
  }
}

void AppendPoints(const ResultPairing& pairing, Cells& cells) {
  cells.emplace_back(pairing.first_points);
  cells.push_back(pairing.first_points ? Cell(1 - *pairing.first_points)
                                       : Cell());
}

void AppendDecision(const ResultPairing& pairing, Cells& cells) {
  for (const std::string& word :
       {SideName(pairing.side), pairing.winner.value_or(""),
        DecisionName(pairing.decision)}) {
    cells.push_back(word.empty() ? Cell() : Cell(word));
  }
}

}  // namespace

absl::Status WriteStandings(LeagueStore& store, const RowTarget& target) {
  ASSIGN_OR_RETURN(const LeagueReport report, MakeReport(store));
  WriteStandingsOf(report, target);
  return absl::OkStatus();
}

void WriteStandingsOf(const LeagueReport& report, const RowTarget& target) {
  if (IsIndividual(report.config)) {
    WriteTournaments(report, target);
  } else if (IsThreeWay(report.config)) {
    WriteThreeWay(report, target);
  } else {
    WriteRoundRobin(report, target);
  }
}

void WriteRounds(const LeagueReport& report, const RowTarget& target) {
  const FormatResult& result = report.result;
  const bool is_swiss = result.rule == ResultRule::kPoints;
  RowWriter writer(*target.out, target.format,
                   Counts({is_swiss ? "round" : "stage"}) +
                       Texts({"first", "second"}) +
                       (is_swiss ? Numbers({"first_points", "second_points"})
                                 : Texts({"side", "winner", "decided_by"})) +
                       Numbers({"lead"}) + Counts({"items"}));
  for (const ResultRound& round : result.rounds) {
    for (const ResultPairing& pairing : round.pairings) {
      Cells cells = {std::int64_t{round.number}, pairing.first, pairing.second};
      if (is_swiss) {
        AppendPoints(pairing, cells);
      } else {
        AppendDecision(pairing, cells);
      }
      cells.emplace_back(pairing.lead);
      cells.emplace_back(pairing.items);
      writer.Write(cells);
    }
    for (const std::string& bye : round.byes) {
      Cells cells = {std::int64_t{round.number}, bye, Cell()};
      if (is_swiss) {
        cells.push_back(round.finished ? Cell(1.0) : Cell());
        cells.emplace_back();
      } else {
        cells.resize(cells.size() + 3);
      }
      cells.emplace_back();
      cells.emplace_back(std::int64_t{0});
      writer.Write(cells);
    }
  }
}

void WriteHistory(const LeagueReport& report, const RowTarget& target) {
  RowWriter writer(*target.out, target.format,
                   Texts({"ruleset", "bot"}) + Counts({"round"}) +
                       Estimate("game_points") + Estimate("elo"));
  for (std::size_t i = 0; i < report.history.size(); ++i) {
    if (!target.Wants(static_cast<int>(i))) continue;
    const RatingHistory& history = report.history[i];
    const bool in_points = history.scale == stats::ResultScale::kPoints;
    for (std::size_t bot = 0; bot < history.points.size(); ++bot) {
      for (std::size_t at = 0; at < history.rounds.size(); ++at) {
        const std::optional<RatingPoint>& point = history.points[bot][at];
        if (!point) continue;
        Cells cells = {history.ruleset,
                       NameOf(report.config, BotIndex(static_cast<int>(bot))),
                       history.rounds[at]};
        const auto append = [&](bool has_unit) {
          has_unit ? Append(point->value, point->interval, cells)
                   : Append(std::nullopt, stats::Interval(), cells);
        };
        append(in_points);
        append(!in_points);
        writer.Write(cells);
      }
    }
  }
}

}  // namespace couillon::arena
