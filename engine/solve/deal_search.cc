// Questions to TrickSearch by bisection: each asks whether side 0 reaches one
// step of its possible leads, and narrows the range of steps.

#include "engine/solve/deal_search.h"

#include <algorithm>
#include <span>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/rules/ruleset.h"
#include "engine/solve/line_values.h"
#include "engine/solve/play_state.h"

namespace couillon {
namespace {

// The lead of side 0 if it ends with `points` card points and `tricks` tricks.
std::int32_t LeadOf(const Payoff& payoff, DealResult result, int total,
                    int points, int tricks, int all_tricks) {
  result.card_points[0] = static_cast<std::uint8_t>(points);
  result.card_points[1] = static_cast<std::uint8_t>(total - points);
  result.tricks[0] = static_cast<std::uint8_t>(tricks);
  result.tricks[1] = static_cast<std::uint8_t>(all_tricks - tricks);
  const SideValues values = payoff.Of(result);
  return values[0] - values[1];
}

void AddLevel(ResultLevels& levels, const Level& level) {
  if (!levels.levels.empty()) {
    const std::int32_t before = levels.levels.back().value;
    if (level.value < before) levels.ascending = false;
    if (level.value == before) return;
  }
  levels.levels.push_back(level);
}

// More than there are trumps, makers, announcements and totals in most
// rulesets.
constexpr std::size_t kMaxLeadTables = 4096;

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

void Append(std::string& key, std::uint32_t mask) {
  for (int byte = 0; byte < 4; ++byte) {
    key += static_cast<char>(mask >> (8 * byte) & 0xffU);
  }
}

// Requires: trumps are made.
Suit TrumpOf(const DealResult& result) {
  COUILLON_CHECK(result.trump.has_value());
  return *result.trump;
}

// All that the rest of the deal depends on, for positions of one deal.
std::string KeyOf(const Position& position) {
  const CompiledRules& rules = position.rules();
  const DealResult result = position.Result();
  std::string key;
  key.reserve(64);
  for (Seat seat = 0; seat < rules.players; ++seat) {
    Append(key, position.hand(seat).mask());
  }
  for (const Card card : position.trick()) {
    key += static_cast<char>(card.index());
  }
  for (Side side = 0; side < rules.sides; ++side) {
    key += static_cast<char>(result.card_points[side]);
    key += static_cast<char>(result.tricks[side]);
  }
  key += static_cast<char>(position.phase());
  key += static_cast<char>(position.seat());
  key += static_cast<char>(position.leader());
  key += static_cast<char>(result.mit_side);
  key += static_cast<char>((position.mit_is_pending() ? 1 : 0) |
                           (result.kontra ? 2 : 0) | (result.re ? 4 : 0));
  key += static_cast<char>(result.maker);
  key += static_cast<char>(TrumpOf(result));
  return key;
}

// The steps between which the value is.
struct LevelRange {
  std::size_t low;
  std::size_t high;
};

// The step to ask about: near the guess, or in the middle of a few.
std::size_t NextQuestion(const std::vector<Level>& levels, LevelRange range,
                         int guess) {
  if (range.high - range.low <= 4) {
    return range.low + (range.high - range.low + 1) / 2;
  }
  std::size_t next = range.high;
  while (next > range.low + 1 && levels[next].need > guess) --next;
  return next;
}

// The highest step, from `reached` to `high`, that side 0 reaches if it gets
// `bound`.
std::size_t Raised(const std::vector<Level>& levels, std::size_t reached,
                   std::size_t high, int bound) {
  if (levels[reached].aim != Aim::kPoints) return reached;
  while (reached < high && levels[reached + 1].aim == Aim::kPoints &&
         levels[reached + 1].need <= bound) {
    ++reached;
  }
  return reached;
}

// The highest step, from `low` to below `missed`, that side 0 may reach if it
// gets `bound` at most.
std::size_t Lowered(const std::vector<Level>& levels, std::size_t low,
                    std::size_t missed, int bound) {
  std::size_t high = missed - 1;
  if (levels[missed].aim != Aim::kPoints) return high;
  while (high > low && levels[high].aim == Aim::kPoints &&
         levels[high].need > bound) {
    --high;
  }
  return high;
}

}  // namespace

LeadTable::LeadTable(const Payoff& payoff, DealResult result, int total,
                     int tricks)
    : without_trick_(LeadOf(payoff, result, total, 0, 0, tricks)),
      all_tricks_(LeadOf(payoff, result, total, total, tricks, tricks)) {
  for (int points = 0; points <= total; ++points) {
    by_points_.push_back(LeadOf(payoff, result, total, points, 1, tricks));
  }
  ascending_ = std::is_sorted(by_points_.begin(), by_points_.end()) &&
               without_trick_ <= by_points_.front() &&
               by_points_.back() <= all_tricks_;
}

std::uint32_t KindOf(const DealResult& result, int total) {
  std::uint32_t kind = static_cast<std::uint32_t>(total);
  const auto add = [&kind](std::uint32_t part, std::uint32_t values) {
    kind = kind * values + part % values;  // kNoSeat and kNoSide are 255
  };
  add(result.trump ? static_cast<std::uint32_t>(*result.trump) : kSuits, 8);
  add(result.maker, 16);
  add(result.maker_side, 4);
  add(result.mit_side, 4);
  add(result.kontra ? 1 : 0, 2);
  add(result.re ? 1 : 0, 2);
  return kind;
}

void FindLevels(const Position& position, const LeadTable& leads, int left,
                ResultLevels& levels) {
  levels.ascending = true;
  levels.levels.clear();
  const DealResult result = position.Result();
  const bool other_may_sweep = result.tricks[0] == 0;
  const bool may_sweep = result.tricks[1] == 0;
  if (other_may_sweep) {
    AddLevel(levels,
             {.aim = Aim::kPoints, .need = 0, .value = leads.without_trick()});
  }
  if (position.rules().tricks > 1) {
    for (int need = 0; need <= left; ++need) {
      AddLevel(levels, {.aim = need == 0 ? Aim::kAnyTrick : Aim::kPoints,
                        .need = need == 0 ? 1 : need,
                        .value = leads.With(result.card_points[0] + need)});
    }
  }
  if (may_sweep) {
    AddLevel(
        levels,
        {.aim = Aim::kAllTricks, .need = 1, .value = leads.with_all_tricks()});
  }
}

DealSearch::Tables::Tables(const CompiledRules& rules,
                           const SearchTable& labels)
    : search(labels),
      last_two(search),
      last_two_of_cards(LastTwoTricks::OfCards(search)) {
  static const std::vector<LineTarget> kTargets = FindLineTargets();
  if (!kTargets.empty() && LastThreeTricks::Knows(rules, search)) {
    last_three.emplace(rules, search, kTargets.front());
  }
}

DealSearch::DealSearch(const CompiledRules& rules)
    : rules_(rules),
      plays_last_two_at_once_(rules.players == LastTwoTricks::kPlayers &&
                              !rules.has_heading && rules.sides == 2 &&
                              rules.layout == Layout::kNone &&
                              rules.tricks >= 2) {
  if (rules.sides == 2) tricks_ = std::make_unique<TrickSearch>(rules);
}

void DealSearch::SetPayoff(const Payoff& payoff) {
  payoff_ = &payoff;
  if (payoff.id() != payoff_id_) leads_.clear();
  payoff_id_ = payoff.id();
  bounds_.clear();
  values_.clear();
}

std::uint64_t DealSearch::nodes() const {
  return nodes_ + (tricks_ == nullptr ? 0 : tricks_->nodes());
}

SideValues DealSearch::ValueOf(const Position& position) {
  if (rules_.sides != 2) return Best(position);
  const std::int32_t lead = Lead(position, -kInfinite, kInfinite);
  return {lead, -lead};
}

std::int32_t DealSearch::Lead(const Position& position, std::int32_t alpha,
                              std::int32_t beta) {
  if (position.done()) {
    const SideValues values = payoff_->Of(position.Result());
    return values[0] - values[1];
  }
  if (position.OnlyCardsAreDue() && position.stock_left() == 0) {
    const auto lead = LeadOfCards(position, alpha, beta);
    if (lead) return *lead;
  }
  ++nodes_;
  if (position.phase() == Phase::kTrump) {
    return LeadOfActions(position, alpha, beta);
  }
  const std::string key = KeyOf(position);
  const auto found = bounds_.find(key);
  if (found != bounds_.end()) {
    const Bounds& known = found->second;
    if (known.low >= beta || known.low == known.high) return known.low;
    if (known.high <= alpha) return known.high;
  }
  const std::int32_t lead = LeadOfActions(position, alpha, beta);
  Bounds& known =
      bounds_.try_emplace(key, Bounds{-kInfinite, kInfinite}).first->second;
  if (lead > alpha) known.low = std::max(known.low, lead);
  if (lead < beta) known.high = std::min(known.high, lead);
  return lead;
}

std::int32_t DealSearch::LeadOfActions(const Position& position,
                                       std::int32_t alpha, std::int32_t beta) {
  const bool ours = rules_.SideOf(position.seat()) == 0;
  std::int32_t best = ours ? -kInfinite : kInfinite;
  for (const Action action : position.LegalActions()) {
    Position next = position;
    next.Apply(action);
    const std::int32_t lead = Lead(next, alpha, beta);
    best = ours ? std::max(best, lead) : std::min(best, lead);
    if (ours) {
      alpha = std::max(alpha, lead);
    } else {
      beta = std::min(beta, lead);
    }
    if (alpha >= beta) break;
  }
  return best;
}

const DealSearch::Tables& DealSearch::TablesOf(const DealResult& result) {
  const std::size_t suit = static_cast<std::size_t>(TrumpOf(result));
  const std::size_t declared = result.mit_side == kNoSide ? 0 : 1;
  std::unique_ptr<Tables>& table = tables_[suit][declared];
  if (table == nullptr) {
    table = std::make_unique<Tables>(
        rules_, MakeSearchTable(rules_, rules_.tables[suit][declared]));
  }
  return *table;
}

const LeadTable& DealSearch::LeadsOf(const DealResult& result, int left) {
  const int total = result.card_points[0] + result.card_points[1] + left;
  if (leads_.size() == kMaxLeadTables) leads_.clear();
  return leads_
      .try_emplace(KindOf(result, total), *payoff_, result, total,
                   rules_.tricks)
      .first->second;
}

std::optional<DealSearch::LastTwo> DealSearch::ReadLastTwo(
    const Position& position) const {
  if (!plays_last_two_at_once_ || position.tricks_left() != 2) {
    return std::nullopt;
  }
  LastTwo last;
  const Seat leader = position.leader();
  const auto& turns = rules_.turn_order[leader];
  const std::span<const Card> trick = position.trick();
  for (std::size_t i = 0; i < last.hands.size(); ++i) {
    CardSet& hand = last.hands[i];
    hand = position.hand(turns[i]);
    if (i < trick.size()) {
      hand.Add(trick[i]);
      last.played.Add(trick[i]);
    }
    for (const Card card : hand) last.left += rules_.card_points[Index(card)];
  }
  last.ours = rules_.SideOf(leader) == 0;
  return last;
}

std::int32_t DealSearch::LeadOfStep(const LeadTable& leads,
                                    const DealResult& result, int left,
                                    int step) {
  if (step == 0 && result.tricks[0] == 0) return leads.without_trick();
  if (step == left + 2 && result.tricks[1] == 0) return leads.with_all_tricks();
  return leads.With(result.card_points[0] + std::clamp(step - 1, 0, left));
}

std::optional<DealSearch::CardLeads> DealSearch::LeadsByCard(
    const Position& position) {
  if (!position.OnlyCardsAreDue() || position.stock_left() > 0) {
    return std::nullopt;
  }
  const auto last = ReadLastTwo(position);
  if (!last) return std::nullopt;
  const DealResult result = position.Result();
  const LeadTable& leads = LeadsOf(result, last->left);
  if (!leads.ascending()) return std::nullopt;
  ++nodes_;
  const LastTwoTricks::Steps steps =
      TablesOf(result).last_two_of_cards.ComputeSteps(last->hands, last->played,
                                                      last->ours);
  return CardLeads{
      .lower = LeadOfStep(leads, result, last->left, steps.lower),
      .higher = LeadOfStep(leads, result, last->left, steps.higher)};
}

std::optional<std::int32_t> DealSearch::LeadOfCards(const Position& position,
                                                    std::int32_t alpha,
                                                    std::int32_t beta) {
  const DealResult result = position.Result();
  const Tables& tables = TablesOf(result);
  const auto last = ReadLastTwo(position);
  if (last && last->played.empty()) {
    const LeadTable& leads = LeadsOf(result, last->left);
    if (leads.ascending()) {
      ++nodes_;
      return LeadOfStep(
          leads, result, last->left,
          tables.last_two_of_cards.ComputeStep(last->hands, last->ours));
    }
  }
  const SearchTable& table = tables.search;
  SearchDeal deal;
  SearchTrick trick;
  ReadPosition(position, table, deal, trick);
  tricks_->SetDeal(table, tables.last_two,
                   tables.last_three ? &*tables.last_three : nullptr, deal);
  const int left = tricks_->PointsLeft(trick);
  FindLevels(position, LeadsOf(result, left), left, levels_);
  if (!levels_.ascending) return std::nullopt;
  return HighestLevel(trick, left, alpha, beta);
}

std::int32_t DealSearch::HighestLevel(const SearchTrick& trick, int left,
                                      std::int32_t alpha, std::int32_t beta) {
  const auto& levels = levels_.levels;
  LevelRange range{.low = 0, .high = levels.size() - 1};
  while (range.high > range.low && levels[range.high - 1].value >= beta) {
    --range.high;
  }
  while (range.low < range.high && levels[range.low + 1].value <= alpha) {
    ++range.low;
  }
  int guess = range.high - range.low > 4 ? tricks_->Guess(trick) : left / 2;
  while (range.low < range.high) {
    const std::size_t next = NextQuestion(levels, range, guess);
    const Level& level = levels[next];
    const int bound = tricks_->Ask(level.aim, trick, level.need);
    if (bound >= level.need) {
      range.low = Raised(levels, next, range.high, bound);
      guess = bound + 1;
    } else {
      range.high = Lowered(levels, range.low, next, bound);
      guess = bound;
    }
  }
  return levels[range.low].value;
}

SideValues DealSearch::Best(const Position& position) {
  if (position.done()) return payoff_->Of(position.Result());
  ++nodes_;
  const bool keeps =
      position.phase() == Phase::kPlay && position.trick().empty();
  std::string key;
  if (keeps) {
    key = KeyOf(position);
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
  }
  const Side side = rules_.SideOf(position.seat());
  SideValues best{};
  bool any = false;
  for (const Action action : position.LegalActions()) {
    Position next = position;
    next.Apply(action);
    const SideValues values = Best(next);
    if (any && values[side] <= best[side]) continue;
    best = values;
    any = true;
  }
  if (keeps) values_.emplace(key, best);
  return best;
}

}  // namespace couillon
