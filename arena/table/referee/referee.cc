// Four parts of one class: units and cohorts of tables; batches, answers and
// attribution of faults; the bots inside the referee, played in slices;
// thinking time and budgets.

#include "arena/table/referee/referee.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/table/outcome.h"
#include "arena/table/question_text.h"
#include "arena/table/referee/bundled_link.h"
#include "arena/table/referee/decision_stage.h"
#include "arena/table/referee/played_results.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_forfeit.h"
#include "arena/table/unit/unit_tally.h"
#include "arena/table/verdict.h"
#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"

namespace couillon::arena {
namespace {

// Prefetches memory that is needed soon.

// Prefetches all of `object` into the cache. Has no other effect.
template <typename Object>
void Prefetch(const Object& object) {
  constexpr std::size_t kCacheLine = 64;  // bytes
  const char* const begin = reinterpret_cast<const char*>(&object);
  for (std::size_t at = 0; at < sizeof(Object); at += kCacheLine) {
    __builtin_prefetch(begin + at);
  }
}

// Prefetches the cache line in which `value` begins.
template <typename Value>
void PrefetchLine(const Value& value) {
  __builtin_prefetch(&value);
}

// The number of tables that the referee of a worker keeps open.

// Enough that every bot finds a full batch while others think. `decisions` go
// into the next message of each bot that is waited for, summed over those bots.
[[nodiscard]] constexpr std::size_t TablesFor(std::size_t decisions) {
  constexpr std::size_t kMin = 16;
  constexpr std::size_t kMax = 4096;
  // If all bots answer at once: a few tables, which stay in the cache.
  constexpr std::size_t kAtOnce = 128;
  if (decisions == 0) return kAtOnce;
  return std::clamp(3 * decisions, kMin, kMax);
}

// The same where tables wait for each other in cohorts. All links are asked at
// once then, so a batch for each is enough; few tables could not hide each
// other, and too many do not fit into the cache.
inline constexpr std::size_t kMinOfACohort = 64;

[[nodiscard]] constexpr std::size_t TablesInCohorts(std::size_t decisions) {
  constexpr std::size_t kMax = 8192;
  return std::clamp(decisions, kMinOfACohort, kMax);
}

constexpr Clock::duration kPollInterval = std::chrono::milliseconds(20);
constexpr std::size_t kDuePrefetched = 8;  // tables ahead

// A fault as it is kept with the result of its unit.

// The fault of a bot in a unit that `event` reports, without a decision.
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

// Adds the decision that is due at the table, at which the fault happened.
void AddDecision(const CompiledRules& rules, const Table& table, Fault& fault) {
  const Observation seen = table.Observe();
  fault.seat = table.position().seat();
  fault.detail += "; asked: " + ShortQuestionText(seen);
  fault.question = SerializedQuestion(rules, seen);
}

using BotPhase = BotState::Phase;

// Prefetch distance, in decisions: of a thousand tables only few are cached.
constexpr std::size_t kPrefetched = 6;

// The time that bundled bots may decide before the others are asked and heard.
constexpr Clock::duration kMaxAtOnce = std::chrono::milliseconds(20);

}  // namespace

Referee::Referee(const RefereeConfig& config, BotLinks links, NextUnit next,
                 FinishUnit finish)
    : config_(config),
      links_(std::move(links)),
      plan_(config.divided.empty()
                ? std::vector<bool>(links_.links.size(), false)
                : config.divided,
            config.rules, config.teams),
      disguise_(config.relabelled, config.rules),
      next_unit_(std::move(next)),
      finish_unit_(std::move(finish)),
      clock_(*config.clock) {
  COUILLON_CHECK(static_cast<int>(links_.links.size()) == plan_.links());
  for (int number = 0; number < plan_.bots(); ++number) {
    const auto league_bot = BotIndex(number);
    if (plan_.CountLinks(league_bot) > 1) in_cohorts_ = true;
    for (int of_bot = 0; of_bot < plan_.CountLinks(league_bot); ++of_bot) {
      auto bot = std::make_unique<BotState>();
      bot->league_bot = league_bot;
      bot->link = links_.links[bots_.size()].get();
      bot->bundled = bot->link->bundled();
      bot->sees_all_cards =
          bot->bundled != nullptr && bot->bundled->sees_all_cards();
      bot->relabelled = disguise_.Relabels(league_bot);
      bot->time = config.time;
      bot->batches = config.batches;
      if (!config.own_time.empty()) {
        const OwnTime& own = config.own_time[static_cast<std::size_t>(number)];
        bot->time = own.time;
        bot->batches.target = own.target;
      }
      bot->has_budget =
          bot->time.unit_budget.count() > 0 && bot->bundled == nullptr;
      if (bot->bundled == nullptr) waited_for_.push_back(bot.get());
      bots_.push_back(std::move(bot));
    }
  }
}

Referee::~Referee() {
  for (const auto& link : links_.links) link->Stop();
}

std::vector<BotUsage> Referee::Finish() {
  std::vector<BotUsage> usage(static_cast<std::size_t>(plan_.bots()));
  for (const auto& bot : bots_) bot->link->Stop();
  for (const auto& bot : bots_) {
    usage[static_cast<std::size_t>(bot->league_bot)] += bot->link->Finish();
  }
  return usage;
}

void Referee::Run(const std::atomic<bool>& stop) {
  while (!stop.load(std::memory_order_relaxed) && !unstartable_) {
    DropLostUnits();
    ResumePostponed();
    OpenTables();
    if (open_tables_ == 0 && units_.empty() && !more_units_) return;
    const bool decided = DecideHere(stop);
    AskDue();
    SendBatches();
    const bool collected = CollectEvents();
    if (config_.budgets != nullptr) EnforceBudgets();
    if (decided || collected || open_tables_ == 0) continue;
    COUILLON_CHECK(links_.waiter != nullptr);
    links_.waiter->Wait(kPollInterval);
  }
}

// Enough tables that every bot finds a full batch while others think.
std::size_t Referee::TablesWanted() const {
  std::size_t waited_for = 0;
  for (const BotState* bot : waited_for_) waited_for += bot->queue.batch();
  return in_cohorts_ ? TablesInCohorts(waited_for) : TablesFor(waited_for);
}

// Units under way of a bot that has been disqualified meanwhile.
void Referee::DropLostUnits() {
  if (!config_.disqualified_bot) return;
  std::vector<OpenUnit*> lost;
  for (const auto& unit : units_) {
    if (config_.disqualified_bot(unit->result.unit)) {
      lost.push_back(unit.get());
    }
  }
  for (OpenUnit* unit : lost) {
    const std::optional<BotIndex> disqualified =
        config_.disqualified_bot(unit->result.unit);
    if (disqualified) ForfeitUnit(*unit, *disqualified);
  }
}

void Referee::OpenTables() {
  const std::size_t wanted = TablesWanted();
  while (TablesUnderWay() < wanted) {
    OpenUnit* unit = nullptr;
    for (const auto& open : units_) {
      if (open->cohort->postponed) continue;
      if (open->Needs(open->opened)) unit = open.get();
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
      config_.is_match, config_.deals->Of(*next), config_.max_faults);
  if (!config_.is_match) {
    unit->packs.resize(next->items);
    unit->deals.DealPacks(unit->rules->deck, next->first_item, unit->packs);
  }
  FindPlayers(*unit);
  JoinCohort(*unit);
  units_.push_back(std::move(unit));
  ForfeitAtOnce(*units_.back());
  return true;
}

void Referee::FindPlayers(OpenUnit& unit) const {
  const CompiledRules& rules = *unit.rules;
  const Unit& of = unit.result.unit;
  for (const Seating seating : Seatings(rules.sides)) {
    for (Seat seat = 0; seat < rules.players; ++seat) {
      const Team team =
          HolderOf(rules.sides, config_.teams, seating, rules.SideOf(seat));
      const LinkIndex link = plan_.LinkFor(of.BotAt(team, seat, rules.sides),
                                           of.ruleset, team, seating, seat);
      unit.players[static_cast<std::size_t>(seating)][seat] =
          bots_[static_cast<std::size_t>(link)].get();
    }
  }
}

// Forfeits a unit of a bot that plays no more: it is disqualified, its time is
// spent, or it was given up here.
void Referee::ForfeitAtOnce(OpenUnit& open) {
  const Unit& unit = open.result.unit;
  if (config_.disqualified_bot) {
    const std::optional<BotIndex> bot = config_.disqualified_bot(unit);
    if (bot) return ForfeitUnit(open, *bot);
  }
  if (config_.budgets != nullptr) {
    const std::optional<BotIndex> bot = config_.budgets->SpentIn(unit);
    if (bot) return ForfeitSpent(open, *bot);
  }
  for (const BotState* bot : waited_for_) {
    if (bot->given_up && unit.Has(bot->league_bot)) {
      return ForfeitUnit(open, bot->league_bot);
    }
  }
}

void Referee::OpenNextTable(OpenUnit& unit) {
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.push_back(std::make_unique<TableSlot>());
  }
  const std::uint32_t at = free_slots_.back();
  free_slots_.pop_back();
  TableSlot& slot = *slots_[at];
  const auto seatings = static_cast<std::uint32_t>(unit.tally.seatings());
  slot.unit = &unit;
  slot.item = unit.opened / seatings;
  slot.seating = static_cast<Seating>(unit.opened % seatings);
  slot.time_left.Fill(config_.time.budget);
  if (!config_.own_time.empty()) {
    for (const Team team : kAllTeams) {
      for (const BotIndex bot : unit.result.unit.teams[team]) {
        slot.time_left[team] =
            config_.own_time[static_cast<std::size_t>(bot)].time.budget;
      }
    }
  }
  slot.order = tables_opened_++;
  ++unit.opened;
  ++open_tables_;
  const TableSpec spec{.rules = unit.rules,
                       .deals = &unit.deals,
                       .item = unit.result.unit.first_item + slot.item,
                       .seating = slot.seating,
                       .teams = config_.teams,
                       .is_match = config_.is_match,
                       .coupled = config_.coupled,
                       .record = config_.record_deals,
                       .kinds = unit.tally.deal_kinds()};
  if (config_.is_match) {
    slot.open_table.emplace(spec);
  } else {
    slot.open_table.emplace(spec, unit.packs[slot.item]);
  }
  Advance(at);
}

// A unit joins the cohort of the unit before it while that one is too small to
// fill the batches, and for its tables to hide each other.
void Referee::JoinCohort(OpenUnit& unit) {
  for (const auto& other : units_) {
    if (!other->cohort->postponed) unit.cohort = other->cohort;
  }
  std::size_t tables = 0;
  for (const auto& other : units_) {
    if (other->cohort == unit.cohort) tables += other->tally.left();
  }
  if (unit.cohort == nullptr || tables >= TablesWanted()) {
    unit.cohort = std::make_shared<Cohort>();
  }
}

// Queues the decisions of each cohort in which none is open.
void Referee::AskDue() {
  for (const auto& unit : units_) {
    Cohort& cohort = *unit->cohort;
    if (cohort.asked > 0 || cohort.due.empty() || cohort.postponed) continue;
    std::ranges::sort(cohort.due, {}, &Cohort::Due::order);
    for (std::size_t i = 0; i < cohort.due.size(); ++i) {
      const Cohort::Due& later =
          cohort.due[std::min(i + kDuePrefetched, cohort.due.size() - 1)];
      PrefetchLine(slots_[later.decision.table.slot]->generation);
      const Cohort::Due& due = cohort.due[i];
      TableSlot* slot = Find(due.decision.table);
      if (slot == nullptr) continue;  // its unit was forfeited
      slot->asked = true;
      ++cohort.asked;
      due.bot->queue.Add(due.decision);
    }
    cohort.due.clear();
  }
}

// The decision of the table is answered, or will not be.
void Referee::Settle(TableSlot& slot) {
  if (std::exchange(slot.asked, false)) --slot.unit->cohort->asked;
}

// Queues the decision that is due, or closes the table. A cohort waits for
// bundled bots as for all others.
void Referee::Advance(std::uint32_t at) {
  TableSlot& slot = *slots_[at];
  Settle(slot);
  if (slot.table().done()) {
    const Outcome outcome = slot.table().outcome();
    return CloseTable(at, outcome);
  }
  const TableRef ref = {.slot = at, .generation = slot.generation};
  BotState& bot = slot.player();
  if (bot.bundled != nullptr) {
    slot.asked = true;
    ++slot.unit->cohort->asked;
    due_here_.push_back(ref);
    return;
  }
  const DueDecision due = {.table = ref,
                           .stage = StageOf(slot.table().position())};
  if (in_cohorts_ || slot.unit->cohort->postponed) {
    slot.unit->cohort->due.push_back(
        {.order = slot.order, .bot = &bot, .decision = due});
  } else {
    bot.queue.Add(due);
  }
}

void Referee::CloseTable(std::uint32_t at, const Outcome& outcome) {
  TableSlot& slot = *slots_[at];
  OpenUnit& unit = *slot.unit;
  unit.tally.Count(slot.item, slot.seating, outcome);
  unit.outcomes.push_back(outcome);
  if (config_.record_deals) {
    unit.result.records.push_back(
        {.item = unit.result.unit.first_item + slot.item,
         .seating = slot.seating,
         .deals = slot.table().actions(),
         .outcome = outcome});
  }
  Release(at);
  FinishIfDone(unit);
}

void Referee::Release(std::uint32_t at) {
  TableSlot& slot = *slots_[at];
  Settle(slot);
  slot.open_table.reset();
  slot.unit = nullptr;
  slot.excused = 0;
  ++slot.generation;
  free_slots_.push_back(at);
  --open_tables_;
}

TableSlot* Referee::Find(TableRef ref) {
  TableSlot& slot = *slots_[ref.slot];
  return slot.generation == ref.generation ? &slot : nullptr;
}

void Referee::FinishIfDone(OpenUnit& unit) {
  if (const auto& loss = unit.faults.loss()) {
    return ForfeitIfSettled(unit, loss->bot);
  }
  if (!unit.tally.complete()) return;
  unit.result.outcome = unit.tally.Outcomes();
  std::ranges::sort(unit.result.records, {}, [](const DealOfUnit& deal) {
    return std::pair(deal.item, deal.seating);
  });
  SendResults(unit);
  Close(unit, std::move(unit.result));
}

void Referee::SendResults(const OpenUnit& unit) {
  for (BotState* bot : waited_for_) {
    if (bot->phase != BotState::Phase::kReady) continue;
    if (!bot->link->limits().wants_results) continue;
    const std::optional<Team> team = unit.result.unit.TeamOf(bot->league_bot);
    if (!team) continue;
    bot->link->SendResults(unit.result.unit.ruleset,
                           ResultsFor(*team, unit.outcomes));
  }
}

void Referee::ForfeitTable(std::uint32_t at, BotIndex league_bot) {
  TableSlot const& slot = *slots_[at];
  OpenUnit& unit = *slot.unit;
  const std::optional<Team> team = unit.result.unit.TeamOf(league_bot);
  COUILLON_CHECK(team.has_value());
  unit.faults.Add(unit.TableNumber(slot.item, slot.seating), *team, league_bot);
  CloseTable(
      at, ForfeitOutcome(*unit.rules, config_.is_match, *team, config_.teams));
}

// Too many tables of the unit are forfeited: later ones are not needed. Tables
// before that are played to the end, since another bot may turn out to have
// failed too often at earlier ones.
void Referee::ForfeitIfSettled(OpenUnit& unit, BotIndex loser) {
  bool settled = true;
  for (std::uint32_t at = 0; at < slots_.size(); ++at) {
    const TableSlot& slot = *slots_[at];
    if (slot.unit != &unit) continue;
    if (unit.Needs(unit.TableNumber(slot.item, slot.seating))) {
      settled = false;
    } else {
      Release(at);
    }
  }
  if (!settled) return;
  // Failures of later tables depend on the order of the questions.
  std::erase_if(unit.result.faults, [&unit](const Fault& fault) {
    const std::uint64_t item = fault.item - unit.result.unit.first_item;
    const std::uint32_t table =
        unit.TableNumber(static_cast<std::uint32_t>(item), fault.seating);
    return fault.forfeits && !unit.Needs(table);
  });
  ForfeitUnit(unit, loser);
}

void Referee::ForfeitUnit(OpenUnit& unit, BotIndex league_bot) {
  for (std::uint32_t at = 0; at < slots_.size(); ++at) {
    if (slots_[at]->unit == &unit) Release(at);
  }
  UnitResult lost =
      ForfeitedUnit(unit.result.unit, *unit.rules, config_.is_match,
                    config_.record_deals, league_bot);
  lost.faults = std::move(unit.result.faults);
  Close(unit, std::move(lost));
}

void Referee::Close(const OpenUnit& unit, UnitResult result) {
  std::erase_if(units_,
                [&unit](const auto& open) { return open.get() == &unit; });
  finish_unit_(std::move(result));
}

// The referee's bots: what they are asked, what comes back, and who is to
// blame.

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
  SetFailedStarts(bot.league_bot, 0);
  bot.queue.Begin(bot.link->limits(), bot.batches,
                  plan_.CountLinks(bot.league_bot) > 1);
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
    Prefetch(*slots_[bot.queue.Peek(kPrefetched).slot]);
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
  // Beyond the limit of a decision it was loading, within its start limit.
  if (!std::exchange(bot.has_begun, true) && bot.time.move.count() > 0) {
    bot.share = std::min(bot.share, bot.time.move);
  }
  if (bot.has_budget && !Charge(bot, slot)) return;
  if (slot == nullptr) return;
  slot->excused = 0;
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
  RecordFault(&slot, league_bot, event, /*forfeits=*/true, slot.unit);
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
      /*forfeits=*/true, unit);
  ForfeitUnit(*unit, bot.league_bot);
  return false;
}

