// A cell of a CSV file that we write.
#pragma once

#include <optional>
#include <string>

namespace couillon::arena {

// A cell with text; quoted when it has to be. Names and rulesets come from
// others, and a spreadsheet runs a cell that starts with = + - @ or a control
// character as a formula: such text gets an apostrophe in front, as whoever
// types it into a spreadsheet would write it. (No bot may be called so; a file
// of a ruleset may.)
std::string CsvField(const std::string& text);

// A cell with a number of `digits` digits, negative ones included; empty if
// there is none or it is not finite.
std::string CsvField(std::optional<double> value, int digits = 6);

}  // namespace couillon::arena
