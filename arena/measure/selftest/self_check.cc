#include "arena/measure/selftest/self_check.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/format/text_table.h"

namespace couillon::arena {
namespace {

// Four digits are enough to compare a finding with its band.
std::string Shown(double value) { return absl::StrFormat("%.4g", value); }

}  // namespace

stats::Interval ShareBand(double lo, double hi, std::int64_t runs) {
  const auto noise = [runs](double share) {
    return 3 * std::sqrt(share * (1 - share) / static_cast<double>(runs));
  };
  return {std::max(0.0, lo - noise(lo)), std::min(1.0, hi + noise(hi))};
}

std::string SelfCheckText(const std::vector<SelfCheck>& checks) {
  std::vector<std::vector<std::string>> rows = {
      {"check", "runs", "found", "from", "to", ""}};
  std::string group;
  int failed = 0;
  for (const SelfCheck& check : checks) {
    if (check.group != group) {
      group = check.group;
      rows.push_back({group, "", "", "", "", ""});
    }
    failed += check.passed() ? 0 : 1;
    rows.push_back({"  " + check.name, Grouped(check.runs), Shown(check.found),
                    Shown(check.band.lo), Shown(check.band.hi),
                    check.passed() ? "ok" : "FAILED"});
  }
  return Columns(rows) +
         (failed == 0 ? absl::StrFormat("\n%d checks, all as they should be.\n",
                                        checks.size())
                      : absl::StrFormat("\n%d of %d checks FAILED.\n", failed,
                                        checks.size()));
}

std::string SelfCheckJson(const SelfTestPlan& plan,
                          const std::vector<SelfCheck>& checks) {
  Json json = NewDocument(kSelfTestSchema);
  json["runs"] = plan.runs;
  json["seed"] = plan.seed;
  json["passed"] =
      std::all_of(checks.begin(), checks.end(),
                  [](const auto& check) { return check.passed(); });
  json["checks"] = Json::array();
  for (const SelfCheck& check : checks) {
    json["checks"].push_back({{"group", check.group},
                              {"name", check.name},
                              {"runs", check.runs},
                              {"found", JsonNumber(check.found)},
                              {"band", JsonInterval(check.band)},
                              {"passed", check.passed()}});
  }
  return json.dump(2) + "\n";
}

}  // namespace couillon::arena
