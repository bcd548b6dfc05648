#include "proto/ruleset_codec.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "google/protobuf/generated_enum_reflection.h"
#include "proto/enum_codec.h"

namespace couillon::wire {
namespace {

absl::Status NotSet(const char* field) {
  return absl::InvalidArgumentError(absl::StrFormat("%s is not set", field));
}

absl::Status NotA(const char* field, const std::string& found,
                  const char* kind) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s is \"%s\"; expected %s", field, found, kind));
}

// Direction is the only enum that differs: see ReadTable().
static_assert(ToEnum<v1::Layout>(Layout::kNone) == v1::LAYOUT_NONE &&
              ToEnum<v1::Layout>(Layout::kAll) == v1::LAYOUT_ALL &&
              ToEnum<v1::Layout>(Layout::kDummy) == v1::LAYOUT_DUMMY &&
              v1::Layout_MAX == ToEnum<v1::Layout>(Layout::kDummy));
static_assert(
    ToEnum<v1::Receivers>(Receivers::kAll) == v1::RECEIVERS_ALL &&
    ToEnum<v1::Receivers>(Receivers::kEldest) == v1::RECEIVERS_ELDEST &&
    ToEnum<v1::Receivers>(Receivers::kOthers) == v1::RECEIVERS_OTHERS &&
    ToEnum<v1::Receivers>(Receivers::kAllButDealer) ==
        v1::RECEIVERS_ALL_BUT_DEALER &&
    ToEnum<v1::Receivers>(Receivers::kDealer) == v1::RECEIVERS_DEALER &&
    v1::Receivers_MAX == ToEnum<v1::Receivers>(Receivers::kDealer));
static_assert(ToEnum<v1::Owner>(Owner::kTalon) == v1::OWNER_TALON &&
              ToEnum<v1::Owner>(Owner::kDealer) == v1::OWNER_DEALER &&
              ToEnum<v1::Owner>(Owner::kEldest) == v1::OWNER_ELDEST &&
              v1::Owner_MAX == ToEnum<v1::Owner>(Owner::kEldest));
static_assert(ToEnum<v1::Pool>(Pool::kAny) == v1::POOL_ANY &&
              ToEnum<v1::Pool>(Pool::kHeld) == v1::POOL_HELD &&
              v1::Pool_MAX == ToEnum<v1::Pool>(Pool::kHeld));
static_assert(ToEnum<v1::When>(When::kAlways) == v1::WHEN_ALWAYS &&
              ToEnum<v1::When>(When::kEldestIsDummy) ==
                  v1::WHEN_ELDEST_IS_DUMMY &&
              ToEnum<v1::When>(When::kEldestIsPlayer) ==
                  v1::WHEN_ELDEST_IS_PLAYER &&
              v1::When_MAX == ToEnum<v1::When>(When::kEldestIsPlayer));
static_assert(ToEnum<v1::Makers>(Makers::kNobody) == v1::MAKERS_NOBODY &&
              ToEnum<v1::Makers>(Makers::kEldest) == v1::MAKERS_ELDEST &&
              v1::Makers_MAX == ToEnum<v1::Makers>(Makers::kEldest));
static_assert(ToEnum<v1::Lead>(Lead::kEldest) == v1::LEAD_ELDEST &&
              ToEnum<v1::Lead>(Lead::kMaker) == v1::LEAD_MAKER &&
              v1::Lead_MAX == ToEnum<v1::Lead>(Lead::kMaker));
static_assert(ToEnum<v1::Head>(Head::kNone) == v1::HEAD_NONE &&
              ToEnum<v1::Head>(Head::kBest) == v1::HEAD_BEST &&
              ToEnum<v1::Head>(Head::kPrevious) == v1::HEAD_PREVIOUS &&
              v1::Head_MAX == ToEnum<v1::Head>(Head::kPrevious));
