// Parses the rows of results and adds them up by pairing; the columns of the
// header name their form.
#include "arena/report/data/league_results_csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/csv_table.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Numbers the bots and pairings of a league in the order of their first
// appearance.
class LeagueIndex {
 public:
  // The league has to outlive the index, and nothing else adds to it.
  explicit LeagueIndex(NamedLeague& league) : league_(league) {}

  int BotNumber(const std::string& name) {
    const auto [at, is_new] =
        numbers_.try_emplace(name, static_cast<int>(league_.bots.size()));
    if (is_new) league_.bots.push_back(name);
    return at->second;
  }

  // Returns true if there are more bots than can be rated.
  [[nodiscard]] bool HasTooManyBots() const {
    return league_.bots.size() > stats::kMaxRatedBots;
  }

  // The pairing of two bots in either order; its `first` is the one that came
  // first.
  std::size_t PairingNumber(int a, int b) {
    const auto [at, is_new] =
        pairings_.try_emplace(std::minmax(a, b), league_.sums.pairings.size());
    if (is_new) {
      league_.sums.pairings.push_back({.first = a, .second = b, .score = {}});
    }
    return at->second;
  }

 private:
  NamedLeague& league_;
  std::map<std::string, int> numbers_;
  std::map<std::pair<int, int>, std::size_t> pairings_;
};

// What one line of a table counts.
enum class PairingCounts {
  kGames,  // single games: wins, draws and losses of bot_a
  kCells,  // mirrored pairs by what bot_a made of them: LL, LD, split, WD, WW
};

enum CountColumn : std::size_t { kBotA, kBotB, kFirstCount };

// Returns the columns of such a table: "bot_a,bot_b,wins,draws,losses" or
// "bot_a,bot_b,ll,ld,split,wd,ww".
const std::vector<std::string>& ColumnsOf(PairingCounts counts) {
  static const std::vector<std::string> kGames = {"bot_a", "bot_b", "wins",
                                                  "draws", "losses"};
  static const std::vector<std::string> kCells = {"bot_a", "bot_b", "ll", "ld",
                                                  "split", "wd",    "ww"};
  return counts == PairingCounts::kGames ? kGames : kCells;
}

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

// Reads a line per pairing under a header with these columns in any order;
// others are ignored. Counts are whole numbers; a file holds at most 2^53 games
// or pairs. Each of them is a deal of its own: which ones shared a deal is not
// known. Errors name `file`, the line, what was found and what was expected. A
// bot against itself and a second line of two bots, in either order, are
// errors.
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

const std::vector<std::string>& Columns() {
  static const std::vector<std::string> kColumns = {"deal", "bot_a", "bot_b",
                                                    "pair_score"};
  return kColumns;
}

// Candidate denominators of scores: mirrored pairs, blocks of six seatings,
// decimals. The first one that fits all scores of a file is used.
constexpr std::array<std::int64_t, 6> kDenominators = {4,    12,    100,
                                                       1000, 10000, 1000000};

// Those of 128 bots, as in a league of ours.
constexpr std::size_t kMaxPairingsOnSameDeals = 128 * 127 / 2;

struct Row {
  std::size_t pairing = 0;
  double score = 0;  // of the pairing's first bot
};

// The sums over two pairings k < l: in a table while they are few enough, as
// most leagues have them all, and otherwise only those that occur.
class CrossTable {
 public:
  explicit CrossTable(std::size_t pairings) : pairings_(pairings) {
    if (pairings <= kMaxInTable) table_.resize(First(pairings));
  }

  stats::CrossSums& At(std::size_t k, std::size_t l) {
    stats::CrossSums& cross =
        table_.empty() ? rare_[std::pair(k, l)] : table_[First(k) + l - k - 1];
    cross.k = static_cast<int>(k);
    cross.l = static_cast<int>(l);
    return cross;
  }

  // Returns the sums with a common deal, ascending.
  std::vector<stats::CrossSums> Finish() {
    for (const auto& [key, cross] : rare_) table_.push_back(cross);
    std::erase_if(
        table_, [](const stats::CrossSums& cross) { return cross.deals == 0; });
    std::sort(table_.begin(), table_.end(),
              [](const stats::CrossSums& a, const stats::CrossSums& b) {
                return std::pair(a.k, a.l) < std::pair(b.k, b.l);
              });
    return std::move(table_);
  }

 private:
  static constexpr std::size_t kMaxInTable = 3000;  // 180 MB

  // The place of the first l of k.
  [[nodiscard]] std::size_t First(std::size_t k) const {
    return k * pairings_ - k * (k + 1) / 2;
  }

  std::size_t pairings_;
  std::vector<stats::CrossSums> table_;
  std::map<std::pair<std::size_t, std::size_t>, stats::CrossSums> rare_;
};

class Reader {
 public:
  Reader(const std::string& file, const CsvTable& table)
      : file_(file), table_(table), index_(league_) {}

