// Tables are rebuilt and each decision is put to a fresh bot.

#include "arena/measure/analysis/ask_again.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/stored_unit.h"
#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

AskAgain::AskAgain(const LeagueRecords& records, const Launcher& launcher)
    : records_(records), bots_(launcher, records.config(), records.rules()) {}

absl::StatusOr<std::vector<DealOfUnit>> AskAgain::Play(const Unit& unit,
                                                       std::uint64_t item) {
  std::vector<DealOfUnit> tables;
  for (const Seating seating : Seatings(records_.RulesOf(unit).sides)) {
    RebuiltTable rebuilt(records_, unit, item, seating);
    std::string actions;
    while (!rebuilt.table().done()) {
      ASSIGN_OR_RETURN(const Action action, Ask(rebuilt));
      COUILLON_CHECK(rebuilt.table().Apply(action));
      actions.push_back(static_cast<char>(action.number()));
    }
    tables.push_back({.item = item,
                      .seating = seating,
                      .deals = {std::move(actions)},
                      .outcome = rebuilt.table().outcome()});
  }
  return tables;
}

absl::StatusOr<Action> AskAgain::Ask(const RebuiltTable& rebuilt) {
  const AskedDecision asked = rebuilt.Due();
  const ActionSet legal = asked.question.seen.legal;
  if (legal.size() == 1) return legal.Nth(0);
  const BotIndex bot = rebuilt.bot();
  std::unique_ptr<ColdBot>& process = processes_[bot];
  if (process == nullptr) {
    ASSIGN_OR_RETURN(std::unique_ptr<ColdBot> fresh, bots_.Start(bot));
    process = std::move(fresh);
  }
  absl::StatusOr<Action> action = process->Ask(asked);
  if (action.ok()) return action;
  return absl::Status(
      action.status().code(),
      absl::StrFormat("bot %s: %s", records_.config().bots(ToInt(bot)).name(),
                      std::string(action.status().message())));
}

int LeadHalves(const std::vector<DealOfUnit>& tables) {
  int halves = 0;
  for (const DealOfUnit& table : tables) {
    halves += table.outcome.lead_halves[Quantity::kGamePoints];
  }
  return halves;
}

absl::StatusOr<AskedItem> AskItemAgain(const LeagueRecords& records,
                                       const Launcher& launcher,
                                       const Unit& unit, std::uint64_t item) {
  AskedItem asked;
  ASSIGN_OR_RETURN(asked.tables, AskAgain(records, launcher).Play(unit, item));
  ASSIGN_OR_RETURN(const std::optional<StoredUnit> stored,
                   records.Stored(unit.number));
  if (!stored || stored->outcome.lost_by) return asked;
  const std::vector<std::int16_t>& points = stored->outcome.points;
  const auto at = static_cast<std::size_t>(item - unit.first_item);
  asked.differs = at < points.size() && points[at] != LeadHalves(asked.tables);
  return asked;
}

}  // namespace couillon::arena
