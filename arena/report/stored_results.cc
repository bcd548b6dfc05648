#include "arena/report/stored_results.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/report/head_to_head.h"
#include "arena/report/league_report.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/store/league_store.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

absl::StatusOr<int> FindBot(const std::vector<std::string>& names,
                            const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    return absl::NotFoundError(absl::StrFormat(
        "found the bot %s; expected %s", name, absl::StrJoin(names, " or ")));
  }
  return static_cast<int>(at - names.begin());
}

absl::StatusOr<RatingTable> ReadStoredTable(const StoredSelection& selection,
                                            std::vector<std::string>& names) {
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(selection.directory);
  if (!store.ok()) return store.status();
  absl::StatusOr<LeagueReport> report = MakeReport(**store);
  if (!report.ok()) return report.status();
  for (const v1::BotEntry& bot : report->config.bots()) {
    names.push_back(bot.name());
  }
  if (report->rulesets.empty()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: holds %s, which has no pairings", selection.directory,
        report->three_way.empty() ? "an individual tournament"
                                  : "a three-way league"));
  }
  if (selection.ruleset.empty()) {
    std::optional<RatingTable>& overall = report->overall;
    if (overall) return *std::move(overall);
    return std::move(report->rulesets[0]);
  }
  std::vector<std::string> there;
  for (RatingTable& table : report->rulesets) {
    if (table.ruleset == selection.ruleset) return std::move(table);
    there.push_back(table.ruleset);
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: found the ruleset %s; expected %s", selection.directory,
      selection.ruleset, absl::StrJoin(there, " or ")));
}

absl::StatusOr<HeadToHeadInput> ReadStoredPairing(
    const StoredSelection& selection) {
  std::vector<std::string> names;
  absl::StatusOr<RatingTable> table = ReadStoredTable(selection, names);
  if (!table.ok()) return table.status();
  absl::StatusOr<int> a = FindBot(names, selection.between[0]);
  if (!a.ok()) return a.status();
  absl::StatusOr<int> b = FindBot(names, selection.between[1]);
  if (!b.ok()) return b.status();
  for (const PairingReport& pairing : table->pairings) {
    const bool straight =
        ToInt(pairing.first) == *a && ToInt(pairing.second) == *b;
    const bool turned =
        ToInt(pairing.first) == *b && ToInt(pairing.second) == *a;
    if (!straight && !turned) continue;
    HeadToHeadInput input;
    input.seatings_per_pair = table->seatings;
    input.declared_pairs = table->planned_items;
    input.score = straight ? pairing.score : stats::SwappedScore(pairing.score);
    if (pairing.cells) {
      const stats::PairCells cells =
          straight ? *pairing.cells : stats::Swapped(*pairing.cells);
      input.classes.assign(cells.counts.begin(), cells.counts.end());
    }
    return input;
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: found no pairing of %s and %s; expected two bots of "
      "the league",
      selection.directory, selection.between[0], selection.between[1]));
}

}  // namespace couillon::arena
