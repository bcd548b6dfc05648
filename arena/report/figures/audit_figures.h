// The list of figures of a bot in a cold audit, the source of JSON and text,
// and the deals on which a verdict rests.
#pragma once

#include <string>
#include <string_view>

#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "couillon/v1/audit.pb.h"

namespace couillon::arena {

// Returns the code of a verdict: "alike", "nothing_asked", "not_reproducible",
// "failed", "changed", "better".
std::string_view AuditVerdictName(v1::AuditVerdict verdict);

// Returns how much better the bot did in recorded deals than cold; without a
// mean if nothing was compared.
stats::MeanEstimate SeenDealsLead(const v1::SeenDealsTest& test);

// Returns the command that replays the deal of a changed decision. `replay` is
// the command that replays a deal of the league, up to its options.
std::string ReplayCommand(const v1::ChangedDecision& decision,
                          const std::string& replay);

// Visits the counts of a bot.
template <typename Visit>
void ForEachFigure(const v1::BotAudit& bot, Visit& visit) {
  visit.Word("verdict", AuditVerdictName(bot.verdict()), {.title = "verdict"});
  visit.Flag("remote", bot.remote());
  visit.Count("asked", bot.asked(),
              {.title = "asked", .place = FigurePlace::kPlay});
  visit.Count("alike", bot.alike(), {.title = "alike"});
  visit.Count("changed", bot.changed(), {.title = "changed"});
  visit.Count("not_reproducible", bot.not_reproducible(),
              {.title = "not reproducible"});
  visit.Detail("processes", bot.processes());
  visit.Detail("changed_probability", JsonNumber(bot.changed_probability()));
}

}  // namespace couillon::arena
