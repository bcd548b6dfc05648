// Three steps: the knobs are checked, the script is walked to plan the deal,
// and the tables of cards, duties and seats are filled.

#include "engine/rules/compiler.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/deal_limits.h"
#include "engine/rules/trump_order.h"

namespace couillon {
namespace {

// Turns the script of a ruleset into places: which card of the pack goes to
// whom, and what each trump step turns up. The plan is the same for every
// dealer, since it counts from eldest.

constexpr std::array<const char*, 8> kStepNames = {
    "deal", "talon", "stock", "offer", "name", "turn", "blind", "abandon"};

// Walks a script once and assigns the places of the pack.
class Planner {
 public:
  Planner(const Ruleset& ruleset, CompiledRules& rules)
      : ruleset_(ruleset), rules_(rules), received_(rules.players) {}

  absl::Status Run() {
    for (step_ = 0; step_ < ruleset_.script.size(); ++step_) {
      RETURN_IF_ERROR(
          std::visit([this](const auto& step) { return Take(step); },
                     ruleset_.script[step_]));
    }
    RETURN_IF_ERROR(CheckHands());
    RETURN_IF_ERROR(PlanLayout());
    return CheckDeclining();
  }

 private:
  using Places = std::vector<std::uint8_t>;

  [[nodiscard]] absl::Status Refuse(const std::string& reason) const {
    return absl::InvalidArgumentError(
        absl::StrFormat("script step %d (%s): %s", step_,
                        kStepNames[ruleset_.script[step_].index()], reason));
  }
  [[nodiscard]] int Left() const { return rules_.pack_size - next_; }

  absl::Status Take(const DealStep& step) {
    const int players = rules_.players;
    int first = 0;
    int last = players;
    switch (step.to) {
      case Receivers::kAll:
        break;
      case Receivers::kEldest:
        last = 1;
        break;
      case Receivers::kOthers:
        first = 1;
        break;
      case Receivers::kAllButDealer:
        last = players - 1;
        break;
      case Receivers::kDealer:
        first = players - 1;
        break;
    }
    if (step.cards < 1 || step.cards > 16) {
      return Refuse(
          absl::StrFormat("cards is %d; expected 1 to 16", step.cards));
    }
    if ((last - first) * step.cards > Left()) {
      return Refuse(absl::StrFormat("needs %d cards, but %d are left",
                                    (last - first) * step.cards, Left()));
    }
    for (int turn = first; turn < last; ++turn) {
      for (int card = 0; card < step.cards; ++card, ++next_) {
        received_[static_cast<std::size_t>(turn)].push_back(
            static_cast<std::uint8_t>(next_));
        if (step.face_up) rules_.open_places |= 1U << next_;
      }
    }
    return absl::OkStatus();
  }

  absl::Status Take(const TalonStep& step) {
    const int cards = step.cards == 0 ? Left() : step.cards;
    if (cards < 0 || cards > Left()) {
      return Refuse(
          absl::StrFormat("needs %d cards, but %d are left", cards, Left()));
    }
    for (int card = 0; card < cards; ++card, ++next_) {
      talon_.push_back(static_cast<std::uint8_t>(next_));
    }
    return absl::OkStatus();
  }

  absl::Status Take(const StockStep& /*step*/) {
    if (Left() == 0 || Left() % rules_.players != 0) {
      return Refuse(absl::StrFormat(
          "%d cards are left; expected some, and as many for each of the %d "
          "players",
          Left(), rules_.players));
    }
    rules_.stock_first = static_cast<std::uint8_t>(next_);
    rules_.stock_size = static_cast<std::uint8_t>(Left());
    next_ = rules_.pack_size;
    return absl::OkStatus();
  }

  absl::Status Take(const OfferStep& step) {
    const Stage stage{.kind = StageKind::kOffer, .show = step.show};
    return AddStage(stage, &step.card, nullptr);
  }
  absl::Status Take(const NameStep& step) {
    // A suit that is not held cannot be shown, so Pool::kAny is never shown.
    const Stage stage{.kind = StageKind::kName,
                      .show = step.show && step.pool == Pool::kHeld,
                      .may_defer = step.may_defer,
                      .pool = step.pool,
                      .when = step.when};
    if (step.when == When::kEldestIsDummy && rules_.dummy == kNoSeat) {
      return Refuse("waits for a dummy, but table.layout has none");
    }
    if (step.pool == Pool::kHeld && received_[0].empty()) {
      return Refuse("eldest names a suit held before any card is dealt");
    }
    return AddStage(stage, nullptr, nullptr);
  }
  absl::Status Take(const TurnStep& step) {
    const Stage stage{.kind = StageKind::kTurn, .makers = step.makers};
    return AddStage(stage, &step.card, nullptr);
  }
  absl::Status Take(const BlindStep& step) {
    const Stage stage{.kind = StageKind::kBlind, .makers = step.makers};
    return AddStage(stage, &step.first, &step.second);
  }
  absl::Status Take(const AbandonStep& /*step*/) {
    return AddStage(Stage{.kind = StageKind::kAbandon}, nullptr, nullptr);
  }