static_assert(ToEnum<v1::MitWindow>(MitWindow::kOwnTurn) ==
                  v1::MIT_WINDOW_OWN_TURN &&
              ToEnum<v1::MitWindow>(MitWindow::kPreLead) ==
                  v1::MIT_WINDOW_PRE_LEAD &&
              ToEnum<v1::MitWindow>(MitWindow::kOpen) == v1::MIT_WINDOW_OPEN &&
              v1::MitWindow_MAX == ToEnum<v1::MitWindow>(MitWindow::kOpen));
static_assert(
    ToEnum<v1::PenaltyMark>(PenaltyMark::kLine) == v1::PENALTY_MARK_LINE &&
    ToEnum<v1::PenaltyMark>(PenaltyMark::kBoucle) == v1::PENALTY_MARK_BOUCLE &&
    ToEnum<v1::PenaltyMark>(PenaltyMark::kNumber) == v1::PENALTY_MARK_NUMBER &&
    v1::PenaltyMark_MAX == ToEnum<v1::PenaltyMark>(PenaltyMark::kNumber));
static_assert(ToEnum<v1::MaxDealsWinner>(MaxDealsWinner::kMinLeft) ==
                  v1::MAX_DEALS_WINNER_FEWEST_LEFT &&
              ToEnum<v1::MaxDealsWinner>(MaxDealsWinner::kMaxErased) ==
                  v1::MAX_DEALS_WINNER_MOST_ERASED &&
              v1::MaxDealsWinner_MAX ==
                  ToEnum<v1::MaxDealsWinner>(MaxDealsWinner::kMaxErased));

// Reads the knobs of one message in turn and keeps the first error.
class Reader {
 public:
  [[nodiscard]] const absl::Status& status() const { return status_; }

  void Complain(absl::Status status) {
    if (status_.ok()) status_ = std::move(status);
  }
  void Number(const char* field, bool set, std::uint32_t value, int& out) {
    if (!set) return Complain(NotSet(field));
    if (value > 1'000'000'000) {
      return Complain(NotA(field, std::to_string(value), "a smaller number"));
    }
    out = static_cast<int>(value);
  }
  void Flag(const char* field, bool set, bool value, bool& out) {
    if (!set) return Complain(NotSet(field));
    out = value;
  }
  template <typename Engine, typename Message>
  void Enum(const char* field, Message value, Engine& out) {
    if (static_cast<int>(value) == 0) return Complain(NotSet(field));
    EnumOrFirst(field, value, out);
  }
  // For knobs in which "not set" means the first value.
  template <typename Engine, typename Message>
  void EnumOrFirst(const char* field, Message value, Engine& out) {
    if (!IsNamed(field, value)) return;
    out = static_cast<int>(value) == 0 ? Engine{} : FromEnum<Engine>(value);
  }
  // Enums of proto3 can hold numbers that are not values of the enum.
  template <typename Message>
  bool IsNamed(const char* field, Message value) {
    const auto* type = google::protobuf::GetEnumDescriptor<Message>();
    const int number = static_cast<int>(value);
    if (type->FindValueByNumber(number) != nullptr) return true;
    Complain(NotA(field, std::to_string(number),
                  absl::StrFormat("a value of %s", type->name()).c_str()));
    return false;
  }
  void OneCard(const char* field, const std::string& text, Card& out) {
    const std::optional<Card> card = ParseCard(text);
    if (!card) return Complain(NotA(field, text, "a card such as QS"));
    out = *card;
  }

 private:
  absl::Status status_;
};

