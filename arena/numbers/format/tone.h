// The emphasis of a text on a terminal with colours. Its meaning is always in
// the text too: a sign, a mark, a word.
#pragma once

#include <cstdint>
#include <string>

namespace couillon::arena {

// The two colours differ for every kind of colour vision: cyan and yellow.
enum class Tone : std::uint8_t {
  kPlain,
  kStrong,   // bold: titles, who may be first
  kFaint,    // headers and notes
  kAhead,    // an interval above zero: cyan
  kBehind,   // an interval below zero: yellow
  kWarning,  // bold yellow: faults, what is unfinished
};

// Returns `text` with each line between the escape sequences of a terminal;
// plain text as it is.
std::string Toned(const std::string& text, Tone tone);

}  // namespace couillon::arena
