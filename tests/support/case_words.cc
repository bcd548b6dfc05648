#include "tests/support/case_words.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "engine/cards/notation.h"
#include "engine/deal/deal_source.h"

namespace couillon::tests {
namespace {

[[noreturn]] void Fail(const std::string& what, const std::string& word) {
  std::fprintf(stderr, "case file: %s: \"%s\"\n", what.c_str(), word.c_str());
  std::abort();
}

int Number(const std::string& word) {
  int number = 0;
  if (!absl::SimpleAtoi(word, &number)) Fail("no number", word);
  return number;
}

Action OneAction(const std::string& word) {
  if (const std::optional<Card> card = ParseCard(word)) {
    return Action::OfCard(*card);
  }
  const std::optional<Action> action = ParseAction(word);
  if (!action) Fail("no action", word);
  return *action;
}

}  // namespace

std::vector<std::string> Words(const std::string& cell) {
  if (cell == "-") return {};
  return absl::StrSplit(cell, ' ', absl::SkipEmpty());
}

std::vector<Card> CardsOf(const std::string& cell) {
  std::vector<Card> cards;
  for (const std::string& word : Words(cell)) {
    const std::optional<Card> card = ParseCard(word);
    if (!card) Fail("no card", word);
    cards.push_back(*card);
  }
  return cards;
}

CardSet CardSetOf(const std::string& cell) {
  CardSet set;
  for (const Card card : CardsOf(cell)) set.Add(card);
  return set;
}

Suit SuitOf(const std::string& cell) {
  const std::optional<Suit> suit =
      cell.size() == 1 ? ParseSuit(cell[0]) : std::nullopt;
  if (!suit) Fail("no suit", cell);
  return *suit;
}

bool YesOrNo(const std::string& cell) {
  if (cell != "y" && cell != "n") Fail("neither y nor n", cell);
  return cell == "y";
}

std::vector<int> NumbersOf(const std::string& cell) {
  std::vector<int> numbers;
  for (const std::string& part :
       std::vector<std::string>(absl::StrSplit(cell, '-'))) {
    numbers.push_back(Number(part));
  }
  return numbers;
}

Seat SeatOf(const std::string& cell) {
  return cell == "-" ? kNoSeat : static_cast<Seat>(Number(cell));
}

Pack PackOfCell(const std::string& cell, CardSet deck) {
  Pack pack = CanonicalPack(deck);
  if (cell == "canon") return pack;
  if (!absl::StartsWith(cell, "canon+")) Fail("no pack", cell);
  std::rotate(pack.begin(), pack.begin() + Number(cell.substr(6)),
              pack.begin() + deck.size());
  return pack;
}

std::vector<Action> ActionsOf(const std::string& cell) {
  std::vector<Action> actions;
  for (const std::string& word : Words(cell)) {
    if (absl::StartsWith(word, "passx")) {
      const int times = Number(word.substr(5));
      actions.insert(actions.end(), static_cast<std::size_t>(times), kPass);
    } else {
      actions.push_back(OneAction(word));
    }
  }
  return actions;
}

std::string CardsText(const std::vector<Card>& cards) {
  std::string text;
  for (const Card card : cards) {
    text += (text.empty() ? "" : " ") + FormatCard(card);
  }
  return text;
}

}  // namespace couillon::tests
