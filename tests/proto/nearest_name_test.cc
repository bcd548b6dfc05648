// Which known name is suggested for an unknown one.
#include "proto/nearest_name.h"

#include <gtest/gtest.h>

namespace couillon {
namespace {

const std::vector<std::string> kNames = {"fr",        "kujong", "kwajongen",
                                         "troeven",   "json",   "--deals",
                                         "--ruleset", "text"};

TEST(NearestNameTest, OneLetterInsertedDeletedReplacedOrSwappedIsNear) {
  EXPECT_EQ(NearestName("troevven", kNames), "troeven");
  EXPECT_EQ(NearestName("--deal", kNames), "--deals");
  EXPECT_EQ(NearestName("kujonk", kNames), "kujong");
  EXPECT_EQ(NearestName("jsno", kNames), "json");
}

TEST(NearestNameTest, UpperAndLowerCaseAreTheSame) {
  EXPECT_EQ(NearestName("JSON", kNames), "json");
  EXPECT_EQ(NearestName("json", {"JSON"}), "JSON");
}

TEST(NearestNameTest, NothingIsNearIfMoreThanAThirdOfTheLettersDiffers) {
  EXPECT_EQ(NearestName("tracing", kNames), std::nullopt);
  EXPECT_EQ(NearestName("whist", kNames), std::nullopt);
  EXPECT_EQ(NearestName("", kNames), std::nullopt);
  EXPECT_EQ(NearestName("fr", {}), std::nullopt);
}

TEST(NearestNameTest, ANameOfWhichNoLetterIsLeftIsNotNear) {
  EXPECT_EQ(NearestName("x", {"y"}), std::nullopt);
}

TEST(NearestNameTest, TheNearestOfSeveralIsChosenAndTheFirstOfEquals) {
  EXPECT_EQ(NearestName("trove", {"troves", "trovers"}), "troves");
  EXPECT_EQ(NearestName("cat", {"bat", "rat"}), "bat");
}

TEST(NearestNameTest, TheBeginningOfASingleNameStandsForIt) {
  EXPECT_EQ(NearestName("kwa", kNames), "kwajongen");
  EXPECT_EQ(NearestName("--rul", kNames), "--ruleset");
  EXPECT_EQ(NearestName("kw", kNames), std::nullopt) << "too short";
  EXPECT_EQ(NearestName("round", {"round-robin", "roundabout"}), std::nullopt)
      << "two names";
}

TEST(NearestNameTest, AVeryLongTextIsNoName) {
  EXPECT_EQ(NearestName(std::string(1'000'000, 'a'), kNames), std::nullopt);
}

TEST(NearestNameTest, TheSuggestionEndsASentence) {
  EXPECT_EQ(DidYouMean("jsno", kNames), "; did you mean json?");
  EXPECT_EQ(DidYouMean("whist", kNames), "");
}

}  // namespace
}  // namespace couillon
