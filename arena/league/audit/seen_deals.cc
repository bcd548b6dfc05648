#include "arena/league/audit/seen_deals.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/audit/asked_decision.h"
#include "arena/league/audit/decision_sample.h"
#include "arena/league/audit/random_order.h"
#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The cold processes under way, one for each bot, seat and seating.
class ColdSeats {
 public:
  ColdSeats(const ColdBots& bots, const v1::LeagueConfig& config)
      : bots_(bots), config_(config) {}

  absl::StatusOr<Action> Ask(BotIndex bot, Seating seating,
                             const AskedDecision& asked) {
    std::unique_ptr<ColdBot>& process =
        processes_[{bot, asked.question.seen.decider, seating}];
    if (process == nullptr) {
      ASSIGN_OR_RETURN(std::unique_ptr<ColdBot> fresh, bots_.Start(bot));
      process = std::move(fresh);
    }
    absl::StatusOr<Action> answer = process->Ask(asked);
    if (answer.ok()) return answer;
    return absl::Status(
        answer.status().code(),
        absl::StrFormat("bot %s: %s", config_.bots(ToInt(bot)).name(),
                        std::string(answer.status().message())));
  }

  // Ends the processes of all bots but those of `unit`.
  void KeepOnly(const Unit& unit) {
    std::erase_if(processes_, [&unit](const auto& entry) {
      return !unit.Has(std::get<BotIndex>(entry.first));
    });
  }
  void EndAll() { processes_.clear(); }

 private:
  const ColdBots& bots_;
  const v1::LeagueConfig& config_;
  std::map<std::tuple<BotIndex, Seat, Seating>, std::unique_ptr<ColdBot>>
      processes_;
};

// The lead of `team` in game points, in halves.
int LeadOfTeam(const Outcome& outcome, Team team) {
  if (outcome.three_way) return LeadOf(*outcome.three_way, team);
  const int lead = outcome.lead_halves[Quantity::kGamePoints];
  return team == Team::kFirst ? lead : -lead;
}

// The actions of a record, of all its deals, in order.
std::string ActionsOf(const DealOfUnit& record) {
  std::string actions;
  for (const std::string& deal : record.deals) actions += deal;
  return actions;
}

// A deal or match to be played again.
struct DrawnItem {
  UnitItem at;
  std::vector<DealOfUnit> tables;  // in every seating
  std::string cards;               // see RebuiltTable::Cards
};

class SeenDeals {
 public:
  SeenDeals(LeagueRecords& records, const ColdBots& bots,
            const SeenDealsPlan& plan, const BotItems& items,
            stats::SplitMix64& random)
      : records_(records),
        plan_(plan),
        items_(items),
        random_(random),
        seats_(bots, records.config()) {}

  absl::StatusOr<v1::SeenDealsTest> Run() {
    std::size_t played = 0;
    for (int round = 0; round < kMostRounds && played < plan_.deals; ++round) {
      ASSIGN_OR_RETURN(std::vector<DrawnItem> drawn,
                       Draw(plan_.deals - played));
      if (drawn.empty() || !PlayRound(drawn)) break;
      played += drawn.size();
    }
    return Result();
  }

 private:
  // Draws items whose cards all differ, in the order of the schedule.
  absl::StatusOr<std::vector<DrawnItem>> Draw(std::size_t count) {
    std::vector<DrawnItem> drawn;
    std::set<std::string> cards;
    RandomOrder order(items_.size(), random_);
    while (drawn.size() < count) {
      const std::optional<std::uint64_t> number = order.Next();
      if (!number) break;
      if (taken_.contains(*number)) continue;
      DrawnItem item{.at = items_.At(*number)};
      const Unit& unit = UnitOf(item);
      ASSIGN_OR_RETURN(auto tables, records_.RecordsOf(unit, item.at.item));
      if (tables.empty()) continue;  // forfeited
      item.tables = std::move(tables);
      item.cards =
          RebuiltTable(records_, unit, item.at.item, Seating(0)).Cards(0);
      if (!cards.insert(item.cards).second) continue;
      taken_.insert(*number);
      drawn.push_back(std::move(item));
    }
    std::sort(drawn.begin(), drawn.end(), [this](const auto& a, const auto& b) {
      return OrderOf(a) < OrderOf(b);
    });
    return drawn;
  }

  [[nodiscard]] const Unit& UnitOf(const DrawnItem& item) const {
    return items_.units()[item.at.unit];
  }

  // Items of one pairing follow each other, so that few processes live at a
  // time.
  [[nodiscard]] std::tuple<int, int, std::int64_t, std::uint64_t> OrderOf(
      const DrawnItem& item) const {
    const Unit& unit = UnitOf(item);
    return {unit.round, unit.pairing, unit.number, item.at.item};
  }

  // Plays items with new processes. False if a bot failed.
  bool PlayRound(const std::vector<DrawnItem>& drawn) {
    seats_.EndAll();
    for (const DrawnItem& item : drawn) {
      seats_.KeepOnly(UnitOf(item));
      const absl::Status status = Play(item);
      if (status.ok()) continue;
      failure_ = std::string(status.message());
      return false;
    }
    return true;
  }

