// Frames are appended and synced; a frame that is cut off is read up to its
// last whole record.

#include "arena/league/store/deal_file.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <ios>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/folder_content.h"
#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/delimited_message_util.h"

namespace couillon::arena {
namespace {

constexpr int kZstdLevel = 3;
constexpr std::size_t kMaxBytesOfAUnit = std::size_t{1} << 28;
// Cards are random: records are seldom a tenth of their size when packed.
constexpr std::size_t kMinBytesAllowed = std::size_t{1} << 20;
constexpr std::size_t kMaxBytesPerPacked = 256;
constexpr int kMaxWindowLog = 27;
constexpr std::uint32_t kSeatings = 6;
// The data read of a unit take a hundred times the memory of its bytes, unless
// these are limited too: records (65,536 items), deals of its matches, and
// bytes of one record.
constexpr std::size_t kMaxRecords = std::size_t{65536} * kSeatings;
constexpr std::size_t kMaxRecordedDeals = std::size_t{1} << 23;
constexpr std::uint32_t kMaxRecordBytes = std::uint32_t{1} << 20;

absl::Status FileError(const std::string& path, const char* what) {
  const std::string why = std::generic_category().message(errno);
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%s: %s: %s; %s", path, what, why,
      AfterFullDisk(std::filesystem::path(path).parent_path().string())));
}

// A checksum over the fields of a record, independent of its encoding.
std::uint32_t CheckOf(const v1::DealRecord& record) {
  std::string text = absl::StrCat(
      record.item(), " ", record.seating(), " ", record.half_points(), " ",
      record.half_game_points(), " ", record.forfeited_by());
  for (const std::string& deal : record.deals()) {
    absl::StrAppend(&text, " ", deal.size(), ":", deal);
  }
  const std::string hash = TextHash(text).substr(0, 8);
  return static_cast<std::uint32_t>(std::stoul(hash, nullptr, 16));
}

// The field forfeited_by of a record: 0 no team, 1 the first, 2 the second, 3
// the third.
std::uint32_t ToForfeit(std::optional<Team> team) {
  return team ? static_cast<std::uint32_t>(*team) + 1 : 0;
}

std::optional<Team> FromForfeit(std::uint32_t forfeited_by) {
  if (forfeited_by == 0) return std::nullopt;
  return forfeited_by == 1   ? Team::kFirst
         : forfeited_by == 2 ? Team::kSecond
                             : Team::kThird;
}

v1::DealRecord ToRecord(const DealOfUnit& played) {
  v1::DealRecord record;
  record.set_item(played.item);
  record.set_seating(static_cast<std::uint32_t>(played.seating));
  for (const std::string& deal : played.deals) record.add_deals(deal);
  record.set_half_points(
      static_cast<std::uint32_t>(played.outcome.half_points));
  record.set_half_game_points(
      played.outcome.lead_halves[Quantity::kGamePoints]);
  record.set_forfeited_by(ToForfeit(played.outcome.forfeited_by));
  record.set_checksum(CheckOf(record));
  return record;
}

DealOfUnit FromRecord(const v1::DealRecord& record) {
  DealOfUnit played;
  played.item = record.item();
  played.seating = static_cast<Seating>(record.seating());
  played.deals.assign(record.deals().begin(), record.deals().end());
  played.outcome.half_points = static_cast<int>(record.half_points());
  played.outcome.lead_halves[Quantity::kGamePoints] = record.half_game_points();
  played.outcome.forfeited_by = FromForfeit(record.forfeited_by());
  played.outcome.deals = std::max(record.deals_size(), 1);
  return played;
}

// The part of a frame that can be decompressed. Sets `whole` if it is complete.
std::string Decompress(const std::string& frame, bool& whole) {
  std::string text;
  std::string chunk(std::size_t{1} << 16, '\0');
  const std::size_t most = std::min(
      kMaxBytesOfAUnit, kMinBytesAllowed + kMaxBytesPerPacked * frame.size());
  ZSTD_DCtx* context = ZSTD_createDCtx();
  ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, kMaxWindowLog);
  ZSTD_inBuffer in{frame.data(), frame.size(), 0};
  std::size_t left = 1;
  while (left != 0 && text.size() < most) {
    ZSTD_outBuffer out{chunk.data(), chunk.size(), 0};
    left = ZSTD_decompressStream(context, &out, &in);
    text.append(chunk.data(), out.pos);
    if (ZSTD_isError(left) != 0 || (in.pos == in.size && out.pos == 0)) break;
  }
  ZSTD_freeDCtx(context);
  whole = left == 0 && in.pos == in.size;
  return text;
}

}  // namespace

