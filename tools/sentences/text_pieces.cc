#include "tools/sentences/text_pieces.h"

#include <array>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace couillon::tools {
namespace {

std::string CornerOf(Card card, std::string_view corners) {
  constexpr std::array<const char*, kSuits> kSigns = {"♣", "♦", "♥", "♠"};
  const char* sign = kSigns[static_cast<std::size_t>(card.suit())];
  if (card.rank() >= Rank::kJack) {
    const auto below_ace = static_cast<std::size_t>(Rank::kAce) -
                           static_cast<std::size_t>(card.rank());
    return absl::StrCat(std::string(1, corners[below_ace]), sign);
  }
  return absl::StrCat(7 + static_cast<int>(card.rank()), sign);
}

}  // namespace

std::string Capital(std::string text) {
  if (!text.empty()) text[0] = absl::ascii_toupper(text[0]);
  return text;
}

std::string ListWith(const std::string& and_word,
                     const std::vector<std::string>& items) {
  if (items.size() < 2) return absl::StrJoin(items, "");
  return absl::StrCat(absl::StrJoin(items.begin(), items.end() - 1, ", "), " ",
                      and_word, " ", items.back());
}

std::string CornersOf(const std::vector<Card>& cards,
                      std::string_view corners) {
  return absl::StrJoin(cards, " ", [corners](std::string* out, Card card) {
    absl::StrAppend(out, CornerOf(card, corners));
  });
}

}  // namespace couillon::tools