  absl::Status Play(const DrawnItem& item) {
    const Unit& unit = UnitOf(item);
    const std::optional<Team> team = unit.TeamOf(plan_.bot);
    COUILLON_CHECK(team.has_value());
    int difference = 0;  // of leads in halves, over all seatings
    for (const DealOfUnit& record : item.tables) {
      ASSIGN_OR_RETURN(const Outcome recorded, RecordedOutcome(unit, record));
      ASSIGN_OR_RETURN(const Outcome cold, ColdOutcome(unit, record));
      difference += LeadOfTeam(recorded, *team) - LeadOfTeam(cold, *team);
    }
    stats::Cluster& cluster = clusters_[item.cards];
    ++cluster.size;
    cluster.total += static_cast<double>(difference) /
                     (2.0 * static_cast<double>(item.tables.size()));
    return absl::OkStatus();
  }

  // A record holds the lead of the first team only; a replay has all.
  absl::StatusOr<Outcome> RecordedOutcome(const Unit& unit,
                                          const DealOfUnit& record) {
    if (unit.teams.size() == 2) return record.outcome;
    RebuiltTable rebuilt(records_, unit, record.item, record.seating);
    for (const char byte : ActionsOf(record)) {
      const Action action(static_cast<unsigned char>(byte));
      if (rebuilt.table().done() || !rebuilt.table().Apply(action)) {
        return absl::DataLossError("a recorded action is not legal");
      }
    }
    if (rebuilt.table().done()) return rebuilt.table().outcome();
    return absl::DataLossError("a record ends before its deal");
  }

  // The outcome at a table where the bot is cold.
  absl::StatusOr<Outcome> ColdOutcome(const Unit& unit,
                                      const DealOfUnit& record) {
    RebuiltTable rebuilt(records_, unit, record.item, record.seating);
    const std::string recorded = ActionsOf(record);
    bool as_recorded = true;
    for (std::size_t at = 0; !rebuilt.table().done(); ++at) {
      as_recorded = as_recorded && at < recorded.size();
      const Action in_record(
          as_recorded ? static_cast<unsigned char>(recorded[at]) : 0);
      const BotIndex bot = rebuilt.bot();
      Action action = in_record;
      if (!as_recorded || bot == plan_.bot) {
        ASSIGN_OR_RETURN(const Action cold,
                         Decide(bot, record.seating, rebuilt.Due()));
        action = cold;
      }
      as_recorded = as_recorded && action == in_record;
      if (!rebuilt.table().Apply(action)) {
        return absl::DataLossError("a recorded action is not legal");
      }
    }
    return rebuilt.table().outcome();
  }

  // A decision without a choice needs no question.
  absl::StatusOr<Action> Decide(BotIndex bot, Seating seating,
                                const AskedDecision& asked) {
    const ActionSet legal = asked.question.seen.legal;
    if (legal.size() == 1) return legal.Nth(0);
    return seats_.Ask(bot, seating, asked);
  }

  [[nodiscard]] v1::SeenDealsTest Result() const {
    std::vector<stats::Cluster> clusters;
    std::int64_t deals = 0;
    for (const auto& [cards, cluster] : clusters_) {
      clusters.push_back(cluster);
      deals += cluster.size;
    }
    v1::SeenDealsTest test;
    test.set_deals(static_cast<std::uint32_t>(deals));
    test.set_clusters(static_cast<std::uint32_t>(clusters.size()));
    test.set_level(plan_.level);
    test.set_failure(Printable(failure_));
    const stats::MeanEstimate mean =
        stats::EstimateClusteredMean(clusters, plan_.level);
    // A bot that answers alike differs by 0 in each deal, and a gain that is
    // the same in each of a few deals is no accident either: the interval is a
    // point then, while one of a mean says that so few deals tell no spread.
    stats::Interval interval;
    if (mean.standard_error) {
      const double q =
          stats::TwoSidedStudent(plan_.level, mean.degrees_of_freedom);
      interval = stats::Around(mean.mean.value_or(0), q * *mean.standard_error);
    }
    test.set_mean(mean.mean.value_or(0));
    test.set_lower(interval.lo);
    test.set_upper(interval.hi);
    return test;
  }

  LeagueRecords& records_;
  const SeenDealsPlan& plan_;
  const BotItems& items_;
  stats::SplitMix64& random_;
  ColdSeats seats_;
  std::set<std::uint64_t> taken_;                   // numbers of items
  std::map<std::string, stats::Cluster> clusters_;  // by cards
  std::string failure_;  // of a bot; empty if none failed
};

}  // namespace

absl::StatusOr<v1::SeenDealsTest> TestSeenDeals(LeagueRecords& records,
                                                const ColdBots& bots,
                                                const SeenDealsPlan& plan,
                                                const BotItems& items,
                                                stats::SplitMix64& random) {
  return SeenDeals(records, bots, plan, items, random).Run();
}

}  // namespace couillon::arena
