// Writes all actions and outcomes down as text, and hashes it.
#include "arena/measure/selftest/signature.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "arena/measure/selftest/played_league.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {
namespace {

constexpr char kSeed[] = "couillon behaviour signature";
constexpr std::uint64_t kDeals = 16;   // per pairing and ruleset
constexpr std::uint64_t kMatches = 1;  // likewise
constexpr std::size_t kDigits = 16;

void AppendOutcome(const Outcome& outcome, std::string& text) {
  absl::StrAppend(&text, " half points ", outcome.half_points);
  for (const Quantity quantity : kAllQuantities) {
    absl::StrAppend(&text, " ", outcome.lead_halves[quantity]);
  }
  absl::StrAppend(
      &text, " net ", outcome.net[Team::kFirst], " ",
      outcome.net[Team::kSecond], " forfeit ",
      outcome.forfeited_by ? static_cast<int>(*outcome.forfeited_by) : -1,
      " deals ", outcome.deals, "\n");
}

void AppendUnit(const UnitResult& result, std::string& text) {
  absl::StrAppend(&text, "unit ", result.unit.number, "\n");
  for (const DealOfUnit& record : result.records) {
    absl::StrAppend(&text, record.item, " ", static_cast<int>(record.seating),
                    ":");
    for (const std::string& actions : record.deals) {
      absl::StrAppend(&text, " ", actions);
    }
    AppendOutcome(record.outcome, text);
  }
}

// Plays all units. Returns their actions and outcomes as text.
std::string PlayAll(const std::vector<const CompiledRules*>& rules,
                    const std::vector<DecideFunction>& bots, bool matches) {
  const UnitDeals deals(kSeed);
  const std::uint64_t items = matches ? kMatches : kDeals;
  const Schedule schedule = Schedule::RoundRobin(
      static_cast<int>(bots.size()), static_cast<int>(rules.size()), items,
      static_cast<std::uint32_t>(items));
  const RefereeConfig config{.rules = rules,
                             .deals = &deals,
                             .is_match = matches,
                             .record_deals = true,
                             .max_faults = 1};
  std::string text;
  for (const UnitResult& result : PlaySchedule(config, bots, schedule)) {
    AppendUnit(result, text);
  }
  return text;
}

}  // namespace

std::string BehaviourSignature(const std::vector<CompiledRules>& rules,
                               const std::vector<DecideFunction>& bots) {
  std::vector<const CompiledRules*> pointers;
  pointers.reserve(rules.size());
  for (const CompiledRules& one : rules) pointers.push_back(&one);
  return TextHash(PlayAll(pointers, bots, /*matches=*/false) +
                  PlayAll(pointers, bots, /*matches=*/true))
      .substr(0, kDigits);
}

}  // namespace couillon::arena
