// A search by name.

#include "arena/measure/fairness/named_figures.h"

#include <algorithm>

#include "arena/measure/fairness/fairness_report.h"

namespace couillon::arena {

const FigureReport* FindFigure(const std::vector<FigureReport>& figures,
                               const std::string& name) {
  const auto at =
      std::find_if(figures.begin(), figures.end(),
                   [&name](const auto& f) { return f.figure.name == name; });
  return at == figures.end() ? nullptr : &*at;
}

const FigureReport* MainAdvantage(const std::vector<FigureReport>& figures) {
  const FigureReport* side = FindFigure(figures, "eldest_game_points");
  return side != nullptr ? side : FindFigure(figures, "seat_game_points.0");
}

}  // namespace couillon::arena
