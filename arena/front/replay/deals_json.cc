#include "arena/front/replay/deals_json.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "arena/front/replay/deal_events.h"
#include "arena/measure/analysis/decision_values.h"
#include "arena/numbers/format/schema.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
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

}  // namespace couillon::arena
