#include "tools/options/option_names.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/numbers/text/field_status.h"

namespace couillon::tools {
namespace {

std::string Named(const absl::Status& error) {
  const absl::Status status = WithOptionName(error);
  EXPECT_EQ(status.code(), error.code());
  return std::string(status.message());
}

TEST(OptionNamesTest, OptionStandsForTheFieldThatTheErrorNames) {
  EXPECT_EQ(Named(arena::FieldError("sprt", ": found 3 bots")),
            "--sprt: found 3 bots");
  EXPECT_EQ(Named(arena::FieldError("limits", ": start is 0")),
            "--limit: start is 0");
  EXPECT_EQ(Named(arena::FieldError("block_items", " is 0")), "--block is 0");
  EXPECT_EQ(Named(arena::WithField("isolation", absl::FailedPreconditionError(
                                                    "isolation: no bwrap"))),
            "--isolation: no bwrap");
}

TEST(OptionNamesTest, OtherErrorsStayAsTheyAre) {
  EXPECT_EQ(Named(absl::InvalidArgumentError("deals: a bot of this name")),
            "deals: a bot of this name");
  EXPECT_EQ(Named(arena::FieldError("seat_isolation", ": found")),
            "seat_isolation: found");
  EXPECT_TRUE(WithOptionName(absl::OkStatus()).ok());
}

}  // namespace
}  // namespace couillon::tools
