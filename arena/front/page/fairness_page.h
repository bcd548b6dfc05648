// The data of a fairness run that a page shows.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/front/page/report_page.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/report/json/report_json.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// The circumstances of the run.
struct FairnessSource {
  v1::LeagueConfig config;  // its bots and rulesets
  bool compare = false;     // as in FairnessRun
  ProgramVersion program;
  // When the page is made, in seconds since 1970; null leaves it out.
  std::optional<std::int64_t> now = std::nullopt;
};

// Returns the couillon.fairness document of the report, and a couillon.run
// document with the command that repeats the run and what made the page.
PageData FairnessPageData(const FairnessReport& report,
                          const FairnessSource& source);

}  // namespace couillon::arena
