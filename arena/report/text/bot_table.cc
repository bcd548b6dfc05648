// Rows of cells; their tones follow at the end, when the columns are known.
#include "arena/report/text/bot_table.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/standings.h"
#include "arena/report/text/rating_sheet_text.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kBotColumn = 1;  // after the rank
constexpr std::size_t kRatingColumn = 2;

}  // namespace

std::string NoResultText(std::int64_t forfeits) {
  return absl::StrFormat("no result: %s forfeits", Grouped(forfeits));
}

BotTable::BotTable(const LeagueReport& report, std::vector<std::string> titles,
                   const TextFigures& figures, bool has_faults)
    : report_(report),
      has_faults_(has_faults && !report.faults.empty()),
      part_{.rows = {{"rank"}}, .name_column = kBotColumn} {
  std::vector<std::string>& row = part_.rows[0];
  for (std::string& title : titles) row.push_back(std::move(title));
  figures.AddTitlesTo(row);
  if (has_faults_) row.emplace_back("faults");
}

void BotTable::Add(BotIndex bot, const std::optional<stats::RankBand>& rank,
                   const std::vector<std::string>& ratings,
                   const TextFigures& figures) {
  const std::size_t at = part_.rows.size();
  std::vector<std::string>& row = part_.rows.emplace_back();
  row = {RankText(rank), ShownName(report_.config, bot)};
  row.insert(row.end(), ratings.begin(), ratings.end());
  figures.AddCellsTo(row);
  if (rank && rank->best == 1) {
    part_.tones.push_back({at, kBotColumn, Tone::kStrong});
  }
  if (!has_faults_) return;
  const std::int64_t faults = FaultsOf(report_, bot);
  if (faults > 0) part_.tones.push_back({at, row.size(), Tone::kWarning});
  row.push_back(Grouped(faults));
}

void BotTable::RemoveEmptyColumns() {
  for (std::size_t column = part_.rows[0].size() - 1; column > kRatingColumn;
       --column) {
    const bool has_values =
        std::any_of(part_.rows.begin() + 1, part_.rows.end(),
                    [column](const auto& row) { return row[column] != "-"; });
    if (has_values) continue;
    for (std::vector<std::string>& row : part_.rows) {
      row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
    }
    for (CellTone& tone : part_.tones) {
      if (tone.column > column) --tone.column;
    }
  }
}

void BotTable::RemoveRanks() {
  if (!std::exchange(has_ranks_, false)) return;
  for (std::vector<std::string>& row : part_.rows) row.erase(row.begin());
  for (CellTone& tone : part_.tones) --tone.column;
  part_.name_column = kBotColumn - 1;
}

ReportPart BotTable::Finish() {
  if (report_.certainty != Certainty::kRatings) RemoveRanks();
  return std::move(part_);
}

}  // namespace couillon::arena
