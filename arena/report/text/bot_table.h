// A table of standings for a terminal: a row per bot with its rank, its name,
// its ratings and its figures. A bot that may be the first stands out, and so
// do faults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/report/data/league_report.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {

// Returns the rating of a bot with as many forfeits, which alone decide all
// that it has played.
std::string NoResultText(std::int64_t forfeits);

class BotTable {
 public:
  // `titles` are those of the name and of the ratings, `figures` the figures of
  // any bot. With `has_faults` the last column is that of faults. The report
  // has to outlive the table.
  BotTable(const LeagueReport& report, std::vector<std::string> titles,
           const TextFigures& figures, bool has_faults);

  // Adds a row. Requires: a cell per rating, and figures with the same columns.
  void Add(BotIndex bot, const std::optional<stats::RankBand>& rank,
           const std::vector<std::string>& ratings, const TextFigures& figures);

  // Removes the columns without any value, behind the first rating.
  void RemoveEmptyColumns();

  // Removes the ranks, which are those of the first rating.
  void RemoveRanks();

  // Returns the table, without title, and without the ranks if the ratings are
  // point estimates. Requires: called once, at the end.
  ReportPart Finish();

 private:
  const LeagueReport& report_;
  bool has_faults_;
  bool has_ranks_ = true;
  ReportPart part_;
};

}  // namespace couillon::arena
