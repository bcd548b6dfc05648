// Tables and JSON of losses, and of the decisions of one deal.

#include "arena/measure/analysis/losses_report.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team_bots.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_notation.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"

namespace couillon::arena {
namespace {

const std::string& NameOf(const LossesContext& context, BotIndex bot) {
  return context.config.bots(ToInt(bot)).name();
}

const CompiledRules& RulesOf(const LossesContext& context, int ruleset) {
  return context.rules[static_cast<std::size_t>(ruleset)];
}

// A loss is never negative, so it needs no sign.
std::string LossText(const stats::MeanEstimate& loss) {
  if (!loss.mean) return "-";
  return absl::StrFormat("%.3f [%.3f, %.3f]", *loss.mean, loss.interval.lo,
                         loss.interval.hi);
}

std::vector<std::string> CellsOf(std::string kind, std::string role,
                                 const LossRow& row) {
  return {std::move(kind),
          std::move(role),
          Grouped(row.decisions),
          Grouped(row.costly),
          LossText(row.own),
          LossText(row.opponents),
          Bracketed(row.difference.mean, row.difference.interval, 3)};
}

Rows TableOf(const BotLosses& losses, Sight sight) {
  const auto at = static_cast<std::size_t>(sight);
  Rows rows = {{"decisions", "role", "number", "costly", "loss", "opponents",
                "difference"}};
  for (std::size_t kind = 0; kind < kDecisionKinds; ++kind) {
    for (std::size_t role = 0; role < kRoles; ++role) {
      const LossRow& row = losses.rows[at][kind][role];
      const bool empty = row.decisions == 0 && row.opponents.mean == 0.0;
      if (empty) continue;
      rows.push_back(CellsOf(KindName(static_cast<DecisionKind>(kind)),
                             RoleName(static_cast<Role>(role)), row));
    }
  }
  rows.push_back(CellsOf("all", "", losses.total[at]));
  return rows;
}

std::string WorstText(const LossesContext& context, const BotLosses& losses) {
  std::string text;
  for (const CostlyTable& table : losses.worst) {
    absl::StrAppendFormat(&text, "  %6.2f  %s\n", table.cost,
                          ReplayCommand(context, losses.ruleset, table));
  }
  return text;
}

std::vector<std::string> NotesOf(const LossesContext& context,
                                 const BotLosses& losses) {
  std::vector<std::string> notes = {
      absl::StrFormat("Game points per %s with 95%% intervals, clustered by %s "
                      "over all seatings.",
                      ItemWord(context.config), ItemWord(context.config)),
      "opponents: the mean of the bots of the other teams at the same tables."};
  for (std::size_t role = 0; role < kRoles; ++role) {
    const RoleResult& result = losses.results[role];
    if (result.deals == 0) continue;
    notes.push_back(
        absl::StrFormat("Result as %s: %s game points per deal, of %s tables.",
                        RoleName(static_cast<Role>(role)),
                        WithError(result.points, 3), Grouped(result.deals)));
  }
  if (losses.unsolved > 0) {
    notes.push_back(absl::StrFormat(
        "%s of %s decisions with a choice are not solved and not counted.",
        Grouped(losses.unsolved), Grouped(losses.choices)));
  }
  return notes;
}

void AddParts(const LossesContext& context, const BotLosses& losses,
              std::vector<ReportPart>& parts) {
  const std::string& ruleset = context.config.rulesets(losses.ruleset).spec();
  ReportPart seen{
      .title = absl::StrFormat("Losses of %s, %s", NameOf(context, losses.bot),
                               ruleset),
      .paragraph = absl::StrFormat(
          "All cards seen: what the decisions cost if everybody saw all hands, "
          "which no player does. %s tables of %s %s.",
          Grouped(losses.tables), Grouped(losses.items),
          ItemsWord(context.config)),
      .rows = TableOf(losses, Sight::kAllCards),
      .notes = NotesOf(context, losses)};
  parts.push_back(std::move(seen));
  if (losses.sampled) {
    parts.push_back(
        {.title = absl::StrFormat("Losses of %s, %s, by samples",
                                  NameOf(context, losses.bot), ruleset),
         .paragraph =
             "Deals drawn at random among those that look the same to the "
             "bot: what a decision costs on average over them, each with all "
             "cards seen from then on.",
         .rows = TableOf(losses, Sight::kSampled),
         .notes = {"The best of several means over few samples is too high, "
                   "and so are the losses of all bots."}});
  }
  if (losses.worst.empty()) return;
  parts.push_back(
      {.title = absl::StrFormat("Worst tables of %s, %s",
                                NameOf(context, losses.bot), ruleset),
       .text = WorstText(context, losses)});
}

Json RowJson(const LossRow& row) {
  Json json;
  json["decisions"] = row.decisions;
  json["costly"] = row.costly;
  json["loss"] = JsonMean(row.own);
  json["opponents"] = JsonMean(row.opponents);
  json["difference"] = JsonMean(row.difference);
  return json;
}

Json SightJson(const BotLosses& losses, Sight sight) {
  const auto at = static_cast<std::size_t>(sight);
  Json json;
  json["rows"] = Json::array();
  for (std::size_t kind = 0; kind < kDecisionKinds; ++kind) {
    for (std::size_t role = 0; role < kRoles; ++role) {
      Json row;
      row["kind"] = KindName(static_cast<DecisionKind>(kind));
      row["role"] = RoleName(static_cast<Role>(role));
      row.update(RowJson(losses.rows[at][kind][role]));
      json["rows"].push_back(row);
    }
  }
  json["all"] = RowJson(losses.total[at]);
  return json;
}

Json ResultsJson(const BotLosses& losses) {
  Json json = Json::array();
  for (std::size_t role = 0; role < kRoles; ++role) {
    json.push_back({{"role", RoleName(static_cast<Role>(role))},
                    {"deals", losses.results[role].deals},
                    {"points", JsonMean(losses.results[role].points)}});
  }
  return json;
}

Json TeamsJson(const LossesContext& context, const CostlyTable& table) {
  Json json = Json::array();
  for (const TeamBots& team : table.teams) {
    Json names = Json::array();
    for (const BotIndex bot : team) names.push_back(NameOf(context, bot));
    json.push_back(names);
  }
  return json;
}

Json BotJson(const LossesContext& context, const BotLosses& losses) {
  Json json;
  json["ruleset"] = context.config.rulesets(losses.ruleset).spec();
  json["bot"] = NameOf(context, losses.bot);
  json["tables"] = losses.tables;
  json["items"] = losses.items;
  json["choices"] = losses.choices;
  json["unsolved"] = losses.unsolved;
  json["results"] = ResultsJson(losses);
  json[SightName(Sight::kAllCards)] = SightJson(losses, Sight::kAllCards);
  json[SightName(Sight::kSampled)] = nullptr;
  if (losses.sampled) {
    json[SightName(Sight::kSampled)] = SightJson(losses, Sight::kSampled);
  }
  json["worst"] = Json::array();
  for (const CostlyTable& table : losses.worst) {
    Json entry;
    entry["item"] = table.item;
    entry["seating"] = static_cast<int>(table.seating);
    entry["number"] = table.number;
    entry["ply"] = table.ply;
    entry["teams"] = TeamsJson(context, table);
    entry["cost"] = JsonNumber(table.cost);
    entry["replay"] = ReplayCommand(context, losses.ruleset, table);
    entry["deal"] = FormatDeal(RulesOf(context, losses.ruleset), table.deal);
    json["worst"].push_back(entry);
  }
  return json;
}

Json ValuesJson(const CompiledRules& rules, const SideValues& values) {
  Json json = Json::array();
  for (std::size_t side = 0; side < rules.sides; ++side) {
    json.push_back(values[side]);
  }
  return json;
}

std::string ValueText(const CompiledRules& rules, const SideValues& values,
                      Side side) {
  if (rules.sides == 3) {
    return absl::StrFormat("%d/%d/%d", values[0], values[1], values[2]);
  }
  return absl::StrFormat("%+d", values[side]);
}

Json DecisionJson(const CompiledRules& rules, const Position& position,
                  const AnalysedDecision& decision) {
  const auto word = [&position](Action action) {
    return FormatAction(action, position.phase(), position.naming());
  };
  Json json;
  json["ply"] = decision.ply;
  json["seat"] = decision.seat;
  json["decider"] = decision.decider;
  json["side"] = decision.side;
  json["kind"] = KindName(decision.kind);
  json["action"] = word(decision.action);
  json["choices"] = decision.choices;
  json["solved"] = decision.solved;
  if (!decision.solved) return json;
  json["best"] = word(decision.best);
  json["best_value"] = ValuesJson(rules, decision.before);
  json["value"] = ValuesJson(rules, decision.after);
  json["cost"] = decision.cost;
  if (!decision.sampled) return json;
  Json sampled;
  sampled["samples"] = decision.sampled->samples;
  sampled["best"] = word(decision.sampled->best);
  sampled["cost"] = JsonNumber(decision.sampled->cost);
  sampled["standard_error"] = JsonNumber(decision.sampled->standard_error);
  json["sampled"] = sampled;
  return json;
}

}  // namespace

std::string ReplayCommand(const LossesContext& context, int ruleset,
                          const CostlyTable& table) {
  const std::string samples =
      context.samples > 0 ? absl::StrCat(" --samples ", context.samples) : "";
  if (!context.has_records) {
    return absl::StrFormat(
        "couillon analyse %s%s",
        ShellWord(FormatDeal(RulesOf(context, ruleset), table.deal)), samples);
  }
  std::string text = absl::StrFormat(
      "couillon replay %s %s %d --seating %d", ShellWord(context.directory),
      ArePlayingMatches(context.config) ? "--match" : "--deal", table.item,
      static_cast<int>(table.seating));
  if (context.config.rulesets_size() > 1) {
    absl::StrAppend(&text, " --ruleset ",
                    ShellWord(context.config.rulesets(ruleset).spec()));
  }
  text += " --bots";
  for (const TeamBots& team : table.teams) {
    text += " " + ShellWord(NameOf(context, team.front()));
  }
  return text + " --values" + samples;
}

std::vector<ReportPart> LossesText(const LossesContext& context,
                                   const std::vector<BotLosses>& losses) {
  std::vector<ReportPart> parts;
  for (const BotLosses& of_bot : losses) AddParts(context, of_bot, parts);
  return parts;
}

Json LossesJson(const LossesContext& context,
                const std::vector<BotLosses>& losses) {
  Json json = NewDocument(kLossesSchema);
  json["items"] = context.counts.items;
  json["tables"] = context.counts.tables;
  json["forfeited_items"] = context.counts.forfeited_items;
  json["changed_items"] = context.counts.changed_items;
  json["most_tricks"] = context.most_tricks;
  json["losses"] = Json::array();
  for (const BotLosses& of_bot : losses) {
    json["losses"].push_back(BotJson(context, of_bot));
  }
  return json;
}

std::string DecisionText(const CompiledRules& rules, const AnalysedDeal& deal,
                         const AnalysedDecision& decision) {
  if (decision.choices == 1) return "";
  if (!decision.solved) return "not solved";
  DealScript before = deal.script;
  before.actions.resize(static_cast<std::size_t>(decision.ply));
  const Position position = before.PositionAfter(rules);
  const auto word = [&position](Action action) {
    return FormatAction(action, position.phase(), position.naming());
  };
  std::string text = ValueText(rules, decision.after, decision.side);
  if (decision.cost > 0) {
    absl::StrAppendFormat(&text, ", costs %d: %s is worth %s", decision.cost,
                          word(decision.best),
                          ValueText(rules, decision.before, decision.side));
  }
  if (!decision.sampled) return text;
  absl::StrAppendFormat(&text, "; by %d samples costs %.2f",
                        decision.sampled->samples, decision.sampled->cost);
  if (decision.sampled->cost > 0) {
    absl::StrAppendFormat(&text, " (standard error %.2f), %s is best",
                          decision.sampled->standard_error,
                          word(decision.sampled->best));
  }
  return text;
}

Json AnalysedDealJson(const CompiledRules& rules, const AnalysedDeal& deal) {
  Json json;
  json["deal"] = FormatDeal(rules, deal.script);
  json["carry"] = deal.carry;
  json["finished"] = deal.result.has_value();
  json["game_points"] = nullptr;
  if (deal.result) json["game_points"] = ValuesJson(rules, deal.game_points);
  json["decisions"] = Json::array();
  Position position(rules, deal.script.pack, deal.script.dealer);
  for (const AnalysedDecision& decision : deal.decisions) {
    json["decisions"].push_back(DecisionJson(rules, position, decision));
    position.Apply(decision.action);
  }
  return json;
}

}  // namespace couillon::arena
