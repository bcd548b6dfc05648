#include "arena/report/text/result_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/text/sentences.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxShownPairings = 100;
constexpr std::size_t kMaxNamedBots = 10;

std::string FormatWords(const FormatResult& result) {
  if (result.format == "swiss") return "Swiss";
  if (result.format == "knockout") return "knock-out";
  if (result.format == "double_knockout") return "double knock-out";
  return "individual tournament";
}

// The names of bots as every table shows them.
class ShownLabels {
 public:
  explicit ShownLabels(const v1::LeagueConfig& config) {
    for (int bot = 0; bot < config.bots_size(); ++bot) {
      shown_[config.bots(bot).name()] = ShownName(config, BotIndex(bot));
    }
  }
  // A bot that has only sat out is not in the league.
  [[nodiscard]] std::string Of(const std::string& label) const {
    const auto found = shown_.find(label);
    return found == shown_.end() ? PrintableLine(label) : found->second;
  }

 private:
  std::map<std::string, std::string> shown_;
};

bool IsAnyLeft(const FormatResult& result) {
  return std::ranges::any_of(result.places, [](const ResultPlace& place) {
    return !place.status.empty() && place.status != "plays";
  });
}

std::string TieBreakText(const ResultPlace& place) {
  if (place.shared_by > 1) return "shared";
  return place.swiss->separation == SwissSeparation::kBuchholz ? "Buchholz"
                                                               : "-";
}

std::vector<std::string> SwissCells(const ResultPlace& place) {
  const SwissLine& line = *place.swiss;
  return {absl::StrFormat("%g", line.points),
          absl::StrFormat("%g", line.buchholz),
          absl::StrCat(line.wins),
          absl::StrCat(line.draws),
          absl::StrCat(line.losses),
          absl::StrCat(line.byes),
          TieBreakText(place)};
}

std::string StageText(const FormatResult& result, const ResultPlace& place) {
  if (place.knockout->stage) {
    return absl::StrCat("stage ", *place.knockout->stage);
  }
  return result.winner == place.bot ? "-" : "in";
}

std::vector<std::string> KnockoutCells(const FormatResult& result,
                                       const ResultPlace& place) {
  return {absl::StrCat(place.knockout->wins),
          absl::StrCat(place.knockout->losses),
          absl::StrCat(place.knockout->byes), StageText(result, place)};
}

std::vector<Sentence> SwissNotes(const FormatResult& result) {
  const auto has = [&result](SwissSeparation separation) {
    return std::ranges::any_of(result.places, [&](const ResultPlace& place) {
      return place.swiss->separation == separation;
    });
  };
  return {
      {true, "A round won or sat out is a point, a drawn one half a point."},
      {has(SwissSeparation::kBuchholz),
       "Equal points are ordered by Buchholz, the points of the opponents "
       "met."},
      {has(SwissSeparation::kShared),
       "Bots with equal points and equal Buchholz share a place."}};
}

ReportPart PlacePart(const LeagueReport& report) {
  const FormatResult& result = report.result;
  const bool is_swiss = result.rule == ResultRule::kPoints;
  const ShownLabels labels(report.config);
  ReportPart part{.title = ResultTitle(result),
                  .paragraph = WinnerText(result),
                  .rows = {{"place", "bot"}},
                  .name_column = 1};
  const std::vector<std::string> titles =
      is_swiss
          ? std::vector<std::string>{"points", "Buchholz", "won",      "drawn",
                                     "lost",   "byes",     "tie-break"}
          : std::vector<std::string>{"won", "lost", "byes", "out in"};
  part.rows[0].insert(part.rows[0].end(), titles.begin(), titles.end());
  const bool any_left = IsAnyLeft(result);
  if (any_left) part.rows[0].emplace_back("status");
  for (const ResultPlace& place : result.places) {
    std::vector<std::string> row = {PlaceText(&place), labels.Of(place.bot)};
    for (std::string& cell :
         is_swiss ? SwissCells(place) : KnockoutCells(result, place)) {
      row.push_back(std::move(cell));
    }
    if (any_left) row.push_back(place.status);
    if (result.winner == place.bot) {
      part.tones.push_back({part.rows.size(), 1, Tone::kStrong});
    }
    part.rows.push_back(std::move(row));
  }
  if (is_swiss) {
    part.notes = ListApplicable(SwissNotes(result));
  } else {
    part.notes = {
        "\"won\" and \"lost\" count pairings that were played, \"byes\" the "
        "stages that a bot sat out. Bots that go out in one stage share a "
        "place."};
  }
  return part;
}

