// Reads pairs from a file or a store, sorts them by deal, and asks the test and
// the trend about them in that order.
#include "arena/report/data/ordered_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/format/csv_table.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sample/multiple_tests.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/bot_names.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/pair_score.h"
#include "arena/table/unit/sequential_match.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

std::optional<stats::DriftTest> TestPairing(const OrderedPairs& ordered,
                                            double level) {
  std::vector<stats::DriftBlock> blocks;
  blocks.reserve(ordered.pairs.size());
  for (const NumberedPair& pair : ordered.pairs) {
    stats::DriftBlock block{.deal = static_cast<double>(pair.deal),
                            .sums = {.denominator = ordered.denominator}};
    block.sums.Add(pair.numerator);
    blocks.push_back(block);
  }
  return stats::TestDrift(blocks, level);
}

void AdjustPValues(std::vector<PairingDrift>& drifts) {
  std::vector<double> p_values;
  for (const PairingDrift& drift : drifts) {
    if (drift.test) p_values.push_back(drift.test->p_value);
  }
  const std::vector<double> adjusted = stats::HolmAdjusted(p_values);
  std::size_t next = 0;
  for (PairingDrift& drift : drifts) {
    if (drift.test) drift.holm_p_value = adjusted[next++];
  }
}

// The results of a unit, at the mean of its deal numbers.
stats::DriftBlock BlockOf(const Unit& unit, const UnitOutcome& outcome,
                          stats::ResultScale scale) {
  stats::DriftBlock block{.deal = static_cast<double>(unit.first_item) +
                                  (unit.items - 1.0) / 2};
  block.sums = stats::PairResults(outcome.leads[Quantity::kGamePoints]);
  if (scale == stats::ResultScale::kPoints) return block;
  const auto seatings =
      static_cast<int>(outcome.leads[Quantity::kGamePoints].denominator);
  block.sums = stats::PairSums{.denominator = std::int64_t{2} * seatings};
  for (const PairScore score : outcome.scores) {
    block.sums.Add(score.HalfPoints(seatings));
  }
  return block;
}

constexpr std::size_t kMaxName = 60;  // bytes of a name in a message

constexpr std::int64_t kTwoSeatings = 4;  // half points of a pair
constexpr std::int64_t kSixSeatings = 12;

absl::StatusOr<std::string> TextOf(const std::string& path) {
  absl::StatusOr<std::string> text = ReadWhole(path, kMaxTableBytes);
  if (text.ok()) return text;
  return absl::NotFoundError(absl::StrCat(
      text.status().message(), "; expected a table of pair results"));
}

// Returns the pairs seen from the other bot.
OrderedPairs Swapped(OrderedPairs ordered) {
  for (NumberedPair& pair : ordered.pairs) {
    pair.numerator = ordered.denominator - pair.numerator;
    pair.points = -pair.points;
  }
  return ordered;
}

// A selection, as indices of a league.
struct Selected {
  int ruleset = 0;
  int first = 0;
  int second = 0;
};

absl::StatusOr<Selected> Select(const StoredSelection& selection,
                                const v1::LeagueConfig& config) {
  if (IsIndividual(config)) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: holds an individual tournament, which has no pairings",
        selection.directory));
  }
  const std::vector<std::string> names = BotNames(config);
  ASSIGN_OR_RETURN(const int ruleset, RulesetOf(selection, config));
  ASSIGN_OR_RETURN(const int first, FindBot(names, selection.between[0]));
  ASSIGN_OR_RETURN(const int second, FindBot(names, selection.between[1]));
  return Selected{.ruleset = ruleset, .first = first, .second = second};
}

int SeatingsOf(const v1::LeagueConfig& config, int ruleset) {
  return config.rulesets(ruleset).ruleset().table().sides() == 2 ? 2 : 6;
}

// Collects the selected pairs of units that come in ascending order.
class PairCollector {
 public:
  PairCollector(const v1::LeagueConfig& config, const Selected& selected,
                stats::ResultScale scale)
      : schedule_(MakeSchedule(config)),
        selected_(selected),
        seatings_(SeatingsOf(config, selected.ruleset)) {
    ordered_.denominator = std::int64_t{2} * seatings_;
    ordered_.scale = scale;
    if (config.has_sprt()) test_.emplace(config);
  }