OpenUnit* Referee::OldestUnitOf(BotIndex league_bot) const {
  for (const auto& unit : units_) {
    if (unit->result.unit.Has(league_bot)) return unit.get();
  }
  return nullptr;
}

// The decisions that were open when a bot failed decide who is to blame; the
// fault is known when the bot has ended.
void Referee::HandleEnding(BotState& bot) {
  if (bot.phase != BotPhase::kReady) return;
  bot.phase = BotPhase::kEnding;
  bot.has_begun = true;
  bot.open = bot.queue.TakeOpen();
  bot.unanswered = bot.open.size();
  std::erase_if(bot.open, [this](const DueDecision& due) {
    return Find(due.table) == nullptr;
  });
}

// The bot has failed and is stopped. If one decision was open, that one is to
// blame; if several were, they are asked again one at a time, which finds the
// offender or, when the failure does not come again, shows that there is none.
// Failures without an offender cost nothing, but their number is limited.
void Referee::HandleFailure(BotState& bot, const BotEvent& event) {
  HandleEnding(bot);
  const BotPhase before = std::exchange(bot.phase, BotPhase::kStopped);
  if (before == BotPhase::kStopped) return;
  if (before == BotPhase::kStarting) return HandleFailedStart(bot, event);
  const std::vector<DueDecision> open = std::exchange(bot.open, {});
  if (event.is_excused && AskAgainIfExcused(bot, open, event)) return;
  if (open.size() == 1) {
    TableSlot* slot = Find(open[0].table);
    bot.queue.FoundOffender();
    if (slot == nullptr) return;  // its unit was lost while the bot ended
    RecordFault(slot, bot.league_bot, event, /*forfeits=*/true, slot->unit);
    ForfeitTable(open[0].table.slot, bot.league_bot);
    return;
  }
  RecordFault(nullptr, bot.league_bot, event, /*forfeits=*/false,
              OldestUnitOf(bot.league_bot));
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

// Asks the open decisions again, unless one was asked too often. The tables are
// as they were: no bot gets other cards than those it has seen.
bool Referee::AskAgainIfExcused(BotState& bot,
                                const std::vector<DueDecision>& open,
                                const BotEvent& event) {
  const auto is_asked_again = [this](const DueDecision& due) {
    const TableSlot* slot = Find(due.table);
    return slot == nullptr || slot->excused < kMaxStallRetries;
  };
  if (open.empty() || !std::ranges::all_of(open, is_asked_again)) return false;
  for (const DueDecision& due : open) {
    TableSlot* slot = Find(due.table);
    if (slot != nullptr) ++slot->excused;
  }
  RecordFault(nullptr, bot.league_bot, event, /*forfeits=*/false,
              OldestUnitOf(bot.league_bot));
  bot.queue.AskAgain(open);
  return true;
}

// The bot has not seen the decisions that wait for it, so another attempt gives
// it nothing but its start. Other processes of it that are to be started wait
// for it, so that a bot that is never ready holds nobody up for long.
void Referee::HandleFailedStart(BotState& bot, const BotEvent& event) {
  if (!event.may_start_again) return GiveUp(bot.league_bot, event);
  const int attempts = bot.failed_starts + 1;
  BotEvent failed = event;
  failed.detail = absl::StrFormat("attempt %d of %d to start it: %s", attempts,
                                  1 + kMaxStartRetries, event.detail);
  if (attempts > kMaxStartRetries) {
    if (!event.is_excused) return GiveUp(bot.league_bot, failed);
    unstartable_ = {.bot = bot.league_bot, .why = failed.detail};
  }
  RecordFault(nullptr, bot.league_bot, failed, /*forfeits=*/false,
              OldestUnitOf(bot.league_bot));
  SetFailedStarts(bot.league_bot, attempts);
}

void Referee::SetFailedStarts(BotIndex league_bot, int attempts) {
  for (const auto& bot : bots_) {
    if (bot->league_bot != league_bot) continue;
    bot->failed_starts = attempts;
    if (attempts == 0 || bot->phase != BotPhase::kStarting) continue;
    bot->link->Stop();
    bot->phase = BotPhase::kStopped;
  }
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
    RecordFault(nullptr, league_bot, why, /*forfeits=*/true, unit);
    ForfeitUnit(*unit, league_bot);
  }
}

