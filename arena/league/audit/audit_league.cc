#include "arena/league/audit/audit_league.h"

#include <array>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/league/audit/bot_items.h"
#include "arena/league/audit/cold_answers.h"
#include "arena/league/audit/cold_bot.h"
#include "arena/league/audit/decision_sample.h"
#include "arena/league/audit/league_records.h"
#include "arena/league/audit/seen_deals.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/notation.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {
namespace {

// A bot whose cold answers differ among themselves counts as changed if its
// record would differ as much with this probability only.
constexpr double kChanged = 0.001;
// Of all intervals of an audit together.
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

class Audit {
 public:
  Audit(LeagueRecords& records, const Launcher& launcher,
        const AuditOptions& options)
      : records_(records),
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
    const BotItems items(records_.UnitsOf(bot));
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
  const v1::LeagueConfig& config_;
  ColdBots bots_;
  const AuditOptions& options_;
  int audited_ = 0;
};

}  // namespace

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
  v1::LeagueAudit result;
  result.set_units(records.units());
  result.set_decisions(static_cast<std::uint32_t>(options.decisions));
  result.set_deals(static_cast<std::uint32_t>(options.deals));
  result.set_sandboxed(options.sandboxed);
  Audit audit(records, launcher, options);
  for (int bot = 0; bot < store.config().bots_size(); ++bot) {
    if (!store.config().bots(bot).builtin().empty()) continue;
    if (options.on_bot) options.on_bot(store.config().bots(bot).name());
    ASSIGN_OR_RETURN(v1::BotAudit of_bot, audit.Of(BotIndex(bot)));
    *result.add_bots() = std::move(of_bot);
  }
  return result;
}

}  // namespace couillon::arena