std::string SideText(BracketSide side) {
  switch (side) {
    case BracketSide::kNone:
      return "-";
    case BracketSide::kUnbeaten:
      return "unbeaten";
    case BracketSide::kOneLoss:
      return "one loss";
    case BracketSide::kFinal:
      return "final";
  }
  COUILLON_CHECK(false);
}

std::string DecisionText(BracketDecision decision) {
  switch (decision) {
    case BracketDecision::kOpen:
      return "open";
    case BracketDecision::kInterval:
      return "interval";
    case BracketDecision::kTarget:
      return "target";
    case BracketDecision::kSeed:
      return "seed";
    case BracketDecision::kWalkover:
      return "walkover";
  }
  COUILLON_CHECK(false);
}

std::string PointsText(const std::optional<double>& points) {
  if (!points) return "-";
  if (*points == 0.5) return "½-½";
  return *points == 1 ? "1-0" : "0-1";
}

// Returns the pairing with its winner first.
ResultPairing FromWinner(ResultPairing pairing) {
  if (pairing.winner != pairing.second && pairing.first_points != 0) {
    return pairing;
  }
  std::swap(pairing.first, pairing.second);
  if (pairing.lead) *pairing.lead = 0 - *pairing.lead;
  if (pairing.first_points) *pairing.first_points = 1 - *pairing.first_points;
  return pairing;
}

// The number of first rounds that are left out.
std::size_t CountHidden(const FormatResult& result) {
  std::size_t shown = 0;
  for (std::size_t i = result.rounds.size(); i-- > 0;) {
    shown += result.rounds[i].pairings.size();
    if (shown > kMaxShownPairings) {
      return std::min(i + 1, result.rounds.size() - 1);
    }
  }
  return 0;
}

