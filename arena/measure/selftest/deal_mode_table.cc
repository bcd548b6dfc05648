#include "arena/measure/selftest/deal_mode_table.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/measure/selftest/interval_tally.h"
#include "arena/measure/selftest/opponents_correlation.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/format/text_table.h"

namespace couillon::arena {
namespace {

constexpr char kNotes[] =
    "\nShare of 95% intervals that contain the true difference, and their mean "
    "width\nin Elo: each bot against the first (anchor), and against the bot "
    "before it.\nratio: width with the same deals over that with deals of "
    "their own (anchor);\nexpected: sqrt(1 + (bots - 2) r), of equal bots; r: "
    "correlation of a bot's scores\nagainst two opponents on the same deal.\n";

std::string Number(const char* unit, double value, int digits) {
  return std::isfinite(value) ? absl::StrFormat("%.*f%s", digits, value, unit)
                              : "-";
}

std::vector<std::string> LineOf(const std::string& name,
                                const IntervalTally& tally) {
  return {"  " + name,
          Grouped(tally.leagues),
          Number("%", 100 * tally.anchor.coverage(), 1),
          Number("", tally.anchor.mean_width(), 1),
          Number("%", 100 * tally.neighbours.coverage(), 1),
          Number("", tally.neighbours.mean_width(), 1)};
}

double WidthRatio(const DealModes& modes) {
  return modes.same.anchor.mean_width() / modes.own.anchor.mean_width();
}

Json TallyJson(const IntervalTally& tally) {
  return {{"leagues", tally.leagues},
          {"anchor_coverage", JsonNumber(tally.anchor.coverage())},
          {"anchor_width", JsonNumber(tally.anchor.mean_width())},
          {"neighbour_coverage", JsonNumber(tally.neighbours.coverage())},
          {"neighbour_width", JsonNumber(tally.neighbours.mean_width())}};
}

}  // namespace

std::string DealModesText(const std::vector<DealModes>& all) {
  Rows rows = {{"league", "leagues", "anchor", "width", "neighbours", "width",
                "ratio", "expected", "r"}};
  std::string group;
  for (const DealModes& modes : all) {
    if (modes.group != group) {
      group = modes.group;
      rows.push_back({group, "", "", "", "", "", "", "", ""});
    }
    std::vector<std::string> own =
        LineOf(absl::StrCat(modes.bots, " bots, own deals"), modes.own);
    own.insert(own.end(), {"", "", ""});
    rows.push_back(std::move(own));
    std::vector<std::string> same =
        LineOf(absl::StrCat(modes.bots, " bots, same deals"), modes.same);
    const double expected = ExpectedWidthRatio(modes.bots, modes.correlation);
    same.insert(same.end(),
                {Number("x", WidthRatio(modes), 2), Number("x", expected, 2),
                 Number("", modes.correlation, 3)});
    rows.push_back(std::move(same));
  }
  return Columns(rows) + kNotes;
}

std::string DealModesJson(const SelfTestPlan& plan,
                          const std::vector<DealModes>& all) {
  Json json = NewDocument(kDealModesSchema);
  json["runs"] = plan.runs;
  json["seed"] = plan.seed;
  json["deals"] = kDealsOfAMode;
  json["leagues"] = Json::array();
  for (const DealModes& modes : all) {
    json["leagues"].push_back(
        {{"group", modes.group},
         {"bots", modes.bots},
         {"own_deals", TallyJson(modes.own)},
         {"same_deals", TallyJson(modes.same)},
         {"width_ratio", JsonNumber(WidthRatio(modes))},
         {"expected_width_ratio",
          JsonNumber(ExpectedWidthRatio(modes.bots, modes.correlation))},
         {"correlation", JsonNumber(modes.correlation)}});
  }
  return json.dump(2) + "\n";
}

}  // namespace couillon::arena
