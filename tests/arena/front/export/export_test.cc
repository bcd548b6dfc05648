// couillon export of leagues of every format: what comes out can be read again,
// and gives the ratings of the report.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kBroken;
using testing_support::kCouillon;

using Arguments = std::vector<std::string>;

class ExportTest : public testing::Test {
 protected:
  // Plays a league into the folder `name`.
  void Play(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.begin(), kCouillon);
    arguments.insert(arguments.end(),
                     {"--seed", "export", "--quiet", "--out", path(name)});
    const ProgramResult run = RunProgram(arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }

  ProgramResult Export(const std::string& name, const std::string& what,
                       const Arguments& more = {}) {
    Arguments arguments = {kCouillon, "export", path(name), "--what", what};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunProgram(arguments);
  }

  std::vector<json> Rows(const std::string& name, const std::string& what) {
    const ProgramResult run = Export(name, what, {"--format", "jsonl"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::vector<json> rows;
    for (const auto line : absl::StrSplit(run.out, '\n', absl::SkipEmpty())) {
      rows.push_back(json::parse(std::string(line)));
    }
    return rows;
  }

  // Of an arena of three bots that met in two rounds.
  void ExpectStandingsAndHistory(const std::string& arena) {
    std::map<std::string, json> rated;
    for (const json& row : Rows(arena, "standings")) rated[row["bot"]] = row;
    EXPECT_EQ(rated.size(), 3U);
    const std::vector<json> history = Rows(arena, "history");
    EXPECT_EQ(history.size(), 6U);
    for (const json& row : history) {
      if (row["round"] != 2) continue;
      EXPECT_EQ(row["game_points"], rated.at(row["bot"])["game_points"]);
      EXPECT_EQ(row["game_points_hi"], rated.at(row["bot"])["game_points_hi"]);
    }
    EXPECT_NE(Export(arena, "pairs").err.find("rounds/0001"),
              std::string::npos);
    EXPECT_NE(Export(arena + "/rounds/0001", "history")
                  .err.find("expected the directory of an arena"),
              std::string::npos);
  }

  // The Elo of each bot above the first one.
  std::map<std::string, double> RatedElo(const std::string& name,
                                         const Arguments& more) {
    const ProgramResult written =
        Export(name, "pairs", Arguments{"--out", path("pairs.csv")});
    EXPECT_EQ(written.exit_code, 0) << written.err;
    Arguments arguments = {kCouillon,         "rate",     "--pairs",
                           path("pairs.csv"), "--format", "json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult run = RunProgram(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::map<std::string, double> elo;
    if (run.exit_code != 0) return elo;
    const json rated = json::parse(run.out);
    for (const json& bot : rated.at("ratings")) {
      elo[bot.at("bot")] = bot.at("elo").get<double>();
    }
    return elo;
  }

  // Compares that with the standings, which are those of the report.
  void ExpectSameElo(const std::string& name) {
    const std::vector<json> standings = Rows(name, "standings");
    ASSERT_GE(standings.size(), 2U);
    const std::string anchor = standings.back().at("bot");
    const auto elo = RatedElo(name, {"--anchor", anchor});
    ASSERT_EQ(elo.size(), standings.size());
    const double zero = standings.back().at("elo");
    for (const json& row : standings) {
      EXPECT_NEAR(elo.at(row.at("bot")), row.at("elo").get<double>() - zero,
                  1e-6)
          << row;
    }
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path(name);
  }

 private:
  TemporaryFolder folder_;
};

const Arguments kThreeBots = {"league",         "run",
                              "--bots",         "builtin:greedy",
                              "builtin:random", "builtin:heuristic"};

Arguments operator+(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

TEST_F(ExportTest, PairsGiveTheEloOfTheReport) {
  Play("own", kThreeBots + Arguments{"--ruleset", "fr", "--deals", "300"});
  ExpectSameElo("own");
  Play("same", kThreeBots + Arguments{"--ruleset", "fr", "--deals", "300",
                                      "--trust", "same-deals"});
  ExpectSameElo("same");
  Play("six",
       kThreeBots + Arguments{"--ruleset", "troeven-3-solo", "--deals", "100"});
  ExpectSameElo("six");
  Play("matches", kThreeBots + Arguments{"--ruleset", "fr", "--matches", "30"});
  ExpectSameElo("matches");
}

TEST_F(ExportTest, PairsOfASequentialTestAreThoseThatItUsed) {
  Play("sprt", {"match", "builtin:greedy", "builtin:heuristic", "--ruleset",
                "basic-gerver", "--deals", "2000", "--concurrency", "2",
                "--sprt", "elo0=0", "elo1=40"});
  ExpectSameElo("sprt");
  const json report = json::parse(
      RunProgram({kCouillon, "report", path("sprt"), "--format", "json"}).out);
  EXPECT_EQ(Rows("sprt", "pairs").size(), report.at("sprt").at("pairs"));
}

TEST_F(ExportTest, StandingsAreThoseOfTheReport) {
  Play("own", kThreeBots + Arguments{"--ruleset", "fr", "--deals", "300"});
  const json report = json::parse(
      RunProgram({kCouillon, "report", path("own"), "--format", "json"}).out);
  std::map<std::string, json> ratings;
  for (const json& bot : report["rulesets"][0]["ratings"]) {
    ratings[bot["bot"]] = bot;
  }
  for (const json& row : Rows("own", "standings")) {
    const json& bot = ratings.at(row["bot"]);
    EXPECT_NEAR(row["game_points"], bot["points"], 1e-4) << bot;
    EXPECT_EQ(row["rank_best"], bot["rank"]["best"]);
    EXPECT_EQ(row["rank_worst"], bot["rank"]["worst"]);
    const json& by_match = bot["elo_per_match_rank"];
    EXPECT_EQ(row["elo_per_match_rank_best"], by_match["best"]);
    EXPECT_EQ(row["elo_per_match_rank_worst"], by_match["worst"]);
  }
}

TEST_F(ExportTest, NamesWithCommasAreReadBack) {
  const std::string name = "pimc:samples=1,cards=4";
  Play("names", {"league", "run", "--bots", "builtin:" + name, "random",
                 "c=builtin:heuristic", "--ruleset", "fr", "--deals", "100"});
  const ProgramResult csv = Export("names", "pairs");
  EXPECT_NE(csv.out.find('"' + name + '"'), std::string::npos);
  ExpectSameElo("names");
}

TEST_F(ExportTest, IndividualTournamentHasPartnersAndNoPairsToRate) {
  Play("individual",
       {"league", "run", "--bots", "a=builtin:greedy", "b=builtin:random",
        "c=builtin:heuristic", "d=builtin:greedy", "e=builtin:random",
        "--format", "individual", "--ruleset", "basic-gerver", "--deals", "8",
        "--record", "deals"});
  const std::vector<json> standings = Rows("individual", "standings");
  EXPECT_EQ(standings.size(), 5U);
  EXPECT_TRUE(standings.at(0).contains("rank_worst"));
  const std::vector<json> pairs = Rows("individual", "pairs");
  ASSERT_FALSE(pairs.empty());
  for (const char* column : {"first_1", "first_2", "second_1", "second_2"}) {
    EXPECT_TRUE(pairs[0][column].is_string()) << pairs[0];
  }
  EXPECT_EQ(Rows("individual", "deals").size(), 2 * pairs.size());
  Export("individual", "pairs", {"--out", path("pairs.csv")});
  const ProgramResult rated =
      RunProgram({kCouillon, "rate", "--pairs", path("pairs.csv")});
  EXPECT_NE(rated.err.find("expected a column bot_a"), std::string::npos)
      << rated.err;
}

TEST_F(ExportTest, ThreeWayLeagueHasThreeBotsWhosePointsAreThoseOfItsDeals) {
  Play("three", kThreeBots + Arguments{"--format", "three-way", "--ruleset",
                                       "troeven-3-solo", "--deals", "8"});
  EXPECT_EQ(Rows("three", "standings").size(), 3U);
  EXPECT_TRUE(Rows("three", "standings")[0].contains("rank_worst"));
  const std::vector<json> pairs = Rows("three", "pairs");
  ASSERT_EQ(pairs.size(), 8U);
  std::map<std::string, double> sums;
  for (const json& pair : pairs) {
    for (const char* place : {"1", "2", "3"}) {
      sums[pair[std::string("bot_") + place]] +=
          pair[std::string("game_points_") + place].get<double>();
    }
  }
  for (const json& row : Rows("three", "standings")) {
    EXPECT_NEAR(row["points"], sums.at(row["bot"]) / 8, 1e-9) << row;
  }
}

TEST_F(ExportTest, DealsAreInANotationThatCanBeReadAgain) {
  Play("deals", kThreeBots + Arguments{"--ruleset", "fr", "--deals", "4",
                                       "--record", "deals"});
  const std::vector<json> deals = Rows("deals", "deals");
  ASSERT_EQ(deals.size(), 3 * 4 * 2U);
  const std::string play = deals[0]["play"];
  const std::string dealt = play.substr(0, play.rfind(" | "));
  const ProgramResult solved = RunProgram({kCouillon, "solve", dealt});
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
  // Every deal has a number of its own.
  std::map<std::int64_t, std::string> cards;
  for (const json& deal : deals) {
    const std::string text = deal["play"];
    const auto [at, added] =
        cards.emplace(deal["deal"], text.substr(0, text.rfind(" | ")));
    EXPECT_EQ(at->second, text.substr(0, text.rfind(" | "))) << added;
  }
  EXPECT_EQ(cards.size(), 12U);
}

TEST_F(ExportTest, MatchesAreExportedDealByDeal) {
  Play("match", {"league", "run", "--bots", "builtin:greedy", "builtin:random",
                 "--ruleset", "fr", "--matches", "2", "--record", "deals"});
  std::int64_t units = 0;
  for (const json& unit : Rows("match", "units")) {
    units += unit["deals"].get<std::int64_t>();
  }
  EXPECT_EQ(Rows("match", "deals").size(), static_cast<std::size_t>(units));
}

TEST_F(ExportTest, RulesetIsChosenAndMissingDealsAreNamed) {
  Play("two", kThreeBots + Arguments{"--ruleset", "fr,kujong", "--deals", "8"});
  EXPECT_EQ(Rows("two", "pairs").size(), 48U);
  const ProgramResult one =
      Export("two", "pairs", {"--ruleset", "kujong", "--format", "jsonl"});
  EXPECT_EQ(one.out.find("\"fr\""), std::string::npos);
  const ProgramResult none = Export("two", "units", {"--ruleset", "tongres"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_NE(none.err.find("expected one of the league: fr, kujong"),
            std::string::npos)
      << none.err;
  const ProgramResult deals = Export("two", "deals");
  EXPECT_EQ(deals.exit_code, 1);
  EXPECT_NE(deals.err.find("--record deals"), std::string::npos) << deals.err;
}

TEST_F(ExportTest, AFileStaysIfNothingCanBeExported) {
  Play("two", kThreeBots + Arguments{"--ruleset", "fr", "--deals", "8"});
  const std::string file = path("table.csv");
  EXPECT_EQ(Export("two", "pairs", {"--out", file}).exit_code, 0);
  const std::string before = ReadFile(file);
  EXPECT_EQ(before, Export("two", "pairs").out);
  for (const Arguments& wrong :
       {Arguments{"deals"}, {"pairs", "--ruleset", "kujong"}, {"history"}}) {
    Arguments more(wrong.begin() + 1, wrong.end());
    more.insert(more.end(), {"--out", file});
    EXPECT_EQ(Export("two", wrong[0], more).exit_code, 1);
    EXPECT_EQ(ReadFile(file), before) << wrong[0];
  }
}

TEST_F(ExportTest, FaultsAreThoseOfTheLeague) {
  Play("faulty", {"league", "run", "--bots", "builtin:random",
                  "bad=" + kBroken + " --fault illegal", "--ruleset", "fr",
                  "--deals", "4", "--isolation", "none"});
  const json listed =
      json::parse(RunProgram({kCouillon, "faults", path("faulty"), "--all",
                              "--format", "json"})
                      .out)["faults"];
  const std::vector<json> rows = Rows("faulty", "faults");
  ASSERT_EQ(rows.size(), listed.size());
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0]["bot"], "bad");
  EXPECT_EQ(rows[0]["verdict"], "illegal_action");
  EXPECT_EQ(rows[0]["detail"], listed[0]["detail"]);
}

TEST_F(ExportTest, DealsOfAnArenasRoundHaveNumbersOfTheirOwn) {
  const auto arena = [this](const std::string& command, Arguments more) {
    more.insert(more.begin(), {kCouillon, "arena", command, path("open")});
    const ProgramResult run = RunProgram(more);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  };
  arena("init", {"--ruleset", "fr", "--deals", "32", "--round-items", "16",
                 "--block", "16"});
  arena("submit", {"builtin:greedy", "builtin:random", "builtin:heuristic"});
  arena("run", {"--quiet"});
  ExpectStandingsAndHistory("open");
  std::set<std::int64_t> numbers;
  std::set<std::int64_t> items;
  const std::vector<json> rows = Rows("open/rounds/0002", "pairs");
  for (const json& row : rows) {
    numbers.insert(row["deal"].get<std::int64_t>());
    items.insert(row["item"].get<std::int64_t>());
  }
  EXPECT_EQ(rows.size(), 3U * 16);
  EXPECT_EQ(numbers.size(), rows.size());
  EXPECT_EQ(*numbers.rbegin(), 3 * 16 - 1) << "from 0, without gaps";
  EXPECT_EQ(*items.begin(), 16) << "after those of the first round";
  EXPECT_EQ(items.size(), 16U);
}

TEST_F(ExportTest, MemoryDoesNotGrowWithTheLeague) {
  const Arguments two = {
      "league",         "run",       "--bots", "builtin:first-legal",
      "builtin:random", "--ruleset", "fr",     "--deals"};
  Play("small", two + Arguments{"1000"});
  Play("large", two + Arguments{"150000"});
  const auto peak = [&](const std::string& name) {
    return Export(name, "pairs", {"--format", "jsonl", "--out", path("rows")})
        .peak_bytes;
  };
  const std::int64_t small = peak("small");
  const std::int64_t large = peak("large");
  EXPECT_GT(ReadFile(path("rows")).size(), 15'000'000U);
  EXPECT_LT(large - small, 5'000'000);
}

}  // namespace
}  // namespace couillon
