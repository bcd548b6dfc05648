// A header, units in order, their hashes, and a chain of hashes at the end.

#include "arena/league/shards/result_file.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <ios>
#include <span>
#include <string_view>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/league/shards/durable_file.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {
namespace {

constexpr char kMagic[] = "couillon result 1";
constexpr std::size_t kHashBytes = 16;
constexpr std::size_t kCheckBytes = 8;
constexpr std::size_t kSizeBytes = 4;      // of a part of a unit
constexpr std::size_t kMaxLine = 1 << 26;  // bytes of a line of the header
constexpr std::uint64_t kMaxPartBytes = 256 << 20;  // as of a value of a store

std::string ComputeHash(const std::string& text) {
  std::array<unsigned char, kHashBytes> hash{};
  HashText(text, "", hash);
  return {hash.begin(), hash.end()};
}

// Three lines: what the file is, of which plan, and which units.
std::string HeaderText(const ResultHeader& header) {
  std::string text =
      absl::StrCat(kMagic, "\nplan ", header.identity, "\nunits");
  for (const UnitRun& run : header.units) {
    absl::StrAppend(&text, " ", run.first, "-", run.end - 1);
  }
  return text + "\n";
}

void AppendSize(std::size_t size, std::string& text) {
  COUILLON_CHECK(size >> 32 == 0);
  for (std::size_t byte = 0; byte < kSizeBytes; ++byte) {
    text.push_back(static_cast<char>(size >> 8 * byte & 0xFF));
  }
}

std::uint64_t SizeAt(const std::string& text, std::size_t at) {
  std::uint64_t size = 0;
  for (std::size_t byte = 0; byte < kSizeBytes; ++byte) {
    size |= std::uint64_t{static_cast<unsigned char>(text[at + byte])}
            << 8 * byte;
  }
  return size;
}

std::string SizesOf(const UnitBytes& unit) {
  std::string sizes;
  AppendSize(unit.result.size(), sizes);
  AppendSize(unit.records.size(), sizes);
  AppendSize(unit.faults.size(), sizes);
  return sizes;
}

// The hash of what repeats itself, and of all of it.
struct UnitHashes {
  std::string content;
  std::string whole;
};

UnitHashes ComputeHashes(const UnitBytes& unit) {
  UnitHashes hashes;
  std::string text;
  AppendSize(unit.result.size(), text);
  hashes.content = ComputeHash(absl::StrCat(text, unit.result, unit.records));
  hashes.whole = ComputeHash(SizesOf(unit) + hashes.content + unit.faults);
  return hashes;
}

bool ReadRun(std::string_view text, UnitRun& run) {
  const std::vector<std::string> ends = absl::StrSplit(std::string(text), '-');
  if (ends.size() != 2 || !absl::SimpleAtoi(ends[0], &run.first) ||
      !absl::SimpleAtoi(ends[1], &run.end)) {
    return false;
  }
  ++run.end;
  return run.first >= 0 && run.first < run.end;
}

bool ReadUnits(const std::string& line, std::vector<UnitRun>& units) {
  std::vector<std::string> words = absl::StrSplit(line, ' ');
  if (words.size() < 2 || words.front() != "units") return false;
  for (std::size_t at = 1; at < words.size(); ++at) {
    UnitRun run;
    if (!ReadRun(words[at], run)) return false;
    if (!units.empty() && units.back().end >= run.first) return false;
    units.push_back(run);
  }
  return true;
}

}  // namespace

void UnitChain::Add(const std::string& hash) {
  head_ = ComputeHash(head_ + hash);
}

std::string UnitChain::Text() const {
  return Hexadecimal(std::span<const unsigned char>(
      // bytes
      reinterpret_cast<const unsigned char*>(head_.data()), head_.size()));
}

ResultWriter::ResultWriter(std::string path, const ResultHeader& header)
    : path_(std::move(path)),
      file_(path_, std::ios::binary | std::ios::trunc),
      missing_(CountUnits(header.units)),
      content_(ComputeHash(HeaderText(header))),
      whole_(ComputeHash(HeaderText(header))) {}

absl::StatusOr<ResultWriter> ResultWriter::Open(const std::string& path,
                                                const ResultHeader& header) {
  ResultWriter writer(path, header);
  writer.file_ << HeaderText(header);
  if (writer.file_) return writer;
  return absl::ResourceExhaustedError(
      absl::StrFormat("%s: cannot be written", path));
}

absl::Status ResultWriter::Add(const UnitBytes& unit) {
  --missing_;
  const UnitHashes hashes = ComputeHashes(unit);
  content_.Add(hashes.content);
  whole_.Add(hashes.whole);
  file_ << SizesOf(unit) << unit.result << unit.records << unit.faults
        << hashes.whole.substr(0, kCheckBytes);
  if (file_) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrFormat("%s: cannot be written", path_));
}

