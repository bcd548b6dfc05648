#include "arena/report/text/report_text.h"

#include "arena/numbers/format/document.h"
#include "arena/report/text/report_parts.h"

namespace couillon::arena {

std::string RenderText(const LeagueReport& report, const ReportForm& form) {
  return DocumentText(PartsOf(report, form),
                      {.width = kReportWidth, .colours = form.colours});
}

}  // namespace couillon::arena
