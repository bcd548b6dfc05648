#include "tools/commands/arena/notices.h"

#include <gtest/gtest.h>

#include <sstream>

namespace couillon::tools {
namespace {

TEST(NoticesTest, AnAuthorWhoComesAndGoesHasFewLines) {
  std::ostringstream out;
  std::chrono::steady_clock::time_point now;
  {
    Notices notices(out, [&now] { return now; });
    for (int i = 0; i < 500; ++i) {
      notices.Print("eve/bot" + std::to_string(i), "left");
      if (i == 250) notices.Print("bob/b", "joins\nnow");
    }
    now += kNoticePeriod;
    notices.Print("eve/last", "left");
  }
  EXPECT_EQ(out.str(),
            "eve/bot0: left\neve/bot1: left\neve/bot2: left\neve/bot3: left\n"
            "eve/bot4: left\nbob/b: joins\\nnow\n"
            "eve: 495 more lines were left out\neve/last: left\n");
}

TEST(NoticesTest, TheEndSaysWhatWasLeftOut) {
  std::ostringstream out;
  {
    Notices notices(out);
    for (int i = 0; i < kMaxNotices + 2; ++i) notices.Print("eve/b", "x");
  }
  EXPECT_TRUE(
      out.str().ends_with("eve/b: x\neve: 2 more lines were left "
                          "out\n"))
      << out.str();
}

}  // namespace
}  // namespace couillon::tools
