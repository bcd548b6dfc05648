// The referee's bots: what they are asked, what comes back, and who is to
// blame.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/table/bot_index.h"
#include "arena/table/question_text.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/decision_queue.h"
#include "arena/table/referee/fault_record.h"
#include "arena/table/referee/prefetch.h"
#include "arena/table/referee/referee.h"
#include "arena/table/referee/referee_state.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/table.h"
#include "arena/table/verdict.h"
#include "engine/cards/action.h"
#include "engine/play/suit_map.h"

namespace couillon::arena {
namespace {

using BotPhase = BotState::Phase;

// Prefetch distance, in decisions: of a thousand tables only few are cached.
constexpr std::size_t kPrefetched = 6;

}  // namespace

void Referee::SendBatches() {
  if (config_.batches.one_at_a_time) return SendInTurn();
  for (BotState* bot : waited_for_) SendTo(*bot);
}

void Referee::SendTo(BotState& bot) {
  while (const std::size_t size = bot.queue.BatchToSend()) {
    if (bot.phase == BotPhase::kStopped) {
      bot.phase = BotPhase::kStarting;
      bot.busy_since = clock_.Now();
      bot.link->Start();
    }
    if (bot.phase != BotPhase::kReady) return;
    SendBatch(bot, size);
  }
}

// Sends one decision, unless one is in flight: bots that think at the same time
// would compete for processors. Bundled bots decide before another bot is
// asked. The turn passes from bot to bot, so that all are asked equally often.
void Referee::SendInTurn() {
  if (!due_here_.empty()) return;
  const auto thinks = [](const BotState* bot) { return bot->busy(); };
  if (std::ranges::any_of(waited_for_, thinks)) return;
  for (std::size_t tried = 0; tried < waited_for_.size(); ++tried) {
    BotState* const bot = waited_for_[turn_];
    SendTo(*bot);
    if (bot->phase == BotPhase::kStarting) return;  // still its turn
    turn_ = (turn_ + 1) % waited_for_.size();
    if (thinks(bot)) return;
  }
}

void Referee::HandleReady(BotState& bot) {
  if (bot.phase != BotPhase::kStarting) return;
  bot.phase = BotPhase::kReady;
  bot.queue.Begin(bot.link->limits(), bot.batches,
                  plan_.LinksOf(bot.league_bot) > 1);
}

SuitMap Referee::MapFor(const BotState& bot, const TableSlot& slot) const {
  return disguise_.For(bot.league_bot, slot.unit->result.unit.ruleset,
                       slot.table());
}

// Returns an action as the bot named it, in true suits.
std::uint32_t Referee::TrueAction(const BotState& bot, const TableSlot& slot,
                                  std::uint32_t named) const {
  if (!bot.relabelled) return named;
  if (named >= static_cast<std::uint32_t>(kActions)) return named;
  const SuitMap seen_as = MapFor(bot, slot);
  return static_cast<std::uint32_t>(
      seen_as.Inverse()(Action(static_cast<int>(named))).number());
}

void Referee::SendBatch(BotState& bot, std::size_t size) {
  std::vector<DueDecision> decisions;
  batch_.clear();
  for (std::size_t taken = 0; taken < size; ++taken) {
    Prefetch(*slots_[bot.queue.Coming(kPrefetched).slot]);
    const DueDecision due = bot.queue.Take();
    const TableSlot* slot = Find(due.table);
    if (slot == nullptr) {  // its unit was forfeited
      bot.queue.Cancelled();
      continue;
    }
    batch_.push_back(
        {.id =
             bot.queue.next_id() + static_cast<std::uint32_t>(decisions.size()),
         .ruleset = slot->unit->result.unit.ruleset,
         .seen = Seen(bot, *slot),
         .limit = bot.time.Limit(slot->time_left[slot->table().team()])});
    decisions.push_back(due);
  }
  if (batch_.empty()) return;
  const Clock::time_point now = clock_.Now();
  if (bot.queue.idle()) {
    bot.thinking.Begin(now);
    bot.busy_since = now;
  }
  bot.queue.Sent(std::move(decisions), now);
  bot.link->Send(batch_);
}

bool Referee::CollectEvents() {
  events_.clear();
  if (links_.waiter != nullptr) links_.waiter->Poll();
  clock_.Look();
  if (config_.budgets != nullptr) ChargeWaiting();
  for (BotState* bot : waited_for_) {
    if (bot->phase == BotPhase::kStopped) continue;
    const std::size_t before = events_.size();
    bot->link->Collect(events_);
    const std::size_t events = events_.size() - before;
    if (events == 0 || !bot->has_budget) continue;
    bot->share = bot->thinking.Share(clock_.looked(), events);
  }
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (i + kPrefetched < events_.size()) PrefetchFor(events_[i + kPrefetched]);
    HandleEvent(events_[i]);
  }
  return !events_.empty();
}

