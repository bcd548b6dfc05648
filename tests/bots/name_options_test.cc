// The options in the names of bundled bots.
#include <gtest/gtest.h>

#include "bots/cpp/bundled/bundled.h"

namespace couillon::bots {
namespace {

std::string Error(const std::string& name) {
  return std::string(MakeStrategy(name).status().message());
}

TEST(NameOptionsTest, AreReadWhereGivenAndDefaultElsewhere) {
  const std::vector<NumberOption> known = {
      {.name = "samples", .value = 64, .least = 1, .most = 100},
      {.name = "cards", .value = 8, .least = 0, .most = 32}};
  EXPECT_EQ(BaseName("pimc:cards=3"), "pimc");
  EXPECT_EQ(BaseName("pimc"), "pimc");
  const auto plain = ReadOptions("pimc", known);
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(ValueOf(*plain, "samples"), 64);
  const auto both = ReadOptions("pimc:cards=3,samples=100", known);
  ASSERT_TRUE(both.ok());
  EXPECT_EQ(ValueOf(*both, "samples"), 100);
  EXPECT_EQ(ValueOf(*both, "cards"), 3);
}

TEST(NameOptionsTest, BotsAreMadeWithTheirOptions) {
  for (const char* name :
       {"pimc:samples=1", "pimc:samples=64,cards=12,win-bonus=0",
        "expert:samples=256", "expert:win-bonus=10000",
        "expert:card-surprise=50,call-surprise=20,heuristic-share=0"}) {
    EXPECT_TRUE(MakeStrategy(name).ok()) << name;
    EXPECT_TRUE(CheckStrategyName(name).ok()) << name;
  }
  for (const std::string& name : FastStrategyNames()) {
    EXPECT_TRUE(MakeStrategy(name).ok()) << name;
  }
}

TEST(NameOptionsTest, ErrorsNameTheBotTheOptionAndTheValue) {
  EXPECT_EQ(
      Error("clairvoyant:samples=1"),
      "there is no bundled bot \"clairvoyant\"; expected one of "
      "first-legal random greedy heuristic policy pimc expert, with options "
      "after a colon");
  EXPECT_EQ(Error("pimc:seconds=3"),
            "the bot pimc has the option \"seconds\"; expected one of samples "
            "cards win-bonus");
  EXPECT_EQ(Error("greedy:samples=3"),
            "the bot greedy has the option \"samples\"; expected no option");
  EXPECT_EQ(Error("pimc:"),
            "the bot pimc has the option \"\"; expected one of samples cards "
            "win-bonus");
  EXPECT_EQ(Error("pimc:cards=2,cards=3"),
            "the bot pimc has the option cards twice; expected it once");
  for (const char* value : {"0", "-1", "many", "", "1.5", "99999999999"}) {
    EXPECT_EQ(Error(std::string("pimc:samples=") + value),
              std::string("the bot pimc has the value \"") + value +
                  "\" of the option samples; expected a whole number from 1 to "
                  "100000");
  }
}

}  // namespace
}  // namespace couillon::bots
