// Ratings with their status, and the comparisons of all bots as a square.
#include "arena/report/text/rating_sheet_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/fitted_table.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/tied_strengths.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/text/display_width.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kGroup = 5;  // marks between two blanks
constexpr std::size_t kNameWidth = 20;

// With the numbers of the rows as the titles of the columns.
Rows Numbered(Rows rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].insert(rows[i].begin(), i == 0 ? "" : absl::StrCat(i));
    rows[i][1] = CutInMiddle(rows[i][1], kNameWidth);
    if (i > 0) rows[0][i + 1] = absl::StrCat(i, "  ");
  }
  return rows;
}

std::string MarkOf(const std::optional<Comparison>& comparison) {
  if (!comparison) return " ";
  return comparison->beats ? ">" : comparison->is_beaten ? "<" : "~";
}

// "1     6     11": above the first mark of each group.
std::string Ruler(std::size_t bots) {
  std::string ruler;
  for (std::size_t at = 0; at < bots; at += kGroup) {
    if (at > 0) ruler += ' ';
    ruler += absl::StrFormat("%-*d", static_cast<int>(kGroup),
                             static_cast<int>(at) + 1);
  }
  // A last group that is not full has no blanks behind its number.
  const std::size_t marks = bots + (bots - 1) / kGroup;
  return ruler.substr(0, std::max(marks, ruler.find_last_not_of(' ') + 1));
}

Rows MarkRows(const RatingSheet& sheet, const std::vector<std::string>& names) {
  const std::vector<std::optional<std::size_t>> places = PlacesOf(sheet);
  const std::size_t bots =
      std::min({sheet.compared.size(), sheet.order.size(), kMaxMarkedBots});
  Rows rows = {{"", "better than", Ruler(bots)}};
  const std::size_t width = DisplayWidth(rows[0].back());
  const auto place = [&](std::size_t rank) {
    return *places[static_cast<std::size_t>(sheet.order[rank])];
  };
  for (std::size_t i = 0; i < bots; ++i) {
    std::string marks;
    for (std::size_t j = 0; j < bots; ++j) {
      if (j > 0 && j % kGroup == 0) marks += ' ';
      marks += i == j ? "·" : MarkOf(sheet.comparisons[place(i)][place(j)]);
    }
    marks += std::string(width - DisplayWidth(marks), ' ');
    const std::string& name = names[static_cast<std::size_t>(sheet.order[i])];
    rows.push_back({absl::StrCat(i + 1), CutInMiddle(name, kNameWidth), marks});
  }
  return rows;
}

const std::string& NameOf(const std::vector<std::string>& names, int bot) {
  return names[static_cast<std::size_t>(bot)];
}

// "the anchor x at 0", "the anchors x at 0, y at 5".
std::string List(const char* kind, const std::vector<std::string>& items) {
  return absl::StrFormat("the %s%s %s", kind, items.size() > 1 ? "s" : "",
                         absl::StrJoin(items, ", "));
}

// A cell of the cross table: LOS, with a mark if it is significant.
std::string CrossCell(const std::optional<Comparison>& comparison) {
  if (!comparison) return "-";
  if (!comparison->difference || !comparison->difference->superiority) {
    return comparison->beats ? ">" : comparison->is_beaten ? "<" : "-";
  }
  const double superiority = *comparison->difference->superiority;
  const std::string los = FormatLos(superiority);
  if (comparison->beats) return los + " >";
  if (comparison->is_beaten) return los + " <";
  return los + "  ";
}

std::string CyclicText(const RatingSheet& sheet) {
  COUILLON_CHECK(sheet.cyclic_share.has_value());
  COUILLON_CHECK(sheet.misfit_p.has_value());
  return absl::StrFormat(
      "One rating per bot does not explain these results: %.0f%% of the payoff "
      "variance is cyclic (p %s).",
      100 * *sheet.cyclic_share, FormatP(*sheet.misfit_p));
}

// "a, b, c".
std::string GroupText(const std::vector<int>& bots,
                      const std::vector<std::string>& names) {
  std::vector<std::string> members;
  members.reserve(bots.size());
  for (const int bot : bots) members.push_back(names[stats::Index(bot)]);
  return absl::StrJoin(members, ", ");
}

