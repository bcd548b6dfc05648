// Three parts: decisions are drawn from the records, asked in fresh processes
// and compared; deals are replayed with processes that have not seen them; both
// make the verdict on a bot.

#include "arena/league/audit/audit_league.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"

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
                     records_.ReadRecords(unit, item.item));
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

// Does a bot do better on deals that its processes have seen? Recorded tables
// are played again with processes that have not seen them.
struct SeenDealsPlan {
  BotIndex bot{};
  std::size_t deals = 0;  // or matches, drawn among the items of the bot
  double level = 0.95;    // confidence of the interval
};

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
std::string JoinActions(const DealOfUnit& record) {
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
    for (int round = 0; round < kMaxRounds && played < plan_.deals; ++round) {
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
      ASSIGN_OR_RETURN(auto tables, records_.ReadRecords(unit, item.at.item));
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
    for (const char byte : JoinActions(record)) {
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
    const std::string recorded = JoinActions(record);
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

// Plays the drawn deals again in every seating. The decisions of the bot come
// from a cold process for each seat and seating, which sees a deal once, from
// that seat. Other bots take their recorded actions while the play follows the
// record, then those of cold processes of their own. A bot that decides from
// the request alone, and draws from random_seed alone, repeats its record: the
// difference is exactly zero. One that draws from its own source has a mean of
// zero. If a bot fails, the test ends with the deals before, and says so. The
// errors are those of LeagueRecords.
absl::StatusOr<v1::SeenDealsTest> TestSeenDeals(LeagueRecords& records,
                                                const ColdBots& bots,
                                                const SeenDealsPlan& plan,
                                                const BotItems& items,
                                                stats::SplitMix64& random) {
  return SeenDeals(records, bots, plan, items, random).Run();
}

// Asks one process, in random order; stops at its first failure.
absl::Status AskProcess(ColdBot& process,
                        const std::vector<SampledDecision>& decisions,
                        stats::SplitMix64& random,
                        ColdAnswers::OfProcess& answers) {
  RandomOrder order(decisions.size(), random);
  while (const std::optional<std::uint64_t> at = order.Next()) {
    ASSIGN_OR_RETURN(const Action answer, process.Ask(decisions[*at].asked));
    answers[*at] = answer;
  }
  return absl::OkStatus();
}

// A bot whose cold answers differ among themselves counts as changed if its
// record would differ as much with this probability only.
constexpr double kChanged = 0.001;
// The confidence of all intervals of an audit together.
constexpr double kConfidence = 0.95;

// The generator of an audit of one bot: bots cannot know what will be asked,
// since it follows from the seed.
stats::SplitMix64 GeneratorFor(const v1::LeagueConfig& config,
                               const std::string& bot) {
  std::array<unsigned char, 16> hash{};
  HashText(absl::StrCat(config.seed(), "\n", bot), "couillon cold audit", hash);
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < sizeof(seed); ++i) {
    seed = seed << 8 | hash[i];
  }
  return stats::SplitMix64(seed);
}

v1::ChangedDecision ToMessage(const v1::LeagueConfig& config, const Unit& unit,
                              const SampledDecision& decision, Action cold) {
  const auto& seen = decision.asked.question.seen;
  v1::ChangedDecision message;
  message.set_unit(unit.number);
  message.set_ruleset(config.rulesets(unit.ruleset).spec());
  message.set_item(decision.item);
  message.set_deal_of_match(static_cast<std::uint32_t>(decision.deal_of_match));
  message.set_seating(static_cast<std::uint32_t>(decision.seating));
  message.set_seat(seen.seat);
  message.set_ply(static_cast<std::uint32_t>(decision.ply));
  message.set_recorded(
      FormatAction(decision.recorded, seen.phase, seen.naming));
  message.set_cold(FormatAction(cold, seen.phase, seen.naming));
  for (int team = 0; team < unit.teams.size(); ++team) {
    const BotIndex bot = unit.teams[static_cast<Team>(team)].front();
    message.add_bots(config.bots(ToInt(bot)).name());
  }
  return message;
}

v1::AuditVerdict VerdictOf(const v1::BotAudit& audit) {
  const v1::SeenDealsTest& test = audit.seen_deals();
  if (test.lower() > 0 && test.clusters() >= stats::kFewDeals) {
    return v1::AUDIT_VERDICT_BETTER;
  }
  // One changed decision of a bot that repeats itself is evidence enough.
  if (audit.changed() > 0 && (audit.not_reproducible() == 0 ||
                              audit.changed_probability() < kChanged)) {
    return v1::AUDIT_VERDICT_CHANGED;
  }
  if (!audit.failure().empty() || !test.failure().empty()) {
    return v1::AUDIT_VERDICT_FAILED;
  }
  if (audit.not_reproducible() > 0) return v1::AUDIT_VERDICT_NOT_REPRODUCIBLE;
  return audit.asked() > 0 ? v1::AUDIT_VERDICT_ALIKE
                           : v1::AUDIT_VERDICT_NOTHING_ASKED;
}

// The units of `runs` in which `bot` plays, ascending.
std::vector<Unit> ListUnits(const Schedule& schedule,
                            const std::vector<UnitRun>& runs, BotIndex bot) {
  std::vector<Unit> units;
  for (const UnitRun& run : runs) {
    for (std::int64_t number = run.first; number < run.end; ++number) {
      const Unit unit = schedule.unit(number);
      if (unit.Has(bot)) units.push_back(unit);
    }
  }
  return units;
}

class Audit {
 public:
  // `runs` are the stored units. The arguments outlive this object.
  Audit(LeagueRecords& records, const std::vector<UnitRun>& runs,
        const Launcher& launcher, const AuditOptions& options)
      : records_(records),
        runs_(runs),
        config_(records.config()),
        bots_(launcher, config_, records.rules()),
        options_(options) {
    for (const v1::BotEntry& bot : config_.bots()) {
      if (bot.builtin().empty()) ++audited_;
    }
  }

  absl::StatusOr<v1::BotAudit> Of(BotIndex bot) {
    const v1::BotEntry& entry = config_.bots(ToInt(bot));
    v1::BotAudit audit;
    audit.set_bot(entry.name());
    audit.set_remote(entry.has_remote() || entry.has_dial_in());
    const BotItems items(ListUnits(records_.schedule(), runs_, bot));
    stats::SplitMix64 random = GeneratorFor(config_, entry.name());
    RETURN_IF_ERROR(Ask(bot, items, random, audit));
    RETURN_IF_ERROR(Test(bot, items, random, audit));
    audit.set_verdict(VerdictOf(audit));
    return audit;
  }

 private:
  absl::Status Ask(BotIndex bot, const BotItems& items,
                   stats::SplitMix64& random, v1::BotAudit& audit) {
    ASSIGN_OR_RETURN(
        const DecisionSample sample,
        DrawDecisions(records_, bot, items, options_.decisions, random));
    const ColdAnswers answers = AskCold(bots_, bot, sample, random);
    const AnswerCounts counts = CountAnswers(sample, answers);
    audit.set_processes(static_cast<std::uint32_t>(sample.size()));
    audit.set_asked(static_cast<std::uint32_t>(counts.asked()));
    audit.set_alike(static_cast<std::uint32_t>(counts.alike));
    audit.set_changed(static_cast<std::uint32_t>(counts.changed.size()));
    audit.set_not_reproducible(
        static_cast<std::uint32_t>(counts.not_reproducible));
    audit.set_changed_probability(ChangedProbability(counts));
    audit.set_failure(Printable(answers.failure));
    for (std::size_t i = 0; i < counts.changed.size(); ++i) {
      const SampledDecision& changed = counts.changed[i];
      *audit.add_changed_decisions() = ToMessage(
          config_, items.units()[changed.unit], changed, counts.cold[i]);
    }
    return absl::OkStatus();
  }

  absl::Status Test(BotIndex bot, const BotItems& items,
                    stats::SplitMix64& random, v1::BotAudit& audit) {
    // A bot that does not start, or is late each time, would fail again.
    if (audit.asked() == 0) return absl::OkStatus();
    ASSIGN_OR_RETURN(
        v1::SeenDealsTest test,
        TestSeenDeals(
            records_, bots_,
            {.bot = bot,
             .deals = options_.deals,
             .level = 1 - (1 - kConfidence) / static_cast<double>(audited_)},
            items, random));
    *audit.mutable_seen_deals() = std::move(test);
    return absl::OkStatus();
  }

  LeagueRecords& records_;
  const std::vector<UnitRun>& runs_;
  const v1::LeagueConfig& config_;
  ColdBots bots_;
  const AuditOptions& options_;
  int audited_ = 0;
};

}  // namespace

BotItems::BotItems(std::vector<Unit> units) : units_(std::move(units)) {
  first_.push_back(0);
  for (const Unit& unit : units_) first_.push_back(first_.back() + unit.items);
}

UnitItem BotItems::At(std::uint64_t number) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), number);
  const auto unit = static_cast<std::size_t>(after - first_.begin()) - 1;
  return {.unit = unit,
          .item = units_[unit].first_item + (number - first_[unit])};
}