void Referee::RecordFault(const TableSlot* slot, BotIndex league_bot,
                          const BotEvent& event, bool forfeits,
                          OpenUnit* unit) {
  if (unit == nullptr) return;
  Fault fault = FaultOf(unit->result.unit, league_bot, event, forfeits);
  if (slot != nullptr) {
    fault.item += slot->item;
    fault.seating = slot->seating;
    AddDecision(*unit->rules, slot->table(), fault);
  }
  if (!event.stderr_file.empty()) {
    fault.detail += kWholeStderr + event.stderr_file;
  }
  unit->result.faults.push_back(std::move(fault));
}

// The referee and the bots that run inside it: a table is played as long as
// they decide, without messages and queues in between.

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
    slice.end = slice.clock->Now() + kMaxAtOnce;
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

// The observation that the bot is shown for the decision that is due.
Observation Referee::Seen(const BotState& bot, const TableSlot& slot) const {
  if (!bot.relabelled) return slot.table().Observe();
  return MapFor(bot, slot)(slot.table().Observe());
}

// The referee and the budgets of bots for the whole league: how long a worker
// waits for them, and what that costs.

// Charges the time since the last look to every bot with a process that was
// starting, ending or thinking: once, however many of its processes were.
void Referee::ChargeWaiting() {
  const Clock::time_point now = clock_.looked();
  waiting_since_.assign(static_cast<std::size_t>(plan_.bots()), now);
  for (const BotState* bot : waited_for_) {
    if (!bot->busy()) continue;
    Clock::time_point& since =
        waiting_since_[static_cast<std::size_t>(bot->league_bot)];
    since = std::min(since, std::max(bot->busy_since, charged_until_));
  }
  for (int bot = 0; bot < plan_.bots(); ++bot) {
    const Clock::time_point since =
        waiting_since_[static_cast<std::size_t>(bot)];
    if (since < now) config_.budgets->Add(BotIndex(bot), now - since);
  }
  charged_until_ = now;
}

