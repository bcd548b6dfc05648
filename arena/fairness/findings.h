// What the figures of a fairness report say, in sentences. Each follows from
// the figures alone, whatever they are; a sentence without cases is left out.
#pragma once

#include <string>
#include <vector>

namespace couillon::arena {

struct FairnessReport;
struct FigureReport;

// The sentences, in the order of the report: rulesets that are the same,
// verdicts on deals by bot, verdicts on matches, and ranges over the rulesets.
[[nodiscard]] std::vector<std::string> FindingsOf(const FairnessReport& report);

// The figure of this name; null if there is none.
[[nodiscard]] const FigureReport* FindFigure(
    const std::vector<FigureReport>& figures, const std::string& name);

// The main advantage in a deal: the lead of eldest's side or, with three sides,
// of eldest's seat. Null if there is none.
[[nodiscard]] const FigureReport* MainAdvantage(
    const std::vector<FigureReport>& figures);

}  // namespace couillon::arena