  void Add(const StoredUnit& stored) {
    if (test_ && (test_->ended() || stored.number != test_->units())) return;
    if (test_) test_->Add(stored.number, stored.outcome);
    const Unit unit = schedule_.unit(stored.number);
    const int a = ToInt(unit.teams.first[0]);
    const int b = ToInt(unit.teams.second[0]);
    const bool straight = a == selected_.first && b == selected_.second;
    const bool turned = a == selected_.second && b == selected_.first;
    if (unit.ruleset != selected_.ruleset || !(straight || turned)) return;
    // After a gap no look is allowed.
    if (unit.first_item - unit.teams.first_item != ordered_.pairs.size()) {
      return;
    }
    for (std::size_t i = 0; i < stored.outcome.scores.size(); ++i) {
      const int half_points = stored.outcome.scores[i].HalfPoints(seatings_);
      const int points =
          i < stored.outcome.points.size() ? stored.outcome.points[i] : 0;
      const auto deal = static_cast<std::int64_t>(ordered_.pairs.size());
      ordered_.pairs.push_back(
          {.deal = deal,
           .numerator =
               straight ? half_points : ordered_.denominator - half_points,
           .points = straight ? points : -points});
    }
  }

  OrderedPairs Finish() { return std::move(ordered_); }

 private:
  Schedule schedule_;
  Selected selected_;
  int seatings_;
  std::optional<SequentialMatch> test_;
  OrderedPairs ordered_;
};

}  // namespace

std::vector<PairingDrift> DriftOf(const NamedLeague& league,
                                  const std::vector<OrderedPairs>& ordered,
                                  double level) {
  std::vector<PairingDrift> drifts;
  for (std::size_t k = 0; k < ordered.size(); ++k) {
    const stats::Pairing& pairing = league.sums.pairings[k];
    drifts.push_back(
        {.first = league.bots[static_cast<std::size_t>(pairing.first)],
         .second = league.bots[static_cast<std::size_t>(pairing.second)],
         .test = TestPairing(ordered[k], level)});
  }
  AdjustPValues(drifts);
  return drifts;
}

absl::StatusOr<std::vector<PairingDrift>> DriftOfLeague(
    const StoredSelection& selection, double level) {
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(selection.directory));
  const v1::LeagueConfig& config = store->config();
  ASSIGN_OR_RETURN(const stats::ResultScale scale, ScaleOf(selection, config));
  ASSIGN_OR_RETURN(const int ruleset, RulesetOf(selection, config));
  const Schedule schedule = MakeSchedule(config);
  std::vector<PairingDrift> drifts;
  for (const Pairing& pairing : schedule.rounds()[0]) {
    drifts.push_back({.first = config.bots(ToInt(pairing.first[0])).name(),
                      .second = config.bots(ToInt(pairing.second[0])).name()});
  }
  std::vector<std::vector<stats::DriftBlock>> blocks(drifts.size());
  RETURN_IF_ERROR(store->ForEachUnit([&](const StoredUnit& stored) {
    const Unit unit = schedule.unit(stored.number);
    if (unit.ruleset != ruleset) return;
    blocks[static_cast<std::size_t>(unit.pairing)].push_back(
        BlockOf(unit, stored.outcome, scale));
  }));
  for (std::size_t k = 0; k < drifts.size(); ++k) {
    drifts[k].test = stats::TestDrift(blocks[k], level);
  }
  AdjustPValues(drifts);
  return drifts;
}

absl::StatusOr<std::vector<OrderedPairs>> OrderPairResults(
    const std::string& file, const std::string& text,
    const NamedLeague& league) {
  const std::vector<std::string> columns = {"deal", "bot_a", "bot_b",
                                            "pair_score"};
  ASSIGN_OR_RETURN(const CsvTable table,
                   CsvTable::Parse(file, text, columns, columns.size()));
  // By the names of both bots: the pairing, and whether they are in its order.
  std::map<std::pair<std::string, std::string>, std::pair<std::size_t, bool>>
      places;
  std::vector<OrderedPairs> all(league.sums.pairings.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const stats::Pairing& pairing = league.sums.pairings[k];
    all[k].denominator = pairing.score.denominator;
    const std::string& a = league.bots[static_cast<std::size_t>(pairing.first)];
    const std::string& b =
        league.bots[static_cast<std::size_t>(pairing.second)];
    places[{a, b}] = {k, true};
    places[{b, a}] = {k, false};
  }
  for (std::size_t row = 0; row < table.rows(); ++row) {
    NumberedPair pair;
    double score = 0;
    if (!absl::SimpleAtoi(table.At(row, 0), &pair.deal)) {
      return table.Problem(row,
                           absl::StrCat("the deal \"", table.At(row, 0), "\""),
                           "a whole number, since the order of the deals "
                           "counts here");
    }
    const auto place = places.find({table.At(row, 1), table.At(row, 2)});
    if (place == places.end() || !absl::SimpleAtod(table.At(row, 3), &score)) {
      return table.Problem(row, "another pairing", "those of the league");
    }
    const auto [k, straight] = place->second;
    OrderedPairs& ordered = all[k];
    pair.numerator =
        std::llround(score * static_cast<double>(ordered.denominator));
    if (!straight) pair.numerator = ordered.denominator - pair.numerator;
    ordered.pairs.push_back(pair);
  }
  for (OrderedPairs& ordered : all) {
    std::ranges::sort(ordered.pairs, {}, &NumberedPair::deal);
  }
  return all;
}

