#include "arena/report/data/pairing_counts_csv.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/csv_table.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

enum CountColumn : std::size_t { kBotA, kBotB, kFirstCount };

constexpr std::int64_t kMaxCount = std::int64_t{1} << 53;

class CountReader {
 public:
  CountReader(const CsvTable& table, PairingCounts counts)
      : table_(table), counts_(counts), index_(league_) {}

  absl::Status ReadRow(std::size_t row) {
    for (const CountColumn column : {kBotA, kBotB}) {
      if (!table_.At(row, column).empty()) continue;
      return table_.Problem(row, absl::StrCat("no ", ColumnName(column)),
                            "a name");
    }
    const std::string& name_a = table_.At(row, kBotA);
    const std::string& name_b = table_.At(row, kBotB);
    if (name_a == name_b) {
      return table_.Problem(row, absl::StrCat(name_a, " against itself"),
                            "two bots");
    }
    ASSIGN_OR_RETURN(std::vector<std::int64_t> classes, ReadClasses(row));
    const int a = index_.BotNumber(name_a);
    const int b = index_.BotNumber(name_b);
    if (index_.HasTooManyBots()) {
      return table_.Problem(
          row, absl::StrFormat("bot number %d", league_.bots.size()),
          absl::StrFormat("at most %d bots", stats::kMaxRatedBots));
    }
    const std::size_t pairing = index_.PairingNumber(a, b);
    if (pairing < rows_.size()) {
      return table_.Problem(
          row, absl::StrFormat("%s and %s again", name_a, name_b),
          absl::StrFormat("one line per pairing (theirs is line %d)",
                          table_.LineOf(rows_[pairing])));
    }
    rows_.push_back(row);
    league_.sums.pairings[pairing].score = stats::SumsOfCells(classes);
    return absl::OkStatus();
  }

  NamedLeague Finish() {
    league_.sums.bots = static_cast<int>(league_.bots.size());
    league_.sums.deals = total_;
    return std::move(league_);
  }

 private:
  [[nodiscard]] const std::string& ColumnName(std::size_t column) const {
    return ColumnsOf(counts_)[column];
  }

  // The counts in ascending order of the score.
  absl::StatusOr<std::vector<std::int64_t>> ReadClasses(std::size_t row) {
    std::vector<std::int64_t> classes;
    for (std::size_t c = kFirstCount; c < ColumnsOf(counts_).size(); ++c) {
      const std::string& text = table_.At(row, c);
      std::int64_t count = 0;
      if (text.empty() ||
          !std::all_of(text.begin(), text.end(), absl::ascii_isdigit) ||
          !absl::SimpleAtoi(text, &count) || count > kMaxCount) {
        return table_.Problem(
            row, absl::StrFormat("the %s \"%s\"", ColumnName(c), text),
            "a whole number from 0 to 2^53");
      }
      classes.push_back(count);
      total_ += count;
      if (total_ > kMaxCount) {
        return table_.Problem(row,
                              absl::StrFormat("%d results up to here", total_),
                              "at most 2^53 in a file");
      }
    }
    if (counts_ == PairingCounts::kGames) {
      std::reverse(classes.begin(), classes.end());
    }
    return classes;
  }

  const CsvTable& table_;
  PairingCounts counts_;
  NamedLeague league_;
  LeagueIndex index_;
  std::vector<std::size_t> rows_;  // of the table, by pairing
  std::int64_t total_ = 0;         // results read
};

}  // namespace

const std::vector<std::string>& ColumnsOf(PairingCounts counts) {
  static const std::vector<std::string> kGames = {"bot_a", "bot_b", "wins",
                                                  "draws", "losses"};
  static const std::vector<std::string> kCells = {"bot_a", "bot_b", "ll", "ld",
                                                  "split", "wd",    "ww"};
  return counts == PairingCounts::kGames ? kGames : kCells;
}

absl::StatusOr<NamedLeague> ReadPairingCounts(const std::string& file,
                                              const std::string& text,
                                              PairingCounts counts) {
  const std::vector<std::string>& columns = ColumnsOf(counts);
  ASSIGN_OR_RETURN(const CsvTable table,
                   CsvTable::Parse(file, text, columns, columns.size()));
  CountReader reader(table, counts);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    RETURN_IF_ERROR(reader.ReadRow(row));
  }
  return reader.Finish();
}

}  // namespace couillon::arena