void Referee::EnforceBudgets() {
  for (int number = 0; number < plan_.bots(); ++number) {
    const auto bot = BotIndex(number);
    if (!config_.budgets->IsOver(bot)) continue;
    if (config_.budgets->IsSpent(bot)) {
      EndSpent(bot);
    } else if (config_.postpones && !resumed_) {
      for (const auto& unit : units_) {
        if (unit->result.unit.Has(bot)) Postpone(*unit);
      }
    }
  }
}

// Ends a bot for which workers have waited too long, and forfeits its units.
void Referee::EndSpent(BotIndex league_bot) {
  bool given_up = true;
  for (const auto& bot : bots_) {
    if (bot->league_bot == league_bot && !bot->given_up) given_up = false;
  }
  if (given_up) return;
  GiveUp(league_bot, {.verdict = Verdict::kOverBudget,
                      .detail = config_.budgets->Detail(league_bot)});
  for (const auto& bot : bots_) {
    if (bot->league_bot != league_bot) continue;
    bot->link->Stop();
    bot->phase = BotState::Phase::kStopped;
    bot->open.clear();
    bot->queue.TakeOpen();
  }
}

void Referee::ForfeitSpent(OpenUnit& unit, BotIndex league_bot) {
  RecordFault(nullptr, league_bot,
              {.verdict = Verdict::kOverBudget,
               .detail = config_.budgets->Detail(league_bot)},
              /*forfeits=*/true, &unit);
  ForfeitUnit(unit, league_bot);
}