// If a bot is stopped while its events are handled, the remaining ones have no
// effect; it is not restarted before all of them are handled.
void Referee::HandleEvent(const BotEvent& event) {
  BotState& bot = *bots_[static_cast<std::size_t>(event.link)];
  switch (event.kind) {
    case BotEvent::Kind::kAnswer:
      if (bot.phase == BotPhase::kReady) HandleAnswer(bot, event);
      return;
    case BotEvent::Kind::kReady:
      return HandleReady(bot);
    case BotEvent::Kind::kEnding:
      return HandleEnding(bot);
    case BotEvent::Kind::kFailure:
      return HandleFailure(bot, event);
  }
}

void Referee::PrefetchFor(const BotEvent& event) const {
  DecisionQueue& queue = bots_[static_cast<std::size_t>(event.link)]->queue;
  const std::optional<TableRef> table = queue.TableOf(event.id);
  if (table) Prefetch(*slots_[table->slot]);
}

void Referee::HandleAnswer(BotState& bot, const BotEvent& event) {
  const std::optional<DecisionQueue::Answered> answered =
      bot.queue.Answer(event.id, clock_.looked());
  if (!answered) {
    BotEvent failure = event;
    failure.kind = BotEvent::Kind::kFailure;
    failure.verdict = Verdict::kProtocolError;
    failure.detail =
        absl::StrFormat("answered decision %d, which is not open", event.id);
    bot.link->Stop();
    HandleFailure(bot, failure);
    return;
  }
  TableSlot* slot = Find(answered->table);
  if (bot.has_budget && !Charge(bot, slot)) return;
  if (slot == nullptr) return;
  slot->unit->tally.CountDecision();
  slot->time_left[slot->table().team()] += bot.time.increment - answered->took;
  const std::uint32_t action = TrueAction(bot, *slot, event.action);
  const bool known = action < static_cast<std::uint32_t>(kActions);
  if (known && slot->table().Apply(Action(static_cast<int>(action)))) {
    return Advance(answered->table.slot);
  }
  ForfeitByIllegal(answered->table.slot, bot.league_bot, action, event);
}

// The bot has answered with an action that is not legal.
void Referee::ForfeitByIllegal(std::uint32_t at, BotIndex league_bot,
                               std::uint32_t action, BotEvent event) {
  const TableSlot& slot = *slots_[at];
  event.verdict = Verdict::kIllegalAction;
  event.detail = "answered " + AnswerText(slot.table().Observe(), action);
  RecordFault(&slot, league_bot, event, /*forfeits=*/true, *slot.unit);
  ForfeitTable(at, league_bot);
}

// Charges the time that the bot has thought about an answer to the unit of
// `slot`; an answer that comes too late for any goes to the oldest unit that
// the bot has still to play, so that no time is free. Returns false if that is
// more than the budget, and the unit is forfeited. Requires: bot.has_budget.
bool Referee::Charge(const BotState& bot, const TableSlot* slot) {
  OpenUnit* unit = slot != nullptr ? slot->unit : OldestUnitOf(bot.league_bot);
  if (unit == nullptr) return true;
  unit->thought.resize(static_cast<std::size_t>(plan_.bots()));
  Clock::duration& thought =
      unit->thought[static_cast<std::size_t>(bot.league_bot)];
  thought += bot.share;
  if (thought <= bot.time.unit_budget) return true;
  RecordFault(
      nullptr, bot.league_bot,
      {.verdict = Verdict::kTimeout, .detail = bot.time.OverBudget(thought)},
      /*forfeits=*/true, *unit);
  ForfeitUnit(*unit, bot.league_bot);
  return false;
}

