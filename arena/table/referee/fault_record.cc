#include "arena/table/referee/fault_record.h"

#include "arena/table/question_text.h"
#include "engine/play/observation.h"

namespace couillon::arena {

Fault FaultOf(const Unit& unit, BotIndex league_bot, const BotEvent& event,
              bool forfeits) {
  return {.verdict = event.verdict,
          .bot = league_bot,
          .unit = unit.number,
          .ruleset = unit.ruleset,
          .item = unit.first_item,
          .forfeits = forfeits,
          .detail = event.detail,
          .last_stderr = event.last_stderr};
}

void AddDecision(const CompiledRules& rules, const Table& table, Fault& fault) {
  const Observation seen = table.Observe();
  fault.seat = table.position().seat();
  fault.detail += "; asked: " + ShortQuestionText(seen);
  fault.question = SerializedQuestion(rules, seen);
}

}  // namespace couillon::arena
