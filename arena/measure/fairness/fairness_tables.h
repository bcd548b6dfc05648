// A fairness report as a list of parts, the source of its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/measure/fairness/figures.h"
#include "arena/numbers/format/document.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/sample/ratio.h"

namespace couillon::arena {

struct FairnessReport;
struct FigureReport;

// Cells of the tables of a fairness report: "-" where there is no value.

// kAsNeeded: more than the usual digits if a positive half width would print as
// 0.
enum class Digits : std::uint8_t { kUsual, kAsNeeded };

// Returns a figure with its half width, in the form of its kind: points signed,
// shares in percent.
[[nodiscard]] std::string ValueCell(const Figure& figure,
                                    const stats::RatioEstimate& estimate,
                                    Digits wanted = Digits::kUsual);

// Returns the same with the Elo of a score, and with the verdict if there is
// one.
[[nodiscard]] std::string VerdictCell(const FigureReport& report,
                                      Digits wanted = Digits::kUsual);

// Returns ValueCell of the figure of this name.
[[nodiscard]] std::string NamedCell(const std::vector<FigureReport>& figures,
                                    const std::string& name);

// Returns a number of tables, rounded up.
[[nodiscard]] std::string CountCell(std::optional<double> value);

// Returns a number with its interval, as in "0.512 [0.498, 0.527]"; without an
// unbounded interval.
[[nodiscard]] std::string BoundedCell(std::optional<double> value,
                                      const stats::Interval& interval);

// The parts of the report: what was played and declared before play; the
// verdicts on all rulesets and the findings; the comparisons; one chapter per
// ruleset; the meaning of the columns.
std::vector<ReportPart> PartsOf(const FairnessReport& report);

}  // namespace couillon::arena
