// Pieces of text that are made alike in all languages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/cards/card.h"

namespace couillon::tools {

// `text` with its first letter capitalized, if that is of ASCII.
[[nodiscard]] std::string Capital(std::string text);

// "a", "a and b", "a, b and c", for the word "and" of a language.
[[nodiscard]] std::string ListWith(const std::string& and_word,
                                   const std::vector<std::string>& items);

// Cards as printed in their corners, "A♠ 10♥ 9♣". `corners`: the letters of
// ace, king, queen and jack in a language.
[[nodiscard]] std::string CornersOf(const std::vector<Card>& cards,
                                    std::string_view corners);

}  // namespace couillon::tools
