#include "tools/explain/play_screen.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/person/choices.h"
#include "arena/table/person/hand_order.h"
#include "arena/table/person/trick_winner.h"
#include "engine/cards/notation.h"
#include "engine/rules/ruleset.h"
#include "tools/words/catalogue.h"
#include "tools/words/game_words.h"

namespace couillon::tools {
namespace {

constexpr char kHelp[] =
    "  Type the number of an action, or a card by rank and suit: KD is the\n"
    "  king of diamonds, TS the ten of spades. Notation works too: play:KD,\n"
    "  take:KD, name:H, pass.\n"
    "    ?  this help          h  a hint: what a bundled bot would do\n"
    "    t  the tricks so far  s  the score of the match, or of the deals\n"
    "    q  leave the game     an empty line takes the only legal action\n"
    "  Actions cannot be taken back.";

std::string ActionWords(Action action, Phase phase, bool naming) {
  if (action.is_suit()) return "name " + InEnglish(SuitValue(action.suit()));
  if (action == kSayMit) return "Mit'";
  if (action == kSayKontra) return "Kontra";
  if (action == kSayRe) return "Re";
  if (action == kSayNothing) return "nothing";
  if (action == kPickFirst) return "pick the first card";
  if (action == kPickSecond) return "pick the second card";
  if (action == kTake) return "take";
  if (action.is_card()) {
    return (naming ? "name trumps with " : "take with ") +
           FormatCard(action.card());
  }
  return FormatAction(action, phase, naming);
}

std::string Question(const Observation& seen) {
  switch (seen.phase) {
    case Phase::kMit:
      return "Do you declare the Mit'?";
    case Phase::kKontra:
      return "Do you say Kontra?";
    case Phase::kRe:
      return "Do you say Re?";
    case Phase::kPlay:
      return absl::StrFormat("Trumps are %s. Play a card that has a number.",
                             InEnglish(SuitValue(seen.trump.value_or(Suit{}))));
    default:
      break;
  }
  if (seen.legal.Has(kPickFirst)) return "Which card makes trumps?";
  if (seen.naming || seen.legal.Has(kDefer)) return "Name trumps.";
  return seen.upcard ? "The card on offer is " + FormatCard(*seen.upcard) + "."
                     : "Make trumps.";
}

}  // namespace

PlayScreen::PlayScreen(const CompiledRules& rules,
                       std::vector<std::string> names, Person person)
    : rules_(rules),
      names_(std::move(names)),
      person_(std::move(person)),
      net_(rules.sides) {}

std::string PlayScreen::Name(Seat seat) const {
  if (seat == person_.seat) return "you";
  return absl::StrFormat("%s (seat %d)",
                         seat == rules_.dummy ? "the dummy" : names_[seat],
                         static_cast<int>(seat));
}

std::string PlayScreen::SideName(Side side) const {
  return absl::StrFormat("side %d%s", static_cast<int>(side),
                         side == rules_.SideOf(person_.seat) ? " (yours)" : "");
}

void PlayScreen::ShowTable(std::uint64_t count) {
  is_match_ = count == 0;
  Say(absl::StrFormat(
      "%s (%s): %s", rules_.ruleset.title, rules_.ruleset.id,
      count == 0 ? "a match"
                 : InEnglish(Number(static_cast<int>(count)), "deals")));
  for (Seat seat = 0; seat < rules_.players; ++seat) {
    Say(absl::StrFormat("  seat %d  side %d  %s", static_cast<int>(seat),
                        static_cast<int>(rules_.SideOf(seat)),
                        seat == person_.seat   ? "you"
                        : seat == rules_.dummy ? "the dummy"
                                               : names_[seat]));
  }
  Say("? at the prompt explains what to type.");
}

// The cards as a player sorts them; a card that may be chosen has its number.
std::string PlayScreen::Hand(const Observation& seen, CardSet cards,
                             const std::vector<Action>& choices) const {
  std::vector<std::string> groups;
  for (const arena::HandGroup& group : arena::OrderHand(rules_, seen, cards)) {
    std::string text =
        group.suit ? InEnglish(SuitValue(*group.suit)) : "trumps";
    for (const Card card : group.cards) {
      const auto at = std::ranges::find(choices, Action::OfCard(card));
      const std::string number =
          at == choices.end() ? ""
                              : absl::StrCat(at - choices.begin() + 1, ":");
      absl::StrAppend(&text, " ", number, FormatCard(card));
    }
    groups.push_back(text);
  }
  return groups.empty() ? "no card yet" : absl::StrJoin(groups, ", ");
}

void PlayScreen::ShowDecision(const Observation& seen,
                              const std::vector<Action>& choices) {
  const bool for_dummy = seen.seat != seen.decider;
  const bool card = seen.phase == Phase::kPlay;
  const std::vector<Action> none;
  for (Seat seat = 0; seat < rules_.players; ++seat) {
    const CardSet open = seen.open_cards[seat];
    if (open.empty() || seat == person_.seat) continue;
    Say(absl::StrFormat(
        "  Face up before %s: %s", Name(seat),
        Hand(seen, open, card && seat == seen.seat ? choices : none)));
  }
  Say("  You hold " +
      Hand(seen, seen.hand, card && !for_dummy ? choices : none));
  std::string question = Question(seen);
  if (for_dummy) question = "For the dummy: " + question;
  if (!card) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      absl::StrAppend(&question, "  ", i + 1, ":",
                      ActionWords(choices[i], seen.phase, seen.naming));
    }
  }
  Say("  " + question);
}

