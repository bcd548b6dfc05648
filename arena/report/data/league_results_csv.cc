#include "arena/report/data/league_results_csv.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/csv_table.h"
#include "arena/report/data/pair_results_csv.h"
#include "arena/report/data/pairing_counts_csv.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using NameList = std::vector<std::string>;

struct Form {
  std::string columns;  // that only this form has
  bool begun = false;   // the header has one of them
  bool whole = false;   // and all the others
};

// Columns before the first `skipped` occur in other forms too.
Form FormOf(const NameList& header, const NameList& columns,
            std::size_t skipped) {
  const NameList own(columns.begin() + static_cast<std::ptrdiff_t>(skipped),
                     columns.end());
  const auto present = [&header](const std::string& column) {
    return std::find(header.begin(), header.end(), column) != header.end();
  };
  return {.columns = absl::StrJoin(own, ","),
          .begun = std::any_of(own.begin(), own.end(), present),
          .whole = std::all_of(own.begin(), own.end(), present)};
}

}  // namespace

absl::StatusOr<NamedLeague> ReadLeagueResults(const std::string& file,
                                              const std::string& text) {
  ASSIGN_OR_RETURN(const CsvHeader header, ReadCsvHeader(file, text));
  const NameList& names = header.columns;
  const Form pairs = FormOf(names, {"pair_score"}, 0);
  const Form games = FormOf(names, ColumnsOf(PairingCounts::kGames), 2);
  const Form cells = FormOf(names, ColumnsOf(PairingCounts::kCells), 2);
  const int forms =
      (pairs.whole ? 1 : 0) + (games.whole ? 1 : 0) + (cells.whole ? 1 : 0);
  if (forms > 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: line %d: found the columns of %d forms of results; expected one "
        "of %s, %s and %s",
        file, header.line, forms, pairs.columns, games.columns, cells.columns));
  }
  // An incomplete form is read for its message on what is missing.
  if (games.whole || (forms == 0 && games.begun)) {
    return ReadPairingCounts(file, text, PairingCounts::kGames);
  }
  if (cells.whole || (forms == 0 && cells.begun)) {
    return ReadPairingCounts(file, text, PairingCounts::kCells);
  }
  return ReadPairResults(file, text);
}

}  // namespace couillon::arena
