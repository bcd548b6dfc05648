#include "engine/rules/compiler.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/deal_limits.h"
#include "engine/rules/deal_plan.h"
#include "engine/rules/trump_order.h"

namespace couillon {
namespace {

// Checks of the knobs of a ruleset. deal_plan.h checks whether its script can
// be dealt.

constexpr int kMostGamePoints = 100;

absl::Status Wrong(const std::string& field, const std::string& found,
                   const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s is %s; expected %s", field, found, expected));
}

absl::Status CheckRange(const char* field, int value, int least, int most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return Wrong(field, absl::StrFormat("%d", value),
               absl::StrFormat("%d to %d", least, most));
}

// A knob with its name and the range in which it makes sense.
struct Range {
  const char* field;
  int value;
  int least;
  int most;
};

absl::Status CheckRanges(const std::vector<Range>& ranges) {
  for (const Range& range : ranges) {
    RETURN_IF_ERROR(
        CheckRange(range.field, range.value, range.least, range.most));
  }
  return absl::OkStatus();
}

absl::Status CheckPack(const TableRules& table) {
  if (table.ranks.empty()) {
    return Wrong("table.ranks", "empty", "ranks from the highest down");
  }
  std::uint32_t seen = 0;
  for (const Rank rank : table.ranks) {
    const std::uint32_t bit = 1U << static_cast<int>(rank);
    if ((seen & bit) != 0) {
      return Wrong("table.ranks", absl::StrFormat("%c twice", FormatRank(rank)),
                   "each rank once");
    }
    seen |= bit;
  }
  if (table.card_points.size() != table.ranks.size()) {
    return Wrong(
        "table.card_points",
        absl::StrFormat("%d numbers", table.card_points.size()),
        absl::StrFormat("one for each of %d ranks", table.ranks.size()));
  }
  for (const int worth : table.card_points) {
    RETURN_IF_ERROR(CheckRange("table.card_points", worth, 0, 15));
  }
  for (const Card card : table.removed) {
    if ((seen & (1U << static_cast<int>(card.rank()))) == 0) {
      return Wrong("table.removed_cards", FormatCard(card),
                   "cards of a rank in table.ranks");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckTable(const TableRules& table) {
  RETURN_IF_ERROR(CheckRanges({{"table.players", table.players, 2, kMaxSeats},
                               {"table.sides", table.sides, 2, kMaxSides}}));
  if (table.players % table.sides != 0) {
    return Wrong("table.sides", absl::StrFormat("%d", table.sides),
                 absl::StrFormat("a divisor of the %d players", table.players));
  }
  if (table.layout == Layout::kDummy) {
    RETURN_IF_ERROR(
        CheckRanges({{"table.dummy_seat", table.dummy, 0, table.players - 1},
                     {"table.dummy_controller", table.dummy_controller, 0,
                      table.players - 1}}));
    if (table.dummy == table.dummy_controller ||
        table.dummy % table.sides != table.dummy_controller % table.sides) {
      return Wrong("table.dummy_controller",
                   absl::StrFormat("%d", table.dummy_controller),
                   absl::StrFormat("a partner of seat %d", table.dummy));
    }
  }
  return CheckPack(table);
}

absl::Status CheckSpecial(const SpecialRules& special,
                          const TableRules& table) {
  const CardSet deck = DeckOf(table);
  CardSet promoted;
  for (const Card card : special.permanent_trumps) {
    if (!deck.Has(card) || promoted.Has(card)) {
      return Wrong("special.permanent_trumps", FormatCard(card),
                   "cards of the pack, each once");
    }
    promoted.Add(card);
  }
  if (!special.mit) return absl::OkStatus();
  if (!deck.Has(special.mit->card) || promoted.Has(special.mit->card)) {
    return Wrong("special.mit.card", FormatCard(special.mit->card),
                 "a card of the pack that is no permanent trump");
  }
  if (special.mit->re && !special.mit->kontra) {
    return Wrong("special.mit.re", "true without kontra",
                 "kontra, since Re answers it");
  }
  if (table.layout != Layout::kNone) {
    return Wrong("special.mit", "set", "no Mit' with cards laid out");
  }
  return absl::OkStatus();
}

absl::Status CheckScoring(const ScoringRules& scoring, int bonus_least) {
  return CheckRanges({
      {"scoring.win", scoring.win, 1, kMostGamePoints},
      {"scoring.vole", scoring.vole, 0, kMostGamePoints},
      {"scoring.mit", scoring.mit, 0, kMostGamePoints},
      {"scoring.kontra", scoring.kontra, 0, kMostGamePoints},
      {"scoring.re", scoring.re, 0, kMostGamePoints},
      {"scoring.maker_loss", scoring.maker_loss, 0, kMostGamePoints},
      {"scoring.maker_loss_if_mit", scoring.maker_loss_if_mit, 0,
       kMostGamePoints},
      {"scoring.maker_loss_on_tie", scoring.maker_loss_on_tie, 0,
       kMostGamePoints},
      {"scoring.tie_both", scoring.tie_both, 0, kMostGamePoints},
      {"scoring.makers_must_exceed", scoring.makers_must_exceed, 0, 480},
      {"scoring.bonus_units", scoring.bonus_units, bonus_least,
       kMostGamePoints},
  });
}

absl::Status CheckMatch(const MatchRules& match) {
  RETURN_IF_ERROR(CheckRanges({
      {"match.cows_to_win", match.cows_to_win, 1, 100},
      {"match.fixed_deals", match.fixed_deals, 0, kMostDealsOfAMatch},
      {"match.max_deals", match.max_deals, 0, kMostDealsOfAMatch},
  }));
  if (match.targets.empty()) {
    return Wrong("match.targets", "empty", "one number for each cow");
  }
  for (const int target : match.targets) {
    RETURN_IF_ERROR(CheckRange("match.targets", target,
                               match.fixed_deals > 0 ? 0 : 1, 1000));
  }
  return absl::OkStatus();
}

// Returns InvalidArgument with the field, its value and what was expected if a
// knob is out of range or contradicts another.
absl::Status CheckKnobs(const Ruleset& ruleset) {
  RETURN_IF_ERROR(CheckTable(ruleset.table));
  RETURN_IF_ERROR(CheckSpecial(ruleset.special, ruleset.table));
  const bool carries =
      ruleset.scoring.bonus_on_tie || ruleset.scoring.bonus_on_abandon;
  RETURN_IF_ERROR(CheckScoring(ruleset.scoring, carries ? 1 : 0));
  return CheckMatch(ruleset.match);
}

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
