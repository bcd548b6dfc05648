// The cold audit of a league: a bot's answer must follow from the request
// alone. Recorded decisions are asked again in fresh processes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/audit/cold_bot.h"
#include "arena/league/records/league_records.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "couillon/v1/audit.pb.h"
#include "engine/cards/action.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The numbers 0 to size - 1 in random order, one by one. Needs memory for the
// numbers that were taken, not for all.
class RandomOrder {
 public:
  // `random` outlives this object.
  RandomOrder(std::uint64_t size, stats::SplitMix64& random)
      : size_(size), random_(random) {}

  // The next number; nullopt after the last.
  std::optional<std::uint64_t> Next() {
    if (taken_ == size_) return std::nullopt;
    const std::uint64_t place = taken_ + random_.NextBelow(size_ - taken_);
    const std::uint64_t number = At(place);
    moved_[place] = At(taken_++);
    return number;
  }

 private:
  // The shuffle of Fisher and Yates; only the changed places are kept.
  [[nodiscard]] std::uint64_t At(std::uint64_t place) const {
    const auto found = moved_.find(place);
    return found == moved_.end() ? place : found->second;
  }

  std::uint64_t size_;
  stats::SplitMix64& random_;
  std::uint64_t taken_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> moved_;
};

// A deal or match of one pairing.
struct UnitItem {
  std::size_t unit = 0;  // index in BotItems::units()
  std::uint64_t item = 0;
};

// The deals (or matches) that a bot has played in a league, numbered from 0 in
// the order of the schedule.
class BotItems {
 public:
  explicit BotItems(std::vector<Unit> units);

  [[nodiscard]] std::uint64_t size() const { return first_.back(); }
  // Requires: number < size().
  [[nodiscard]] UnitItem At(std::uint64_t number) const;
  [[nodiscard]] const std::vector<Unit>& units() const { return units_; }

 private:
  std::vector<Unit> units_;
  std::vector<std::uint64_t>
      first_;  // number of each unit; the last is the end
};

// The maximum number of rounds, and so of pairs of processes per bot.
inline constexpr int kMaxRounds = 8;

// A recorded decision of a bot that an audit asks again.
struct SampledDecision {
  std::size_t unit = 0;  // index in BotItems::units()
  std::uint64_t item = 0;
  Seating seating{};
  int deal_of_match = 0;
  int ply = 0;  // decisions before it in the deal
  AskedDecision asked;
  Action recorded;
};

// Decisions by round. No two of a round are of the same cards, so that a
// process that is asked one round sees one decision of a deal.
using DecisionSample = std::vector<std::vector<SampledDecision>>;

// Draws up to `count` decisions of `bot`, each with two legal actions or more,
// from tables that were not forfeited: first a deal or match among `items`,
// then a decision of it. A second round begins when the deals are used up;
// there are at most kMaxRounds. The errors are those of LeagueRecords.
absl::StatusOr<DecisionSample> DrawDecisions(LeagueRecords& records,
                                             BotIndex bot,
                                             const BotItems& items,
                                             std::size_t count,
                                             stats::SplitMix64& random);

// Two cold answers to each decision, by round and place in the sample; null
// where the bot gave none.
struct ColdAnswers {
  using OfProcess = std::vector<std::optional<Action>>;
  std::vector<std::array<OfProcess, 2>> rounds;
  std::string failure;  // the first of the bot; empty if it never failed
};

// Asks each round of `sample` in two fresh processes, in an order that is drawn
// for each. After a failure it goes on with the next process, unless the bot
// does not start.
ColdAnswers AskCold(const ColdBots& bots, BotIndex bot,
                    const DecisionSample& sample, stats::SplitMix64& random);

// The decisions that got both answers, by outcome.
struct AnswerCounts {
  std::size_t alike = 0;             // both answers are the recorded one
  std::size_t not_reproducible = 0;  // the answers differ
  // Among these: one of the answers is the recorded one.
  std::size_t one_as_recorded = 0;
  // The answers agree, but not with the record.
  std::vector<SampledDecision> changed;
  std::vector<Action> cold;  // the answer to each of `changed`

  [[nodiscard]] std::size_t asked() const {
    return alike + not_reproducible + changed.size();
  }
};
AnswerCounts CountAnswers(const DecisionSample& sample,
                          const ColdAnswers& answers);

// The probability of at least as many changed decisions if the three answers to
// a decision were drawn alike. Then, where two of them agree and one does not,
// the recorded one is the odd one out with probability 1/3: a binomial tail. 1
// if no decision is changed.
double ChangedProbability(const AnswerCounts& counts);

class Launcher;
class LeagueStore;

// Ranges: 1 to kMaxAudited, and 0 to kMaxAudited.
inline constexpr int kMaxAudited = 1'000'000;

struct AuditOptions {
  std::size_t decisions = 200;  // asked again, per bot
  std::size_t deals = 400;      // replayed for the paired test, per bot
  bool sandboxed = false;       // whether `launcher` starts bots in a sandbox
  // Called when the audit of a bot, by name, begins; may be empty.
  std::function<void(const std::string& bot)> on_bot = nullptr;
};

// FailedPrecondition if a league of this configuration cannot be audited: it
// keeps no records.
absl::Status CheckAuditable(const v1::LeagueConfig& config);

// Audits all bots of the league that are not bundled. What is asked follows
// from the league's seed, its stored units and the options. A bot that fails is
// reported, not an error. The errors are those of CheckAuditable and
// LeagueRecords.
absl::StatusOr<v1::LeagueAudit> AuditLeague(LeagueStore& store,
                                            const Launcher& launcher,
                                            const AuditOptions& options);

}  // namespace couillon::arena
