#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/english_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/script_sentences.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {
namespace {

// What stands before the main clause: "If there are no trumps yet, ".
std::string Condition(Opening opening) {
  std::string eldest;
  if (opening.when == When::kEldestIsDummy) eldest = "eldest is the dummy";
  if (opening.when == When::kEldestIsPlayer) eldest = "eldest is a player";
  if (!opening.if_no_trumps_yet) return absl::StrCat("If ", eldest, ", ");
  return absl::StrCat("If there are no trumps yet",
                      eldest.empty() ? "" : " and ", eldest, ", ");
}

// `subject` as the beginning of a sentence.
std::string Begin(Opening opening, const std::string& subject) {
  return opening.empty() ? Capital(subject)
                         : absl::StrCat(Condition(opening), subject);
}

std::string NameOf(CardPlace card) {
  const std::string ordinal = OrdinalWord(card.number);
  if (card.owner == Owner::kTalon) {
    if (card.number == 1) {
      return card.from_end ? "the bottom card of the talon"
                           : "the top card of the talon";
    }
    return absl::StrCat("the ", ordinal, " card of the talon",
                        card.from_end ? " from the bottom" : "");
  }
  const char* whose =
      card.owner == Owner::kDealer ? "the dealer's " : "eldest's ";
  if (!card.from_end) return absl::StrCat(whose, ordinal, " card");
  if (card.number == 1) return absl::StrCat(whose, "latest card");
  return absl::StrCat(whose, ordinal, " card from the latest");
}

const char* To(Receivers receivers) {
  switch (receivers) {
    case Receivers::kAll:
      return "to every player in turn, from eldest";
    case Receivers::kEldest:
      return "to eldest";
    case Receivers::kOthers:
      return "to every player but eldest, in turn";
    case Receivers::kAllButDealer:
      return "to every player but the dealer, in turn from eldest";
    case Receivers::kDealer:
      return "to the dealer";
  }
  return "";
}

class English final : public ScriptSentences {
 public:
  [[nodiscard]] std::string Deal(const DealStep& step,
                                 bool face_down) const override {
    return absl::StrFormat("%s %s%s.", Capital(Count(step.cards, "card")),
                           To(step.to),
                           step.face_up ? ", face up for all to see"
                           : face_down  ? ", face down"
                                        : "");
  }
  [[nodiscard]] std::string Talon(int cards) const override {
    return absl::StrFormat(
        "%s laid aside, face down: the talon. Nobody plays from it.",
        Capital(Count(cards, "card")) + (cards == 1 ? " is" : " are"));
  }
  [[nodiscard]] std::string Stock(int cards) const override {
    return absl::StrFormat(
        "The %s that are left are the stock. After each trick the player who "
        "took it draws its top card, then the others in turn.",
        Count(cards, "card"));
  }
  [[nodiscard]] std::string Offer(Opening opening, CardPlace card, bool is_open,
                                  bool show) const override {
    return absl::StrFormat(
        "%s %s proposed as trumps. Each player in turn, from eldest, may take "
        "it or pass, once. Whoever takes is the maker%s.",
        Begin(opening, NameOf(card)),
        is_open ? "lies open, and its suit is" : "is turned up and its suit",
        show ? ", and has to show a card of that suit from his hand; a player "
               "without one has to pass"
             : "");
  }
  [[nodiscard]] std::string FurtherOffers(CardPlace last) const override {
    return absl::StrFormat(
        "If everybody passes, the next card of the talon is proposed in the "
        "same way, and so on up to %s; a suit may come up again.",
        NameOf(last));
  }
  [[nodiscard]] std::string Name(Opening opening,
                                 const NameStep& step) const override {
    const bool for_dummy = step.when == When::kEldestIsDummy;
    const bool held = step.pool == Pool::kHeld;
    const char* or_not = step.may_defer
                             ? ". He may also defer, and leave it to what "
                               "follows"
                             : "; he has to name one";
    const char* by_showing =
        step.show && held ? " by showing a card of the suit" : "";
    if (for_dummy) {
      return absl::StrFormat(
          "%s names trumps%s: %s%s. The dummy is the maker.",
          Begin(opening,
                "its partner, who sees the dummy's open cards but not "
                "yet his own,"),
          by_showing,
          held ? "a suit of which the dummy already shows a card"
               : "any suit, whether the dummy shows it or not",
          or_not);
    }
    return absl::StrFormat("%s names trumps%s and is the maker: %s%s.",
                           Begin(opening, "eldest"), by_showing,
                           held ? "a suit of which he already holds a card"
                                : "any suit, held or not",
                           or_not);
  }
  [[nodiscard]] std::string Turn(Opening opening,
                                 CardPlace card) const override {
    return absl::StrFormat("%s is turned up, and its suit is trumps.",
                           Begin(opening, NameOf(card)));
  }
  [[nodiscard]] std::string Blind(Opening opening, CardPlace first,
                                  CardPlace second) const override {
    return absl::StrFormat(
        "%s points at one of two cards that nobody has seen, %s and %s. It is "
        "turned up, and its suit is trumps.",
        Begin(opening, "eldest"), NameOf(first), NameOf(second));
  }
  [[nodiscard]] std::string MakersByChance(Makers makers) const override {
    return makers == Makers::kEldest ? "Eldest counts as the maker."
                                     : "Nobody counts as the maker.";
  }
  [[nodiscard]] std::string ThrownIn(Opening opening) const override {
    return absl::StrFormat(
        "%s is thrown in: it is not played%s.", Begin(opening, "the deal"),
        opening.empty() ? "" : ", and nobody erases or adds anything");
  }
  [[nodiscard]] std::string StepsSkipped() const override {
    return "As soon as there are trumps the remaining steps that would make "
           "them are skipped, and the cards are dealt out.";
  }
  [[nodiscard]] std::string AllLaidOut() const override {
    return absl::StrCat(
        "All cards lie on the table in columns: those dealt face up cover, in "
        "the order dealt, those dealt face down, which nobody knows. ",
        Covered());
  }
  [[nodiscard]] std::string DummyLaidOut() const override {
    return absl::StrCat(
        "The dummy's cards lie on the table in columns: the first half of them "
        "face down, unknown to all, each covered by one of the second half, "
        "face up. ",
        Covered());
  }
  [[nodiscard]] std::string HandsAndTricks(int cards,
                                           int tricks) const override {
    return absl::StrFormat("So everybody starts with %s, and a deal has %s.",
                           Count(cards, "card"), Count(tricks, "trick"));
  }

 private:
  static const char* Covered() {
    return "A covered card cannot be played, and does not count as held. It is "
           "turned up at the end of the trick to which the card on top of it "
           "was played.";
  }
};

}  // namespace

const ScriptSentences& EnglishScript() {
  static const English kSentences;
  return kSentences;
}

}  // namespace couillon::tools
