#include "arena/table/referee/referee.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "arena/table/outcome.h"
#include "arena/table/referee/decision_stage.h"
#include "arena/table/referee/prefetch.h"
#include "arena/table/referee/table_demand.h"
#include "arena/table/referee/table_results.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_forfeit.h"
#include "arena/table/verdict.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"

namespace couillon::arena {
namespace {

constexpr Clock::duration kPollInterval = std::chrono::milliseconds(20);
constexpr std::size_t kDuePrefetched = 8;  // tables ahead

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
    if (plan_.LinksOf(league_bot) > 1) in_cohorts_ = true;
    for (int of_bot = 0; of_bot < plan_.LinksOf(league_bot); ++of_bot) {
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
  while (!stop.load(std::memory_order_relaxed)) {
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
    unit->deals.PacksOf(unit->rules->deck, next->first_item, unit->packs);
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
  // Whether later tables failed too depends on the order of the questions.
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

}  // namespace couillon::arena