// A pairing or a prior, and how far the ratings are from it in its own errors.
struct Disagreement {
  double z = 0;
  std::string text;
};

constexpr std::size_t kShownDisagreements = 5;

// The pairings and priors, the one that disagrees most first.
std::vector<Disagreement> ListDisagreements(
    const RatingSheet& sheet, const stats::LeagueSums& sums,
    const std::vector<std::string>& names) {
  std::vector<Disagreement> list;
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    const stats::Pairing& pairing = sums.pairings[k];
    const stats::PairingFit& fit = sheet.rating.pairings[k];
    const std::optional<double> score = stats::ComputeMean(pairing.score);
    if (!fit.z || !fit.expected || !score) continue;
    list.push_back(
        {*fit.z,
         absl::StrFormat("%s - %s: score %.1f%%, expected %.1f%%, z %+.1f",
                         NameOf(names, pairing.first),
                         NameOf(names, pairing.second), 100 * *score,
                         100 * *fit.expected, *fit.z)});
  }
  for (const stats::Prior& prior : sheet.options.ties.priors) {
    const std::optional<double> z = DistanceFromPrior(sheet, prior);
    const std::optional<double>& rating =
        sheet.rating.bots[stats::Index(prior.bot)].value;
    if (!z || !rating) continue;
    list.push_back({*z, absl::StrFormat("prior of %s: %g, rated %.1f, z %+.1f",
                                        NameOf(names, prior.bot),
                                        ShownElo(prior.mean), *rating, *z)});
  }
  std::ranges::stable_sort(list, std::ranges::greater(),
                           [](const Disagreement& d) { return std::abs(d.z); });
  return list;
}

// Whether the results agree with anchors and priors; empty without any.
std::string TieFitText(const RatingSheet& sheet, const stats::LeagueSums& sums,
                       const std::vector<std::string>& names) {
  if (!sheet.tie_fit) return "";
  if (!sheet.tie_fit->p) {
    return "Results against anchors and priors: too few deals for a test.\n";
  }
  std::string text = absl::StrFormat(
      "Results against anchors and priors: Hotelling's T^2 = %.1f, %d and %.0f "
      "degrees of freedom, p %s.\n",
      sheet.tie_fit->statistic, sheet.tie_fit->df, sheet.tie_fit->error_df,
      FormatP(*sheet.tie_fit->p));
  if (!TiesAreContradicted(sheet)) return text;
  absl::StrAppend(&text,
                  "Warning: the results contradict the anchors and priors, so "
                  "these ratings fit neither. They disagree most here:\n");
  const std::vector<Disagreement> list = ListDisagreements(sheet, sums, names);
  for (std::size_t i = 0; i < std::min(list.size(), kShownDisagreements); ++i) {
    absl::StrAppend(&text, "  ", list[i].text, "\n");
  }
  return text;
}

// What takes the place of an anchor that won or lost everything.
const char* MeanForAnchor(const RatingSheet& sheet) {
  return AnchorHasRating(sheet)
             ? ""
             : ", which has no finite rating: the mean of the others is at 0";
}

}  // namespace

ReportPart CrossPart(const RatingSheet& sheet,
                     const std::vector<std::string>& names, std::size_t width) {
  ReportPart part{.notes = CrossTableNotes(sheet, names)};
  if (sheet.compared.size() <= kGroup * 2) {
    part.rows = CrossTableRows(sheet, names);
    if (TableWidth(part.rows) > width) {
      part.rows = Numbered(std::move(part.rows));
      part.name_column = 1;
    }
    if (TableWidth(part.rows) <= width) return part;
  }
  part.rows = MarkRows(sheet, names);
  part.name_column = 1;
  part.notes.insert(part.notes.begin(),
                    "> better, < worse than the bot of that number; ~ not told "
                    "apart");
  if (names.size() > part.rows.size() - 1) {
    part.notes.push_back(absl::StrFormat(
        "The %d best bots; --format json has the %d best.",
        part.rows.size() - 1, std::min(names.size(), kMaxComparedBots)));
  }
  return part;
}

std::string RankText(const std::optional<stats::RankBand>& rank) {
  if (!rank) return "-";
  if (rank->best == rank->worst) return absl::StrCat(rank->best);
  return absl::StrCat(rank->best, "-", rank->worst);
}

