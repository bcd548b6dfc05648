#include "tools/options/option_names.h"

#include <gtest/gtest.h>

#include <string>

namespace couillon::tools {
namespace {

std::string Named(const std::string& message) {
  const absl::Status status =
      WithOptionName(absl::InvalidArgumentError(message));
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  return std::string(status.message());
}

TEST(OptionNamesTest, OptionStandsForTheFieldThatTheErrorStartsWith) {
  EXPECT_EQ(Named("sprt: found 3 bots"), "--sprt: found 3 bots");
  EXPECT_EQ(Named("limits: start is 0; expected more"),
            "--limit: start is 0; expected more");
}

TEST(OptionNamesTest, OtherErrorsStayAsTheyAre) {
  for (const char* message :
       {"", "bot deals: has no command", "dealsy: no", "--limit is \"x\""}) {
    EXPECT_EQ(Named(message), message);
  }
  EXPECT_TRUE(WithOptionName(absl::OkStatus()).ok());
}

}  // namespace
}  // namespace couillon::tools
