// Costs by bot, kind and role in cells that add up.

#include "arena/measure/analysis/losses.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "arena/table/schedule/schedule.h"
#include "arena/table/team.h"
#include "engine/cards/seat.h"

namespace couillon::arena {
namespace {

constexpr int kAll = -1;  // of kinds or roles: their sum

// Game points: those of a plain deal.
constexpr double kPlainLoss = 1;

// A cost below this is one of rounding.
constexpr double kSmallestCost = 1e-9;

Role RoleOf(const AnalysedDeal& deal, const AnalysedDecision& decision) {
  const bool makers = deal.result && deal.result->maker_side == decision.side;
  return makers ? Role::kMakers : Role::kOthers;
}

template <typename Cells, typename Use>
void ForCells(Cells& cells, int sight, int kind, int role, const Use& use) {
  auto& of_sight = cells[static_cast<std::size_t>(sight)];
  for (int k = 0; k < kDecisionKinds; ++k) {
    if (kind != kAll && kind != k) continue;
    for (int r = 0; r < kRoles; ++r) {
      if (role != kAll && role != r) continue;
      use(of_sight[static_cast<std::size_t>(k)][static_cast<std::size_t>(r)]);
    }
  }
}

template <typename Cells>
double CostOf(const Cells& cells, int sight, int kind, int role) {
  double cost = 0;
  ForCells(cells, sight, kind, role,
           [&cost](const auto& cell) { cost += cell.cost; });
  return cost;
}

std::vector<TeamBots> ListTeams(const Unit& unit) {
  std::vector<TeamBots> teams;
  for (const Team team : kAllTeams) {
    if (!unit.teams[team].empty()) teams.push_back(unit.teams[team]);
  }
  return teams;
}

// The cost of a decision for `bot`; 0 if another bot took it.
double CostTo(const AnalysedTable& table, const AnalysedDecision& decision,
              BotIndex bot, bool sampled) {
  if (table.bots[decision.seat] != bot) return 0;
  if (!sampled) return decision.cost;
  return decision.sampled ? decision.sampled->cost : 0;
}

double CostTo(const AnalysedTable& table, const AnalysedDeal& deal,
              BotIndex bot, bool sampled) {
  double cost = 0;
  for (const AnalysedDecision& decision : deal.decisions) {
    cost += CostTo(table, decision, bot, sampled);
  }
  return cost;
}

// Sets the deal of the table that cost `bot` most, and the decision in it.
void SetCostliest(const AnalysedTable& table, BotIndex bot, bool sampled,
                  CostlyTable& costly) {
  const auto worst = std::max_element(
      table.deals.begin(), table.deals.end(),
      [&](const AnalysedDeal& a, const AnalysedDeal& b) {
        return CostTo(table, a, bot, sampled) < CostTo(table, b, bot, sampled);
      });
  if (worst == table.deals.end()) return;
  costly.deal = worst->script;
  costly.number = static_cast<int>(worst - table.deals.begin());
  const auto decision = std::max_element(
      worst->decisions.begin(), worst->decisions.end(),
      [&](const AnalysedDecision& a, const AnalysedDecision& b) {
        return CostTo(table, a, bot, sampled) < CostTo(table, b, bot, sampled);
      });
  if (decision != worst->decisions.end()) costly.ply = decision->ply;
}

// Game points of `side`: its lead, or with three its points over the mean.
double PointsOf(const AnalysedDeal& deal, Side side, int sides) {
  const auto own = static_cast<double>(deal.game_points[side]);
  if (sides == 2) return own;
  double all = 0;
  for (int each = 0; each < sides; ++each) {
    all += deal.game_points[static_cast<std::size_t>(each)];
  }
  return own - all / sides;
}

// The sides of `bot` at a table.
std::set<Side> ListSides(const AnalysedTable& table, BotIndex bot) {
  std::set<Side> sides;
  for (std::size_t seat = 0; seat < table.bots.size(); ++seat) {
    if (table.bots[seat] == bot) {
      sides.insert(
          static_cast<Side>(seat % static_cast<std::size_t>(table.sides)));
    }
  }
  return sides;
}

}  // namespace

std::string RoleName(Role role) {
  return role == Role::kMakers ? "makers" : "others";
}

std::string SightName(Sight sight) {
  return sight == Sight::kAllCards ? "all_cards_seen" : "sampled";
}

std::map<BotIndex, LossTally::AtTable> LossTally::CostsAt(
    const AnalysedTable& table) {
  std::map<BotIndex, AtTable> costs;
  for (const BotIndex bot : table.bots) costs[bot];
  for (const AnalysedDeal& deal : table.deals) {
    for (const AnalysedDecision& decision : deal.decisions) {
      if (decision.choices == 1) continue;
      AtTable& of_bot = costs[table.bots[decision.seat]];
      ++of_bot.choices;
      if (!decision.solved) {
        ++of_bot.unsolved;
        continue;
      }
      const auto add = [&](Sight sight, double cost) {
        Cell& cell =
            of_bot.cells[static_cast<std::size_t>(sight)]
                        [static_cast<std::size_t>(decision.kind)]
                        [static_cast<std::size_t>(RoleOf(deal, decision))];
        cell.cost += cost;
        ++cell.decisions;
        if (cost > kSmallestCost) ++cell.costly;
      };
      add(Sight::kAllCards, decision.cost);
      if (decision.sampled) add(Sight::kSampled, decision.sampled->cost);
    }
  }
  return costs;
}

void LossTally::Add(const AnalysedTable& table) {
  const std::map<BotIndex, AtTable> costs = CostsAt(table);
  for (const AnalysedDeal& deal : table.deals) {
    for (const AnalysedDecision& decision : deal.decisions) {
      sampled_ = sampled_ || decision.sampled.has_value();
    }
  }
  for (const auto& [bot, at_table] : costs) AddBot(table, bot, costs);
}

void LossTally::AddResults(const AnalysedTable& table, BotIndex bot,
                           Item& item) {
  const std::set<Side> sides = ListSides(table, bot);
  for (const AnalysedDeal& deal : table.deals) {
    if (!deal.result) continue;
    for (const Side side : sides) {
      const Role role =
          deal.result->maker_side == side ? Role::kMakers : Role::kOthers;
      stats::Cluster& cluster = item.results[static_cast<std::size_t>(role)];
      ++cluster.size;
      cluster.total += PointsOf(deal, side, table.sides);
    }
  }
}

void LossTally::AddBot(const AnalysedTable& table, BotIndex bot,
                       const std::map<BotIndex, AtTable>& costs) {
  OfBot& of_bot = bots_[{table.unit.ruleset, bot}];
  const AtTable& own = costs.at(bot);
  of_bot.choices += own.choices;
  of_bot.unsolved += own.unsolved;
  Item& item =
      of_bot
          .items[{static_cast<std::uint64_t>(table.unit.round),
                  static_cast<std::uint64_t>(table.unit.pairing), table.item}];
  ++item.tables;
  AddResults(table, bot, item);
  std::vector<const AtTable*> others;
  for (const auto& [other, at_table] : costs) {
    if (table.unit.TeamOf(other) != table.unit.TeamOf(bot)) {
      others.push_back(&at_table);
    }
  }
  for (std::size_t s = 0; s < kSights; ++s) {
    for (std::size_t k = 0; k < kDecisionKinds; ++k) {
      for (std::size_t r = 0; r < kRoles; ++r) {
        const Cell& from = own.cells[s][k][r];
        Cell& to = item.own[s][k][r];
        to.cost += from.cost;
        to.decisions += from.decisions;
        to.costly += from.costly;
        for (const AtTable* other : others) {
          item.opponents[s][k][r].cost +=
              other->cells[s][k][r].cost / static_cast<double>(others.size());
        }
      }
    }
  }
  const auto sight =
      static_cast<int>(sampled_ ? Sight::kSampled : Sight::kAllCards);
  CostlyTable costly{.item = table.item,
                     .seating = table.seating,
                     .teams = ListTeams(table.unit),
                     .cost = CostOf(own.cells, sight, kAll, kAll)};
  SetCostliest(table, bot, sampled_, costly);
  of_bot.tables.push_back(std::move(costly));
}

LossRow LossTally::RowOf(const OfBot& of_bot, double level, int sight, int kind,
                         int role) {
  LossRow row;
  std::vector<stats::Cluster> own;
  std::vector<stats::Cluster> opponents;
  std::vector<stats::Cluster> difference;
  for (const auto& [key, item] : of_bot.items) {
    ForCells(item.own, sight, kind, role, [&row](const Cell& cell) {
      row.decisions += cell.decisions;
      row.costly += cell.costly;
    });
    const double mine = CostOf(item.own, sight, kind, role);
    const double theirs = CostOf(item.opponents, sight, kind, role);
    own.push_back({.size = item.tables, .total = mine});
    opponents.push_back({.size = item.tables, .total = theirs});
    difference.push_back({.size = item.tables, .total = mine - theirs});
  }
  row.own = stats::EstimateClusteredLoss(own, kPlainLoss, level);
  row.opponents = stats::EstimateClusteredLoss(opponents, kPlainLoss, level);
  row.difference = stats::EstimateClusteredLead(difference, kPlainLoss, level);
  return row;
}

BotLosses LossTally::LossesOf(const OfBot& of_bot, double level) const {
  BotLosses losses{.choices = of_bot.choices,
                   .unsolved = of_bot.unsolved,
                   .rows = {},
                   .total = {},
                   .sampled = sampled_,
                   .worst = of_bot.tables};
  for (const auto& [key, item] : of_bot.items) losses.tables += item.tables;
  losses.items = static_cast<std::int64_t>(of_bot.items.size());
  for (std::size_t role = 0; role < kRoles; ++role) {
    std::vector<stats::Cluster> clusters;
    for (const auto& [key, item] : of_bot.items) {
      if (item.results[role].size > 0) clusters.push_back(item.results[role]);
      losses.results[role].deals += item.results[role].size;
    }
    losses.results[role].points = stats::EstimateClusteredMean(clusters, level);
  }
  for (int s = 0; s < kSights; ++s) {
    const auto sight = static_cast<std::size_t>(s);
    losses.total[sight] = RowOf(of_bot, level, s, kAll, kAll);
    for (int k = 0; k < kDecisionKinds; ++k) {
      for (int r = 0; r < kRoles; ++r) {
        losses.rows[sight][static_cast<std::size_t>(k)]
                   [static_cast<std::size_t>(r)] =
            RowOf(of_bot, level, s, k, r);
      }
    }
  }
  std::erase_if(losses.worst, [](const CostlyTable& table) {
    return table.cost <= kSmallestCost;
  });
  std::stable_sort(
      losses.worst.begin(), losses.worst.end(),
      [](const auto& a, const auto& b) { return a.cost > b.cost; });
  if (losses.worst.size() > kWorstTables) losses.worst.resize(kWorstTables);
  return losses;
}

std::vector<BotLosses> LossTally::Losses(double level) const {
  std::vector<BotLosses> all;
  for (const auto& [key, of_bot] : bots_) {
    BotLosses losses = LossesOf(of_bot, level);
    losses.ruleset = key.first;
    losses.bot = key.second;
    all.push_back(std::move(losses));
  }
  return all;
}

}  // namespace couillon::arena
