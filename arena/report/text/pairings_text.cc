// Rows of pairings, turned so that the leader stands first; names are cut to
// the room that the figures leave.
#include "arena/report/text/pairings_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/fitted_table.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/numbers/format/tone.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/joint_difference.h"
#include "arena/report/data/ruleset_spread.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/report/text/report_form.h"
#include "arena/table/bot_index.h"
#include "arena/table/race/match_elo.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr std::int64_t kMaxPairingsOfText = 5000;
constexpr std::size_t kMaxSignNotes = 20;

constexpr std::size_t kMinRoom = 23;  // for two names
constexpr std::size_t kMaxRoom = 60;

bool IsMatchOfTwo(const LeagueReport& report) {
  return report.config.bots_size() == 2;
}

std::string Percent(double share) {
  return absl::StrFormat("%.1f%%", 100 * share);
}

// "A - B" in `room` columns: the longer name is cut first.
std::string PairName(const LeagueReport& report, BotIndex first,
                     BotIndex second, std::size_t room) {
  const std::string dash = " - ";
  const std::string a = ShownName(report.config, first);
  const std::string b = ShownName(report.config, second);
  const std::size_t both = room - dash.size();
  const std::size_t half = both / 2;
  std::size_t of_a = DisplayWidth(a);
  std::size_t of_b = DisplayWidth(b);
  if (of_a + of_b > both) {
    if (of_a <= half) {
      of_b = both - of_a;
    } else {
      of_b = std::min(of_b, both - half);
      of_a = both - of_b;
    }
  }
  return CutInMiddle(a, of_a) + dash + CutInMiddle(b, of_b);
}

// The names of a table whose other columns are full.
void SetNames(const LeagueReport& report,
              const std::vector<std::pair<BotIndex, BotIndex>>& pairs,
              Rows& rows) {
  const std::size_t others = TableWidth(rows) - DisplayWidth(rows[0][0]);
  const std::size_t room = std::clamp(
      kReportWidth - std::min(kReportWidth, others), kMinRoom, kMaxRoom);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    rows[i + 1][0] = PairName(report, pairs[i].first, pairs[i].second, room);
  }
}

// Whether the pairings show their anytime-valid intervals.
bool IsAnytime(const LeagueReport& report) {
  return report.units_done < report.units ||
         report.certainty == Certainty::kAnytimePairings;
}

// A mean with its interval.
struct ShownEstimate {
  std::optional<double> value;
  stats::Interval interval;
};

ShownEstimate Turned(const ShownEstimate& from) {
  ShownEstimate turned{.interval = {-from.interval.hi, -from.interval.lo}};
  if (from.value) turned.value = -*from.value;
  return turned;
}

// A pairing under one ruleset, seen from its first bot or from the second.
class View {
 public:
  View(const LeagueReport& report, const RatingTable& table,
       const PairingReport& pairing)
      : pairing_(&pairing),
        live_(IsAnytime(report)),
        points_(table.scale == stats::ResultScale::kPoints) {
    turned_ = !IsMatchOfTwo(report) && LeadOfFirst() < 0;
  }

  [[nodiscard]] BotIndex first() const {
    return turned_ ? pairing_->second : pairing_->first;
  }
  [[nodiscard]] BotIndex second() const {
    return turned_ ? pairing_->first : pairing_->second;
  }
  [[nodiscard]] std::int64_t pairs() const { return pairing_->score.pairs; }
  // On the scale of the table, in any unit; below any without pairs.
  [[nodiscard]] double lead() const {
    return pairing_->elo.pairs == 0 ? -1 : std::abs(LeadOfFirst());
  }
  [[nodiscard]] ShownEstimate points() const {
    return Seen({pairing_->points.mean,
                 live_ ? pairing_->anytime_points : pairing_->points.interval});
  }
  [[nodiscard]] ShownEstimate elo() const {
    return Seen({pairing_->elo.elo, live_
                                        ? pairing_->anytime_elo
                                        : pairing_->elo.plus_two.elo_interval});
  }
  [[nodiscard]] std::optional<ShownEstimate> match() const {
    if (!pairing_->match || pairing_->match->pairs == 0) return std::nullopt;
    return Seen({pairing_->match->elo, pairing_->match->elo_interval});
  }
  // Null if there is nothing to judge it by, or its lead ended the pairing.
  [[nodiscard]] std::optional<double> superiority() const {
    if (pairing_->elo.pairs == 0 || !pairing_->fixed_sample) {
      return std::nullopt;
    }
    const double first = points_ ? pairing_->points.superiority
                                 : pairing_->elo.plus_two.superiority;
    return turned_ ? 1 - first : first;
  }
  [[nodiscard]] std::optional<double> nelo() const {
    const std::optional<double> first =
        points_ ? pairing_->points.nelo : pairing_->elo.nelo;
    return turned_ && first ? std::optional(-*first) : first;
  }
  [[nodiscard]] BotResults results() const {
    BotResults results;
    AddPairing(ResultsOf(*pairing_), !turned_, results);
    return results;
  }
  [[nodiscard]] const PairingReport& pairing() const { return *pairing_; }

