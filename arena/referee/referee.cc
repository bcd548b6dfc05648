#include "arena/referee/referee.h"

#include <absl/status/status.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/referee/bot_link.h"
#include "arena/referee/decision_queue.h"
#include "arena/referee/fault_record.h"
#include "arena/referee/prefetch.h"
#include "arena/referee/referee_state.h"
#include "arena/referee/table_demand.h"
#include "arena/referee/table_results.h"
#include "arena/schedule/schedule.h"
#include "arena/table/question_text.h"
#include "arena/table/table.h"
#include "arena/table/verdict.h"
#include "arena/unit/unit_forfeit.h"
#include "arena/unit/unit_result.h"
#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// So many decisions ahead tables are fetched: few of a thousand are cached.
constexpr std::size_t kPrefetched = 6;
constexpr Clock::duration kPollInterval = std::chrono::milliseconds(20);

}  // namespace

Referee::Referee(const RefereeConfig& config, BotLinks links, NextUnit next,
                 FinishUnit finish)
    : config_(config),
      links_(std::move(links)),
      next_unit_(std::move(next)),
      finish_unit_(std::move(finish)) {
  for (const auto& link : links_.links) {
    auto bot = std::make_unique<BotState>();
    bot->league_bot = static_cast<int>(bots_.size()) / config.seats;
    bot->link = link.get();
    bot->has_budget =
        config.time.unit_budget.count() > 0 && !link->answers_at_once();
    bots_.push_back(std::move(bot));
  }
}

Referee::~Referee() {
  for (const auto& link : links_.links) link->Stop();
}

std::vector<BotUsage> Referee::Finish() {
  std::vector<BotUsage> usage(bots_.size() /
                              static_cast<std::size_t>(config_.seats));
  for (const auto& bot : bots_) {
    bot->link->Stop();
    usage[static_cast<std::size_t>(bot->league_bot)] += bot->link->usage();
  }
  return usage;
}

void Referee::Run(const std::atomic<bool>& stop) {
  while (!stop.load(std::memory_order_relaxed)) {
    DropLostUnits();
    OpenTables();
    if (open_tables_ == 0 && units_.empty() && !more_units_) return;
    SendBatches();
    if (CollectEvents() || open_tables_ == 0) continue;
    COUILLON_CHECK(links_.waiter != nullptr);
    links_.waiter->Wait(Clock::now() + kPollInterval);
  }
}

// Enough tables that every bot finds a full batch while others think.
std::size_t Referee::TablesWanted() const {
  std::size_t waited_for = 0;
  for (const auto& bot : bots_) {
    if (!bot->link->answers_at_once()) waited_for += bot->queue.batch();
  }
  return TablesFor(waited_for);
}

// Units under way whose bot has turned out to be out meanwhile.
void Referee::DropLostUnits() {
  if (!config_.who_is_out) return;
  std::vector<OpenUnit*> lost;
  for (const auto& unit : units_) {
    if (config_.who_is_out(unit->result.unit) >= 0) lost.push_back(unit.get());
  }
  for (OpenUnit* unit : lost) {
    ForfeitUnit(*unit, config_.who_is_out(unit->result.unit));
  }
}

void Referee::OpenTables() {
  const std::size_t wanted = TablesWanted();
  while (open_tables_ < wanted) {
    OpenUnit* unit = nullptr;
    for (const auto& open : units_) {
      if (open->opened < open->tally.tables()) unit = open.get();
    }
    if (unit != nullptr) {
      OpenNextTable(*unit);
    } else if (!OpenNextUnit()) {
      return;
    }
  }
}

bool Referee::OpenNextUnit() {
  if (!more_units_) return false;
  const std::optional<Unit> next = next_unit_();
  if (!next) {
    more_units_ = false;
    return false;
  }
  auto unit = std::make_unique<OpenUnit>(
      *next, *config_.rules[static_cast<std::size_t>(next->ruleset)],
      bots_.size());
  if (!config_.is_match) {
    unit->packs.resize(next->items);
    config_.deals->PacksOf(unit->rules->deck, next->first_item, unit->packs);
  }
  units_.push_back(std::move(unit));
  int out = config_.who_is_out ? config_.who_is_out(*next) : -1;
  for (const auto& bot : bots_) {
    if (out < 0 && bot->given_up && next->TeamOf(bot->league_bot) >= 0) {
      out = bot->league_bot;
    }
  }
  if (out >= 0) ForfeitUnit(*units_.back(), out);
  return true;
}

