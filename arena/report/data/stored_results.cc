#include "arena/report/data/stored_results.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/league_report.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "engine/cards/status_macros.h"
#include "proto/nearest_name.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxShownName = 60;  // bytes of a name in a message

}  // namespace

absl::StatusOr<int> RulesetOf(const StoredSelection& selection,
                              const v1::LeagueConfig& config) {
  std::vector<std::string> there;
  there.reserve(static_cast<std::size_t>(config.rulesets_size()));
  for (int i = 0; i < config.rulesets_size(); ++i) {
    there.push_back(config.rulesets(i).spec());
    if (there.back() == selection.ruleset) return i;
  }
  if (selection.ruleset.empty() && there.size() == 1) return 0;
  const std::string expected = absl::StrJoin(there, " or ");
  if (selection.ruleset.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: found results of several rulesets; expected a choice "
        "of %s",
        selection.directory, expected));
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: found the ruleset %s; expected %s%s", selection.directory,
      PrintableLine(selection.ruleset, kMaxShownName), expected,
      DidYouMean(selection.ruleset, there)));
}

absl::StatusOr<stats::ResultScale> ScaleOf(const StoredSelection& selection,
                                           const v1::LeagueConfig& config) {
  const bool matches = ArePlayingMatches(config);
  if (selection.scale == stats::ResultScale::kPoints && matches) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: holds matches, which have no points; expected --scale deals, the "
        "score of matches",
        selection.directory));
  }
  if (selection.scale) return *selection.scale;
  return DefaultScale(config);
}

absl::StatusOr<RatingTable> ReadStoredTable(const StoredSelection& selection,
                                            std::vector<std::string>& names) {
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(selection.directory));
  const v1::LeagueConfig& config = store->config();
  ASSIGN_OR_RETURN(const stats::ResultScale scale, ScaleOf(selection, config));
  const bool together = selection.ruleset.empty() && config.rulesets_size() > 1;
  if (together && scale == stats::ResultScale::kPoints) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: found %d rulesets; expected --ruleset NAME, or --scale deals for "
        "all together, since their game points differ",
        selection.directory, config.rulesets_size()));
  }
  ASSIGN_OR_RETURN(
      LeagueReport report,
      MakeReport(*store, {.scale = scale, .most_pairings = kAllPairings}));
  for (const v1::BotEntry& bot : report.config.bots()) {
    names.push_back(bot.name());
  }
  if (report.rulesets.empty()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: holds %s, which has no pairings", selection.directory,
        report.three_way.empty() ? "an individual tournament"
                                 : "a three-way league"));
  }
  if (selection.ruleset.empty()) {
    std::optional<RatingTable>& overall = report.overall;
    if (overall) return *std::move(overall);
    return std::move(report.rulesets[0]);
  }
  std::vector<std::string> there;
  for (RatingTable& table : report.rulesets) {
    if (table.ruleset == selection.ruleset) return std::move(table);
    there.push_back(table.ruleset);
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: found the ruleset %s; expected %s", selection.directory,
      PrintableLine(selection.ruleset, kMaxShownName),
      absl::StrJoin(there, " or ")));
}

namespace {

// The sums of pairing k, seen from its first bot if `straight`.
HeadToHeadInput InputOf(const RatingTable& table, std::size_t k,
                        bool straight) {
  const PairingReport& pairing = table.pairings[k];
  HeadToHeadInput input;
  input.seatings_per_pair = table.seatings;
  input.declared_pairs = table.declared_pairs;
  // Only the pairs without forfeits, all even, if forfeits alone decide it.
  const bool is_even = pairing.rated_pairs < pairing.score.pairs &&
                       pairing.forfeit_free.has_value();
  const stats::PairSums& score =
      is_even ? pairing.forfeit_free->score : pairing.score;
  input.score = straight ? score : stats::SwappedScore(score);
  input.scale = table.scale;
  if (table.scale == stats::ResultScale::kPoints) {
    const stats::PairSums& points = table.sums.pairings[k].score;
    input.game_points = straight ? points : stats::SwappedPoints(points);
    input.virtual_lead = table.sheet.options.virtual_lead;
  }
  if (pairing.cells && is_even) {
    input.classes = {0, 0, pairing.rated_pairs, 0, 0};
  } else if (pairing.cells) {
    const stats::PairCells cells =
        straight ? *pairing.cells : stats::Swapped(*pairing.cells);
    input.classes.assign(cells.counts.begin(), cells.counts.end());
  }
  return input;
}

}  // namespace

absl::StatusOr<JointFit> ReadJointFit(const StoredSelection& selection) {
  std::vector<std::string> names;
  ASSIGN_OR_RETURN(const RatingTable table, ReadStoredTable(selection, names));
  ASSIGN_OR_RETURN(const int a, FindBot(names, selection.between[0]));
  ASSIGN_OR_RETURN(const int b, FindBot(names, selection.between[1]));
  const double level = table.sheet.options.level;
  std::optional<stats::RatingDifference> difference;
  if (a != b) {
    difference = stats::DifferenceBetween(table.sheet.rating, a, b, level);
  }
  if (difference && difference->t) {
    return JointFit{table.scale, level, *difference};
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: found no pairing of %s and %s, and no results that compare them; "
      "expected two bots of the league",
      selection.directory, PrintableLine(selection.between[0], kMaxShownName),
      PrintableLine(selection.between[1], kMaxShownName)));
}

absl::StatusOr<HeadToHeadInput> ReadStoredPairing(
    const StoredSelection& selection) {
  std::vector<std::string> names;
  ASSIGN_OR_RETURN(RatingTable table, ReadStoredTable(selection, names));
  ASSIGN_OR_RETURN(int a, FindBot(names, selection.between[0]));
  ASSIGN_OR_RETURN(int b, FindBot(names, selection.between[1]));
  for (std::size_t k = 0; k < table.pairings.size(); ++k) {
    const PairingReport& pairing = table.pairings[k];
    const bool straight =
        ToInt(pairing.first) == a && ToInt(pairing.second) == b;
    const bool turned = ToInt(pairing.first) == b && ToInt(pairing.second) == a;
    if (!straight && !turned) continue;
    if (pairing.forfeits_alone) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "%s: no result of %s and %s: %d forfeits alone decide it; expected a "
          "deal without a forfeit",
          selection.directory, selection.between[0], selection.between[1],
          pairing.counts.forfeits));
    }
    return InputOf(table, k, straight);
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: found no pairing of %s and %s; expected two bots of "
      "the league",
      selection.directory, PrintableLine(selection.between[0], kMaxShownName),
      PrintableLine(selection.between[1], kMaxShownName)));
}

}  // namespace couillon::arena