 private:
  [[nodiscard]] double LeadOfFirst() const {
    if (points_) return pairing_->points.mean.value_or(0);
    return pairing_->elo.score.value_or(0.5) - 0.5;
  }
  [[nodiscard]] ShownEstimate Seen(const ShownEstimate& from) const {
    return turned_ ? Turned(from) : from;
  }

  const PairingReport* pairing_;
  bool live_;
  bool points_;  // or the score
  bool turned_ = false;
};

std::string LosCell(const View& view) {
  const std::optional<double> superiority = view.superiority();
  return superiority ? FormatLos(*superiority) : "-";
}

std::string Bracketed(const ShownEstimate& estimate, int decimals) {
  return arena::Bracketed(estimate.value, estimate.interval, decimals);
}

Tone ToneOf(const ShownEstimate& estimate) {
  if (!estimate.value) return Tone::kPlain;
  if (estimate.interval.lo > 0) return Tone::kAhead;
  return estimate.interval.hi < 0 ? Tone::kBehind : Tone::kPlain;
}

std::string ScoreCell(const BotResults& results) {
  if (results.pairs == 0) return "-";
  return Percent(results.score / static_cast<double>(results.pairs));
}

// "[95%]", or what the brackets of an unfinished league are.
std::string BracketTitle(const LeagueReport& report, const std::string& unit) {
  return unit + (IsAnytime(report) ? " [any time]" : " [95%]");
}

std::vector<std::string> Titles(const LeagueReport& report,
                                const RatingTable& table,
                                const std::string& name) {
  std::vector<std::string> titles = {name, "pairs", "score"};
  if (ArePlayingMatches(report.config)) {
    titles.insert(titles.end(),
                  {BracketTitle(report, "Elo/match"), "LOS", "nElo"});
    return titles;
  }
  const bool points = table.scale == stats::ResultScale::kPoints;
  titles.push_back(BracketTitle(report, points ? "points/deal" : "Elo/deal"));
  const bool fixed = report.certainty != Certainty::kAnytimePairings;
  titles.insert(titles.end(), {"LOS", fixed ? "Elo/match [95%]" : "Elo/match"});
  return titles;
}

void AddRow(const LeagueReport& report, const RatingTable& table,
            const View& view, const std::string& name, ReportPart& part) {
  const bool matches = ArePlayingMatches(report.config);
  const bool points = table.scale == stats::ResultScale::kPoints && !matches;
  const ShownEstimate lead = points ? view.points() : view.elo();
  std::vector<std::string> row = {
      name, Grouped(view.pairs()), ScoreCell(view.results()),
      Bracketed(lead, points ? 3 : 1), LosCell(view)};
  if (matches) {
    row.push_back(Signed(view.nelo(), 1));
  } else {
    const std::optional<ShownEstimate> match = view.match();
    row.push_back(match ? Bracketed(*match, 1) : "-");
  }
  part.tones.push_back({part.rows.size(), 3, ToneOf(lead)});
  part.rows.push_back(std::move(row));
}

// By bot: whether its pairings are shown.
std::vector<bool> ShownBots(const LeagueReport& report,
                            const std::vector<int>& order) {
  std::vector<bool> shown(static_cast<std::size_t>(report.config.bots_size()),
                          false);
  const auto most = static_cast<std::size_t>(kMaxPairedBots);
  for (std::size_t i = 0; i < std::min(order.size(), most); ++i) {
    shown[static_cast<std::size_t>(order[i])] = true;
  }
  return shown;
}

