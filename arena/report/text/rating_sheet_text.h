// A rating sheet as text, and the formats of its figures.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/rating_sheet.h"

namespace couillon::arena {

// Returns "2", "1-3", or "-" for a bot that is not ranked.
std::string RankText(const std::optional<stats::RankBand>& rank);

// Returns a rating in the format of its status: "+12.3 ± 4.5", "> +182.7", "-".
std::string FormatRating(const stats::BotRating& rating, int decimals = 1);

// Returns an LOS as a percentage, which never claims certainty: ">99.9%".
std::string FormatLos(double superiority);

// Returns a p-value with its sign: "= 0.032", "< 1e-6".
std::string FormatP(double p);

// Returns the decimals with which ratings on a scale are shown.
int DecimalsOf(stats::ResultScale scale);

// Returns what ratings are relative to, for the end of a sentence: "the mean of
// the field at 0", "x at 0", "the anchors x at 1500 and y at 1620 and the prior
// z at 1500 with a standard deviation of 80".
std::string RatingScaleText(const stats::LeagueOptions& options,
                            const std::vector<std::string>& names);

// The cross table: LOS of row over column with significance marks, of at most
// so many bots at the top; notes on its limits, and both as text.
Rows CrossTableRows(const RatingSheet& sheet,
                    const std::vector<std::string>& names,
                    std::size_t most_bots = kMaxComparedBots);

std::vector<std::string> CrossTableNotes(const RatingSheet& sheet,
                                         const std::vector<std::string>& names);

std::string CrossTableText(const RatingSheet& sheet,
                           const std::vector<std::string>& names);

// The most bots whose marks fit in a line of a report.
inline constexpr std::size_t kMaxMarkedBots = 60;

// Returns a table of who is better than whom among the best bots, with its
// notes: likelihoods where they fit, else a mark per pairing. `width` is that
// of a line: 100.
ReportPart CrossPart(const RatingSheet& sheet,
                     const std::vector<std::string>& names, std::size_t width);

// The scores between bots with the mixture that no bot beats, and notes on
// them. Requires: sheet.circle.
Rows CircleRows(const RatingSheet& sheet,
                const std::vector<std::string>& names);

std::vector<std::string> CircleNotes(const RatingSheet& sheet);

// Returns the whole sheet as text. Requires: `sheet` is that of `sums`.
std::string RatingSheetText(const RatingSheet& sheet,
                            const stats::LeagueSums& sums,
                            const std::vector<std::string>& names);

}  // namespace couillon::arena