void Referee::OpenNextTable(OpenUnit& unit) {
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t at = free_slots_.back();
  free_slots_.pop_back();
  Slot& slot = slots_[at];
  const auto seatings = static_cast<std::uint32_t>(unit.tally.seatings());
  slot.unit = &unit;
  slot.item = unit.opened / seatings;
  slot.seating = static_cast<int>(unit.opened % seatings);
  slot.time_left.fill(config_.time.budget);
  ++unit.opened;
  ++open_tables_;
  const TableSpec spec{.rules = unit.rules,
                       .deals = config_.deals,
                       .item = unit.result.unit.first_item + slot.item,
                       .seating = slot.seating,
                       .is_match = config_.is_match,
                       .coupled = config_.coupled,
                       .record = config_.record_hands};
  if (config_.is_match) {
    slot.open_table.emplace(spec);
  } else {
    slot.open_table.emplace(spec, unit.packs[slot.item]);
  }
  Advance(at);
}

std::size_t Referee::LinkFor(const Slot& slot) const {
  const Seat seat = slot.table().position().decider();
  const int bot = slot.unit->result.unit.BotAt(slot.table().bot(), seat,
                                               slot.unit->rules->sides);
  return static_cast<std::size_t>(bot * config_.seats + seat % config_.seats);
}

// Queues the decision that is due, or closes the table.
void Referee::Advance(std::uint32_t at) {
  Slot& slot = slots_[at];
  if (slot.table().done()) {
    const Outcome outcome = slot.table().outcome();
    return CloseTable(at, outcome);
  }
  bots_[LinkFor(slot)]->queue.Add({.slot = at, .generation = slot.generation});
}

void Referee::CloseTable(std::uint32_t at, const Outcome& outcome) {
  Slot& slot = slots_[at];
  OpenUnit& unit = *slot.unit;
  unit.tally.Count(slot.item, slot.seating, outcome);
  unit.outcomes.push_back(outcome);
  if (config_.record_hands) {
    unit.result.hands.push_back(
        {.item = unit.result.unit.first_item + slot.item,
         .seating = slot.seating,
         .deals = slot.table().actions(),
         .outcome = outcome});
  }
  Release(at);
  FinishIfDone(unit);
}

void Referee::Release(std::uint32_t at) {
  Slot& slot = slots_[at];
  slot.open_table.reset();
  slot.unit = nullptr;
  ++slot.generation;
  free_slots_.push_back(at);
  --open_tables_;
}

Referee::Slot* Referee::Find(TableRef ref) {
  Slot& slot = slots_[ref.slot];
  return slot.generation == ref.generation ? &slot : nullptr;
}

void Referee::FinishIfDone(OpenUnit& unit) {
  if (!unit.tally.complete()) return;
  unit.tally.WriteTo(unit.result);
  std::ranges::sort(unit.result.hands, {}, [](const HandOfUnit& hand) {
    return std::pair(hand.item, hand.seating);
  });
  SendResults(unit);
  Close(unit, std::move(unit.result));
}

void Referee::SendResults(const OpenUnit& unit) {
  for (const auto& bot : bots_) {
    const int team = unit.PairingBot(bot->league_bot);
    if (team < 0 || !bot->started) continue;
    if (!bot->link->limits().wants_results) continue;
    bot->link->SendResults(unit.result.unit.ruleset,
                           ResultsFor(team, unit.outcomes));
  }
}

void Referee::ForfeitTable(std::uint32_t at, int league_bot) {
  Slot const& slot = slots_[at];
  OpenUnit& unit = *slot.unit;
  const int bot = unit.PairingBot(league_bot);
  const bool too_many =
      ++unit.faults[static_cast<std::size_t>(bot)] >= config_.most_faults;
  if (too_many) {
    ForfeitUnit(unit, league_bot);
  } else {
    CloseTable(at, ForfeitOutcome(*unit.rules, config_.is_match, bot));
  }
}

void Referee::ForfeitUnit(OpenUnit& unit, int league_bot) {
  for (std::uint32_t at = 0; at < slots_.size(); ++at) {
    if (slots_[at].unit == &unit) Release(at);
  }
  UnitResult lost =
      ForfeitedUnit(unit.result.unit, *unit.rules, config_.is_match,
                    config_.record_hands, league_bot);
  lost.faults = std::move(unit.result.faults);
  Close(unit, std::move(lost));
}

void Referee::Close(const OpenUnit& unit, UnitResult result) {
  std::erase_if(units_,
                [&unit](const auto& open) { return open.get() == &unit; });
  finish_unit_(std::move(result));
}

void Referee::SendBatches() {
  if (config_.batches.one_at_a_time) return SendInTurn();
  for (const auto& bot : bots_) SendTo(*bot);
}

