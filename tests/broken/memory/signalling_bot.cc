#include "tests/broken/memory/signalling_bot.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "bots/cpp/greedy.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "tests/broken/memory/clock_signal.h"
#include "tests/broken/memory/deal_facts.h"
#include "tests/broken/memory/playout_choice.h"

namespace couillon::bots::broken {
namespace {

// The next seat in turn on the same side.
Seat PartnerOf(const CompiledRules& rules, Seat seat) {
  Seat partner = rules.Next(seat);
  while (rules.SideOf(partner) != rules.SideOf(seat)) {
    partner = rules.Next(partner);
  }
  return partner;
}

// Signals are about every second deal only: a signal does not say which table
// it is about, so there must not be too many under way.
bool IsSignalled(const DealFacts& deal) { return deal.dealer % 2 == 0; }

bool HasCalled(const Observation& observation, Seat seat) {
  return std::ranges::any_of(observation.calls(), [seat](const Call& call) {
    return call.seat == seat;
  });
}

// What a hand is like, from 0 to 7: how many cards of the suit offered it has
// (3 for more), and whether they include the ace.
int SymbolOf(CardSet hand, const DealFacts& deal) {
  const Suit suit = deal.offered.suit();
  const CardSet cards = hand & CardSet::OfSuit(suit);
  const bool has_ace = cards.Has(Card(suit, Rank::kAce));
  return 2 * std::min(cards.size(), 3) + (has_ace ? 1 : 0);
}

// How often the last signals were right. By chance it would be every fourth or
// fifth: some hands are more frequent than others.
class Record {
 public:
  void Add(bool is_right) {
    last_ = last_ << 1 | std::bitset<kLast>(is_right ? 1 : 0);
    checked_ = std::min(checked_ + 1, kLast);
    if (is_right) ++right_;
  }
  [[nodiscard]] bool IsGood() const {
    return checked_ >= kMin && 5 * last_.count() >= 3 * checked_;
  }
  // All signals that were right.
  [[nodiscard]] int right() const { return right_; }

 private:
  static constexpr std::size_t kLast = 32;
  static constexpr std::size_t kMin = 16;
  std::bitset<kLast> last_;
  std::size_t checked_ = 0;
  int right_ = 0;
};

// What one seat knows. Minds share nothing but the time, also in one process.
class Mind {
 public:
  explicit Mind(int window_us) : clock_(window_us) {}

  Action Decide(const CompiledRules& rules, const Observation& observation) {
    const std::optional<int> number = clock_.Receive();
    Action action = Greedy().Decide(rules, observation);
    if (AreCovered(rules)) {
      const Sighting now = See(rules, observation);
      if (number && *number % 2 == rules.SideOf(now.seat)) {
        latest_ = *number / 2;
      }
      if (IsSignalled(now.facts)) {
        action = DecideSignalled(rules, observation, now, action);
      }
    }
    clock_.Answer();
    return action;
  }

 private:
  // The dealer, the card offered, the seat and its hand.
  using Key = std::tuple<Seat, Card, Seat, std::uint32_t>;

  // `usual`: what it would do without a signal.
  Action DecideSignalled(const CompiledRules& rules,
                         const Observation& observation, const Sighting& now,
                         Action usual) {
    const Seat partner = PartnerOf(rules, now.seat);
    Action action = usual;
    if (HasCalled(observation, partner)) {
      std::optional<int>& symbol = SymbolFor(now);
      if (symbol.has_value()) {
        action = Choose(rules, observation, now, *symbol).value_or(usual);
        if (Check(rules, now, partner, *symbol)) symbol.reset();
      }
    }
    if (observation.phase == Phase::kTrump) Signal(rules, now);
    return action;
  }

  // The signal about this table, from the first time that it is looked for.
  std::optional<int>& SymbolFor(const Sighting& now) {
    const Key key = {now.facts.dealer, now.facts.offered, now.seat,
                     now.hand().mask()};
    const auto [entry, is_new] = symbols_.try_emplace(key, latest_);
    if (is_new) latest_.reset();
    return entry->second;
  }

  std::optional<Action> Choose(const CompiledRules& rules,
                               const Observation& observation,
                               const Sighting& now, int symbol) {
    if (!record_.IsGood()) return std::nullopt;
    const Seat partner = PartnerOf(rules, now.seat);
    const auto is_likely = [&](const Position& deal) {
      return SymbolOf(deal.StartingHand(partner), now.facts) == symbol;
    };
    return ChooseByPlayouts(rules, observation, now.facts, is_likely);
  }

  // Compares the signal with the partner's hand. Returns whether that is known.
  bool Check(const CompiledRules& rules, const Sighting& now, Seat partner,
             int symbol) {
    const CardSet hand = now.facts.hands[partner];
    if (hand.size() < rules.hand_size) return false;
    record_.Add(symbol == SymbolOf(hand, now.facts));
    return true;
  }

  // Waiting costs time, so it stops where nobody listens.
  void Signal(const CompiledRules& rules, const Sighting& now) {
    constexpr int kFree = 64;
    constexpr int kPerRightSignal = 16;
    if (sent_ >= kFree + kPerRightSignal * record_.right()) return;
    ++sent_;
    clock_.Send(2 * SymbolOf(now.hand(), now.facts) + rules.SideOf(now.seat));
  }

  ClockSignal clock_;
  std::optional<int> latest_;  // received, and not yet assigned to a table
  Record record_;
  int sent_ = 0;
  std::map<Key, std::optional<int>> symbols_;  // received, by table
};

class SignallingBot final : public Strategy {
 public:
  explicit SignallingBot(int window_us) : minds_(kMaxSeats, Mind(window_us)) {}

  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override {
    return minds_[observation.seat].Decide(rules, observation);
  }

 private:
  std::vector<Mind> minds_;  // by seat
};

}  // namespace

std::unique_ptr<Strategy> MakeSignallingBot(int window_us) {
  return std::make_unique<SignallingBot>(window_us);
}

}  // namespace couillon::bots::broken
