#include "tests/fuzz/counts_target.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/league_results_csv.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/report/json/head_to_head_json.h"
#include "arena/report/json/rating_json.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/head_to_head_text.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/report/text/report_text.h"
#include "arena/table/quantity.h"
#include "couillon/v1/league.pb.h"

namespace couillon::testing_support {
namespace {

// Bytes as the numbers that they are asked for; zeros after their end.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  int Below(int end) { return Next() % end; }

  // Small counts as they are, large ones a power of two more or less one.
  std::int64_t Count() {
    const int byte = Next();
    if (byte < 128) return byte;
    const std::int64_t power = std::int64_t{1} << (byte % 54);
    return std::clamp<std::int64_t>(power + Next() % 3 - 1, 0,
                                    std::int64_t{1} << 53);
  }

  std::string Rest() {
    return {bytes_.begin() + static_cast<std::ptrdiff_t>(at_), bytes_.end()};
  }

 private:
  int Next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

std::string ProblemWithText(const std::string& text) {
  // "-0", "-0.00", but not "-0.01", "1e-07" or the tail of "1-0".
  static const std::regex negative_zero(
      "(^|[^0-9A-Za-z.])-0(\\.0*)?([^0-9.eE]|$)");
  for (const char* word : {"nan", "NaN"}) {
    if (text.find(word) != std::string::npos)
      return absl::StrCat(word, " in ", text);
  }
  if (std::regex_search(text, negative_zero)) return "-0 in " + text;
  return "";
}

std::string ProblemWithJson(const std::string& text) {
  if (!nlohmann::json::accept(text)) return "no JSON: " + text;
  return ProblemWithText(text);
}

std::string FirstOf(std::initializer_list<std::string> problems) {
  for (const std::string& problem : problems) {
    if (!problem.empty()) return problem;
  }
  return "";
}

std::vector<std::int64_t> Counts(Bytes& bytes, std::size_t size) {
  std::vector<std::int64_t> counts(size);
  for (std::int64_t& count : counts) count = bytes.Count();
  return counts;
}

std::string TryHeadToHead(Bytes& bytes) {
  const std::size_t classes =
      std::array{3, 5, 13}[static_cast<std::size_t>(bytes.Below(3))];
  arena::HeadToHeadInput input;
  input.interval = static_cast<arena::IntervalKind>(bytes.Below(3));
  arena::SequentialQuestion question;
  question.scale = static_cast<arena::BoundScale>(bytes.Below(2));
  question.plan = {.nelo0 = bytes.Below(256) - 128.0,
                   .nelo1 = bytes.Below(256) - 128.0,
                   .alpha = bytes.Below(256) / 255.0,
                   .beta = bytes.Below(256) / 255.0,
                   .batch = bytes.Count(),
                   .cap = bytes.Count()};
  if (!arena::QuestionProblem(question)) input.question = question;
  input.level = (1 + bytes.Below(254)) / 255.0;
  input.classes = Counts(bytes, classes);
  input.score = stats::SumsOfCells(input.classes);
  input.seatings_per_pair = classes == 3 ? 1 : (classes == 5 ? 2 : 6);
  if (bytes.Below(4) == 0) input.classes.clear();  // sums alone
  const arena::HeadToHead result = arena::CompareHeadToHead(input);
  return FirstOf({ProblemWithText(arena::HeadToHeadText(result)),
                  ProblemWithJson(arena::HeadToHeadJson(result))});
}

stats::LeagueSums LeagueOf(Bytes& bytes) {
  stats::LeagueSums sums;
  sums.bots = 1 + bytes.Below(7);
  sums.deals = bytes.Count();
  for (int i = 0; i < sums.bots; ++i) {
    for (int j = i + 1; j < sums.bots; ++j) {
      if (bytes.Below(3) == 0) continue;
      sums.pairings.push_back({.first = i,
                               .second = j,
                               .score = stats::SumsOfCells(Counts(bytes, 5))});
    }
  }
  const int pairings = static_cast<int>(sums.pairings.size());
  for (int k = 0; k < pairings; ++k) {
    for (int l = k + 1; l < pairings; ++l) {
      if (bytes.Below(2) == 0) continue;
      sums.crosses.push_back({.k = k,
                              .l = l,
                              .deals = bytes.Count(),
                              .sum_k = bytes.Count(),
                              .sum_l = bytes.Count(),
                              .sum_products = bytes.Count()});
    }
  }
  return sums;
}

std::string TrySheet(const stats::LeagueSums& sums,
                     const stats::LeagueOptions& options) {
  if (stats::LeagueProblem(sums)) return "";
  std::vector<std::string> names;
  for (int i = 0; i < sums.bots; ++i) names.push_back(absl::StrCat("bot", i));
  const arena::RatingSheet sheet = arena::MakeRatingSheet(sums, options);
  return FirstOf({ProblemWithText(arena::RatingSheetText(sheet, sums, names)),
                  ProblemWithJson(arena::RatingSheetJson(sheet, sums, names))});
}

stats::LeagueOptions OptionsOf(Bytes& bytes) {
  stats::LeagueOptions options{.level = 0.95};
  options.errors = static_cast<stats::LeagueErrors>(bytes.Below(4));
  if (bytes.Below(2) == 0) options.anchor = 0;
  return options;
}

std::string TryLeague(Bytes& bytes) {
  const stats::LeagueOptions options = OptionsOf(bytes);
  return TrySheet(LeagueOf(bytes), options);
}

std::string TryCsv(Bytes& bytes) {
  stats::LeagueOptions options = OptionsOf(bytes);
  // Without a header nearly everything would end at the first line.
  const int form = bytes.Below(8);
  const std::string header = form == 0   ? ""
                             : form == 1 ? "bot_a,bot_b,wins,draws,losses\n"
                             : form == 2 ? "bot_a,bot_b,ll,ld,split,wd,ww\n"
                                         : "deal,bot_a,bot_b,pair_score\n";
  const auto league = arena::ReadLeagueResults("file", header + bytes.Rest());
  if (!league.ok()) return "";
  if (league->bots.empty()) options.anchor.reset();
  // Their own names may be anything, even "nan".
  const arena::RatingSheet sheet =
      arena::MakeRatingSheet(league->sums, options);
  const std::string json =
      arena::RatingSheetJson(sheet, league->sums, league->bots);
  if (!nlohmann::json::accept(json)) return "no JSON: " + json;
  return TrySheet(league->sums, options);
}

std::string TryReport(Bytes& bytes) {
  v1::LeagueConfig config;
  for (int i = 2 + bytes.Below(4); i > 0; --i) {
    config.add_bots()->set_name(absl::StrCat("bot", i));
  }
  for (int i = 1 + bytes.Below(2); i > 0; --i) {
    v1::LeagueRuleset& entry = *config.add_rulesets();
    entry.set_spec(absl::StrCat("rules", i));
    entry.mutable_ruleset()->mutable_table()->set_sides(
        2 + static_cast<std::uint32_t>(bytes.Below(2)));
  }
  config.set_items(1);
  config.set_block_items(1);
  arena::RunningSums sums = arena::EmptySums(config);
  for (arena::TableSums& table : sums.rulesets) {
    table.items = bytes.Count();
    for (arena::PairingSums& pairing : table.pairings) {
      const std::vector<std::int64_t> cells = Counts(bytes, 5);
      std::copy(cells.begin(), cells.end(), pairing.cells.counts.begin());
      const std::int64_t denominator = pairing.score.denominator;
      pairing.score = stats::SumsOfCells(cells);
      pairing.score.sum *= denominator / 4;
      pairing.score.sum_squares *= denominator * denominator / 16;
      pairing.score.denominator = denominator;
      stats::SeatingSums& game_points =
          pairing.leads[arena::Quantity::kGamePoints];
      game_points.denominator = table.seatings;
      for (int i = bytes.Below(6); i > 0; --i) {
        game_points.Add(bytes.Below(9) - 4, bytes.Below(9) - 4);
      }
      pairing.counts.forfeits = bytes.Count();
    }
  }
  const arena::LeagueReport report =
      arena::ReportOfSums(config, {}, stats::ResultScale::kPoints, sums);
  return FirstOf({ProblemWithText(arena::RenderText(report)),
                  ProblemWithText(arena::RenderCsv(report)),
                  ProblemWithJson(arena::RenderJson(report))});
}

}  // namespace

std::string ProblemWithCounts(std::span<const std::uint8_t> bytes) {
  Bytes reader(bytes);
  switch (reader.Below(4)) {
    case 0:
      return TryHeadToHead(reader);
    case 1:
      return TryLeague(reader);
    case 2:
      return TryReport(reader);
    default:
      return TryCsv(reader);
  }
}

}  // namespace couillon::testing_support