// No unit waits for a unit of a bot that is over its budget: its tables get a
// cohort of their own, and are asked again when nothing else is left here.
void Referee::Postpone(OpenUnit& unit) {
  if (unit.cohort->postponed) return;
  auto own = std::make_shared<Cohort>();
  own->postponed = true;
  std::erase_if(unit.cohort->due, [&](const Cohort::Due& due) {
    const TableSlot* slot = Find(due.decision.table);
    if (slot == nullptr || slot->unit != &unit) return false;
    own->due.push_back(due);
    return true;
  });
  for (const auto& slot : slots_) {
    if (slot->unit != &unit || !slot->asked) continue;
    --unit.cohort->asked;
    ++own->asked;
  }
  unit.cohort = std::move(own);
}

// Plays the postponed units if nothing else is left here.
void Referee::ResumePostponed() {
  if (more_units_) return;
  for (const auto& unit : units_) {
    if (!unit->cohort->postponed) return;
  }
  for (const auto& unit : units_) unit->cohort->postponed = false;
  resumed_ = true;
}

// The tables that are open and not postponed.
std::size_t Referee::TablesUnderWay() const {
  std::size_t postponed = 0;
  const bool any = std::ranges::any_of(
      units_, [](const auto& unit) { return unit->cohort->postponed; });
  if (!any) return open_tables_;
  for (const auto& slot : slots_) {
    if (slot->unit != nullptr && slot->unit->cohort->postponed) ++postponed;
  }
  return open_tables_ - postponed;
}

}  // namespace couillon::arena