void Referee::SendTo(BotState& bot) {
  while (const std::size_t size = bot.queue.BatchToSend()) {
    if (!bot.started && !Start(bot)) return;
    SendBatch(bot, size);
  }
}

// Sends one decision, unless one is under way: bots that thought at the same
// time would take each other's processors. Bots that answer at once have
// answered before the other one is asked. The turn passes from bot to bot, so
// that each is asked as often as any.
void Referee::SendInTurn() {
  for (const auto& bot : bots_) {
    if (bot->link->answers_at_once()) SendTo(*bot);
  }
  const auto thinks = [](const auto& bot) {
    return !bot->queue.idle() && !bot->link->answers_at_once();
  };
  if (std::ranges::any_of(bots_, thinks)) return;
  for (std::size_t tried = 0; tried < bots_.size(); ++tried) {
    const auto& bot = bots_[turn_];
    turn_ = (turn_ + 1) % bots_.size();
    if (bot->link->answers_at_once()) continue;
    SendTo(*bot);
    if (thinks(bot)) return;
  }
}

bool Referee::Start(BotState& bot) {
  const absl::Status status = bot.link->Start();
  if (!status.ok()) {
    GiveUp(bot.league_bot, {.verdict = Verdict::kStartFailure,
                            .detail = std::string(status.message())});
    return false;
  }
  bot.started = true;
  bot.queue.Begin(bot.link->limits(), config_.batches);
  return true;
}

void Referee::SendBatch(BotState& bot, std::size_t size) {
  std::vector<TableRef> tables;
  batch_.clear();
  while (batch_.size() < size && bot.queue.waiting()) {
    Prefetch(slots_[bot.queue.Coming(kPrefetched).slot]);
    const TableRef ref = bot.queue.Take();
    const Slot* slot = Find(ref);
    if (slot == nullptr) {  // its unit was forfeited
      bot.queue.Cancelled();
      continue;
    }
    batch_.push_back(
        {.id = bot.queue.next_id() + static_cast<std::uint32_t>(tables.size()),
         .ruleset = slot->unit->result.unit.ruleset,
         .seen = slot->table().Observe(),
         .limit = config_.time.Limit(
             slot->time_left[static_cast<std::size_t>(slot->table().bot())])});
    tables.push_back(ref);
  }
  if (batch_.empty()) return;
  const Clock::time_point now = clock_.At(Clock::now());
  if (bot.queue.idle()) bot.thinking.Begin(now);
  bot.queue.Sent(std::move(tables), now);
  bot.link->Send(batch_);
}

bool Referee::CollectEvents() {
  events_.clear();
  if (links_.waiter != nullptr) links_.waiter->Poll();
  const Clock::time_point now = Clock::now();
  clock_.Look(now);
  for (const auto& bot : bots_) {
    if (!bot->started) continue;
    const std::size_t before = events_.size();
    bot->link->Collect(now, events_);
    const std::size_t events = events_.size() - before;
    if (events == 0 || !bot->has_budget) continue;
    bot->share = bot->thinking.Share(clock_.looked(), events);
  }
  // Handling an event may restart a bot: events of its old process follow
  // only before its failure, so none is stale.
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (i + kPrefetched < events_.size()) PrefetchFor(events_[i + kPrefetched]);
    const BotEvent& event = events_[i];
    BotState& bot = *bots_[static_cast<std::size_t>(event.link)];
    if (!bot.started) continue;
    if (event.verdict == Verdict::kNormal) {
      HandleAnswer(bot, event);
    } else {
      HandleFailure(bot, event);
    }
  }
  return !events_.empty();
}

void Referee::PrefetchFor(const BotEvent& event) const {
  DecisionQueue& queue = bots_[static_cast<std::size_t>(event.link)]->queue;
  const std::optional<TableRef> table = queue.TableOf(event.id);
  if (table) Prefetch(slots_[table->slot]);
}

