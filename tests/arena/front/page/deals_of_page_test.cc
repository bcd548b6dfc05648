// The recorded deals in a page: all of them if there is room, else the first
// ones, and how many there are.
#include "arena/front/page/deals_of_page.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/front/page/small_league.h"
#include "tests/arena/front/page/unpacked.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::TemporaryFolder;
using testing_support::Unpacked;

constexpr std::size_t kEnough = std::size_t{1} << 20;

class DealsOfPageTest : public ::testing::Test {
 protected:
  // Two of 16 units, of 8 pairs each.
  void Play(bool record) {
    v1::LeagueConfig config = testing_support::SmallLeague(
        {"random", "greedy"}, {"fr", "troeven-2-layout"});
    config.set_record_deals(record);
    testing_support::PlayLeague(directory_, config, 2);
  }

  [[nodiscard]] Json Deals(std::size_t most_bytes = kEnough) const {
    const absl::StatusOr<RecordedRounds> rounds =
        RecordedRounds::Open(directory_);
    EXPECT_TRUE(rounds.ok()) << rounds.status();
    const absl::StatusOr<Json> deals = DealsOfPage(*rounds, most_bytes);
    EXPECT_TRUE(deals.ok()) << deals.status();
    return *deals;
  }

  TemporaryFolder folder_;
  std::string directory_ = folder_.path("league");
};

TEST_F(DealsOfPageTest, EveryUnitOfTheIndexIsInItsBlock) {
  Play(true);
  const Json deals = Deals();
  EXPECT_EQ(deals["recorded"], 32);
  EXPECT_EQ(deals["held"], 32);
  const json index = json::parse(Unpacked(deals["index"].get<std::string>()));
  EXPECT_EQ(index["schema"]["name"], "couillon.deals");
  EXPECT_EQ(index["rulesets"][1]["id"], "troeven-2-layout");
  ASSERT_EQ(index["units"].size(), 2U);
  for (const json& unit : index["units"]) {
    const auto block = unit["block"].get<std::size_t>();
    const json units =
        json::parse(Unpacked(deals["blocks"][block].get<std::string>()));
    std::size_t found = 0;
    for (const json& each : units) {
      if (each["unit"] == unit["unit"]) found += each["items"].size();
    }
    EXPECT_EQ(found, unit["count"]);
  }
}

TEST_F(DealsOfPageTest, DealsWithoutRoomAreLeftOutAndCounted) {
  Play(true);
  const Json deals = Deals(100);
  EXPECT_EQ(deals["recorded"], 32);
  EXPECT_EQ(deals["held"], 0);
  EXPECT_TRUE(deals["blocks"].empty());
}

TEST_F(DealsOfPageTest, ALeagueWithoutRecordsHasNone) {
  Play(false);
  EXPECT_FALSE(HasRecordedDeals(directory_));
  EXPECT_TRUE(
      absl::IsFailedPrecondition(RecordedRounds::Open(directory_).status()));
  const absl::StatusOr<std::string> page =
      ReadPageWithDeals(directory_, "page");
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(*page, "page");
}

TEST_F(DealsOfPageTest, TheyStandBesideTheDataOfThePage) {
  const std::string page =
      "<script id=\"couillon-data\" "
      "type=\"application/json\">{}</script><p>";
  EXPECT_EQ(PageWithDeals(page, {{"bots", {"</script>"}}}),
            "<script id=\"couillon-data\" "
            "type=\"application/json\">{}</script>"
            "<script id=\"couillon-deals\" type=\"application/json\">"
            "{\"bots\":[\"\\u003c/script>\"]}</script><p>");
}

}  // namespace
}  // namespace couillon::arena
