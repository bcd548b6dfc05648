#include "proto/whole_file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <ios>

#include "absl/status/status.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

TEST(WholeFileTest, EveryByteIsRead) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("file");
  for (const std::size_t size : {0, 1, 4095, 4096, 4097, 1'000'000}) {
    std::string content(size, '\0');
    for (std::size_t i = 0; i < size; ++i) {
      content[i] = static_cast<char>(i * 7 % 256);
    }
    std::ofstream(path, std::ios::binary) << content;
    const absl::StatusOr<std::string> read = ReadWhole(path);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, content) << size << " bytes";
  }
}

TEST(WholeFileTest, AFileWhoseSizeIsNotKnownIsReadToItsEnd) {
  const absl::StatusOr<std::string> read = ReadWhole("/proc/self/status");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_NE(read->find("\nnonvoluntary_ctxt_switches:"), std::string::npos);
}

TEST(WholeFileTest, TheErrorNamesTheFileAndTheReason) {
  const testing_support::TemporaryFolder folder;
  const std::string whole = folder.path("");
  EXPECT_EQ(ReadWhole(whole).status(),
            absl::FailedPreconditionError(whole +
                                          ": cannot be read: Is a directory"));
  const std::string missing = folder.path("missing");
  EXPECT_EQ(ReadWhole(missing).status(),
            absl::NotFoundError(missing +
                                ": cannot be read: No such file or directory"));
}

}  // namespace
}  // namespace couillon