void Referee::HandleAnswer(BotState& bot, const BotEvent& event) {
  const std::optional<DecisionQueue::Answered> answered =
      bot.queue.Answer(event.id, clock_.looked());
  if (!answered) {
    BotEvent failure = event;
    failure.verdict = Verdict::kProtocolError;
    failure.detail =
        absl::StrFormat("answered decision %d, which is not open", event.id);
    bot.link->Stop();
    HandleFailure(bot, failure);
    return;
  }
  Slot* slot = Find(answered->table);
  if (bot.has_budget && !Charge(bot, slot)) return;
  if (slot == nullptr) return;
  ++slot->unit->result.decisions;
  slot->time_left[static_cast<std::size_t>(slot->table().bot())] +=
      config_.time.increment - answered->took;
  const bool known = event.action < static_cast<std::uint32_t>(kActions);
  if (known && slot->table().Apply(Action(static_cast<int>(event.action)))) {
    return Advance(answered->table.slot);
  }
  BotEvent failure = event;
  failure.verdict = Verdict::kIllegalAction;
  failure.detail =
      "answered " + AnswerText(slot->table().Observe(), event.action);
  RecordFault(slot, bot.league_bot, failure, /*forfeits=*/true, *slot->unit);
  ForfeitTable(answered->table.slot, bot.league_bot);
}

// Charges the time that the bot has thought about an answer to the unit of
// `slot`; an answer that comes too late for any goes to the oldest unit that
// the bot has still to play, so that no time is free. Returns false if that is
// more than the budget, and the unit is forfeited. Requires: bot.has_budget.
bool Referee::Charge(const BotState& bot, const Slot* slot) {
  OpenUnit* unit = slot != nullptr ? slot->unit : OldestUnitOf(bot.league_bot);
  if (unit == nullptr) return true;
  Clock::duration& thought =
      unit->thought[static_cast<std::size_t>(bot.league_bot)];
  thought += bot.share;
  if (thought <= config_.time.unit_budget) return true;
  RecordFault(nullptr, bot.league_bot,
              {.verdict = Verdict::kTimeout,
               .detail = config_.time.OverBudget(thought)},
              /*forfeits=*/true, *unit);
  ForfeitUnit(*unit, bot.league_bot);
  return false;
}

Referee::OpenUnit* Referee::OldestUnitOf(int league_bot) const {
  for (const auto& unit : units_) {
    if (unit->PairingBot(league_bot) >= 0) return unit.get();
  }
  return nullptr;
}

// The bot has failed and is stopped. If one decision was open, that one is to
// blame; if several were, they are asked again one at a time, which finds the
// offender or, when the failure does not come again, shows that there is none.
// Failures without an offender cost nothing, but only so many are tolerated.
void Referee::HandleFailure(BotState& bot, const BotEvent& event) {
  bot.started = false;
  const std::vector<TableRef> unanswered = bot.queue.TakeOpen();
  std::vector<TableRef> open = unanswered;
  std::erase_if(open, [this](TableRef ref) { return Find(ref) == nullptr; });
  if (open.size() == 1) {
    Slot* slot = Find(open[0]);
    bot.queue.FoundOffender();
    RecordFault(slot, bot.league_bot, event, /*forfeits=*/true, *slot->unit);
    ForfeitTable(open[0].slot, bot.league_bot);
    return;
  }
  if (OpenUnit* unit = OldestUnitOf(bot.league_bot)) {
    RecordFault(nullptr, bot.league_bot, event, /*forfeits=*/false, *unit);
  }
  if (open.empty()) {
    if (!unanswered.empty()) bot.queue.Cancelled();
    bot.queue.CountUnattributedFailure();
  } else {
    bot.queue.RetryOneByOne(open);
  }
  if (bot.queue.unattributed_failures() <= config_.recover) return;
  BotEvent last = event;
  last.detail = absl::StrFormat(
      "failed %d times without an offending decision, at most %d are "
      "tolerated; last: %s",
      bot.queue.unattributed_failures(), config_.recover, event.detail);
  GiveUp(bot.league_bot, last);
}

// The bot is of no use here: it forfeits all that it still has to play.
void Referee::GiveUp(int league_bot, const BotEvent& why) {
  for (const auto& bot : bots_) {
    if (bot->league_bot != league_bot) continue;
    bot->given_up = true;
    bot->queue.DropWaiting();
  }
  std::vector<OpenUnit*> lost;
  for (const auto& unit : units_) {
    if (unit->result.unit.TeamOf(league_bot) >= 0) lost.push_back(unit.get());
  }
  for (OpenUnit* unit : lost) {
    RecordFault(nullptr, league_bot, why, /*forfeits=*/true, *unit);
    ForfeitUnit(*unit, league_bot);
  }
}

void Referee::RecordFault(const Slot* slot, int league_bot,
                          const BotEvent& event, bool forfeits,
                          OpenUnit& unit) {
  Fault fault = FaultOf(unit.result.unit, league_bot, event, forfeits);
  if (slot != nullptr) {
    fault.item += slot->item;
    fault.seating = slot->seating;
    AddDecision(*unit.rules, slot->table(), fault);
  }
  unit.result.faults.push_back(std::move(fault));
}

}  // namespace couillon::arena