  // Adds a trump step, with the places of the cards that it turns up.
  absl::Status AddStage(Stage stage, const CardRef* first,
                        const CardRef* second) {
    if (rules_.stages == kMaxStages) {
      return Refuse(absl::StrFormat("more than %d trump steps", kMaxStages));
    }
    if (first != nullptr) {
      RETURN_IF_ERROR(Resolve(*first, stage.first));
    }
    if (second != nullptr) {
      RETURN_IF_ERROR(Resolve(*second, stage.second));
    }
    for (std::size_t turn = 0; turn < received_.size(); ++turn) {
      stage.held[turn] = static_cast<std::uint8_t>(received_[turn].size());
    }
    stage.open_places = rules_.open_places;
    stage.legal = LegalWhateverHeld(stage);
    rules_.stage[rules_.stages++] = stage;
    return absl::OkStatus();
  }

  // The actions allowed at a trump step, or none if they depend on the cards
  // held.
  static ActionSet LegalWhateverHeld(const Stage& stage) {
    ActionSet legal;
    if (stage.kind == StageKind::kBlind) {
      legal = ActionSet::Of(kPickFirst) | ActionSet::Of(kPickSecond);
    } else if (stage.kind == StageKind::kOffer && !stage.show) {
      legal = ActionSet::Of(kPass) | ActionSet::Of(kTake);
    } else if (stage.kind == StageKind::kName && stage.pool == Pool::kAny) {
      for (int suit = 0; suit < kSuits; ++suit) {
        legal |= ActionSet::Of(Action::Name(static_cast<Suit>(suit)));
      }
      if (stage.may_defer) legal |= ActionSet::Of(kDefer);
    }
    return legal;
  }

  absl::Status Resolve(const CardRef& ref, std::uint8_t& place) const {
    const Places* cards = &talon_;
    const char* owner = "the talon";
    if (ref.owner == Owner::kDealer) {
      cards = &received_.back();
      owner = "the dealer";
    } else if (ref.owner == Owner::kEldest) {
      cards = &received_.front();
      owner = "eldest";
    }
    const int count = static_cast<int>(cards->size());
    const int index = ref.index < 0 ? count + ref.index : ref.index;
    if (index < 0 || index >= count) {
      return Refuse(absl::StrFormat("there is no card %d: %s has %d cards",
                                    ref.index, owner, count));
    }
    place = (*cards)[static_cast<std::size_t>(index)];
    return absl::OkStatus();
  }

