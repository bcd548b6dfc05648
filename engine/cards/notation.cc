// Tables of the characters and words, read in both directions.

#include "engine/cards/notation.h"

#include <array>
#include <cstddef>

namespace couillon {
namespace {

constexpr std::string_view kSuitLetters = "CDHS";
constexpr std::string_view kRankLetters = "789TJQKA";

struct ActionWord {
  std::string_view text;
  Action action;
};

constexpr std::array<ActionWord, 9> kWords = {{
    {"pass", kPass},
    {"take", kTake},
    {"defer", kDefer},
    {"pick:0", kPickFirst},
    {"pick:1", kPickSecond},
    {"mit", kSayMit},
    {"kontra", kSayKontra},
    {"re", kSayRe},
    {"no", kSayNothing},
}};

}  // namespace

std::string FormatCard(Card card) {
  return {FormatRank(card.rank()), FormatSuit(card.suit())};
}

char FormatSuit(Suit suit) {
  return kSuitLetters[static_cast<std::size_t>(suit)];
}

char FormatRank(Rank rank) {
  return kRankLetters[static_cast<std::size_t>(rank)];
}

std::string FormatCards(CardSet cards) {
  std::string text;
  for (const Card card : cards) {
    if (!text.empty()) text += ' ';
    text += FormatCard(card);
  }
  return text;
}

std::optional<Card> ParseCard(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const std::optional<Rank> rank = ParseRank(text[0]);
  const std::optional<Suit> suit = ParseSuit(text[1]);
  if (!rank || !suit) return std::nullopt;
  return Card(*suit, *rank);
}

std::optional<Suit> ParseSuit(char letter) {
  const std::size_t at = kSuitLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<Suit>(at);
}

std::optional<Rank> ParseRank(char letter) {
  const std::size_t at = kRankLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<Rank>(at);
}

std::string FormatAction(Action action, Phase phase, bool naming) {
  if (action.is_card()) {
    const std::string_view verb = phase == Phase::kPlay ? "play:"
                                  : naming              ? "name:"
                                                        : "take:";
    return std::string(verb) + FormatCard(action.card());
  }
  if (action.is_suit()) {
    return {'n', 'a', 'm', 'e', ':', FormatSuit(action.suit())};
  }
  for (const ActionWord& word : kWords) {
    if (word.action == action) return std::string(word.text);
  }
  return "action:" + std::to_string(action.number());
}

std::optional<Action> ParseAction(std::string_view word) {
  for (const ActionWord& known : kWords) {
    if (known.text == word) return known.action;
  }
  for (const std::string_view verb : {"play:", "take:", "name:"}) {
    if (!word.starts_with(verb)) continue;
    const std::string_view what = word.substr(verb.size());
    if (const std::optional<Card> card = ParseCard(what)) {
      return Action::OfCard(*card);
    }
    if (verb == "name:" && what.size() == 1) {
      if (const std::optional<Suit> suit = ParseSuit(what[0])) {
        return Action::Name(*suit);
      }
    }
  }
  return std::nullopt;
}

std::string_view PhaseName(Phase phase) {
  constexpr std::array<std::string_view, 7> kNames = {
      "trump", "mit", "kontra", "re", "play", "done", "abandoned"};
  return kNames[static_cast<std::size_t>(phase)];
}

}  // namespace couillon
