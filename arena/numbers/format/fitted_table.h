// A table for a terminal that is no wider than a limit: names are cut in the
// middle, and columns that do not fit follow below the first ones.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"

namespace couillon::arena {

// A cell that stands out.
struct CellTone {
  std::size_t row = 0;
  std::size_t column = 0;
  Tone tone = Tone::kPlain;
};

struct TableForm {
  // The column with the names, flush left; all others are flush right.
  std::size_t name_column = 0;
  std::size_t width = 0;  // of a line, in columns of a terminal; 0: no limit
  bool colours = false;
  std::vector<CellTone> tones;  // shown with colours
};

// The width of a table without a limit: two blanks before every column.
// Requires: at least one row, all of equal length with plain text.
std::size_t TableWidth(const Rows& rows);

// Returns lines, each indented by two blanks. Columns that do not fit follow
// after an empty line, with the columns up to the names repeated. Requires: at
// least one row, all of equal length with plain text; name_column < that
// length; width is 0 or at least 60.
std::string FittedTable(const Rows& rows, const TableForm& form);

}  // namespace couillon::arena