  absl::Status CheckHands() {
    if (Left() > 0) {
      return absl::InvalidArgumentError(
          absl::StrFormat("script: %d of %d cards are left over at its end",
                          Left(), static_cast<int>(rules_.pack_size)));
    }
    const std::size_t size = received_[0].size();
    for (const Places& hand : received_) {
      if (hand.size() != size || size == 0) {
        return absl::InvalidArgumentError(
            absl::StrFormat("script: hands of different sizes, %d and %d cards",
                            size, hand.size()));
      }
    }
    for (std::size_t turn = 0; turn < received_.size(); ++turn) {
      std::copy(received_[turn].begin(), received_[turn].end(),
                rules_.places[turn].begin());
    }
    rules_.hand_size = static_cast<std::uint8_t>(size);
    const int tricks =
        static_cast<int>(size) + rules_.stock_size / rules_.players;
    if (tricks > kMaxTricks) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "script: %d tricks; expected %d at most", tricks, kMaxTricks));
    }
    rules_.tricks = static_cast<std::uint8_t>(tricks);
    return absl::OkStatus();
  }

  // Marks the cards that lie under others. Their number must be that of the
  // cards on top.
  absl::Status PlanLayout() {
    rules_.has_open_cards =
        rules_.open_places != 0 || rules_.layout == Layout::kDummy;
    if (rules_.layout == Layout::kNone) return absl::OkStatus();
    for (std::size_t turn = 0; turn < received_.size(); ++turn) {
      const Places& hand = received_[turn];
      int covered = 0;
      for (std::size_t card = 0; card < hand.size(); ++card) {
        const bool under = rules_.layout == Layout::kDummy
                               ? card < hand.size() / 2
                               : (rules_.open_places >> hand[card] & 1U) == 0;
        rules_.covered[turn][card] = under;
        covered += under ? 1 : 0;
      }
      if (2 * covered != static_cast<int>(hand.size())) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "script: a layout of %d cards face down and %d face up; expected "
            "a column of one of each",
            covered, static_cast<int>(hand.size()) - covered));
      }
    }
    return absl::OkStatus();
  }

  // Checks that a deal never has more than kMaxCalls calls, and that for each
  // dealer, if everybody declines, trumps are fixed or the deal is abandoned.
  absl::Status CheckDeclining() const {
    int calls = AnnouncementCalls();
    for (int i = 0; i < rules_.stages; ++i) {
      const StageKind kind = rules_.stage[static_cast<std::size_t>(i)].kind;
      if (kind == StageKind::kOffer) calls += rules_.players;
      if (kind == StageKind::kName || kind == StageKind::kBlind) ++calls;
    }
    if (calls > kMaxCalls) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "script: up to %d calls in a deal; expected %d at most", calls,
          kMaxCalls));
    }
    for (int dealer = 0; dealer < rules_.players; ++dealer) {
      if (!EndsWhenDeclined(static_cast<Seat>(dealer))) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "script: when everybody declines, play could begin without "
            "trumps after the last step (%d)",
            ruleset_.script.size()));
      }
    }
    return absl::OkStatus();
  }

  [[nodiscard]] int AnnouncementCalls() const {
    if (!rules_.has_mit) return 0;
    const int side = rules_.players / rules_.sides;
    int calls = rules_.mit.window == MitWindow::kOpen ? rules_.players : 1;
    if (rules_.mit.kontra) calls += rules_.players - side;
    if (rules_.mit.re) calls += side;
    return calls;
  }

  [[nodiscard]] bool EndsWhenDeclined(Seat dealer) const {
    const bool dummy = rules_.FromEldest(dealer, 0) == rules_.dummy;
    for (int i = 0; i < rules_.stages; ++i) {
      const Stage& stage = rules_.stage[static_cast<std::size_t>(i)];
      const bool taken = stage.when == When::kAlways ||
                         (stage.when == When::kEldestIsDummy) == dummy;
      if (stage.kind == StageKind::kName && taken && !stage.may_defer) {
        return true;
      }
      if (stage.kind == StageKind::kTurn || stage.kind == StageKind::kBlind ||
          stage.kind == StageKind::kAbandon) {
        return true;
      }
    }
    return false;
  }

  const Ruleset& ruleset_;
  CompiledRules& rules_;
  std::size_t step_ = 0;
  int next_ = 0;                  // place of the next card to deal
  std::vector<Places> received_;  // by turn order from eldest
  Places talon_;
};

// Fills the places, stages, stock and tricks of `rules` by walking the script,
// and checks that trumps are fixed or the deal is abandoned if everybody
// declines. InvalidArgument names the reason and, if a single step is wrong,
// the step (from 0). Requires: CheckKnobs(ruleset) is OK; the knobs of `rules`
// are filled in (compiler.cc).
absl::Status PlanDeal(const Ruleset& ruleset, CompiledRules& rules) {
  return Planner(ruleset, rules).Run();
}

// Checks of the knobs of a ruleset. deal_plan.h checks whether its script can
// be dealt.

constexpr int kMaxGamePoints = 100;

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
  int suit_points = 0;
  for (const int worth : table.card_points) {
    RETURN_IF_ERROR(CheckRange("table.card_points", worth, 0, 15));
    suit_points += worth;
  }
  // A side's card points are a byte.
  if (kSuits * suit_points > 255) {
    return Wrong("table.card_points",
                 absl::StrFormat("%d in four suits", kSuits * suit_points),
                 "at most 255 in the whole pack");
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
  const CardSet deck = MakeDeck(table);
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
                 "a card of the pack that is not a permanent trump");
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
      {"scoring.win", scoring.win, 1, kMaxGamePoints},
      {"scoring.vole", scoring.vole, 0, kMaxGamePoints},
      {"scoring.mit", scoring.mit, 0, kMaxGamePoints},
      {"scoring.kontra", scoring.kontra, 0, kMaxGamePoints},
      {"scoring.re", scoring.re, 0, kMaxGamePoints},
      {"scoring.maker_loss", scoring.maker_loss, 0, kMaxGamePoints},
      {"scoring.maker_loss_if_mit", scoring.maker_loss_if_mit, 0,
       kMaxGamePoints},
      {"scoring.maker_loss_on_tie", scoring.maker_loss_on_tie, 0,
       kMaxGamePoints},
      {"scoring.tie_both", scoring.tie_both, 0, kMaxGamePoints},
      {"scoring.makers_must_exceed", scoring.makers_must_exceed, 0, 480},
      {"scoring.bonus_units", scoring.bonus_units, bonus_least, kMaxGamePoints},
  });
}

absl::Status CheckMatch(const MatchRules& match) {
  RETURN_IF_ERROR(CheckRanges({
      {"match.cows_to_win", match.cows_to_win, 1, 100},
      {"match.fixed_deals", match.fixed_deals, 0, kMaxDealsOfAMatch},
      {"match.max_deals", match.max_deals, 0, kMaxDealsOfAMatch},
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
  rules.deck = MakeDeck(table);
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
