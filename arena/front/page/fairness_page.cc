// The report as JSON, with the commands that repeat it.

#include "arena/front/page/fairness_page.h"

#include <string>

#include "arena/front/page/repeat_command.h"
#include "arena/front/page/run_json.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"

namespace couillon::arena {

PageData FairnessPageData(const FairnessReport& report,
                          const FairnessSource& source) {
  const std::optional<std::string> repeat =
      RepeatFairness(source.config, report.options, source.compare);
  Json run = NewDocument(kRunSchema);
  run["setup"] = {
      {"commands", {{"repeat", repeat ? Json(*repeat) : Json(nullptr)}}}};
  run["program"] = {{"version", source.program.version},
                    {"commit", source.program.commit}};
  run["written"] = source.now ? Json(UtcText(*source.now)) : Json(nullptr);
  return {.report = FairnessDocument(report), .run = run};
}

}  // namespace couillon::arena
