#include "arena/report/report_text.h"

#include <string>

#include "arena/report/league_report.h"
#include "arena/report/report_parts.h"
#include "arena/report/text_table.h"

namespace couillon::arena {

std::string RenderText(const LeagueReport& report) {
  std::string text;
  for (const ReportPart& part : PartsOf(report)) {
    if (!text.empty()) text += "\n";
    if (!part.title.empty()) text += part.title + "\n";
    text += part.text;
    if (!part.rows.empty()) text += Columns(part.rows);
    for (const std::string& note : part.notes) text += "  " + note + "\n";
  }
  return text;
}

}  // namespace couillon::arena