std::optional<Action> PlayScreen::Ask(const Observation& seen) {
  const std::vector<Action> choices = arena::ListChoices(rules_, seen);
  ShowDecision(seen, choices);
  for (;;) {
    person_.write("> ");
    const std::optional<std::string> line = person_.read();
    if (!line) return std::nullopt;
    const std::string text(absl::StripAsciiWhitespace(*line));
    if (const auto action = arena::ReadChoice(choices, seen, text)) {
      return action;
    }
    if (text == "q") return std::nullopt;
    if (text == "?") {
      Say(kHelp);
    } else if (text == "h") {
      ShowHint(seen);
    } else if (text == "t") {
      ShowTricks(seen);
    } else if (text == "s") {
      if (is_match_) ShowStanding(seen.standing);
      if (!is_match_) ShowNet();
    } else {
      ShowLegal(seen, choices, text);
    }
  }
}

// After a text that is no legal action.
void PlayScreen::ShowLegal(const Observation& seen,
                           const std::vector<Action>& choices,
                           const std::string& text) {
  std::vector<std::string> legal;
  legal.reserve(choices.size());
  for (std::size_t i = 0; i < choices.size(); ++i) {
    legal.push_back(
        absl::StrCat(i + 1, " or ",
                     seen.phase == Phase::kPlay
                         ? FormatCard(choices[i].card())
                         : FormatAction(choices[i], seen.phase, seen.naming)));
  }
  Say(absl::StrFormat("  \"%s\" is not legal here. Legal: %s (? for help)",
                      arena::PrintableLine(text, 40),
                      absl::StrJoin(legal, ", ")));
}

void PlayScreen::ShowHint(const Observation& seen) {
  const Action action = person_.advise(rules_, seen);
  Say(absl::StrFormat("  %s would choose %s.", Capital(person_.adviser),
                      seen.phase == Phase::kPlay
                          ? FormatCard(action.card())
                          : ActionWords(action, seen.phase, seen.naming)));
}

void PlayScreen::ShowTricks(const Observation& seen) {
  if (seen.played().empty()) Say("  No card has been played.");
  const std::size_t players = rules_.players;
  for (std::size_t first = 0; first < seen.played().size(); first += players) {
    std::string cards;
    const std::size_t end = std::min(seen.played().size(), first + players);
    for (std::size_t i = first; i < end; ++i) {
      absl::StrAppend(&cards, " ", FormatCard(seen.played()[i]));
    }
    Say(absl::StrFormat("  Trick %d, led by %s:%s", first / players + 1,
                        Name(seen.leaders()[first / players]), cards));
  }
}

void PlayScreen::ShowStanding(const MatchStanding& standing) {
  for (Side side = 0; side < rules_.sides; ++side) {
    std::string cows;
    if (rules_.ruleset.match.cows_to_win > 1) {
      cows = ", " + InEnglish(Number(standing.cows_won[side]), "cows") + " won";
    }
    Say(absl::StrFormat(
        "  %s has %s left%s", Capital(SideName(side)),
        InEnglish(AmountOf(standing.lines_left[side], rules_.ruleset.scoring)),
        cows));
  }
  if (standing.pending_carry > 0) {
    Say(absl::StrFormat("  The next winners erase %d more.",
                        static_cast<int>(standing.pending_carry)));
  }
}

// New cards that everybody sees. Those of layouts are shown with the hands.
void PlayScreen::ShowFaceUp(const Position& position) {
  if (position.phase() == Phase::kPlay && rules_.layout != Layout::kNone) {
    return;
  }
  const std::vector<Card> exposed = position.Exposed();
  std::string cards;
  for (; face_up_ < exposed.size(); ++face_up_) {
    absl::StrAppend(&cards, " ", FormatCard(exposed[face_up_]));
  }
  if (!cards.empty()) Say("  Face up:" + cards);
}

void PlayScreen::OnDeal(std::uint64_t number, const Position& position) {
  deals_ = number + 1;
  face_up_ = 0;
  trick_.clear();
  Say(absl::StrFormat("\nDeal %d, dealt by %s", number + 1,
                      Name(position.dealer())));
  ShowFaceUp(position);
  ShowTrumps(position);
}

