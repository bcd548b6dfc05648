#include <gtest/gtest.h>

#include "arena/league/cluster/local_submit.h"

namespace couillon::arena {
namespace {

using std::chrono::seconds;

TaskTime At(int second) { return TaskTime() + seconds(second); }

TEST(TaskBoardTest, EveryTaskStartsOnceInItsOrder) {
  TaskBoard board(2);
  EXPECT_EQ(board.Next(At(0)), 0U);
  board.Started(0, At(0));
  EXPECT_EQ(board.Next(At(0)), 1U);
  board.Started(1, At(0));
  EXPECT_EQ(board.Next(At(1000)), std::nullopt);  // nothing to compare with
}

TEST(TaskBoardTest, ATaskThatRunsLongStartsASecondTime) {
  TaskBoard board(2);
  board.Started(0, At(0));
  board.Started(1, At(0));
  board.Ended(0, true, At(10));
  EXPECT_EQ(board.Next(At(20)), std::nullopt);  // not longer than twice as long
  EXPECT_EQ(board.Next(At(21)), 1U);
  board.Started(1, At(21));
  EXPECT_EQ(board.Next(At(1000)), std::nullopt);  // never three times
  board.Ended(1, true, At(30));
  EXPECT_TRUE(board.AllEnded());
}

TEST(TaskBoardTest, WhatRunsLongestStartsASecondTimeFirst) {
  TaskBoard board(3);
  board.Started(0, At(0));
  board.Started(1, At(2));
  board.Started(2, At(1));
  board.Ended(0, true, At(10));
  EXPECT_EQ(board.Next(At(50)), 2U);
}

TEST(TaskBoardTest, NothingStartsTwiceWhileATaskWaits) {
  TaskBoard board(3);
  board.Started(0, At(0));
  board.Started(1, At(0));
  board.Ended(0, true, At(1));
  EXPECT_EQ(board.Next(At(50)), 2U);
}

TEST(TaskBoardTest, ATaskThatFailsIsGivenUp) {
  TaskBoard board(1);
  board.Started(0, At(0));
  board.Ended(0, false, At(1));
  EXPECT_EQ(board.Next(At(2)), std::nullopt);
  EXPECT_FALSE(board.IsDone(0));
  EXPECT_TRUE(board.AllEnded());
}

}  // namespace
}  // namespace couillon::arena