  absl::Status ReadRow(std::size_t number) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (table_.At(number, i).empty()) {
        return table_.Problem(number, absl::StrCat("no ", Columns()[i]),
                              "a name");
      }
    }
    const std::string& deal = table_.At(number, 0);
    const std::string& name_a = table_.At(number, 1);
    const std::string& name_b = table_.At(number, 2);
    const std::string& score_text = table_.At(number, 3);
    double score = 0;
    if (!absl::SimpleAtod(score_text, &score) || !(score >= 0 && score <= 1)) {
      return table_.Problem(number,
                            absl::StrCat("the pair_score \"", score_text, "\""),
                            "a number from 0 to 1");
    }
    const int a = index_.BotNumber(name_a);
    const int b = index_.BotNumber(name_b);
    if (a == b) {
      return table_.Problem(number, absl::StrCat(name_a, " against itself"),
                            "two bots");
    }
    if (index_.HasTooManyBots()) {
      return table_.Problem(
          number, absl::StrFormat("bot number %d", league_.bots.size()),
          absl::StrFormat("at most %d bots", stats::kMaxRatedBots));
    }
    const std::size_t pairing = index_.PairingNumber(a, b);
    const auto at = deals_.try_emplace(deal).first;
    if (!seen_.emplace(&at->first, pairing).second) {
      return table_.Problem(
          number,
          absl::StrFormat("deal %s of %s and %s again", deal, name_a, name_b),
          "every deal once per pairing");
    }
    const bool first = league_.sums.pairings[pairing].first == a;
    at->second.push_back(
        {.pairing = pairing, .score = first ? score : 1 - score});
    scores_.push_back(score);
    return absl::OkStatus();
  }

  absl::StatusOr<NamedLeague> Finish() {
    RETURN_IF_ERROR(CheckCrosses());
    RETURN_IF_ERROR(ChooseDenominator());
    league_.sums.bots = static_cast<int>(league_.bots.size());
    league_.sums.deals = static_cast<std::int64_t>(deals_.size());
    for (stats::Pairing& pairing : league_.sums.pairings) {
      pairing.score.denominator = denominator_;
    }
    CrossTable crosses(league_.sums.pairings.size());
    for (const auto& [deal, rows] : deals_) AddDeal(rows, crosses);
    league_.sums.crosses = crosses.Finish();
    return std::move(league_);
  }

 private:
  // Every two pairings of a deal need sums of their own.
  absl::Status CheckCrosses() {
    const auto two_of = [](std::size_t count) {
      return static_cast<double>(count) * static_cast<double>(count - 1) / 2;
    };
    double crosses = 0;
    for (const auto& [deal, rows] : deals_) crosses += two_of(rows.size());
    crosses = std::min(crosses, two_of(league_.sums.pairings.size()));
    if (crosses <= two_of(kMaxPairingsOnSameDeals)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: found up to %.0f times two pairings with a common deal; expected "
        "at most %.0f, those of %d pairings on the same deals, or the results "
        "of each pairing in a line of their own",
        file_, crosses, two_of(kMaxPairingsOnSameDeals),
        kMaxPairingsOnSameDeals));
  }

  absl::Status ChooseDenominator() {
    for (const std::int64_t candidate : kDenominators) {
      const auto fits = [candidate](double score) {
        const double scaled = score * static_cast<double>(candidate);
        // Files hold twelfths rounded to six digits, so their slack is larger.
        const double slack = candidate == 12 ? 1e-5 : 1e-6;
        return std::abs(scaled - std::round(scaled)) < slack;
      };
      if (std::all_of(scores_.begin(), scores_.end(), fits)) {
        denominator_ = candidate;
        return absl::OkStatus();
      }
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: pair_score: found a score with more than six digits; expected "
        "multiples of 1/4 or 1/12, or decimals of at most six digits",
        file_));
  }

  void AddDeal(const std::vector<Row>& rows, CrossTable& crosses) {
    std::vector<std::pair<std::size_t, std::int64_t>> results;
    for (const Row& row : rows) {
      const auto numerator = static_cast<std::int64_t>(
          std::llround(row.score * static_cast<double>(denominator_)));
      league_.sums.pairings[row.pairing].score.Add(numerator);
      results.emplace_back(row.pairing, numerator);
    }
    std::sort(results.begin(), results.end());
    for (std::size_t k = 0; k < results.size(); ++k) {
      for (std::size_t l = k + 1; l < results.size(); ++l) {
        const auto& [pairing_k, score_k] = results[k];
        const auto& [pairing_l, score_l] = results[l];
        stats::CrossSums& cross = crosses.At(pairing_k, pairing_l);
        ++cross.deals;
        cross.sum_k += score_k;
        cross.sum_l += score_l;
        cross.sum_products += score_k * score_l;
      }
    }
  }

  const std::string& file_;
  const CsvTable& table_;
  NamedLeague league_;
  LeagueIndex index_;
  std::map<std::string, std::vector<Row>> deals_;
  // Each pairing of a deal, whose name does not move.
  std::set<std::pair<const std::string*, std::size_t>> seen_;
  std::vector<double> scores_;
  std::int64_t denominator_ = 4;
};

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

absl::StatusOr<NamedLeague> ReadPairResults(const std::string& file,
                                            const std::string& text) {
  ASSIGN_OR_RETURN(const CsvTable table,
                   CsvTable::Parse(file, text, Columns(), Columns().size()));
  Reader reader(file, table);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    RETURN_IF_ERROR(reader.ReadRow(row));
  }
  return reader.Finish();
}

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
