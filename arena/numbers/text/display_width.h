// The width of text on a terminal, and cuts to a width. The tables are those of
// Unicode, not those of the machine, so that a report is the same bytes
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace couillon::arena {

// Returns the columns that `text` takes: 2 for a wide character (East Asian
// scripts, emoji), 0 for a combining mark, 1 for any other. Requires: plain
// text (IsPlainText).
std::size_t DisplayWidth(const std::string& text);

// Returns `text` in at most `width` columns: if it is wider, `…` replaces its
// middle, since versions are at the end of a name. Requires: plain text;
// width >= 1.
std::string CutInMiddle(const std::string& text, std::size_t width);

// A word that is wider than a line.
enum class WideWord : std::uint8_t { kBreak, kKeep };

// Returns `text` as lines of at most `width` columns, broken at blanks. Each
// line ends with a line end; those after the first begin with `indent` blanks.
// Requires: plain text; width > indent + 1.
std::string Wrapped(const std::string& text, std::size_t width,
                    std::size_t indent = 0, WideWord wide = WideWord::kBreak);

}  // namespace couillon::arena
