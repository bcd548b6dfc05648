#include "proto/whole_file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
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

TEST(WholeFileTest, AFileBeyondTheLimitIsRefusedUnread) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("large");
  std::ofstream(path, std::ios::binary) << "x";
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  EXPECT_EQ(ReadWhole(path, kMaxTextBytes).status(),
            absl::ResourceExhaustedError(
                path + ": is too large: found 1099511627776 bytes; expected at "
                       "most 16777216"));
  // A file without end, whose size the system does not know.
  EXPECT_EQ(ReadWhole("/dev/zero", 100'000).status(),
            absl::ResourceExhaustedError(
                "/dev/zero: is too large: found more than 100000 bytes; "
                "expected at most 100000"));
}

TEST(WholeFileTest, TheLimitItselfMayBeRead) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("file");
  std::ofstream(path, std::ios::binary) << std::string(10'000, 'x');
  EXPECT_TRUE(ReadWhole(path, 10'000).ok());
  EXPECT_FALSE(ReadWhole(path, 9'999).ok());
  ASSERT_TRUE(LargestFileRead().has_value());
  EXPECT_GE(LargestFileRead()->bytes, 10'000U);
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
