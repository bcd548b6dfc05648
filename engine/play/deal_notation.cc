// A reader that splits the line into words and plays its actions on a Position,
// and the formatter of the same line.

#include "engine/play/deal_notation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/status_macros.h"

namespace couillon {
namespace {

struct Word {
  std::string_view text;
  int number = 0;  // from 1
};

std::vector<Word> SplitWords(std::string_view text, int before = 0) {
  std::vector<Word> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r\n", at)) !=
         std::string_view::npos) {
    // A separator is a word even without spaces around it.
    std::size_t end =
        text[at] == '|' ? at + 1 : text.find_first_of("| \t\r\n", at);
    if (end == std::string_view::npos) end = text.size();
    words.push_back({.text = text.substr(at, end - at),
                     .number = before + static_cast<int>(words.size()) + 1});
    at = end;
  }
  return words;
}

// The places in the pack that a section fills, in order.
struct Section {
  std::string name;  // "seat 1", "talon", "stock"
  std::vector<std::size_t> places;
};

std::vector<Section> SplitSections(const CompiledRules& rules, Seat dealer) {
  std::vector<Section> sections;
  std::uint32_t dealt = 0;
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    const Seat seat = rules.FromEldest(dealer, static_cast<int>(turns));
    Section hand{.name = absl::StrFormat("seat %d", seat), .places = {}};
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      hand.places.push_back(rules.places[turns][i]);
      dealt |= 1U << rules.places[turns][i];
    }
    sections.push_back(std::move(hand));
  }
  Section talon{.name = "talon", .places = {}};
  Section stock{.name = "stock", .places = {}};
  for (std::size_t place = 0; place < rules.pack_size; ++place) {
    if (((dealt >> place) & 1U) != 0) continue;
    const bool is_stock = rules.stock_size > 0 && place >= rules.stock_first;
    (is_stock ? stock : talon).places.push_back(place);
  }
  if (!talon.places.empty()) sections.push_back(std::move(talon));
  if (!stock.places.empty()) sections.push_back(std::move(stock));
  return sections;
}

absl::Status Wrong(const Word& word, const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrFormat("deal notation: word %d is \"%s\"; expected %s",
                      word.number, word.text, expected));
}

absl::Status Ended(const std::string& expected) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "deal notation: the text ends too early; expected %s", expected));
}

std::string LegalWords(const Position& position) {
  std::string text;
  for (const Action action : position.LegalActions()) {
    if (!text.empty()) text += ", ";
    text += FormatAction(action, position.phase(), position.naming());
  }
  return text;
}

std::optional<Action> ActionOf(std::string_view word) {
  if (const std::optional<Card> card = ParseCard(word)) {
    return Action::OfCard(*card);
  }
  return ParseAction(word);
}

// Reads the words of a deal from left to right.
class DealReader {
 public:
  DealReader(const CompiledRules& rules, std::string_view text)
      : rules_(rules), words_(SplitWords(text)) {}

  absl::StatusOr<DealScript> Read() {
    if (words_.empty()) return Ended("the id of a ruleset");
    at_ = 1;
    RETURN_IF_ERROR(ReadDealer());
    for (const Section& section : SplitSections(rules_, deal_.dealer)) {
      RETURN_IF_ERROR(ReadSection(section));
    }
    if (!at_end()) {
      RETURN_IF_ERROR(Expect("|", "\"|\", then the actions"));
    }
    ASSIGN_OR_RETURN(
        std::vector<Action> actions,
        ReadActions(Position(rules_, deal_.pack, deal_.dealer), words_, at_));
    deal_.actions = std::move(actions);
    return deal_;
  }

  // Applies the words from number `at` on to `position`.
  static absl::StatusOr<std::vector<Action>> ReadActions(
      Position position, const std::vector<Word>& words, std::size_t at) {
    std::vector<Action> actions;
    for (; at < words.size(); ++at) {
      if (position.done()) return Wrong(words[at], "nothing: the deal is over");
      const std::optional<Action> action = ActionOf(words[at].text);
      if (!action || !position.LegalActions().Has(*action)) {
        return Wrong(words[at],
                     absl::StrFormat("an action that is legal for seat %d: %s",
                                     position.seat(), LegalWords(position)));
      }
      position.Apply(*action);
      actions.push_back(*action);
    }
    return actions;
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == words_.size(); }

