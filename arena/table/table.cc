// Deals of a match one after another on one Position, the draw of suits, and
// the outcome or forfeit for each team.

#include "arena/table/table.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "arena/table/quantity.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/rules/deal_limits.h"
#include "engine/rules/ruleset.h"

namespace couillon::arena {
namespace {

constexpr int kDealIndexBits = 12;  // 4096 deals for each match
static_assert(kMaxDealsOfAMatch == 1 << kDealIndexBits);
constexpr int kSuitDraw = 65535;  // the ply of no decision

// Game points by side: those erased minus those added.
std::array<int, kMaxSides> NetBySide(const CompiledRules& rules,
                                     const DealScore& score) {
  std::array<int, kMaxSides> net{};
  for (std::size_t side = 0; side < rules.sides; ++side) {
    net[side] = score.erase[side] - score.add[side];
  }
  return net;
}

// The mean over the first bot's sides minus the mean over the second's, in
// halves: a bot holds one or two sides.
template <typename Values>
int LeadInHalves(const Values& values, int sides, Seating seating) {
  PerTeam<int> sum;
  PerTeam<int> count;
  for (int side = 0; side < sides; ++side) {
    const Team team = HolderOf(sides, seating, static_cast<Side>(side));
    sum[team] += values[static_cast<std::size_t>(side)];
    ++count[team];
  }
  const auto mean = [&](Team team) { return 2 / count[team] * sum[team]; };
  return mean(Team::kFirst) - mean(Team::kSecond);
}

// The outcome of a three-way table with these points. A team other than the
// winner has lost; without a winner, the points decide.
Outcome OutcomeOfThree(const PerTeam<int>& points, std::optional<Team> winner) {
  PerTeam<ThreeWayResult> results;
  for (const Team team : kAllTeams) results[team].points = points[team];
  for (const Team team : kAllTeams) {
    const int lead = LeadOf(results, team);
    const bool won = winner ? *winner == team : lead > 0;
    const bool lost = winner ? *winner != team : lead < 0;
    results[team].half_points = won ? 2 : lost ? 0 : 1;
  }
  Outcome outcome;
  outcome.deals = 1;
  outcome.half_points = results[Team::kFirst].half_points;
  outcome.lead_halves[Quantity::kGamePoints] = LeadOf(results, Team::kFirst);
  outcome.three_way = results;
  return outcome;
}

Outcome MatchOfThree(std::optional<Team> winner) {
  PerTeam<int> points;
  if (winner) points[*winner] = 1;
  return OutcomeOfThree(points, winner);
}

// The other two both win: the team that forfeits has decided nothing between
// them.
Outcome ForfeitOfThree(const CompiledRules& rules, bool is_match, Team team) {
  const ScoringRules& scoring = rules.ruleset.scoring;
  const int loss =
      is_match ? 1 : std::max(scoring.maker_loss, scoring.maker_loss_if_mit);
  PerTeam<int> points;
  points.Fill(is_match ? 0 : LargestStake(rules.ruleset) - loss);
  points[team] = -loss;
  Outcome outcome = OutcomeOfThree(points, std::nullopt);
  outcome.forfeited_by = team;
  return outcome;
}

}  // namespace

Outcome ScoreForPairing(const CompiledRules& rules, const DealResult& result,
                        const DealScore& score, Seating seating) {
  const std::array<int, kMaxSides> net = NetBySide(rules, score);
  Outcome outcome;
  outcome.deals = 1;
  for (std::size_t side = 0; side < rules.sides; ++side) {
    const auto at = static_cast<Side>(side);
    outcome.net[HolderOf(rules.sides, seating, at)] += net[side];
  }
  const int game_points = LeadInHalves(net, rules.sides, seating);
  outcome.lead_halves[Quantity::kGamePoints] = game_points;
  outcome.lead_halves[Quantity::kCardPoints] =
      LeadInHalves(result.card_points, rules.sides, seating);
  if (score.winner != kNoSide) {
    const Team winner = HolderOf(rules.sides, seating, score.winner);
    outcome.half_points = winner == Team::kFirst ? 2 : 0;
  } else if (game_points != 0) {
    outcome.half_points = game_points > 0 ? 2 : 0;
  }
  return outcome;
}

Outcome ScoreForThree(const CompiledRules& rules, const DealResult& result,
                      const DealScore& score, Seating seating) {
  const std::array<int, kMaxSides> net = NetBySide(rules, score);
  PerTeam<int> points;
  int card_points = 0;  // of the first team: its lead in halves
  std::optional<Team> winner;
  for (std::size_t side = 0; side < rules.sides; ++side) {
    const auto at = static_cast<Side>(side);
    const Team team = HolderOf(rules.sides, /*teams=*/3, seating, at);
    points[team] = net[side];
    card_points += (team == Team::kFirst ? 2 : -1) * result.card_points[side];
    if (score.winner == at) winner = team;
  }
  Outcome outcome = OutcomeOfThree(points, winner);
  outcome.lead_halves[Quantity::kCardPoints] = card_points;
  return outcome;
}

int LargestStake(const Ruleset& ruleset) {
  const ScoringRules& scoring = ruleset.scoring;
  int stake = scoring.win + scoring.vole +
              std::max(scoring.maker_loss, scoring.maker_loss_if_mit);
  if (ruleset.special.mit) {
    stake += scoring.mit;
    if (ruleset.special.mit->kontra) stake += scoring.kontra;
    if (ruleset.special.mit->re) stake += scoring.re;
  }
  return stake;
}

std::uint64_t Table::DealIndex(bool is_match, std::uint64_t item, int number) {
  if (!is_match) return item;
  return (item << kDealIndexBits) | static_cast<std::uint64_t>(number);
}

Seat Table::FirstDealer(const CompiledRules& rules, std::uint64_t item) {
  return static_cast<Seat>(item % rules.players);
}

Table::Table(const TableSpec& spec)
    : Table(spec, spec.deals->PackOf(spec.rules->deck,
                                     DealIndex(spec.is_match, spec.item, 0))) {}

Table::Table(const TableSpec& spec, const Pack& pack)
    : spec_(spec),
      position_(*spec.rules, pack, FirstDealer(*spec.rules, spec.item)) {
  if (spec.is_match) {
    slate_.emplace(spec.rules->ruleset);
    standing_ = slate_->Standing();
  } else {
    standing_ = Slate(spec.rules->ruleset).Standing();
  }
  OpenDeal();
}

Team Table::HolderOf(Side side) const {
  return arena::HolderOf(spec_.rules->sides, spec_.teams, spec_.seating, side);
}

void Table::OpenDeal() {
  ply_ = 0;
  if (spec_.record) actions_.emplace_back();
  NextDecision();
}

// Sets the team whose decision is due, or finishes the deal.
void Table::NextDecision() {
  if (position_.done()) {
    FinishDeal();
    return;
  }
  team_ = HolderOf(spec_.rules->SideOf(position_.decider()));
}

Observation Table::Observe() const {
  Observation seen = position_.Observe();
  seen.standing = standing_;
  seen.random_seed = Draw(seen.seat, ply_);
  return seen;
}

std::uint64_t Table::SuitDraw() const {
  return Draw(position_.decider(), kSuitDraw);
}

// A number that depends on the deal, the seat, the seating and `ply`.
std::uint64_t Table::Draw(Seat seat, int ply) const {
  const std::uint64_t deal =
      DealIndex(spec_.is_match, spec_.item, standing_.deals_played);
  return spec_.deals->DecisionSeed(
      deal, seat, ply, spec_.coupled ? 0 : static_cast<int>(spec_.seating));
}

bool Table::Apply(Action action) {
  COUILLON_CHECK(!done_);
  if (action.number() >= kActions || !position_.LegalActions().Has(action)) {
    return false;
  }
  ApplyLegal(action);
  return true;
}

void Table::ApplyLegal(Action action) {
  if (spec_.record) {
    actions_.back().push_back(static_cast<char>(action.number()));
  }
  ++ply_;
  position_.Apply(action);
  NextDecision();
}

void Table::FinishDeal() {
  const DealResult result = position_.Result();
  if (slate_) {
    FinishDealOfMatch(result, *slate_);
    return;
  }
  const DealScore score = ScoreDeal(spec_.rules->ruleset, result, 0);
  outcome_ = spec_.teams == 3
                 ? ScoreForThree(*spec_.rules, result, score, spec_.seating)
                 : ScoreForPairing(*spec_.rules, result, score, spec_.seating);
  if (spec_.kinds != nullptr) {
    outcome_.kind = static_cast<std::uint8_t>(
        spec_.kinds->KindOf(result, spec_.rules->SideOf(position_.dealer())));
  }
  done_ = true;
}

void Table::FinishDealOfMatch(const DealResult& result, Slate& slate) {
  const DealScore score =
      ScoreDeal(spec_.rules->ruleset, result, slate.pending_carry());
  slate.Apply(score);
  standing_ = slate.Standing();
  if (slate.ended() || slate.deals() == kMaxDealsOfAMatch) {
    FinishMatch(slate);
    return;
  }
  const Seat dealer = Slate::NextDealer(
      spec_.rules->ruleset, position_.dealer(), score.tie, result.abandoned);
  const std::uint64_t index = DealIndex(true, spec_.item, slate.deals());
  position_ = Position(*spec_.rules,
                       spec_.deals->PackOf(spec_.rules->deck, index), dealer);
  OpenDeal();
}

void Table::FinishMatch(const Slate& slate) {
  done_ = true;
  const Side winner = WinnerOfMatch(spec_.rules->ruleset, slate);
  if (spec_.teams == 3) {
    outcome_ = MatchOfThree(
        winner == kNoSide ? std::nullopt : std::optional(HolderOf(winner)));
  }
  outcome_.deals = slate.deals();
  if (winner == kNoSide || spec_.teams == 3) return;
  const bool first = HolderOf(winner) == Team::kFirst;
  outcome_.half_points = first ? 2 : 0;
  outcome_.lead_halves[Quantity::kGamePoints] = first ? 2 : -2;
}

Side WinnerOfMatch(const Ruleset& ruleset, const Slate& slate) {
  if (slate.winner() != kNoSide) return slate.winner();
  // With a fixed number of deals, the side with the fewest lines left wins.
  return ruleset.match.fixed_deals > 0 ? slate.Leader() : kNoSide;
}

Outcome ForfeitOutcome(const CompiledRules& rules, bool is_match, Team team,
                       int teams) {
  if (teams == 3) return ForfeitOfThree(rules, is_match, team);
  const bool is_first = team == Team::kFirst;
  Outcome outcome;
  outcome.forfeited_by = team;
  outcome.deals = 1;
  outcome.half_points = is_first ? 0 : 2;
  const int stake = is_match ? 1 : LargestStake(rules.ruleset);
  outcome.lead_halves[Quantity::kGamePoints] =
      is_first ? -2 * stake : 2 * stake;
  if (!is_match) {
    const ScoringRules& scoring = rules.ruleset.scoring;
    const int loss = std::max(scoring.maker_loss, scoring.maker_loss_if_mit);
    outcome.net[team] = -loss;
    outcome.net[OpponentOf(team)] = stake - loss;
  }
  return outcome;
}

}  // namespace couillon::arena
