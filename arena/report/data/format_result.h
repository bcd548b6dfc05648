// The official result of a league or an arena, by the rule of its format: the
// table of a Swiss, the bracket of a knock-out, the totals of an individual
// tournament. In all other formats the ratings are the result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/report/data/tournament_report.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// What decides the places.
enum class ResultRule : std::uint8_t {
  kRatings,     // there are no places: the standings are the result
  kPoints,      // of rounds won, drawn and sat out, in a Swiss
  kBracket,     // how long a bot stayed in, in a knock-out
  kGamePoints,  // game points left per deal, in an individual tournament
};

// "ratings", "points", "bracket" or "game_points".
std::string RuleName(ResultRule rule);

// What separates a bot of a Swiss from the one before it.
enum class SwissSeparation : std::uint8_t {
  kFirst,     // it is the first
  kPoints,    // fewer points
  kBuchholz,  // equal points, and a lower Buchholz score
  kShared,    // nothing: they share the place
};

struct SwissLine {
  double points = 0;    // 1 per round won or sat out, 0.5 per round drawn
  double buchholz = 0;  // the points of its opponents, its tie-break
  int wins = 0;         // rounds
  int draws = 0;
  int losses = 0;
  int byes = 0;
  SwissSeparation separation = SwissSeparation::kFirst;
};

struct KnockoutLine {
  int wins = 0;  // pairings
  int losses = 0;
  int byes = 0;  // stages that it sat out
  // The stage in which it went out, from 1; null: it is in, or has won.
  std::optional<int> stage = std::nullopt;
};

// The sum over all deals of a player in an individual tournament.
struct TotalLine {
  std::int64_t game_points_left = 0;  // as PlayerReport::total: lowest wins
  std::int64_t deals = 0;             // above 0

  [[nodiscard]] double PerDeal() const {
    return static_cast<double>(game_points_left) / static_cast<double>(deals);
  }
};

// The place of a bot, with the line of its format.
struct ResultPlace {
  std::string bot;
  int place = 1;        // the first one of those that are shared
  int shared_by = 1;    // bots that share it
  std::string status;   // as EntrantLine::status; empty in a league
  std::string ruleset;  // of an individual tournament; otherwise empty
  std::optional<SwissLine> swiss = std::nullopt;
  std::optional<KnockoutLine> knockout = std::nullopt;
  std::optional<TotalLine> total = std::nullopt;
};

// The side of a double knock-out on which two bots meet.
enum class BracketSide : std::uint8_t {
  kNone,  // a knock-out has one side
  kUnbeaten,
  kOneLoss,
  kFinal,
};

// Why a pairing of a knock-out ended.
enum class BracketDecision : std::uint8_t {
  kOpen,      // it goes on
  kInterval,  // the 99% interval of the lead, valid at any time, excludes 0
  kTarget,    // one is ahead at the target
  kSeed,      // tied at twice the target: the higher seed goes on
  kWalkover,  // the opponent stopped playing
};

// Two bots that meet in a round of a Swiss or a stage of a knock-out.
struct ResultPairing {
  std::string first;  // in a knock-out the higher seed
  std::string second;
  // The mean lead of the first over all rulesets, in game points per deal, or
  // matches won less lost per match; null before a result.
  std::optional<double> lead = std::nullopt;
  std::int64_t items = 0;  // deals or matches over all rulesets
  // In a Swiss, of the first: 1, 0.5 or 0; null before a result.
  std::optional<double> first_points = std::nullopt;
  BracketSide side = BracketSide::kNone;
  BracketDecision decision = BracketDecision::kOpen;
  // Of a knock-out; null if nobody has won, or both stopped playing.
  std::optional<std::string> winner = std::nullopt;
};

// A round of a Swiss, or a stage of a knock-out.
struct ResultRound {
  int number = 0;  // from 1
  // The rounds of the arena in which it was played.
  int first_round = 0;
  int last_round = 0;
  bool finished = false;
  std::vector<ResultPairing> pairings = {};
  std::vector<std::string> byes = {};  // who sat out
};

struct FormatResult {
  std::string format;  // "swiss", "round_robin" and so on
  ResultRule rule = ResultRule::kRatings;
  bool finished = false;  // nothing is left to play
  std::optional<std::int64_t> rounds_planned = std::nullopt;   // of a Swiss
  std::optional<std::int64_t> rounds_finished = std::nullopt;  // of an arena
  std::optional<std::string> winner = std::nullopt;
  std::vector<ResultPlace> places = {};  // best first, by ruleset
  std::vector<ResultRound> rounds = {};  // of a Swiss, or stages
};

// The names in documents: "unbeaten", "one_loss", "final", or empty for
// kNone; "interval", "target", "seed", "walkover", or empty for kOpen.
std::string SideName(BracketSide side);
std::string DecisionName(BracketDecision decision);

// The name of a league's format in documents: "round_robin" and so on.
std::string LeagueFormatName(const v1::LeagueConfig& config);

// The place of a bot; null if it has none. `ruleset` is that of an individual
// tournament.
const ResultPlace* FindPlace(const FormatResult& result, const std::string& bot,
                             const std::string& ruleset);

// Sets `result` to the one of an individual tournament: those who played, by
// game points left per deal. Equals share a place. The winner is known if it is
// finished under its only ruleset.
void SetTotals(const v1::LeagueConfig& config,
               const std::vector<TournamentTable>& tournaments, bool finished,
               FormatResult& result);

}  // namespace couillon::arena
