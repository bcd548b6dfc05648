#include "engine/rules/deal_plan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"

namespace couillon {
namespace {

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

}  // namespace

absl::Status PlanDeal(const Ruleset& ruleset, CompiledRules& rules) {
  return Planner(ruleset, rules).Run();
}

}  // namespace couillon
