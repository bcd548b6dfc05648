// Seats, tricks, calls and results, and why a card is refused.

#include "arena/front/play_web/table_json.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "arena/table/person/hand_order.h"
#include "arena/table/verdict.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/play/observation.h"
#include "engine/rules/ruleset.h"

namespace couillon::arena {
namespace {

// Why a card may not be played now.

enum class CardRefusal : std::uint8_t {
  kFollow,    // the hand has cards that answer the lead
  kHead,      // a card that answers the lead has to beat one on the table
  kTrump,     // the hand cannot follow, and has trumps
  kOvertrump  // a trump has to beat the one on the table
};

CardRefusal RefusalOf(const Duty& duty, CardSet hand, Card card) {
  if ((hand & duty.follow).empty()) {
    return duty.must.Has(card) || duty.ruff.Has(card) ? CardRefusal::kOvertrump
                                                      : CardRefusal::kTrump;
  }
  if (duty.follow.Has(card)) return CardRefusal::kHead;
  return duty.able.Has(card) && duty.ruff.Has(card) ? CardRefusal::kOvertrump
                                                    : CardRefusal::kFollow;
}

// "follow", "head", "trump", "overtrump".
std::string_view RefusalName(CardRefusal refusal) {
  switch (refusal) {
    case CardRefusal::kFollow:
      return "follow";
    case CardRefusal::kHead:
      return "head";
    case CardRefusal::kTrump:
      return "trump";
    case CardRefusal::kOvertrump:
      return "overtrump";
  }
  return "";
}

// The cards of the seat whose card is due that are not legal, each with the
// duty that forbids it. Empty unless a card is due.
std::vector<std::pair<Card, CardRefusal>> RefusedCards(
    const Position& position) {
  std::vector<std::pair<Card, CardRefusal>> refused;
  const std::optional<Suit> trump = position.trump();
  if (!trump || position.phase() != Phase::kPlay || position.trick().empty()) {
    return refused;
  }
  const CompiledRules& rules = position.rules();
  const TrumpTable& table =
      rules.tables[static_cast<std::size_t>(*trump)]
                  [position.mit_seat() == kNoSeat ? 0 : 1];
  const auto lead = static_cast<std::size_t>(position.trick().front().index());
  const CardSet hand = position.hand(position.seat());
  for (const Card card : hand & ~position.LegalActions().cards()) {
    refused.emplace_back(card, RefusalOf(table.duties[lead], hand, card));
  }
  return refused;
}

template <typename Cards>
Json CardsJson(const Cards& cards) {
  Json json = Json::array();
  for (const Card card : cards) json.push_back(FormatCard(card));
  return json;
}

// As a player holds them.
std::vector<Card> InOrder(const Position& position, CardSet cards) {
  Observation seen;
  seen.trump = position.trump();
  seen.mit_seat = position.mit_seat();
  std::vector<Card> ordered;
  for (const HandGroup& group : OrderHand(position.rules(), seen, cards)) {
    ordered.insert(ordered.end(), group.cards.begin(), group.cards.end());
  }
  return ordered;
}

Json SeatJson(const Position& position, const Viewer& viewer,
              const SeenSeat& of_seat, Seat seat) {
  Json json;
  json["cards"] = Json::array();
  for (const Card card : InOrder(position, of_seat.cards)) {
    json["cards"].push_back(
        {{"card", FormatCard(card)}, {"over", of_seat.over.Has(card)}});
  }
  json["hidden"] = of_seat.hidden;
  json["calls"] = Json::array();
  for (const auto& [by, call] : viewer.said) {
    if (by == seat) json["calls"].push_back(call);
  }
  return json;
}

Json TrickJson(const SeenTrick& trick) {
  return {{"leader", NumberJson(trick.leader)},
          {"cards", CardsJson(trick.cards)},
          {"winner", NumberJson(trick.winner)}};
}

template <typename Values>
Json BySide(const CompiledRules& rules, const Values& values) {
  Json json = Json::array();
  for (std::size_t side = 0; side < rules.sides; ++side) {
    json.push_back(values[side]);
  }
  return json;
}

Json Optional(bool known, int value) { return known ? Json(value) : Json(); }

const char* LayoutName(Layout layout) {
  switch (layout) {
    case Layout::kNone:
      return "none";
    case Layout::kAll:
      return "all";
    case Layout::kDummy:
      return "dummy";
  }
  return "";
}

Json SectionsJson(const std::vector<RulesSection>& sections) {
  Json json = Json::array();
  for (const RulesSection& section : sections) {
    json.push_back(
        {{"heading", section.heading}, {"sentences", section.sentences}});
  }
  return json;
}

const char* OutcomeName(const DealResult& result, const DealScore& score) {
  if (result.abandoned) return "abandoned";
  if (score.tie) return "tie";
  return score.winner == kNoSide ? "nobody" : "won";
}

}  // namespace

Json CardJson(std::optional<Card> card) {
  return card ? Json(FormatCard(*card)) : Json();
}

Json NumberJson(std::uint8_t seat_or_side) {
  return Optional(seat_or_side != kNoSeat, seat_or_side);
}

Json FactsJson(const TableFacts& facts) {
  const CompiledRules& rules = *facts.rules;
  Json seats = Json::array();
  for (Seat seat = 0; seat < rules.players; ++seat) {
    const bool is_bot = seat != facts.person && seat != rules.dummy;
    seats.push_back({{"name", is_bot ? Json(facts.names[seat]) : Json()},
                     {"side", rules.SideOf(seat)},
                     {"is_dummy", seat == rules.dummy},
                     {"is_layout", rules.IsLaidOut(seat)}});
  }
  Json translations = Json::array();
  for (const RulesTranslation& translation : facts.translations) {
    translations.push_back(
        {{"language", translation.language},
         {"explained", SectionsJson(translation.explained)}});
  }
  const int used = rules.players * rules.hand_size + rules.stock_size;
  return {{"ruleset",
           {{"id", rules.ruleset.id},
            {"title", rules.ruleset.title},
            {"summary", rules.ruleset.summary},
            {"layout", LayoutName(rules.layout)},
            {"explained", SectionsJson(facts.explained)},
            {"translations", translations}}},
          {"sides", rules.sides},
          {"seats", seats},
          {"person", facts.person},
          {"step", rules.step},
          {"deals", Optional(facts.deals > 0, static_cast<int>(facts.deals))},
          {"has_numbers",
           rules.ruleset.scoring.penalty_mark == PenaltyMark::kNumber},
          {"cows_to_win", rules.ruleset.match.cows_to_win},
          {"talon", Optional(rules.pack_size > used, rules.pack_size - used)},
          {"has_stock", rules.stock_size > 0},
          {"adviser", facts.adviser}};
}

Json DealJson(const Position& position, const Viewer& viewer) {
  const CompiledRules& rules = position.rules();
  const SeenTable seen = SeeTable(position, viewer);
  const DealResult so_far = position.Result();
  const std::optional<Suit> trump = position.trump();
  Json seats = Json::array();
  for (Seat seat = 0; seat < rules.players; ++seat) {
    seats.push_back(SeatJson(position, viewer, seen.seats[seat], seat));
  }
  Json finished = Json::array();
  for (const SeenTrick& trick : seen.finished) {
    finished.push_back(TrickJson(trick));
  }
  return {{"dealer", position.dealer()},
          {"maker", NumberJson(position.maker())},
          {"to_act", NumberJson(seen.to_act)},
          {"trump", trump ? Json(std::string(1, FormatSuit(*trump))) : Json()},
          {"upcard", CardJson(seen.upcard)},
          {"refused", CardsJson(viewer.refused)},
          {"stock", Optional(rules.stock_size > 0, position.stock_left())},
          {"mit", NumberJson(position.mit_seat())},
          {"kontra", so_far.kontra},
          {"re", so_far.re},
          {"card_points", BySide(rules, so_far.card_points)},
          {"tricks_won", BySide(rules, so_far.tricks)},
          {"seats", seats},
          {"trick", TrickJson(seen.trick)},
          {"finished", finished}};
}

Json DecisionJson(std::int64_t number, const Position& position,
                  const std::vector<Action>& choices) {
  Json actions = Json::array();
  for (const Action action : choices) {
    actions.push_back(
        FormatAction(action, position.phase(), position.naming()));
  }
  Json refused = Json::object();
  for (const auto& [card, why] : RefusedCards(position)) {
    refused[FormatCard(card)] = std::string(RefusalName(why));
  }
  return {{"number", number},
          {"seat", position.seat()},
          {"phase", std::string(PhaseName(position.phase()))},
          {"choices", actions},
          {"refused", refused}};
}

Json SlateJson(const CompiledRules& rules, const Slate& slate,
               const Slate& before) {
  Json sides = Json::array();
  for (Side side = 0; side < rules.sides; ++side) {
    const Slate::Tally& tally = slate.tally(side);
    sides.push_back({{"lines", tally.lines},
                     {"boucles", tally.boucles},
                     {"cows", tally.cows},
                     {"change", tally.units() - before.tally(side).units()}});
  }
  return {{"sides", sides},
          {"fresh_lines", Slate(rules.ruleset).tally(0).lines},
          {"carry", slate.pending_carry()},
          {"deals", slate.deals()},
          {"winner", NumberJson(slate.winner())}};
}

Json ResultJson(const Position& end, const DealScore& score) {
  const CompiledRules& rules = end.rules();
  const DealResult result = end.Result();
  Json hands = Json::array();
  for (Seat seat = 0; seat < rules.players; ++seat) {
    hands.push_back(CardsJson(InOrder(end, end.StartingHand(seat))));
  }
  return {{"outcome", OutcomeName(result, score)},
          {"winner", NumberJson(score.winner)},
          {"card_points", BySide(rules, result.card_points)},
          {"tricks_won", BySide(rules, result.tricks)},
          {"erases", BySide(rules, score.erase)},
          {"adds", BySide(rules, score.add)},
          {"bonus_after", score.bonus_after},
          {"hands", hands}};
}

Json EndJson(const GameEnd& end, Seat person, bool left) {
  const bool by_person =
      end.kind == GameEnd::Kind::kFault && end.seat == person;
  const bool fault = end.kind == GameEnd::Kind::kFault && !by_person && !left;
  const char* kind = fault                                ? "fault"
                     : end.kind == GameEnd::Kind::kPlayed ? "played"
                     : left                               ? "left"
                                                          : "stopped";
  return {
      {"kind", kind},
      {"winner", NumberJson(end.winner)},
      {"seat", fault ? NumberJson(end.seat) : Json()},
      {"verdict", fault ? Json(std::string(VerdictName(end.verdict))) : Json()},
      {"detail", fault ? Json(end.detail) : Json()}};
}

}  // namespace couillon::arena
