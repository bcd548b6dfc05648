// Row types (arena/league/store/columns.h) and transactions.
#include "arena/league/store/columns.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/league/store/running_rows.h"
#include "arena/league/store/unit_rows.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

enum class Colour : std::uint8_t { kRed, kBlack };

struct NoteRow {
  std::int64_t number = 0;
  Colour colour = Colour::kRed;
  bool is_last = false;
  std::string text;
  std::string bytes;
  std::string check;

  template <typename Row, typename Visit>
  static void ForEachColumn(Row& row, Visit& visit) {
    visit.Key("number", row.number);
    visit.Number({"the", "_colour"}, row.colour);
    visit.Number("is_last", row.is_last);
    visit.Text("text", row.text);
    visit.Blob("bytes", row.bytes);
    visit.Check("row_check", row.check);
  }
};

class ColumnsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto database =
        Database::Open(folder_.path("test.sqlite"), Database::Mode::kCreate);
    ASSERT_TRUE(database.ok()) << database.status();
    database_ = std::make_unique<Database>(*std::move(database));
  }

  // The first cell of the first row; empty if there is none.
  std::string Ask(const std::string& sql) {
    absl::StatusOr<Statement> row = database_->Prepare(sql);
    EXPECT_TRUE(row.ok()) << row.status();
    const absl::StatusOr<bool> found = row->Step();
    return found.ok() && *found ? row->Bytes(0) : "";
  }

  testing_support::TemporaryFolder folder_;
  std::unique_ptr<Database> database_;
};

TEST_F(ColumnsTest, ARowIsReadBackByName) {
  ASSERT_TRUE(database_->Run(CreateTable<NoteRow>("note")).ok());
  const NoteRow row = {.number = 7,
                       .colour = Colour::kBlack,
                       .is_last = true,
                       .text = "a, b",
                       .bytes = std::string("x\0y", 3),
                       .check = "c"};
  absl::StatusOr<Statement> insert =
      database_->Prepare(InsertRow<NoteRow>("note"));
  ASSERT_TRUE(insert.ok()) << insert.status();
  BindRow(row, *insert);
  ASSERT_TRUE(insert->Finish().ok());
  absl::StatusOr<Statement> select =
      database_->Prepare(SelectRows<NoteRow>("note", "WHERE number = 7"));
  ASSERT_TRUE(select.ok()) << select.status();
  ASSERT_TRUE(select->Step().value_or(false));
  const auto read = ReadRow<NoteRow>(*select);
  EXPECT_EQ(read.number, 7);
  EXPECT_EQ(read.colour, Colour::kBlack);
  EXPECT_TRUE(read.is_last);
  EXPECT_EQ(read.text, row.text);
  EXPECT_EQ(read.bytes, row.bytes);
  EXPECT_EQ(read.check, "c");
  EXPECT_EQ(Ask("SELECT the_colour FROM note"), "1");
}

TEST_F(ColumnsTest, ACheckCoversAllButItself) {
  const NoteRow row = {.number = 7, .text = "a", .bytes = "bc", .check = "c"};
  RowText text;
  NoteRow::ForEachColumn(row, text);
  EXPECT_EQ(text.text(), "7 0 0 1:a2:bc");
}

// Stored leagues of this format have these columns.
TEST_F(ColumnsTest, ColumnsAreThoseOfTheFormat) {
  ASSERT_TRUE(database_->Run(UnitSchema()).ok());
  ASSERT_TRUE(database_->Run(RunningSchema()).ok());
  const auto columns = [this](const std::string& table) {
    return Ask("SELECT group_concat(name, ' ') FROM pragma_table_info('" +
               table + "')");
  };
  EXPECT_EQ(
      columns("unit"),
      "number seatings items game_first game_second game_first_squares "
      "game_second_squares game_products game_cubes game_fourths card_items "
      "card_first card_second card_first_squares card_second_squares "
      "card_products card_cubes card_fourths "
      "forfeit_free_items forfeit_free_first forfeit_free_second "
      "forfeit_free_first_squares forfeit_free_second_squares "
      "forfeit_free_products forfeit_free_cubes forfeit_free_fourths deals "
      "decisions forfeits lost_by first_net "
      "second_net faults records_offset records_bytes scores forfeited_items "
      "points kinds kind_by_view three_way_points row_check");
  EXPECT_EQ(columns("fault"),
            "unit verdict bot ruleset item seating seat forfeits detail "
            "last_stderr question row_check");
  EXPECT_EQ(columns("running_pairing"),
            "ruleset pairing items products point_products kinds views "
            "deal_counts pairs score score_squares score_cubes score_fourths "
            "score_denominator ll ld split wd ww split_wl split_dd game_items "
            "game_first game_second game_first_squares game_second_squares "
            "game_products game_cubes game_fourths game_denominator card_items "
            "card_first card_second "
            "card_first_squares card_second_squares card_products card_cubes "
            "card_fourths card_denominator deals decisions forfeits "
            "forfeit_free_pairs "
            "forfeit_free_score forfeit_free_squares "
            "forfeit_free_score_cubes forfeit_free_score_fourths "
            "forfeit_free_denominator "
            "forfeit_free_items forfeit_free_first forfeit_free_second "
            "forfeit_free_first_squares forfeit_free_second_squares "
            "forfeit_free_products forfeit_free_cubes forfeit_free_fourths "
            "forfeit_free_points_denominator");
}

TEST_F(ColumnsTest, ATransactionOutOfScopeLeavesNothing) {
  ASSERT_TRUE(database_->Run("CREATE TABLE t (n INTEGER NOT NULL)").ok());
  {
    absl::StatusOr<Transaction> dropped = Transaction::Begin(*database_);
    ASSERT_TRUE(dropped.ok()) << dropped.status();
    ASSERT_TRUE(database_->Run("INSERT INTO t VALUES (1)").ok());
  }
  EXPECT_EQ(Ask("SELECT COUNT(*) FROM t"), "0");
  {
    absl::StatusOr<Transaction> kept = Transaction::Begin(*database_);
    ASSERT_TRUE(kept.ok()) << kept.status();
    EXPECT_FALSE(Transaction::Begin(*database_).ok());
    ASSERT_TRUE(database_->Run("INSERT INTO t VALUES (2)").ok());
    ASSERT_TRUE(kept->Commit().ok());
  }
  EXPECT_EQ(Ask("SELECT n FROM t"), "2");
}

}  // namespace
}  // namespace couillon::arena
