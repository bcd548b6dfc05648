#include "arena/league/cluster/shard_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace couillon::arena {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ShardGroupsTest, AGroupIsALine) {
  EXPECT_THAT(ReadGroups("0\n3,7-9\n"),
              ElementsAre(ElementsAre(0), ElementsAre(3, 7, 8, 9)));
  EXPECT_THAT(ReadGroups("x\n"), ElementsAre(IsEmpty()));
}

TEST(ShardGroupsTest, WhatIsInBothListsIsLeftOut) {
  EXPECT_THAT(Without({1, 2, 3, 5}, {2, 4, 5}), ElementsAre(1, 3));
}

TEST(ShardGroupsTest, TheLastGroupMayBeSmaller) {
  EXPECT_THAT(
      SplitGroups({1, 2, 5, 6, 9}, 2),
      ElementsAre(ElementsAre(1, 2), ElementsAre(5, 6), ElementsAre(9)));
  EXPECT_THAT(SplitGroups({}, 2), IsEmpty());
}

}  // namespace
}  // namespace couillon::arena