std::vector<View> SortedViews(const LeagueReport& report,
                              const RatingTable& table) {
  const std::vector<bool> shown = ShownBots(report, table.sheet.order);
  std::vector<View> views;
  for (const PairingReport& pairing : table.pairings) {
    if (!shown[Index(pairing.first)] || !shown[Index(pairing.second)]) continue;
    views.emplace_back(report, table, pairing);
  }
  std::ranges::stable_sort(views, std::ranges::greater(), &View::lead);
  return views;
}

// What the rows of a table leave out.
std::vector<std::string> LeftOut(std::int64_t shown, std::int64_t all) {
  if (shown == all) return {};
  return {
      absl::StrFormat("Of the %d best bots; --format csv has %s pairings more.",
                      kMaxPairedBots, Grouped(all - shown))};
}

std::int64_t CountPairings(const RatingTable& table) {
  return static_cast<std::int64_t>(table.pairings.size()) +
         table.pairings_left_out;
}

ReportPart TablePart(const LeagueReport& report, const RatingTable& table) {
  ReportPart part{
      .title = report.spread ? "Pairings under " + table.ruleset : "Pairings",
      .rows = {Titles(report, table, "pairing")}};
  const std::vector<View> views = SortedViews(report, table);
  std::vector<std::pair<BotIndex, BotIndex>> bots;
  for (const View& view : views) {
    AddRow(report, table, view, "", part);
    bots.emplace_back(view.first(), view.second());
  }
  SetNames(report, bots, part.rows);
  part.notes =
      LeftOut(static_cast<std::int64_t>(views.size()), CountPairings(table));
  return part;
}

// A line of a part: what it is, and its value.
void AddLine(const std::string& label, const std::string& text,
             ReportPart& part) {
  absl::StrAppendFormat(&part.text, "  %-12s  %s\n", label, text);
}

// The estimates of a pairing, a line each: those on the scale of the table
// (after a sequential test, of the test), or the others.
void AddEstimates(const LeagueReport& report, const View& view,
                  bool of_the_scale, ReportPart& part) {
  if (ArePlayingMatches(report.config)) {
    if (of_the_scale) AddLine("Elo/match", Bracketed(view.elo(), 1), part);
    return;
  }
  const stats::ResultScale scale =
      report.test ? report.test->input.scale : report.rulesets[0].scale;
  const bool points = scale == stats::ResultScale::kPoints;
  if (points == of_the_scale) {
    AddLine("points/deal", Bracketed(view.points(), 3), part);
  }
  const std::optional<ShownEstimate> match = view.match();
  if (match && !of_the_scale) {
    AddLine("Elo/match", Bracketed(*match, 1), part);
  }
  if (points != of_the_scale) {
    AddLine("Elo/deal", Bracketed(view.elo(), 1), part);
  }
}

// Bots whose pairing is not rated, since they did not meet or forfeits alone
// decide it. Empty if all are.
ReportPart JointPart(const LeagueReport& report, const RatingTable& table) {
  const bool points = table.scale == stats::ResultScale::kPoints;
  const char* unit = points                             ? "points/deal"
                     : ArePlayingMatches(report.config) ? "Elo/match"
                                                        : "Elo/deal";
  ReportPart part{.title =
                      "Differences of bots without a rated pairing, from the "
                      "joint fit of all results"};
  if (report.spread) part.title += " under " + table.ruleset;
  part.rows = {{"difference", absl::StrCat(unit, " [95%]"), "LOS"}};
  std::vector<std::pair<BotIndex, BotIndex>> bots;
  for (const auto& [first, second, difference] :
       ListJointDifferences(table, static_cast<std::size_t>(kMaxPairedBots))) {
    const ShownEstimate estimate{difference.value, difference.interval};
    part.tones.push_back({part.rows.size(), 1, ToneOf(estimate)});
    part.rows.push_back({"", Bracketed(estimate, points ? 3 : 1),
                         FormatLos(difference.superiority.value_or(0.5))});
    bots.emplace_back(first, second);
  }
  SetNames(report, bots, part.rows);
  return part;
}