absl::StatusOr<DecisionSample> DrawDecisions(LeagueRecords& records,
                                             BotIndex bot,
                                             const BotItems& items,
                                             std::size_t count,
                                             stats::SplitMix64& random) {
  Draw draw(records, bot, items, random);
  DecisionSample sample;
  std::size_t drawn = 0;
  while (drawn < count && sample.size() < kMaxRounds) {
    ASSIGN_OR_RETURN(auto round, draw.Round(count - drawn));
    if (round.empty()) break;
    drawn += round.size();
    sample.push_back(std::move(round));
  }
  return sample;
}

ColdAnswers AskCold(const ColdBots& bots, BotIndex bot,
                    const DecisionSample& sample, stats::SplitMix64& random) {
  ColdAnswers answers;
  for (const std::vector<SampledDecision>& round : sample) {
    const ColdAnswers::OfProcess none(round.size());
    answers.rounds.push_back({none, none});
  }
  for (std::size_t round = 0; round < sample.size(); ++round) {
    for (ColdAnswers::OfProcess& of_process : answers.rounds[round]) {
      absl::StatusOr<std::unique_ptr<ColdBot>> process = bots.Start(bot);
      absl::Status status = process.status();
      if (status.ok()) {
        status = AskProcess(**process, sample[round], random, of_process);
      }
      if (!status.ok() && answers.failure.empty()) {
        answers.failure = std::string(status.message());
      }
      // It would take the start limit each time.
      if (!process.ok()) return answers;
    }
  }
  return answers;
}