OpenUnit* Referee::OldestUnitOf(BotIndex league_bot) const {
  for (const auto& unit : units_) {
    if (unit->result.unit.Has(league_bot)) return unit.get();
  }
  return nullptr;
}

// What was open when a bot failed decides who is to blame; what it is blamed
// for is known when it has ended.
void Referee::HandleEnding(BotState& bot) {
  if (bot.phase != BotPhase::kReady) return;
  bot.phase = BotPhase::kEnding;
  bot.open = bot.queue.TakeOpen();
  bot.unanswered = bot.open.size();
  std::erase_if(bot.open, [this](const DueDecision& due) {
    return Find(due.table) == nullptr;
  });
}

// The bot has failed and is stopped. If one decision was open, that one is to
// blame; if several were, they are asked again one at a time, which finds the
// offender or, when the failure does not come again, shows that there is none.
// Failures without an offender cost nothing, but only so many are tolerated.
void Referee::HandleFailure(BotState& bot, const BotEvent& event) {
  HandleEnding(bot);
  const BotPhase before = std::exchange(bot.phase, BotPhase::kStopped);
  if (before == BotPhase::kStopped) return;
  if (before == BotPhase::kStarting) return GiveUp(bot.league_bot, event);
  const std::vector<DueDecision> open = std::exchange(bot.open, {});
  if (open.size() == 1) {
    TableSlot* slot = Find(open[0].table);
    bot.queue.FoundOffender();
    if (slot == nullptr) return;  // its unit was lost while the bot ended
    RecordFault(slot, bot.league_bot, event, /*forfeits=*/true, *slot->unit);
    ForfeitTable(open[0].table.slot, bot.league_bot);
    return;
  }
  if (OpenUnit* unit = OldestUnitOf(bot.league_bot)) {
    RecordFault(nullptr, bot.league_bot, event, /*forfeits=*/false, *unit);
  }
  if (open.empty()) {
    if (bot.unanswered > 0) bot.queue.Cancelled();
    bot.queue.CountUnattributedFailure();
  } else {
    bot.queue.RetryOneByOne(open);
  }
  if (bot.queue.unattributed_failures() <= config_.tolerated_failures) return;
  BotEvent last = event;
  last.detail = absl::StrFormat(
      "failed %d times without an offending decision, at most %d are "
      "tolerated; last: %s",
      bot.queue.unattributed_failures(), config_.tolerated_failures,
      event.detail);
  GiveUp(bot.league_bot, last);
}

// The bot is of no use here: it forfeits all that it still has to play.
void Referee::GiveUp(BotIndex league_bot, const BotEvent& why) {
  for (const auto& bot : bots_) {
    if (bot->league_bot != league_bot) continue;
    bot->given_up = true;
    bot->queue.DropWaiting();
    if (bot->phase == BotPhase::kStarting) {  // not needed any more
      bot->link->Stop();
      bot->phase = BotPhase::kStopped;
    }
  }
  std::vector<OpenUnit*> lost;
  for (const auto& unit : units_) {
    if (unit->result.unit.Has(league_bot)) lost.push_back(unit.get());
  }
  for (OpenUnit* unit : lost) {
    RecordFault(nullptr, league_bot, why, /*forfeits=*/true, *unit);
    ForfeitUnit(*unit, league_bot);
  }
}

void Referee::RecordFault(const TableSlot* slot, BotIndex league_bot,
                          const BotEvent& event, bool forfeits,
                          OpenUnit& unit) {
  Fault fault = FaultOf(unit.result.unit, league_bot, event, forfeits);
  if (slot != nullptr) {
    fault.item += slot->item;
    fault.seating = slot->seating;
    AddDecision(*unit.rules, slot->table(), fault);
  }
  if (!event.stderr_file.empty()) {
    fault.detail += kWholeStderr + event.stderr_file;
  }
  unit.result.faults.push_back(std::move(fault));
}

}  // namespace couillon::arena