absl::StatusOr<std::string> ResultWriter::Finish() {
  COUILLON_CHECK(missing_ == 0);
  file_ << "end " << whole_.Text() << "\n";
  file_.close();
  RETURN_IF_ERROR(file_ ? SyncFile(path_)
                        : absl::ResourceExhaustedError(
                              absl::StrFormat("%s: cannot be written", path_)));
  return content_.Text();
}

ResultReader::ResultReader(std::string path, std::int64_t bytes)
    : path_(std::move(path)),
      file_(path_, std::ios::binary),
      left_(bytes),
      content_(""),
      whole_("") {}

absl::StatusOr<ResultReader> ResultReader::Open(const std::string& path) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error) {
    return absl::NotFoundError(
        absl::StrFormat("%s: %s", path, error.message()));
  }
  ResultReader reader(path, static_cast<std::int64_t>(bytes));
  RETURN_IF_ERROR(reader.ReadHeader());
  return reader;
}

absl::Status ResultReader::Damaged(const std::string& what) const {
  return absl::DataLossError(
      absl::StrFormat("%s: is damaged: %s", path_, what));
}

absl::Status ResultReader::ReadHeader() {
  std::array<std::string, 3> lines;
  for (std::string& line : lines) {
    char byte = 0;
    while (file_.get(byte) && byte != '\n' && line.size() < kMaxLine) {
      line.push_back(byte);
    }
    left_ -= static_cast<std::int64_t>(line.size()) + 1;
    if (!file_ || byte != '\n') return Damaged("its header has no end");
    if (lines[0] != kMagic) {
      return absl::DataLossError(absl::StrFormat(
          "%s: is not a result of a shard, or of another version", path_));
    }
  }
  constexpr std::string_view kPlan = "plan ";
  if (!lines[1].starts_with(kPlan) || !ReadUnits(lines[2], header_.units)) {
    return Damaged("its header cannot be read");
  }
  header_.identity = lines[1].substr(kPlan.size());
  next_ = header_.units.front().first;
  content_ = UnitChain(ComputeHash(HeaderText(header_)));
  whole_ = content_;
  return absl::OkStatus();
}

std::optional<std::int64_t> ResultReader::next() const {
  if (run_ == header_.units.size()) return std::nullopt;
  return next_;
}

absl::StatusOr<std::string> ResultReader::Bytes(std::uint64_t size) {
  if (left_ < 0 || size > static_cast<std::uint64_t>(left_) ||
      size > kMaxPartBytes) {
    return Damaged(absl::StrFormat("it ends in unit %d", next_));
  }
  std::string bytes(size, '\0');
  file_.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file_) return Damaged(absl::StrFormat("it ends in unit %d", next_));
  left_ -= static_cast<std::int64_t>(size);
  return bytes;
}

absl::StatusOr<UnitBytes> ResultReader::Read() {
  ASSIGN_OR_RETURN(const std::string sizes, Bytes(3 * kSizeBytes));
  UnitBytes unit;
  std::size_t at = 0;
  for (std::string* part : {&unit.result, &unit.records, &unit.faults}) {
    ASSIGN_OR_RETURN(std::string bytes, Bytes(SizeAt(sizes, at)));
    *part = std::move(bytes);
    at += kSizeBytes;
  }
  ASSIGN_OR_RETURN(const std::string check, Bytes(kCheckBytes));
  const UnitHashes hashes = ComputeHashes(unit);
  if (hashes.whole.substr(0, kCheckBytes) != check) {
    return Damaged(
        absl::StrFormat("unit %d does not match its checksum", next_));
  }
  content_.Add(hashes.content);
  whole_.Add(hashes.whole);
  if (++next_ < header_.units[run_].end) return unit;
  if (++run_ < header_.units.size()) {
    next_ = header_.units[run_].first;
    return unit;
  }
  RETURN_IF_ERROR(ReadEnd());
  return unit;
}

absl::Status ResultReader::ReadEnd() {
  const std::string expected = "end " + whole_.Text() + "\n";
  const absl::StatusOr<std::string> found = Bytes(expected.size());
  if (found.ok() && *found == expected && left_ == 0) return absl::OkStatus();
  return Damaged("its end does not match what is before it");
}

absl::StatusOr<ResultSummary> CheckResult(const std::string& path) {
  ASSIGN_OR_RETURN(ResultReader reader, ResultReader::Open(path));
  while (reader.next()) {
    RETURN_IF_ERROR(reader.Read().status());
  }
  return ResultSummary{.header = reader.header(), .content = reader.content()};
}

}  // namespace couillon::arena
