// Replays the actions of a deal and writes an event for each, with values where
// they are asked for.

#include "arena/front/replay/deals_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/measure/analysis/decision_values.h"
#include "arena/numbers/format/schema.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/deal_limits.h"
#include "engine/rules/ruleset.h"
#include "engine/solve/payoff.h"

namespace couillon::arena {
namespace {

char Digit(std::size_t seat) { return static_cast<char>('0' + seat); }

// Plays a deal and writes down what everybody at the table sees.
class EventWriter {
 public:
  EventWriter(const CompiledRules& rules, const DealScript& deal)
      : rules_(rules), position_(rules, deal.pack, deal.dealer) {
    AddDealt();
    AddTurned();
  }

  void Take(Action action) {
    if (position_.phase() == Phase::kPlay) {
      Play(action);
    } else {
      Call(action);
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  // Begins an event.
  void Begin(char first) {
    if (!text_.empty()) text_ += ' ';
    text_ += first;
  }

  void AddDealt() {
    Seat seat = position_.eldest();
    for (std::size_t turns = 0; turns < rules_.players; ++turns) {
      std::size_t& dealt = dealt_[turns];
      const std::size_t now = position_.DealtCount(seat);
      while (dealt < now) {
        const bool covered = IsCovered(seat, turns, dealt);
        std::size_t count = 0;
        while (dealt < now && IsCovered(seat, turns, dealt) == covered) {
          ++dealt;
          ++count;
        }
        Begin(Digit(seat));
        absl::StrAppend(&text_, covered ? "_" : "+", count);
      }
      seat = rules_.Next(seat);
    }
  }

  [[nodiscard]] bool IsCovered(Seat seat, std::size_t turns,
                               std::size_t at) const {
    return rules_.IsLaidOut(seat) && rules_.covered[turns][at];
  }

  // The card that was turned up since the last call, if there is one.
  void AddTurned() {
    if (position_.done()) return;
    const std::optional<Card> upcard = position_.Observe().upcard;
    if (!upcard || upcard == upcard_) return;
    upcard_ = upcard;
    Begin('!');
    text_ += FormatCard(*upcard);
  }

  void Call(Action action) {
    Begin(Digit(position_.seat()));
    text_ += '.';
    text_ += FormatAction(action, position_.phase(), position_.naming());
    const bool had_trumps = position_.trump().has_value();
    position_.Apply(action);
    trick_is_open_ = false;
    const std::optional<Suit> trump = position_.trump();
    if (had_trumps) return;
    if (!trump) {
      AddDealt();
      AddTurned();
      return;
    }
    // A card that was shown to make trumps is in the call.
    if (!action.is_card()) AddTurned();
    Begin('=');
    text_ += FormatSuit(*trump);
    text_ += position_.maker() == kNoSeat ? '-' : Digit(position_.maker());
    AddDealt();
  }

  void Play(Action action) {
    if (!trick_is_open_) {
      Begin(Digit(position_.seat()));
      text_ += '.';
      trick_is_open_ = true;
    }
    text_ += FormatCard(action.card());
    const int left = position_.tricks_left();
    const int stock = position_.stock_left();
    std::array<CardSet, kMaxSeats> hands;
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      hands[seat] = position_.hand(seat);
    }
    position_.Apply(action);
    if (position_.tricks_left() == left) return;
    trick_is_open_ = false;
    const Seat winner = position_.leader();
    absl::StrAppend(&text_, ">", static_cast<int>(winner));
    const bool drawn = position_.stock_left() < stock;
    if (drawn || rules_.layout != Layout::kNone) {
      AddGained(drawn ? '*' : '^', winner, hands);
    }
  }

  // The seats that have a new card, `first` first.
  void AddGained(char mark, Seat first,
                 const std::array<CardSet, kMaxSeats>& before) {
    std::string seats;
    Seat seat = first;
    for (int turns = 0; turns < rules_.players; ++turns) {
      if (!(position_.hand(seat) & ~before[seat]).empty()) seats += Digit(seat);
      seat = rules_.Next(seat);
    }
    if (seats.empty()) return;
    Begin(mark);
    text_ += seats;
  }

  const CompiledRules& rules_;
  Position position_;
  std::array<std::size_t, kMaxSeats> dealt_{};  // by turns from eldest
  std::optional<Card> upcard_;
  bool trick_is_open_ = false;  // the last event lists its cards
  std::string text_;
};

Json OrNull(std::uint8_t number, std::uint8_t nobody) {
  return number == nobody ? Json(nullptr) : Json(number);
}

Json RulesJson(const std::string& spec, const CompiledRules& rules) {
  const Ruleset& ruleset = rules.ruleset;
  Json points = Json::object();
  for (std::size_t i = 0; i < ruleset.table.ranks.size(); ++i) {
    const int worth = ruleset.table.card_points[i];
    if (worth == 0) continue;
    points[std::string(1, FormatRank(ruleset.table.ranks[i]))] = worth;
  }
  return {{"id", spec},
          {"notation", ruleset.id},
          {"players", rules.players},
          {"sides", rules.sides},
          {"step", rules.step},
          {"dummy", OrNull(rules.dummy, kNoSeat)},
          {"dummy_partner", OrNull(rules.dummy_controller, kNoSeat)},
          {"hand", rules.hand_size},
          {"stock", rules.stock_size},
          {"card_points", points},
          {"lines", ruleset.match.targets[0]},
          {"cows_to_win", ruleset.match.cows_to_win}};
}

Json SlateJson(const CompiledRules& rules, const Slate& slate) {
  Json sides = Json::array();
  for (Side side = 0; side < rules.sides; ++side) {
    const Slate::Tally& tally = slate.tally(side);
    sides.push_back({tally.lines, tally.boucles, tally.cows});
  }
  return sides;
}

// Adds the score of a deal that was played to its end, and the slate after it:
// that of the match, or a fresh one with this deal alone.
void AddResult(const CompiledRules& rules, const RecordedDeal& deal,
               const DealResult& result, Json& json) {
  const DealScore score = ScoreDeal(rules.ruleset, result, deal.carry);
  Slate slate(rules.ruleset);
  if (deal.slate) {
    slate = *deal.slate;
  } else {
    slate.Apply(score);
  }
  json["abandoned"] = result.abandoned;
  json["points"] = Json::array();
  json["tricks"] = Json::array();
  json["change"] = Json::array();
  for (Side side = 0; side < rules.sides; ++side) {
    json["points"].push_back(result.card_points[side]);
    json["tricks"].push_back(result.tricks[side]);
    json["change"].push_back(score.add[side] - score.erase[side]);
  }
  json["winner"] = OrNull(score.winner, kNoSide);
  json["slate"] = SlateJson(rules, slate);
  json["carry_after"] = score.bonus_after;
  json["home"] = deal.slate ? OrNull(slate.winner(), kNoSide) : Json(nullptr);
}

// The value of each legal action for the side that decides, and what it costs.
Json ValuesAt(Solver& solver, const Position& position, const Payoff& payoff) {
  const Side side = position.rules().SideOf(position.decider());
  const std::vector<ActionValue> values =
      solver.WorthByAction(position, payoff);
  std::int32_t best = values[0].values[side];
  for (const ActionValue& each : values) {
    best = std::max(best, each.values[side]);
  }
  Json json = Json::array();
  for (const ActionValue& each : values) {
    json.push_back(
        {FormatAction(each.action, position.phase(), position.naming()),
         each.values[side], best - each.values[side]});
  }
  return json;
}

Json ValuesJson(Solver& solver, const CompiledRules& rules,
                const RecordedDeal& deal) {
  const GamePoints payoff(rules.ruleset, deal.carry);
  Position position(rules, deal.script.pack, deal.script.dealer);
  Json json = Json::array();
  for (const Action action : deal.script.actions) {
    const bool is_solved =
        position.LegalActions().size() > 1 && IsAnalysed(position, kMaxTricks);
    json.push_back(is_solved ? ValuesAt(solver, position, payoff)
                             : Json(nullptr));
    position.Apply(action);
  }
  return json;
}

Json DealJson(const CompiledRules& rules, const RecordedDeal& deal,
              Solver* solver) {
  Json json = {{"dealer", deal.script.dealer},
               {"cards", DealCards(rules, deal.script)},
               {"events", DealEvents(rules, deal.script)}};
  if (deal.carry > 0) json["carry"] = deal.carry;
  const Position end = deal.script.PositionAfter(rules);
  if (end.done()) AddResult(rules, deal, end.Result(), json);
  if (solver != nullptr) json["values"] = ValuesJson(*solver, rules, deal);
  return json;
}

Json TableJson(const CompiledRules& rules, const ReplayedTable& table,
               Solver* solver) {
  const Outcome& outcome = table.outcome;
  Json json = {{"seating", static_cast<int>(table.seating)},
               {"score", outcome.half_points / 2.0},
               {"lead", outcome.lead_halves[Quantity::kGamePoints] / 2.0}};
  if (outcome.forfeited_by) {
    json["forfeited_by"] = static_cast<int>(*outcome.forfeited_by);
  }
  json["seats"] = Json::array();
  for (const BotIndex bot : table.bots) json["seats"].push_back(ToInt(bot));
  json["deals"] = Json::array();
  for (const RecordedDeal& deal : table.deals) {
    json["deals"].push_back(DealJson(rules, deal, solver));
  }
  return json;
}

}  // namespace

std::string DealEvents(const CompiledRules& rules, const DealScript& deal) {
  EventWriter writer(rules, deal);
  for (const Action action : deal.actions) writer.Take(action);
  return writer.text();
}

std::string DealCards(const CompiledRules& rules, const DealScript& deal) {
  std::string text;
  std::uint32_t dealt = 0;
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      const std::size_t place = rules.places[turns][i];
      text += FormatCard(deal.pack[place]);
      dealt |= 1U << place;
    }
  }
  // The stock lies after the talon in the pack.
  for (std::size_t place = 0; place < rules.pack_size; ++place) {
    if (((dealt >> place) & 1U) == 0) text += FormatCard(deal.pack[place]);
  }
  return text;
}