#define COUILLON_NUMBER(message, group, name, out) \
  read.Number(#group "." #name, (message).has_##name(), (message).name(), out)
#define COUILLON_FLAG(message, group, name, out) \
  read.Flag(#group "." #name, (message).has_##name(), (message).name(), out)

void ReadTable(const v1::Table& message, Reader& read, TableRules& table) {
  COUILLON_NUMBER(message, table, players, table.players);
  COUILLON_NUMBER(message, table, sides, table.sides);
  for (const char letter : message.ranks()) {
    const std::optional<Rank> rank = ParseRank(letter);
    if (!rank) {
      read.Complain(
          NotA("table.ranks", message.ranks(), "letters of A K Q J T 9 8 7"));
      break;
    }
    table.ranks.push_back(*rank);
  }
  for (const std::uint32_t worth : message.card_points()) {
    int points = 0;
    read.Number("table.card_points", true, worth, points);
    table.card_points.push_back(points);
  }
  for (const std::string& text : message.removed_cards()) {
    Card card;
    read.OneCard("table.removed_cards", text, card);
    table.removed.Add(card);
  }
  if (message.direction() == v1::DIRECTION_UNSPECIFIED) {
    read.Complain(NotSet("table.direction"));
  }
  if (read.IsNamed("table.direction", message.direction())) {
    table.direction = message.direction() == v1::DIRECTION_ANTICLOCKWISE
                          ? Direction::kAnticlockwise
                          : Direction::kClockwise;
  }
  read.Enum("table.layout", message.layout(), table.layout);
  if (table.layout != Layout::kDummy) return;
  int seat = 0;
  COUILLON_NUMBER(message, table, dummy_seat, seat);
  table.dummy = static_cast<Seat>(seat < kNoSeat ? seat : kNoSeat);
  COUILLON_NUMBER(message, table, dummy_controller, seat);
  table.dummy_controller = static_cast<Seat>(seat < kNoSeat ? seat : kNoSeat);
}

CardRef ReadRef(const char* field, const v1::CardRef& message, Reader& read) {
  CardRef ref;
  read.Enum(field, message.of(), ref.owner);
  ref.index = message.index();
  return ref;
}

DealStep ReadDealStep(const v1::DealStep& message, Reader& read) {
  DealStep step;
  read.Enum("script.deal.to", message.to(), step.to);
  read.Number("script.deal.cards", true, message.cards(), step.cards);
  step.face_up = read.IsNamed("script.deal.face", message.face()) &&
                 message.face() == v1::FACE_UP;
  return step;
}

NameStep ReadNameStep(const v1::NameStep& message, Reader& read) {
  NameStep step{.may_defer = message.may_defer(), .show = message.show()};
  read.Enum("script.name.pool", message.pool(), step.pool);
  read.EnumOrFirst("script.name.when", message.when(), step.when);
  return step;
}

BlindStep ReadBlindStep(const v1::BlindStep& message, Reader& read) {
  BlindStep step{
      .first = ReadRef("script.blind.first.of", message.first(), read),
      .second = ReadRef("script.blind.second.of", message.second(), read)};
  read.EnumOrFirst("script.blind.makers", message.makers(), step.makers);
  return step;
}

Step ReadStep(const v1::Step& message, Reader& read) {
  switch (message.kind_case()) {
    case v1::Step::kDeal:
      return ReadDealStep(message.deal(), read);
    case v1::Step::kTalon: {
      TalonStep step;
      read.Number("script.talon.cards", true, message.talon().cards(),
                  step.cards);
      return step;
    }
    case v1::Step::kStock:
      return StockStep{};
    case v1::Step::kOffer:
      return OfferStep{
          .card = ReadRef("script.offer.card.of", message.offer().card(), read),
          .show = message.offer().show()};
    case v1::Step::kName:
      return ReadNameStep(message.name(), read);
    case v1::Step::kTurn: {
      TurnStep step{
          .card = ReadRef("script.turn.card.of", message.turn().card(), read)};
      read.EnumOrFirst("script.turn.makers", message.turn().makers(),
                       step.makers);
      return step;
    }
    case v1::Step::kBlind:
      return ReadBlindStep(message.blind(), read);
    case v1::Step::kAbandon:
      return AbandonStep{};
    case v1::Step::KIND_NOT_SET:
      break;
  }
  read.Complain(NotSet("script: the kind of a step"));
  return AbandonStep{};
}

void ReadPlay(const v1::Play& message, Reader& read, PlayRules& play) {
  COUILLON_FLAG(message, play, trump_when_able, play.trump_when_able);
  COUILLON_FLAG(message, play, must_trump_when_void, play.must_trump_when_void);
  COUILLON_FLAG(message, play, must_overtrump, play.must_overtrump);
  read.Enum("play.head_plain", message.head_plain(), play.head_plain);
  read.Enum("play.head_trump", message.head_trump(), play.head_trump);
  COUILLON_FLAG(message, play, free_while_stock, play.free_while_stock);
}

void ReadSpecial(const v1::Special& message, Reader& read,
                 SpecialRules& special) {
  for (const std::string& text : message.permanent_trumps()) {
    Card card;
    read.OneCard("special.permanent_trumps", text, card);
    special.permanent_trumps.push_back(card);
  }
  if (!message.has_mit()) return;
  MitRules mit;
  read.OneCard("special.mit.card", message.mit().card(), mit.card);
  read.Enum("special.mit.window", message.mit().window(), mit.window);
  COUILLON_FLAG(message.mit(), special.mit, kontra, mit.kontra);
  COUILLON_FLAG(message.mit(), special.mit, re, mit.re);
  special.mit = mit;
}

void ReadScoring(const v1::Scoring& message, Reader& read,
                 ScoringRules& scoring) {
  COUILLON_NUMBER(message, scoring, win, scoring.win);
  COUILLON_NUMBER(message, scoring, vole, scoring.vole);
  COUILLON_NUMBER(message, scoring, mit, scoring.mit);
  COUILLON_NUMBER(message, scoring, kontra, scoring.kontra);
  COUILLON_NUMBER(message, scoring, re, scoring.re);
  COUILLON_NUMBER(message, scoring, maker_loss, scoring.maker_loss);
  COUILLON_NUMBER(message, scoring, maker_loss_if_mit,
                  scoring.maker_loss_if_mit);
  COUILLON_NUMBER(message, scoring, maker_loss_on_tie,
                  scoring.maker_loss_on_tie);
  COUILLON_NUMBER(message, scoring, tie_both, scoring.tie_both);
  COUILLON_NUMBER(message, scoring, makers_must_exceed,
                  scoring.makers_must_exceed);
  COUILLON_FLAG(message, scoring, bonus_on_tie, scoring.bonus_on_tie);
  COUILLON_FLAG(message, scoring, bonus_on_abandon, scoring.bonus_on_abandon);
  COUILLON_NUMBER(message, scoring, bonus_units, scoring.bonus_units);
  COUILLON_FLAG(message, scoring, bonus_accumulates, scoring.bonus_accumulates);
  COUILLON_FLAG(message, scoring, bonus_adds_penalty,
                scoring.bonus_adds_penalty);
  read.Enum("scoring.penalty_mark", message.penalty_mark(),
            scoring.penalty_mark);
}

void ReadMatch(const v1::Match& message, Reader& read, MatchRules& match) {
  for (const std::uint32_t target : message.targets()) {
    int units = 0;
    read.Number("match.targets", true, target, units);
    match.targets.push_back(units);
  }
  COUILLON_NUMBER(message, match, cows_to_win, match.cows_to_win);
  COUILLON_NUMBER(message, match, fixed_deals, match.fixed_deals);
  COUILLON_NUMBER(message, match, max_deals, match.max_deals);
  read.Enum("match.max_deals_winner", message.max_deals_winner(),
            match.max_deals_winner);
  COUILLON_FLAG(message, match, clamp_at_zero, match.clamp_at_zero);
  COUILLON_FLAG(message, match, same_dealer_after_tie,
                match.same_dealer_after_tie);
  COUILLON_FLAG(message, match, same_dealer_after_abandon,
                match.same_dealer_after_abandon);
}

#undef COUILLON_NUMBER
#undef COUILLON_FLAG

void WriteTable(const TableRules& table, v1::Table& message) {
  message.set_players(static_cast<std::uint32_t>(table.players));
  message.set_sides(static_cast<std::uint32_t>(table.sides));
  std::string ranks;
  for (const Rank rank : table.ranks) ranks += FormatRank(rank);
  message.set_ranks(ranks);
  for (const int worth : table.card_points) {
    message.add_card_points(static_cast<std::uint32_t>(worth));
  }
  for (const Card card : table.removed) {
    message.add_removed_cards(FormatCard(card));
  }
  message.set_direction(table.direction == Direction::kClockwise
                            ? v1::DIRECTION_CLOCKWISE
                            : v1::DIRECTION_ANTICLOCKWISE);
  message.set_layout(ToEnum<v1::Layout>(table.layout));
  if (table.layout == Layout::kDummy) {
    message.set_dummy_seat(table.dummy);
    message.set_dummy_controller(table.dummy_controller);
  }
}

void WriteRef(const CardRef& ref, v1::CardRef* message) {
  message->set_of(ToEnum<v1::Owner>(ref.owner));
  message->set_index(ref.index);
}

struct StepWriter {
  v1::Step& message;
  void operator()(const DealStep& step) const {
    message.mutable_deal()->set_to(ToEnum<v1::Receivers>(step.to));
    message.mutable_deal()->set_cards(static_cast<std::uint32_t>(step.cards));
    message.mutable_deal()->set_face(step.face_up ? v1::FACE_UP
                                                  : v1::FACE_DOWN);
  }
  void operator()(const TalonStep& step) const {
    message.mutable_talon()->set_cards(static_cast<std::uint32_t>(step.cards));
  }
  void operator()(const StockStep& /*step*/) const { message.mutable_stock(); }
  void operator()(const OfferStep& step) const {
    WriteRef(step.card, message.mutable_offer()->mutable_card());
    message.mutable_offer()->set_show(step.show);
  }
  void operator()(const NameStep& step) const {
    v1::NameStep& name = *message.mutable_name();
    name.set_pool(ToEnum<v1::Pool>(step.pool));
    name.set_may_defer(step.may_defer);
    name.set_show(step.show);
    name.set_when(ToEnum<v1::When>(step.when));
  }
  void operator()(const TurnStep& step) const {
    WriteRef(step.card, message.mutable_turn()->mutable_card());
    message.mutable_turn()->set_makers(ToEnum<v1::Makers>(step.makers));
  }
  void operator()(const BlindStep& step) const {
    WriteRef(step.first, message.mutable_blind()->mutable_first());
    WriteRef(step.second, message.mutable_blind()->mutable_second());
    message.mutable_blind()->set_makers(ToEnum<v1::Makers>(step.makers));
  }
  void operator()(const AbandonStep& /*step*/) const {
    message.mutable_abandon();
  }
};

void WritePlay(const PlayRules& play, v1::Play& message) {
  message.set_trump_when_able(play.trump_when_able);
  message.set_must_trump_when_void(play.must_trump_when_void);
  message.set_must_overtrump(play.must_overtrump);
  message.set_head_plain(ToEnum<v1::Head>(play.head_plain));
  message.set_head_trump(ToEnum<v1::Head>(play.head_trump));
  message.set_free_while_stock(play.free_while_stock);
}

void WriteSpecial(const SpecialRules& special, v1::Special& message) {
  for (const Card card : special.permanent_trumps) {
    message.add_permanent_trumps(FormatCard(card));
  }
  if (!special.mit) return;
  v1::Mit& mit = *message.mutable_mit();
  mit.set_card(FormatCard(special.mit->card));
  mit.set_window(ToEnum<v1::MitWindow>(special.mit->window));
  mit.set_kontra(special.mit->kontra);
  mit.set_re(special.mit->re);
}

void WriteScoring(const ScoringRules& scoring, v1::Scoring& message) {
  const auto number = [](int value) {
    return static_cast<std::uint32_t>(value);
  };
  message.set_win(number(scoring.win));
  message.set_vole(number(scoring.vole));
  message.set_mit(number(scoring.mit));
  message.set_kontra(number(scoring.kontra));
  message.set_re(number(scoring.re));
  message.set_maker_loss(number(scoring.maker_loss));
  message.set_maker_loss_if_mit(number(scoring.maker_loss_if_mit));
  message.set_maker_loss_on_tie(number(scoring.maker_loss_on_tie));
  message.set_tie_both(number(scoring.tie_both));
  message.set_makers_must_exceed(number(scoring.makers_must_exceed));
  message.set_bonus_on_tie(scoring.bonus_on_tie);
  message.set_bonus_on_abandon(scoring.bonus_on_abandon);
  message.set_bonus_units(number(scoring.bonus_units));
  message.set_bonus_accumulates(scoring.bonus_accumulates);
  message.set_bonus_adds_penalty(scoring.bonus_adds_penalty);
  message.set_penalty_mark(ToEnum<v1::PenaltyMark>(scoring.penalty_mark));
}

void WriteMatch(const MatchRules& match, v1::Match& message) {
  for (const int target : match.targets) {
    message.add_targets(static_cast<std::uint32_t>(target));
  }
  message.set_cows_to_win(static_cast<std::uint32_t>(match.cows_to_win));
  message.set_fixed_deals(static_cast<std::uint32_t>(match.fixed_deals));
  message.set_max_deals(static_cast<std::uint32_t>(match.max_deals));
  message.set_max_deals_winner(
      ToEnum<v1::MaxDealsWinner>(match.max_deals_winner));
  message.set_clamp_at_zero(match.clamp_at_zero);
  message.set_same_dealer_after_tie(match.same_dealer_after_tie);
  message.set_same_dealer_after_abandon(match.same_dealer_after_abandon);
}

}  // namespace

absl::StatusOr<Ruleset> FromMessage(const v1::Ruleset& message) {
  Ruleset ruleset;
  Reader read;
  ruleset.id = message.id();
  ruleset.title = message.title();
  ruleset.summary = message.summary();
  ruleset.sources.assign(message.sources().begin(), message.sources().end());
  ruleset.decisions.assign(message.decisions().begin(),
                           message.decisions().end());
  ruleset.switches.assign(message.switches().begin(), message.switches().end());
  ReadTable(message.table(), read, ruleset.table);
  for (const v1::Step& step : message.script()) {
    ruleset.script.push_back(ReadStep(step, read));
  }
  read.Enum("lead", message.lead(), ruleset.lead);
  ReadPlay(message.play(), read, ruleset.play);
  ReadSpecial(message.special(), read, ruleset.special);
  ReadScoring(message.scoring(), read, ruleset.scoring);
  ReadMatch(message.match(), read, ruleset.match);
  if (!read.status().ok()) return read.status();
  return ruleset;
}

v1::Ruleset ToMessage(const Ruleset& ruleset) {
  v1::Ruleset message;
  message.set_id(ruleset.id);
  message.set_title(ruleset.title);
  message.set_summary(ruleset.summary);
  for (const std::string& text : ruleset.sources) message.add_sources(text);
  for (const std::string& text : ruleset.decisions) message.add_decisions(text);
  for (const std::string& text : ruleset.switches) message.add_switches(text);
  WriteTable(ruleset.table, *message.mutable_table());
  for (const Step& step : ruleset.script) {
    std::visit(StepWriter{*message.add_script()}, step);
  }
  message.set_lead(ToEnum<v1::Lead>(ruleset.lead));
  WritePlay(ruleset.play, *message.mutable_play());
  WriteSpecial(ruleset.special, *message.mutable_special());
  WriteScoring(ruleset.scoring, *message.mutable_scoring());
  WriteMatch(ruleset.match, *message.mutable_match());
  return message;
}

}  // namespace couillon::wire