std::string RatingScaleText(const stats::LeagueOptions& options,
                            const std::vector<std::string>& names) {
  if (options.anchor) {
    return absl::StrFormat("%s at %g", NameOf(names, *options.anchor),
                           options.anchor_value);
  }
  std::vector<std::string> anchors;
  anchors.reserve(options.ties.anchors.size());
  for (const stats::Anchor& anchor : options.ties.anchors) {
    anchors.push_back(absl::StrFormat("%s at %g", NameOf(names, anchor.bot),
                                      ShownElo(anchor.strength)));
  }
  std::vector<std::string> priors;
  priors.reserve(options.ties.priors.size());
  for (const stats::Prior& prior : options.ties.priors) {
    priors.push_back(absl::StrFormat(
        "%s at %g with a standard deviation of %g", NameOf(names, prior.bot),
        ShownElo(prior.mean), ShownElo(prior.standard_deviation)));
  }
  std::vector<std::string> parts;
  if (!anchors.empty()) parts.push_back(List("anchor", anchors));
  if (!priors.empty()) parts.push_back(List("prior", priors));
  return parts.empty() ? "the mean of the field at 0"
                       : absl::StrJoin(parts, " and ");
}

std::string FormatLos(double superiority) {
  if (superiority > 0.999) return ">99.9%";
  if (superiority < 0.001) return "<0.1%";
  return absl::StrFormat("%.1f%%", 100 * superiority);
}

std::string FormatP(double p) {
  return p < 1e-6 ? "< 1e-6" : absl::StrFormat("= %.2g", p);
}

int DecimalsOf(stats::ResultScale scale) {
  return scale == stats::ResultScale::kPoints ? 3 : 1;
}

std::string FormatRating(const stats::BotRating& rating, int decimals) {
  switch (rating.status) {
    case stats::RatingStatus::kRated:
      break;
    case stats::RatingStatus::kAbove:
      return rating.bound ? absl::StrFormat("> %+.1f", *rating.bound)
                          : "won all";
    case stats::RatingStatus::kBelow:
      return rating.bound ? absl::StrFormat("< %+.1f", *rating.bound)
                          : "lost all";
    case stats::RatingStatus::kOrderOnly:
      return "order only";
    case stats::RatingStatus::kUnplayed:
      return "-";
  }
  const stats::Interval& ends = rating.interval;
  const double half = (ends.hi - ends.lo) / 2;
  if (half == 0 || !rating.value) return Signed(rating.value, decimals);
  // The symmetric ones are within a hundredth of their width.
  const bool is_symmetric =
      std::abs(ends.hi + ends.lo - 2 * *rating.value) < 0.02 * half;
  if (!std::isfinite(half) || !is_symmetric) {
    return Bracketed(rating.value, ends, decimals);
  }
  // A width that rounds to zero is not zero.
  const double least = std::pow(10.0, -decimals);
  return Signed(rating.value, decimals) +
         (half < least / 2 ? absl::StrFormat(" ± <%.*f", decimals, least)
                           : absl::StrFormat(" ± %.*f", decimals, half));
}

