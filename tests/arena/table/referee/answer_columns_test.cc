// Answers as a bot sent them: what is rejected before the referee sees it.
#include "arena/table/referee/answer_columns.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

v1::PlayResponse Answers(const std::vector<std::uint32_t>& ids,
                         const std::vector<std::uint32_t>& actions) {
  v1::PlayResponse response;
  for (const std::uint32_t id : ids) response.add_decision_ids(id);
  for (const std::uint32_t action : actions) response.add_actions(action);
  return response;
}

TEST(ReadAnswersTest, AppendsAnEventPerAnswer) {
  std::vector<BotEvent> events(1);
  EXPECT_TRUE(
      ReadAnswers(Answers({7, 9}, {31, 4'000'000'000}), LinkIndex(3), 2, events)
          .ok());
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[1].kind, BotEvent::Kind::kAnswer);
  EXPECT_EQ(events[1].link, LinkIndex(3));
  EXPECT_EQ(events[1].id, 7U);
  EXPECT_EQ(events[1].action, 31U);
  EXPECT_EQ(events[2].id, 9U);
  EXPECT_EQ(events[2].action, 4'000'000'000U) << "unchecked";
}

TEST(ReadAnswersTest, AnEmptyMessageHasNoAnswer) {
  std::vector<BotEvent> events;
  EXPECT_TRUE(ReadAnswers(Answers({}, {}), LinkIndex(0), 0, events).ok());
  EXPECT_TRUE(events.empty());
}

TEST(ReadAnswersTest, ColumnsOfDifferentLengthsAreRejected) {
  std::vector<BotEvent> events;
  const absl::Status status =
      ReadAnswers(Answers({1, 2}, {0}), LinkIndex(0), 5, events);
  EXPECT_EQ(std::string(status.message()),
            "answered with 2 decision_ids and 1 actions");
  EXPECT_TRUE(events.empty());
}

TEST(ReadAnswersTest, MoreAnswersThanOpenDecisionsAreRejected) {
  std::vector<BotEvent> events;
  const absl::Status status =
      ReadAnswers(Answers({1, 2}, {0, 0}), LinkIndex(0), 1, events);
  EXPECT_EQ(std::string(status.message()),
            "answered 2 decisions, but 1 were open");
  EXPECT_TRUE(events.empty());
}

TEST(ReadAnswersTest, TheLargestAnswerFitsInTheLimitOfBytes) {
  constexpr std::size_t kOpen = 1000;
  const std::vector<std::uint32_t> largest(kOpen, UINT32_MAX);
  EXPECT_LE(Answers(largest, largest).ByteSizeLong(), LargestAnswer(kOpen));
}

}  // namespace
}  // namespace couillon::arena
