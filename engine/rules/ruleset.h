// A ruleset as written: every knob of the family of games, in the form that the
// validator, the explainer and the naive reference rules read. Play uses the
// compiled form (compiled_rules.h). The messages of
// proto/couillon/v1/ruleset.proto document the same knobs one by one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"

namespace couillon {

enum class Direction : std::int8_t { kClockwise = 1, kAnticlockwise = -1 };

// The seats that play from cards laid out on the table.
enum class Layout : std::uint8_t { kNone, kAll, kDummy };

enum class Receivers : std::uint8_t {
  kAll,
  kEldest,
  kOthers,
  kAllButDealer,
  kDealer
};

enum class Owner : std::uint8_t { kTalon, kDealer, kEldest };
enum class Pool : std::uint8_t { kAny, kHeld };
enum class When : std::uint8_t { kAlways, kEldestIsDummy, kEldestIsPlayer };
enum class Makers : std::uint8_t { kNobody, kEldest };
enum class Lead : std::uint8_t { kEldest, kMaker };
enum class Head : std::uint8_t { kNone, kBest, kPrevious };
enum class MitWindow : std::uint8_t { kOwnTurn, kPreLead, kOpen };
enum class PenaltyMark : std::uint8_t { kLine, kBoucle, kNumber };
enum class MaxDealsWinner : std::uint8_t { kMinLeft, kMaxErased };

// A card by its owner and its index in the order dealt, from 0; a negative
// index counts from the end, so that -1 is the last card.
struct CardRef {
  Owner owner = Owner::kTalon;
  int index = 0;
  friend bool operator==(const CardRef&, const CardRef&) = default;
};

struct DealStep {
  Receivers to = Receivers::kAll;
  int cards = 0;
  bool face_up = false;
  friend bool operator==(const DealStep&, const DealStep&) = default;
};
struct TalonStep {
  int cards = 0;  // 0: all that are left
  friend bool operator==(const TalonStep&, const TalonStep&) = default;
};
struct StockStep {
  friend bool operator==(const StockStep&, const StockStep&) = default;
};
struct OfferStep {
  CardRef card;
  bool show = false;
  friend bool operator==(const OfferStep&, const OfferStep&) = default;
};
struct NameStep {
  Pool pool = Pool::kAny;
  bool may_defer = false;
  bool show = false;
  When when = When::kAlways;
  friend bool operator==(const NameStep&, const NameStep&) = default;
};
struct TurnStep {
  CardRef card;
  Makers makers = Makers::kNobody;
  friend bool operator==(const TurnStep&, const TurnStep&) = default;
};
struct BlindStep {
  CardRef first;
  CardRef second;
  Makers makers = Makers::kNobody;
  friend bool operator==(const BlindStep&, const BlindStep&) = default;
};
struct AbandonStep {
  friend bool operator==(const AbandonStep&, const AbandonStep&) = default;
};

using Step = std::variant<DealStep, TalonStep, StockStep, OfferStep, NameStep,
                          TurnStep, BlindStep, AbandonStep>;

struct TableRules {
  int players = 0;
  int sides = 0;
  std::vector<Rank> ranks;       // from the highest to the lowest
  std::vector<int> card_points;  // of each of `ranks`, in the same order
  CardSet removed;
  Direction direction = Direction::kClockwise;
  Layout layout = Layout::kNone;
  Seat dummy = kNoSeat;             // Layout::kDummy only
  Seat dummy_controller = kNoSeat;  // Layout::kDummy only
  friend bool operator==(const TableRules&, const TableRules&) = default;
};

struct PlayRules {
  bool trump_when_able = false;
  bool must_trump_when_void = false;
  bool must_overtrump = false;
  Head head_plain = Head::kNone;
  Head head_trump = Head::kNone;
  bool free_while_stock = false;
  friend bool operator==(const PlayRules&, const PlayRules&) = default;
};

struct MitRules {
  Card card;
  MitWindow window = MitWindow::kOwnTurn;
  bool kontra = false;
  bool re = false;
  friend bool operator==(const MitRules&, const MitRules&) = default;
};

struct SpecialRules {
  std::vector<Card> permanent_trumps;  // from the highest to the lowest
  std::optional<MitRules> mit;
  friend bool operator==(const SpecialRules&, const SpecialRules&) = default;
};

// All in game points, except makers_must_exceed, which is in card points.
struct ScoringRules {
  int win = 0;
  int vole = 0;
  int mit = 0;
  int kontra = 0;
  int re = 0;
  int maker_loss = 0;
  int maker_loss_if_mit = 0;
  int maker_loss_on_tie = 0;
  int tie_both = 0;
  int makers_must_exceed = 0;
  bool bonus_on_tie = false;
  bool bonus_on_abandon = false;
  int bonus_units = 0;
  bool bonus_accumulates = false;
  bool bonus_adds_penalty = false;
  PenaltyMark penalty_mark = PenaltyMark::kLine;
  friend bool operator==(const ScoringRules&, const ScoringRules&) = default;
};

struct MatchRules {
  std::vector<int> targets;  // game points, cow by cow
  int cows_to_win = 1;
  int fixed_deals = 0;  // 0: none
  int max_deals = 0;    // 0: none
  MaxDealsWinner max_deals_winner = MaxDealsWinner::kMinLeft;
  bool clamp_at_zero = false;
  bool same_dealer_after_tie = false;
  bool same_dealer_after_abandon = false;
  friend bool operator==(const MatchRules&, const MatchRules&) = default;
};

struct Ruleset {
  std::string id;  // with its switches: "mit-malmedy+dame-de-make"
  std::string title;
  std::string summary;
  std::vector<std::string> sources;
  std::vector<std::string> decisions;
  std::vector<std::string> switches;  // those that may be applied
  TableRules table;
  std::vector<Step> script;
  Lead lead = Lead::kEldest;
  PlayRules play;
  SpecialRules special;
  ScoringRules scoring;
  MatchRules match;
  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

}  // namespace couillon
