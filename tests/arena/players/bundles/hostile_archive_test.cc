// Archives by hand: what they say of an entry is not what it has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/players/bundles/bundle_store.h"
#include "arena/players/roster/bot_folder.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

constexpr std::size_t kBlock = 512;
constexpr std::int64_t kGiant = std::int64_t{9} << 30;

std::string Octal(std::int64_t number, std::size_t width) {
  std::string digits(width, '0');
  for (std::size_t i = width; i-- > 0; number /= 8) {
    digits[i] = static_cast<char>('0' + number % 8);
  }
  return digits;
}

// One entry of a tar file, with its content; `extra` goes to the place where
// old GNU tar has the map of a sparse file.
std::string TarEntry(const std::string& name, char type,
                     const std::string& content, const std::string& extra = "",
                     const std::string& magic = std::string("ustar\00000", 8)) {
  std::string block(kBlock, '\0');
  const auto put = [&block](std::size_t place, const std::string& text) {
    block.replace(place, text.size(), text);
  };
  put(0, name);
  put(100, "0000755");
  put(108, "0000000");
  put(116, "0000000");
  put(124, Octal(static_cast<std::int64_t>(content.size()), 11));
  put(136, "00000000000");
  put(148, "        ");
  put(156, std::string(1, type));
  put(257, magic);
  put(386, extra);
  unsigned sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  put(148, Octal(sum, 6) + std::string("\0 ", 2));
  std::string padded = content;
  padded.resize((content.size() + kBlock - 1) / kBlock * kBlock);
  return block + padded;
}

std::string PaxRecord(const std::string& key, const std::string& value) {
  const std::string rest = " " + key + "=" + value + "\n";
  std::size_t size = rest.size() + 1;
  while (std::to_string(size).size() + rest.size() != size) ++size;
  return std::to_string(size) + rest;
}

std::string PaxEntry(const std::string& records, const std::string& content) {
  return TarEntry("pax", 'x', records) + TarEntry("file", '0', content);
}

class HostileArchiveTest : public ::testing::Test {
 protected:
  absl::Status Unpack(const std::string& entries) {
    WriteFile(folder_.path("archive"), entries + std::string(2 * kBlock, '\0'));
    fs::remove_all(to());
    fs::create_directory(to());
    return UnpackBundle(folder_.path("archive"), to());
  }
  [[nodiscard]] std::string to() const { return folder_.path("to"); }
  // The bytes of all files that were unpacked, holes included.
  [[nodiscard]] std::uintmax_t Size() const {
    std::uintmax_t size = 0;
    for (const auto& entry : fs::recursive_directory_iterator(to())) {
      if (entry.is_regular_file()) size += entry.file_size();
    }
    return size;
  }

  TemporaryFolder folder_;
};

TEST_F(HostileArchiveTest, AnHonestArchiveByHandIsUnpacked) {
  const absl::Status status = Unpack(PaxEntry(PaxRecord("size", "4"), "text") +
                                     TarEntry("empty", '0', ""));
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(Size(), 4U);
}

TEST_F(HostileArchiveTest, SparseFilesAreRefusedInEveryNotation) {
  const std::string giant = std::to_string(kGiant);
  const std::string small = "4096";
  std::string map = "1\n0\n512\n";
  map.resize(kBlock);
  const std::string data = map + std::string(kBlock, 'x');
  std::string late = "1\n1024\n512\n";
  late.resize(kBlock);
  const std::string records = PaxRecord("GNU.sparse.major", "1") +
                              PaxRecord("GNU.sparse.minor", "0") +
                              PaxRecord("GNU.sparse.name", "file");
  for (const std::string& size : {giant, small}) {
    const std::string real = PaxRecord("GNU.sparse.realsize", size);
    const std::string old_size = PaxRecord("GNU.sparse.size", size);
    for (const std::string& archive : {
             PaxEntry(records + real, data),
             PaxEntry(records + real, late + std::string(kBlock, 'x')),
             PaxEntry(real, "x"),
             PaxEntry(PaxRecord("GNU.sparse.map", "0,1") + old_size, "x"),
             PaxEntry(PaxRecord("GNU.sparse.map", "2048,1") + old_size, "x"),
             PaxEntry(old_size + PaxRecord("GNU.sparse.numblocks", "1") +
                          PaxRecord("GNU.sparse.offset", "1024") +
                          PaxRecord("GNU.sparse.numbytes", "1"),
                      "x"),
             PaxEntry(PaxRecord("SCHILY.realsize", size), "x"),
         }) {
      EXPECT_FALSE(Unpack(archive).ok()) << archive.substr(kBlock, 200);
      EXPECT_LE(Size(), 2 * kBlock);
    }
  }
}

TEST_F(HostileArchiveTest, OldSparseEntriesAreRefused) {
  // Offset and length of one piece, then where the list of more would be, and
  // the real size.
  const std::string map = Octal(0, 11) + '\0' + Octal(1, 11) + '\0';
  std::string extra = map;
  extra.resize(24 * 4 + 1);
  extra += Octal(1 << 20, 11);
  const absl::Status status =
      Unpack(TarEntry("file", 'S', "x", extra, std::string("ustar  \0", 8)));
  EXPECT_THAT(std::string(status.message()), HasSubstr("file"));
  EXPECT_LE(Size(), kBlock);
}

TEST_F(HostileArchiveTest, SizesThatLieAreRefused) {
  for (const std::string& size :
       {std::to_string(kGiant), std::string("9223372036854775807"),
        std::string("5000")}) {
    EXPECT_FALSE(Unpack(PaxEntry(PaxRecord("size", size), "x")).ok()) << size;
    EXPECT_LE(Size(), 4 * kBlock);
  }
}

TEST_F(HostileArchiveTest, FoldersWithoutEndAreRefused) {
  std::string deep;
  for (int i = 0; i <= kMaxBotDepth; ++i) deep += "a/";
  const absl::Status status =
      Unpack(PaxEntry(PaxRecord("path", deep + "file"), ""));
  EXPECT_THAT(std::string(status.message()), HasSubstr("deep"));
  EXPECT_TRUE(fs::is_empty(to()));
}

TEST_F(HostileArchiveTest, AFifoIsNotWaitedFor) {
  const std::string fifo = folder_.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  fs::create_directory(to());
  EXPECT_FALSE(UnpackBundle(fifo, to()).ok());
}

}  // namespace
}  // namespace couillon::arena
