// The referee and the bots that run inside it: a table is played as long as
// they decide, without messages and queues in between.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "arena/table/referee/bundled_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/decision_queue.h"
#include "arena/table/referee/referee.h"
#include "arena/table/referee/referee_state.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_tally.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"

namespace couillon::arena {
namespace {

// How long bundled bots may decide before the others are asked and heard.
constexpr Clock::duration kMostAtOnce = std::chrono::milliseconds(20);

}  // namespace

bool Referee::Slice::Over() const {
  if (stop->load(std::memory_order_relaxed)) return true;
  return clock != nullptr && clock->Now() >= end;
}

bool Referee::DecideHere(const std::atomic<bool>& stop) {
  if (due_here_.empty()) return false;
  // They would compete for processors, as in SendInTurn().
  const auto is_busy = [](const BotState* bot) { return bot->busy(); };
  if (config_.batches.one_at_a_time &&
      std::ranges::any_of(waited_for_, is_busy)) {
    return false;
  }
  Slice slice{.stop = &stop};
  if (!waited_for_.empty()) {
    slice.clock = config_.clock;
    slice.end = slice.clock->Now() + kMostAtOnce;
  }
  while (!due_here_.empty() && !slice.Over()) {
    const TableRef ref = due_here_.front();
    due_here_.pop_front();
    if (Find(ref) != nullptr) PlayHere(ref, slice);
  }
  return true;
}

// Requires: a bundled bot decides next at that table.
void Referee::PlayHere(TableRef ref, const Slice& slice) {
  const TableSlot& slot = *slots_[ref.slot];
  do {
    if (!DecideAt(ref.slot)) return;
    if (slot.table().done() || slot.player().bundled == nullptr) {
      return Advance(ref.slot);
    }
  } while (!slice.Over());
  due_here_.push_front(ref);
}

// Returns false if the action is not legal, and the table is forfeited.
// Requires: as above.
bool Referee::DecideAt(std::uint32_t at) {
  TableSlot& slot = *slots_[at];
  Table& table = slot.table();
  const BotState& bot = slot.player();
  OpenUnit& unit = *slot.unit;
  const Team team = table.team();
  // A partner in a process may share its clock.
  const bool timed = bot.time.budget.count() > 0;
  const Clock::time_point asked = timed ? clock_.Now() : Clock::time_point();
  const Observation seen = Seen(bot, slot);
  const Action named =
      bot.bundled->Decide(unit.result.unit.ruleset, seen,
                          bot.sees_all_cards ? &table.position() : nullptr);
  unit.tally.CountDecision();
  if (timed) {
    slot.time_left[team] += bot.time.increment - (clock_.Now() - asked);
  }
  const auto number = static_cast<std::uint32_t>(named.number());
  if (named.number() >= kActions || !seen.legal.Has(named)) {
    ForfeitByIllegal(at, bot.league_bot, TrueAction(bot, slot, number), {});
    return false;
  }
  table.ApplyLegal(bot.relabelled ? MapFor(bot, slot).Inverse()(named) : named);
  return true;
}

// What the bot is shown of the decision that is due.
Observation Referee::Seen(const BotState& bot, const TableSlot& slot) const {
  if (!bot.relabelled) return slot.table().Observe();
  return MapFor(bot, slot)(slot.table().Observe());
}

}  // namespace couillon::arena
