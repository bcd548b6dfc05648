// Figures of a fairness report by their names.
#pragma once

#include <string>
#include <vector>

namespace couillon::arena {

struct FigureReport;

// The figure of this name; null if there is none.
[[nodiscard]] const FigureReport* FindFigure(
    const std::vector<FigureReport>& figures, const std::string& name);

// The main advantage in a deal: the lead of eldest's side or, with three sides,
// of eldest's seat. Null if there is none.
[[nodiscard]] const FigureReport* MainAdvantage(
    const std::vector<FigureReport>& figures);

}  // namespace couillon::arena