void PlayScreen::ShowTrumps(const Position& position) {
  const std::optional<Suit> trump = position.trump();
  if (!trump) return;
  Say(absl::StrFormat("  Trumps are %s%s", InEnglish(SuitValue(*trump)),
                      position.maker() == kNoSeat
                          ? ""
                          : ", made by " + Name(position.maker())));
}

void PlayScreen::OnAction(const Position& before, Action action,
                          const Position& after) {
  const Phase phase = before.phase();
  if (phase == Phase::kPlay) return ShowCard(before, action.card(), after);
  // Silence about the Mit' says who holds it.
  const bool secret = phase == Phase::kMit && action == kSayNothing &&
                      before.decider() != person_.seat;
  if (!secret) {
    Say(absl::StrFormat("  %s: %s", Name(before.seat()),
                        ActionWords(action, phase, before.naming())));
  }
  if (before.trump()) return;
  ShowFaceUp(after);
  ShowTrumps(after);
}

void PlayScreen::ShowCard(const Position& before, Card card,
                          const Position& after) {
  if (trick_.empty()) Say("");
  Say(absl::StrFormat("  %-24s %s", Name(before.seat()), FormatCard(card)));
  trick_.emplace_back(before.seat(), card);
  if (trick_.size() < rules_.players) return;
  const DealResult result = after.Result();
  const TrumpTable& table =
      rules_.tables[static_cast<std::size_t>(result.trump.value_or(Suit{}))]
                   [result.mit_side == kNoSide ? 0 : 1];
  const Seat leader = trick_.front().first;
  const Seat winner = arena::WinnerOfTrick(rules_, table, leader,
                                           after.played().last(rules_.players));
  trick_.clear();
  std::vector<std::string> points;
  points.reserve(rules_.sides);
  for (Side side = 0; side < rules_.sides; ++side) {
    points.push_back(absl::StrFormat(
        "%s %d", SideName(side), static_cast<int>(result.card_points[side])));
  }
  Say(absl::StrFormat("  The trick goes to %s. Card points: %s", Name(winner),
                      absl::StrJoin(points, ", ")));
}

void PlayScreen::ShowScore(const DealResult& result, const DealScore& score) {
  const ScoringRules& scoring = rules_.ruleset.scoring;
  for (Side side = 0; side < rules_.sides; ++side) {
    std::string text =
        absl::StrFormat("  %s: %d card points in %s", Capital(SideName(side)),
                        static_cast<int>(result.card_points[side]),
                        InEnglish(Number(result.tricks[side]), "tricks"));
    if (score.erase[side] > 0) {
      absl::StrAppend(&text, "; erases ",
                      InEnglish(AmountOf(score.erase[side], scoring)));
    }
    if (score.add[side] > 0) {
      absl::StrAppend(&text, "; adds ",
                      InEnglish(AmountOf(score.add[side], scoring)));
    }
    Say(text);
    net_[side] += score.erase[side] - score.add[side];
  }
  if (score.bonus_after > 0) {
    Say(absl::StrFormat("  The winners of the next deal erase %s more.",
                        InEnglish(AmountOf(score.bonus_after, scoring))));
  }
}

void PlayScreen::OnDealEnd(const Position& end, const DealScore& score,
                           const Slate* slate) {
  const DealResult result = end.Result();
  std::string outcome = "nobody wins it";
  if (result.abandoned) {
    outcome = "nobody made trumps; it is not played";
  } else if (score.tie) {
    outcome = "a tie";
  } else if (score.winner != kNoSide) {
    outcome = SideName(score.winner) + " wins it";
  }
  Say(absl::StrFormat("\nDeal %d is over: %s", deals_, outcome));
  ShowScore(result, score);
  if (slate != nullptr) ShowStanding(slate->Standing());
}

void PlayScreen::ShowNet() {
  for (Side side = 0; side < rules_.sides; ++side) {
    Say(absl::StrFormat("  %s: %+d", Capital(SideName(side)), net_[side]));
  }
}

void PlayScreen::ShowEnd(Side winner) {
  if (is_match_) {
    Say(absl::StrFormat("\nThe match is over after %s: %s",
                        InEnglish(Number(static_cast<int>(deals_)), "deals"),
                        winner == kNoSide ? "nobody has won it"
                        : winner == rules_.SideOf(person_.seat)
                            ? "you have won it"
                            : SideName(winner) + " has won it"));
    return;
  }
  Say(absl::StrFormat("\nAfter %s, game points erased less game points added:",
                      InEnglish(Number(static_cast<int>(deals_)), "deals")));
  ShowNet();
}

}  // namespace couillon::tools
