#include "engine/rules/compiler.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/deal_plan.h"
#include "engine/rules/ruleset_limits.h"
#include "engine/rules/trump_order.h"

namespace couillon {
namespace {

void FillTrumpTable(const Ruleset& ruleset, CardSet deck, Suit trump,
                    bool declared, TrumpTable& table) {
  const TrumpOrder order = OrderOfTrumps(ruleset, trump, declared);
  CardSet above;
  for (int i = 0; i < order.count; ++i) {
    const Card card = order.cards[static_cast<std::size_t>(i)];
    table.beaten_by[static_cast<std::size_t>(card.index())] = above;
    above.Add(card);
  }
  table.trumps = above;
  for (const Card card : table.trumps) {
    table.answers[static_cast<std::size_t>(card.index())] = table.trumps;
  }
  for (const Card card : deck & ~table.trumps) {
    const CardSet same = CardSet::OfSuit(card.suit()) & deck & ~table.trumps;
    table.answers[static_cast<std::size_t>(card.index())] = same;
    CardSet beaten_by = table.trumps;
    for (const Rank rank : ruleset.table.ranks) {  // from the highest
      const Card other(card.suit(), rank);
      if (other == card) break;
      if (same.Has(other)) beaten_by.Add(other);
    }
    table.beaten_by[static_cast<std::size_t>(card.index())] = beaten_by;
  }
}

CardSet If(bool condition, CardSet cards) {
  return condition ? cards : CardSet();
}

// Returns the duties after a lead of `card`.
Duty DutyAfter(const PlayRules& play, const TrumpTable& table, Card card) {
  Duty duty;
  duty.follow = table.answers[static_cast<std::size_t>(card.index())];
  duty.able = duty.follow;
  if (table.trumps.Has(card)) {
    duty.head_best = If(play.head_trump == Head::kBest, duty.follow);
    duty.head_previous = If(play.head_trump == Head::kPrevious, duty.follow);
    return duty;
  }
  duty.able |= If(play.trump_when_able, table.trumps);
  duty.must = If(play.must_trump_when_void, table.trumps);
  duty.ruff = table.trumps;
  duty.head_best = If(play.head_plain == Head::kBest, duty.follow);
  duty.head_previous = If(play.head_plain == Head::kPrevious, duty.follow);
  duty.overtrump = If(play.must_overtrump, table.trumps);
  return duty;
}

void FillDuties(const PlayRules& play, CardSet deck, TrumpTable& table) {
  for (const Card card : deck) {
    table.duties[static_cast<std::size_t>(card.index())] =
        DutyAfter(play, table, card);
  }
  Duty& none = table.duties[kNoDuty];
  none = Duty();
  none.follow = deck;
  none.able = deck;
}

// Fills the knobs that are copied or follow from other knobs.
void FillKnobs(const Ruleset& ruleset, CompiledRules& rules) {
  const TableRules& table = ruleset.table;
  rules.ruleset = ruleset;
  rules.deck = DeckOf(table);
  rules.players = static_cast<std::uint8_t>(table.players);
  rules.sides = static_cast<std::uint8_t>(table.sides);
  rules.pack_size = static_cast<std::uint8_t>(rules.deck.size());
  rules.step = static_cast<std::int8_t>(table.direction);
  rules.layout = table.layout;
  if (table.layout == Layout::kDummy) {
    rules.dummy = table.dummy;
    rules.dummy_controller = table.dummy_controller;
  }
  rules.lead_maker = ruleset.lead == Lead::kMaker;
  rules.has_mit = ruleset.special.mit.has_value();
  if (rules.has_mit) rules.mit = *ruleset.special.mit;
  rules.play = ruleset.play;
  rules.has_heading = rules.play.must_overtrump ||
                      rules.play.head_plain != Head::kNone ||
                      rules.play.head_trump != Head::kNone;
}

void FillSeats(CompiledRules& rules) {
  const int players = rules.players;
  for (std::size_t seat = 0; seat < rules.players; ++seat) {
    int turn = static_cast<int>(seat);
    for (Seat& after : rules.turn_order[seat]) {
      after = static_cast<Seat>(turn);
      turn = (turn + rules.step + players) % players;
    }
    rules.side_of[seat] = static_cast<Side>(seat % rules.sides);
  }
}

void FillCardPoints(const TableRules& table, CompiledRules& rules) {
  for (std::size_t i = 0; i < table.ranks.size(); ++i) {
    for (int suit = 0; suit < kSuits; ++suit) {
      const Card card(static_cast<Suit>(suit), table.ranks[i]);
      rules.card_points[static_cast<std::size_t>(card.index())] =
          static_cast<std::uint8_t>(table.card_points[i]);
    }
  }
}

void FillTrumpTables(const Ruleset& ruleset, CompiledRules& rules) {
  for (int suit = 0; suit < kSuits; ++suit) {
    for (const bool declared : {false, true}) {
      TrumpTable& table = rules.tables[static_cast<std::size_t>(suit)]
                                      [static_cast<std::size_t>(declared)];
      FillTrumpTable(ruleset, rules.deck, static_cast<Suit>(suit), declared,
                     table);
      FillDuties(rules.play, rules.deck, table);
    }
  }
}

}  // namespace

absl::StatusOr<CompiledRules> CompileRules(const Ruleset& ruleset) {
  RETURN_IF_ERROR(CheckKnobs(ruleset));
  CompiledRules rules;
  FillKnobs(ruleset, rules);
  FillSeats(rules);
  FillCardPoints(ruleset.table, rules);
  RETURN_IF_ERROR(PlanDeal(ruleset, rules));
  FillTrumpTables(ruleset, rules);
  return rules;
}

}  // namespace couillon