AnswerCounts CountAnswers(const DecisionSample& sample,
                          const ColdAnswers& answers) {
  AnswerCounts counts;
  for (std::size_t round = 0; round < sample.size(); ++round) {
    for (std::size_t at = 0; at < sample[round].size(); ++at) {
      const SampledDecision& decision = sample[round][at];
      const std::optional<Action> first = answers.rounds[round][0][at];
      const std::optional<Action> second = answers.rounds[round][1][at];
      if (!first || !second) continue;
      if (*first != *second) {
        ++counts.not_reproducible;
        if (*first == decision.recorded || *second == decision.recorded) {
          ++counts.one_as_recorded;
        }
      } else if (*first == decision.recorded) {
        ++counts.alike;
      } else {
        counts.changed.push_back(decision);
        counts.cold.push_back(*first);
      }
    }
  }
  return counts;
}

double ChangedProbability(const AnswerCounts& counts) {
  const std::size_t changed = counts.changed.size();
  if (changed == 0) return 1;
  // P(X >= changed) of the binomial law with `changed + one_as_recorded` draws.
  return stats::BetaCdf(1.0 / 3.0, static_cast<double>(changed),
                        static_cast<double>(counts.one_as_recorded + 1));
}

absl::Status CheckAuditable(const v1::LeagueConfig& config) {
  if (config.record_deals()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      "the league stores no deals, so no decision of it can be asked again; "
      "play it with --record deals or --audit");
}

absl::StatusOr<v1::LeagueAudit> AuditLeague(LeagueStore& store,
                                            const Launcher& launcher,
                                            const AuditOptions& options) {
  RETURN_IF_ERROR(CheckAuditable(store.config()));
  ASSIGN_OR_RETURN(LeagueRecords records, LeagueRecords::Open(store));
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, store.StoredRuns());
  v1::LeagueAudit result;
  result.set_units(CountUnits(runs));
  result.set_decisions(static_cast<std::uint32_t>(options.decisions));
  result.set_deals(static_cast<std::uint32_t>(options.deals));
  result.set_sandboxed(options.sandboxed);
  Audit audit(records, runs, launcher, options);
  for (int bot = 0; bot < store.config().bots_size(); ++bot) {
    if (!store.config().bots(bot).builtin().empty()) continue;
    if (options.on_bot) options.on_bot(store.config().bots(bot).name());
    ASSIGN_OR_RETURN(v1::BotAudit of_bot, audit.Of(BotIndex(bot)));
    *result.add_bots() = std::move(of_bot);
  }
  return result;
}

}  // namespace couillon::arena
