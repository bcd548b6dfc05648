// The one reader of recorded deals: by unit, by item, and decision by decision.
#include "arena/league/records/league_records.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "engine/cards/seat.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::LeagueOf;
using testing_support::PlayAsOne;
using testing_support::TemporaryFolder;

// A league of 20 matches in units of 4.
class LeagueRecordsTest : public testing::Test {
 protected:
  void SetUp() override {
    v1::LeagueConfig config = LeagueOf({"greedy", "random"}, {"basic-gerver"});
    config.set_mode(v1::LEAGUE_MODE_MATCHES);
    config.set_record_deals(true);
    PlayAsOne(config, 1, folder_.path("league"));
    auto store = LeagueStore::OpenToRead(folder_.path("league"));
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
    auto records = LeagueRecords::Open(*store_);
    ASSERT_TRUE(records.ok()) << records.status();
    records_.emplace(*std::move(records));
  }

  TemporaryFolder folder_;
  std::unique_ptr<LeagueStore> store_;
  std::optional<LeagueRecords> records_;
};

TEST_F(LeagueRecordsTest, AUnitIsReplayedByItemsAndSeatings) {
  const absl::StatusOr<ReplayedUnit> unit = records_->Replay(1);
  ASSERT_TRUE(unit.ok()) << unit.status();
  ASSERT_EQ(unit->items.size(), 4U);
  for (std::size_t i = 0; i < unit->items.size(); ++i) {
    const ReplayedItem& item = unit->items[i];
    EXPECT_EQ(item.item, 4 + i);
    ASSERT_EQ(item.tables.size(), 2U);
    for (const ReplayedTable& table : item.tables) {
      EXPECT_EQ(table.bots.size(), std::size_t{records_->rules()[0].players});
      EXPECT_GT(table.deals.size(), 1U) << "a match";
      ASSERT_TRUE(table.deals.back().slate.has_value());
      EXPECT_TRUE(table.deals.back().slate->ended());
    }
    EXPECT_NE(item.tables[0].bots[0], item.tables[1].bots[0]);
  }
  EXPECT_TRUE(absl::IsNotFound(records_->Replay(5).status()));
  EXPECT_TRUE(absl::IsNotFound(records_->Replay(-1).status()));
}

TEST_F(LeagueRecordsTest, AnItemHasARecordPerSeating) {
  const Unit unit = records_->schedule().unit(2);
  const auto item = records_->ReadItem(unit, unit.first_item + 1);
  ASSERT_TRUE(item.ok()) << item.status();
  ASSERT_EQ(item->size(), 2U);
  EXPECT_EQ((*item)[0].item, unit.first_item + 1);
  const auto unforfeited = records_->ReadRecords(unit, unit.first_item + 1);
  ASSERT_TRUE(unforfeited.ok()) << unforfeited.status();
  EXPECT_EQ(unforfeited->size(), 2U);
}

TEST_F(LeagueRecordsTest, AWalkTakesTheDecisionsOfAllDeals) {
  const Unit unit = records_->schedule().unit(0);
  DealOfUnit record = (*records_->ReadItem(unit, 0))[0];
  std::size_t actions = 0;
  for (const std::string& deal : record.deals) actions += deal.size();
  std::size_t walked = 0;
  int deals = 0;
  const absl::Status all =
      records_->Walk(unit, record, [&](const RecordedDecision& decision) {
        ++walked;
        deals = decision.deal_of_match + 1;
        return true;
      });
  EXPECT_TRUE(all.ok()) << all;
  EXPECT_EQ(walked, actions);
  EXPECT_EQ(static_cast<std::size_t>(deals),
            records_->DealsOf(unit, record)->size());

  record.deals[0][0] = static_cast<char>(record.deals[0][0] ^ 1);
  EXPECT_TRUE(absl::IsDataLoss(records_->DealsOf(unit, record).status()));
  EXPECT_TRUE(absl::IsDataLoss(records_->Replay(unit, {record}).status()));
}

}  // namespace
}  // namespace couillon::arena
