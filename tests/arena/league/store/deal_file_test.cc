// The file of deal records: what is appended is read again, and damage is
// noticed.
#include "arena/league/store/deal_file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>

#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

DealOfUnit Record(std::uint64_t item) {
  DealOfUnit record;
  record.item = item;
  record.seating = static_cast<Seating>(1);
  record.deals = {std::string("\x01\x02\x00\x21", 4), "second"};
  record.outcome.half_points = 2;
  record.outcome.lead_halves[Quantity::kGamePoints] = -6;
  record.outcome.forfeited_by = Team::kSecond;
  return record;
}

class DealFileTest : public ::testing::Test {
 protected:
  // Opens the file, whose first `end` bytes are stored.
  absl::StatusOr<DealFile> Open(std::int64_t end) {
    return DealFile::Open(path_, end);
  }
  // Appends a unit of `count` records and returns its place.
  DealSpan Append(std::int64_t end, std::uint64_t count) {
    absl::StatusOr<DealFile> file = Open(end);
    EXPECT_TRUE(file.ok()) << file.status();
    std::vector<DealOfUnit> records;
    records.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) records.push_back(Record(i));
    const absl::StatusOr<DealSpan> span = file->Append(records);
    EXPECT_TRUE(span.ok()) << span.status();
    EXPECT_TRUE(file->Sync().ok());
    return *span;
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path("deals.zst");
};

TEST_F(DealFileTest, ARecordIsReadAsItWasAppended) {
  const DealSpan span = Append(0, 3);
  std::vector<DealOfUnit> read;
  ASSERT_TRUE(ReadDeals(path_, span, read).ok());
  ASSERT_EQ(read.size(), 3U);
  const DealOfUnit expected = Record(2);
  EXPECT_EQ(read[2].item, 2U);
  EXPECT_EQ(read[2].seating, expected.seating);
  EXPECT_EQ(read[2].deals, expected.deals);
  EXPECT_EQ(read[2].outcome.half_points, 2);
  EXPECT_EQ(read[2].outcome.lead_halves[Quantity::kGamePoints], -6);
  EXPECT_EQ(read[2].outcome.forfeited_by, Team::kSecond);
  EXPECT_EQ(read[2].outcome.deals, 2);
}

TEST_F(DealFileTest, EveryTeamThatForfeitsIsReadAsItWasAppended) {
  absl::StatusOr<DealFile> file = Open(0);
  ASSERT_TRUE(file.ok()) << file.status();
  std::vector<DealOfUnit> records;
  for (const Team team : kAllTeams) {
    records.push_back(Record(0));
    records.back().outcome.forfeited_by = team;
  }
  const absl::StatusOr<DealSpan> span = file->Append(records);
  ASSERT_TRUE(span.ok()) << span.status();
  std::vector<DealOfUnit> read;
  ASSERT_TRUE(ReadDeals(path_, *span, read).ok());
  ASSERT_EQ(read.size(), 3U);
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].outcome.forfeited_by, static_cast<Team>(i));
  }
}

TEST_F(DealFileTest, UnitsFollowEachOther) {
  const DealSpan first = Append(0, 2);
  const DealSpan second = Append(first.bytes, 5);
  EXPECT_EQ(second.offset, first.bytes);
  std::vector<DealOfUnit> read;
  ASSERT_TRUE(ReadDeals(path_, first, read).ok());
  EXPECT_EQ(read.size(), 2U);
  ASSERT_TRUE(ReadDeals(path_, second, read).ok());
  EXPECT_EQ(read.size(), 7U) << "appended to those read before";
}

TEST_F(DealFileTest, BytesOfAUnitThatWasNotStoredAreCutOff) {
  const DealSpan first = Append(0, 2);
  Append(first.bytes, 5);
  EXPECT_TRUE(Open(first.bytes).ok());
  EXPECT_EQ(std::filesystem::file_size(path_),
            static_cast<std::uintmax_t>(first.bytes));
}

TEST_F(DealFileTest, AFileShorterThanWhatIsStoredIsDataLoss) {
  const DealSpan span = Append(0, 2);
  const absl::Status status = Open(span.bytes + 1).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(std::string(status.message()).find("deals.zst: has "),
            std::string::npos)
      << status;
}

TEST_F(DealFileTest, AnyChangedByteIsNoticed) {
  const DealSpan span = Append(0, 3);
  const std::string stored = ReadFile(path_);
  for (std::size_t at = 0; at < stored.size(); ++at) {
    std::string damaged = stored;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    WriteFile(path_, damaged);
    std::vector<DealOfUnit> read;
    const absl::Status status = ReadDeals(path_, span, read);
    if (status.ok()) {
      // The head of a frame has bits without a meaning: then all is as before.
      ASSERT_EQ(read.size(), 3U) << at;
      for (std::uint64_t i = 0; i < 3; ++i) {
        EXPECT_EQ(read[i].deals, Record(i).deals) << at;
      }
    } else {
      EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << status;
      EXPECT_LT(read.size(), 4U);
    }
  }
}

TEST_F(DealFileTest, ATruncatedUnitIsDataLoss) {
  DealSpan span = Append(0, 3);
  --span.bytes;
  std::vector<DealOfUnit> read;
  EXPECT_EQ(ReadDeals(path_, span, read).code(), absl::StatusCode::kDataLoss);
}

TEST_F(DealFileTest, APlaceBeyondTheEndIsDataLoss) {
  const DealSpan span = Append(0, 3);
  std::vector<DealOfUnit> read;
  EXPECT_EQ(ReadDeals(path_, {.offset = 1, .bytes = span.bytes}, read).code(),
            absl::StatusCode::kDataLoss);
  EXPECT_TRUE(read.empty());
}

TEST_F(DealFileTest, AFolderIsNoFile) {
  const absl::Status status = DealFile::Open(folder_.path(""), 0).status();
  EXPECT_FALSE(status.ok());
}

}  // namespace
}  // namespace couillon::arena