// All figures of a match under one ruleset, a line each. After a sequential
// test they are on its scale.
ReportPart MatchPart(const LeagueReport& report, const RatingTable& table) {
  const View view(report, table, table.pairings[0]);
  const BotResults results = view.results();
  ReportPart part{.title =
                      PairName(report, view.first(), view.second(), kMaxRoom)};
  const auto add = [&part](const std::string& label, const std::string& text) {
    AddLine(label, text, part);
  };
  AddEstimates(report, view, true, part);
  if (!report.test) AddEstimates(report, view, false, part);
  add("LOS", LosCell(view));
  add("nElo", Signed(view.nelo(), 1));
  const std::optional<double> gain = view.pairing().pairing_gain;
  if (gain) add("pairing gain", absl::StrFormat("%.1fx", *gain));
  add("pairs", Grouped(results.pairs));
  if (results.of_pairs && results.pairs > 0) {
    add("", absl::StrFormat("%s won, %s drawn, %s lost",
                            Grouped(results.of_pairs->wins),
                            Grouped(results.of_pairs->draws),
                            Grouped(results.of_pairs->losses)));
  }
  return part;
}

// What a match was on the scales that its sequential test does not compare.
// Empty for matches, which have one scale.
ReportPart OtherScalesOfMatch(const LeagueReport& report,
                              const RatingTable& table) {
  const View view(report, table, table.pairings[0]);
  ReportPart part{.title = "Detail: scales that the test does not compare"};
  AddEstimates(report, view, false, part);
  return part;
}

// A match under several rulesets, a line each.
ReportPart RulesetsPart(const LeagueReport& report) {
  ReportPart part{
      .title =
          PairName(report, BotIndex(0), BotIndex(1), kMaxRoom) + " by ruleset",
      .rows = {Titles(report, report.rulesets[0], "ruleset")}};
  for (const RatingTable& table : report.rulesets) {
    AddRow(report, table, View(report, table, table.pairings[0]), table.ruleset,
           part);
  }
  return part;
}

// A pairing over all rulesets, seen from the bot that leads.
struct Total {
  BotIndex first{};
  BotIndex second{};
  BotResults results;
  [[nodiscard]] double score() const {
    return results.pairs == 0
               ? 0
               : results.score / static_cast<double>(results.pairs);
  }
};

std::vector<Total> Totals(const LeagueReport& report) {
  COUILLON_CHECK(report.spread.has_value());
  std::vector<int> order;
  order.reserve(report.spread->bots.size());
  for (const BotSpread& bot : report.spread->bots) order.push_back(bot.bot);
  for (const int bot : report.rulesets[0].sheet.order) {
    if (std::ranges::count(order, bot) == 0) order.push_back(bot);
  }
  const std::vector<bool> shown = ShownBots(report, order);
  std::map<std::pair<BotIndex, BotIndex>, std::pair<BotResults, BotResults>>
      results;  // of the first and of the second
  for (const RatingTable& table : report.rulesets) {
    for (const PairingReport& pairing : table.pairings) {
      const auto [first, second] = std::pair(pairing.first, pairing.second);
      if (!shown[Index(first)] || !shown[Index(second)]) continue;
      auto& [of_first, of_second] = results[{first, second}];
      AddPairing(ResultsOf(pairing), true, of_first);
      AddPairing(ResultsOf(pairing), false, of_second);
    }
  }
  std::vector<Total> totals;
  for (const auto& [bots, of] : results) {
    const Total straight{bots.first, bots.second, of.first};
    const Total turned{bots.second, bots.first, of.second};
    totals.push_back(straight.score() >= turned.score() ? straight : turned);
  }
  std::ranges::stable_sort(totals, std::ranges::greater(), &Total::score);
  return totals;
}

ReportPart TotalsPart(const LeagueReport& report) {
  ReportPart part{.title = "Pairings over all rulesets", .rows = {{"pairing"}}};
  TextOf(BotResults(), true).AddTitlesTo(part.rows[0]);
  const std::vector<Total> totals = Totals(report);
  std::vector<std::pair<BotIndex, BotIndex>> bots;
  for (const Total& total : totals) {
    bots.emplace_back(total.first, total.second);
    TextOf(total.results, true).AddCellsTo(part.rows.emplace_back(1));
  }
  SetNames(report, bots, part.rows);
  part.notes = LeftOut(static_cast<std::int64_t>(totals.size()),
                       CountPairings(report.rulesets[0]));
  return part;
}

}  // namespace

