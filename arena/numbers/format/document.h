// A report as a list of parts, each a table with its title, text and notes. Its
// text for a terminal follows from the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/numbers/format/fitted_table.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"

namespace couillon::arena {

enum class TitleLevel : std::uint8_t {
  kSection,  // of a league report
  kChapter,  // underlined; parts of level kTable follow
  kTable,    // within a chapter
};

// Empty members are not shown.
struct ReportPart {
  std::string title;
  TitleLevel level = TitleLevel::kSection;
  std::string paragraph;           // one line, wrapped when shown
  std::string text;                // lines, each with a line end
  Rows rows;                       // the first is the header
  std::vector<std::string> notes;  // on the rows, one line each
  // On a terminal only.
  std::size_t name_column = 0;  // of the rows
  std::vector<CellTone> tones;  // of cells
  Tone tone = Tone::kPlain;     // of the paragraph and the text
};

struct TextForm {
  // The most columns of a line. 0: tables and lines are as wide as they are,
  // and paragraphs have 79.
  std::size_t width = 0;
  bool colours = false;
};

// Returns the parts for a terminal, with an empty line between parts.
std::string DocumentText(const std::vector<ReportPart>& parts,
                         const TextForm& form = {});

}  // namespace couillon::arena
