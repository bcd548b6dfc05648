#include "arena/league/audit/decision_sample.h"

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/audit/random_order.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

struct Candidate {
  SampledDecision decision;
  int number = 0;     // at its table
  std::string cards;  // see RebuiltTable::Cards
};

class Draw {
 public:
  Draw(LeagueRecords& records, BotIndex bot, const BotItems& items,
       stats::SplitMix64& random)
      : records_(records), bot_(bot), items_(items), random_(random) {}

  // Draws a round of up to `count` decisions.
  absl::StatusOr<std::vector<SampledDecision>> Round(std::size_t count) {
    std::vector<SampledDecision> round;
    std::set<std::string> cards;
    RandomOrder order(items_.size(), random_);
    while (round.size() < count) {
      const std::optional<std::uint64_t> number = order.Next();
      if (!number) break;
      ASSIGN_OR_RETURN(auto candidates, Candidates(items_.At(*number), cards));
      if (candidates.empty()) continue;
      Candidate& chosen = candidates[random_.NextBelow(candidates.size())];
      cards.insert(std::move(chosen.cards));
      taken_.insert(Key(chosen));
      round.push_back(chosen.decision);
    }
    return round;
  }

 private:
  using DecisionKey = std::tuple<std::size_t, std::uint64_t, int, int>;

  static DecisionKey Key(const Candidate& candidate) {
    const SampledDecision& decision = candidate.decision;
    return {decision.unit, decision.item, static_cast<int>(decision.seating),
            candidate.number};
  }

  // The decisions of an item that were not taken and whose cards are not in
  // `cards`.
  absl::StatusOr<std::vector<Candidate>> Candidates(
      const UnitItem& item, const std::set<std::string>& cards) {
    const Unit& unit = items_.units()[item.unit];
    ASSIGN_OR_RETURN(std::vector<DealOfUnit> tables,
                     records_.RecordsOf(unit, item.item));
    std::vector<Candidate> candidates;
    for (const DealOfUnit& table : tables) {
      RETURN_IF_ERROR(
          records_.Walk(unit, table, [&](const RecordedDecision& at) {
            Consider(item, table, at, cards, candidates);
            return true;
          }));
    }
    return candidates;
  }

  void Consider(const UnitItem& item, const DealOfUnit& table,
                const RecordedDecision& recorded,
                const std::set<std::string>& cards,
                std::vector<Candidate>& candidates) const {
    if (recorded.at.bot() != bot_) return;
    const AskedDecision asked = recorded.at.Due();
    if (asked.question.seen.legal.size() < 2) return;
    Candidate candidate{.decision = {.unit = item.unit,
                                     .item = item.item,
                                     .seating = table.seating,
                                     .deal_of_match = recorded.deal_of_match,
                                     .ply = recorded.ply,
                                     .asked = asked,
                                     .recorded = recorded.action},
                        .number = recorded.number,
                        .cards = recorded.at.Cards(recorded.deal_of_match)};
    if (taken_.contains(Key(candidate))) return;
    if (!cards.contains(candidate.cards)) {
      candidates.push_back(std::move(candidate));
    }
  }

  LeagueRecords& records_;
  BotIndex bot_;
  const BotItems& items_;
  stats::SplitMix64& random_;
  std::set<DecisionKey> taken_;
};

}  // namespace

absl::StatusOr<DecisionSample> DrawDecisions(LeagueRecords& records,
                                             BotIndex bot,
                                             const BotItems& items,
                                             std::size_t count,
                                             stats::SplitMix64& random) {
  Draw draw(records, bot, items, random);
  DecisionSample sample;
  std::size_t drawn = 0;
  while (drawn < count && sample.size() < kMostRounds) {
    ASSIGN_OR_RETURN(auto round, draw.Round(count - drawn));
    if (round.empty()) break;
    drawn += round.size();
    sample.push_back(std::move(round));
  }
  return sample;
}

}  // namespace couillon::arena