Rows CrossTableRows(const RatingSheet& sheet,
                    const std::vector<std::string>& names,
                    std::size_t most_bots) {
  // The bots that are compared are those at the top of the order.
  const std::vector<int> shown(
      sheet.order.begin(),
      sheet.order.begin() + static_cast<std::ptrdiff_t>(
                                std::min(sheet.compared.size(), most_bots)));
  const std::vector<std::optional<std::size_t>> places = PlacesOf(sheet);
  const auto place = [&places](int bot) {
    const std::optional<std::size_t> at = places[stats::Index(bot)];
    COUILLON_CHECK(at.has_value());
    return *at;
  };
  Rows rows(1, {"better than"});
  for (const int bot : shown) {
    rows[0].push_back(names[stats::Index(bot)] + "  ");
  }
  for (const int i : shown) {
    std::vector<std::string> row = {names[stats::Index(i)]};
    for (const int j : shown) {
      row.push_back(CrossCell(sheet.comparisons[place(i)][place(j)]));
    }
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> CrossTableNotes(
    const RatingSheet& sheet, const std::vector<std::string>& names) {
  std::vector<std::string> notes;
  for (const stats::LeagueIsland& island : sheet.rating.islands) {
    if (island.strong_components.size() < 2) continue;
    std::vector<std::string> groups;
    groups.reserve(island.strong_components.size());
    for (const std::vector<int>& component : island.strong_components) {
      groups.push_back(GroupText(component, names));
    }
    notes.push_back(
        "All results between these groups went one way, and no group scored "
        "against an earlier one: " +
        absl::StrJoin(groups, " | "));
  }
  if (sheet.few_deals) {
    notes.push_back(
        absl::StrFormat("Few deals: some differences rest on fewer than %d.",
                        stats::kFewDeals));
  }
  if (sheet.is_cyclic && !sheet.circle) notes.push_back(CyclicText(sheet));
  if (sheet.rating.islands.size() > 1) {
    std::vector<std::string> groups;
    groups.reserve(sheet.rating.islands.size());
    for (const stats::LeagueIsland& island : sheet.rating.islands) {
      groups.push_back(GroupText(island.bots, names));
    }
    notes.push_back(
        "No chain of pairings connects these groups. Each has a scale of its "
        "own, so ratings of different groups cannot be compared: " +
        absl::StrJoin(groups, " | "));
  }
  if (sheet.rating.shared_crosses > 0 && sheet.rating.unshared_crosses > 0) {
    notes.push_back(absl::StrFormat(
        "Some pairings share deals; %d pairs of pairings share none.",
        sheet.rating.unshared_crosses));
  }
  return notes;
}

Rows CircleRows(const RatingSheet& sheet,
                const std::vector<std::string>& names) {
  COUILLON_CHECK(sheet.circle.has_value());
  const bool points = sheet.options.scale == stats::ResultScale::kPoints;
  Rows rows(1, {points ? "points/deal against" : "score against"});
  for (const int bot : sheet.order) rows[0].push_back(names[stats::Index(bot)]);
  rows[0].emplace_back("in the mixture");
  for (const int i : sheet.order) {
    std::vector<std::string> row = {names[stats::Index(i)]};
    for (const int j : sheet.order) {
      const double lead =
          sheet.circle->payoffs(stats::Index(i), stats::Index(j));
      const std::string cell =
          points ? Signed(lead, DecimalsOf(sheet.options.scale))
                 : absl::StrFormat("%.2f%%", 50 + 100 * lead);
      row.push_back(i == j ? "-" : cell);
    }
    row.push_back(absl::StrFormat(
        "%.1f%%", 100 * sheet.circle->mixture[stats::Index(i)]));
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> CircleNotes(const RatingSheet& sheet) {
  return {CyclicText(sheet),
          "The mixture is the Nash equilibrium of maximum entropy: no bot "
          "beats it."};
}

std::string CrossTableText(const RatingSheet& sheet,
                           const std::vector<std::string>& names) {
  const auto lines = [](const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) text += "  " + note + "\n";
    return text;
  };
  std::string text = Columns(CrossTableRows(sheet, names)) +
                     lines(CrossTableNotes(sheet, names));
  if (sheet.circle) {
    text +=
        "\n" + Columns(CircleRows(sheet, names)) + lines(CircleNotes(sheet));
  }
  return text;
}

std::string RatingSheetText(const RatingSheet& sheet,
                            const stats::LeagueSums& sums,
                            const std::vector<std::string>& names) {
  const stats::ResultScale scale = sheet.options.scale;
  const char* unit =
      scale == stats::ResultScale::kPoints ? "points/deal" : "Elo";
  Rows rows = {{"bot", "rank", unit}};
  for (const int bot : sheet.order) {
    rows.push_back({names[stats::Index(bot)],
                    RankText(sheet.ranks[stats::Index(bot)]),
                    FormatRating(sheet.rating.bots[stats::Index(bot)],
                                 DecimalsOf(scale))});
  }
  std::string text = Columns(rows) + "\n" + CrossTableText(sheet, names);
  absl::StrAppend(&text, "\nRatings are relative to ",
                  RatingScaleText(sheet.options, names), MeanForAnchor(sheet),
                  absl::StrFormat(", ± %g%% of the difference to that; ",
                                  100 * sheet.options.level),
                  "> and < mark differences that are significant for all "
                  "comparisons together; ranks follow from these marks.\n",
                  TieFitText(sheet, sums, names));
  return text;
}

}  // namespace couillon::arena
