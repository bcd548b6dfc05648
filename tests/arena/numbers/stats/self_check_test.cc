#include "arena/measure/selftest/self_check.h"

#include <gtest/gtest.h>

#include <cmath>

namespace couillon::arena {
namespace {

TEST(SelfCheckTest, PassesInsideItsBandOnly) {
  SelfCheck check{.found = 2, .band = {1, 2}};
  EXPECT_TRUE(check.passed());
  check.found = 2.001;
  EXPECT_FALSE(check.passed());
  check.found = 0.999;
  EXPECT_FALSE(check.passed());
  check.found = std::nan("");
  EXPECT_FALSE(check.passed());
}

TEST(SelfCheckTest, ABandIsThreeStandardErrorsWider) {
  const stats::Interval band = ShareBand(0.94, 0.96, 1000);
  EXPECT_NEAR(band.lo, 0.94 - 3 * std::sqrt(0.94 * 0.06 / 1000), 1e-12);
  EXPECT_NEAR(band.hi, 0.96 + 3 * std::sqrt(0.96 * 0.04 / 1000), 1e-12);
  EXPECT_EQ(ShareBand(0, 1, 10).lo, 0);
  EXPECT_EQ(ShareBand(0.5, 0.99, 10).hi, 1);
}

TEST(SelfCheckTest, AFailureIsShownInBothForms) {
  const std::vector<SelfCheck> checks = {{.group = "shares",
                                          .name = "one",
                                          .runs = 10,
                                          .found = 1,
                                          .band = {1, 1}},
                                         {.group = "shares",
                                          .name = "two",
                                          .runs = 10,
                                          .found = 3,
                                          .band = {1, 2}}};
  const std::string text = SelfCheckText(checks);
  EXPECT_NE(text.find("FAILED"), std::string::npos) << text;
  EXPECT_NE(text.find("1 of 2 checks FAILED"), std::string::npos) << text;
  EXPECT_NE(SelfCheckJson({}, checks).find("\"passed\": false"),
            std::string::npos);
  EXPECT_EQ(SelfCheckText({checks[0]}).find("FAILED"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