Rows ForfeitFreeRows(const LeagueReport& report, const RatingTable& table) {
  const bool matches = ArePlayingMatches(report.config);
  Rows rows = {{"without forfeits",
                matches ? "Elo/match [95%]" : "Elo/deal [95%]", "pairs", "of"}};
  if (!matches) rows[0].insert(rows[0].begin() + 1, "points/deal [95%]");
  for (const PairingReport& pairing : table.pairings) {
    if (!pairing.forfeit_free) continue;
    const PairingReport::ForfeitFree& forfeit_free = *pairing.forfeit_free;
    std::vector<std::string> row = {ShownName(report.config, pairing.first) +
                                    " - " +
                                    ShownName(report.config, pairing.second)};
    if (!matches) {
      row.push_back(
          Bracketed(forfeit_free.points.mean, forfeit_free.points.interval, 3));
    }
    row.push_back(Bracketed(forfeit_free.elo.elo,
                            forfeit_free.elo.plus_two.elo_interval, 1));
    row.push_back(Grouped(forfeit_free.score.pairs));
    row.push_back(Grouped(pairing.score.pairs));
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> SignNotes(const LeagueReport& report,
                                   const RatingTable& table) {
  std::vector<std::string> notes;
  std::int64_t more = 0;
  for (const PairingReport& pairing : table.pairings) {
    if (!pairing.signs_differ) continue;
    if (CountPairings(table) > kMaxPairingsOfText &&
        notes.size() >= kMaxSignNotes) {
      ++more;
      continue;
    }
    const bool first = pairing.points.mean.value_or(0) > 0;
    notes.push_back(absl::StrFormat(
        "%s gains more game points than %s, which wins more deals.",
        ShownName(report.config, first ? pairing.first : pairing.second),
        ShownName(report.config, first ? pairing.second : pairing.first)));
  }
  if (more > 0) {
    notes.push_back(absl::StrFormat(
        "%d more pairings have such a difference (signs_differ in JSON).",
        more));
  }
  return notes;
}

std::vector<std::string> NoResultNotes(const LeagueReport& report,
                                       const RatingTable& table) {
  std::vector<std::string> notes;
  std::int64_t more = 0;
  for (const PairingReport& pairing : table.pairings) {
    if (pairing.rated_pairs == pairing.score.pairs) continue;
    if (notes.size() >= kMaxSignNotes) {
      ++more;
      continue;
    }
    const std::string bots = ShownName(report.config, pairing.first) + " - " +
                             ShownName(report.config, pairing.second);
    const std::string forfeits = Grouped(pairing.counts.forfeits);
    notes.push_back(
        pairing.forfeits_alone
            ? absl::StrFormat("%s: no result, %s forfeits alone decide it.",
                              bots, forfeits)
            : absl::StrFormat("%s: rated by the %s pairs without forfeits, "
                              "which are all even; forfeited tables: %s.",
                              bots, Grouped(pairing.rated_pairs), forfeits));
  }
  if (more > 0) {
    notes.push_back(absl::StrFormat(
        "%d more pairings are decided by forfeits alone (rated_pairs in JSON).",
        more));
  }
  if (!notes.empty()) {
    notes.emplace_back(
        "Pairs, W-D-L, scores and means count all forfeits, as results by "
        "rule; ratings leave out those of the pairings just named.");
  }
  return notes;
}

std::vector<ReportPart> PairingParts(const LeagueReport& report) {
  const bool several = report.spread.has_value();
  std::vector<ReportPart> parts;
  if (IsMatchOfTwo(report)) {
    const RatingTable& table = report.rulesets[0];
    parts.push_back(several ? RulesetsPart(report) : MatchPart(report, table));
    if (!report.test) return parts;
    ReportPart others = OtherScalesOfMatch(report, table);
    if (!others.text.empty()) parts.push_back(std::move(others));
    return parts;
  }
  if (several) parts.push_back(TotalsPart(report));
  for (const RatingTable& table : report.rulesets) {
    parts.push_back(TablePart(report, table));
    ReportPart joint = JointPart(report, table);
    if (joint.rows.size() > 1) parts.push_back(std::move(joint));
  }
  return parts;
}

}  // namespace couillon::arena
