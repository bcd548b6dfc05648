#include <string>

#include "arena/report/html_page.h"
#include "arena/report/league_report.h"
#include "arena/report/report_parts.h"
#include "arena/report/report_text.h"

namespace couillon::arena {

std::string RenderHtml(const LeagueReport& report) {
  HtmlPage page("League report");
  for (const ReportPart& part : PartsOf(report)) {
    if (!part.title.empty()) page.AddHeading(2, part.title);
    page.AddErrorBars(part.bars);
    if (!part.text.empty()) page.AddLines(part.text);
    if (!part.rows.empty()) page.AddTable(part.rows);
    for (const std::string& note : part.notes) page.AddParagraph(note);
  }
  return page.Finish();
}

}  // namespace couillon::arena