  absl::Status Expect(std::string_view text, const std::string& expected) {
    if (at_end()) return Ended(expected);
    if (words_[at_].text != text) return Wrong(words_[at_], expected);
    ++at_;
    return absl::OkStatus();
  }

  absl::Status ReadDealer() {
    RETURN_IF_ERROR(Expect("dealer", "\"dealer\""));
    const std::string expected =
        absl::StrFormat("the seat of the dealer, 0 to %d", rules_.players - 1);
    if (at_end()) return Ended(expected);
    const std::string_view seat = words_[at_].text;
    if (seat.size() != 1 || seat[0] < '0' || seat[0] >= '0' + rules_.players) {
      return Wrong(words_[at_], expected);
    }
    deal_.dealer = static_cast<Seat>(seat[0] - '0');
    ++at_;
    return absl::OkStatus();
  }

  absl::Status ReadSection(const Section& section) {
    RETURN_IF_ERROR(
        Expect("|", absl::StrFormat("\"|\", then \"%s:\"", section.name)));
    const std::string heading = section.name + ":";
    for (const Word& word : SplitWords(heading)) {
      RETURN_IF_ERROR(Expect(word.text, absl::StrFormat("\"%s\"", heading)));
    }
    for (std::size_t i = 0; i < section.places.size(); ++i) {
      RETURN_IF_ERROR(ReadCard(section, i));
    }
    return absl::OkStatus();
  }

  absl::Status ReadCard(const Section& section, std::size_t number) {
    const std::string expected =
        absl::StrFormat("card %d of %d of \"%s\", such as AS", number + 1,
                        section.places.size(), section.name);
    if (at_end()) return Ended(expected);
    const std::optional<Card> card = ParseCard(words_[at_].text);
    if (!card) return Wrong(words_[at_], expected);
    if (!rules_.deck.Has(*card)) {
      return Wrong(words_[at_], absl::StrFormat("a card of the pack of %s",
                                                rules_.ruleset.id));
    }
    if (seen_.Has(*card)) {
      return Wrong(words_[at_], "a card that is not written twice");
    }
    seen_.Add(*card);
    deal_.pack[section.places[number]] = *card;
    ++at_;
    return absl::OkStatus();
  }

  const CompiledRules& rules_;
  std::vector<Word> words_;
  std::size_t at_ = 0;  // the next word
  CardSet seen_;
  DealScript deal_;
};

}  // namespace

Position DealScript::PositionAfter(const CompiledRules& rules) const {
  Position position(rules, pack, dealer);
  for (const Action action : actions) position.Apply(action);
  return position;
}

absl::StatusOr<std::string> RulesetOfDeal(std::string_view text) {
  const std::vector<Word> words = SplitWords(text);
  if (words.empty() || words[0].text == "|") {
    return absl::InvalidArgumentError(
        "deal notation: found no ruleset; expected its id as the first word");
  }
  return std::string(words[0].text);
}

absl::StatusOr<DealScript> ParseDeal(const CompiledRules& rules,
                                     std::string_view text) {
  return DealReader(rules, text).Read();
}

absl::StatusOr<std::vector<Action>> ParseActions(const CompiledRules& rules,
                                                 const Pack& pack, Seat dealer,
                                                 std::string_view text,
                                                 int words_before) {
  return DealReader::ReadActions(Position(rules, pack, dealer),
                                 SplitWords(text, words_before), 0);
}

std::string FormatActions(const CompiledRules& rules, const DealScript& deal) {
  Position position(rules, deal.pack, deal.dealer);
  std::string text;
  for (const Action action : deal.actions) {
    if (!text.empty()) text += ' ';
    text += FormatAction(action, position.phase(), position.naming());
    position.Apply(action);
  }
  return text;
}

std::string FormatDeal(const CompiledRules& rules, const DealScript& deal) {
  std::string text =
      absl::StrFormat("%s dealer %d", rules.ruleset.id, deal.dealer);
  for (const Section& section : SplitSections(rules, deal.dealer)) {
    text += " | " + section.name + ":";
    for (const std::size_t place : section.places) {
      text += ' ' + FormatCard(deal.pack[place]);
    }
  }
  if (!deal.actions.empty()) text += " | " + FormatActions(rules, deal);
  return text;
}

}  // namespace couillon
