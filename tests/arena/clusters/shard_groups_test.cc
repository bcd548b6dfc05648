#include "arena/clusters/shard_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace couillon::arena {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ShardGroupsTest, ListsAreReadAsWritten) {
  EXPECT_EQ(ShardList({3, 7, 8, 9}), "3,7-9");
  EXPECT_THAT(ReadShardLists("0\n3,7-9\n", 1, 5),
              ElementsAre(ElementsAre(3, 7, 8, 9)));
  EXPECT_THAT(ReadShardLists("0\n1\n2\n", 1, 1), ElementsAre(ElementsAre(1)));
  EXPECT_THAT(ReadShardLists("x\n", 0, 1), ElementsAre(IsEmpty()));
}

TEST(ShardGroupsTest, TheLastGroupMayBeSmaller) {
  EXPECT_THAT(
      GroupsOf({1, 2, 5, 6, 9}, 2),
      ElementsAre(ElementsAre(1, 2), ElementsAre(5, 6), ElementsAre(9)));
  EXPECT_THAT(GroupsOf({}, 2), IsEmpty());
}

}  // namespace
}  // namespace couillon::arena
