// A cell of a CSV file that the arena writes.
#pragma once

#include <optional>
#include <string>

namespace couillon::arena {

// A cell with text, quoted if necessary. Names and rulesets are untrusted, and
// a spreadsheet evaluates a cell that starts with = + - @ or a control
// character as a formula: such text gets an apostrophe in front. (A bot's name
// cannot start so; the path of a ruleset file can.)
std::string CsvField(const std::string& text);

// A cell with a number, which may be negative, in the fewest digits that read
// back exactly; empty if there is none or it is not finite.
std::string CsvField(std::optional<double> value);

}  // namespace couillon::arena
