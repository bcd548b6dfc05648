#include "arena/report/pair_results_csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/stats/league.h"
#include "arena/stats/pair_sums.h"

namespace couillon::arena {
namespace {

constexpr std::array<const char*, 4> kColumns = {"deal", "bot_a", "bot_b",
                                                 "pair_score"};
// Denominators of scores, the first that fits all of a file is taken: mirrored
// pairs, blocks of six seatings, decimals.
constexpr std::array<std::int64_t, 6> kDenominators = {4,    12,    100,
                                                       1000, 10000, 1000000};

struct Row {
  std::size_t pairing = 0;
  double score = 0;  // of the pairing's first bot
};

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  absl::Status ReadLine(const std::string& text) {
    ++line_;
    if (absl::StripAsciiWhitespace(text).empty()) return absl::OkStatus();
    if (text.find('"') != std::string::npos) {
      return Problem("a quotation mark", "fields without quotation marks");
    }
    std::vector<std::string> fields;
    for (const absl::string_view field : absl::StrSplit(text, ',')) {
      fields.emplace_back(absl::StripAsciiWhitespace(field));
    }
    return columns_.empty() ? ReadHeader(fields) : ReadRow(fields);
  }

  absl::StatusOr<NamedLeague> Finish() {
    if (columns_.empty()) return Problem("nothing", "a header");
    absl::Status status = ChooseDenominator();
    if (!status.ok()) return status;
    league_.sums.bots = static_cast<int>(league_.bots.size());
    league_.sums.deals = static_cast<std::int64_t>(deals_.size());
    for (stats::Pairing& pairing : league_.sums.pairings) {
      pairing.score.denominator = denominator_;
    }
    for (const auto& [deal, rows] : deals_) AddDeal(rows);
    for (auto& [key, cross] : crosses_) {
      league_.sums.crosses.push_back(cross);
    }
    return std::move(league_);
  }

 private:
  [[nodiscard]] absl::Status Problem(const std::string& found,
                                     const std::string& expected) const {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: line %d: found %s; expected %s", file_, line_, found, expected));
  }

  absl::Status ReadHeader(const std::vector<std::string>& fields) {
    for (const char* name : kColumns) {
      const auto at = std::find(fields.begin(), fields.end(), name);
      if (at == fields.end()) {
        return Problem(absl::StrCat("the header ", absl::StrJoin(fields, ",")),
                       absl::StrCat("a column ", name));
      }
      columns_.push_back(static_cast<std::size_t>(at - fields.begin()));
    }
    return absl::OkStatus();
  }

  absl::Status ReadRow(const std::vector<std::string>& fields) {
    const std::size_t last =
        *std::max_element(columns_.begin(), columns_.end());
    if (fields.size() <= last) {
      return Problem(absl::StrFormat("%d fields", fields.size()),
                     absl::StrFormat("%d at least", last + 1));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (fields[columns_[i]].empty()) {
        return Problem(absl::StrCat("no ", kColumns[i]), "a name");
      }
    }
    const std::string& score_text = fields[columns_[3]];
    double score = 0;
    if (!absl::SimpleAtod(score_text, &score) || !(score >= 0 && score <= 1)) {
      return Problem(absl::StrCat("the pair_score \"", score_text, "\""),
                     "a number from 0 to 1");
    }
    const int a = BotNumber(fields[columns_[1]]);
    const int b = BotNumber(fields[columns_[2]]);
    if (a == b) {
      return Problem(absl::StrCat(fields[columns_[1]], " against itself"),
                     "two bots");
    }
    const std::size_t pairing = PairingNumber(a, b);
    std::vector<Row>& rows = deals_[fields[columns_[0]]];
    for (const Row& row : rows) {
      if (row.pairing == pairing) {
        return Problem(
            absl::StrFormat("deal %s of %s and %s again", fields[columns_[0]],
                            fields[columns_[1]], fields[columns_[2]]),
            "every deal once a pairing");
      }
    }
    const bool first = league_.sums.pairings[pairing].first == a;
    rows.push_back({.pairing = pairing, .score = first ? score : 1 - score});
    scores_.push_back(score);
    return absl::OkStatus();
  }

  int BotNumber(const std::string& name) {
    const auto [at, is_new] =
        numbers_.try_emplace(name, static_cast<int>(league_.bots.size()));
    if (is_new) league_.bots.push_back(name);
    return at->second;
  }

  std::size_t PairingNumber(int a, int b) {
    const auto [at, is_new] =
        pairings_.try_emplace(std::minmax(a, b), league_.sums.pairings.size());
    if (is_new) {
      league_.sums.pairings.push_back({.first = a, .second = b, .score = {}});
    }
    return at->second;
  }

  absl::Status ChooseDenominator() {
    for (const std::int64_t candidate : kDenominators) {
      const auto fits = [candidate](double score) {
        const double scaled = score * static_cast<double>(candidate);
        // Six digits of a twelfth must do: nobody writes them out.
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
        "multiples of 1/4 or 1/12, or decimals of six digits at most",
        file_));
  }

  void AddDeal(const std::vector<Row>& rows) {
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
        stats::CrossSums& cross = crosses_[{pairing_k, pairing_l}];
        cross.k = static_cast<int>(pairing_k);
        cross.l = static_cast<int>(pairing_l);
        ++cross.deals;
        cross.sum_k += score_k;
        cross.sum_l += score_l;
        cross.sum_products += score_k * score_l;
      }
    }
  }

  const std::string& file_;
  int line_ = 0;
  std::vector<std::size_t> columns_;  // where kColumns are
  NamedLeague league_;
  std::map<std::string, int> numbers_;
  std::map<std::pair<int, int>, std::size_t> pairings_;
  std::map<std::string, std::vector<Row>> deals_;
  std::map<std::pair<std::size_t, std::size_t>, stats::CrossSums> crosses_;
  std::vector<double> scores_;
  std::int64_t denominator_ = 4;
};

}  // namespace

absl::StatusOr<NamedLeague> ReadPairResults(const std::string& file,
                                            const std::string& text) {
  Reader reader(file);
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::Status status = reader.ReadLine(std::string(line));
    if (!status.ok()) return status;
  }
  return reader.Finish();
}

}  // namespace couillon::arena