absl::StatusOr<DealFile> DealFile::Open(const std::string& path,
                                        std::int64_t end) {
  RETURN_IF_ERROR(CheckPlainFile(path));
  const int fd =
      open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) return FileError(path, "cannot be opened");
  DealFile file(fd, path, end);
  const off_t size = lseek(fd, 0, SEEK_END);
  if (size < end) {
    return absl::DataLossError(
        absl::StrFormat("%s: has %d bytes; expected at least %d", path,
                        static_cast<std::int64_t>(size), end));
  }
  if (size > end && ftruncate(fd, end) != 0) {
    return FileError(path, "cannot be cut to its stored length");
  }
  return file;
}

DealFile::DealFile(DealFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      path_(std::move(other.path_)),
      end_(other.end_) {}

DealFile::~DealFile() {
  if (fd_ >= 0) close(fd_);
}

std::string PackDeals(const std::vector<DealOfUnit>& records) {
  std::string text;
  {
    google::protobuf::io::StringOutputStream out(&text);
    for (const DealOfUnit& played : records) {
      google::protobuf::util::SerializeDelimitedToZeroCopyStream(
          ToRecord(played), &out);
    }
  }
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(),
                                         text.data(), text.size(), kZstdLevel);
  frame.resize(size);
  return frame;
}

std::string DealCompression() {
  return absl::StrFormat("zstd %s", ZSTD_versionString());
}

absl::StatusOr<DealSpan> DealFile::Append(
    const std::vector<DealOfUnit>& records) {
  return AppendFrame(PackDeals(records));
}

absl::StatusOr<DealSpan> DealFile::AppendFrame(const std::string& frame) {
  const std::size_t size = frame.size();
  const DealSpan span{.offset = end_, .bytes = static_cast<std::int64_t>(size)};
  for (std::size_t done = 0; done < size;) {
    const ssize_t written =
        pwrite(fd_, frame.data() + done, size - done,
               static_cast<off_t>(end_) + static_cast<off_t>(done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return FileError(path_, "cannot be written");
    done += static_cast<std::size_t>(written);
  }
  end_ += span.bytes;
  return span;
}

absl::Status DealFile::Sync() {
  if (fdatasync(fd_) != 0) return FileError(path_, "cannot be made durable");
  return absl::OkStatus();
}

absl::Status UnpackDeals(const std::string& frame,
                         std::vector<DealOfUnit>& records) {
  bool whole = false;
  const std::string text = Decompress(frame, whole);
  const auto size = static_cast<int>(text.size());
  google::protobuf::io::ArrayInputStream bytes(text.data(), size);
  google::protobuf::io::CodedInputStream in(&bytes);
  const std::size_t before = records.size();
  std::size_t deals = 0;
  while (in.CurrentPosition() < size) {
    v1::DealRecord record;
    std::uint32_t length = 0;
    if (!in.ReadVarint32(&length) || length > kMaxRecordBytes ||
        length > static_cast<std::uint32_t>(size - in.CurrentPosition()) ||
        !record.ParseFromArray(text.data() + in.CurrentPosition(),
                               static_cast<int>(length))) {
      return absl::DataLossError("the record is damaged");
    }
    in.Skip(static_cast<int>(length));
    deals += static_cast<std::size_t>(record.deals_size());
    if (records.size() - before == kMaxRecords || deals > kMaxRecordedDeals) {
      return absl::DataLossError("the records are more than a unit has");
    }
    if (record.checksum() != CheckOf(record)) {
      return absl::DataLossError("the record does not match its checksum");
    }
    if (record.seating() >= kSeatings || record.half_points() > 2 ||
        record.forfeited_by() > 3) {
      return absl::DataLossError("the record is that of no deal");
    }
    records.push_back(FromRecord(record));
  }
  if (whole) return absl::OkStatus();
  return absl::DataLossError("the record is damaged");
}

absl::Status ReadDeals(const std::string& path, DealSpan span,
                       std::vector<DealOfUnit>& records) {
  RETURN_IF_ERROR(CheckPlainFile(path));
  std::error_code error;
  const auto size =
      static_cast<std::int64_t>(std::filesystem::file_size(path, error));
  if (error || span.offset < 0 || span.bytes < 0 ||
      span.bytes > size - span.offset ||
      span.bytes > static_cast<std::int64_t>(kMaxBytesOfAUnit)) {
    return absl::DataLossError(
        absl::StrFormat("%s: %d bytes at %d cannot be read; it has %d bytes",
                        path, span.bytes, span.offset, error ? 0 : size));
  }
  std::ifstream file(path, std::ios::binary);
  std::string frame(static_cast<std::size_t>(span.bytes), '\0');
  file.seekg(span.offset);
  file.read(frame.data(), span.bytes);
  if (!file) {
    return absl::DataLossError(absl::StrFormat(
        "%s: %d bytes at %d cannot be read", path, span.bytes, span.offset));
  }
  const absl::Status status = UnpackDeals(frame, records);
  if (status.ok()) return status;
  return absl::Status(
      status.code(),
      absl::StrFormat("%s: %s", path, std::string(status.message())));
}

}  // namespace couillon::arena
