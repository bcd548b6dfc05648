// couillon solve: the values of a position with all cards seen.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/measure/analysis/decision_values.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/format/text_table.h"
#include "arena/table/table.h"
#include "engine/cards/action.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_notation.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/shared/command.h"
#include "tools/explain/deal_text.h"
#include "tools/explain/position_text.h"
#include "tools/options/command_line.h"
#include "tools/options/seed_file.h"

namespace couillon::tools {
namespace {

constexpr int kMaxCarry = 1000;

struct SolveOptions {
  std::string position;
  std::string ruleset;
  std::string seed;
  std::uint64_t deal = 0;
  std::string actions;
  int carry = 0;
  std::string format = "text";
};

// What is printed about a position that is not over.
struct Solution {
  arena::DecisionValues values;
  std::vector<Action> line;
};

// The deal that the options give, by its notation or by its seed.
absl::StatusOr<DealScript> ReadDeal(const SolveOptions& options,
                                    const CompiledRules& rules) {
  if (!options.position.empty()) return ParseDeal(rules, options.position);
  DealScript deal{
      .pack = DealSource(options.seed).PackOf(rules.deck, options.deal),
      .dealer = arena::Table::FirstDealer(rules, options.deal),
      .actions = {}};
  absl::StatusOr<std::vector<Action>> actions =
      ParseActions(rules, deal.pack, deal.dealer, options.actions);
  if (!actions.ok()) {
    return absl::Status(
        actions.status().code(),
        absl::StrCat("--actions: ", actions.status().message()));
  }
  deal.actions = *std::move(actions);
  return deal;
}

std::string WordOf(const Position& position, Action action) {
  return FormatAction(action, position.phase(), position.naming());
}

absl::StatusOr<std::string> ToText(const Position& position,
                                   const Solution& solution,
                                   std::uint16_t carry) {
  std::string text = DescribePosition(position) + "\n";
  const Side side = solution.values.side;
  const bool three = position.rules().sides == 3;
  arena::Rows rows = {{"action", "card points by side",
                       three ? "game points by side"
                             : absl::StrFormat("game points, lead of side %d",
                                               static_cast<int>(side)),
                       "cost"}};
  for (const arena::ValuedAction& each : solution.values.actions) {
    rows.push_back({WordOf(position, each.action),
                    BySide(position, each.card_points),
                    GamePointsText(position, each.game_points, side),
                    absl::StrCat(each.cost)});
  }
  text += arena::Columns(rows);
  text += "\nBest line for game points:\n";
  ASSIGN_OR_RETURN(
      std::string line,
      DescribeActions(position, solution.line,
                      {.carry = carry, .names = {}, .note = nullptr}));
  return text + line;
}

arena::Json NumbersJson(const CompiledRules& rules, const SideValues& values) {
  arena::Json list = arena::Json::array();
  for (std::size_t side = 0; side < rules.sides; ++side) {
    list.push_back(values[side]);
  }
  return list;
}

arena::Json CardsJson(CardSet cards) {
  arena::Json list = arena::Json::array();
  for (const Card card : cards) list.push_back(FormatCard(card));
  return list;
}

arena::Json PositionJson(const Position& position) {
  const CompiledRules& rules = position.rules();
  arena::Json json;
  json["ruleset"] = rules.ruleset.id;
  json["dealer"] = position.dealer();
  json["phase"] = std::string(PhaseName(position.phase()));
  json["seat"] = position.seat();
  json["decider"] = position.decider();
  json["side"] = rules.SideOf(position.decider());
  json["trump"] = nullptr;
  if (position.trump()) {
    json["trump"] = std::string(1, FormatSuit(*position.trump()));
  }
  json["maker"] = nullptr;
  if (position.maker() != kNoSeat) json["maker"] = position.maker();
  json["hands"] = arena::Json::array();
  for (Seat seat = 0; seat < rules.players; ++seat) {
    json["hands"].push_back(CardsJson(position.hand(seat)));
  }
  const DealResult result = position.Result();
  json["card_points_taken"] = arena::Json::array();
  json["tricks_taken"] = arena::Json::array();
  for (std::size_t side = 0; side < rules.sides; ++side) {
    json["card_points_taken"].push_back(result.card_points[side]);
    json["tricks_taken"].push_back(result.tricks[side]);
  }
  return json;
}

std::string ToJson(const Position& position, const DealScript& deal,
                   const Solution& solution, std::uint16_t carry) {
  const CompiledRules& rules = position.rules();
  arena::Json json = arena::NewDocument(arena::kSolutionSchema);
  json["deal"] = FormatDeal(rules, deal);
  json["all_cards_seen"] = true;
  json["carry"] = carry;
  json["position"] = PositionJson(position);
  json["game_points_are"] = rules.sides == 3 ? "points" : "leads";
  json["actions"] = arena::Json::array();
  for (const arena::ValuedAction& each : solution.values.actions) {
    arena::Json action;
    action["action"] = WordOf(position, each.action);
    action["card_points"] = NumbersJson(rules, each.card_points);
    action["game_points"] = NumbersJson(rules, each.game_points);
    action["cost"] = each.cost;
    json["actions"].push_back(action);
  }
  json["best_line"] = arena::Json::array();
  Position at = position;
  for (const Action action : solution.line) {
    json["best_line"].push_back(WordOf(at, action));
    at.Apply(action);
  }
  return json.dump(2, ' ', false, arena::Json::error_handler_t::replace) + "\n";
}

absl::Status Solve(const SolveOptions& options) {
  std::string spec = options.ruleset;
  if (!options.position.empty()) {
    ASSIGN_OR_RETURN(std::string word, RulesetOfDeal(options.position));
    spec = std::move(word);
  }
  ASSIGN_OR_RETURN(const CompiledRules rules, wire::FindRules(spec));
  ASSIGN_OR_RETURN(const DealScript deal, ReadDeal(options, rules));
  const Position position = deal.PositionAfter(rules);
  if (position.done()) {
    return absl::InvalidArgumentError(
        "the deal is over; expected a position with a decision due");
  }
  if (const std::string why = arena::WhyNotSolved(position); !why.empty()) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s: the position is not solved, since it would take "
                        "too long: %s",
                        spec, why));
  }
  const auto carry = static_cast<std::uint16_t>(options.carry);
  Solver solver(rules);
  const GamePoints payoff(rules.ruleset, carry);
  const Solution solution{
      .values = arena::ValueDecision(solver, position, payoff),
      .line = arena::BestLine(solver, position, payoff)};
  if (options.format == "json") {
    std::cout << ToJson(position, deal, solution, carry);
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const std::string text, ToText(position, solution, carry));
  std::cout << text;
  return absl::OkStatus();
}

}  // namespace

void AddSolveCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "solve", "Print what each action is worth with all cards seen");
  command.SetGroup("Rules and deals");
  command.SetExamples(
      "couillon solve --ruleset basic-gerver --seed example --deal 3",
      "couillon solve --ruleset fr --seed example --actions "
      "'pass pass take' --format json");
  auto options = std::make_shared<SolveOptions>();
  Option position = command.AddOption(
      "position", options->position,
      "A deal on one line, as --format json prints it (docs/analysis.md)");
  Option ruleset =
      command
          .AddOption("--ruleset", options->ruleset,
                     "Id or file of a ruleset, then +SWITCH for each switch")
          .ValueName(kRulesetValue);
  ruleset.Excludes(position);
  Option seed = command.AddOption("--seed", options->seed,
                                  "Seed text that determines all deals");
  seed.Excludes(position).Needs(ruleset).Check(SeedProblem);
  ruleset.Needs(seed);
  command
      .AddOption("--deal", options->deal,
                 "Its number among the deals of the seed, from 0")
      .Excludes(position)
      .ShowDefault();
  command
      .AddOption("--actions", options->actions,
                 "The decisions so far, as in \"pass take play:AS\"")
      .Excludes(position);
  command
      .AddOption("--carry", options->carry,
                 "Game points carried over to the winners of this deal")
      .Range(0, kMaxCarry)
      .ShowDefault();
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"})
      .ShowDefault();
  command.OnChosen([options]() -> int {
    if (options->position.empty() && options->ruleset.empty()) {
      std::cerr << "A position, or --ruleset and --seed, is required\n";
      return kExitUsage;
    }
    return ExitWith(Solve(*options));
  });
}

}  // namespace couillon::tools