Json DealsHead(const v1::LeagueConfig& config,
               const std::vector<CompiledRules>& rules) {
  Json json = NewDocument(kDealsSchema);
  json["matches"] = ArePlayingMatches(config);
  json["bots"] = Json::array();
  for (const v1::BotEntry& bot : config.bots()) {
    json["bots"].push_back(bot.name());
  }
  json["rulesets"] = Json::array();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    json["rulesets"].push_back(
        RulesJson(config.rulesets(static_cast<int>(i)).spec(), rules[i]));
  }
  return json;
}

Json UnitHead(const Unit& unit) {
  Json teams = Json::array();
  for (int team = 0; team < unit.teams.size(); ++team) {
    Json bots = Json::array();
    for (const BotIndex bot : unit.teams[static_cast<Team>(team)]) {
      bots.push_back(ToInt(bot));
    }
    teams.push_back(bots);
  }
  return {{"unit", unit.number},
          {"ruleset", unit.ruleset},
          {"teams", teams},
          {"first_item", unit.first_item},
          {"count", unit.items}};
}

Json ItemJson(const CompiledRules& rules, const ReplayedItem& item,
              Solver* solver) {
  Json json = {{"item", item.item}, {"tables", Json::array()}};
  for (const ReplayedTable& table : item.tables) {
    json["tables"].push_back(TableJson(rules, table, solver));
  }
  return json;
}

Json DealsDocument(Json head, const CompiledRules& rules,
                   const ReplayedUnit& unit, bool with_values) {
  const auto solver = with_values ? std::make_unique<Solver>(rules) : nullptr;
  Json of_unit = UnitHead(unit.unit);
  of_unit["items"] = Json::array();
  for (const ReplayedItem& item : unit.items) {
    of_unit["items"].push_back(ItemJson(rules, item, solver.get()));
  }
  head["units"] = Json::array({of_unit});
  return head;
}

}  // namespace couillon::arena