// Who met whom, the winner first.
Rows PairingRows(const LeagueReport& report, std::size_t hidden) {
  const FormatResult& result = report.result;
  const bool is_swiss = result.rule == ResultRule::kPoints;
  const bool has_sides = result.format == "double_knockout";
  const ShownLabels labels(report.config);
  std::vector<std::string> header = {is_swiss ? "round" : "stage", "bot",
                                     "opponent"};
  if (has_sides) header.emplace_back("side");
  header.emplace_back(is_swiss ? "result" : "decided by");
  header.emplace_back("mean lead");
  header.emplace_back(ItemsWord(report.config));
  Rows rows = {header};
  for (std::size_t i = hidden; i < result.rounds.size(); ++i) {
    const ResultRound& round = result.rounds[i];
    for (const ResultPairing& of : round.pairings) {
      const ResultPairing pairing = FromWinner(of);
      std::vector<std::string> row = {absl::StrCat(round.number),
                                      labels.Of(pairing.first),
                                      labels.Of(pairing.second)};
      if (has_sides) row.push_back(SideText(pairing.side));
      row.push_back(is_swiss ? PointsText(pairing.first_points)
                             : DecisionText(pairing.decision));
      row.push_back(Signed(pairing.lead, 3));
      row.push_back(pairing.items == 0 ? "-" : Grouped(pairing.items));
      rows.push_back(std::move(row));
    }
    // One at most in a Swiss; those of a knock-out are notes.
    for (const std::string& bye : round.byes) {
      if (!is_swiss) break;
      std::vector<std::string> row(header.size(), "-");
      row[0] = absl::StrCat(round.number);
      row[1] = labels.Of(bye);
      row[2] = "sits out";
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

// Those who share the first place.
std::string NamesOfFirst(const FormatResult& result) {
  std::vector<std::string> names;
  for (const ResultPlace& place : result.places) {
    if (place.place == 1) names.push_back(PrintableLine(place.bot));
  }
  if (names.size() > kMaxNamedBots) {
    return absl::StrCat(names.size(), " bots");
  }
  return absl::StrJoin(names, ", ");
}

ReportPart PairingPart(const LeagueReport& report) {
  const FormatResult& result = report.result;
  const bool is_swiss = result.rule == ResultRule::kPoints;
  const bool matches = ArePlayingMatches(report.config);
  const std::size_t hidden = CountHidden(result);
  ReportPart part{.title = is_swiss ? "Rounds" : "Bracket",
                  .rows = PairingRows(report, hidden),
                  .name_column = 1};
  part.notes = ListApplicable(
      {{!matches,
        "\"mean lead\" is in game points per deal, over all rulesets, without "
        "interval."},
       {matches,
        "\"mean lead\" is matches won less matches lost, per match, over all "
        "rulesets, without interval."},
       {!is_swiss,
        "interval: the 99% interval of the lead, which is valid at any time, "
        "excludes 0. target: ahead at the target. seed: tied at twice the "
        "target, the higher seed goes on. walkover: the opponent left."},
       {hidden > 0,
        absl::StrFormat("Not shown: %s 1%s (--format json, export --what "
                        "rounds).",
                        is_swiss ? "round" : "stage",
                        hidden > 1 ? absl::StrCat(" to ", hidden) : "")}});
  for (std::size_t i = hidden; !is_swiss && i < result.rounds.size(); ++i) {
    const ResultRound& stage = result.rounds[i];
    if (stage.byes.empty()) continue;
    std::vector<std::string> names;
    for (const std::string& bye : stage.byes) {
      names.push_back(PrintableLine(bye));
    }
    part.notes.push_back(absl::StrFormat("Byes in stage %d: %s.", stage.number,
                                         absl::StrJoin(names, ", ")));
  }
  return part;
}

}  // namespace

std::string ResultTitle(const FormatResult& result,
                        const std::string& ruleset) {
  if (result.rule == ResultRule::kRatings) return "";
  std::string title = "Result of the " + FormatWords(result);
  if (!ruleset.empty()) absl::StrAppend(&title, " under ", ruleset);
  if (result.rule == ResultRule::kPoints) {
    absl::StrAppend(&title, ", after round ",
                    result.rounds_finished.value_or(0), " of ",
                    result.rounds_planned.value_or(0));
  } else if (result.rule == ResultRule::kBracket && !result.finished) {
    absl::StrAppend(&title, ", in stage ", result.rounds.size());
  } else if (!result.finished) {
    absl::StrAppend(&title, ", unfinished");
  }
  return title;
}

std::string WinnerText(const FormatResult& result) {
  if (result.winner) return "Winner: " + PrintableLine(*result.winner);
  // A ruleset of an individual tournament has a first place of its own.
  const bool has_first_place =
      !result.places.empty() && result.rule != ResultRule::kBracket &&
      result.places.front().ruleset == result.places.back().ruleset;
  if (!result.finished || !has_first_place) return "";
  if (result.places.front().shared_by == 1) return "";
  return "First place shared by " + NamesOfFirst(result);
}

std::string ResultLine(const FormatResult& result) {
  const std::string title = ResultTitle(result);
  if (!WinnerText(result).empty()) {
    return absl::StrCat(title, ". ", WinnerText(result));
  }
  if (result.places.empty()) return title;
  const char* const first =
      result.rule == ResultRule::kBracket ? "Still in: " : "First: ";
  return absl::StrCat(title, ". ", first, NamesOfFirst(result));
}

std::vector<ReportPart> PlaceParts(const LeagueReport& report) {
  const ResultRule rule = report.result.rule;
  if (rule != ResultRule::kPoints && rule != ResultRule::kBracket) return {};
  if (report.result.places.empty()) return {};
  return {PlacePart(report)};
}

std::vector<ReportPart> ResultParts(const LeagueReport& report) {
  std::vector<ReportPart> parts = PlaceParts(report);
  const ResultRule rule = report.result.rule;
  if (rule != ResultRule::kPoints && rule != ResultRule::kBracket) return parts;
  if (parts.empty()) parts.push_back({.title = ResultTitle(report.result)});
  parts.push_back(PairingPart(report));
  return parts;
}

std::string PlaceText(const ResultPlace* place) {
  if (place == nullptr) return "-";
  if (place->shared_by == 1) return absl::StrCat(place->place);
  return absl::StrFormat("%d-%d", place->place,
                         place->place + place->shared_by - 1);
}

}  // namespace couillon::arena
