// A league report as a list of parts, each a table with what belongs to it,
// from which both the terminal's and the page's form are made.
#pragma once

#include <string>
#include <vector>

#include "arena/report/html_page.h"
#include "arena/report/league_report.h"
#include "arena/report/text_table.h"

namespace couillon::arena {

// What is empty is not there.
struct ReportPart {
  std::string title;
  std::string text;                // lines, the last one ended too
  Rows rows;                       // the first is the header
  std::vector<std::string> notes;  // on the rows, a line each
  std::vector<ErrorBar> bars;      // of the rows, for a page
};

// Returns the parts in the order in which they are read.
std::vector<ReportPart> PartsOf(const LeagueReport& report);

}  // namespace couillon::arena
