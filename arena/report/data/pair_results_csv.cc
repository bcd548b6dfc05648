#include "arena/report/data/pair_results_csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/csv_table.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

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

}  // namespace couillon::arena