absl::StatusOr<OrderedPairs> ReadOrderedPairs(
    const std::string& path, const std::vector<std::string>& between) {
  ASSIGN_OR_RETURN(const std::string text, TextOf(path));
  ASSIGN_OR_RETURN(const NamedLeague league, ReadPairResults(path, text));
  ASSIGN_OR_RETURN(std::vector<OrderedPairs> all,
                   OrderPairResults(path, text, league));
  if (between.empty() && all.size() == 1) return std::move(all.front());
  if (between.size() != 2) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: found %d pairings and the names of %d bots; expected the names of "
        "two bots",
        path, all.size(), between.size()));
  }
  ASSIGN_OR_RETURN(const int first, FindBot(league.bots, between[0]));
  ASSIGN_OR_RETURN(const int second, FindBot(league.bots, between[1]));
  for (std::size_t k = 0; k < all.size(); ++k) {
    const stats::Pairing& pairing = league.sums.pairings[k];
    if (pairing.first == first && pairing.second == second) {
      return std::move(all[k]);
    }
    if (pairing.first == second && pairing.second == first) {
      return Swapped(std::move(all[k]));
    }
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: found no pairing of %s and %s; expected two bots that met", path,
      PrintableLine(between[0], kMaxName),
      PrintableLine(between[1], kMaxName)));
}

HeadToHeadInput InputOf(const OrderedPairs& ordered) {
  HeadToHeadInput input;
  const bool has_classes = ordered.denominator == kTwoSeatings ||
                           ordered.denominator == kSixSeatings;
  if (has_classes) {
    input.classes.assign(static_cast<std::size_t>(ordered.denominator + 1), 0);
  }
  input.seatings_per_pair = ordered.denominator == kSixSeatings ? 6 : 2;
  input.score.denominator = ordered.denominator;
  input.scale = ordered.scale;
  input.game_points.denominator = ordered.denominator;
  for (const NumberedPair& pair : ordered.pairs) {
    input.score.Add(pair.numerator);
    input.game_points.Add(pair.points);
    if (has_classes) ++input.classes[static_cast<std::size_t>(pair.numerator)];
  }
  return input;
}

absl::StatusOr<OrderedPairs> ReadStoredPairs(const StoredSelection& selection) {
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(selection.directory));
  const v1::LeagueConfig& config = store->config();
  ASSIGN_OR_RETURN(const Selected selected, Select(selection, config));
  ASSIGN_OR_RETURN(const stats::ResultScale scale, ScaleOf(selection, config));
  PairCollector collector(config, selected, scale);
  RETURN_IF_ERROR(store->ForEachUnit(
      [&](const StoredUnit& stored) { collector.Add(stored); }));
  return collector.Finish();
}

std::vector<LlrLook> LlrHistory(const OrderedPairs& ordered,
                                const HeadToHeadInput& input,
                                const SequentialQuestion& question) {
  HeadToHeadInput so_far = input;
  so_far.score = stats::PairSums{.denominator = ordered.denominator};
  so_far.scale = ordered.scale;
  so_far.game_points = stats::PairSums{.denominator = ordered.denominator};
  // Only the multinomial ratio of logistic bounds needs the classes; for the
  // other it would be computed at each look and not be shown.
  const bool by_class = question.scale == BoundScale::kLogistic;
  so_far.classes.assign(
      by_class ? static_cast<std::size_t>(ordered.denominator + 1) : 0, 0);
  std::vector<LlrLook> history;
  for (const NumberedPair& pair : ordered.pairs) {
    so_far.score.Add(pair.numerator);
    so_far.game_points.Add(pair.points);
    if (by_class) ++so_far.classes[static_cast<std::size_t>(pair.numerator)];
    const std::int64_t pairs = so_far.score.pairs;
    const bool is_look =
        pairs % question.plan.batch == 0 || pairs == question.plan.cap;
    if (!is_look) continue;
    history.push_back(
        {.pairs = pairs, .answer = AnswerQuestion(so_far, question)});
    if (history.back().answer.decision !=
        stats::SequentialDecision::kContinue) {
      break;
    }
  }
  return history;
}

}  // namespace couillon::arena
